"""A comparison with the Board's hold of .43% to .49%: the computed hold, and which figures the preamble may mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from houseway.core.advice import Advice, Cell, Grid, GridRow, Progress, Section, Style
from houseway.games.down_under_blackjack.mathematics.hold import (
    STRATEGIES,
    HoldFigure,
    hold_table,
    holds,
    without_light,
)
from houseway.games.down_under_blackjack.mathematics.side_wagers import MATCH_PAYS, match_the_dealer
from houseway.games.down_under_blackjack.mathematics.terms import DECKS, MATCH_BOTH, QUESTIONS, Terms
from houseway.games.down_under_blackjack.present.chart_advice import GAME, TITLE
from houseway.games.down_under_blackjack.present.number_text import decimal, percent
from houseway.law import cites

CLAIMED_SHARES: Final = ("0.0043", "0.0049")
COLUMNS: Final = tuple(sorted(DECKS))
CITES: Final = cites("685a.3(d)(3)", "685a.7(f)", "685a.7(n)(1)", "685a.11(c)")


def hold_advice(start: Terms, progress: Progress) -> Advice:
    """The hold by decks and strategies, then by other readings, then which figures the preamble may mean."""
    table = hold_table(start, progress)
    sections = (
        Section("By how the player plays", (_by_strategy(table, start),), ("Marked *: rounds into .43% to .49%.",)),
        Section("By reading, one answer changed at a time", _by_reading(table, start), _questions(start)),
        Section("Where .43% to .49% comes out", _inside(table, start), ()),
        Section("Match-the-Dealer", (_match(),), ("The preamble: 3.67% to 4.06%; paid for each matching card.",)),
    )
    data = {
        "readings": start.answers,
        "claimed": list(CLAIMED_SHARES),
        "holds": [
            {
                "decks": each.decks,
                "readings": each.terms.answers,
                **_held_data(each),
            }
            for each in table
        ],
        "match_the_dealer": _match_data(),
    }
    return Advice(GAME, f"{TITLE}: the hold", verdict(table, start), (), sections, CITES, data)


def claim_advice(decks: int, terms: Terms, progress: Progress) -> Advice:
    """The hold of one submission by strategy, beside the preamble's figure."""
    progress("what the house holds")
    table = [*holds(decks, terms), without_light(decks, terms)]
    lines = tuple(_row(STRATEGIES[each.strategy], each) for each in table)
    grid = Grid("hold of the Bet Wager", (f"{decks} decks", ""), lines)
    said = _claim_said(table)
    data = {
        "claimed": list(CLAIMED_SHARES),
        "decks": decks,
        "readings": terms.answers,
        "holds": [_held_data(each) for each in table],
        "statement": list(said),
    }
    return Advice(
        GAME, "The Board's hold of .43% to .49%", said, (), (Section("By how the player plays", (grid,)),), CITES, data
    )


def _row(text: str, held: HoldFigure) -> GridRow:
    style = Style.INSIDE if held.in_claimed_range else Style.PLAIN
    return GridRow(text, (Cell(percent(held.hold), style), Cell("inside" if held.in_claimed_range else "", style)))


def _claim_said(table: list[HoldFigure]) -> tuple[str, ...]:
    """A statement on one submission."""
    good = {each.strategy: each.hold for each in table}
    inside = (
        "figures in that range are marked"
        if any(each.in_claimed_range for each in table)
        else "no figure is in that range"
    )
    found = f"{percent(good['best'])} under best play and {percent(good['chart'])} by the chart"
    first = f"The preamble says .43% to .49% of required wagers. Here the house holds {found}; {inside}."
    then = (
        "The text does not say which decks, readings or player its figure assumes, so a strategy in that range need not be "
        "the one that was meant. For all of them: houseway strategy down-under-blackjack hold."
    )
    return first, then


def _held_data(held: HoldFigure) -> dict[str, Any]:
    return {"strategy": held.strategy, "hold": decimal(held.hold), "claimed": held.in_claimed_range}


