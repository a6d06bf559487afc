"""How to choose best at Down Under Blackjack: the chart, one situation, or the Board's figure confronted.

The analysis is loaded when it is asked for: it brings NumPy along.
"""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core.advice import Advice, Progress
from houseway.law import Rules


def advise(rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice:
    """Without more: the chart. With `hold`: the hold by decks, readings and strategies. Otherwise one situation."""
    from houseway.games.down_under_blackjack.analysis.asking import situation_advice
    from houseway.games.down_under_blackjack.analysis.charting import chart_advice
    from houseway.games.down_under_blackjack.analysis.holding import hold_advice
    from houseway.games.down_under_blackjack.analysis.situation import read_situation
    from houseway.games.down_under_blackjack.analysis.terms import terms_of

    decks, terms = int(rules.option("decks")), terms_of(rules)
    if not about:
        return chart_advice(decks, terms, progress)
    if set(about) == {"hold"}:
        return hold_advice(terms, progress)
    return situation_advice(read_situation(decks, about), decks, terms, progress)
