"""The vigorish: 5% of what was won, exact or rounded up to 25 cents (621a.10(k), 621a.11(o), (q) and (r))."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

RATE = Fraction(5, 100)


def vigorish(won_cents: int | Fraction, rounding_cents: int = 0, rate: Fraction = RATE) -> Fraction:
    """What is charged on an amount won; where it is rounded, to the next multiple at or above it."""
    charged = Fraction(won_cents) * rate
    return charged if not rounding_cents else Fraction(ceil(charged / rounding_cents) * rounding_cents)
