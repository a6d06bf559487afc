"""Event fields that Down Under Blackjack adds to those of every card table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired

from houseway.cardroom.events import CARD_EVENTS, CardsRefused
from houseway.core.event_kinds import PerhapsReported, Reported, ResultTold, Told, WagerSettled

Range = Literal["small", "medium", "large"]
Light = Literal["blue", "red", "yellow"]


class Shown(ResultTold):
    """A card and where it goes, or the card reader's light for the hole card.

    `total`: of the hand that got the card; `sideways`: placed as a doubled hand's only card; `hole`: it is the hole card;
    `wrong`: it was in the wrong area of the layout.
    """

    cards: NotRequired[list[str]]
    place: NotRequired[str]
    total: NotRequired[int]
    sideways: NotRequired[Literal[True]]
    hole: NotRequired[Literal[True]]
    light: NotRequired[Light]
    range: NotRequired[Range]
    area: NotRequired[Range]
    wrong: NotRequired[Literal["place"]]


class Refused(CardsRefused):
    """A refused act; for a deal, its cards or the light as entered."""

    light: NotRequired[str]
    wrong: NotRequired[str]


class Settled(WagerSettled):
    """A decided wager: which hand of a split pair, and the lines that paid Match-the-Dealer.

    `reversed`: an earlier settlement is undone, by the opposite amount.
    """

    reversed: NotRequired[Literal[True]]
    hand: NotRequired[Literal["first", "second"]]
    lines: NotRequired[list[str]]


class Noted(Reported):
    """685a.12: an irregularity and the box it affects."""

    seat: NotRequired[int]


class CardDealt(Told):
    """685a.12(c): the card drawn in error goes to a hand."""

    place: str
    total: int
    sideways: NotRequired[Literal[True]]


class CardDiscarded(Told):
    """685a.12(c): no hand can use the card drawn in error."""

    place: str


class HandDead(PerhapsReported):
    """A dead hand, whose wagers are returned."""

    seat: int


class HandGoesOn(Told):
    """685a.12(h): a hand continues with its decisions."""

    seat: int


class Blackjack(Told):
    """A Blackjack of a seat, or of the dealer if no seat is given."""

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
