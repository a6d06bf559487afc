"""617a.5: the round of play.

opening ── wagers (the ball is spun meanwhile) ── no more bets ── at rest (spun and announced again while it is no spin)
── settled ── wagers …
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

from houseway.core import (
    BuyIn,
    CashOut,
    Chance,
    Done,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Outcome,
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
from houseway.core.frozen import changer, maker, replace
from houseway.core.game import Limit, table_limits
from houseway.core.wagering import place
from houseway.games.roulette import chips, steps
from houseway.games.roulette.irregularities import follow, refuse_irregularity
from houseway.games.roulette.offers import FIVE, catalogue, notices
from houseway.games.roulette.settlement import settle, winning_fives
from houseway.games.roulette.state import NO_WORK, Phase, State, WheelWork, no_spin
from houseway.games.roulette.wagers import decide, paid_by
from houseway.games.roulette.wheel import DOUBLE_ZERO, colour_of, covered, physical, spins, wheel_of
from houseway.law import Rules, cites
from houseway.law.roles import role_name

_step, _placed, _in_track = maker(Step[State]), changer(State, "placed"), changer(State, "spun")
_landed = changer(State, "spun", "announced", "phase", "pocket")
_next_round = changer(State, "phase", "bets_closed", "pocket", "placed")


def opening_state(rules: Rules) -> State:
    """A table whose wheel is still under its locked cover."""
    return State(Phase.OPENING)


def due(rules: Rules, state: State) -> Due:
    """The next act, in the law's order; a ball that may be damaged is inspected first."""
    if state.phase is Phase.BETTING and not state.suspect:
        return _window(rules, state.spun)
    works = _works(rules)
    if state.suspect:
        return Procedure("new-ball" if state.damaged else "inspect-ball", cites(state.suspect), may=works)
    match state.phase:
        case Phase.OPENING:
            return Procedure("opening", cites("617a.2(a)"), may=(*works, *_instead_of_opening(state)))
        case Phase.LOGGING:
            return Procedure("inspection-log", cites("617a.2(e)"), may=works)
        case Phase.COVERED if not state.secured:
            return Procedure("secure-wheel", cites("617a.2(f)"), waits=True)
        case Phase.COVERED:
            return Procedure("uncover-wheel", cites("617a.2(f)"), may=_instead_of_opening(state), waits=True)
        case Phase.LANDED:
            return Procedure("settle", cites("617a.5(e)"))
        case Phase.SPINNING if not state.spun:
            return Procedure("spin", cites("617a.5(a)"), may=works)
        case Phase.SPINNING if not state.announced:
            return Procedure("announce", cites("617a.5(b)"), announces=True, early=_ball_at_rest(rules))
    return _ball_at_rest(rules)


def _works(rules: Rules) -> tuple[str, ...]:
    """617a.2(c), (d): work on a wheel with movable parts."""
    return ("adjust-wheel", "replace-parts") if rules.option("movable_parts") else ()


@lru_cache(maxsize=64)
def _window(rules: Rules, spun: bool) -> Wagers:
    """617a.3(a): wagers are made, before the ball is spun and while it rotates."""
    needs, may = () if spun else ("spin",), ("secure-wheel", *_works(rules))
    return Wagers(cites("617a.3(a)"), needs, may, cites("617a.5(b)"), early=_ball_at_rest(rules))


