"""The results of a wager as a game counted them itself, where walking every outcome would take too long."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.law import Citation


@dataclass(frozen=True, slots=True)
class CountedOdds:
    """How a wager ends under one strategy: every net result per unit staked with its chance, and what decided it."""

    strategy: str | None
    results: tuple[tuple[Fraction, Fraction], ...]
    cites: tuple[Citation, ...]
    situation: str | None = None
    draws: Fraction = Fraction(1)  # how many results decide it on average; 0: not counted
    rounded: bool = False  # the chances are good to twelve digits or so, and not exact
    about: str = ""  # what the strategy is, and which other wagers are counted with this one
