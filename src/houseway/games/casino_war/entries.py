"""Choices as people enter them at Casino War."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.law import Rules
from houseway.law.fields import Field, refuse_others

TIE_CENTS = Field("tie_on_war_cents", "cents")


def read_choice(rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read `tie_on_war_cents`, for a Tie Wager made with a War Wager (651a.9(e))."""
    refuse_others(data, (TIE_CENTS.name,), f"is not a field of {choice}; {TIE_CENTS.name} is")
    return {name: TIE_CENTS.read(cents, rules.boxes) for name, cents in data.items()}
