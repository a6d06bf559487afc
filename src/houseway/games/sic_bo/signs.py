"""625a.1(c)(3) and 625a.7(d): the signs at a Sic Bo table."""

from __future__ import annotations

from houseway.core.sign import Sign, odds_sign, out_of_order_sign
from houseway.games.sic_bo.layout import odds_by_kind
from houseway.law import Citation, Rules

ODDS, BROKEN = Citation("625a.1(c)(3)"), Citation("625a.7(d)")


def draw_signs(rules: Rules) -> tuple[Sign, ...]:
    """The payout odds if the layout does not show them, and one for an automated shaker that is out of order."""
    odds = {kind[:1].upper() + kind[1:]: pays for kind, pays in odds_by_kind(rules).items()}
    return (
        odds_sign(rules, ODDS, odds),
        out_of_order_sign("Automated Sic Bo shaker", BROKEN, rules.option("shaker") == "automated"),
    )
