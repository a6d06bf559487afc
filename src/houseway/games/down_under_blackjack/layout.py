"""685a.2(b): the betting areas of each player, and the words that must stand on the layout."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.equipment.masque import RANGES
from houseway.games.down_under_blackjack.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT
from houseway.games.down_under_blackjack.wagers import catalogue
from houseway.law import Rules

WIDTH, TALL, LOW = 66, 14, 8
RECTANGLES = tuple(f"{name.title()}, {'-'.join(ranks)}" for name, ranks in RANGES.items())  # for the dealer's hand


def draw_layout(rules: Rules) -> Layout:
    """One position: the insurance line, the Bet with what may be added to it, and Match-the-Dealer where it is offered."""
    offers = catalogue(rules)
    third = WIDTH // 3
    areas = [
        Area(INSURANCE, 0, 0, WIDTH, LOW, ("INSURANCE",), offers[INSURANCE].pays),
        Area(BET, 0, LOW, third, TALL, ("BET",), offers[BET].pays),
        Area(DOUBLE, third, LOW, third, TALL, ("DOUBLE", "DOWN"), offers[DOUBLE].pays),
        Area(SPLIT, 2 * third, LOW, third, TALL, ("SPLIT",), offers[SPLIT].pays),
    ]
    if MATCH in offers:
        areas.append(Area(MATCH, 0, LOW + TALL, WIDTH, LOW, ("MATCH THE DEALER",), offers[MATCH].pays))
    positions = f"One such position for each of {rules.boxes} players"
    return Layout("Down Under Blackjack", str(rules.option("holder")), tuple(areas), (*inscriptions(rules), positions))


def inscriptions(rules: Rules) -> tuple[str, ...]:
    """685a.2(b)(3), (4): the three places for the dealer's hand, and what the players must be told."""
    stands = rules.number("dealer_stands")
    return (
        *RECTANGLES,
        f"Blackjack pays {rules.payout('blackjack').odds}",
        f"Insurance pays {rules.payout('insurance').odds}",
        f"Dealer draws to {stands - 1} and stands on all {stands}s",
        "There is no surrender at this table",
    )
