"""The schema of an edition of Chapter 619a."""

from __future__ import annotations

from houseway.games.big_six.symbols import SYMBOLS
from houseway.law import Shape

SHAPE = Shape(
    values={
        "diameter_inches_min": int,
        "sections": int,
        **{f"sections_{symbol}": int for symbol in SYMBOLS},
        "order": tuple,
        "revolutions_min": int,
    },
    lines=SYMBOLS,
    options=("symbols",),
)
