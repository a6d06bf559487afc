"""The state of a Pai Gow table.

Tiles that nobody has looked at are slots in the table's source and never here; a player's tiles are here from when the
player looks at them, for that player alone until they are exposed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from houseway.core import Moment, Placed
from houseway.core.frozen import quick, replace
from houseway.equipment.tiles import Tile

DEALER, DEAD_HAND = 0, 7  # the positions that are no betting area; counterclockwise: dealer, boxes 1 to 6, Dead Hand
HOUSE = 0  # who banks, where no player does
CENTRE = "centre"  # of the table: where a player's bank collects and pays
WAGER, DEALER_WAGER = "wager", "dealer-wager"
STANDARD = "standard"


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """Four tiles at one position: read one by one as they are looked at, then set, then exposed."""

    position: int
    player: int  # whose it is: a seat, or the house's
    cents: int = 0  # the player's wager; none before the dealer and the bank
    tiles: tuple[Tile, ...] = ()
    high: tuple[Tile, ...] = ()
    low: tuple[Tile, ...] = ()
    exposed: bool = False
    verdict: str = ""  # won, lost, returned, surrendered, void, abandoned; empty: still to be decided
    asked: bool = False  # a tile of it was exposed, and the player is to say whether to void it
    kept: bool = False  # the player was asked and plays on
    told: bool = False  # the player asked how the house would set it

    @property
    def is_set(self) -> bool:
        """Has it been set?"""
        return bool(self.high)

    @property
    def in_play(self) -> bool:
        """Is it still to be decided?"""
        return not self.verdict


@quick
@dataclass(frozen=True, slots=True)
class Against:
    """A player's wager on the player's own box against the dealer, in the last round that the house banked."""

    seat: int
    cents: int


@quick
@dataclass(frozen=True, slots=True)
class Bank:
    """Who banks this round, on which terms, and whose turn it is to be offered the bank."""

    seat: int = HOUSE
    chips_cents: int = 0  # what the bank has shown on the table
    co_bank: bool = False
    dealer_cents: int = -1  # what the bank directed the dealer to wager; -1: nothing was said
    first: int = 1  # at whom this round's offer begins, or the next one after; beyond the last seat: the dealer's turn
    passed: tuple[int, ...] = ()  # who passed the bank in this round
    last: int = HOUSE  # who banked the last round
    against: tuple[Against, ...] = ()


class Phase(StrEnum):
    """What comes next in a round."""

    OPENING = "opening"
    INSPECTING = "inspecting"
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


@quick
@dataclass(frozen=True, slots=True)
class State:
    """A Pai Gow table between and during rounds."""

    phase: Phase
    tiles: str = "face-up"  # how the tiles lie before they are mixed: face-up in pairs, or played
    first_round: bool = True  # 621a.11(b): the start of the game
    tiles_since: Moment = Moment(0)
    dice_since: Moment = Moment(0)
    placed: tuple[Placed, ...] = ()
    bank: Bank = Bank()
    style: str = STANDARD
    order: tuple[
        int, ...
    ] = ()  # the stacks from the dealer's right after a cut, by their number before it; empty: uncut
    total: int = 0
    start: int = -1  # the starting position; -1: not known
    hands: tuple[Hand, ...] = ()
    centre_cents: int = 0
    settled: bool = False  # has a wager of this round been settled?


def player_of(placed: Placed) -> int:
    """The player whose chips lie on a box: the box's own seat, or a neighbour's."""
    return placed.player or placed.seat


def wager_on(state: State, box: int) -> Placed | None:
    """The wager on a box."""
    return next((p for p in state.placed if p.seat == box and p.id == WAGER), None)


def players_wagers(state: State) -> tuple[Placed, ...]:
    """The wagers of players, from the dealer's right; the dealer's own is not among them."""
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
    """The same with one hand changed."""
    hands = tuple(hand if each.position == hand.position else each for each in state.hands)
    return replace(state, hands=hands)


def without_wager(state: State, placed: Placed) -> State:
    """The same without one wager, which has been settled."""
    return replace(state, placed=tuple(p for p in state.placed if p is not placed), settled=True)
