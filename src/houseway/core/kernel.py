"""The interface of a simulation kernel, whether it is compiled from the rules or written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat of a simulated table: its wagers of each round, and its strategy if there is a choice."""

    bets: Mapping[str, int]  # wager id -> cents
    strategy: str | None = None
    name: str = ""  # the player's name, if players are reported separately


def alike(sitting: Sequence[Sitting]) -> tuple[tuple[int, ...], ...]:
    """The seats, counted from 0, in groups with the same wagers and strategy; groups are ordered by their first seat."""
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
    """The results of one wager: how often each net result in cents came up. Whole numbers only.

    `squares`: the sum of the squared net results of whole rounds, where several seats share a round and so are not independent;
    None where wagers are decided one after the other.
    """

    wager: str
    stake_cents: int
    values: Mapping[int, int] = field(default_factory=dict)  # net cents -> how often
    squares: int | None = None
    rounds: int = 0  # number of rounds, if `squares` is given
    shared: int = 1  # number of seats that made this wager on the same results: together they are one experiment
    sitting: int = 0  # the first seat of the group, counted from 0


@dataclass(frozen=True, slots=True)
class Course:
    """Some consecutive rounds at one table, seat by seat."""

    nets: tuple[Any, ...]  # for each seat: net cents by [group of wagers that are staked together, round]
    begins: Any  # bool [round]: a new shoe, or a new shooter, begins with this round
    undecided: tuple[Any, ...] = ()  # for each seat: bool [group, round]; empty: each round decides everything


class Kernel(Protocol):
    """Plays chunks of rounds. The counts of chunks are added up, in any order.

    A kernel may have a `note`: a reason why its figures do not measure exactly the same as the exact ones. It may have
    `warm_rounds`: how many make everything ready, where fewer will do than machine code needs.
    """

    round_word: str  # what a round is called: "spin", "roll", "deal"

    def play(self, words: Any, rounds: int) -> Any:
        """Play this many rounds from a stream that begins with these words; return counts, as an array of integers."""
        ...

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """The tally of each wager of each group of seats, from counts."""
        ...

    def course(self, words: Any, rounds: int) -> Course:
        """The net result of each round at one table, for each seat."""
        ...


@runtime_checkable
class WorksLong(Protocol):
    """A kernel that needs values that take long to compute. The caller stores them; the kernel does no caching."""

    def works(self) -> tuple[str, ...]:
        """The names of the values it needs; the rules and the name determine each."""
        ...

    def work(self, name: str) -> Any:
        """Compute one now, as plain values."""
        ...

    def take(self, found: Mapping[str, Any]) -> None:
        """Set the values by name, whether computed now or earlier."""
        ...
