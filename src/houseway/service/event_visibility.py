"""Visibility of events: staff see by their role; a player sees public events and those of the seats they held.

Players never see how much the house has (`table/house_figures.py`): events leave the service only through here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.core import Event, seat_of
from houseway.law.roles import Role
from houseway.records.lines import clock_text
from houseway.service.reading import Purchases
from houseway.table.house_figures import plays, seen_event

PLAYER = str(Role.PLAYER)


@dataclass(frozen=True, slots=True)
class Eyes:
    """`base` is the viewer of whatever is not for a single seat; `account` is whose seats count, empty for staff."""

    base: str
    account: str = ""

    @classmethod
    def of(cls, viewer: str, account: str) -> Eyes:
        """The eyes of a caller with this viewer."""
        return cls(PLAYER, account) if plays(viewer) else cls(viewer)

    def viewer(self, event: Event, holders: Mapping[int, str]) -> str:
        """Through whose eyes an event is seen, given whose seats were whose."""
        seat = seat_of(event.to) if self.account else None
        return event.to if seat is not None and holders.get(seat.number) == self.account else self.base


def shown(event: Event, viewer: str) -> dict[str, Any]:
    """An event as a viewer may see it, with its time."""
    return {**seen_event(event, viewer), "at": clock_text(event.at)}


def shown_live(events: Iterable[Event], eyes: Eyes, holders: Mapping[int, str]) -> list[dict[str, Any]]:
    """Events of one command, given whose seats are whose now."""
    return [shown(event, eyes.viewer(event, holders)) for event in events]


def shown_past(events: Iterable[Event], eyes: Eyes, purchases: Purchases | None) -> list[dict[str, Any]]:
    """Recorded events, each as its reader might see it when it happened."""
    found = []
    for event in events:
        private = purchases is not None and seat_of(event.to) is not None
        holders = purchases.holders(event.seq) if private and purchases is not None else {}
        found.append(shown(event, eyes.viewer(event, holders)))
    return found


def private_seats(events: Iterable[Event], eyes: Eyes, holders: Mapping[int, str]) -> tuple[str, ...]:
    """How two readers of the same events differ: the base, and which seats' secrets they may see."""
    return (eyes.base, *(event.to for event in events if eyes.viewer(event, holders) != eyes.base))
