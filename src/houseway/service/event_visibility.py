"""Visibility of events: staff see what their role may see; players see public events and those of the seats they held.

Players never see how much money the house has (`table/house_figures.py`). All events leave the service through this module.
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
    """How an account sees events: private events of its own seats as those seats, everything else as `base`.

    `account` is empty for staff, who have no seats.
    """

    base: str
    account: str = ""

    @classmethod
    def of(cls, viewer: str, account: str) -> Eyes:
        """The view of an account whose viewer is a role or a seat."""
        return cls(PLAYER, account) if plays(viewer) else cls(viewer)

    def viewer(self, event: Event, holders: Mapping[int, str]) -> str:
        """The viewer for an event; `holders` has the account at each seat."""
        seat = seat_of(event.to) if self.account else None
        return event.to if seat is not None and holders.get(seat.number) == self.account else self.base


def shown(event: Event, viewer: str) -> dict[str, Any]:
    """An event as a viewer may see it, with its time."""
    return {**seen_event(event, viewer), "at": clock_text(event.at)}


def shown_live(events: Iterable[Event], eyes: Eyes, holders: Mapping[int, str]) -> list[dict[str, Any]]:
    """The events of one command as an account may see them; `holders` has the account at each seat now."""
    return [shown(event, eyes.viewer(event, holders)) for event in events]


def shown_past(events: Iterable[Event], eyes: Eyes, purchases: Purchases | None) -> list[dict[str, Any]]:
    """Recorded events, each as the account could see it when it happened."""
    found = []
    for event in events:
        private = purchases is not None and seat_of(event.to) is not None
        holders = purchases.holders(event.seq) if private and purchases is not None else {}
        found.append(shown(event, eyes.viewer(event, holders)))
    return found


def private_seats(events: Iterable[Event], eyes: Eyes, holders: Mapping[int, str]) -> tuple[str, ...]:
    """A key for what an account sees of these events: the base, and the seats whose private events it may see."""
    return (eyes.base, *(event.to for event in events if eyes.viewer(event, holders) != eyes.base))
