"""What a fast round must offer to be simulated, whether it is compiled from the rules or written as a kernel of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


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


class Kernel(Protocol):
    """Plays chunks of rounds. Counts of chunks are added up, in whatever order they come."""

    round_word: str  # what a round is here: "spin", "roll", "deal"

    def play(self, words: Any, rounds: int) -> Any:
        """Play so many rounds from a stream that begins with these words; the counts, as whole numbers in an array."""
        ...

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """What counts say about each wager."""
        ...

    def nets(self, words: Any, rounds: int) -> Any:
        """The net result in cents of each round, for each group of wagers of one seat: [group, round]."""
        ...
