"""Read the cards and choices entered at Casino War."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import (
    Outcome,
)
from houseway.equipment.cards import read_cards
from houseway.law import Rules
from houseway.law.fields import Field, refuse_others

TIE_CENTS = Field("tie_on_war_cents", "cents")


def read_choice(rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read `tie_on_war_cents`, for a Tie Wager made with a War Wager (651a.9(e))."""
    refuse_others(data, (TIE_CENTS.name,), f"is not a field of {choice}; {TIE_CENTS.name} is")
    return {name: TIE_CENTS.read(cents, rules.boxes) for name, cents in data.items()}


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read `{"cards": ["7H", "KD"]}`, in the order they leave the shoe."""
    refuse_others(fields, ("cards",), 'is not a field of a deal; write "cards": ["7H", "KD"]')
    return read_cards(fields), {}
