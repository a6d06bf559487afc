"""The schema of an edition of Chapter 651a, and the settings of a submission that must fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom.parts import card_shape
from houseway.cardroom.submission import check_cards
from houseway.law import Edition, Finding
from houseway.law.errors import one_of

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


def check_together(chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
    """651a.3: decks and batches; whether a batch may have other decks than (a) names is a reading."""
    findings = check_cards(chosen, edition)
    lawful = edition.values["decks_manual"]
    assert isinstance(lawful.value, tuple)
    strict = chosen["shuffler"] == "batch" and chosen.get("reading.batch_of_seven") == "not-lawful"
    if findings or not strict or str(chosen["decks"]) in lawful.value:
        return findings
    problem = f"{chosen['decks']} decks in each batch are not {one_of(lawful.value)}, as 651a.3(a) is read here"
    return (Finding("decks", chosen["decks"], problem, (lawful.cite, edition.values["decks_batch"].cite)),)
