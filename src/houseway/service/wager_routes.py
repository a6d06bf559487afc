"""What a player wants to know before the betting ends: which wagers cannot be made now and why, and what the slip is worth."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.core import AnyGame, Chance, Choices, Due, Remove, Result, Settled, Stopped, Wager, Wagers, awaited
from houseway.core.driver import BY_ITSELF, ActRefused, Driver
from houseway.core.due import window
from houseway.core.judging import refuse
from houseway.law import Rules
from houseway.money import exact
from houseway.odds.graph import lumps
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.socket import look_at, seen_now
from houseway.service.table_view import Seen, limits_of

router = APIRouter(prefix="/v1/tables/{table_id}", tags=["tables"])

MOST_OUTCOMES = 1000


@router.get("/wagers", responses=problems(), summary="Which wagers cannot be made now, and why")
async def wagers(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """For the caller's seat: `closed` says why nothing can be wagered, `refused` why single wagers cannot.

    `locked` are the caller's wagers that must stay.
    """
    seen = await seen_now(service, table_id)
    look_at(caller, seen)
    return answered({"table": table_id, "seq": seen.standing.seq, **cannot(seen, _seats(seen, caller.account))})


@router.get("/slip", responses=problems(), summary="What the caller's wagers are worth together")
async def slip(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """What the next result does to all wagers of the caller: exact expectation, variance and chances.

    `next` is null where one result decides too little, as with cards: then each wager's own odds say what it is worth.
    """
    seen = await seen_now(service, table_id)
    look_at(caller, seen)
    seats, seq = _seats(seen, caller.account), seen.standing.seq
    found = await asyncio.to_thread(worth, seen, seats)
    return answered({"table": table_id, "seq": seq, "next": found})


def _seats(seen: Seen, account: str) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, seen.rules.boxes + 1) if account and seen.holder(seat) == account)


def cannot(seen: Seen, seats: tuple[int, ...]) -> dict[str, Any]:
    """Why nothing, or which wagers not, with the paragraphs that say so."""
    game, rules, standing = seen.game, seen.rules, seen.standing
    due, state = standing.due, standing.position.state
    if due is None:
        return {"closed": {"reason": "the table is not open yet", "cites": []}, "refused": {}, "locked": []}
    if not isinstance(window(due), Wagers):
        cites = game.law.closed_by(rules, state) or due.cites
        return {"closed": {"reason": awaited(due), "cites": [str(cite) for cite in cites]}, "refused": {}, "locked": []}
    if not seats:
        return {"closed": {"reason": "take a seat first", "cites": []}, "refused": {}, "locked": []}
    refused = {}
    for name, limit in limits_of(game, rules).items():
        unit = limit["unit_cents"]
        least = -(-limit["min_cents"] // unit) * unit
        refusal = refuse(game, rules, state, Wager(seats[0], name, least), due)
        if refusal is not None:
            refused[name] = {"reason": refusal.reason, "cites": [str(cite) for cite in refusal.cites]}
    locked = [
        {"seat": each.seat, "id": each.id, "reason": refusal.reason, "cites": [str(cite) for cite in refusal.cites]}
        for each in game.law.placed(state)
        if (each.player or each.seat) in seats
        and (refusal := refuse(game, rules, state, Remove(each.seat, each.id), due)) is not None
    ]
    return {"closed": None, "refused": refused, "locked": locked}


def worth(seen: Seen, seats: Collection[int]) -> dict[str, Any] | None:
    """The exact distribution of what the next result pays on wagers of these seats, summed up; None if it decides too little."""
    state, due = seen.standing.position.state, seen.standing.due
    mine = [each for each in seen.game.law.placed(state) if (each.player or each.seat) in seats] if due else []
    if due is None or not mine or not isinstance(due, Wagers) or due.within:
        return None
    try:
        chances = next_result(seen.game, seen.rules, state, seats)
    except ActRefused:  # the round needs more before a result can come
        return None
    if chances is None:
        return None
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    variance = sum(((net - mean) ** 2 * chance for net, chance in chances.items()), Fraction(0))
    return {
        "staked_cents": sum(each.cents for each in mine),
        "expected_cents": exact(mean),
        "variance_cents": exact(variance),
        "deviation_cents": f"{float(variance) ** 0.5:.2f}",
        "win": exact(sum((chance for net, chance in chances.items() if net > 0), Fraction(0))),
        "lose": exact(sum((chance for net, chance in chances.items() if net < 0), Fraction(0))),
        "even": exact(chances.get(0, Fraction(0))),
        "most_cents": max(chances),
        "least_cents": min(chances),
    }


def next_result(game: AnyGame, rules: Rules, state: Any, seats: Collection[int]) -> dict[int, Fraction] | None:
    """Net cents on the wagers of these seats after the next result, each with its chance; None if more must be drawn."""
    opened = Driver(game, rules, state)
    _drive(opened)
    due = opened.due
    if not isinstance(due, Chance) or len(due.outcomes()) > MOST_OUTCOMES:
        return None
    nets: dict[int, int] = defaultdict(int)
    for outcomes, weight in lumps(game, rules, opened.state, due):
        driver = Driver(game, rules, opened.state, due)
        step = driver.play(Result(outcomes[0]))
        settled = [*step.settled, *_drive(driver, after=True)]
        if not isinstance(driver.due, Wagers) or driver.due.within:
            return None
        own = (each for each in settled if (each.player or each.seat) in seats)
        nets[sum(each.returned_cents - each.cents for each in own)] += weight
    total = sum(nets.values())
    return {net: Fraction(weight, total) for net, weight in sorted(nets.items())}


def _drive(driver: Driver[Any], after: bool = False) -> list[Settled]:
    """To the next result; after one, only until wagers may be made again."""

    def stop(due: Due, _: Any) -> bool:
        return isinstance(due, Chance | Choices | Stopped) or (after and isinstance(due, Wagers))

    return [each for step in driver.until(stop, BY_ITSELF) for each in step.settled]
