"""The state of a Craps table. A wager's memory lives on the wager; the table itself knows little more than its point."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from houseway.core import Placed
from houseway.core.frozen import quick
from houseway.equipment.dice import Dice

LINE_BETS = ("pass", "dont-pass")


class Phase(StrEnum):
    """What comes next in a roll."""

    OPENING = "opening"
    BETTING = "betting"
    THROWN = "thrown"
    CALLED = "called"


@quick
@dataclass(frozen=True, slots=True)
class State:
    """A table between and during rolls.

    `shooter` is 0 while the dice are being offered: then `offered` is the seat that is asked and `previous` the seat that
    gave them up. `fresh`: this shooter's initial come out roll is still to come. `deciding`: the shooter rolls only to
    decide remaining Come and Don't Come Bets, with the marker off.
    """

    phase: Phase
    point: int = 0
    shooter: int = 0
    previous: int = 0
    offered: int = 1
    holding: bool = False  # two dice have been selected, the others are in the dice cup
    fresh: bool = True
    deciding: bool = False
    begun: bool = False  # since the commencement of play a valid roll has been made, or the dice given up
    dice: Dice = ()
    fire_waiting: bool = False  # Fire Bets lie at the rail, not yet brought in
    notify: bool = False  # surveillance is to be notified of four points
    withdrawn: tuple[str, ...] = ()  # Don't Bets taken down or reduced since the last roll, like "3 dont-pass"
    placed: tuple[Placed, ...] = ()


def has_line_bet(state: State, seat: int) -> bool:
    """Has this seat a Pass or Don't Pass Bet on the layout?"""
    return bool([placed for placed in state.placed if placed.seat == seat and placed.id in LINE_BETS])


def come_bets(state: State) -> tuple[Placed, ...]:
    """The Come and Don't Come Bets on the layout, moved to a number or not."""
    return tuple(p for p in state.placed if p.id.partition(":")[0] in ("come", "dont-come"))