def verdict(table: list[HoldFigure], start: Terms) -> tuple[str, ...]:
    """A statement on which combinations, if any, fit the preamble's figure."""
    best = [each for each in table if each.strategy in ("best", "chart")]
    here = [each for each in best if each.terms == start]
    low, high = min(each.hold for each in here), max(each.hold for each in here)
    said = [
        f"Under these readings good play leaves the house {percent(low)} to {percent(high)}, by the number of decks."
    ]
    inside = [each for each in best if each.in_claimed_range]
    whole = _whole(best)
    if not inside:
        said.append("No reading puts good play inside the Board's .43% to .49% at any number of decks.")
    elif not whole:
        count = len({(each.decks, each.terms) for each in inside})
        said.append(
            f"No reading puts good play inside the Board's .43% to .49% at every number of decks; {count} combinations "
            "of decks and readings touch it, listed below."
        )
    else:
        said.append(f"Good play is inside the Board's .43% to .49% at every number of decks under {'; '.join(whole)}.")
    usual = sorted(
        each.decks for each in table if each.strategy == "customary" and each.terms == start and each.in_claimed_range
    )
    if usual:
        decks = ", ".join(str(each) for each in usual)
        said.append(
            f"It also comes out with {decks} decks for a player who never doubles on 8 or less or on soft 19 or 20 and "
            "never splits 4s. We looked for such a player, among a dozen slips tried: that one fits is no proof that the "
            "Board meant it, and the text does not say how its figure was made."
        )
    return tuple(said)


def _whole(table: list[HoldFigure]) -> list[str]:
    """Readings and strategies inside the range for every number of decks."""
    found: dict[tuple[Terms, str], int] = {}
    for each in table:
        found[each.terms, each.strategy] = found.get((each.terms, each.strategy), 0) + each.in_claimed_range
    return [f"{strategy}, {answers_text(terms)}" for (terms, strategy), count in found.items() if count == len(DECKS)]


def answers_text(terms: Terms, start: Terms | None = None) -> str:
    """How one reading differs from another."""
    before = (start or Terms()).answers
    changed = [f"{name} = {answer}" for name, answer in terms.answers.items() if answer != before[name]]
    return ", ".join(changed) or "the readings given"


def _line(label: str, figures: Iterable[HoldFigure]) -> GridRow:
    by_decks = {each.decks: each for each in figures}
    cells = []
    for decks in COLUMNS:
        held = by_decks.get(decks)
        style = Style.INSIDE if held is not None and held.in_claimed_range else Style.PLAIN
        cells.append(Cell("" if held is None else percent(held.hold) + ("*" if held.in_claimed_range else " "), style))
    return GridRow(label, tuple(cells))


def _heads() -> tuple[str, ...]:
    return tuple(f"{decks} decks" for decks in COLUMNS)


def _by_strategy(table: list[HoldFigure], start: Terms) -> Grid:
    lines = []
    for strategy, text in STRATEGIES.items():
        figures = [each for each in table if each.strategy == strategy and each.terms == start]
        lines.append(_line(text, figures))
    return Grid("strategy", _heads(), tuple(lines))


def _by_reading(table: list[HoldFigure], start: Terms) -> tuple[Grid, ...]:
    lines = []
    for question in QUESTIONS:
        for answer in question.ids:
            terms = start.with_answers({question.name: answer})
            if terms != start:
                figures = [each for each in table if each.strategy == "best" and each.terms == terms]
                lines.append(_line(f"{question.name} = {answer}", figures))
    return (Grid("best play, with", _heads(), tuple(lines)),)


def _questions(start: Terms) -> tuple[str, ...]:
    return tuple(f"{each.name}, § {each.cite}: {each.question} Here: {start.answers[each.name]}." for each in QUESTIONS)


def _inside(table: list[HoldFigure], start: Terms) -> tuple[Grid, ...]:
    """Every reading and strategy that falls inside the range."""
    lines = []
    for strategy in STRATEGIES:
        touched = dict.fromkeys(each.terms for each in table if each.strategy == strategy and each.in_claimed_range)
        for terms in touched:
            figures = [each for each in table if each.strategy == strategy and each.terms == terms]
            lines.append(_line(f"{strategy}: {answers_text(terms, start)}", figures))
    return (Grid("strategy and readings", _heads(), tuple(lines)),)


def _match() -> Grid:
    lines = []
    for both in MATCH_BOTH.ids:
        worth = [match_the_dealer(decks, both) for decks in COLUMNS]
        cells = [Cell("not offered" if each is None else percent(-each.expected, 2)) for each in worth]
        lines.append(GridRow(f"two matches paid {both}", tuple(cells)))
    return Grid("hold", _heads(), tuple(lines))


def _match_data() -> dict[str, dict[str, str]]:
    found = {}
    for decks in MATCH_PAYS:
        worth = {both: match_the_dealer(decks, both) for both in MATCH_BOTH.ids}
        found[str(decks)] = {both: str(each.expected) for both, each in worth.items() if each is not None}
    return found
