"""The practice dealer: at a practice table without a crew, it opens the table, closes the betting and draws when a player asks.

Where somebody has closed the table, it begins the next session; where procedures are done step by step, it does the steps.

It sends ordinary commands in the roles that the law names, under an account of its own, so that a record shows who dealt. At
any other table a crew deals, and this refuses.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, cast

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.core import Due, Wagers, seat_of
from houseway.core.due import Chance, Choices, Procedure, Stopped
from houseway.core.plain import plain
from houseway.law import BadInput
from houseway.law.roles import Role
from houseway.numerics.sources import ManualSource
from houseway.service.access import Principal
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.hosted import ConflictError, Hosted
from houseway.service.models import Envelope, Expect, TableView
from houseway.service.problems import Problem
from houseway.service.serving import Service
from houseway.service.socket import look_at
from houseway.service.table_view import Seen, where
from houseway.store.database import StoreError
from houseway.table.commands import ProcedureMode
from houseway.table.procedures import undone

router = APIRouter(prefix="/v1/tables", tags=["tables"])

ACCOUNT, PRACTICE_PLAYER = "practice-dealer", "practice-player-"
NEED_DATA = ("set", "cut")  # choices that need more than their name
CREW = (Role.FLOORPERSON, Role.DEALER, Role.BOXPERSON, Role.STICKPERSON)
MOST_COMMANDS = 200  # between two betting windows


@router.post("/{table_id}/deal", response_model=TableView, responses=problems(409, 422), summary="Have a round dealt")
async def deal(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """At a practice table, go on until a player must choose or wager again. The answer says where the table then stands."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    if not cast(Hosted, seen).practice:
        raise Problem(
            "forbidden",
            "a crew deals at this table",
            right="wait for the dealer; only practice tables deal by themselves",
        )
    if isinstance(cast(Hosted, seen).table.source, ManualSource):
        raise Problem("forbidden", "the results of this table are entered by its dealer", right="wait for the dealer")
    if not _takes_part(seen, caller):
        raise Problem("forbidden", "only who plays at a table has it dealt", right="buy in at a seat first")
    await _go_on(service, table_id)
    return answered({"table": table_id, **where(await service.seen(table_id))})


def _takes_part(seen: Seen, caller: Principal) -> bool:
    """Whoever has a seat; before the table is opened, or once it is closed, anybody."""
    if seen.standing.due is None or seen.standing.position.table.closed:
        return True
    return any(seen.holder(seat) == caller.account for seat in range(1, seen.rules.boxes + 1))


async def _go_on(service: Service, table_id: str) -> None:
    dealt = False
    for count in range(MOST_COMMANDS):
        seen = await service.seen(table_id)
        if seen.standing.position.table.closed:
            await next_practice(service, seen)
            continue
        command = _next(seen, seen.standing.due, dealt, first=count == 0)
        if command is None:
            return
        dealt = dealt or command["do"] in ("draw", "no-more-bets", "choose")
        house = _sender(seen, command)
        envelope = Envelope(command=command, expect=Expect(seq=seen.standing.seq))
        carried = await service.forwarding.carry_out(house, table_id, envelope, f"deal-{secrets.token_hex(12)}")
        if carried.status != 200:
            raise Problem(
                "refused",
                str(carried.document.get("detail", "the rules refuse it")),
                cites=carried.document.get("cites", ()),
            )
        if command["do"] == "open":
            return


def _sender(seen: Seen, command: Mapping[str, Any]) -> Principal:
    """The practice dealer in the roles of a crew; for a seat of a practice player, that player."""
    holder = seen.holder(command["seat"]) if "seat" in command else ""
    if holder.startswith(PRACTICE_PLAYER):
        return Principal(holder, "a practice player", (str(Role.PLAYER),))
    roles = tuple(dict.fromkeys((*CREW, *([Role(command["by"])] if "by" in command else ()))))
    return Principal(ACCOUNT, "the practice dealer", roles, cast(Hosted, seen).of)


async def next_practice(service: Service, seen: Seen) -> None:
    """Begin the next session of a closed practice table, under the same rules."""
    hosted = cast(Hosted, seen)
    source = hosted.table.source
    kind = "manual" if isinstance(source, ManualSource) else source.name
    seed = secrets.token_hex(16) if kind == "seeded" else None
    try:
        await service.pit.open_table(seen.id, seen.game, seen.rules, hosted.of, kind, seed)
    except (StoreError, ConflictError, BadInput):  # somebody else was quicker
        if (await service.seen(seen.id)).standing.position.table.closed:
            raise Problem("refused", "the table is closed", right="choose another table") from None


def _next_step(seen: Seen, names: Iterable[str]) -> dict[str, Any] | None:
    """The next step of procedures that are done by hand, as it usually goes; None if there is none."""
    position = seen.standing.position
    for name in names:
        for step in undone(seen.game, seen.rules, position.state, position.table.steps, name):
            notes = {**seen.game.law.normal_notes(seen.rules, position.state, step), **step.must}
            item = {"item": step.item} if step.item else {}
            return {"do": "step", "cite": str(step.cite), **item, **plain(notes), "by": str(step.by)}
    return None


def _next(seen: Seen, due: Due | None, dealt: bool, first: bool = False) -> dict[str, Any] | None:
    """What the dealer does now; None: it is for a player to go on.

    Where the dealer and a player may both choose, the player comes first; whoever then asks for the deal (`first`) leaves the
    choice.
    """
    match due:
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
            mine = next((each for each in asked if _for_the_house(seen, each.who)), None)
            players = any(not _for_the_house(seen, each.who) for each in asked)
            if mine is None or (players and (not first or seat_of(mine.who) is not None)):
                return None
            box = seat_of(mine.who)
            who = {"seat": box.number} if box is not None else {"by": str(mine.who)}
            choice = next((each for each in mine.options if each.choice not in NEED_DATA), mine.options[0])
            return {"do": "choose", **who, "choice": choice.choice}
        case Procedure(name=name):
            step = _next_step(seen, (name,))
            if step is None:
                raise Problem("refused", "this table's procedures are done by hand", right="ask its crew to go on")
            return step
        case Stopped(device=device):
            return {"do": "repaired", "device": device, "by": str(Role.FLOORPERSON)}


def _for_the_house(seen: Seen, who: str) -> bool:
    """A role is the house's to answer for; a seat only if it is nobody's, or a practice player's whose trainee has gone."""
    box = seat_of(who)
    if box is None:
        return True
    holder = seen.holder(box.number)
    return not holder or holder.startswith(PRACTICE_PLAYER)
