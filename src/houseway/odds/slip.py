"""What several wagers that lie on a table are worth together, until all of them are decided, if nobody bets again.

The same walk and the same exact solution as for a single wager, from the table's present state instead of a new table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame, Choices, Due, Fact, Remove, Settled, Step, Wager
from houseway.core.driver import BY_ITSELF, ActRefused, Driver
from houseway.law import Rules
from houseway.odds.graph import Graph, Walker
from houseway.odds.solve import Distribution, Solver, Unbounded

MOST_POSITIONS = 1000  # some seconds of work; more are not worked out while a player waits


class NotWorkedOut(Exception):  # noqa: N818 - a fact about a slip
    """Why the whole slip is not worked out, in words."""


@dataclass(frozen=True, slots=True)
class UntilDecided:
    """The exact distribution of the net result in cents, and how many random results it takes on average."""

    nets: Distribution
    results: Fraction


def mine(settled: Settled, seats: Collection[int]) -> bool:
    """Is it a wager of one of these players?"""
    return (settled.player or settled.seat) in seats


class SlipWalker(Walker):
    """Walks on from a state until the wagers of some players are decided. Their stakes are down: a gain is what is won."""

    def __init__(self, game: AnyGame, rules: Rules, seats: Collection[int], most: int) -> None:
        super().__init__(game, rules)
        self.seats, self.most = frozenset(seats), most
        self.other = next((seat for seat in range(1, rules.boxes + 1) if seat not in self.seats), 0)

    def of(self, state: Any) -> Graph:
        """Everything that can happen to the wagers that lie there, without those of others that can be taken away."""
        driver = Driver(self.game, self.rules, state)
        for placed in self.game.law.placed(state):
            taken = Remove(placed.seat, placed.id)
            if (placed.player or placed.seat) not in self.seats and driver.refusal(taken) is None:
                driver.advance(taken)
        target, gain = self._arrive(driver)
        self._walk()
        return Graph(self.nodes, target, gain, ())

    def _arrive(self, driver: Driver[Any]) -> tuple[int | None, int]:
        gain = sum(map(self._gain, driver.until(self._stops, self._answers)))
        return None if self._over(driver.due, driver.state) else self._number(driver), gain

    def _answers(self, driver: Driver[Any]) -> Iterable[Fact] | None:
        """What the table does by itself; wagers that a round needs are made by somebody else."""
        facts = BY_ITSELF(driver)
        return None if facts is None else map(self._elsewhere, facts)

    def _elsewhere(self, fact: Fact) -> Fact:
        if not isinstance(fact, Wager):
            return fact
        if not self.other:
            raise NotWorkedOut("nobody else can make the wager that the next round needs")
        return replace(fact, seat=self.other)

    def _gain(self, step: Step[Any]) -> int:
        return sum(each.returned_cents - each.cents for each in step.settled if mine(each, self.seats))

    def _over(self, due: Due, state: Any) -> bool:
        return not any((each.player or each.seat) in self.seats for each in self.game.law.placed(state))

    def _number(self, driver: Driver[Any]) -> int:
        if len(self.nodes) >= self.most:
            raise NotWorkedOut("too much can happen to these wagers together")
        return super()._number(driver)

    def _expand(self, number: int, state: Any, due: Due) -> None:
        if isinstance(due, Choices):
            raise NotWorkedOut("it depends on how you play")
        super()._expand(number, state, due)


def until_decided(
    game: AnyGame, rules: Rules, state: Any, seats: Collection[int], most: int = MOST_POSITIONS
) -> UntilDecided:
    """The net result of all wagers of these players, from here until all are decided; NotWorkedOut says why not."""
    if game.law.hidden_from(rules, state, ""):
        raise NotWorkedOut("it depends on cards that nobody has seen")
    try:
        nets, results = Solver(SlipWalker(game, rules, seats, most).of(state)).solve()
    except (ActRefused, Unbounded) as error:
        raise NotWorkedOut("these wagers may never be decided") from error
    return UntilDecided(nets, results)
