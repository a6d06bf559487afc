"""From counts to figures: money, mean, deviation, and how far the simulated mean lies from the exact one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core.kernel import Tally
from houseway.money import exact as exact_text


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
    exact: Fraction | None
    z: float | None

    def as_json(self) -> dict[str, Any]:
        """As it stands in `houseway simulate --json`."""
        row = {name: getattr(self, name) for name in self.__slots__}
        return {**row, "exact": None if self.exact is None else exact_text(self.exact)}


def figures(tally: Tally, exact: Mapping[str, Fraction]) -> Figures:
    """What the values of a tally come to. Sums are exact; only the last step is a float."""
    values, stake = tally.values, tally.stake_cents
    count, net = sum(values.values()), sum(value * often for value, often in values.items())
    won, even, lost = (_often(values, sign) for sign in (1, 0, -1))
    worth = exact.get(tally.wager)
    money = (count, won, even, lost, count * stake, count * stake + net)
    if count < 2 * tally.shared:
        return Figures(tally.wager, *money, net / stake / count if count else None, None, None, None, worth, None)
    mean = Fraction(net, count)
    second = sum(((value - mean) ** 2 * often for value, often in values.items()), Fraction(0)) / count
    third = sum(((value - mean) ** 3 * often for value, often in values.items()), Fraction(0)) / count
    error = _error(tally, count, mean, second)
    deviation = math.sqrt(second)
    skewness = float(third) / deviation**3 if deviation else None
    distance = float(mean - worth * stake) / error if worth is not None and error else None
    return Figures(
        tally.wager, *money, float(mean / stake), float(second / stake**2), skewness, error / stake, worth, distance
    )


def _error(tally: Tally, count: int, mean: Fraction, variance: Fraction) -> float:
    """The standard error of the mean; where seats share rounds, by the spread of whole rounds."""
    if tally.squares is None:
        return math.sqrt(variance / (count // tally.shared - 1))
    each = Fraction(count, tally.rounds)  # wagers a round
    spread = Fraction(tally.squares, tally.rounds) - (mean * each) ** 2
    return math.sqrt(max(spread, Fraction(0)) / tally.rounds) / float(each)


def _often(values: Mapping[int, int], sign: int) -> int:
    """How often the net result had this sign."""
    return sum(often for net, often in values.items() if (net > 0) - (net < 0) == sign)
