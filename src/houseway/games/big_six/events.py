"""Event fields that Big Six adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.core.event_kinds import ActRefused, Reported, ResultTold, Source

Direction = Literal["clockwise", "counterclockwise"]


class WheelAtRest(ResultTold):
    """619a.2(c): where the clapper rests and, if noted, how the wheel was spun."""

    section: int
    symbol: str
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class SpinVoided(Reported):
    """A spin that does not count: reported as void, too short, or not announced before it."""

    section: NotRequired[int]
    source: NotRequired[Source]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


class Refused(ActRefused):
    """A refused act; for a spin, the reported fields."""

    section: NotRequired[int]
    revolutions: NotRequired[int]
    direction: NotRequired[Direction]


EVENT_KINDS: Mapping[str, type] = {"result": WheelAtRest, "result-voided": SpinVoided, "act-refused": Refused}
