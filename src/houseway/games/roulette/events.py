"""Event fields that Roulette adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.core.event_kinds import ActRefused, Reported, ResultTold, Source, Told

Direction = Literal["opposite", "same"]


class BallAtRest(ResultTold):
    """617a.5(c): the compartment and its color and, if noted, how the ball was spun."""

    pocket: str
    colour: Literal["red", "black", "green"]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class SpinVoided(Reported):
    """A spin that does not count: an irregularity, or a ball in the covered 00 (617a.4(c)(2))."""

    pocket: NotRequired[str]
    source: NotRequired[Source]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class Refused(ActRefused):
    """A refused act; for a spin, the reported fields."""

    pocket: NotRequired[str]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class Chips(Told):
    """617a.3(b): a seat gets Roulette chips of its color, or exchanges them for value chips."""

    seat: int
    colour: str


class ChipsIssued(Chips):
    """617a.3(b): the same, and what the seat held in value chips, which are exchanged."""

    exchanged_cents: NotRequired[int]


class Notice(Told):
    """617a.1(e)(2), 617a.4(c)(1): notices at a double zero wheel that is used as a single zero wheel."""

    notices: list[str]


EVENT_KINDS: Mapping[str, type] = {
    "result": BallAtRest,
    "result-voided": SpinVoided,
    "act-refused": Refused,
    "chips-issued": ChipsIssued,
    "chips-converted": Chips,
    "colour-returned": Chips,
    "notice": Notice,
    "ball-replaced": Told,
}
