"""Results of a wager computed by the game itself, where walking every outcome would take too long."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.law import Citation


@dataclass(frozen=True, slots=True)
class CountedOdds:
    """How a wager ends under one strategy: every net result per unit staked with its chance, and the deciding paragraphs."""

    strategy: str | None
    results: tuple[tuple[Fraction, Fraction], ...]
    cites: tuple[Citation, ...]
    situation: str | None = None
    draws: Fraction = Fraction(1)  # average number of results until it is decided; 0: not counted
    rounded: bool = False  # the chances are not exact, but good to about twelve digits
    about: str = ""  # describes the strategy, and which other wagers are counted with this one
