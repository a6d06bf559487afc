"""621a.2(b): the betting areas of the six players, and the place of the Dead Hand."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.games.pai_gow.law.betting import catalogue
from houseway.games.pai_gow.law.state import WAGER
from houseway.law import Rules

BOX, TALL = 30, 14


def draw_layout(rules: Rules) -> Layout:
    """Six boxes as the dealer sees them, the first at the right; at the left the place of the Dead Hand."""
    holder, pays = str(rules.option("holder")), catalogue(rules)[WAGER].pays
    boxes = rules.boxes
    areas = tuple(
        Area(WAGER, (boxes - box) * BOX, TALL, BOX, TALL, (f"BOX {box}",), pays, seat=box)
        for box in range(1, boxes + 1)
    )
    dead_hand = Area("", 0, 0, BOX, TALL, ("DEAD HAND",), "")
    return Layout("Pai Gow", holder, areas, places=(dead_hand,))
