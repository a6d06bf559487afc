"""623a.7 to 623a.11: the sequence of a roll, for Craps and Mini-Craps.

opening ── wagers (the dice are offered, taken, passed meanwhile) ── throw (void: back to the wagers) ── called ── settled ──
wagers …
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from houseway.core import (
    BuyIn,
    CashOut,
    Chance,
    Choose,
    Done,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Offer,
    Procedure,
    Refusal,
    Remove,
    Result,
    Role,
    Said,
    Step,
    Stepped,
    Wager,
    Wagers,
    Working,
)
from houseway.core.acts import refuse_report
from houseway.core.frozen import changer, maker, replace
from houseway.core.game import Limit
from houseway.core.wagering import find
from houseway.equipment.dice import Dice, throws
from houseway.games.craps import betting, shooter, steps
from houseway.games.craps.irregularities import IRREGULARITIES, crew, faces_found, throw_callers
from houseway.games.craps.settlement import settle
from houseway.games.craps.state import Phase, State
from houseway.games.craps.wagers import MOVES, as_made, catalogue, family_cite
from houseway.games.craps.wagers.odds import odds_line
from houseway.law import Citation, Rules, cites

MADE = cites("623a.4(a)", "623a.4(b)")  # before the dice are thrown, with chips or plaques
OPENING = Procedure("opening", cites("623a.2"))
SETTLE = {"craps": Procedure("settle", cites("623a.9(d)")), "mini-craps": Procedure("settle", cites("623a.9(e)"))}
_betting, _step = maker(Wagers), maker(Step[State])


@cache
def _throw(dice: int) -> Chance:
    """623a.8(a): the shooter throws this many dice."""
    return Chance("throw of the dice", throws(dice), cites("623a.8(a)"))


@cache
def _out(dice: int) -> Chance:
    """623a.4(a): the same after the announcement that the dice are out, which ends the betting."""
    return Chance("throw of the dice", throws(dice), cites("623a.4(a)"))


@cache
def _lies(dice: Dice) -> Chance:
    """623a.9(a): dice that were seen must still be called, as they lie."""
    return Chance("throw that has been seen", dict.fromkeys((dice, dice[::-1]), 1), cites("623a.9(a)"))


@lru_cache(maxsize=256)
def _window(needs: tuple[str, ...], seat: int, dice: int) -> Wagers:
    """Wagers are made while a seat has the dice; the throw ends that, without an announcement (623a.4(a))."""
    return Wagers(MADE, needs, asked=shooter.may_pass(seat), early=_throw(dice))


NO_MORE_BETS = (Said("No more bets; the dice are out.", (), "no-more-bets"),)  # a courtesy: no paragraph asks for it
BETTING, THROWN, CALLED = Phase.BETTING, Phase.THROWN, Phase.CALLED
_in_phase, _with_dice = changer(State, "phase"), changer(State, "phase", "dice")


@lru_cache(maxsize=64)
def _settings(rules: Rules, going_on: bool) -> Mapping[str, str]:
    return {
        "game": rules.game,
        "control": "stickperson" if rules.option("stickperson") else "dealer",
        "play": "going-on" if going_on else "commencing",
        "fire": "offered" if "fire" in catalogue(rules) else "none",
    }


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State(Phase.OPENING)


def due(rules: Rules, state: State) -> Due:
    """The law's order of the roll."""
    phase = state.phase
    if phase is BETTING:
        if state.shooter:
            return _window(shooter.needs(state), shooter.passer(rules, state), rules.number("dice_selected"))
        early = _throw(rules.number("dice_selected"))
        return _betting(MADE, shooter.needs(state), asked=shooter.asked(rules, state), early=early)
    if phase is THROWN:
        seen = state.dice and rules.reading("dice_seen") == "closes-the-betting"
        return _lies(state.dice) if seen else _out(rules.number("dice_selected"))
    return SETTLE[rules.game] if phase is CALLED else OPENING


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 623a forbids beyond the core's own checks."""
    match fact:
        case Stepped():
            return steps.refuse(rules, state, fact)
        case Wager():
            return betting.refuse_wager(rules, state, fact)
        case NoMoreBets(by=by) if by not in crew(rules):
            return Refusal(f"the crew closes the betting, not a {by}", cites("623a.4(a)"))
        case Result(by=by) if by and by not in throw_callers(rules) and by not in crew(rules):
            right = " or ".join(throw_callers(rules))
            return Refusal(f"the throw is called out by the {right}, not by a {by}", cites("623a.9(a)"))
        case NoMoreBets() | Result():
            return None
        case Choose():
            return shooter.refuse_choice(rules, state, fact)
        case Remove():
            return betting.refuse_remove(rules, state, fact)
        case Working():
            return betting.refuse_working(rules, state, fact)
        case CashOut(left_cents=0, seat=seat) if rules.game == "mini-craps" and _must_stay(rules, state, seat):
            reason = f"seat {seat} has wagers on the layout: the player must stay until they are decided"
            return Refusal(reason, cites("623a.4(e)"))
        case Done(procedure="offer-dice"):
            return None if steps.accepted(fact) else steps.refuse_nobody(rules, state)
        case Irregularity():
            return refuse_report(rules, state, fact, IRREGULARITIES, cites("623a.8"))
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Done():
            return DONE[fact.procedure](rules, state, fact)
        case Wager():
            return betting.put(rules, state, fact)
        case NoMoreBets():
            return _step(_in_phase(state, phase=THROWN), said=NO_MORE_BETS)
        case Result():
            return _reported(rules, state, fact)
        case Remove():
            return betting.take_off(rules, state, fact)
        case Working():
            return betting.call(state, fact)
        case Choose():
            return shooter.chosen(rules, state, fact)
        case BuyIn(seat=seat):
            return _step(replace(state, present=tuple(sorted({*state.present, seat}))))
        case CashOut(seat=seat, left_cents=0):
            return shooter.leave(rules, state, seat)
        case Irregularity(cite=cite):
            found = faces_found(fact) if cite.under("623a.9(c)") else None
            if found is None:
                return IRREGULARITIES[cite][1](rules, state, fact)
            return _called(replace(state, disputed=True), found, cites(cite))
        case _:
            return _step(state)


