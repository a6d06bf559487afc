"""The parts of a card game's record with what all card chapters have in common filled in: a chapter gives the rest by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from houseway.cardroom import card_round
from houseway.cardroom.card_walk import series, series_begins
from houseway.cardroom.events import CARD_EVENTS
from houseway.cardroom.submission import check_backs, check_cards
from houseway.core import Law, Presentation, Simulator
from houseway.equipment.cards import is_card, read_dealt, shown_card, typed_cards
from houseway.law import Shape

CARD_VALUES: Mapping[str, type] = {
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
}
CARD_OPTIONS = ("decks", "shuffler", "loads_shoe", "preshuffled", "design", "backs", "adjacent_boxes")


def card_shape(values: Mapping[str, type], lines: tuple[str, ...], options: tuple[str, ...] = ()) -> Shape:
    """The required contents of an edition of a card chapter: its own values, payout lines and options, and the shared ones."""
    return Shape({**CARD_VALUES, **values}, lines, (*CARD_OPTIONS, *options))


CardLaw = partial(
    Law[Any],
    plays_boxes=True,
    settings=card_round.settings,
    normal_notes=card_round.normal_notes,
    deadlines=card_round.deadlines,
    is_face=is_card,
    event_kinds=CARD_EVENTS,
    checks={"backs": check_backs},
    check_together=check_cards,
)
CardPresentation = partial(
    Presentation[Any],
    chance_word="deal",
    typed_example="7H KD",
    read_result=read_dealt,
    show_result=shown_card,
    typed_result=typed_cards,
)
CardSimulator = partial(Simulator[Any], series=series, series_begins=series_begins)
