"""Figures as people and programs read them."""

from __future__ import annotations

from fractions import Fraction

ZERO = 5e-14  # less than this is rounding


def decimal(value: float) -> str:
    """Twelve significant digits, for programs."""
    return f"{value:.12g}" if abs(value) > ZERO else "0"


def percent(value: float | Fraction, digits: int = 3) -> str:
    """A share in percent, with its sign where it is negative."""
    text = f"{100 * float(value):.{digits}f}"
    return f"{text.removeprefix('-') if float(text) == 0 else text}%"
