"""What an edition of Chapter 651a must hold."""

from __future__ import annotations

from houseway.law import Shape

SHAPE = Shape(
    values={
        "seats_max": int,
        "decks_manual": tuple,
        "decks_batch": tuple,
        "decks_continuous": tuple,
        "card_hours_max": int,
        "inspection": str,
        "shuffle": str,
        "cut_offer": str,
        "cut_beginning": str,
        "cut_cover": str,
        "cut_dealer": str,
        "cut_direction": str,
        "cut_turns": str,
        "cut_margin": int,
        "cover_parts": int,
        "load": str,
        "recut": str,
        "reshuffle": str,
        "idle": str,
        "jam": str,
        "out_of_order": str,
        "first_burn": int,
        "war_burn": int,
        "surrender_parts": int,
        "settled_from": str,
        "war_settled_from": str,
        "initial_at_war": str,
        "initial_on_war_win": str,
        "initial_on_war_tie": str,
        "face_up_card": str,
    },
    lines=("initial", "tie", "war", "war-tie"),
    options=(
        "decks",
        "shuffler",
        "loads_shoe",
        "preshuffled",
        "design",
        "backs",
        "adjacent_boxes",
        "payout_odds",
        "tip_box",
    ),
)
