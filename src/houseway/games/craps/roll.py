"""One throw of the two dice as the wagers see it: its faces and the come out point before it."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.core.frozen import quick
from houseway.equipment.dice import Dice

POINTS = (4, 5, 6, 8, 9, 10)  # 623a.1, "come out point" and "come point"


@quick
@dataclass(frozen=True, slots=True)
class Roll:
    """A valid roll; `point` is the come out point before it, 0 on a come out roll."""

    dice: Dice
    point: int = 0

    @property
    def total(self) -> int:
        """The sum of the two uppermost faces."""
        return sum(self.dice)

    @property
    def pair(self) -> tuple[int, int]:
        """The two faces, the lower first."""
        low, high = sorted(self.dice)
        return low, high

    @property
    def come_out(self) -> bool:
        """Is no come out point on? Also true while a shooter, with the marker off, rolls only to decide Come Bets."""
        return self.point == 0

    @property
    def loser_7(self) -> bool:
        """A 7 with a come out point on: the Pass Bet loses and the dice are passed."""
        return self.point != 0 and self.total == 7

    @property
    def point_made(self) -> bool:
        """Is the come out point rolled again?"""
        return self.total == self.point
