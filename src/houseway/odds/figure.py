"""A figure of an odds sheet: an exact fraction, or a `Rounded` float."""

from __future__ import annotations

from fractions import Fraction
from typing import Self


class Rounded(float):
    """A figure that was computed in floats: good to twelve significant digits, and never mistaken for an exact one.

    It prints with these digits. Adding to it or multiplying it gives a plain float.
    """

    __slots__ = ()
    exact = False

    def __new__(cls, value: float | Fraction) -> Self:
        """The nearest number of twelve digits."""
        return super().__new__(cls, f"{float(value):.12g}")

    def __str__(self) -> str:
        return f"{float(self):.12g}"

    def __repr__(self) -> str:
        return f"Rounded({self})"

    def __neg__(self) -> Rounded:
        return Rounded(-float(self))


Figure = Fraction | Rounded  # exact, or marked as rounded by its type
