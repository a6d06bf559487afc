"""902a.3: the possible next cards. A card that nobody has seen is a slot and never in the state."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.core import Chance, Outcome, Placed, seat_account
from houseway.law import cites

DECK = tuple(f"{value}{suit}" for value in range(1, 7) for suit in "ab")
LOW, HIGH = "low", "high"


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's cards, seen by that player alone, and what was chosen; empty before that."""

    seat: int
    cards: tuple[str, ...] = ()
    choice: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A table of Peek. The hole card is not here: only its range, once it has been read."""

    phase: str  # opening, betting, shuffling, dealing, choosing, drawing, revealing
    placed: tuple[Placed, ...] = ()
    hands: tuple[Hand, ...] = ()
    up: str = ""
    range: str = ""


def value(card: str) -> int:
    """The value of a card."""
    return int(card[0])


def range_of(face: Outcome) -> Outcome:
    """902a.3(b): the range of a card that the reader shows."""
    assert isinstance(face, str)
    return LOW if value(face) <= 3 else HIGH


def unseen(state: State) -> tuple[str, ...]:
    """The cards that have not been dealt to anybody, the hole card among them."""
    seen = {card for hand in state.hands for card in hand.cards} | {state.up}
    return tuple(card for card in DECK if card not in seen)


def in_range(state: State) -> tuple[str, ...]:
    """The possible hole cards."""
    return tuple(card for card in unseen(state) if range_of(card) == state.range)


def without_card(state: State) -> Hand | None:
    """The hand that gets the next card: its first in the deal, its second after the choices."""
    if state.phase == "dealing":
        return next((hand for hand in state.hands if not hand.cards), None)
    return next((hand for hand in state.hands if hand.choice == "draw" and len(hand.cards) == 1), None)


def chance(state: State) -> Chance:
    """The next card, by its place in the deck."""
    dealt = sum(len(hand.cards) for hand in state.hands) + (state.up != "") + (state.range != "")
    slots = (str(dealt + 1),)
    if state.phase == "revealing":
        hole = (str(len(state.hands) + 2),)
        return Chance("hole card", dict.fromkeys(in_range(state), 1), cites("902a.5"), hole)
    hand = without_card(state)
    if hand is not None:
        return Chance("card", _weights(state), cites("902a.3(a)"), slots, to=seat_account(hand.seat))
    if not state.up:
        return Chance("dealer's card", _weights(state), cites("902a.3(a)"), slots)
    return Chance("range of the hole card", _weights(state), cites("902a.3(b)"), slots, range_of)


def _weights(state: State) -> dict[str, int]:
    """Each unseen card as likely; with a hole card of known range, by how many cards that one may then still be."""
    if not state.range:
        return dict.fromkeys(unseen(state), 1)
    hole = in_range(state)
    weights = {card: len(hole) - (card in hole) for card in unseen(state)}
    return {card: weight for card, weight in weights.items() if weight}
