"""Event fields that Sic Bo adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired

from houseway.core.event_kinds import ActRefused, PerhapsReported, ResultTold, Source, Told


class DiceUncovered(ResultTold):
    """625a.5(d): the three dice, called out."""

    dice: list[int]
    total: int


class RoundVoided(PerhapsReported):
    """A void round; if its dice were revealed, what they showed."""

    dice: NotRequired[list[int]]
    source: NotRequired[Source]


class Refused(ActRefused):
    """A refused act; for a throw, its dice."""

    dice: NotRequired[list[int]]


class Illuminated(Told):
    """625a.5(d): the winning areas are lit."""

    areas: list[str]


EVENT_KINDS: Mapping[str, type] = {
    "result": DiceUncovered,
    "round-voided": RoundVoided,
    "act-refused": Refused,
    "illuminated": Illuminated,
    "cleared": Told,
}
