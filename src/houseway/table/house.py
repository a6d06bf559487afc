"""What only the house can say while a command is decided: the orders that it commits itself to, and shows when they are spent.

Deciding is pure but for these answers. A live table arranges faces and keeps them secret; an audit answers from what was
recorded, and checks it apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from houseway.core import Fill, Outcome


@dataclass(frozen=True, slots=True)
class Committed:
    """The house's commitment to an order that it arranged; `position` is how far a seeded source has come then."""

    commitment: str
    cards: int
    position: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What a commitment hid: anybody can compute it from these."""

    salt: str
    faces: tuple[Any, ...]


class House(Protocol):
    """The answers of the house."""

    source: str  # where its results come from: "system", "seeded", "manual"
    practice: bool  # can somebody foresee them?

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """Arrange the faces and commit to their order; None where real ones are arranged by hand, or nobody knows them.

        `known`: faces that were entered for places that keep theirs. `seq`: the number of the event that tells of it.
        """

    def show(self, commitment: str) -> Shown:
        """The order that was committed to, now that it is out of use."""
