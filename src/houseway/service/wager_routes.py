"""Endpoints for players before betting ends: wagers that cannot be made and why, the value of a slip, hints, typed wagers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query
from fastapi.responses import Response

from houseway.core import (
    AnyGame,
    Chance,
    Choices,
    Due,
    Outcome,
    Remove,
    Result,
    Settled,
    Stopped,
    Wager,
    Wagers,
    awaited,
    seat_of,
)
from houseway.core.driver import BY_ITSELF, AnswerRefused, Driver
from houseway.core.due import window
from houseway.core.judging import choices_open, refuse
from houseway.core.step import Placed, Refusal
from houseway.core.typed_wagers import read_bet
from houseway.law import BadInput, Rules
from houseway.money import exact
from houseway.odds.figure import Rounded
from houseway.odds.graph import lumps
from houseway.odds.slip import NotWorkedOut, until_decided
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.hosted import Hosted
from houseway.service.problems import Problem
from houseway.service.shared_computations import NotReady
from houseway.service.socket import look_at, seen_now
from houseway.service.table_view import Seen, limits_of
from houseway.service.typed_examples import example

router = APIRouter(prefix="/v1/tables/{table_id}", tags=["tables"])

MOST_OUTCOMES = 1000
LONGEST_TYPED = 80
LATER: dict[int | str, dict[str, Any]] = {
    202: {"description": "The answer is being computed: `working` says how far. Send the same request again."}
}
NOTHING: dict[str, Any] = {"locked": [], "fixed": []}
UNKNOWN = dict.fromkeys(
    ("variance_cents", "deviation_cents", "win", "lose", "even", "most_cents", "least_cents")
)  # for several wagers, if only their expectation is known


@router.get("/wagers", responses=problems(), summary="Which wagers cannot be made now, and why")
async def wagers(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """For the caller's seat: `closed` says why no wager can be made, `refused` why individual wagers cannot be made.

    `locked` has the caller's wagers that cannot be removed, `fixed` those to which the same stake cannot be added.
    """
    seen = await seen_now(service, table_id)
    look_at(caller, seen)
    return answered({"table": table_id, "seq": seen.standing.seq, **cannot(seen, _seats(seen, caller.account))})


@router.get("/slip", responses={**problems(), **LATER}, summary="The value of the caller's wagers together")
async def slip(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """The expected result of all the caller's wagers together, its standard deviation, and the chances of being ahead or behind.

    `decided` covers the time until all of them are decided, without further bets. In a game with choices it is null, and `played`
    has one entry for each named strategy; `variance_cents` and the chances are null there if only the expectation is known, and
    `rounded` figures have twelve digits. `next` covers only the next result; with two dice, `cells` has the net result of each
    roll. `why` says why `decided` is null. If the answer has `working`, ask again.
    """
    seen = await seen_now(service, table_id)
    look_at(caller, seen)
    seats, seq = _seats(seen, caller.account), seen.standing.seq
    key = ("slip", table_id, seen.session, seq, seats)
    found = await service.computations.result(
        key, lambda: {"next": next_result_figures(seen, seats), **decided(seen, seats)}
    )
    if isinstance(found, NotReady):
        return answered({"table": table_id, "seq": seq, "working": found.as_json()}, 202)
    return answered({"table": table_id, "seq": seq, **found})


@router.get("/hint", responses={**problems(), **LATER}, summary="The value of each of the caller's choices")
async def hint(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """At a practice table, sentences about the caller's open choices: the best one, and the value of each.

    They are the same as for `hint` in the terminal, and use only visible cards. The list is empty if the game has no hints. If
    the answer has `working`, ask again.
    """
    seen = await seen_now(service, table_id)
    look_at(caller, seen)
    if not cast(Hosted, seen).practice:
        raise Problem("forbidden", "advice is given at practice tables", right="look at best play on the odds page")
    seats, standing = _seats(seen, caller.account), seen.standing
    asked = () if standing.due is None else choices_open(standing.due)
    own = [each for each in asked if (box := seat_of(each.who)) is not None and box.number in seats]
    advise = None if seen.game.advise is None else seen.game.advise.hint
    if advise is None or not own:
        return answered({"table": table_id, "seq": standing.seq, "says": []})

    def work() -> dict[str, Any]:
        return {"says": [line for each in own for line in advise(seen.rules, standing.position.state, each)]}

    found = await service.computations.result(("hint", table_id, seen.session, standing.seq, seats), work)
    if isinstance(found, NotReady):
        return answered({"table": table_id, "seq": standing.seq, "working": found.as_json()}, 202)
    return answered({"table": table_id, "seq": standing.seq, **found})


@router.get("/typed", responses=problems(), summary="Read a typed wager")
async def typed(
    service: ServiceOf, caller: Caller, table_id: TableId, text: Annotated[str, Query(max_length=LONGEST_TYPED)]
) -> Response:
    """The wager id and the cents of a typed wager: a name, nickname or label and an amount in dollars ("straight 17 5")."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    try:
        mine = {each.id for each in _lying(seen, _seats(seen, caller.account))}
        wager, cents = read_bet(seen.game, seen.rules, text.split(), "All wagers lists them", mine)
    except BadInput as error:
        raise Problem("bad-request", str(error), right=f"type for example: {example(seen.game, seen.rules)}") from None
    if cents is None:
        right = f"type for example: {example(seen.game, seen.rules)}"
        raise Problem("bad-request", "an amount in dollars is missing at the end", right=right)
    return answered({"table": table_id, "wager": wager, "cents": cents})


