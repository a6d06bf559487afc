"""What events say at Hazard Run, beside what they say everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired

from houseway.core.event_kinds import ActRefused, ResultTold


class Thrown(ResultTold):
    """901a.3: the two dice."""

    dice: list[int]


class Refused(ActRefused):
    """An act that is not lawful; of a throw its dice."""

    dice: NotRequired[list[int]]


EVENT_KINDS: Mapping[str, type] = {"result": Thrown, "act-refused": Refused}
