"""651a.2(b): the betting areas of each player."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.core.layout import odds_on_sign
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue, paid, war_pays
from houseway.law import Rules

WIDTH, TALL, LOW = 60, 14, 10


def draw_layout(rules: Rules) -> Layout:
    """One position: the area of Tie Wagers above the one area of Initial and War Wagers. A War uses both again."""
    offers = catalogue(rules)
    initial, war = offers[INITIAL].pays, war_pays(rules)
    areas = (
        Area(TIE, 0, 0, WIDTH, LOW, ("TIE",), offers[TIE].pays, also=(TIE_ON_WAR,)),
        Area(INITIAL, 0, LOW, WIDTH, TALL, ("INITIAL AND WAR",), f"Initial {initial}, War {war}", also=(WAR,)),
    )
    words = (f"One such position for each of {rules.boxes} players",)
    layout = Layout("Casino War", str(rules.option("holder")), areas, words)
    if rules.option("payout_odds") == "layout":
        return layout
    return odds_on_sign(layout, paid(rules))
