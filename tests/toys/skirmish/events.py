"""Event fields that Skirmish adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired

from houseway.core.event_kinds import ActRefused, ResultTold


class Thrown(ResultTold):
    """904a.3: one die."""

    die: int


class Refused(ActRefused):
    """A refused act; for a throw, its die."""

    die: NotRequired[int]


EVENT_KINDS: Mapping[str, type] = {"result": Thrown, "act-refused": Refused}
