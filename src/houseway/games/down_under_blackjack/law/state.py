"""The state of a table.

Unseen cards are not in it: the hole card is a slot until it is read, then a range, then a face.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from houseway.cardroom.card_table import CardTable
from houseway.core import Placed, Settled, Step
from houseway.core.frozen import frozen, replace
from houseway.equipment.card_reader import FACES, Reader

BET, INSURANCE, DOUBLE, SPLIT, MATCH = "bet", "insurance", "double-down", "split", "match-the-dealer"
FIRST, SECOND = "first", "second"
# Status of a hand whose player no longer acts …
STOOD, FULL, BUST, DOUBLED, ONE_CARD, REFUSED = "stood", "twenty-one", "over", "doubled", "one-card", "refused"
# … or is asked about a card that was not dealt
PASSED, MISSED = "passed-over", "missed"
LIGHT, PLACE = "light", "place"  # 685a.12(h): what was wrong, the light or the place where the card was put
UNTOLD = "?"  # a card drawn in error whose face has not been entered yet


@frozen
class Hand:
    """A hand of a box that is dealt in; a split pair makes two."""

    seat: int
    cards: tuple[str, ...] = ()
    part: str = ""  # of a split pair: first, second
    status: str = ""  # empty while its player still acts
    wants: bool = False  # a requested card is due
    doubled: bool = False
    late: bool = False  # 685a.12(f), (g): its card comes after all others
    skipped: bool = False  # 685a.12(f): the card that was due to it goes to the next
    ruling: bool = False  # 685a.12(h): the dealer must decide whether it continues

    @property
    def name(self) -> str:
        """The hand's name in messages."""
        return f"Seat {self.seat}" + (f", {self.part} hand" if self.part else "")


class Phase(StrEnum):
    """The next step of a round."""

    BETTING = "betting"
    DEAL = "deal"
    INSURANCE = "insurance"
    READER = "reader"
    EXPOSING = "exposing"
    PLAYERS = "players"
    DEALER = "dealer"


@frozen
class State:
    """A table between and during rounds."""

    cards: CardTable
    reader: Reader = Reader()
    phase: Phase = Phase.BETTING
    placed: tuple[Placed, ...] = ()
    hands: tuple[Hand, ...] = ()  # clockwise: by seat, a pair's first hand before its second
    up: str = ""  # the dealer's first card
    hole_slot: str = ""  # the slot of the hole card, whose face is unknown until it is turned up
    hole_range: str = ""  # the reader's range; empty if unknown or unreliable
    hole: str = ""
    drawn: tuple[str, ...] = ()  # cards the dealer drew
    answered: tuple[int, ...] = ()  # seats that have answered the offer of insurance
    uninsured: tuple[Placed, ...] = ()  # insurance that was collected because of the light
    in_error: str = ""  # a card drawn in error and exposed: it is the next card
    face_up: int = 0  # the next cards of the shoe are face up and go into the discard rack
    stood: bool = False  # the dealer stood on a count in the previous round
    stray: bool = False  # a standing dealer drew one more card
    ruled: tuple[str, ...] = ()  # 685a.12(h): what the dealer has been asked about in this round
    barred: tuple[int, ...] = ()  # 685a.6(b): players who sat out a round since the shuffle

    @property
    def dealer(self) -> tuple[str, ...]:
        """The dealer's face-up cards."""
        return tuple(card for card in (self.up, self.hole, *self.drawn) if card)

    @property
    def beside(self) -> Collection[str]:
        """The possible faces of the card face down beside the shoe, from its range."""
        return FACES[self.hole_range] if self.hole_range and not self.hole else ()


def with_hand(state: State, old: Hand, *new: Hand) -> State:
    """The state with one hand changed, split in two, or removed."""
    at = state.hands.index(old)
    return replace(state, hands=(*state.hands[:at], *new, *state.hands[at + 1 :]))


def acting(state: State) -> Hand | None:
    """685a.7(i), 685a.10(b): the hand whose turn it is: clockwise, a pair's first hand before its second, late cards last."""
    open_now = [hand for hand in state.hands if not hand.status]
    return next((hand for hand in open_now if not hand.late), open_now[0] if open_now else None)


def wagers_of(state: State, hand: Hand) -> tuple[Placed, ...]:
    """The wagers that this hand decides: Bet or split wager, and its Double Down Wager."""
    first = SPLIT if hand.part == SECOND else BET
    mark = (hand.part,) if hand.part else ()
    return tuple(
        placed
        for placed in state.placed
        if placed.seat == hand.seat and (placed.id == first or (placed.id == DOUBLE and placed.data == mark))
    )


def without(state: State, settled: tuple[Settled, ...], gone: Collection[Placed]) -> State:
    """The state without settled wagers."""
    assert len(settled) == len(gone), "every removed wager was settled"
    return replace(state, placed=tuple(placed for placed in state.placed if placed not in gone))


def then(first: Step[State], second: Step[State]) -> Step[State]:
    """Combine two consecutive steps into one."""
    return Step(
        second.state,
        (*first.settled, *second.settled),
        (*first.said, *second.said),
        (*first.moves, *second.moves),
        second.fills or first.fills,
        (*first.after, *second.after),
    )
