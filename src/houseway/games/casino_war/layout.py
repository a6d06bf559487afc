"""651a.2(b): the betting areas of each player."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue
from houseway.law import Rules

WIDTH, TALL, LOW = 60, 14, 10


def draw_layout(rules: Rules) -> Layout:
    """One position: the Tie Wager area above the Initial and War Wager area; a War reuses both."""
    offers = catalogue(rules)
    half = WIDTH // 2
    areas = (
        Area(TIE, 0, 0, half, LOW, ("TIE",), offers[TIE].pays),
        Area(TIE_ON_WAR, half, 0, half, LOW, ("TIE", "on the War deal"), offers[TIE_ON_WAR].pays),
        Area(INITIAL, 0, LOW, half, TALL, ("INITIAL",), offers[INITIAL].pays),
        Area(WAR, half, LOW, half, TALL, ("WAR",), offers[WAR].pays),
    )
    words = (f"One such position for each of {rules.boxes} players",)
    return Layout("Casino War", str(rules.option("holder")), areas, words)
