"""The state of a Pai Gow table.

Tiles that nobody has looked at are slots in the table's source and never here. A player's tiles are here once the player looks
at them, visible to that player alone until they are exposed.
"""

from __future__ import annotations

from enum import StrEnum

from houseway.core import Moment, Placed
from houseway.core.frozen import frozen, replace
from houseway.equipment.tiles import Tile

DEALER, DEAD_HAND = 0, 7  # positions without a betting area; counterclockwise: dealer, boxes 1 to 6, Dead Hand
HOUSE = 0  # the bank when no player banks
CENTRE = "centre"  # center of the table, where a player's bank collects and pays
WAGER, DEALER_WAGER = "wager", "dealer-wager"
STANDARD = "standard"


@frozen
class Hand:
    """Four tiles at one position: looked at one by one, then set, then exposed."""

    position: int
    player: int  # a seat, or the house
    cents: int = 0  # the player's wager; 0 for the dealer and the bank
    tiles: tuple[Tile, ...] = ()
    high: tuple[Tile, ...] = ()
    low: tuple[Tile, ...] = ()
    exposed: bool = False
    verdict: str = ""  # won, lost, returned, surrendered, void, abandoned; empty if undecided
    asked: bool = False  # a tile was exposed, and the player must say whether to void the hand
    kept: bool = False  # the player was asked and plays it out
    turned_up: int = 0  # how many of its tiles the dealer exposed by mistake; they come first among `tiles`

    @property
    def is_set(self) -> bool:
        """Has it been set?"""
        return bool(self.high)

    @property
    def looked_at(self) -> bool:
        """Has its player looked at a tile that is not face up?"""
        return len(self.tiles) > self.turned_up

    @property
    def in_play(self) -> bool:
        """Is it undecided?"""
        return not self.verdict


@frozen
class Against:
    """A player's wager against the dealer on the player's own box, in the last round that the house banked."""

    seat: int
    cents: int


@frozen
class Bank:
    """The bank of this round, its terms, and the seat that is offered the bank next."""

    seat: int = HOUSE
    chips_cents: int = 0  # the bank's chips on the table
    co_bank: bool = False
    dealer_cents: int = -1  # the dealer's wager as the bank directed; -1 if it did not
    first: int = (
        1  # the seat where this round's offer begins, or the next after it; beyond the last seat, the dealer's turn
    )
    passed: tuple[int, ...] = ()  # seats that passed the bank this round
    last: int = HOUSE  # the bank of the last round
    against: tuple[Against, ...] = ()


class Phase(StrEnum):
    """The next step of a round."""

    OPENING = "opening"
    INSPECTING = "inspecting"
    REPLACING = "replacing"
    LYING_OPEN = "lying-open"
    MIXING = "mixing"
    REMIXING = "remixing"
    BETTING = "betting"
    STYLING = "styling"
    SHAKING = "shaking"
    UNCOVERING = "uncovering"
    DEALING = "dealing"
    PLAYING = "playing"
    TURNING = "turning"
    SETTING = "setting"
    SHOWING = "showing"
    EXPOSING = "exposing"
    PAYING = "paying"
    COUNTING = "counting"
    COLLECTING = "collecting"


@frozen
class State:
    """A Pai Gow table between and during rounds."""

    phase: Phase
    tiles: str = "face-up"  # before mixing: face-up in pairs, or played
    first_round: bool = True  # 621a.11(b): the start of the game
    tiles_since: Moment = Moment(0)
    dice_since: Moment = Moment(0)
    placed: tuple[Placed, ...] = ()
    purses: tuple[int, ...] = ()  # the chips in front of each seat in cents, from seat 1; empty: no seat has bought in
    dealer_shakes: bool = False  # after a no roll the dealer, not the bank, shakes again
    shaken: bool = False  # the dealer shook the dice before no more bets
    bank: Bank = Bank()
    style: str = STANDARD
    order: tuple[
        int, ...
    ] = ()  # the stacks from the dealer's right after a cut, by their number before it; empty if uncut
    total: int = 0
    drawn: bool = False  # the table itself drew the total
    start: int = -1  # the starting position; -1 if unknown
    hands: tuple[Hand, ...] = ()
    centre_cents: int = 0
    settled: bool = False  # has a wager of this round been settled?


def player_of(placed: Placed) -> int:
    """The player whose chips are on a box: the box's own seat or an adjacent one."""
    return placed.player or placed.seat


def wager_on(state: State, box: int) -> Placed | None:
    """The wager on a box."""
    return next((p for p in state.placed if p.seat == box and p.id == WAGER), None)


def players_wagers(state: State) -> tuple[Placed, ...]:
    """The players' wagers, from the dealer's right, without the dealer's own."""
    return tuple(sorted((p for p in state.placed if p.id == WAGER), key=lambda p: p.seat))


def dealer_wager(state: State) -> Placed | None:
    """The dealer's wager against a player's bank."""
    return next((p for p in state.placed if p.id == DEALER_WAGER), None)


def banked(state: State) -> bool:
    """Is a player the bank of this round?"""
    return state.bank.seat != HOUSE


def hand_at(state: State, position: int) -> Hand:
    """The hand dealt to a position that is in play."""
    return next(hand for hand in state.hands if hand.position == position)


def with_hand(state: State, hand: Hand) -> State:
    """The state with one hand changed."""
    hands = tuple(hand if each.position == hand.position else each for each in state.hands)
    return replace(state, hands=hands)


def without_wager(state: State, placed: Placed) -> State:
    """The state without one settled wager."""
    return replace(state, placed=tuple(p for p in state.placed if p is not placed), settled=True)
