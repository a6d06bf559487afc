"""What an edition of Chapter 685a must hold, and what a submission must keep together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom.submission import check_cards
from houseway.law import Edition, Finding, Shape
from houseway.law.errors import one_of
from houseway.money import dollars

SHAPE = Shape(
    values={
        "seats_max": int,
        "decks_manual": tuple,
        "decks_batch": tuple,
        "decks_continuous": tuple,
        "decks_match": tuple,
        "cover_cards": int,
        "card_hours_max": int,
        "inspection": str,
        "reader_inspection": str,
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
        "first_burn": int,
        "blackjack_points": int,
        "dealer_stands": int,
        "dealer_ace_most": int,
        "dealer_returns": int,
        "insurance_parts": int,
        "settled_from": str,
        "too_few": str,
        "jam": str,
        "out_of_order": str,
    },
    lines=(
        "bet",
        "blackjack",
        "insurance",
        "match-suited-6",
        "match-unsuited-6",
        "match-suited-8",
        "match-unsuited-8",
    ),
    options=(
        "decks",
        "shuffler",
        "loads_shoe",
        "preshuffled",
        "design",
        "backs",
        "match_the_dealer",
        "settlement",
        "mid_shoe_entry",
        "adjacent_boxes",
        "chip_cents",
        "gaming_day_hour",
        "payout_odds",
        "tip_box",
        "no_surrender",
        "wording.dealer_rule",
        "wording.no_surrender",
    ),
)


def defaults(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """685a.6(e): whoever chooses four or five decks and says nothing of Match-the-Dealer does not offer it."""
    return {"match_the_dealer": False} if given.get("decks") in (4, 5) else {}


def check_together(chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
    """685a.3: decks and batches; 685a.6(e): Match-the-Dealer by decks; 685a.8(b): chips that make the smallest wager."""
    findings = list(check_cards(chosen, edition))
    lawful = edition.values["decks_match"]
    assert isinstance(lawful.value, tuple)
    if chosen["match_the_dealer"] and str(chosen["decks"]) not in lawful.value:
        problem = f"it may be offered with {one_of(lawful.value)} decks only, not with {chosen['decks']}"
        findings.append(Finding("match_the_dealer", True, problem, (lawful.cite,)))
    chip, least = chosen["chip_cents"], chosen["limits.min_cents"]
    if chip > least:  # else insurance could go far above half of a Bet
        problem = f"no wager of {dollars(least)}, the table's smallest, can be made of chips of {dollars(chip)} or more"
        findings.append(Finding("chip_cents", chip, problem, (edition.options["chip_cents"].cite,)))
    return tuple(findings)
