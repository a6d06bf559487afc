"""619a.2: the round of play.

opening ── wagers ── no more bets ── spin (again while void) ── landed ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from houseway.core import (
    Chance,
    Done,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Outcome,
    Placed,
    Procedure,
    Refusal,
    Remove,
    Result,
    Said,
    Step,
    Stepped,
    Wager,
    Wagers,
    Working,
    acts,
)
from houseway.core.frozen import quick, replace
from houseway.core.wagering import collect_then_pay, shown_wagers
from houseway.games.big_six import steps
from houseway.games.big_six.symbols import shown, themed
from houseway.games.big_six.wagers import WAGERS, symbol_at
from houseway.law import Rules, cites
from houseway.law.roles import at_least, spoken


class Phase(StrEnum):
    """What comes next in a round."""

    OPENING = "opening"
    BETTING = "betting"
    SPINNING = "spinning"
    LANDED = "landed"


@quick
@dataclass(frozen=True, slots=True)
class State:
    """A Big Six table between and during rounds. `section` is where the clapper rests, -1 until it does."""

    phase: Phase
    section: int = -1
    placed: tuple[Placed, ...] = ()


VOID_SPINS = {
    "619a.2(b)": "The wheel did not complete the revolutions of a valid spin: it is spun again.",
    "619a.2(d)": "The clapper rests between two sections: the spin is void and the wheel is spun again.",
}


def opening_state(rules: Rules) -> State:
    """A table whose wheel and layout have not been inspected yet."""
    return State(Phase.OPENING)


def due(rules: Rules, state: State) -> Due:
    """The law's order of the round."""
    match state.phase:
        case Phase.OPENING:
            return Procedure("opening", cites("619a.1"))
        case Phase.SPINNING:
            return Chance("spin of the wheel", spins(rules.number("sections")), cites("619a.2(a)"))
        case Phase.LANDED:
            return Procedure("settle", cites("619a.2(e)"))
    return Wagers(cites("619a.1(g)(2)"), closes=cites("619a.2(a)"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 619a forbids beyond the core's own checks."""
    match fact:
        case NoMoreBets():
            return acts.refuse_announcer(fact, cites("619a.2(a)"))
        case Result(by=by) if by not in ("", "dealer"):
            return Refusal(f"the wheel is spun by the dealer, not by {spoken(by)}", cites("619a.2(b)"))
        case Remove() if state.phase is not Phase.BETTING:
            return acts.refuse_removal(cites("619a.2(a)", "619a.2(c)"))
        case Result(data=data) if data.get("revolutions", rules.number("revolutions_min")) < rules.number(
            "revolutions_min"
        ):
            least = rules.number("revolutions_min")
            return Refusal(
                f"{data['revolutions']} revolutions are not a valid spin, which takes at least {least}: spin again",
                cites("619a.2(b)"),
            )
        case Working():
            return Refusal("a wager here is always on: the next spin decides it", cites("619a.2(c)"))
        case Stepped():
            return steps.refuse(rules, fact)
        case Irregularity():
            return _refuse_irregularity(state, fact)
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case NoMoreBets():
            return acts.bets_closed(state, Phase.SPINNING, cites("619a.2(a)"))
        case Result(value=section):
            assert isinstance(section, int)
            symbol = symbol_at(section, rules)
            landed = Said(
                f"The clapper rests at {shown(rules, symbol)}.",
                cites("619a.2(c)"),
                "result",
                data={"symbol": symbol},
            )
            return Step(replace(state, phase=Phase.LANDED, section=section), said=(landed,))
        case Done(procedure="opening"):
            return acts.opened_for_wagers(state, Phase.BETTING, cites("619a.1"))
        case Done():
            return _settled(rules, state)
        case Irregularity(cite=cite):
            return Step(state, said=(Said(VOID_SPINS[cite], cites(cite), "result-voided"),))
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """Sections with the same symbol are the same state."""
    return (state.phase, state.placed, symbol_at(state.section, rules) if state.phase is Phase.LANDED else "")


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """Everything is public."""
    return {
        "phase": state.phase.value,
        "section": state.section,
        "wagers": shown_wagers(state.placed),
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """Whether the wheel has themed symbols, whose approval must be checked."""
    return {"symbols": "themed" if themed(rules) else "dollar"}


@lru_cache
def spins(sections: int) -> Mapping[Outcome, int]:
    """All sections are equally likely, because they are equally spaced."""
    return dict.fromkeys(range(sections), 1)


def _settled(rules: Rules, state: State) -> Step[State]:
    """619a.2(e): losing wagers are collected first, then winning ones paid."""
    settled = collect_then_pay(state.placed, lambda placed: WAGERS.decide(placed.id, state.section, rules))
    return Step(State(Phase.BETTING), settled)


# 619a.2(b) and (d): the spin is void and repeated; wagers stay, and betting stays closed
def _refuse_irregularity(state: State, fact: Irregularity) -> Refusal | None:
    unknown = acts.unknown_irregularity(fact, VOID_SPINS, cites("619a.2"))
    if unknown is not None:
        return unknown
    if fact.by != "dealer" and not at_least(fact.by, "floorperson"):
        return Refusal(f"the wheel is spun again by the dealer, not by {spoken(fact.by)}", cites(fact.cite))
    if state.phase is not Phase.SPINNING:
        return Refusal("no spin is under way", cites(fact.cite))
    return None


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Group sections by symbol."""
    assert isinstance(outcome, int)
    return symbol_at(outcome, rules)
