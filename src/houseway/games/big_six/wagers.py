"""619a.2(c) and 619a.3: a wager wins when the clapper rests at its symbol."""

from __future__ import annotations

from houseway.core import Kinds, Line
from houseway.law import Rules

WAGERS = Kinds[int]()

SYMBOLS = ("1", "2", "5", "10", "20", "joker", "flag")


def symbol_at(section: int, rules: Rules) -> str:
    """619a.1(b): the symbol of a section, counted clockwise from the joker."""
    return rules.names("order")[section]


def _permit(symbol: str) -> None:
    """A wager for each symbol: they differ in nothing but the symbol."""

    def wins(section: int, rules: Rules) -> Line | None:
        return Line(symbol) if symbol_at(section, rules) == symbol else None

    wins.__doc__ = f"The clapper rests at {f'a ${symbol} section' if symbol.isdigit() else f'the {symbol}'}."
    WAGERS.kind("619a.2(c)", wager=symbol, name=f"${symbol}" if symbol.isdigit() else symbol.title())(wins)


for _symbol in SYMBOLS:
    _permit(_symbol)
