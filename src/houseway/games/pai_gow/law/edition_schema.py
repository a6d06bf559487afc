"""The schema of an edition of Chapter 621a."""

from __future__ import annotations

from houseway.law import Shape

SHAPE = Shape(
    values={
        **dict.fromkeys(("tile_length_inches_min", "tile_width_inches_min", "tile_thickness_inches_min"), str),
        **dict.fromkeys(
            (
                "seats_max",
                "tiles",
                "tile_hours_max",
                "dice",
                "dice_hours_max",
                "pairs",
                "circles_min",
                "stacks",
                "stack_tiles",
                "shakes_min",
                "bank_shakes_min",
                "vigorish_percent",
            ),
            int,
        ),
    },
    lines=("wager",),
    options=(
        "boxes",
        "house_way",
        "player_bank",
        "co_bank",
        "dealer_wager_cents",
        "deliveries",
        "delivery_signal",
        "starting_position",
        "vigorish.rounding_cents",
        "adjacent_boxes",
    ),
)
