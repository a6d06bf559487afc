"""651a.2(b)(4) and 651a.11(e): the signs at a Casino War table."""

from __future__ import annotations

from houseway.core.sign import Sign, odds_sign, out_of_order_sign
from houseway.games.casino_war.wagers import paid
from houseway.law import Citation, Rules

ODDS = Citation("651a.2(b)(4)")


def draw_signs(rules: Rules) -> tuple[Sign, ...]:
    """The payout odds if the layout does not show them, and one for a shuffler that is out of order."""
    device = "Card shuffling device"
    return (
        odds_sign(rules, ODDS, paid(rules)),
        out_of_order_sign(device, rules.cite("out_of_order"), rules.option("shuffler") != "manual"),
    )
