"""How to choose best at Down Under Blackjack: the chart, one situation, or the Board's figure confronted.

The analysis is loaded when it is asked for: it brings NumPy along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from houseway.core import AnyGame, Asked, Choose
from houseway.core.advice import Advice, Progress
from houseway.core.worked import WorkedOut
from houseway.games.down_under_blackjack.state import BET
from houseway.law import Rules

Policy = Callable[[AnyGame, Rules, Any, Asked], Choose]
CHART, OPTIMAL, INSURED = "chart", "optimal", "chart-insured"  # the last: the chart, and insurance whenever it is offered
STRATEGIES = (CHART, OPTIMAL, INSURED)


def worked_out(rules: Rules, wager: str) -> tuple[WorkedOut, ...]:
    """How a Bet Wager ends; the others are walked."""
    if wager != BET:
        return ()
    from houseway.games.down_under_blackjack.analysis import worth
    from houseway.games.down_under_blackjack.analysis.terms import terms_of

    return worth.worked_out(int(rules.option("decks")), terms_of(rules))


def claimed(rules: Rules, progress: Progress) -> Advice:
    """The preamble's hold, beside what comes out."""
    from houseway.games.down_under_blackjack.analysis.holding import claim_advice
    from houseway.games.down_under_blackjack.analysis.terms import terms_of

    return claim_advice(int(rules.option("decks")), terms_of(rules), progress)


def followed(rules: Rules, strategy: str) -> Policy:
    """Somebody who plays by the best chart, with or without insurance, or by every card of the hand; looked up when asked."""

    @cache
    def known() -> Policy:
        return _follower(rules, strategy)

    def answer(game: AnyGame, rules: Rules, state: Any, asked: Asked) -> Choose:
        return known()(game, rules, state, asked)

    return answer


def _follower(rules: Rules, strategy: str) -> Policy:
    import numpy as np

    from houseway.games.down_under_blackjack.analysis.cards import full_shoe
    from houseway.games.down_under_blackjack.analysis.chart import charted
    from houseway.games.down_under_blackjack.analysis.following import follower
    from houseway.games.down_under_blackjack.analysis.sheet import OPEN
    from houseway.games.down_under_blackjack.analysis.terms import terms_of

    _, chart = charted(full_shoe(int(rules.option("decks"))), terms_of(rules))
    answers = np.full_like(chart.answers, OPEN) if strategy == OPTIMAL else chart.answers
    return follower(chart.position, answers, insures=strategy == INSURED)


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
