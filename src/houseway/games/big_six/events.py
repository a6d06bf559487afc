"""What events say at Big Six, beside what they say everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.core.event_kinds import ActRefused, ResultTold

Direction = Literal["clockwise", "counterclockwise"]


class WheelAtRest(ResultTold):
    """619a.2(c): where the clapper rests; how the wheel was spun, where that was noted."""

    section: int
    symbol: str
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class Refused(ActRefused):
    """An act that is not lawful; of a spin what was seen."""

    section: NotRequired[int]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


EVENT_KINDS: Mapping[str, type] = {"result": WheelAtRest, "act-refused": Refused}
