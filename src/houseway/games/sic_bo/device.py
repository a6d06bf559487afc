"""625a.1(b): what the electrical device must light for each throw, as vectors for a laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.equipment.dice import throws
from houseway.games.sic_bo.wagers import WAGERS
from houseway.law import Rules

CITES = ("625a.1(b)", "625a.5(d)")


def device_vectors(rules: Rules) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Every throw of the dice with the areas that must be lit."""
    rows = [
        {"dice": list(dice), "total": sum(dice), "lit": list(WAGERS.winning(dice, rules)), "cites": list(CITES)}
        for dice in throws(rules.number("dice"))
    ]
    return {"illumination": rows}
