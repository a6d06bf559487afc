"""The chart as advice: one section per light, totals and pairs against each up card, and its loss against best play."""

from __future__ import annotations

from typing import Any, Final

from houseway.core.advice import Advice, Cell, Grid, GridRow, Progress, Section, Style
from houseway.games.down_under_blackjack.mathematics.answer_sheet import DOUBLE, HIT, SPLIT, row_of
from houseway.games.down_under_blackjack.mathematics.best_play import solve
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, HARD, KINDS, NAMES, RANGES, TEN, full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import Chart, best_chart
from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_expected, insurance_worth
from houseway.games.down_under_blackjack.mathematics.terms import QUESTIONS, Terms
from houseway.games.down_under_blackjack.present.number_text import decimal, percent
from houseway.law import cites

GAME: Final = "down-under-blackjack"
TITLE: Final = "Down Under Blackjack"
UPS: Final = (*range(1, 10), ACE)  # columns in the usual order: 2 to 10, then the ace
HARD_TOTALS: Final = range(5, 21)
SOFT_TOTALS: Final = range(13, 21)
PAIRS: Final = (*range(1, 10), ACE)
LIGHTS: Final = {"small": "blue, 2 to 5", "medium": "red, 6 to 9", "large": "yellow, 10 to ace"}  # 685a.7(h)
LEGEND: Final = (
    (Cell("S", Style.STAY), "stand"),
    (Cell("H", Style.TAKE), "hit"),
    (Cell("D", Style.RAISE), "double down with two cards, otherwise hit"),
    (Cell("Ds", Style.RAISE), "double down with two cards, otherwise stand"),
    (Cell("P", Style.PART), "split the pair"),
)
STYLES: Final = {cell.code: cell.style for cell, _ in LEGEND}
CITES: Final = cites(
    "685a.7(h)", "685a.7(i)", "685a.7(k)", "685a.7(m)", "685a.7(n)", "685a.9(a)", "685a.10(a)", "685a.11(a)"
)
OPENS: Final = (
    "Under the yellow light, with a 10 or an ace up, the hole card is exposed: a 10 under a 10, an ace under an ace "
    "(a Blackjack has ended the round)."
)


def chart_advice(decks: int, terms: Terms, progress: Progress) -> Advice:
    """The best chart for this number of decks."""
    progress("best play with every hand")
    solved = solve(full_shoe(decks), terms)
    chart = best_chart(solved, progress)
    sections = tuple(_section(chart, light) for light in RANGES)
    return Advice(
        GAME, f"{TITLE}: {decks} decks", _summary(chart, solved.expected), LEGEND, sections, CITES,
        _data(chart, solved.expected, decks, terms),
    )  # fmt: skip


def code(chart: Chart, signal: int, total: int, soft: bool) -> str:
    """The chart's answer for a total."""
    row = row_of(total, soft)
    hit, double = chart.answers[HIT + row, signal], chart.answers[DOUBLE + row, signal]
    return ("D" if hit else "Ds") if double else "H" if hit else "S"


def pair_code(chart: Chart, signal: int, kind: int) -> str:
    """The chart's answer for a pair: split it, or play its total."""
    if chart.answers[SPLIT + kind, signal]:
        return "P"
    return code(chart, signal, 12, True) if kind == ACE else code(chart, signal, 2 * HARD[kind], False)


def codes(chart: Chart, light: str) -> dict[str, dict[str, dict[str, str]]]:
    """The chart under one light: hard, soft and pairs by row and by up card."""
    signals = {each.up: number for number, each in enumerate(chart.position.signals) if each.light == light}
    columns = [(NAMES[up], signals[up]) for up in UPS]
    return {
        "hard": {str(t): {name: code(chart, n, t, False) for name, n in columns} for t in HARD_TOTALS},
        "soft": {str(t): {name: code(chart, n, t, True) for name, n in columns} for t in SOFT_TOTALS},
        "pairs": {f"{NAMES[k]},{NAMES[k]}": {name: pair_code(chart, n, k) for name, n in columns} for k in PAIRS},
    }


def _section(chart: Chart, light: str) -> Section:
    found = codes(chart, light)
    columns = tuple(NAMES[up] for up in UPS)
    corners = {"hard": "hard total", "soft": "soft total", "pairs": "pair"}
    grids = tuple(Grid(corner, columns, _folded(found[part])) for part, corner in corners.items())
    return Section(f"Hole card {light} ({LIGHTS[light]})", grids, (OPENS,) if light == "large" else ())


def _folded(rows: dict[str, dict[str, str]]) -> tuple[GridRow, ...]:
    """Merge adjacent rows with the same answers."""
    groups: list[tuple[list[str], list[str]]] = []
    for label, row in rows.items():
        said = list(row.values())
        if groups and groups[-1][1] == said:
            groups[-1][0].append(label)
        else:
            groups.append(([label], said))
    return tuple(GridRow(_label(labels), tuple(Cell(each, STYLES[each]) for each in said)) for labels, said in groups)


def _label(labels: list[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{labels[0]} – {labels[-1]}"


def _summary(chart: Chart, best: float) -> tuple[str, ...]:
    ace = insurance_worth(tuple(count - (kind == ACE) for kind, count in enumerate(chart.position.shoe)))
    proof = "no other chart is better" if chart.proven else "no single change makes it better"
    readings = ", ".join(f"{name} = {answer}" for name, answer in chart.position.terms.answers.items())
    return (
        f"Best play, by every card of the hand: the house holds {percent(-best, 4)} of the Bet Wager.",
        f"This chart: {percent(-chart.expected, 4)}; it gives up {percent(best - chart.expected, 4)}, and {proof}.",
        f"Insurance: do not take it; from a fresh shoe it loses about {percent(-ace, 1)} of what is put on it (685a.8).",
        f"Readings: {readings}.",
    )


def _data(chart: Chart, best: float, decks: int, terms: Terms) -> dict[str, Any]:
    return {
        "decks": decks,
        "readings": terms.answers,
        "best_expected": decimal(best),
        "chart_expected": decimal(chart.expected),
        "gives_up": decimal(best - chart.expected),
        "proven": chart.proven,
        "insurance_expected": str(insurance_expected(chart.position.shoe)),
        "chart": {light: codes(chart, light) for light in RANGES},
        "open": {question.name: question.cite for question in QUESTIONS},
    }


assert len(KINDS) == len(UPS) and TEN in UPS