def offer_now(rules: Rules, state: State, wager: str) -> Offer:
    """The current offer: with a point on, a supplemental wager can pay only that point's line."""
    offer = catalogue(rules)[as_made(wager)[0]]
    if offer.kind in ("buy", "lay") and rules.reading("vigorish_rounding") == "down-to-the-cent":
        return replace(offer, multiple=None)
    if offer.id not in ("odds:pass", "odds:dont-pass") or not state.point:
        return offer
    return replace(offer, payouts=(rules.payout(odds_line(offer.id.removeprefix("odds:"), state.point)),))


@lru_cache(maxsize=1024)
def limits(rules: Rules, wager: str) -> tuple[Limit, Limit]:
    """623a.3(b), 623a.5(i), 623a.11(b)(1); the maximum of a supplemental wager depends on the wager it supports."""
    if wager == "fire":
        return _fire_limits(rules)
    most = rules.max_cents * (100 if wager.startswith("odds:") else 1)
    units = betting.units_of(rules, wager) if rules.reading("minimum_of_parts") == "each-part" else 0
    least = (rules.min_cents * units, cites("623a.3(b)(1)", family_cite(wager))) if units else None
    return least or (rules.min_cents, cites("623a.3(b)(1)")), (most, cites("623a.3(b)(2)", "623a.5(i)"))


def _fire_limits(rules: Rules) -> tuple[Limit, Limit]:
    """623a.11(b)(1); whether the posted limits hold a Fire Bet too is a reading."""
    least, most, own = rules.number("fire_min_cents"), rules.number("fire_max_cents"), cites("623a.11(b)(1)")
    if rules.reading("fire_limits") == "own":
        return (least, own), (most, own)
    low, high = cites("623a.3(b)(1)"), cites("623a.3(b)(2)", "623a.5(i)")
    return max((least, own), (rules.min_cents, low)), min((most, own), (rules.max_cents, high))


def cost_cents(rules: Rules, fact: Wager) -> int:
    """The stake plus any up-front vigorish."""
    return betting.cost_cents(rules, fact)


def closed_by(rules: Rules, state: State) -> tuple[Citation, ...]:
    """623a.4(a): wagers are made before the dice are thrown."""
    return cites("623a.4(a)") if state.phase in (Phase.THROWN, Phase.CALLED) else ()


def caller(rules: Rules) -> Role:
    """623a.9(a): the stickperson calls the throw, or the dealer at a Mini-Craps table without one."""
    return Role.STICKPERSON if Role.STICKPERSON in crew(rules) else Role.DEALER


