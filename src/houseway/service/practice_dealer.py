"""The practice dealer: when a player asks at a practice table without a crew, it opens the table, ends the betting and draws.

If the table is closed, it begins the next session; if procedures are done step by step, it does the steps.

It sends ordinary commands in the roles that the law names, under its own account, so that the record shows who dealt. At any
other table a crew deals, and the practice dealer refuses.

A player who has been gone for a minute does not hold up the table. When another player asks for the deal, the practice dealer
makes the absent player's choices, without staking more chips, and cashes them out once they have no wager on the layout. After
ten minutes it also takes down the wagers that a player may take down, as a floorperson would; those that must stay are played.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.core import Remove, Wagers, seat_of
from houseway.core.due import Chance, Choices, Option, Procedure, Stopped
from houseway.core.judging import refuse
from houseway.core.plain import plain
from houseway.law import BadInput
from houseway.law.roles import Role
from houseway.numerics.sources import ManualSource
from houseway.service.access import PRACTICE_DEALER, Principal
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.command_handling import CommandAnswer
from houseway.service.hosted import ConflictError, Hosted
from houseway.service.models import Envelope, Expect, TableView
from houseway.service.problems import Problem
from houseway.service.serving import Service
from houseway.service.socket import look_at
from houseway.service.table_view import Seen, where
from houseway.store.database import StoreError
from houseway.table.commands import ProcedureMode
from houseway.table.procedures import undone

Away = Callable[[Seen, str], bool]  # whether an account has left the table

router = APIRouter(prefix="/v1/tables", tags=["tables"])

PRACTICE_PLAYER = "practice-player-"
GONE_SECONDS = 60.0  # without a connection and without a request
LEFT_SECONDS = 600.0  # the same, before wagers are taken down
NEED_DATA = ("set", "cut")  # choices that need more than their name
CREW = (Role.FLOORPERSON, Role.DEALER, Role.BOXPERSON, Role.STICKPERSON)
MOST_COMMANDS = 200  # between two betting windows


@router.post("/{table_id}/deal", response_model=TableView, responses=problems(409, 422), summary="Have a round dealt")
async def deal(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """Deal at a practice table until a player must choose or wager again. The answer says where the table then stands."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    if not cast(Hosted, seen).practice:
        raise Problem(
            "forbidden",
            "a crew deals at this table",
            right="wait for the dealer; only practice tables deal by themselves",
        )
    if isinstance(cast(Hosted, seen).table.source, ManualSource):
        raise Problem("forbidden", "the dealer enters the results of this table", right="wait for the dealer")
    freed = await _free_seats(service, table_id, caller)
    if _takes_part(seen, caller):
        await _go_on(service, table_id, lambda now, account: _gone(service, now, account, caller))
    elif not freed:
        raise Problem("forbidden", "only players with a seat can have this table dealt", right="buy in at a seat first")
    return answered({"table": table_id, **where(await service.seen(table_id))})


def _takes_part(seen: Seen, caller: Principal) -> bool:
    """Whether an account may ask for the deal: it needs a seat, except before the table opens and after it closes."""
    if seen.standing.due is None or seen.standing.position.table.closed:
        return True
    return any(seen.holder(seat) == caller.account for seat in range(1, seen.rules.boxes + 1))


def _gone(service: Service, seen: Seen, account: str, caller: Principal) -> bool:
    """Whether an account has left the table. Only the process that runs the table can know."""
    if account in ("", caller.account) or not isinstance(seen, Hosted) or service.feed.watches(seen.id, account):
        return False
    return seen.quiet_seconds(account) > GONE_SECONDS


async def _free_seats(service: Service, table_id: str, caller: Principal) -> int:
    """Cash out the players who have left and have no wager on the layout; return how many."""
    freed, boxes = 0, (await service.seen(table_id)).rules.boxes
    for seat in range(1, boxes + 1):
        seen = await service.seen(table_id)
        if seen.standing.position.state is None or not _gone(service, seen, seen.holder(seat), caller):
            continue
        if cast(Hosted, seen).quiet_seconds(seen.holder(seat)) > LEFT_SECONDS:
            seen = await _take_down(service, seen, seat)
        cents, state = seen.standing.position.chips(seat), seen.standing.position.state
        if cents and all(seat not in (each.seat, each.player) for each in seen.game.law.placed(state)):
            carried = await _send(service, seen, {"do": "cash-out", "seat": seat, "cents": cents})
            freed += carried.status == 200  # some chapters keep the chips at the table
    return freed


async def _take_down(service: Service, seen: Seen, seat: int) -> Seen:
    """Take down the wagers of a seat that may be taken down now; return the table after that."""
    for each in seen.game.law.placed(seen.standing.position.state):
        standing, gone = seen.standing, Remove(each.seat, each.id)
        if seat == (each.player or each.seat) and not refuse(
            seen.game, seen.rules, standing.position.state, gone, standing.due
        ):
            await _send(service, seen, {"do": "remove", "seat": each.seat, "id": each.id})
            seen = await service.seen(seen.id)
    return seen


