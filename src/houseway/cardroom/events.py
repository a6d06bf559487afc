"""Events that the card chapters have in common. A place is `seat:3`, `dealer`, `discard-rack`, or `next`: whoever draws next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from houseway.core.event_kinds import ActRefused, Reported, ResultTold, Told


class CardResult(ResultTold):
    """A card leaves the shoe."""

    cards: list[str]
    place: str


class CardsRefused(ActRefused):
    """An act that is not lawful; of a deal its cards."""

    cards: NotRequired[list[str]]


class CoverCard(Told):
    """The cover card comes up on somebody's area."""

    place: str


# a name that Python keeps for itself
HandCollected = TypedDict("HandCollected", {"from": str, "cards": int})


class CardsCollected(Told):
    """Cards go into the discard rack: whose, and how many, in this order."""

    hands: list[HandCollected]


CARD_EVENTS: Mapping[str, type] = {
    "result": CardResult,
    "card-burned": CardResult,
    "act-refused": CardsRefused,
    "cover-card": CoverCard,
    "cards-collected": CardsCollected,
    "irregularity": Reported,
}
