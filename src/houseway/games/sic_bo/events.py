"""Event fields that Sic Bo adds to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired

from houseway.core.event_kinds import PerhapsReported, Source, Told
from houseway.equipment.dice import DICE_EVENTS, DiceThrown


class DiceUncovered(DiceThrown):
    """625a.5(d): the three dice, called out."""

    total: int


class RoundVoided(PerhapsReported):
    """A void round; if its dice were revealed, their faces."""

    dice: NotRequired[list[int]]
    source: NotRequired[Source]


class Illuminated(Told):
    """625a.5(d): the winning areas are lit."""

    areas: list[str]


EVENT_KINDS: Mapping[str, type] = {
    **DICE_EVENTS,
    "result": DiceUncovered,
    "round-voided": RoundVoided,
    "illuminated": Illuminated,
    "cleared": Told,
}