def meant(state: State, seat: int, name: str) -> str:
    """The wager that a player means: `come` is the one on the Come Line, or else the first that moved to a number."""
    if name in MOVES and find(state.placed, seat, name) is None:
        return next((p.id for p in state.placed if p.seat == seat and as_made(p.id)[0] == name), name)
    return name


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """Everything is public."""
    return {
        "phase": state.phase.value,
        "point": state.point,
        "marker": "on" if state.point else "off",
        "shooter": state.shooter,
        "offered": shooter.offered_to(rules, state) if state.shooter == 0 else 0,
        "dice": list(state.dice),
        "wagers": [
            {"seat": p.seat, "id": p.id, "cents": p.cents, **({"data": list(p.data)} if p.data else {})}
            for p in state.placed
        ],
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """Which game, who controls the dice, whether play is starting, and whether Fire Bets are offered."""
    return _settings(rules, state.begun or shooter.gives_way(state))


def _must_stay(rules: Rules, state: State, seat: int) -> bool:
    """623a.4(e): does a player have a wager whose round is not over? When it is over is a reading."""
    if state.phase is Phase.BETTING and rules.reading("staying_seated") == "one-roll":
        return False
    return any(placed.seat == seat for placed in state.placed)


def _reported(rules: Rules, state: State, fact: Result) -> Step[State]:
    """A throw that is called by a role that 623a.9(a) names, or only seen."""
    dice = fact.value
    assert isinstance(dice, tuple)
    if fact.by and fact.by not in throw_callers(rules):
        return _seen(rules, state, dice, fact.by)
    drawn = fact.drawn and not state.dice  # dice that were reported before were not drawn by the table
    because = cites("623a.9(a)", *(("623a.9(b)",) if fact.data.get("resting") else ()))
    step, told = _called(replace(state, drawn=drawn), dice, because), _otherwise(state, dice)
    return replace(step, said=(*step.said, *told)) if told else step


def _otherwise(state: State, dice: Dice) -> tuple[Said, ...]:
    """Record that a throw is called differently from an earlier report (reading `dice_seen`)."""
    if not state.dice or sorted(state.dice) == sorted(dice):
        return ()
    seen, called = (f"{one} and {other}" for one, other in (state.dice, dice))
    text = f"The throw was reported as {seen} and is called as {called}."
    return (
        Said(text, cites("623a.9(a)"), "called-otherwise", data={"reported": list(state.dice), "dice": list(dice)}),
    )


def _seen(rules: Rules, state: State, dice: Dice, by: str) -> Step[State]:
    """Close the betting when the crew has seen the dice; 623a.9(a) says who calls them."""
    text = f"The {by} reports {dice[0]} and {dice[1]}; the {' or '.join(throw_callers(rules))} calls the throw."
    data = {"total": sum(dice), "source": "observed", "dice": list(dice)}
    said = Said(text, cites("623a.4(a)", "623a.9(a)"), "dice-seen", data=data)
    return _step(replace(state, phase=Phase.THROWN, dice=dice), said=(said,))


def _called(state: State, dice: Dice, because: tuple[Any, ...]) -> Step[State]:
    """623a.9(a): the sum is called out at once."""
    total = sum(dice)
    data = {"total": total, "source": "observed", "dice": list(dice)}
    said = Said(f"{dice[0]} and {dice[1]}: {total}.", because, "result", data=data)
    return _step(_with_dice(state, phase=CALLED, dice=dice), said=(said,))


def _opened(rules: Rules, state: State, fact: Done) -> Step[State]:
    """623a.2: the table has passed its inspection."""
    said = Said("The table is open: place your wagers.", cites("623a.2"))
    return _step(replace(state, phase=Phase.BETTING), said=(said,))


def _offered(rules: Rules, state: State, fact: Done) -> Step[State]:
    """623a.7(b), 623a.10(b) and (c): a player has taken the dice."""
    found = taken = shooter.taker(rules, state)
    seat = steps.accepted(fact)
    if seat:
        taken = (seat, found == (seat, True))
    assert taken is not None, "an offer with no taker is refused"
    return shooter.decide_only(state, taken[0]) if taken[1] else shooter.take_dice(rules, state, taken[0])


def _selected(rules: Rules, state: State, fact: Done) -> Step[State]:
    """623a.7(c), 623a.10(d): two dice are kept, the others go into the dice cup."""
    return _step(replace(state, holding=True))


def _brought_in(rules: Rules, state: State, fact: Done) -> Step[State]:
    """623a.11(a)(3): the Fire Bets are in front of the boxperson."""
    return _step(replace(state, fire_waiting=False))


def _notified(rules: Rules, state: State, fact: Done) -> Step[State]:
    """623a.11(a)(6): surveillance confirms the Fire Bets and their payouts."""
    return _step(replace(state, notify=False))


def _settled(rules: Rules, state: State, fact: Done) -> Step[State]:
    """623a.9(d), (e): decided wagers are settled, and the dice go back to the shooter."""
    return settle(rules, state)


DONE: Mapping[str, Callable[[Rules, State, Done], Step[State]]] = {
    "opening": _opened,
    "offer-dice": _offered,
    "select-dice": _selected,
    "bring-in-fire-bets": _brought_in,
    "notify-surveillance": _notified,
    "settle": _settled,
}
