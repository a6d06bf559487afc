"""From counts to figures: money, mean, deviation, and how far the simulated mean is from the exact one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core.kernel import Tally
from houseway.money import exact as exact_text


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The value of a wager per unit staked, from `houseway odds`."""

    value: Fraction
    rounded: bool = False  # good to about twelve digits, not exact

    def __str__(self) -> str:
        """The same columns as on the odds sheet."""
        return f"{float(self.value):.12g}" if self.rounded and self.value.denominator > 2 else exact_text(self.value)


ExactValues = Mapping[tuple[int, str], ExactValue]  # (first seat of a group of equal seats, wager)


@dataclass(frozen=True, slots=True)
class Figures:
    """One wager: counts and money are whole numbers, the rest is per unit staked."""

    id: str
    count: int
    win: int
    push: int
    lose: int
    staked_cents: int
    returned_cents: int
    mean: float | None
    variance: float | None
    skewness: float | None
    standard_error: float | None
    exact: ExactValue | None
    z: float | None
    player: str = ""  # if players are reported separately

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        row = {name: getattr(self, name) for name in self.__slots__ if name != "player"}
        who = {"player": self.player} if self.player else {}
        return {**who, **row, "exact": None if self.exact is None else str(self.exact)}


def figures(tally: Tally, exact: ExactValues, player: str = "") -> Figures:
    """The figures of a tally. Sums are exact; only the last step is a float."""
    values, stake = tally.values, tally.stake_cents
    count, net = sum(values.values()), sum(value * often for value, often in values.items())
    won, even, lost = (_often(values, sign) for sign in (1, 0, -1))
    worth = exact.get((tally.sitting, tally.wager))
    money = (count, won, even, lost, count * stake, count * stake + net)
    if count < 2 * tally.shared:
        mean = net / stake / count if count else None
        return Figures(tally.wager, *money, mean, None, None, None, worth, None, player)
    average = Fraction(net, count)
    second = sum(((value - average) ** 2 * often for value, often in values.items()), Fraction(0)) / count
    third = sum(((value - average) ** 3 * often for value, often in values.items()), Fraction(0)) / count
    error = _error(tally, count, average, second)
    deviation = math.sqrt(second)
    skewness = float(third) / deviation**3 if deviation else None
    distance = float(average - worth.value * stake) / error if worth is not None and error else None
    spread = float(second / stake**2)
    return Figures(
        tally.wager, *money, float(average / stake), spread, skewness, error / stake, worth, distance, player
    )


def _error(tally: Tally, count: int, mean: Fraction, variance: Fraction) -> float:
    """The standard error of the mean; if seats share rounds, from the spread of whole rounds."""
    if tally.squares is None:
        return math.sqrt(variance / (count // tally.shared - 1))
    each = Fraction(count, tally.rounds)  # wagers per round
    spread = Fraction(tally.squares, tally.rounds) - (mean * each) ** 2
    return math.sqrt(max(spread, Fraction(0)) / tally.rounds) / float(each)


def _often(values: Mapping[int, int], sign: int) -> int:
    """The number of net results with this sign."""
    return sum(often for net, often in values.items() if (net > 0) - (net < 0) == sign)
