"""685a.3(d), 685a.7(h): the range and the light of every card, as vectors for a laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.equipment.card_reader import LIGHTS, range_of
from houseway.equipment.cards import DECK
from houseway.law import Rules

CITES = ("685a.3(d)", "685a.7(h)")


def device_vectors(rules: Rules) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Each card that may be in the reader, and the light that must come on."""
    rows = [
        {"card": card, "range": range_of(card), "light": LIGHTS[range_of(card)], "cites": list(CITES)} for card in DECK
    ]
    return {"card-reader": rows}
