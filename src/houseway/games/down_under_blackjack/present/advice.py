"""Advice for Down Under Blackjack: the chart, one situation, or a comparison with the Board's hold figure.

The analysis imports NumPy, so it is loaded on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.core import AnyGame, Asked, Choose, Policy
from houseway.core.advice import Advice, Claim, Progress
from houseway.core.counted import CountedOdds
from houseway.core.kernel import Sitting, alike
from houseway.core.progress import working_on
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT
from houseway.law import Rules

STRATEGY_NAMES = {"insures": "by the chart, insured whenever offered"}
CHART, OPTIMAL, INSURED = "chart", "optimal", "insures"  # the last: the chart, with insurance whenever it is offered
STRATEGIES = (CHART, OPTIMAL, INSURED)
PREAMBLE = "the preamble of the Board's filing 125-218 (IRRC 3213, 2018), under Explanation"
CLAIMS = (
    Claim(BET, Fraction(43, 10_000), Fraction(49, 10_000), PREAMBLE, "decks"),
    Claim(MATCH, Fraction(367, 10_000), Fraction(406, 10_000), PREAMBLE, "decks"),
)


def counted(rules: Rules, wager: str) -> tuple[CountedOdds, ...]:
    """Odds of the Bet Wager; the exact walk covers the others."""
    if wager != BET:
        return ()
    from houseway.games.down_under_blackjack.mathematics import counted_odds
    from houseway.games.down_under_blackjack.mathematics.terms import terms_of

    return counted_odds.counted(int(rules.option("decks")), terms_of(rules), working_on)


def claimed_hold(rules: Rules, progress: Progress) -> Advice:
    """The preamble's hold beside the computed one."""
    from houseway.games.down_under_blackjack.mathematics.terms import terms_of
    from houseway.games.down_under_blackjack.present.hold_advice import claim_advice

    return claim_advice(int(rules.option("decks")), terms_of(rules), progress)


def policy(rules: Rules, strategy: str) -> Policy:
    """A policy that plays by the best chart, with or without insurance, or by every card; computed on first use."""

    assert strategy in STRATEGIES, f"there is no strategy {strategy}"

    def answer(game: AnyGame, rules: Rules, state: Any, asked: Asked) -> Choose:
        return _follower(rules, strategy)(game, rules, state, asked)

    return answer


@lru_cache(maxsize=8)
def _follower(rules: Rules, strategy: str) -> Policy:
    from houseway.games.down_under_blackjack.mathematics.sheet_player import follower

    _, chart = _charted(rules)
    return follower(chart.position, _answers(chart, strategy), insures=strategy == INSURED)


def _charted(rules: Rules) -> Any:
    from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
    from houseway.games.down_under_blackjack.mathematics.chart import charted
    from houseway.games.down_under_blackjack.mathematics.terms import terms_of

    return charted(full_shoe(int(rules.option("decks"))), terms_of(rules))


def _answers(chart: Any, strategy: str) -> Any:
    """The chart's answers, or all open, so that every hand chooses by its own cards."""
    import numpy as np

    from houseway.games.down_under_blackjack.mathematics.draw_loops import OPEN

    return np.full_like(chart.answers, OPEN) if strategy == OPTIMAL else chart.answers


def expected_results(rules: Rules, strategy: str) -> dict[str, Fraction]:
    """Expected results from a fresh shoe: the Bet with everything added to it, and each added wager by itself."""
    from houseway.games.down_under_blackjack.mathematics.added_wagers import doubles_and_splits, insured
    from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe

    shoe = full_shoe(int(rules.option("decks")))
    solved, chart = _charted(rules)
    double, split = doubles_and_splits(chart.position, _answers(chart, strategy))
    worth = {
        BET: solved.expected if strategy == OPTIMAL else chart.expected,
        DOUBLE: double.expected,
        SPLIT: split.expected,
    }
    found = {wager: Fraction(value) for wager, value in worth.items()}
    return found | ({INSURANCE: insured(shoe)} if strategy == INSURED else {})


@lru_cache(maxsize=8)
def _best(decks: int, terms: Any) -> Any:
    from houseway.games.down_under_blackjack.mathematics.best_play import solve
    from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe

    return solve(full_shoe(decks), terms)


@lru_cache(maxsize=8)
def _by_chart(decks: int, terms: Any) -> Fraction:
    from houseway.games.down_under_blackjack.mathematics.chart import free_play, worth_by_chart

    solved = _best(decks, terms)
    return Fraction(worth_by_chart(solved, free_play(solved.position)))


def expected_result(rules: Rules, wager: str, strategy: str) -> Fraction:
    """The expected result of a Bet from a fresh shoe, without its distribution and without the chart's answers."""
    from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
    from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_expected
    from houseway.games.down_under_blackjack.mathematics.terms import terms_of

    assert wager == BET and strategy in STRATEGIES, (wager, strategy)
    decks, terms = int(rules.option("decks")), terms_of(rules)
    if strategy == OPTIMAL:
        return Fraction(_best(decks, terms).expected)
    return _by_chart(decks, terms) + (insurance_expected(full_shoe(decks), "always") if strategy == INSURED else 0)


def advise(rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice:
    """The chart by default; with `hold`, the hold by decks, readings and strategies; otherwise one situation."""
    from houseway.games.down_under_blackjack.mathematics.situation import read_situation
    from houseway.games.down_under_blackjack.mathematics.terms import terms_of
    from houseway.games.down_under_blackjack.present.chart_advice import chart_advice
    from houseway.games.down_under_blackjack.present.hold_advice import hold_advice
    from houseway.games.down_under_blackjack.present.situation_advice import situation_advice

    decks, terms = int(rules.option("decks")), terms_of(rules)
    if not about:
        return chart_advice(decks, terms, progress)
    if set(about) == {"hold"}:
        return hold_advice(terms, progress)
    return situation_advice(read_situation(decks, about), decks, terms, progress)


def exact_worths(rules: Rules, sitting: tuple[Sitting, ...]) -> Mapping[tuple[int, str], Fraction]:
    """Expected results of the Bet with everything added to it, and of each added wager by itself."""
    return {
        (seat, wager): worth
        for seat, *_ in alike(sitting)
        for wager, worth in expected_results(rules, str(sitting[seat].strategy)).items()
    }


def strategies(rules: Rules, wager: str) -> tuple[str, ...]:
    """Only the Bet involves choices."""
    return STRATEGIES if wager == BET else ()
