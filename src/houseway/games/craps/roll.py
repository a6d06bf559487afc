"""One throw of the two dice as the wagers see it: its faces and the come out point before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from houseway.equipment.dice import Dice

POINTS = (4, 5, 6, 8, 9, 10)  # 623a.1, "come out point" and "come point"


@dataclass(frozen=True, slots=True)
class Roll:
    """A valid roll; `point` is the come out point before it, 0 on a come out roll.

    `all_work`: wagers that are inactive on a come out roll work although no point is on (reading `off_rolls`).
    """

    dice: Dice
    point: int = 0
    all_work: bool = False
    total: int = field(init=False, compare=False, repr=False)  # the sum of the two uppermost faces
    pair: tuple[int, int] = field(init=False, compare=False, repr=False)  # the two faces, the lower first
    # No come out point is on; so it is also while a shooter rolls only to decide Come Bets, with the marker off
    come_out: bool = field(init=False, compare=False, repr=False)
    wagers_off: bool = field(
        init=False, compare=False, repr=False
    )  # inactive wagers that were not called on stay as they are
    loser_7: bool = field(
        init=False, compare=False, repr=False
    )  # a 7 with a point on: the Pass Bet loses, the dice are passed
    point_made: bool = field(init=False, compare=False, repr=False)  # the come out point thrown again

    def __post_init__(self) -> None:
        total, (low, high) = sum(self.dice), sorted(self.dice)
        known = {"total": total, "pair": (low, high), "come_out": self.point == 0}
        known["wagers_off"] = self.point == 0 and not self.all_work
        known |= {"loser_7": self.point != 0 and total == 7, "point_made": total == self.point}
        for name, value in known.items():
            object.__setattr__(self, name, value)


@cache
def rolled(dice: Dice, point: int, all_work: bool = False) -> Roll:
    """One of the few rolls that there are, made once."""
    return Roll(dice, point, all_work)
