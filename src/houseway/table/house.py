"""The house's answers while a command is decided: the orders that it commits to, and reveals when they are used up.

Deciding is pure except for these answers. A live table arranges faces and keeps them secret; an audit answers from the record,
and checks the record separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from houseway.core import Fill, Outcome


@dataclass(frozen=True, slots=True)
class Committed:
    """The house's commitment to an order that it arranged; `position` is that of a seeded source at that time."""

    commitment: str
    cards: int
    position: int = 0


@dataclass(frozen=True, slots=True)
class OpenedCommitment:
    """The values behind a commitment: anybody can recompute the commitment from them."""

    salt: str
    faces: tuple[Any, ...]


class House(Protocol):
    """The answers of the house."""

    source: str  # where its results come from: "system", "seeded", "manual"
    practice: bool  # are they predictable?

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """Arrange the faces and commit to their order; None if real cards are shuffled by hand, or nobody knows them.

        `known`: entered faces of slots that are not shuffled. `seq`: the number of the event that announces it.
        """

    def show(self, commitment: str) -> OpenedCommitment:
        """The committed order, once it is out of use."""
