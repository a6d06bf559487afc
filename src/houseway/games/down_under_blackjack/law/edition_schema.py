"""The schema of an edition of Chapter 685a, and the settings of a submission that must fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom.parts import card_shape
from houseway.cardroom.submission import check_cards
from houseway.law import Edition, Finding
from houseway.law.errors import one_of
from houseway.money import dollars

SHAPE = card_shape(
    values={
        "decks_match": tuple,
        "cover_cards": int,
        "recut_order": str,
        "reader_inspection": str,
        "blackjack_points": int,
        "dealer_stands": int,
        "dealer_ace_most": int,
        "dealer_returns": int,
        "insurance_parts": int,
        "settled_from": str,
        "too_few": str,
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
        "match_the_dealer",
        "settlement",
        "mid_shoe_entry",
        "chip_cents",
        "wagering_instrument",
        "gaming_day_hour",
        "payout_odds",
        "tip_box",
        "no_surrender",
        "wording.dealer_rule",
        "wording.no_surrender",
    ),
)


def defaults(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """685a.6(e): a submission with four or five decks that does not mention Match-the-Dealer does not offer it."""
    return {"match_the_dealer": False} if given.get("decks") in (4, 5) else {}


def check_together(chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
    """685a.3: decks and batches; 685a.6(e): Match-the-Dealer by decks; 685a.8(b): chips that can make the smallest wager."""
    findings = list(check_cards(chosen, edition))
    lawful = edition.values["decks_match"]
    assert isinstance(lawful.value, tuple)
    if chosen["match_the_dealer"] and str(chosen["decks"]) not in lawful.value:
        problem = f"it may be offered only with {one_of(lawful.value)} decks, not with {chosen['decks']}"
        findings.append(Finding("match_the_dealer", True, problem, (lawful.cite,)))
    chip, least = chosen["chip_cents"], chosen["limits.min_cents"]
    if chip > least:  # otherwise insurance could far exceed half of a Bet
        problem = f"the table's smallest wager, {dollars(least)}, cannot be made with chips of {dollars(chip)} or more"
        findings.append(Finding("chip_cents", chip, problem, (edition.options["chip_cents"].cite,)))
    return tuple(findings)
