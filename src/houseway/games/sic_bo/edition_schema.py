"""The schema of an edition of Chapter 625a."""

from __future__ import annotations

from houseway.games.sic_bo.wagers import ONE_OF_A_KIND, TOTALS
from houseway.law import Shape

SHAPE = Shape(
    values={
        "dice": int,
        "dice_hours_max_manual": int,
        "dice_months_max_automated": int,
        "device_test_values": int,
        "shaker_test_operations": int,
        "shakes_min": int,
    },
    lines=(
        "three-of-a-kind",
        "two-of-a-kind",
        "any-three-of-a-kind",
        *(f"total-value-{total}" for total in TOTALS),
        "two-dice-combination",
        "small",
        "big",
        *ONE_OF_A_KIND.values(),
    ),
    options=("shaker", "payout_odds"),
)
