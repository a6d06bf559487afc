"""Format figures for people and programs."""

from __future__ import annotations

from fractions import Fraction

ZERO = 5e-14  # smaller values are rounding errors


def decimal(value: float) -> str:
    """Twelve significant digits, for programs."""
    return f"{value:.12g}" if abs(value) > ZERO else "0"


def percent(value: float | Fraction, digits: int = 3) -> str:
    """A share in percent, with a sign if negative."""
    text = f"{100 * float(value):.{digits}f}"
    return f"{text.removeprefix('-') if float(text) == 0 else text}%"
