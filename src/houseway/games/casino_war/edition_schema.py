"""What an edition of Chapter 651a must hold."""

from __future__ import annotations

from houseway.cardroom.parts import card_shape

SHAPE = card_shape(
    values={
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
    options=("payout_odds", "tip_box"),
)
