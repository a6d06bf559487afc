"""625a.1(c)(3) and 625a.7(d): the signs at a Sic Bo table."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core.sign import Sign, odds_sign, out_of_order_sign
from houseway.games.sic_bo.layout import odds_by_kind
from houseway.law import Citation, Rules

ODDS, BROKEN = Citation("625a.1(c)(3)"), Citation("625a.7(d)")


def draw_signs(rules: Rules) -> tuple[Sign, ...]:
    """The payout odds if the layout does not show them, and one for an automated shaker that is out of order."""
    return (
        odds_sign(rules, ODDS, _by_odds(odds_by_kind(rules))),
        out_of_order_sign("Automated Sic Bo shaker", BROKEN, rules.option("shaker") == "automated"),
    )


def _by_odds(odds: Mapping[str, str]) -> dict[str, str]:
    """Totals with equal odds in one row: Total value 4 or 17."""
    total = "total value "
    rows: dict[str, str] = {}
    for kind, pays in odds.items():
        alike = [other.removeprefix(total) for other in odds if other.startswith(total) and odds[other] == pays]
        if not kind.startswith(total):
            rows[kind[:1].upper() + kind[1:]] = pays
        elif kind == total + alike[0]:
            *most, last = alike
            rows[f"Total value {', '.join(most)}{' or ' if most else ''}{last}"] = pays
    return rows
