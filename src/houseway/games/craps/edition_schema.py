"""The schema of an edition of Chapter 623a."""

from __future__ import annotations

from houseway.games.craps.wagers import KINDS
from houseway.law import Shape

PAYTABLES = ("a", "b")
LINES = tuple(
    dict.fromkeys(
        line.format(table=table)
        for kind in KINDS
        for argument in (kind.choices.values() or (None,))
        for line in kind.lines(argument)
        for table in PAYTABLES
    )
)

SHAPE = Shape(
    values={
        "length_inches_max_craps": int,
        "length_inches_max_mini": int,
        "seats_max_mini_craps": int,
        "dice_set": int,
        "dice_selected": int,
        "horn_units": int,
        "horn_high_units": int,
        "whirl_units": int,
        "vigorish_percent_max": int,
        "fire_areas_max": int,
        "fire_points_min": int,
        "fire_notify_points": int,
        "fire_min_cents": int,
        "fire_max_cents": int,
        "fire_step_cents": int,
    },
    lines=LINES,
    options=(
        "wagers",
        "fire.paytable",
        "vigorish.rate",
        "vigorish.when",
        "odds.multiple",
        "areas.horn_high",
        "areas.whirl",
        "stickperson",
    ),
)
