"""A figure of an odds sheet: an exact fraction, or one of a type that says that it is rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Self


class Rounded(float):
    """A figure that was worked out in floats: good to twelve significant digits, never to be taken for an exact one.

    It is printed as these digits. Adding to it or multiplying it gives a plain float.
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


Figure = Fraction | Rounded  # a figure of an odds sheet: exact, or rounded and of a type that says so
