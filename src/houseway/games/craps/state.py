"""The state of a Craps table. A wager keeps its own memory; the table keeps the point and who has the dice."""

from __future__ import annotations

from enum import StrEnum

from houseway.core import Placed
from houseway.core.frozen import frozen
from houseway.equipment.dice import Dice

LINE_BETS = ("pass", "dont-pass")


class Phase(StrEnum):
    """The next step of a roll."""

    OPENING = "opening"
    BETTING = "betting"
    THROWN = "thrown"
    CALLED = "called"


@frozen
class State:
    """A table between and during rolls.

    `shooter` is 0 while the dice are offered: then the next player is looked for clockwise from position `offered`, and
    `previous` is the seat that gave them up. `fresh`: this shooter has not made an initial come out roll. `deciding`: the
    shooter, with the marker off, rolls only to decide the remaining Come and Don't Come Bets.
    """

    phase: Phase
    point: int = 0
    shooter: int = 0
    previous: int = 0
    offered: int = 1
    holding: bool = False  # two dice have been selected, the others are in the dice cup
    fresh: bool = True
    deciding: bool = False
    decided_on: bool = False  # a roll that only decides Come Bets was made since the last come out roll
    begun: bool = False  # a valid roll was made or the dice were given up since play began
    dice: Dice = ()  # as called, or as seen before the call
    fire_waiting: bool = False  # Fire Bets have not been brought in from the rail yet
    notify: bool = False  # surveillance must be notified of four points
    present: tuple[int, ...] = ()  # the seats that have bought chips and not cashed all of them out
    ordered: int = 0  # the seat that was ordered to pass the dice, until another player has them
    rejected: tuple[int, ...] = ()  # the seats that have rejected the dice since they were offered
    stale: int = 0  # the seat that gave up the dice without a loser 7, and is no new shooter if it takes them back
    rolled: bool = False  # this shooter has made a roll, valid or not
    rethrow: bool = False  # the last throw was void, and the dice are thrown again
    disputed: bool = False  # a dispute about the uppermost faces of this throw has been decided
    drawn: bool = False  # the table itself drew this throw, so its faces cannot be disputed
    withdrawn: tuple[str, ...] = ()  # Don't Bets taken down or reduced since the last roll, like "3 dont-pass"
    placed: tuple[Placed, ...] = ()


def occupied(state: State) -> frozenset[int]:
    """The occupied seats: with chips in front of them or wagers on the layout."""
    return frozenset((*state.present, *[placed.seat for placed in state.placed]))


def has_line_bet(state: State, seat: int) -> bool:
    """Does this seat have a Pass or Don't Pass Bet?"""
    return bool([placed for placed in state.placed if placed.seat == seat and placed.id in LINE_BETS])


def come_bets(state: State) -> tuple[Placed, ...]:
    """The Come and Don't Come Bets on the layout, moved to a number or not."""
    return tuple(p for p in state.placed if p.id.partition(":")[0] in ("come", "dont-come"))
