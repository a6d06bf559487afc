"""The value of all wagers that a player has on a table, until every one is decided, if nobody bets again.

It uses the same walk and the same exact solution as for a single wager, but starts from the table's present state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame, Asked, Choices, Choose, Due, Fact, Remove, Settled, Step, Wager, seat_of
from houseway.core.driver import BY_ITSELF, AnswerRefused, Driver
from houseway.law import Rules
from houseway.odds.graph import Edge, Graph, Policy, Walker
from houseway.odds.solve import Distribution, Solver, Unbounded

MOST_POSITIONS = 1000  # a few seconds of work; a player does not wait for more


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
    """Walks from a state until the wagers of some players are decided. Their stakes are down: a gain is what is won.

    Every seat chooses by the policy. Without one, these players choose what is best for their wagers together, if `chooses` is
    set; otherwise the walk ends at the first choice with NotWorkedOut.
    """

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        seats: Collection[int],
        most: int,
        policy: Policy | None = None,
        chooses: bool = False,
    ) -> None:
        super().__init__(game, rules, policy)
        self.seats, self.most, self.chooses = frozenset(seats), most, chooses or policy is not None
        self.other = next((seat for seat in range(1, rules.boxes + 1) if seat not in self.seats), 0)

    def of(self, state: Any) -> Graph:
        """Everything that can happen to these players' wagers. Wagers of others that can be taken down are left out."""
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
        """The table's own acts. A wager that a round needs is made by another seat."""
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
        if not isinstance(due, Choices):
            super()._expand(number, state, due)
            return
        asked = next((each for each in due.open if self._is_mine(state, each)), due.open[0])
        if not self.chooses or seat_of(asked.who) is None:
            raise NotWorkedOut("it depends on how you play")
        node = self.nodes[number]
        if self.policy is not None:
            node.edges = [self._edge(state, due, self.policy(self.game, self.rules, state, asked), 1)]
        elif self._is_mine(state, asked):
            node.choice, node.edges = True, self._every_option(state, due, asked)
        else:
            raise NotWorkedOut("it depends on how others play")

    def _is_mine(self, state: Any, asked: Asked) -> bool:
        seat = seat_of(asked.who)
        return seat is not None and self.game.law.purse(state, seat.number) in self.seats

    def _every_option(self, state: Any, due: Due, asked: Asked) -> list[Edge]:
        answers = (
            Choose(asked.who, option.choice, cents)
            for option in asked.options
            for cents in sorted({option.low_cents, option.high_cents})
        )
        return [self._edge(state, due, answer, 1, (answer.choice,)) for answer in answers]


def until_decided(
    game: AnyGame, rules: Rules, state: Any, seats: Collection[int], most: int = MOST_POSITIONS
) -> UntilDecided:
    """The net result of all wagers of these players, from here until all are decided; NotWorkedOut says why not."""
    return _solved(game, rules, state, SlipWalker(game, rules, seats, most))


def played_by(
    game: AnyGame, rules: Rules, state: Any, seats: Collection[int], strategy: str, most: int = MOST_POSITIONS
) -> UntilDecided:
    """The same if every choice follows one of the game's named strategies."""
    policy = game.walk.policy(rules, strategy)
    return _solved(game, rules, state, SlipWalker(game, rules, seats, most, policy, chooses=True))


def _solved(game: AnyGame, rules: Rules, state: Any, walker: SlipWalker) -> UntilDecided:
    if game.law.hidden_from(rules, state, ""):
        raise NotWorkedOut("it depends on cards that nobody has seen")
    try:
        nets, results = Solver(walker.of(state)).solve()
    except (AnswerRefused, Unbounded) as error:
        raise NotWorkedOut("these wagers may never be decided") from error
    return UntilDecided(nets, results)
