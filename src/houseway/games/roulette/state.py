"""The state of a Roulette table."""

from __future__ import annotations

from enum import StrEnum

from houseway.core import Moment, Placed
from houseway.core.frozen import frozen, replace


@frozen
class ChipSet:
    """617a.3(b): the color of the Roulette chips that a seat plays with."""

    seat: int
    colour: str


@frozen
class Held:
    """The value of the chips in front of a seat."""

    seat: int
    cents: int


NO_WORK = "none"  # an inspection that followed no work, where a reading has every inspection logged


@frozen
class WheelWork:
    """617a.2(e): an adjustment or a replacement, and who made it, if noted."""

    kind: str
    name: str = ""
    credential: str = ""
    description: str = ""
    at: Moment = Moment(0)


class Phase(StrEnum):
    """The next step of a round."""

    OPENING = "opening"
    LOGGING = "logging"
    BETTING = "betting"
    SPINNING = "spinning"
    LANDED = "landed"
    COVERED = "covered"


@frozen
class State:
    """A Roulette table between and during rounds."""

    phase: Phase
    covered: bool = True  # is the cover over the wheel?
    secured: bool = True  # is that cover locked?
    spun: bool = False  # is the ball in the track?
    bets_closed: bool = False  # has "no more bets" been announced and nothing settled since?
    announced: bool = False  # has it been announced for the ball that is in the track?
    pocket: str = ""  # the place of the point marker
    suspect: str = ""  # the paragraph that requires the ball to be inspected
    damaged: bool = False
    works: tuple[WheelWork, ...] = ()  # adjustments and replacements not yet in the inspection log
    chips: tuple[ChipSet, ...] = ()
    held: tuple[Held, ...] = ()  # seats without chips are left out
    placed: tuple[Placed, ...] = ()


def colour_at(state: State, seat: int) -> str:
    """The color of a seat's chips, or "" if it has none yet."""
    return next((each.colour for each in state.chips if each.seat == seat), "")


def no_spin(state: State) -> State:
    """Take the ball out of the track; wagers stay. The next spin is announced again."""
    return replace(state, spun=False, announced=False)
