"""623a.3(c) and 623a.2(f)(3): the limits, and the words on the inside wall of the table if the Fire Bet is offered."""

from __future__ import annotations

from houseway.core.sign import Sign, limits_sign, whole_dollars
from houseway.games.craps.wagers import catalogue
from houseway.law import Citation, Rules

LIMITS, FIRE = Citation("623a.3(c)"), Citation("623a.2(f)(3)")
POINTS_MADE = ("Four", "Five", "Six")
ACCEPTED = "Fire Bets are accepted only before a shooter's first come out roll"


def draw_signs(rules: Rules) -> tuple[Sign, ...]:
    """The limits of the table, and the Fire Bet."""
    fire = "fire" in catalogue(rules)
    why = "" if fire else "the Fire Bet is not offered"
    rows, lines = (_fire_odds(rules), (ACCEPTED, _fire_limits(rules))) if fire else ((), ())
    where = "on the inside wall of the table, for all players to see"
    return limits_sign(rules, LIMITS), Sign("fire-bet", "Fire Bet", (FIRE,), lines, rows, where, fire, why)


def _fire_odds(rules: Rules) -> tuple[tuple[str, str], ...]:
    lines = catalogue(rules)["fire"].payouts
    return tuple(
        (f"{made} different points made", str(line.odds)) for made, line in zip(POINTS_MADE, lines, strict=True)
    )


def _fire_limits(rules: Rules) -> str:
    low, high, step = (whole_dollars(rules.number(f"fire_{name}_cents")) for name in ("min", "max", "step"))
    return f"Fire Bets from {low} to {high}, in steps of {step}"


def fire_information(rules: Rules) -> tuple[str, ...]:
    """The odds by points made, when the wager is accepted, and its limits, as the layout's notes list them."""
    if "fire" not in catalogue(rules):
        return ()
    odds = "; ".join(f"{made.lower()} {pays}" for made, pays in _fire_odds(rules))
    return f"Fire Bet: {odds}", ACCEPTED, _fire_limits(rules)
