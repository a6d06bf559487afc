"""Leave out the house's money for players: its inventory, drop box, vigorish, fills and credits.

A journal has these figures in the clear, since they are not secrets of the game. Everything shown to a player or a seat goes
through here: the service's answers, a replay, a receipt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import HOUSE, LAYOUT, Event, seat_of
from houseway.core.frozen import replace
from houseway.law.roles import Role

HOUSE_FIGURES: Mapping[str, tuple[str, ...]] = {
    "table-opened": ("inventory_cents", "last_closing_cents", "difference_cents"),
    "table-closed": (
        "inventory_cents", "drop_cents", "seats_cents", "vigorish_cents", "cage_cents", "tips_cents", "count_room_cents",
    ),
    "table-filled": ("cents",),  # one without a slip is as much as the inventory lacked
    "table-credited": ("cents",),
    "act-refused": ("inventory_cents", "last_closing_cents"),
}  # fmt: skip
HOUSE_ALONE = ("drop-counted",)
REFUSED_ALONE = ("fill", "credit", "count-drop")  # a refused credit states the inventory


def plays(viewer: str) -> bool:
    """Is this a player or watcher, and not staff?"""
    return viewer == Role.PLAYER or seat_of(viewer) is not None


def for_reader(event: Event, viewer: str) -> Event:
    """An event without the house's figures, for a player. The same event if it has none, or for staff."""
    figures = HOUSE_FIGURES.get(event.event, ())
    if (not figures and event.event not in HOUSE_ALONE) or event.sealed or not plays(viewer):
        return event
    if event.event in HOUSE_ALONE or (event.event == "act-refused" and event.fields["do"] in REFUSED_ALONE):
        return replace(event, to=HOUSE)
    if not any(name in event.fields for name in figures):
        return event
    return replace(event, fields={name: value for name, value in event.fields.items() if name not in figures})


def seen_event(event: Event, viewer: str) -> dict[str, Any]:
    """An event as a viewer may see it, as plain values."""
    return for_reader(event, viewer).seen_by(viewer)


def seen_accounts(accounts: Mapping[str, int], viewer: str) -> dict[str, int]:
    """The accounts that a viewer may see: a player sees the chips of all seats and on the layout, as at a real table."""
    return {
        name: cents
        for name, cents in sorted(accounts.items())
        if not plays(viewer) or name == LAYOUT or seat_of(name) is not None
    }
