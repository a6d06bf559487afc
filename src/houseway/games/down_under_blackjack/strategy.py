"""How to choose best at Down Under Blackjack: the chart, one situation, or the Board's figure confronted.

The analysis is loaded when it is asked for: it brings NumPy along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core.advice import Advice, Progress
from houseway.law import BadInput


def advise(decks: int, readings: Mapping[str, str], about: Mapping[str, str], progress: Progress) -> Advice:
    """Without more: the chart. With `hold`: the hold by decks, readings and strategies. Otherwise one situation."""
    from houseway.games.down_under_blackjack.analysis.asking import situation_advice
    from houseway.games.down_under_blackjack.analysis.charting import chart_advice
    from houseway.games.down_under_blackjack.analysis.holding import hold_advice
    from houseway.games.down_under_blackjack.analysis.situation import read_situation
    from houseway.games.down_under_blackjack.analysis.terms import Terms

    terms = Terms().with_answers(readings)
    if not about:
        return chart_advice(decks, terms, progress)
    if set(about) == {"hold"}:
        return hold_advice(terms, progress)
    return situation_advice(read_situation(decks, about), decks, terms, progress)


def advise_by_settings(settings: Mapping[str, Any], about: Mapping[str, str], progress: Progress) -> Advice:
    """The same by the keys of a submission, while the chapter's round and its checks of a submission are not there."""
    decks, readings = settings.get("decks", 6), settings.get("reading", {})
    if decks not in (6, 4, 5, 8) or isinstance(decks, bool):
        raise BadInput(f"decks: {decks!r} is not one of 6, 4, 5, 8 (685a.3(a))")
    for key in settings:
        if key not in ("game", "decks", "reading"):
            raise BadInput(f"{key}: has no part in the strategy; there are decks and reading.NAME")
    if not isinstance(readings, Mapping):
        raise BadInput("reading: is no table; write for example --set reading.bust_on_22=return")
    return advise(int(decks), {str(name): str(answer) for name, answer in readings.items()}, about, progress)
