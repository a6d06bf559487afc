"""617a.6: the four irregularities of a spin. Each is a "no spin": wagers stay, and the ball is spun again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import Irregularity, Refusal, Said, Step
from houseway.core.acts import unknown_irregularity
from houseway.core.frozen import replace
from houseway.games.roulette.state import State, no_spin
from houseway.law import Rules, cites
from houseway.law.roles import role_name

IRREGULARITIES: Mapping[str, str] = {
    "617a.6(a)": "No spin: the ball was spun in the direction of the wheel, and the dealer tries to take it out.",
    "617a.6(b)": "No spin: the ball did not complete the revolutions of a valid spin, and the dealer inspects it.",
    "617a.6(c)": "No spin: the ball left the wheel, and the dealer inspects it.",
    "617a.6(d)": "No spin: a foreign object entered the wheel, and the dealer tries to take the ball out.",
}
INSPECTS_BALL = ("617a.6(b)", "617a.6(c)")


def refuse_irregularity(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    """Refuse unless the dealer announces it while the ball is rotating."""
    unknown = unknown_irregularity(fact, IRREGULARITIES, cites("617a.6"))
    if unknown is not None:
        return unknown
    if fact.by != "dealer":
        return Refusal(f'"no spin" is announced by the dealer, not by {role_name(fact.by)}', cites(fact.cite))
    if not state.spun:
        return Refusal("no ball is rotating in the wheel", cites(fact.cite))
    return _refuse_about(rules, fact)


def _refuse_about(rules: Rules, fact: Irregularity) -> Refusal | None:
    """Refuse if the noted facts do not make it a no spin."""
    least, turns = rules.number("revolutions_min"), fact.about.get("revolutions", 0)
    if fact.cite == "617a.6(b)" and turns >= least:
        return Refusal(f"{turns} revolutions are a valid spin: it takes at least {least}", cites("617a.5(a)"))
    if fact.cite == "617a.6(a)" and fact.about.get("direction", "same") != "same":
        return Refusal(
            'this paragraph needs a ball spun with the wheel: note "direction": "same"', cites("617a.5(a)", fact.cite)
        )
    return None


def follow(state: State, cite: str, about: Mapping[str, Any]) -> Step[State]:
    """Announce no spin; a ball that fell short or left the wheel is inspected, unless the report gives the finding."""
    after = no_spin(state)
    if cite in INSPECTS_BALL:
        damaged = bool(about.get("damaged", False))
        if damaged or "damaged" not in about:
            after = replace(after, suspect=cite, damaged=damaged)
    return Step(after, said=(Said(IRREGULARITIES[cite], cites(cite), "result-voided", data={"by": "dealer"}),))
