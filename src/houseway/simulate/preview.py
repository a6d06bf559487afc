"""The first rounds in plain Python: a preview while everything is compiled. They are not part of the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from houseway.core import AnyGame, Chance, Choices, Choose, Fact, Outcome, Wager, Wagers, seat_account
from houseway.core.driver import Answers, Driver, never
from houseway.core.kernel import Sitting, Tally, alike
from houseway.law import Rules
from houseway.numerics.sources import Drawing, SeededSource
from houseway.simulate.figures import Figures, figures
from houseway.simulate.seat_automaton import Machine

ROUNDS = 2000
BY_RULES = 300  # rounds played by the rules themselves while a kernel is compiled
ALL = "all wagers"


def first_rounds(machine: Machine) -> tuple[Figures, ...]:
    """The figures of a few rounds of one automaton."""
    values: list[dict[int, int]] = [{} for _ in machine.wagers]
    state = 0
    for outcome in Random(1).choices(range(len(machine.weights)), machine.weights, k=ROUNDS):
        for wager, net in machine.decided[state][outcome]:
            values[wager][net] = values[wager].get(net, 0) + 1
        state = machine.after[state][outcome]
    rows = zip(machine.wagers, machine.stakes_cents, values, strict=True)
    return tuple(figures(Tally(wager, stake, found), {}) for wager, stake, found in rows)


def by_rules(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Iterator[tuple[Figures, ...]]:
    """Play round after round with the game's own functions, and yield the figures of each group of equal seats so far."""
    table, groups = _Table(game, rules, sitting), alike(sitting)
    values: list[dict[int, int]] = [{} for _ in groups]
    while True:
        table.round()
        for group, found in zip(groups, values, strict=True):
            for seat in group:
                found[table.nets[seat]] = found.get(table.nets[seat], 0) + 1
        yield tuple(
            figures(Tally(ALL, sum(sitting[seat].bets.values()), found), {}, sitting[seat].name)
            for (seat, *_), found in zip(groups, values, strict=True)
        )


class _Table:
    """A live table where each seat plays its `Sitting`."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.game, self.rules, self.sitting = game, rules, sitting
        self.drawing, self.driver = Drawing(SeededSource(1)), Driver(game, rules, game.law.open(rules))
        self.policies = {
            seat_account(seat): game.walk.policy(rules, each.strategy)
            for seat, each in enumerate(sitting, 1)
            if each.strategy is not None
        }
        self.nets = [0] * len(sitting)
        self.made = self.dealt = False  # have the wagers been made, and has anything been dealt after them?

    def round(self) -> None:
        """Play from one betting window to the next."""
        self.nets = [0] * len(self.sitting)
        self.made = self.dealt = False
        for step in self.driver.until(never, Answers(self._draw, self._choose, self._wagers)):
            for move in (*step.moves, *(move for settled in step.settled for move in settled.moves)):
                for place in range(len(self.nets)):
                    mine = seat_account(place + 1)
                    self.nets[place] += move.cents * ((move.target == mine) - (move.source == mine))
            if step.fills is not None:
                self.drawing.refill(step.fills)

    def _draw(self, due: Chance, state: Any) -> Outcome:
        self.dealt = self.made
        return self.drawing.answer(due)

    def _choose(self, due: Choices, state: Any) -> Choose:
        asked = due.open[0]
        policy = self.policies.get(asked.who, next(iter(self.policies.values())))  # the game answers for the house
        assert policy is not None
        return policy(self.game, self.rules, state, asked)

    def _wagers(self, due: Wagers, state: Any) -> Iterable[Fact] | None:
        """No wagers in a window within the round; the seats' wagers in the first window; the next window ends the round."""
        if due.within or (self.made and not self.dealt):
            return ()
        if self.dealt:
            return None
        self.made = True
        return self._taken()

    def _taken(self) -> Iterator[Fact]:
        """The wagers of the seats that the rules accept now; others are made by a choice, or not at all by a seat that banks."""
        for seat, each in enumerate(self.sitting, 1):
            for wager, cents in each.bets.items():
                fact = Wager(seat, wager, cents)
                if self.driver.refusal(fact) is None:
                    yield fact
