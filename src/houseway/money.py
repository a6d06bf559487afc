"""Money in whole cents and payout odds as exact ratios.

There are no floats. A payout that is not a whole number of cents is `None`; the caller decides what follows.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NewType, Self

Cents = NewType("Cents", int)
LARGEST_CENTS = 10**12  # ten billion dollars: the largest amount in a command or submission

_ODDS = re.compile(r"([1-9][0-9]{0,8}) to ([1-9][0-9]{0,8})")


class OddsError(ValueError):
    """A text that is not payout odds."""


@dataclass(frozen=True, slots=True, order=False)
class Odds:
    """Payout odds as the law writes them: `Odds(35, 1)` is "35 to 1", the winnings per unit staked."""

    pays: int
    staked: int

    def __post_init__(self) -> None:
        for part in (self.pays, self.staked):
            if not isinstance(part, int) or isinstance(part, bool) or part < 1:
                raise OddsError(f"odds are two whole numbers of at least 1, not {self.pays!r} to {self.staked!r}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse "35 to 1"; for anything else, raise an error that says what would be right."""
        match = _ODDS.fullmatch(text)
        if match is None:
            raise OddsError(f'"{text}" is not payout odds; write them like "35 to 1"')
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.pays} to {self.staked}"

    @property
    def ratio(self) -> Fraction:
        """Winnings per unit staked."""
        return Fraction(self.pays, self.staked)

    @property
    def unit_cents(self) -> Cents:
        """The smallest stake whose winnings are a whole number of cents."""
        return Cents(self.staked // math.gcd(self.pays, self.staked))

    def winnings(self, stake_cents: Cents) -> Cents | None:
        """Winnings on a stake, or `None` if they are not a whole number of cents."""
        won, rest = divmod(stake_cents * self.pays, self.staked)
        return None if rest else Cents(won)


def dollars(cents: int) -> str:
    """Cents as dollars: `$1,234.50`, `-$5.00`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02d}"


def exact(value: Fraction | int) -> str:
    """A rational as text for JSON documents: "-1/36", "0", "3"."""
    return str(Fraction(value))


def signed(value: Fraction, digits: int = 4) -> str:
    """A rational as a signed decimal, rounded half away from zero: "-0.3151"."""
    scaled = abs(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return f"{'-' if value < 0 else '+'}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"
