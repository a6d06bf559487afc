"""Dice, the shaker that holds them and the electrical device that lights the winning areas."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import Any, NotRequired

from houseway.core import Moment, Outcome
from houseway.core.event_kinds import ActRefused, ResultTold
from houseway.core.frozen import frozen, replace
from houseway.law import BadInput, Rules
from houseway.law.errors import field_problem, shown
from houseway.law.fields import refuse_others
from houseway.law.local_time import local_time

FACES = (1, 2, 3, 4, 5, 6)
Dice = tuple[int, ...]


@lru_cache
def throws(count: int) -> Mapping[Dice, int]:
    """Every throw of this many dice, all equally likely."""
    return dict.fromkeys(product(FACES, repeat=count), 1)


def read_dice(fields: Mapping[str, Any], count: int) -> Dice:
    """Read the `dice` of a result, or raise an error that says what would be right."""
    dice = fields.get("dice")
    right = f'write {count} faces from 1 to 6, like "dice": {list(FACES[1 : count + 1])}'
    if not isinstance(dice, list | tuple) or len(dice) != count:
        raise BadInput(f"{field_problem(fields, 'dice', f'is not {count} dice')}; {right}")
    for face in dice:
        if not isinstance(face, int) or isinstance(face, bool) or face not in FACES:
            raise BadInput(f"dice: {shown(face)} is not a face of a die; {right}")
    return tuple(dice)


def read_throw(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """`Presentation.read_result` of a game with dice alone: `{"dice": [2, 3]}`, as many as the edition's value `dice` says."""
    count = rules.number("dice")
    refuse_others(fields, ("dice",), f'is not a field of a throw; write "dice": {list(FACES[1 : count + 1])}')
    return (read_dice(fields, count),), {}


@frozen
class Shaker:
    """A Sic Bo shaker with its dice inside: manual or automated.

    `complies`: are the dice made for an automated shaker? The others are about the shaker that this one replaced: since when its
    dice were in it (0: none were, or nobody knows), whether they comply, and until when they were.
    """

    kind: str
    dice_since: Moment = Moment(0)
    shaken: bool = False
    working: bool = True
    complies: bool = True
    other_since: Moment = Moment(0)
    other_complies: bool = True
    other_until: Moment = Moment(0)

    def shake(self) -> Shaker:
        """The dice are shaken and covered."""
        return replace(self, shaken=True)

    def replaced_by(self, kind: str, until: Moment) -> Shaker:
        """Another shaker takes over; the dice in this one are remembered for its return."""
        return Shaker(kind, other_since=self.dice_since, other_complies=self.complies, other_until=until)

    def rest(self) -> Shaker:
        """The round is over."""
        return replace(self, shaken=False)

    def fill(self, since: Moment, complies: bool = True) -> Shaker:
        """Dice are put in."""
        return replace(self, dice_since=since, shaken=False, complies=complies)

    def fail(self) -> Shaker:
        """It cannot be used."""
        return replace(self, working=False, shaken=False)


@frozen
class ElectricalDevice:
    """Three die values go in, the winning areas light up, and they are cleared after payment."""

    entered: tuple[int, ...] = ()
    lit: tuple[str, ...] = ()
    working: bool = True

    def enter(self, dice: Dice, winning: tuple[str, ...]) -> ElectricalDevice:
        """The values are entered; a working device lights the winning areas."""
        return replace(self, entered=dice, lit=winning if self.working else ())

    def clear(self) -> ElectricalDevice:
        """The lights go out."""
        return replace(self, entered=(), lit=())

    def fail(self) -> ElectricalDevice:
        """The device is unreliable, so its lights are ignored."""
        return replace(self, lit=(), working=False)

    def mend(self) -> ElectricalDevice:
        """It works again, with nothing entered."""
        return ElectricalDevice()


def hours_after(moment: Moment, hours: int) -> Moment:
    """This many elapsed hours later; a change of the clock does not matter."""
    return Moment(moment + hours * 3600)


def months_after(moment: Moment, months: int, zone: str) -> Moment:
    """The same day and time by the clock of a time zone this many calendar months later, or that month's last day."""
    start = local_time(moment, zone)
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    day = min(start.day, calendar.monthrange(year, month + 1)[1])
    return Moment(int(start.replace(year=year, month=month + 1, day=day, fold=0).timestamp()))


def typed_dice(line: str) -> Mapping[str, Any]:
    """The fields of a `result` command from a typed line, `2 3 4` or `234`."""
    faces = line.replace(",", " ").split()
    faces = list(faces[0]) if len(faces) == 1 else faces
    return {"dice": [int(face) if face.isdigit() else face for face in faces]}


def shown_dice(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """A throw as the fields of a `result` command."""
    assert isinstance(outcome, tuple)
    return {"dice": list(outcome)}


class DiceThrown(ResultTold):
    """A throw: its dice."""

    dice: list[int]


class ThrowRefused(ActRefused):
    """A refused act; for a throw, its dice."""

    dice: NotRequired[list[int]]


DICE_EVENTS: Mapping[str, type] = {"result": DiceThrown, "act-refused": ThrowRefused}  # for games with dice alone
