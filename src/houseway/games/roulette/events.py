"""What events say at Roulette, beside what they say everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.core.event_kinds import ActRefused, Reported, ResultTold, Source, Told

Direction = Literal["opposite", "same"]


class BallAtRest(ResultTold):
    """617a.5(c): the compartment and its colour; how the ball was spun, where that was noted."""

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
    """An act that is not lawful; of a spin what was seen."""

    pocket: NotRequired[str]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class Chips(Told):
    """617a.3(b): a seat gets its colour of Roulette chips, or value chips for them."""

    seat: int
    colour: str


class Notice(Told):
    """617a.1(e)(2), 617a.4(c)(1): what is told where a double zero wheel is used as a single zero one."""

    notices: list[str]


EVENT_KINDS: Mapping[str, type] = {
    "result": BallAtRest,
    "result-voided": SpinVoided,
    "act-refused": Refused,
    "chips-issued": Chips,
    "chips-converted": Chips,
    "notice": Notice,
    "ball-replaced": Told,
}
