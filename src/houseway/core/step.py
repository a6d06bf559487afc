"""What comes of a fact: moved money, settled wagers, things said, and a refusal where the act was unlawful."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from houseway.core.frozen import quick
from houseway.core.who import Seat, seat_account
from houseway.law import Citation

S = TypeVar("S")

INVENTORY = "inventory"  # the table inventory: the house's chips at the table
LAYOUT = "layout"  # wagers in play
VIGORISH = "vigorish"


class Verdict(StrEnum):
    """How a wager ended."""

    WON = "won"
    LOST = "lost"
    RETURNED = "returned"


@quick
@dataclass(frozen=True, slots=True)
class Placed:
    """A wager on the layout AND its own small memory (a come point, fire points, on or off).

    `seat` is the box that it lies in, `player` the seat of the player whose chips they are, where that is another (0: the same).
    """

    seat: int
    id: str
    cents: int
    data: tuple[int | str | bool, ...] = ()
    player: int = 0

    @property
    def purse(self) -> Seat:
        """The account that the chips came from, and go back to."""
        return seat_account(self.player or self.seat)


@quick
@dataclass(frozen=True, slots=True)
class Move:
    """Money from one named account to another; never negative, never nothing."""

    source: str
    target: str
    cents: int

    def __post_init__(self) -> None:
        assert self.cents > 0 and self.source != self.target, self


@quick
@dataclass(frozen=True, slots=True)
class Settled:
    """A wager that is decided, with the paragraphs that decided it."""

    seat: int
    wager: str
    cents: int
    result: Verdict
    moves: tuple[Move, ...]
    because: tuple[Citation, ...]
    about: Mapping[str, Any] = field(default_factory=dict)  # what else an event says of it (the number it had moved to)
    player: int = 0  # whose chips they are, where that is not the seat's

    @property
    def returned_cents(self) -> int:
        """Stake and winnings that reach the player, after any vigorish."""
        mine, cents = seat_account(self.player or self.seat), 0
        for move in self.moves:
            cents += (move.cents if move.target == mine else 0) - (move.cents if move.source == mine else 0)
        return cents

    @property
    def vigorish_cents(self) -> int:
        """What the house took of it as vigorish."""
        return sum([m.cents for m in self.moves if m.target == VIGORISH])


@quick
@dataclass(frozen=True, slots=True)
class Said:
    """Something announced, shown or noted. `event` is its name in the journal, `data` what programs read."""

    text: str
    cites: tuple[Citation, ...]
    event: str = "announced"
    to: str = "all"
    data: Mapping[str, Any] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Refusal:
    """An unlawful act, as a value: why, and which paragraphs say so."""

    reason: str
    cites: tuple[Citation, ...]


@quick
@dataclass(frozen=True, slots=True)
class Fill:
    """Faces that are arranged anew, by chance, in slots that are numbered from 1 behind a name of their own.

    Slots of another name keep their faces: a hole card stays what it is when the rest is shuffled in mid-round. `to`: who may
    be shown the whole order when it is out of play, where the law keeps some of it from the players. `apart`: slots that keep
    theirs although `faces`, being all that nobody has seen, counts them too; they are not arranged with the rest.
    """

    name: str
    faces: tuple[Hashable, ...]
    to: str = "all"
    apart: tuple[str, ...] = ()

    def slot(self, number: int) -> str:
        """The n-th of them."""
        return f"{self.name}{number}"


@quick
@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The state after a fact, and what came of it: `moves` go with the first thing said, settlements follow, then `after`.

    `fills`: faces that were arranged anew (the cards were shuffled).
    """

    state: S
    settled: tuple[Settled, ...] = ()
    said: tuple[Said, ...] = ()
    moves: tuple[Move, ...] = ()
    fills: Fill | None = None
    after: tuple[Said, ...] = ()
