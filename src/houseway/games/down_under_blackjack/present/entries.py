"""Read, show and parse cards and the card reader's light."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import (
    Outcome,
)
from houseway.equipment.card_reader import BY_LIGHT, LIGHTS, RANGES, read_light
from houseway.equipment.cards import read_cards, typed_cards
from houseway.law import Rules
from houseway.law.fields import Field, refuse_others

WRONG = Field("wrong", "one of place")  # 685a.12(h): a hole card that was in the wrong area, when it is turned up


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read `{"cards": ["7H", "KD"]}`, in the order they leave the shoe, or the reader's `{"light": "blue"}`."""
    if set(fields) == {"light"}:
        return (read_light(fields["light"]),), {}
    right = '"cards": ["7H", "KD"], or "light": "blue" for the card reader'
    refuse_others(fields, ("cards", WRONG.name), f"is not a field of a deal; write {right}")
    noted = {name: WRONG.read(value, rules.boxes) for name, value in fields.items() if name == WRONG.name}
    return read_cards({name: value for name, value in fields.items() if name != WRONG.name}), noted


def typed_result(line: str) -> Mapping[str, Any]:
    """Parse `7H KD`, or the reader's light, `blue`."""
    word = line.strip().lower()
    return {"light": word} if word in BY_LIGHT else typed_cards(line)


def show_result(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """One card, or a light."""
    return {"light": LIGHTS[str(outcome)]} if outcome in RANGES else {"cards": [outcome]}
