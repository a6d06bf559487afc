"""619a.2(c) and 619a.3: a wager wins when the clapper rests at its symbol."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.core import Kinds, Line, Offer
from houseway.core.frozen import replace
from houseway.games.big_six.symbols import SYMBOLS, named, own, shown
from houseway.law import Rules

WAGERS = Kinds[int]()


def symbol_at(section: int, rules: Rules) -> str:
    """619a.1(b): the symbol of a section, counted clockwise from the joker."""
    return rules.names("order")[section]


def _permit(symbol: str) -> None:
    """Register the wager on one symbol."""

    def wins(section: int, rules: Rules) -> Line | None:
        return Line(symbol) if symbol_at(section, rules) == symbol else None

    wins.__doc__ = f"The clapper rests at {f'a ${symbol} section' if symbol.isdigit() else f'the {symbol}'}."
    WAGERS.kind("619a.2(c)", wager=symbol, name=f"${symbol}" if symbol.isdigit() else symbol.title())(wins)


for _symbol in SYMBOLS:
    _permit(_symbol)


@lru_cache
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """A wager for each symbol, named as the wheel shows it."""
    return {
        wager: replace(offer, name=named(rules, wager), says=_when(rules, wager, offer.says))
        for wager, offer in WAGERS.catalogue(rules).items()
    }


def _when(rules: Rules, symbol: str, says: str) -> str:
    """619a.1(c): when a wager wins, in terms of the picture that the wheel shows instead of the law's."""
    if own(symbol) == shown(rules, symbol):
        return says
    return f"The clapper rests at a section that shows the {shown(rules, symbol)}."
