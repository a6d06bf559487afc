"""What events say at Down Under Blackjack, beside what they say at every card table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.cardroom.events import CARD_EVENTS, CardsRefused
from houseway.core.event_kinds import PerhapsReported, Reported, ResultTold, Told, WagerSettled

Range = Literal["small", "medium", "large"]
Light = Literal["blue", "red", "yellow"]


class Shown(ResultTold):
    """A card and where it goes, or what the card reader lights of the hole card.

    `total`: of the hand that the card came to; `sideways`: as a doubled hand's only card lies; `hole`: it is the hole card.
    """

    cards: NotRequired[list[str]]
    place: NotRequired[str]
    total: NotRequired[int]
    sideways: NotRequired[Literal[True]]
    hole: NotRequired[Literal[True]]
    light: NotRequired[Light]
    range: NotRequired[Range]
    area: NotRequired[Range]


class Refused(CardsRefused):
    """An act that is not lawful; of a deal its cards, or the light as it was entered."""

    light: NotRequired[str]


class Settled(WagerSettled):
    """A wager is decided: of which hand of a split pair; by which lines Match-the-Dealer was paid."""

    hand: NotRequired[Literal["first", "second"]]
    lines: NotRequired[list[str]]


class Noted(Reported):
    """685a.12: an irregularity, and the box that it concerns."""

    seat: NotRequired[int]


class CardDealt(Told):
    """685a.12(c): the card that was drawn in error comes to a hand."""

    place: str
    total: int
    sideways: NotRequired[Literal[True]]


class CardDiscarded(Told):
    """685a.12(c): the card that was drawn in error is of no use to anybody."""

    place: str


class HandDead(PerhapsReported):
    """A dead hand: its wagers go back."""

    seat: int


class HandGoesOn(Told):
    """685a.12(h): a hand goes on with what it decided."""

    seat: int


class Blackjack(Told):
    """A Blackjack: of a seat, or without one the dealer's."""

    seat: NotRequired[int]


EVENT_KINDS: Mapping[str, type] = {
    **CARD_EVENTS,
    "result": Shown,
    "act-refused": Refused,
    "wager-settled": Settled,
    "irregularity": Noted,
    "card-dealt": CardDealt,
    "card-discarded": CardDiscarded,
    "hand-dead": HandDead,
    "hand-goes-on": HandGoesOn,
    "blackjack": Blackjack,
}
