"""All wagers of a game at once, where a single result decides every one of them.

The walk of one wager after another is the plain way and stays the oracle of this one: a contract test holds them equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.core import (
    AnyGame,
    Chance,
    Choices,
    Done,
    Fact,
    NoMoreBets,
    Procedure,
    Result,
    Settled,
    Stopped,
    Wager,
    Wagers,
    refuse,
)
from houseway.law import Citation, Rules
from houseway.odds.graph import MINE, MOST_STEPS, SEAT, lumps, ready
from houseway.odds.solve import Distribution

Solved = tuple[Distribution, Fraction, tuple[Citation, ...]]


def walk_together(game: AnyGame, rules: Rules) -> Mapping[str, Solved] | None:
    """Distribution, draws and citations of every wager, or None where one result does not decide them all."""
    offers = game.law.catalogue(rules)
    if any(game.walk.strategies(rules, wager) or game.walk.setup(rules, wager) for wager in offers):
        return None
    state = ready(game, rules)
    for wager, offer in offers.items():
        fact = Wager(SEAT, wager, offer.unit_cents)
        if refuse(game, rules, state, fact):
            return None
        state = game.law.advance(rules, state, fact).state
    state, settled = _on(game, rules, state)
    due = game.law.due(rules, state)
    if settled or not isinstance(due, Chance):
        return None
    weights: dict[str, dict[int, int]] = {wager: {} for wager in offers}
    cites: dict[str, dict[Citation, None]] = {wager: {} for wager in offers}
    for outcomes, weight in lumps(game, rules, state, due):
        step = game.law.advance(rules, state, Result(outcomes[0]))
        after, settled = _on(game, rules, step.state)
        decided = {each.wager: each for each in (*step.settled, *settled)}
        if (
            step.moves
            or game.law.placed(after)
            or isinstance(game.law.due(rules, after), Chance | Choices)
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


def _on(game: AnyGame, rules: Rules, state: Any) -> tuple[Any, list[Settled]]:
    """On to where chance is asked, or to where nothing is left on the layout; and what was settled on the way."""
    settled: list[Settled] = []
    for _ in range(MOST_STEPS):
        if not game.law.placed(state):
            break
        match game.law.due(rules, state):
            case Procedure(name=name):
                fact: Fact = Done(name)
            case Wagers(needs=needs):
                fact = Done(needs[0]) if needs else NoMoreBets()
            case Chance() | Choices() | Stopped():
                break
        step = game.law.advance(rules, state, fact)
        assert not any(MINE in (move.source, move.target) for move in step.moves), "money moved that no wager explains"
        state = step.state
        settled += step.settled
    return state, settled
