"""623a.2(f)(3): what stands on the inside wall of the table where the Fire Bet is offered."""

from __future__ import annotations

from houseway.games.craps.wagers import catalogue
from houseway.law import Rules
from houseway.money import dollars

POINTS_MADE = ("four", "five", "six")


def fire_information(rules: Rules) -> tuple[str, ...]:
    """The odds by points made, when the wager is accepted, and its limits."""
    if "fire" not in catalogue(rules):
        return ()
    lines = catalogue(rules)["fire"].payouts
    odds = "; ".join(f"{made} points {line.odds}" for made, line in zip(POINTS_MADE, lines, strict=True))
    low, high, step = (dollars(rules.number(f"fire_{name}_cents")) for name in ("min", "max", "step"))
    return (
        f"Fire Bet: {odds}",
        "Fire Bets are accepted only before a shooter's first come out roll",
        f"Fire Bets from {low} to {high}, in steps of {step}",
    )
