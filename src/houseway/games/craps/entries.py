"""623a.9: read a throw of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import (
    Outcome,
)
from houseway.equipment.dice import Dice, read_dice
from houseway.law import BadInput, Rules
from houseway.law.errors import shown
from houseway.law.fields import refuse_others


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read `{"dice": [3, 4]}`, with `"resting": [0, 3]` if the second die is cocked on its 3 (0 means it lies flat)."""
    refuse_others(fields, ("dice", "resting"), 'is not a field of a throw; write "dice": [3, 4]')
    dice = read_dice(fields, rules.number("dice_selected"))
    return (dice,), _resting(dice, fields["resting"]) if "resting" in fields else {}


def _resting(dice: Dice, resting: object) -> Mapping[str, Any]:
    """623a.9(b): the uppermost face is opposite the side that a cocked die rests on."""
    right = "write the side that each die rests on, 0 for a die that lies flat"
    if not isinstance(resting, list | tuple) or len(resting) != len(dice):
        raise BadInput(f"resting: {shown(resting)} is not {len(dice)} sides; {right}")
    for face, side in zip(dice, resting, strict=True):
        if type(side) is not int or side not in (0, 7 - face):
            raise BadInput(f"resting: a die that shows {face} rests on its {7 - face}, not on {shown(side)}; {right}")
    return {"resting": list(resting)} if any(resting) else {}
