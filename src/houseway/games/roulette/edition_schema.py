"""The schema of an edition of Chapter 617a."""

from __future__ import annotations

from houseway.law import Shape

SHAPE = Shape(
    values={
        "ball_sixteenths_min": int,
        "ball_sixteenths_max": int,
        "wheel_inches_min": int,
        "compartments_single": int,
        "compartments_double": int,
        "five_adjacent_numbers": int,
        "zero_groups": tuple,
        "first_five": tuple,
        "revolutions_min": int,
        "order_single": tuple,
        "order_double": tuple,
    },
    lines=(
        "straight", "split", "three-numbers", "four-numbers", "first-five", "six-numbers", "column", "dozen",
        "red", "black", "odd", "even", "1-18", "19-36",
    ),
    options=("wheel", "compartments", "movable_parts", "five_adjacent", "five_adjacent_paid"),
)  # fmt: skip
