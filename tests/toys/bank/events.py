"""What events say at the bank toy, beside what they say everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired

from houseway.core.event_kinds import ActRefused, ResultTold, Told


class Thrown(ResultTold):
    """903a.4: the two dice."""

    dice: list[int]


class Refused(ActRefused):
    """An act that is not lawful; of a throw its dice."""

    dice: NotRequired[list[int]]


class BankReturned(Told):
    """903a.5: the bank is counted and goes back."""

    seat: int
    levy_cents: int
    returned_cents: int


EVENT_KINDS: Mapping[str, type] = {"result": Thrown, "act-refused": Refused, "bank-returned": BankReturned}
