"""Event fields that Casino War adds to those of every card table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.cardroom.events import CARD_EVENTS
from houseway.core.event_kinds import Reported, Told, WagerPlaced, WagerSettled


class Settled(WagerSettled):
    """A decided wager, or half of one after a surrender; `reversed`: an earlier settlement is undone, by the opposite amount."""

    surrendered: NotRequired[Literal[True]]
    reversed: NotRequired[Literal[True]]


class Placed(WagerPlaced):
    """Chips on a wager; a Tie Wager made with a War Wager is described in words."""

    text: NotRequired[str]


class Noted(Reported):
    """651a.11: an irregularity and the box it affects."""

    seat: NotRequired[int]


class HandVoided(Told):
    """651a.11(c): the wagers of a box that was passed over are void."""

    seat: int


EVENT_KINDS: Mapping[str, type] = {
    **CARD_EVENTS,
    "wager-placed": Placed,
    "wager-settled": Settled,
    "irregularity": Noted,
    "hand-voided": HandVoided,
    "war-confirmed": Told,
}
