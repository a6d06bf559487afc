"""619a.1(g): the spaces for wagers, each bound to its symbol, with its payout odds."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core import Area, Layout, Offer
from houseway.games.big_six.symbols import shown
from houseway.games.big_six.wagers import SYMBOLS
from houseway.law import Rules

WIDTH, ROW = 30, 18


def draw_layout(rules: Rules, offers: Mapping[str, Offer]) -> Layout:
    """One row of seven spaces, with the number of sections that win."""
    total = rules.number("sections")
    areas = tuple(
        Area(symbol, n * WIDTH, 0, WIDTH, ROW, (shown(rules, symbol), f"{count} of {total}"), offers[symbol].pays)
        for n, symbol in enumerate(SYMBOLS)
        for count in (rules.number(f"sections_{symbol}"),)
    )
    return Layout("Big Six Wheel", str(rules.option("holder")), areas)
