"""Whose eyes look at events: staff see by their role, a player sees what is for all and for the seats that were theirs.

Nobody who plays is told how much the house has: its inventory, its drop box, its vigorish. A journal has these figures in the
clear, since they are no secret of the game; so they are left out here, at the one place where events leave the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.core import HOUSE, LAYOUT, Event, seat_of
from houseway.law.roles import Role
from houseway.records.lines import clock_text
from houseway.service.reading import Purchases

PLAYER = str(Role.PLAYER)
HOUSE_FIGURES = {
    "table-opened": ("inventory_cents", "last_closing_cents", "difference_cents"),
    "table-closed": (
        "inventory_cents", "drop_cents", "seats_cents", "vigorish_cents", "cage_cents", "tips_cents", "count_room_cents",
    ),
}  # fmt: skip
HOUSE_ALONE = ("drop-counted",)


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


def plays(viewer: str) -> bool:
    """Is this somebody who plays or watches, and not staff?"""
    return viewer == PLAYER or seat_of(viewer) is not None


def for_reader(event: Event, viewer: str) -> Event:
    """An event without the house's figures, for somebody who plays. The same event where it has none, or for staff."""
    if not plays(viewer):
        return event
    if event.event in HOUSE_ALONE:
        return replace(event, to=HOUSE)
    figures = HOUSE_FIGURES.get(event.event)
    if figures is None:
        return event
    return replace(event, fields={name: value for name, value in event.fields.items() if name not in figures})


def seen_accounts(accounts: Mapping[str, int], viewer: str) -> dict[str, int]:
    """Where the money lies, for a viewer: whoever plays sees the chips of all seats and on the layout, as at a real table."""
    return {
        name: cents
        for name, cents in sorted(accounts.items())
        if not plays(viewer) or name == LAYOUT or seat_of(name) is not None
    }


def shown(event: Event, viewer: str) -> dict[str, Any]:
    """An event as a viewer may see it, with its time."""
    return {**for_reader(event, viewer).seen_by(viewer), "at": clock_text(event.at)}


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
    """What tells two readers of the same events apart: the base, and which of the seats' secrets they may see."""
    return (eyes.base, *(event.to for event in events if eyes.viewer(event, holders) != eyes.base))
