"""619a.2: the round of play.

opening ── wagers ── no more bets ── spin (announced and spun again while void) ── landed ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
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
from houseway.core.frozen import frozen, replace
from houseway.core.wagering import collect_then_pay, shown_wagers
from houseway.games.big_six import steps
from houseway.games.big_six.symbols import shown, themed
from houseway.games.big_six.wagers import WAGERS, symbol_at
from houseway.law import Rules, cites
from houseway.law.roles import at_least, role_name


class Phase(StrEnum):
    """The next step of a round."""

    OPENING = "opening"
    BETTING = "betting"
    SPINNING = "spinning"
    RESPIN = "respin"
    LANDED = "landed"


@frozen
class State:
    """A Big Six table between and during rounds.

    `section` is where the clapper rests, -1 until it does.
    """

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
            return _spin(rules)
        case Phase.RESPIN:
            return Procedure("announce", cites("619a.2(a)"), announces=True, early=_spin(rules))
        case Phase.LANDED:
            return Procedure("settle", cites("619a.2(e)"))
    return Wagers(cites("619a.1(g)(2)"), closes=cites("619a.2(a)"), early=_spin(rules))


def _spin(rules: Rules) -> Chance:
    return Chance("spin of the wheel", spins(rules.number("sections")), cites("619a.2(a)"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 619a forbids beyond the core's own checks."""
    match fact:
        case Wager(how="verbal") if rules.reading("verbal_wagers") == "not-accepted":
            return acts.refuse_verbal(cites("619a.1(g)(2)", "619a.2(c)"))
        case NoMoreBets():
            return acts.refuse_announcer(fact, cites("619a.2(a)"))
        case Result(by=by) if by not in ("", "dealer"):
            return Refusal(f"the wheel is spun by the dealer, not by {role_name(by)}", cites("619a.2(b)"))
        case Remove() if state.phase is not Phase.BETTING:
            return acts.refuse_removal(cites("619a.2(a)", "619a.2(c)"))
        case Working():
            return Refusal("a wager here is always on: the next spin decides it", cites("619a.2(c)"))
        case Stepped():
            return steps.refuse(rules, fact)
        case Irregularity():
            return _refuse_irregularity(rules, state, fact)
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case NoMoreBets():
            return acts.bets_closed(state, Phase.SPINNING, cites("619a.2(a)"))
        case Result():
            return _at_rest(rules, state, fact)
        case Done(procedure="opening"):
            return acts.opened_for_wagers(state, Phase.BETTING, cites("619a.1"))
        case Done(procedure="announce"):
            return acts.bets_closed(state, Phase.SPINNING, cites("619a.2(a)"))
        case Done():
            return _settled(rules, state)
        case Irregularity(cite=cite):
            return _void(rules, state, str(cite))
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """Sections with the same symbol are the same state."""
    symbol = symbol_at(state.section, rules) if state.phase is Phase.LANDED else ""
    return (state.phase, state.placed, symbol)


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


def _at_rest(rules: Rules, state: State, fact: Result) -> Step[State]:
    """619a.2(c): the clapper rests in a section. A spin reported as short is void; an unannounced one is a reading."""
    section, least = fact.value, rules.number("revolutions_min")
    assert isinstance(section, int)
    if fact.data.get("revolutions", least) < least:
        return _void(rules, state, "619a.2(b)")
    early = state.phase in (Phase.BETTING, Phase.RESPIN)
    if early and rules.reading("result_before_no_more_bets") == "void":
        may = "and may be changed" if state.phase is Phase.BETTING else "as they lie"
        text = f'The wheel was spun before "no more bets" was announced: the spin is void. Wagers stay {may}.'
        return Step(state, said=(Said(text, cites("619a.2(a)"), "result-voided"),))
    symbol = symbol_at(section, rules)
    text = f"The clapper rests at {shown(rules, symbol)}."
    landed = Said(text, cites("619a.2(c)"), "result", data={"symbol": symbol})
    told = (landed, *acts.seen_early(cites("619a.2(a)"))) if early else (landed,)
    return Step(replace(state, phase=Phase.LANDED, section=section), said=told)


def _void(rules: Rules, state: State, cite: str) -> Step[State]:
    """619a.2(b), (d): the spin is void and repeated, after its own announcement; wagers stay.

    Betting that was closed stays closed, unless the reading lets players change their wagers until the next announcement.
    """
    said = Said(VOID_SPINS[cite], cites(cite), "result-voided")
    if state.phase is Phase.BETTING:
        return Step(state, said=(said,))
    if rules.reading("void_spin") == "may-be-changed":
        again = Said("Wagers may be changed until no more bets is announced again.", cites("619a.2(a)"))
        return Step(replace(state, phase=Phase.BETTING), said=(said, again))
    return Step(replace(state, phase=Phase.RESPIN), said=(said,))


def _refuse_irregularity(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    unknown = acts.unknown_irregularity(fact, VOID_SPINS, cites("619a.2"))
    if unknown is not None:
        return unknown
    if fact.by != "dealer" and not at_least(fact.by, "floorperson"):
        return Refusal(f"the wheel is spun again by the dealer, not by {role_name(fact.by)}", cites(fact.cite))
    if state.phase not in (Phase.BETTING, Phase.SPINNING, Phase.RESPIN):
        return Refusal("no spin is under way", cites(fact.cite))
    return _refuse_about(rules, fact)


def _refuse_about(rules: Rules, fact: Irregularity) -> Refusal | None:
    """Refuse if the noted facts do not make the spin void."""
    least, turns = rules.number("revolutions_min"), fact.about.get("revolutions", 0)
    if turns >= least:
        return Refusal(f"{turns} revolutions are a valid spin: it takes at least {least}", cites("619a.2(b)"))
    between, count = fact.about.get("between"), rules.number("sections")
    if (
        between is None
        or sorted(between) in ([n, n + 1] for n in range(count - 1))
        or sorted(between) == [0, count - 1]
    ):
        return None
    reason = f'the clapper rests between two neighboring sections: note them as "between", like [0, 1], from 0 to {count - 1}'
    return Refusal(reason, cites(fact.cite))


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Group sections by symbol."""
    assert isinstance(outcome, int)
    return symbol_at(outcome, rules)
