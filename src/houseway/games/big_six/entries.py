"""619a.2: read, show and parse the result of a spin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import (
    Outcome,
)
from houseway.law import BadInput, Rules
from houseway.law.errors import field_problem
from houseway.law.fields import Field, refuse_others

NOTED = {
    "revolutions": Field("revolutions", "whole"),
    "direction": Field("direction", "one of clockwise|counterclockwise"),
}


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read `{"section": 17}`, counted clockwise from the joker, with optional `revolutions` and `direction`."""
    refuse_others(fields, ("section", *NOTED), f"is not a field of a spin; there are section, {', '.join(NOTED)}")
    last, section = rules.number("sections") - 1, fields.get("section")
    if not isinstance(section, int) or isinstance(section, bool) or not 0 <= section <= last:
        wrong = field_problem(fields, "section", "is not a section of the wheel")
        raise BadInput(f"{wrong}; count clockwise from the joker, 0 to {last}")
    return (section,), {name: field.read(fields[name], 0) for name, field in NOTED.items() if name in fields}


def typed_result(line: str) -> Mapping[str, Any]:
    """The section's number, counted clockwise from the joker."""
    return {"section": int(line) if line.isdigit() else line}


def show_result(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """The section."""
    return {"section": outcome}