def _seats(seen: Seen, account: str) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, seen.rules.boxes + 1) if account and seen.holder(seat) == account)


def cannot(seen: Seen, seats: tuple[int, ...]) -> dict[str, Any]:
    """Why no wager, or which wagers, cannot be made, with the paragraphs that say so."""
    game, rules, standing = seen.game, seen.rules, seen.standing
    due, state = standing.due, standing.position.state
    if due is None:
        return {"closed": {"reason": "the table is not open yet", "cites": []}, "refused": {}, **NOTHING}
    if not isinstance(window(due), Wagers):
        cites = game.law.closed_by(rules, state) or due.cites
        return {"closed": {"reason": awaited(due), "cites": [str(cite) for cite in cites]}, "refused": {}, **NOTHING}
    if not seats:
        return {"closed": {"reason": "take a seat first", "cites": []}, "refused": {}, **NOTHING}
    refused = {}
    for name, limit in limits_of(game, rules).items():
        unit = limit["unit_cents"]
        least = -(-limit["min_cents"] // unit) * unit
        refusal = refuse(game, rules, state, Wager(seats[0], name, least), due)
        if refusal is not None:
            refused[name] = {"reason": refusal.reason, "cites": [str(cite) for cite in refusal.cites]}
    own = [each for each in game.law.placed(state) if (each.player or each.seat) in seats]
    locked = {each: refuse(game, rules, state, Remove(each.seat, each.id), due) for each in own}
    fixed = {each: refuse(game, rules, state, Wager(each.seat, each.id, each.cents), due) for each in own}
    return {"closed": None, "refused": refused, "locked": _why(locked), "fixed": _why(fixed)}


def _why(refusals: Mapping[Placed, Refusal | None]) -> list[dict[str, Any]]:
    return [
        {"seat": each.seat, "id": each.id, "reason": refusal.reason, "cites": [str(cite) for cite in refusal.cites]}
        for each, refusal in refusals.items()
        if refusal is not None
    ]


def next_result_figures(seen: Seen, seats: Collection[int]) -> dict[str, Any] | None:
    """Exact figures for the next result on the wagers of these seats; None if the next result alone decides too little."""
    state, due, mine = seen.standing.position.state, seen.standing.due, _lying(seen, seats)
    if not mine or not isinstance(due, Wagers) or due.within:
        return None
    try:
        found = next_result(seen.game, seen.rules, state, seats)
    except AnswerRefused:  # the round needs something else before a result
        return None
    if found is None:
        return None
    shown = [(seen.game.present.show_result(seen.rules, each), net) for each, net in found.nets.items()]
    cells = [{"dice": list(told["dice"]), "cents": net} for told, net in shown if len(told.get("dice", ())) == 2]
    staked = sum(each.cents for each in mine)
    return {"staked_cents": staked, **_summed(found.chances), **({"cells": cells} if cells else {})}


def decided(seen: Seen, seats: Collection[int]) -> dict[str, Any]:
    """Exact figures until all wagers of these seats are decided, by strategy in a game with choices; or why there are none."""
    from houseway.questions.played_slip import strategies_of

    mine = _lying(seen, seats)
    if not mine:
        return {"decided": None, "played": [], "why": "you have nothing on the layout"}
    try:
        if strategies_of(seen.game, seen.rules, mine):
            return {"decided": None, "played": _played(seen, mine), "why": "it depends on how you play"}
        found = until_decided(seen.game, seen.rules, seen.standing.position.state, seats)
    except NotWorkedOut as error:
        return {"decided": None, "played": [], "why": str(error)}
    of = {"staked_cents": sum(each.cents for each in mine), **_summed(found.nets), "results": exact(found.results)}
    return {"decided": of, "played": [], "why": ""}


def _played(seen: Seen, mine: list[Placed]) -> list[dict[str, Any]]:
    """The value of these wagers under each named strategy."""
    from houseway.questions.played_slip import played_slip

    due, state = seen.standing.due, seen.standing.position.state
    found = played_slip(seen.game, seen.rules, state, mine, isinstance(due, Wagers) and not due.within)
    names = {"optimal": "best play", **seen.game.present.strategy_names}
    staked = sum(each.cents for each in mine)
    return [
        {
            "strategies": list(each.strategies),
            "name": ", ".join(names.get(name, name.replace("-", " ")) for name in each.strategies),
            "about": list(each.about),
            "staked_cents": staked,
            "rounded": each.rounded,
            **(UNKNOWN if each.nets is None else _summed(each.nets, each.rounded)),
            "expected_cents": str(Rounded(each.mean)) if each.rounded else exact(each.mean),
        }
        for each in found
    ]


def _lying(seen: Seen, seats: Collection[int]) -> list[Placed]:
    if seen.standing.due is None:
        return []
    return [each for each in seen.game.law.placed(seen.standing.position.state) if (each.player or each.seat) in seats]


def _summed(chances: Mapping[int, Fraction], rounded: bool = False) -> dict[str, Any]:
    """The figures of a distribution of net cents."""

    def figure(value: Fraction) -> str:
        return str(Rounded(value)) if rounded else exact(value)

    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    variance = sum(((net - mean) ** 2 * chance for net, chance in chances.items()), Fraction(0))
    return {
        "expected_cents": figure(mean),
        "variance_cents": figure(variance),
        "deviation_cents": f"{float(variance) ** 0.5:.2f}",
        "win": figure(sum((chance for net, chance in chances.items() if net > 0), Fraction(0))),
        "lose": figure(sum((chance for net, chance in chances.items() if net < 0), Fraction(0))),
        "even": figure(chances.get(0, Fraction(0))),
        "most_cents": max(chances),
        "least_cents": min(chances),
    }


@dataclass(frozen=True, slots=True)
class NextResult:
    """Net cents on some wagers after the next result: the chance of each amount, and the amount by result."""

    chances: Mapping[int, Fraction]
    nets: Mapping[Outcome, int]


def next_result(game: AnyGame, rules: Rules, state: Any, seats: Collection[int]) -> NextResult | None:
    """The net results of the wagers of these seats after the next result; None if a single result does not end the round."""
    opened = Driver(game, rules, state)
    _drive(opened)
    due = opened.due
    if not isinstance(due, Chance) or len(due.outcomes()) > MOST_OUTCOMES:
        return None
    weights: dict[int, int] = defaultdict(int)
    nets: dict[Outcome, int] = {}
    for outcomes, weight in lumps(game, rules, opened.state, due):
        driver = Driver(game, rules, opened.state, due)
        step = driver.play(Result(outcomes[0]))
        settled = [*step.settled, *_drive(driver, after=True)]
        if not isinstance(driver.due, Wagers) or driver.due.within:
            return None
        own = (each for each in settled if (each.player or each.seat) in seats)
        net = sum(each.returned_cents - each.cents for each in own)
        weights[net] += weight
        nets |= dict.fromkeys(outcomes, net)
    total = sum(weights.values())
    return NextResult({net: Fraction(weight, total) for net, weight in sorted(weights.items())}, nets)


def _drive(driver: Driver[Any], after: bool = False) -> list[Settled]:
    """Drive the game to the next result, or, with `after`, only until wagers may be made again; return the settlements."""

    def stop(due: Due, _: Any) -> bool:
        return isinstance(due, Chance | Choices | Stopped) or (after and isinstance(due, Wagers))

    return [each for step in driver.until(stop, BY_ITSELF) for each in step.settled]