async def _send(service: Service, seen: Seen, command: Mapping[str, Any]) -> CommandAnswer:
    envelope = Envelope(command=dict(command), expect=Expect(seq=seen.standing.seq))
    key = f"deal-{secrets.token_hex(12)}"
    return await service.forwarding.carry_out(_sender(seen, command), seen.id, envelope, key)


async def _go_on(service: Service, table_id: str, away: Away) -> None:
    dealt = False
    for count in range(MOST_COMMANDS):
        seen = await service.seen(table_id)
        if seen.standing.position.table.closed:
            await next_practice(service, seen)
            continue
        command = _next(seen, away, dealt, first=count == 0)
        if command is None:
            return
        dealt = dealt or command["do"] in ("draw", "no-more-bets", "choose")
        carried = await _send(service, seen, command)
        if carried.status != 200:
            raise Problem(
                "refused",
                str(carried.document.get("detail", "the rules refuse it")),
                cites=carried.document.get("cites", ()),
            )
        if command["do"] == "open":
            return


def _sender(seen: Seen, command: Mapping[str, Any]) -> Principal:
    """The sender of a command: the practice player of its seat if it has one, otherwise the practice dealer."""
    holder = seen.holder(command["seat"]) if "seat" in command else ""
    if holder.startswith(PRACTICE_PLAYER):
        return Principal(holder, "a practice player", (str(Role.PLAYER),))
    roles = tuple(dict.fromkeys((*CREW, *([Role(command["by"])] if "by" in command else ()))))
    return Principal(PRACTICE_DEALER, "the practice dealer", roles, cast(Hosted, seen).of)


async def next_practice(service: Service, seen: Seen) -> None:
    """Begin the next session of a closed practice table, under the same rules."""
    hosted = cast(Hosted, seen)
    source = hosted.table.source
    kind = "manual" if isinstance(source, ManualSource) else source.name
    seed = secrets.token_hex(16) if kind == "seeded" else None
    try:
        await service.pit.open_table(seen.id, seen.game, seen.rules, hosted.of, kind, seed)
    except (StoreError, ConflictError, BadInput):  # another request was quicker
        if (await service.seen(seen.id)).standing.position.table.closed:
            raise Problem("refused", "the table is closed", right="choose another table") from None


def _next_step(seen: Seen, names: Iterable[str]) -> dict[str, Any] | None:
    """The next open step of these procedures, with its normal notes; None if there is none."""
    position = seen.standing.position
    for name in names:
        for step in undone(seen.game, seen.rules, position.state, position.table.steps, name):
            notes = {**seen.game.law.normal_notes(seen.rules, position.state, step), **step.must}
            item = {"item": step.item} if step.item else {}
            return {"do": "step", "cite": str(step.cite), **item, **plain(notes), "by": str(step.by)}
    return None


def _next(seen: Seen, away: Away, dealt: bool, first: bool = False) -> dict[str, Any] | None:
    """The dealer's next command; None if a player must act.

    If the dealer and a player may both choose, the player goes first; a player who asks for the deal instead (`first`) passes.
    """
    match seen.standing.due:
        case None:
            return {"do": "open"}
        case Wagers(within=False) if dealt:
            return None
        case Wagers(needs=needs):
            by_hand = seen.standing.position.table.procedure == ProcedureMode.BY_HAND
            step = _next_step(seen, needs) if by_hand else None
            return step or {"do": "no-more-bets", "by": str(seen.game.law.caller(seen.rules))}
        case Chance():
            return {"do": "draw"}
        case Choices(open=asked):
            mine = next((each for each in asked if _for_the_house(seen, each.who, away)), None)
            players = any(not _for_the_house(seen, each.who, away) for each in asked)
            if mine is None or (players and (not first or seat_of(mine.who) is not None)):
                return None
            box = seat_of(mine.who)
            who = {"seat": box.number} if box is not None else {"by": str(mine.who)}
            return {"do": "choose", **who, "choice": _usual(mine.options).choice}
        case Procedure(name=name):
            step = _next_step(seen, (name,))
            if step is None:
                raise Problem("refused", "this table's procedures are done by hand", right="ask its crew to continue")
            return step
        case Stopped(device=device):
            return {"do": "repaired", "device": device, "by": str(Role.FLOORPERSON)}


def _usual(options: tuple[Option, ...]) -> Option:
    """The choice for an absent player: the first that needs no more chips and no further data."""
    return min(options, key=lambda each: (each.choice in NEED_DATA, each.low_cents > 0))


def _for_the_house(seen: Seen, who: str, away: Away) -> bool:
    """Whether the practice dealer makes this choice: for a role, or for a seat that is free, abandoned or a practice player's."""
    box = seat_of(who)
    if box is None:
        return True
    holder = seen.holder(box.number)
    return not holder or holder.startswith(PRACTICE_PLAYER) or away(seen, holder)
