"""One situation as advice: the value of every choice, the best first, and whether to insure."""

from __future__ import annotations

from typing import Any, Final

from houseway.core.advice import Advice, Cell, Grid, GridRow, Progress, Section, Style
from houseway.games.down_under_blackjack.mathematics.best_play import Solved, solve
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, NAMES, counts_of, less
from houseway.games.down_under_blackjack.mathematics.player_hands import player_total
from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_worth
from houseway.games.down_under_blackjack.mathematics.situation import Situation, choices
from houseway.games.down_under_blackjack.mathematics.split_hands import split_seeing_all
from houseway.games.down_under_blackjack.mathematics.terms import Terms
from houseway.games.down_under_blackjack.present.chart_advice import CITES, GAME, LIGHTS, TITLE
from houseway.games.down_under_blackjack.present.number_text import decimal

MADE_BY: Final = {"stand": "685a.7(i)(2)", "hit": "685a.7(k)", "double-down": "685a.9(a)", "split": "685a.10(a)"}


def situation_advice(here: Situation, decks: int, terms: Terms, progress: Progress) -> Advice:
    """The value of each choice, by light."""
    progress("best play with every hand")
    solved = solve(here.shoe, terms)
    sections, data = [], {}
    for place, light in enumerate(here.lights, 1):
        worth = choices(here, solved, light)
        if worth is None:
            continue
        part = f"a split under the {light} light ({place} of {len(here.lights)})"
        exact = _exact(here, solved, light, part, progress) if here.exact and "split" in worth else None
        sections.append(_section(here, light, worth, exact))
        data[light] = {choice: decimal(value) for choice, value in worth.items()}
        if exact is not None:
            data[light]["split-seeing-all"] = decimal(exact)
    summary, insurance = _insurance(here)
    whole: dict[str, Any] = {
        "decks": decks,
        "readings": terms.answers,
        "hand": [NAMES[kind] for kind in here.hand],
        "up": NAMES[here.up],
        "unseen": sum(here.shoe) - len(here.hand) - 1 - here.split,
        "choices": data,
        "insurance": insurance,
    }
    title = f"{TITLE}: {', '.join(NAMES[kind] for kind in here.hand)} against {NAMES[here.up]}"
    return Advice(GAME, title, summary, (), tuple(sections), CITES, whole)


def _exact(here: Situation, solved: Solved, light: str, part: str, progress: Progress) -> float:
    """The value of a split with every card seen; report progress after the name of this part."""
    signals = solved.position.signals
    signal = next(n for n, each in enumerate(signals) if (each.up, each.light) == (here.up, light))
    return split_seeing_all(solved.position, here.hand[0], signal, lambda what: progress(f"{part}: {what}"))


def _section(here: Situation, light: str, worth: dict[str, float], exact: float | None) -> Section:
    best = next(iter(worth.values()))
    lines = []
    for place, (choice, value) in enumerate(worth.items()):
        figures = (f"{value:+.6f}", f"{best - value:.6f}" if place else "", MADE_BY[choice])
        style = Style.PLAIN if place else Style.BEST
        lines.append(GridRow(choice.replace("-", " "), tuple(Cell(figure, style) for figure in figures)))
    notes = []
    if exact is not None:
        notes.append(f"With the second hand played knowing how the first ended, splitting is worth {exact:+.9f}.")
    grid = Grid("choice", ("value, in Bet Wagers", "gives up", "by"), tuple(lines))
    return Section(_title(here, light), (grid,), tuple(notes))


def _title(here: Situation, light: str) -> str:
    total, soft = player_total(counts_of(here.hand))
    hole = f"an exposed {NAMES[here.up]}" if light == "large" and here.up in (0, 9) else f"{light} ({LIGHTS[light]})"
    return f"{'Soft' if soft else 'Hard'} {total}{' after a split' if here.split else ''}, hole card {hole}"


def _insurance(here: Situation) -> tuple[tuple[str, ...], dict[str, str] | None]:
    """Whether to insure: only against an ace, and only before the card reader is used (685a.8(a) and (b))."""
    if here.up != ACE or len(here.lights) == 1 or here.split or len(here.hand) > 2:
        return (), None
    worth = insurance_worth(less(here.shoe, counts_of((*here.hand, ACE))))
    verdict = "take it" if worth > 0 else "do not take it"
    text = f"Insurance: {verdict}; a unit on it is worth {worth} ({float(worth):+.4f}) before the light (685a.8)."
    return (text,), {"worth": str(worth), "take": "yes" if worth > 0 else "no"}
