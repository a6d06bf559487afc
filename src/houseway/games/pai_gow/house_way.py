"""House ways: how a certificate holder completes 621a.10(d), as a list of rules that a person can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.setting import Setting, as_hand, lawful
from houseway.law.citation import Citation


@dataclass(frozen=True, slots=True)
class Set:
    """How a house way sets four tiles, and why."""

    setting: Setting
    rule: str
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A completion of 621a.10(d)."""

    name: str
    rules: tuple[str, ...]

    def set(self, hand: Sequence[Tile]) -> Set:
        """The one way in which the dealer sets these four tiles."""
        found = lawful(as_hand(hand))
        order = (
            (lambda way: way.strengths) if self.rules[-1] == "highest high hand" else (lambda way: way.strengths[::-1])
        )
        return Set(max(found.ways, key=order), self.rules[-1], (found.cite,))


HOUSE_WAYS = {
    "highest-high": HouseWay("highest-high", ("highest high hand",)),
    "highest-low": HouseWay("highest-low", ("highest low hand",)),
}
DEFAULT = "highest-high"


def house_way(name: str) -> HouseWay:
    """A house way by name."""
    return HOUSE_WAYS[name]
