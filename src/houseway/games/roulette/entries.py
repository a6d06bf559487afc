"""617a.5: read, show and parse where the ball rests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import (
    Outcome,
)
from houseway.games.roulette.wheel import physical, spins, wheel_of
from houseway.law import BadInput, Rules
from houseway.law.errors import field_problem
from houseway.law.fields import Field, refuse_others

NOTED = {
    "revolutions": Field("revolutions", "whole"),
    "direction": Field("direction", "one of opposite|same"),
}


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read `{"pocket": "17"}`, with optional `revolutions` of the ball and its `direction` relative to the wheel."""
    refuse_others(fields, ("pocket", *NOTED), f"is not a field of a spin; there are pocket, {', '.join(NOTED)}")
    pocket = fields.get("pocket")
    if not isinstance(pocket, str) or pocket not in spins(rules):
        last = '"0", "00" and "1" to "36"' if physical(rules) == "double" else '"0" and "1" to "36"'
        wrong = field_problem(fields, "pocket", f"is not a compartment of the {wheel_of(rules)} wheel")
        raise BadInput(f"{wrong}; there are {last}")
    return (pocket,), {name: field.read(fields[name], 0) for name, field in NOTED.items() if name in fields}


def show_result(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """The compartment."""
    return {"pocket": outcome}


def typed_result(line: str) -> Mapping[str, Any]:
    """The number as it is: `17`, `00`."""
    return {"pocket": line.strip()}
