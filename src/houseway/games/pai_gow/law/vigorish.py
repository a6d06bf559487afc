"""The vigorish: 5% of what was won, exact or rounded up to 25 cents (621a.10(k), 621a.11(o), (q) and (r))."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from houseway.law import Rules

RATE = Fraction(5, 100)


def vigorish(won_cents: int | Fraction, rounding_cents: int = 0, rate: Fraction = RATE) -> Fraction:
    """The charge on an amount won, rounded up to the next multiple if the table rounds."""
    charged = Fraction(won_cents) * rate
    return charged if not rounding_cents else Fraction(ceil(charged / rounding_cents) * rounding_cents)


def _rate(rules: Rules) -> Fraction:
    return Fraction(rules.number("vigorish_percent"), 100)


def vigorish_cents(rules: Rules, won_cents: int) -> int:
    """The charge at this table, at most the amount won; fractions of a cent go to the player (reading `exact_vigorish`)."""
    return min(won_cents, int(vigorish(won_cents, int(rules.option("vigorish.rounding_cents")), _rate(rules))))


def whole_cents(rules: Rules) -> int:
    """The unit whose multiples have a vigorish of whole cents: 1 if the vigorish is rounded."""
    return 1 if rules.option("vigorish.rounding_cents") else _rate(rules).denominator
