"""625a.5: read a throw of three dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import (
    Outcome,
)
from houseway.equipment.dice import read_dice
from houseway.law import Rules
from houseway.law.fields import refuse_others


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read `{"dice": [2, 2, 2]}`."""
    refuse_others(fields, ("dice",), 'is not a field of a throw; write "dice": [2, 3, 4]')
    return (read_dice(fields, rules.number("dice")),), {}
