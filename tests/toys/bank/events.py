"""Event fields that Bank adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core.event_kinds import Told
from houseway.equipment.dice import DICE_EVENTS


class BankReturned(Told):
    """903a.5: the bank is counted and goes back."""

    seat: int
    levy_cents: int
    returned_cents: int


EVENT_KINDS: Mapping[str, type] = {**DICE_EVENTS, "bank-returned": BankReturned}
