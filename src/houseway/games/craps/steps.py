"""The notes of the steps of 623a's procedures, and the refusals of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import Done, Refusal, Stepped
from houseway.games.craps.shooter import barred, in_turn, taker
from houseway.games.craps.state import State, has_line_bet, occupied
from houseway.law import ProcedureStep, Rules, cites
from houseway.law.fields import inches
from houseway.money import dollars

OFFERS = ("623a.7(b)(1)", "623a.7(b)(2)", "623a.10(c)")
CONFIRMS = "623a.11(a)(6)"
SELECTS = ("623a.7(c)", "623a.10(d)")
SHOWN = ("623a.2(f)(3)(i)", "623a.2(f)(3)(iii)", "623a.3(c)")  # signs, whose figures are noted
NOTES = frozenset(
    ("623a.2(b)", "623a.2(c)", "623a.2(f)(1)", "623a.7(a)", *OFFERS, *SELECTS, CONFIRMS)
)  # whose steps note something


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    if step.cite in SHOWN:
        return shown_at_the_table(rules)[step.cite]
    if step.cite not in NOTES:
        return {}
    if step.cite == "623a.2(b)":
        return {"length_inches": rules.number("length_inches_max_craps")}
    if step.cite == "623a.2(c)":
        return {"length_inches": rules.number("length_inches_max_mini"), "seats": rules.boxes}
    if step.cite == "623a.2(f)(1)":
        return {"areas": min(rules.boxes, rules.number("fire_areas_max"))}
    if step.cite == "623a.7(a)":
        return {"dice": rules.number("dice_set")}
    if step.cite == CONFIRMS and step.item == "confirm":
        return _fire_bets(rules, state)
    if step.cite in OFFERS:
        found = taker(rules, state)
        return {} if found is None else {"seat": found[0]}
    if step.cite in SELECTS and step.item == "select":
        return {"dice": rules.number("dice_selected")}
    return {}


ABOUT_DICE = frozenset((*SELECTS, CONFIRMS))


def refuse(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """Refuse a step that does not meet its paragraph."""
    judge = JUDGES.get(fact.cite)
    if judge is None and fact.procedure != "opening":
        return None
    if fact.cite in ABOUT_DICE and fact.item not in ("select", "confirm"):
        return None
    if fact.procedure == "opening" and (refusal := _not_so(rules, fact)) is not None:
        return refusal
    return judge(rules, state, fact) if judge else None


def _not_so(rules: Rules, fact: Stepped) -> Refusal | None:
    """Refuse an inspection that found a defect: the table cannot be opened."""
    right = shown_at_the_table(rules).get(fact.cite, {})
    for name, value in fact.data.items():
        if value is False or (name in right and value != right[name]):
            must = "true" if value is False else right[name]
            reason = f"{name} is {str(value).lower()} and must be {must} before the table is opened"
            return Refusal(reason, cites(fact.cite))
    missing = [name for name in right if name not in fact.data]
    if missing:
        wanted = ", ".join(f'"{name}": {_quoted(right[name])}' for name in missing)
        return Refusal(f"note what is shown at the table: {wanted}", cites(fact.cite))
    return None


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def shown_at_the_table(rules: Rules) -> Mapping[str, Mapping[str, Any]]:
    """623a.2(f)(3), 623a.3(c): the words on the wall and the signs, which must match the submission."""
    fire = {"min_cents": rules.number("fire_min_cents"), "max_cents": rules.number("fire_max_cents")}
    return {
        "623a.2(f)(3)(i)": {"paytable": str(rules.option("fire.paytable")).lower()},
        "623a.2(f)(3)(iii)": fire,
        "623a.3(c)": {"min_cents": rules.min_cents, "max_cents": rules.max_cents},
    }


def _number(fact: Stepped, name: str) -> int:
    value = fact.data.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _length(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    mini = fact.cite == "623a.2(c)"
    most = rules.number("length_inches_max_mini" if mini else "length_inches_max_craps")
    if not 0 < (inches(fact.data.get("length_inches")) or 0) <= most:
        reason = f'the table may be at most {most} inches long; note its length: "length_inches": {most}'
        return Refusal(reason, cites(fact.cite))
    seats = rules.number("seats_max_mini_craps")
    if mini and not 0 < _number(fact, "seats") <= seats:
        return Refusal(
            f'at most {seats} players may be seated; note the number of seats: "seats": {seats}',
            cites(fact.cite),
        )
    return None


def _fire_areas(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    most = rules.number("fire_areas_max")
    if not 0 < _number(fact, "areas") <= most:
        return Refusal(
            f'there are at most {most} numbered areas for Fire Bets; note how many: "areas": {most}', cites(fact.cite)
        )
    return None


def _five_dice(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    count, noted = rules.number("dice_set"), _number(fact, "dice")
    more = noted > count and rules.reading("dice_in_set") == "five-or-more"
    if noted == count or more:
        return None
    return Refusal(f'the table needs a set of {count} dice; note it: "dice": {count}', cites("623a.7(a)"))


def _two_dice(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    count = rules.number("dice_selected")
    if _number(fact, "dice") != count:
        return Refusal(f'the shooter keeps {count} of the dice offered; note it: "dice": {count}', cites(fact.cite))
    return None


def _fire_bets(rules: Rules, state: State) -> dict[str, Any]:
    """623a.11(a)(6): the Fire Bets on the layout, and the paytable for them."""
    cents = [placed.cents for placed in state.placed if placed.id == "fire"]
    return {"bets": len(cents), "wagered_cents": sum(cents), "paytable": str(rules.option("fire.paytable")).lower()}


def _confirmed(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    right = _fire_bets(rules, state)
    if {name: fact.data.get(name) for name in right} == right:
        return None
    bets, wagered, table = right["bets"], dollars(right["wagered_cents"]), str(right["paytable"]).upper()
    reason = f"the Fire Bets at the table ({bets}, {wagered}, paid by table {table}) are to be confirmed as they are"
    return Refusal(reason, cites(CONFIRMS))


def refuse_nobody(rules: Rules, state: State) -> Refusal | None:
    """623a.8(a): refuse if the shooter lacks the required Pass or Don't Pass Bet."""
    if taker(rules, state) is not None:
        return None
    for seat in barred(rules, state):
        reason = f"seat {seat} was ordered to pass the dice: another player must accept them first"
        return Refusal(reason, cites("623a.10(a)(2)", "623a.10(c)"))
    there = [seat for seat in state.rejected if seat in occupied(state)]
    if there:
        who = f"{'seats' if there[1:] else 'seat'} {', '.join(map(str, there))}"
        reason = f"{who} rejected the dice, and nobody else takes them: a player must accept them"
        return Refusal(reason, cites("623a.10(c)" if state.previous else "623a.7(b)"))
    if state.point:
        return Refusal("nobody at the table has taken the dice; a player must accept them", cites("623a.10(c)"))
    return Refusal("nobody has made a Pass or Don't Pass Bet, and the shooter must", cites("623a.8(a)"))


