"""619a.1(g): the betting spaces, one for each symbol, with its payout odds."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.games.big_six.symbols import SYMBOLS, shown
from houseway.games.big_six.wagers import catalogue
from houseway.law import Rules

WIDTH, ROW = 30, 18


def draw_layout(rules: Rules) -> Layout:
    """One row of seven spaces, each with its number of winning sections."""
    total, offers = rules.number("sections"), catalogue(rules)
    areas = tuple(
        Area(symbol, n * WIDTH, 0, WIDTH, ROW, (shown(rules, symbol), f"{count} of {total}"), offers[symbol].pays)
        for n, symbol in enumerate(SYMBOLS)
        for count in (rules.number(f"sections_{symbol}"),)
    )
    return Layout("Big Six Wheel", str(rules.option("holder")), areas)
