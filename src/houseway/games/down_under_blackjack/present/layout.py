"""685a.2(b): the betting areas of each player, and the required wording."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.core.layout import odds_on_sign
from houseway.equipment.card_reader import RANGES
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT
from houseway.games.down_under_blackjack.law.wagers import catalogue
from houseway.games.down_under_blackjack.present.signs import paid
from houseway.law import Rules

WIDTH, TALL, LOW, GAP = 66, 14, 12, 4
RECTANGLES = tuple(f"{name.title()}, {'-'.join(ranks)}" for name, ranks in RANGES.items())  # for the dealer's hand


def draw_layout(rules: Rules) -> Layout:
    """The areas for the dealer's hand, and one position: insurance, the Bet and added wagers, Match-the-Dealer."""
    offers = catalogue(rules)
    third, line, bet = WIDTH // 3, LOW + GAP, 2 * LOW + GAP
    areas = [
        Area(INSURANCE, 0, line, WIDTH, LOW, ("INSURANCE",), offers[INSURANCE].pays),
        Area(BET, 0, bet, third, TALL, ("BET",), offers[BET].pays),
        Area(DOUBLE, third, bet, third, TALL, ("DOUBLE", "DOWN"), offers[DOUBLE].pays),
        Area(SPLIT, 2 * third, bet, third, TALL, ("SPLIT",), offers[SPLIT].pays),
    ]
    if MATCH in offers:
        areas.append(Area(MATCH, 0, bet + TALL, WIDTH, LOW, ("MATCH THE DEALER",), offers[MATCH].pays))
    places = tuple(Area("", n * third, 0, third, LOW, (text,), "") for n, text in enumerate(RECTANGLES))
    words = (*inscriptions(rules), f"One such position for each of {rules.boxes} players")
    signs = () if rules.option("no_surrender") == "layout" else (str(rules.option("wording.no_surrender")),)
    holder = str(rules.option("holder"))
    layout = Layout("Down Under Blackjack", holder, tuple(areas), words, places=places, signs=signs)
    if rules.option("payout_odds") == "layout":
        return layout
    return odds_on_sign(layout, paid(rules))


def inscriptions(rules: Rules) -> tuple[str, ...]:
    """685a.2(b)(4): the notices on the layout; the notice that there is no surrender may be a sign instead."""
    no_surrender = str(rules.option("wording.no_surrender"))
    return (
        f"Blackjack pays {rules.payout('blackjack').odds}",
        f"Insurance pays {rules.payout('insurance').odds}",
        str(rules.option("wording.dealer_rule")),
        *((no_surrender,) if rules.option("no_surrender") == "layout" else ()),
    )
