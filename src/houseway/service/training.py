"""Training at practice tables: a trainee deals to players run by the service, and the table reports mistakes.

A trainee acts in the roles of the crew, only at practice tables and under a separate account ("trainee-…"), so that the record
shows who dealt. Other players must not suffer from it: nobody trains while others have wagers on the layout, and a trainee
cannot close a table where others have chips, or move the table's chips and cash. The practice players bet and choose at random,
as far as the rules allow.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from random import SystemRandom
from typing import Any, cast

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.core import Procedure, Role, Wager, Wagers, seat_of
from houseway.core.judging import choices_open
from houseway.service.access import Principal
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.hosted import Hosted
from houseway.service.models import Carried, Envelope, Expect
from houseway.service.practice_dealer import CREW, NEED_DATA, PRACTICE_PLAYER, next_practice
from houseway.service.problems import Problem
from houseway.service.serving import Service
from houseway.service.socket import look_at
from houseway.service.table_view import Seen, limits_of, where

router = APIRouter(prefix="/v1/tables/{table_id}/training", tags=["tables"])

TRAINEE, PLAYER = "trainee-", PRACTICE_PLAYER
PLAYERS, WAGERS, TRIES = 3, 2, 40
STAKE_CENTS = 200_000
NEEDED_CENTS = 500  # on a wager that the round needs
UNITS = (1, 2, 3, 5, 7)  # stakes in units; awkward amounts are better training
TRAINED = frozenset(
    ("open", "close", "no-more-bets", "draw", "result", "choose", "step", "irregularity", "repaired", "tip")
)
RANDOM = SystemRandom()


def trainee(caller: Principal, seen: Seen) -> Principal:
    """The caller in the roles of the crew; raises a problem if others have wagers, or if this is not a practice table."""
    hosted = cast(Hosted, seen)
    if not hosted.practice:
        raise Problem("forbidden", "this is not a practice table", right="train at a practice table")
    state = seen.standing.position.state
    for placed in () if state is None else seen.game.law.placed(state):
        if _anothers(caller, seen, placed.player or placed.seat):
            right = "wait until their wagers are decided, or train at another practice table"
            raise Problem("forbidden", "another player has chips on this layout", right=right)
    return Principal(f"{TRAINEE}{caller.account}"[:60], caller.name, tuple(CREW), hosted.of)


def _anothers(caller: Principal, seen: Seen, seat: int) -> bool:
    """Whether another person holds a seat."""
    holder = seen.holder(seat)
    return bool(holder) and not holder.startswith(PLAYER) and holder != caller.account


def _refuse_harm(caller: Principal, seen: Seen, command: Mapping[str, Any]) -> None:
    """Refuse commands that a trainee may not send, such as closing a table where others have chips."""
    do = str(command.get("do"))
    if do not in TRAINED:
        raise Problem("forbidden", "this is not part of the training", right="deal the round and do its procedures")
    seats = range(1, seen.rules.boxes + 1)
    if do == "close" and any(seen.standing.position.chips(seat) and _anothers(caller, seen, seat) for seat in seats):
        right = "train closing at another practice table"
        raise Problem("forbidden", "another player has chips at this table, so you cannot close it", right=right)


@router.post("/acts", response_model=Carried, responses=problems(409, 422, 428), summary="Deal as a trainee")
async def act(service: ServiceOf, caller: Caller, table_id: TableId, envelope: Envelope) -> Response:
    """Carry out a command of the crew at a practice table. A refusal says what was wrong, under which paragraphs."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    who = trainee(caller, seen)
    _refuse_harm(caller, seen, envelope.command)
    carried = await service.forwarding.carry_out(who, table_id, envelope, f"train-{secrets.token_hex(12)}")
    return answered(carried.document, carried.status)