@lru_cache(maxsize=64)
def _ball_at_rest(rules: Rules) -> Chance:
    return Chance("spin of the ball", spins(rules), cites("617a.5(b)"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 617a forbids beyond the core's own checks."""
    match fact:
        case Stepped():
            return steps.refuse(rules, state, fact)
        case Wager():
            return chips.refuse_wager(state, fact)
        case BuyIn():
            return _refuse_chips_now(rules, state) or chips.refuse_buy_in(state, fact)
        case NoMoreBets():
            return acts.refuse_announcer(fact, cites("617a.5(b)"))
        case Remove() if state.bets_closed:
            reason = "nobody may touch chips on the layout after no more bets until all wagers are settled"
            return Refusal(reason, cites("617a.5(b)"))
        case Working():
            return Refusal("a Roulette wager cannot be called on or off: it is settled as it lies", cites("617a.3(d)"))
        case Result():
            return _refuse_result(fact)
        case Done(procedure="secure-wheel"):
            return steps.refuse_cover(state)
        case Irregularity():
            return refuse_irregularity(rules, state, fact)
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Done():
            return _betting_again(rules, state, DONE[fact.procedure](rules, state, fact))
        case Wager():
            placed, moves = place(state.placed, fact)
            issued = chips.issued(state, fact.seat, fact.chips)
            after = chips.held(issued.state, fact.seat, -fact.cents)
            return _step(_placed(after, placed=placed), before=issued.said, moves=moves)
        case BuyIn():
            issued = chips.issued(state, fact.seat, fact.chips)
            return replace(issued, state=chips.held(issued.state, fact.seat, fact.cents))
        case CashOut():
            return chips.cashed_out(state, fact)
        case Remove():
            step = acts.layout_changed(state, fact)
            return replace(step, state=chips.held(step.state, fact.seat, sum(move.cents for move in step.moves)))
        case NoMoreBets():
            return acts.bets_closed(state, Phase.SPINNING, cites("617a.5(b)"), bets_closed=True, announced=True)
        case Result():
            return _betting_again(rules, state, _reported(rules, state, fact))
        case Irregularity():
            return _betting_again(rules, state, follow(state, str(fact.cite), fact.about))
        case _:
            return Step(state)


def _betting_again(rules: Rules, before: State, step: Step[State]) -> Step[State]:
    """617a.6: a reading says whether players may change their wagers after a no spin, until the next announcement."""
    after = step.state
    void = before.phase is Phase.SPINNING and after.phase is Phase.SPINNING and before.announced and not after.announced
    if not void or rules.reading("no_spin") != "may-be-changed":
        return step
    said = Said("Wagers may be changed until no more bets is announced again.", cites("617a.5(b)"))
    return replace(step, state=replace(after, phase=Phase.BETTING, bets_closed=False), said=(*step.said, said))


@lru_cache(maxsize=1024)
def limits(rules: Rules, wager: str) -> tuple[Limit, Limit]:
    """The table's limits; a reading says whether they apply to each fifth of a Five Adjacent Number Wager."""
    (low, why_low), (high, why_high) = table_limits(rules, wager)
    why_low, why_high = (*why_low, *cites("617a.1(f)(3)")), (*why_high, *cites("617a.1(f)(3)"))
    if not wager.startswith(FIVE) or rules.reading("five_adjacent_limits") != "each-fifth":
        return (low, why_low), (high, why_high)
    parts, five = rules.number("five_adjacent_numbers"), catalogue(rules)[wager].cite
    return (parts * low, (*why_low, five)), (parts * high, (*why_high, five))


def key(rules: Rules, state: State) -> Hashable:
    """Leave out chip colors, and keep of the ball's position only what it does to the wagers on the layout."""
    ball = (state.spun, state.announced, state.suspect, state.damaged)
    decided = _decided(rules, state, state.pocket) if state.phase is Phase.LANDED else ()
    return (state.phase, state.covered, state.secured, state.bets_closed, ball, decided, state.works, state.placed)


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """Everything is public."""
    return {
        "phase": state.phase.value,
        "wheel": wheel_of(rules),
        "spun": state.spun,
        "pocket": state.pocket,
        "chips": {str(each.seat): each.colour for each in state.chips},
        "notices": list(notices(rules)),
        "wagers": [{"seat": p.seat, "id": p.id, "cents": p.cents} for p in state.placed],
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """The settings that steps depend on: the wheel, its compartments, the replica, and how a winning fifth is paid."""
    return _settings(rules, bool(winning_fives(rules, state)), state.suspect, state.covered)


@lru_cache(maxsize=256)
def _settings(rules: Rules, fifth: bool, suspect: str, over: bool) -> Mapping[str, str]:
    return {
        "wheel": wheel_of(rules),
        "ring": physical(rules),
        "compartments": str(rules.option("compartments")),
        "replica": "yes" if rules.option("five_adjacent") else "no",
        "fifth": paid_by(rules) if fifth else "none",
        "ball": suspect,
        "cover": "on" if over else "off",
    }


def closing(rules: Rules, state: State) -> str | None:
    """617a.2(f): the wheel is covered and locked. 617a.3(b): no Roulette chips leave. 617a.2(e): all work is logged."""
    if not state.secured:
        return "secure-wheel"
    if state.chips:
        return "cash-in"
    return "inspection-log" if state.works else None


def _instead_of_opening(state: State) -> tuple[str, ...]:
    """Cover a wheel that stays closed, then log work that no inspection followed."""
    if not state.secured:
        return ("secure-wheel",)
    return ("cash-in",) * bool(state.chips) + ("inspection-log",) * bool(state.works)


def _decided(rules: Rules, state: State, pocket: str) -> Hashable:
    """The effect of a ball in this compartment on every wager on the layout."""
    return tuple(decide(placed.id, pocket, rules) for placed in state.placed)


def void(pocket: str, rules: Rules) -> bool:
    """617a.4(c)(2): is a ball in this compartment a no spin because 00 is covered?"""
    return covered(rules) and pocket == DOUBLE_ZERO


def _refuse_chips_now(rules: Rules, state: State) -> Refusal | None:
    """617a.2(a): a reading says whether Roulette chips are given out before the inspection is complete."""
    if state.phase is Phase.OPENING and rules.reading("chips_before_opening") == "not-given-out":
        return Refusal("the table is not open: Roulette chips are given out after the inspection", cites("617a.2(a)"))
    return None


def _refuse_result(fact: Result) -> Refusal | None:
    """617a.5(a): the dealer spins."""
    if fact.by not in ("", "dealer"):
        return Refusal(
            f"the dealer spins the ball and announces the number, not {role_name(fact.by)}", cites("617a.5(a)")
        )
    return None


def _reported(rules: Rules, state: State, fact: Result) -> Step[State]:
    """617a.5(a): only a valid spin has a result; one that is reported as invalid is a no spin under 617a.6."""
    least = rules.number("revolutions_min")
    if fact.data.get("direction") == "same":
        return follow(state, "617a.6(a)", {})
    if fact.data.get("revolutions", least) < least:
        return follow(state, "617a.6(b)", {})
    if state.announced:
        return _at_rest(rules, state, str(fact.value))
    if rules.reading("result_before_no_more_bets") == "void":
        may = "and may be changed" if state.phase is Phase.BETTING else "as they lie"
        text = f'No spin: the ball came to rest before "no more bets" was announced. Wagers stay {may}.'
        return Step(no_spin(state), said=(Said(text, cites("617a.5(b)"), "result-voided"),))
    step = _at_rest(rules, state, str(fact.value))
    if step.state.phase is not Phase.LANDED:
        return step
    closed = replace(step.state, bets_closed=True)
    return replace(step, state=closed, said=(*step.said, *acts.seen_early(cites("617a.5(b)"))))


def _at_rest(rules: Rules, state: State, pocket: str) -> Step[State]:
    """617a.5(c): announce and mark the number. 617a.4(c)(2): a ball in a covered 00 is a no spin and is spun again."""
    if void(pocket, rules):
        text = "No spin: the ball rests in 00, which is not in use. The spin is void, and the wheel is spun again."
        return Step(no_spin(state), said=(Said(text, cites("617a.4(c)(2)"), "result-voided"),))
    colour = colour_of(pocket, rules)
    said = Said(f"{pocket}, {colour}.", cites("617a.5(c)"), "result", data={"colour": colour})
    landed = _landed(state, spun=False, announced=False, phase=Phase.LANDED, pocket=pocket)
    return _step(landed, said=(said,))


def _opened(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.2(a): the inspection is complete; work done before it is logged first."""
    uncovered = replace(state, covered=False, secured=False)
    if not state.works and rules.reading("log_entries") == "every-inspection":
        uncovered = replace(uncovered, works=(WheelWork(NO_WORK),))
    if uncovered.works:
        return Step(replace(uncovered, phase=Phase.LOGGING))
    return _ready(rules, uncovered)


def _ready(rules: Rules, state: State) -> Step[State]:
    """Open for play. If "no more bets" was announced before, the wagers stay and the ball is spun (see the readings)."""
    text = "open again: wagers stay as they lie" if state.bets_closed else "open: place your wagers"
    said = [Said(f"The table is {text}.", cites("617a.2(a)"))]
    if covered(rules):
        told = notices(rules)
        data = {"notices": list(told)}
        said.append(Said(" ".join(told), cites("617a.1(e)(2)", "617a.4(c)(1)"), "notice", data=data))
    return Step(replace(state, phase=Phase.SPINNING if state.bets_closed else Phase.BETTING), said=tuple(said))


def _logged(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.2(e): one entry for each adjustment or replacement; the table opens if the inspection was made."""
    left = replace(state, works=state.works[1:])
    return _ready(rules, left) if state.phase is Phase.LOGGING and not left.works else Step(left)


def _worked(work: str, cite: str) -> Callable[[Rules, State, Done], Step[State]]:
    def worked(rules: Rules, state: State, fact: Done) -> Step[State]:
        """617a.2(c), (d): after work on the wheel, inspect it before the table opens again; a ball in the track is no spin."""
        noted: Mapping[str, Any] = fact.data.get(cite, {"noted": {}})["noted"]
        person = str(noted.get("name", "")), str(noted.get("credential", ""))
        made = WheelWork(work, *person, str(noted.get("description", "")), fact.at)
        after = replace(no_spin(state), phase=Phase.OPENING, covered=False, secured=False, works=(*state.works, made))
        text = f"No spin: the {work} was made while the ball was rotating. The ball is spun again after the inspection."
        return Step(after, said=(Said(text, cites(cite)),) if state.spun else ())

    return worked


def _secured(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.2(f): cover and lock the wheel; the table closes, and nobody leaves with Roulette chips (617a.3(b))."""
    covered_up = replace(no_spin(state), phase=Phase.COVERED, covered=True, secured=state.covered, bets_closed=False)
    step = chips.all_cashed_in(covered_up) if covered_up.secured else Step(covered_up)
    text = "No spin: the ball was in the track, and the dealer takes it out. No wager was on the layout."
    taken_out = (Said(text, cites("617a.2(f)"), "result-voided", data={"by": "dealer"}),) if state.spun else ()
    return replace(step, said=(*taken_out, *step.said))


def _uncovered(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.2(f), (a): the cover comes off, and the wheel is inspected before the table opens again."""
    return Step(replace(state, phase=Phase.OPENING))


def _cashed_in(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.3(b): at the close nobody leaves with Roulette chips."""
    return chips.all_cashed_in(state)


def _spun(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.5(a): the ball rotates in the track. 617a.6(a): spun in the direction of the wheel, it is no spin."""
    spin = fact.data.get("617a.5(a)", {})
    if spin and spin["noted"].get("direction") == "same":
        return follow(state, "617a.6(a)", {})
    return _step(_in_track(state, spun=True))


def _announced(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.5(b): while the ball rotates again, no more bets is announced again; the betting has stayed closed."""
    return acts.bets_closed(state, Phase.SPINNING, cites("617a.5(b)"), announced=True)


def _settled(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.5(e): wagers are settled, the point marker is lifted, and betting opens again."""
    settled = settle(rules, state)
    after = _next_round(state, phase=Phase.BETTING, bets_closed=False, pocket="", placed=())
    for each in settled:
        after = chips.held(after, each.seat, each.returned_cents)
    after, returned = chips.colours_returned(after)
    return Step(after, settled, after=returned)


def _ball_inspected(rules: Rules, state: State, fact: Done) -> Step[State]:
    """617a.6(b), (c): a damaged ball is replaced before gaming resumes."""
    seen = fact.data.get(f"{state.suspect} inspect", {})
    if seen and seen["noted"]["damaged"]:
        return Step(replace(state, damaged=True))
    return Step(replace(state, suspect=""))


def _ball_replaced(rules: Rules, state: State, fact: Done) -> Step[State]:
    said = Said("Gaming resumes with a new ball.", cites(state.suspect), "ball-replaced")
    return Step(replace(state, suspect="", damaged=False), said=(said,))


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Group compartments that decide every wager the same way, under the same paragraphs."""
    pocket = str(outcome)
    return pocket if void(pocket, rules) else _decided(rules, state, pocket)


DONE: Mapping[str, Callable[[Rules, State, Done], Step[State]]] = {
    "opening": _opened,
    "inspection-log": _logged,
    "adjust-wheel": _worked("adjustment", "617a.2(b)"),
    "replace-parts": _worked("replacement", "617a.2(d)"),
    "secure-wheel": _secured,
    "uncover-wheel": _uncovered,
    "cash-in": _cashed_in,
    "spin": _spun,
    "announce": _announced,
    "settle": _settled,
    "inspect-ball": _ball_inspected,
    "new-ball": _ball_replaced,
}
