"""The Masque Card Reader: it reads a card that is face down and shows only its value range, with a colored light."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from houseway.core import Chance, Outcome
from houseway.core.frozen import frozen
from houseway.equipment.cards import DECK, NUMBER, RANK
from houseway.equipment.shoe import SHOWN, Shoe
from houseway.law import BadInput, Citation
from houseway.law.errors import one_of, shown

READER = "masque-card-reader"
SMALL, MEDIUM, LARGE = "small", "medium", "large"
RANGES: Mapping[str, tuple[str, ...]] = {
    SMALL: ("2", "3", "4", "5"),
    MEDIUM: ("6", "7", "8", "9"),
    LARGE: ("10", "J", "Q", "K", "A"),
}
LIGHTS: Mapping[str, str] = {SMALL: "blue", MEDIUM: "red", LARGE: "yellow"}
BY_LIGHT = {light: name for name, light in LIGHTS.items()}
_RANGE = {card: next(name for name, ranks in RANGES.items() if RANK[card] in ranks) for card in DECK}
FACES: Mapping[str, frozenset[str]] = {
    name: frozenset(card for card in DECK if _RANGE[card] == name) for name in RANGES
}


@frozen
class Reader:
    """The device at a table: does it work, and when was it last inspected?"""

    works: bool = True
    inspected_at: int = 0


def range_of(card: Outcome) -> str:
    """The value range of a card."""
    return _RANGE[str(card)]


def read_range(shoe: Shoe, slot: str, what: str, cites: tuple[Citation, ...]) -> Chance:
    """The card in this slot goes through the reader, which shows only its range; any light may come on, also a wrong one."""
    return Chance(
        what,
        shoe.weights(),
        cites,
        (slot,),
        range_of,
        again=True,
        already_dealt=True,
        copies=shoe.copies,
        right=" or ".join(LIGHTS.values()),
        irregular=RANGES.__contains__,
    )


def turned_up(
    shoe: Shoe, slot: str, what: str, cites: tuple[Citation, ...], known: Collection[str] | None = None
) -> Chance:
    """The card in this slot is turned up; `known`: the faces that it can have, if its range has been shown.

    A face that it cannot have may be reported: then the light was wrong, or the decks are.
    """
    weights = shoe.weights() if known is None else shoe.among(known)
    ranks = dict.fromkeys(RANK[card] for card in DECK if card in weights)
    right = SHOWN if known is None else f"its face, like {next(iter(weights), '7H')}: {one_of(ranks)}"
    any_card = NUMBER.__contains__
    return Chance(
        what, weights, cites, (slot,), already_dealt=True, copies=shoe.copies, right=right, irregular=any_card
    )


def read_light(text: object) -> str:
    """The range that a light indicates: `blue` is small."""
    light = text.strip().lower() if isinstance(text, str) else ""
    if light not in BY_LIGHT:
        raise BadInput(f"light: {shown(text)} is not a light of the card reader; write one of {', '.join(BY_LIGHT)}")
    return BY_LIGHT[light]
