"""Event fields that Peek adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.core.event_kinds import ActRefused, ResultTold


class Shown(ResultTold):
    """902a.3: a card, or the range of the hole card."""

    cards: NotRequired[list[str]]
    range: NotRequired[Literal["low", "high"]]


class Refused(ActRefused):
    """A refused act; for a result, its fields."""

    cards: NotRequired[list[str]]
    range: NotRequired[str]


class Revealed(ResultTold):
    """902a.5: the hole card and every hand."""

    cards: list[str]
    hands: dict[str, list[str]]


EVENT_KINDS: Mapping[str, type] = {"result": Shown, "act-refused": Refused, "revealed": Revealed}
