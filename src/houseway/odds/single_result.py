"""All wagers of a game at once, where a single result decides every one of them.

Walking one wager after another is the reference: a contract test requires both to give equal results.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame, Chance, Choices, Due, Result, Settled, Stopped, Wager
from houseway.core.driver import BY_ITSELF, Driver
from houseway.law import Citation, Rules
from houseway.odds.graph import MINE, SEAT, lumps, ready
from houseway.odds.solve import Distribution

Solved = tuple[Distribution, Fraction, tuple[Citation, ...]]


def walk_together(game: AnyGame, rules: Rules) -> Mapping[str, Solved] | None:
    """Distribution, draws and citations of every wager, or None if one result does not decide them all."""
    offers = game.law.catalogue(rules)
    if any(game.walk.strategies(rules, wager) or game.walk.setup(rules, wager) for wager in offers):
        return None
    opened = Driver(game, rules, ready(game, rules))
    for wager, offer in offers.items():
        fact = Wager(SEAT, wager, offer.unit_cents)
        if opened.refusal(fact) is not None:
            return None
        opened.advance(fact)
    settled = _on(opened)
    due = opened.due
    if settled or not isinstance(due, Chance):
        return None
    weights: dict[str, dict[int, int]] = {wager: {} for wager in offers}
    cites: dict[str, dict[Citation, None]] = {wager: {} for wager in offers}
    for outcomes, weight in lumps(game, rules, opened.state, due):
        driver = Driver(game, rules, opened.state, due)
        step = driver.play(Result(outcomes[0]))
        decided = {each.wager: each for each in (*step.settled, *_on(driver)) if each.seat == SEAT}
        if (
            step.moves
            or game.law.placed(driver.state)
            or isinstance(driver.due, Chance | Choices)
            or decided.keys() != offers.keys()
        ):
            return None
        for wager, each in decided.items():
            net = each.returned_cents - each.cents
            weights[wager][net] = weights[wager].get(net, 0) + weight
            cites[wager] |= dict.fromkeys(each.because)
    total = sum(due.outcomes().values())
    return {
        wager: (
            {net: Fraction(weight, total) for net, weight in sorted(found.items())},
            Fraction(1),
            tuple(cites[wager]),
        )
        for wager, found in weights.items()
    }


def _on(driver: Driver[Any]) -> list[Settled]:
    """Drive to the next random result, or until the layout is empty; return what was settled on the way."""

    def stop(due: Due, state: Any) -> bool:
        return isinstance(due, Chance | Choices | Stopped) or not driver.game.law.placed(state)

    settled: list[Settled] = []
    for step in driver.until(stop, BY_ITSELF):
        assert not any(MINE in (move.source, move.target) for move in step.moves), "money moved that no wager explains"
        settled += step.settled
    return settled
