"""Event fields that Big Six adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.core.event_kinds import ActRefused, ResultTold

Direction = Literal["clockwise", "counterclockwise"]


class WheelAtRest(ResultTold):
    """619a.2(c): where the clapper rests and, if noted, how the wheel was spun."""

    section: int
    symbol: str
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class Refused(ActRefused):
    """A refused act; for a spin, the reported fields."""

    section: NotRequired[int]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


EVENT_KINDS: Mapping[str, type] = {"result": WheelAtRest, "act-refused": Refused}
