"""What a fast round must offer to be simulated, whether it is compiled from the rules or written as a kernel of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Sitting:
    """One who sits at a simulated table: what is wagered each round, and how it is played where there is a choice."""

    bets: Mapping[str, int]  # wager id -> cents
    strategy: str | None = None
    name: str = ""  # whose seat it is, where players are told apart


def alike(sitting: Sequence[Sitting]) -> tuple[tuple[int, ...], ...]:
    """The seats, counted from 0, in groups that sit alike; a group stands where its first seat does."""
    groups: list[list[int]] = []
    for seat, each in enumerate(sitting):
        group = next((group for group in groups if sitting[group[0]] == each), None)
        if group is None:
            groups.append([seat])
        else:
            group.append(seat)
    return tuple(map(tuple, groups))


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of one wager: how often each net result in cents came up. Whole numbers only.

    `squares`: the sum of the squared net results of whole rounds, where several seats share a round and so depend on each
    other; None where wagers are decided one after the other.
    """

    wager: str
    stake_cents: int
    values: Mapping[int, int] = field(default_factory=dict)  # net cents -> how often
    squares: int | None = None
    rounds: int = 0  # over so many rounds, where `squares` is given
    shared: int = 1  # so many seats made this wager on the same results, so that they are one experiment
    sitting: int = 0  # the first of the seats that sit alike and whose wagers these are, counted from 0


@dataclass(frozen=True, slots=True)
class Course:
    """Some rounds, one after the other, as those who sit there lived them."""

    nets: tuple[Any, ...]  # for each seat: [group of wagers that are staked together, round], net cents
    begins: Any  # bool [round]: a new shoe, or a new shooter, begins with this round
    undecided: tuple[
        Any, ...
    ] = ()  # for each seat: bool [group, round]: undecided after it; none: each round decides all


class Kernel(Protocol):
    """Plays chunks of rounds. Counts of chunks are added up, in whatever order they come.

    A kernel may have a `note`: what keeps its figures from being of just the same thing as the exact ones.
    """

    round_word: str  # what a round is here: "spin", "roll", "deal"

    def play(self, words: Any, rounds: int) -> Any:
        """Play so many rounds from a stream that begins with these words; the counts, as whole numbers in an array."""
        ...

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """What counts say about each wager of each group of seats that sit alike."""
        ...

    def course(self, words: Any, rounds: int) -> Course:
        """The net result of each round at one table, for each seat."""
        ...


@runtime_checkable
class WorksLong(Protocol):
    """A kernel that needs what takes long to work out. It knows no place to keep it: whoever prepares it does."""

    def works(self) -> tuple[str, ...]:
        """What it needs, by name; the rules and the name decide it."""
        ...

    def work(self, name: str) -> Any:
        """Worked out now, as plain values."""
        ...

    def take(self, found: Mapping[str, Any]) -> None:
        """What it needs, by name: made now, or some other time."""
        ...
