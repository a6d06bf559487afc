"""The consequences of a fact: moved money, settled wagers, announcements, or a refusal if the act was unlawful."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from houseway.core.frozen import frozen
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


@frozen
class Placed:
    """A wager on the layout and its own small memory (a come point, fire points, on or off).

    `seat` is its box; `player` is the seat of the player who owns the chips, if that is another one (0: the same).
    """

    seat: int
    id: str
    cents: int
    data: tuple[int | str | bool, ...] = ()
    player: int = 0

    @property
    def purse(self) -> Seat:
        """The account that the chips come from and go back to."""
        return seat_account(self.player or self.seat)


@frozen
class Move:
    """Money from one named account to another, always a positive amount."""

    source: str
    target: str
    cents: int

    def __post_init__(self) -> None:
        assert self.cents > 0 and self.source != self.target, self


@frozen
class Settled:
    """A decided wager, with the paragraphs that decided it."""

    seat: int
    wager: str
    cents: int
    result: Verdict
    moves: tuple[Move, ...]
    because: tuple[Citation, ...]
    about: Mapping[str, Any] = field(default_factory=dict)  # extra fields of its event (the number it had moved to)
    player: int = 0  # the seat that owns the chips, if not `seat`

    @property
    def returned_cents(self) -> int:
        """Stake and winnings that reach the player, after any vigorish."""
        mine, cents = seat_account(self.player or self.seat), 0
        for move in self.moves:
            cents += (move.cents if move.target == mine else 0) - (move.cents if move.source == mine else 0)
        return cents

    @property
    def vigorish_cents(self) -> int:
        """The vigorish that the house took."""
        return sum([m.cents for m in self.moves if m.target == VIGORISH])


@frozen
class Said:
    """Something announced, shown or noted. `event` is its name in the journal, `data` its fields for programs."""

    text: str
    cites: tuple[Citation, ...]
    event: str = "announced"
    to: str = "all"
    data: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Refusal:
    """An unlawful act, as a value: why, and which paragraphs say so."""

    reason: str
    cites: tuple[Citation, ...]


@frozen
class Fill:
    """A shuffle: faces put in random order into slots, named `name` and numbered from 1.

    Slots with another name keep their faces: a hole card does not change when the rest is shuffled mid-round. `to`: who may see
    the whole order once it is out of play, where the law withholds some of it from the players. `apart`: slots that keep their
    faces although `faces`, which is everything that nobody has seen, includes them; they are not shuffled with the rest.
    """

    name: str
    faces: tuple[Hashable, ...]
    to: str = "all"
    apart: tuple[str, ...] = ()

    def slot(self, number: int) -> str:
        """The name of the n-th slot."""
        return f"{self.name}{number}"


@frozen
class Step(Generic[S]):
    """The state after a fact, and its consequences: `moves` belong to the first of `said`; then come `settled` and `after`.

    `fills`: faces that were shuffled. `before`: events that come before the act itself.
    """

    state: S
    settled: tuple[Settled, ...] = ()
    said: tuple[Said, ...] = ()
    moves: tuple[Move, ...] = ()
    fills: Fill | None = None
    after: tuple[Said, ...] = ()
    before: tuple[Said, ...] = ()
