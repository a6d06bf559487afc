"""Events that the card games share.

A place is `seat:3`, `dealer`, `discard-rack`, `set-aside` (out of play), or `next` for the next hand to draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from houseway.core.event_kinds import ActRefused, Reported, ResultTold, Told


class CardResult(ResultTold):
    """A card leaves the shoe."""

    cards: list[str]
    place: str


class CardsRefused(ActRefused):
    """An unlawful act, with the cards of a deal."""

    cards: NotRequired[list[str]]


class CoverCard(Told):
    """The cover card comes up on a seat's or the dealer's area."""

    place: str


# `from` is a keyword, so it needs this syntax
HandCollected = TypedDict("HandCollected", {"from": str, "cards": int})


class CardsCollected(Told):
    """Cards go into the discard rack; lists each owner and number of cards, in order."""

    hands: list[HandCollected]


CARD_EVENTS: Mapping[str, type] = {
    "result": CardResult,
    "card-burned": CardResult,
    "act-refused": CardsRefused,
    "cover-card": CoverCard,
    "cards-collected": CardsCollected,
    "irregularity": Reported,
}
