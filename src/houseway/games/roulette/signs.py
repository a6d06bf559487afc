"""617a.1(e)(2) and (f)(3): the signs at a Roulette table."""

from __future__ import annotations

from houseway.core.sign import Sign, limits_sign
from houseway.games.roulette.offers import notices
from houseway.games.roulette.wheel import covered
from houseway.law import Citation, Rules

LIMITS, NOTICE = Citation("617a.1(f)(3)"), Citation("617a.1(e)(2)")


def draw_signs(rules: Rules) -> tuple[Sign, ...]:
    """The limits; and what players must know where a double zero wheel is used as a single zero wheel."""
    needed = covered(rules)
    why = "" if needed else "no double zero wheel is used as a single zero wheel here"
    return (
        limits_sign(rules, LIMITS),
        Sign("double-zero", "Single zero Roulette", (NOTICE,), notices(rules), needed=needed, why=why),
    )
