"""One throw of the two dice as the wagers see it: what it shows, and the come out point that it was thrown on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from houseway.equipment.dice import Dice

POINTS = (4, 5, 6, 8, 9, 10)  # 623a.1, "come out point" and "come point"


@dataclass(frozen=True, slots=True)
class Roll:
    """A valid roll; `point` is the come out point before it, 0 on a come out roll."""

    dice: Dice
    point: int = 0
    total: int = field(init=False, compare=False, repr=False)  # the sum of the two uppermost faces

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.dice))

    @property
    def pair(self) -> tuple[int, int]:
        """The two faces, the lower first."""
        low, high = sorted(self.dice)
        return low, high

    @property
    def come_out(self) -> bool:
        """Is no come out point on? So it is also while a shooter rolls only to decide Come Bets, with the marker off."""
        return self.point == 0

    @property
    def loser_7(self) -> bool:
        """A 7 with a come out point on: the Pass Bet loses and the dice are passed."""
        return self.point != 0 and self.total == 7

    @property
    def point_made(self) -> bool:
        """The come out point thrown again."""
        return self.total == self.point


@cache
def rolled(dice: Dice, point: int) -> Roll:
    """One of the few rolls that there are, made once."""
    return Roll(dice, point)