def accepted(fact: Done) -> int:
    """The seat that accepted the dice, as the offer's step noted; 0 if none."""
    return next((int(fact.data[cite]["noted"].get("seat", 0)) for cite in OFFERS if cite in fact.data), 0)


def _who_may(order: tuple[int, ...]) -> str:
    if not order:
        return "there is no player at the table to offer the dice to"
    return f'the dice are offered to players at the table: note who accepted them, "seat": {order[0]}'


def _offer(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    if state.shooter and not state.holding:
        reason = (
            f"seat {state.shooter} has accepted the dice and has not selected two of them yet: only then is a wager due"
        )
        return Refusal(reason, cites("623a.10(d)" if state.begun else "623a.7(c)", "623a.8(a)"))
    order, seat = in_turn(rules, state), _number(fact, "seat")
    if seat not in order:
        return refuse_nobody(rules, state) or Refusal(_who_may(order), cites(fact.cite))
    for earlier in order[: order.index(seat)]:
        if state.point == 0 and has_line_bet(state, earlier):
            return Refusal(
                f"the dice go around clockwise: seat {earlier} is offered them before seat {seat}", cites(fact.cite)
            )
    return None


JUDGES: Mapping[str, Callable[[Rules, State, Stepped], Refusal | None]] = {
    "623a.2(b)": _length,
    "623a.2(c)": _length,
    "623a.2(f)(1)": _fire_areas,
    "623a.7(a)": _five_dice,
    CONFIRMS: _confirmed,
    **dict.fromkeys(OFFERS, _offer),
    **dict.fromkeys(SELECTS, _two_dice),
}