@router.post("/session", responses=problems(409, 422), summary="Begin the next session as a trainee")
async def session(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """At a closed practice table, begin the next session, which then waits for `open`."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    trainee(caller, seen)
    if not seen.standing.position.table.closed:
        raise Problem("elsewhere", "the table is not closed", right="close it first")
    await next_practice(service, seen)
    return answered({"table": table_id, **where(await service.seen(table_id))})


@router.post("/players", responses=problems(409, 422), summary="Have practice players play")
async def players(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """Let the practice players sit down, and make their wagers or choices."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    trainee(caller, seen)
    due = seen.standing.due
    if isinstance(due, Procedure):
        await _sit(service, table_id)
    if isinstance(due, Wagers) and not due.within:
        await _wager(service, table_id)
    await _choose(service, table_id)
    return answered({"table": table_id, **where(await service.seen(table_id))})


async def _send(service: Service, seen: Seen, seat: int, command: dict[str, Any]) -> bool:
    """Send a command of a practice player, unless the table would refuse it."""
    table = getattr(seen, "table", None)
    would = getattr(table, "would_refuse", None)
    if would is not None and command["do"] == "wager" and would(command):
        return False
    who = Principal(f"{PLAYER}{seat}", f"Practice player {seat}", (str(Role.PLAYER),))
    expect = Expect.model_validate({"round": seen.standing.position.table.round, "phase": seen.standing.phase})
    envelope = Envelope(command=command, expect=expect)
    carried = await service.forwarding.carry_out(who, seen.id, envelope, f"play-{secrets.token_hex(12)}")
    return carried.status == 200


async def _sit(service: Service, table_id: str) -> None:
    for seat in _seats(await service.seen(table_id)):
        seen = await service.seen(table_id)
        if not seen.standing.position.chips(seat):
            await _send(service, seen, seat, {"do": "buy-in", "seat": seat, "cents": STAKE_CENTS})


async def _wager(service: Service, table_id: str) -> None:
    seen = await service.seen(table_id)
    await _sit(service, table_id)
    needed = seen.game.walk.supporting_wagers(seen.rules, seen.standing.position.state)
    first = [{"do": "wager", "id": fact.id, "cents": NEEDED_CENTS} for fact in needed if isinstance(fact, Wager)]
    for seat in _seats(seen):
        for command in first:
            await _send(service, await service.seen(table_id), seat, {**command, "seat": seat})
        first, made = [], 0
        seen = await service.seen(table_id)
        for command in _bets(seen, seat):
            seen = await service.seen(table_id)
            made += await _send(service, seen, seat, command)
            if made == WAGERS:
                break


def _seats(seen: Seen) -> list[int]:
    """Seats that are free or held by their practice player, at most PLAYERS of them."""
    own = [seat for seat in range(1, seen.rules.boxes + 1) if seen.holder(seat) in ("", f"{PLAYER}{seat}")]
    return [seat for seat in own if seen.holder(seat) or not seen.standing.position.chips(seat)][:PLAYERS]


def _bets(seen: Seen, seat: int) -> Iterator[dict[str, Any]]:
    """Wagers to try: random ones, then the first of the catalogue, which other wagers may depend on."""
    limits = limits_of(seen.game, seen.rules)
    names = list(limits)
    for name in (*RANDOM.choices(names, k=TRIES), *names[:3]):
        each = limits[name]
        unit = max(each["unit_cents"], 100)
        cents = min(each["max_cents"], max(each["min_cents"], unit) * RANDOM.choice(UNITS))
        yield {"do": "wager", "seat": seat, "id": name, "cents": cents}


async def _choose(service: Service, table_id: str) -> None:
    """Make every open choice of the practice players."""
    for _ in range(TRIES):
        seen = await service.seen(table_id)
        due = seen.standing.due
        if due is None or isinstance(due, Wagers):
            return
        for asked in choices_open(due):
            box = seat_of(asked.who)
            options = [each.choice for each in asked.options if each.choice not in NEED_DATA]
            if box is None or not options or seen.holder(box.number) != f"{PLAYER}{box.number}":
                continue
            choice = {"do": "choose", "seat": box.number, "choice": RANDOM.choice(options)}
            if await _send(service, seen, box.number, choice):
                break
        else:
            return
