"""What events say at Casino War, beside what they say at every card table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.cardroom.events import CARD_EVENTS
from houseway.core.event_kinds import Reported, Told, WagerSettled


class Settled(WagerSettled):
    """A wager is decided; after a surrender half of it."""

    surrendered: NotRequired[Literal[True]]


class HandVoided(Reported):
    """651a.11(c): the wagers of a box that was passed over are void."""

    seat: int


EVENT_KINDS: Mapping[str, type] = {
    **CARD_EVENTS,
    "wager-settled": Settled,
    "hand-voided": HandVoided,
    "war-confirmed": Told,
}
