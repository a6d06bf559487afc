"""The parts of a comparison in lockstep: two sides, the wagers made, positions, the ways out of them, and what is noted."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.core import AnyGame, Chance, Choices, Due, Fact, Refusal, Wager, Wagers, refuse
from houseway.core.driver import BY_ITSELF, Driver
from houseway.law import Citation, Rules
from houseway.odds.traces import Owed, Trace, Unlike, trace_of

Weights = tuple[int, int]
Decision = Chance | Choices | Wagers  # what is due at a position; of betting windows, only those within a round
Dues = tuple[Decision | None, Decision | None]
States = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games, under its own rules; the wagers of `seats` are followed to their end."""

    game: AnyGame
    rules: Rules
    seats: frozenset[int] = frozenset({1})
    name: str = ""  # in notes; the edition's id if there is none

    @property
    def called(self) -> str:
        """Its name in notes and examples."""
        return self.name or self.rules.edition.id

    def after(self, state: Any, fact: Fact) -> tuple[Any, Trace] | Refusal:
        """The state and trace after a fact on this side, or why it is unlawful."""
        return refuse(self.game, self.rules, state, fact) or self._advanced(state, fact)

    def after_chance(self, state: Any, fact: Fact) -> tuple[Any, Trace] | Refusal:
        """The same for an outcome of the chance that is due, which only the game itself can still refuse."""
        return self.game.law.refuse(self.rules, state, fact) or self._advanced(state, fact)

    def _advanced(self, state: Any, fact: Fact) -> tuple[Any, Trace]:
        step = self.game.law.advance(self.rules, state, fact)
        return step.state, trace_of(step)

    def on(self, state: Any) -> tuple[Any, Decision | None, Trace]:
        """Apply automatic steps up to the next result or choice; None: the round is over."""
        driver = Driver(self.game, self.rules, state)
        trace: Trace = ()
        for step in driver.until(self._stops, BY_ITSELF):
            trace += trace_of(step)
        return driver.state, _decision(driver.due), trace

    def _stops(self, due: Due, state: Any) -> bool:
        if _decision(due) is not None:
            return True
        return not any(placed.seat in self.seats for placed in self.game.law.placed(state))

    def key(self, state: Any) -> Hashable:
        """The key that determines the rest of the round on this side."""
        return self.game.round_key(self.rules, state)


Sides = tuple[Side, Side]


def _decision(due: Due) -> Decision | None:
    """The next act, if chance or a person decides it; a window between two rounds is handled automatically."""
    return due if isinstance(due, Chance | Choices) or (isinstance(due, Wagers) and due.within) else None


@dataclass(slots=True)
class Way:
    """A way out of a position: a fact on both sides or one, the money moved on each, and the target (None: the end)."""

    fact: Fact | None
    what: str
    met: tuple[bool, bool] = (True, True)
    weights: Weights = (1, 1)
    traces: tuple[Trace, Trace] = ((), ())
    target: int | None = None
    ends: Unlike = Unlike.SAME
    owed: Owed = frozenset()


@dataclass(slots=True)
class JointNode:
    """A position: a random result or, with `choice`, a decision; `came` is the position and the way that first led here."""

    came: tuple[int | None, Way]
    choice: bool = False
    ways: list[Way] = field(default_factory=list)
    picks: dict[str, Way] = field(default_factory=dict)  # what each named strategy chooses here


@dataclass(frozen=True, slots=True)
class Note:
    """A difference in what is due rather than in what is paid: what, on which side, and under which paragraphs."""

    kind: str  # wager, chance, slots, asked, option, amount, refused, longer
    says: str
    cites: tuple[Citation, ...]
    path: tuple[Way, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Made:
    """The facts before the first random result: the setup and the wagers.

    `within`: wagers that can be added in a window within the round, with their stakes; each is tried there.
    """

    facts: tuple[Fact, ...]
    within: Mapping[str, int] = field(default_factory=dict)

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers among them."""
        return tuple(fact for fact in self.facts if isinstance(fact, Wager))


def least(low: int, high: int) -> tuple[int, ...]:
    """Only the lowest amount of an option."""
    return (low,)


def least_and_most(low: int, high: int) -> tuple[int, ...]:
    """The lowest and the highest amount."""
    return (low,) if low == high else (low, high)


@dataclass(slots=True)
class Effort:
    """A limit on the work of several walks together: each fact costs a little, and a little more for each wager made."""

    left: int
    FACT = 8

    def spend(self, facts: int, wagers: int) -> None:
        """Count some facts of a walk."""
        self.left -= facts * (self.FACT + wagers)
