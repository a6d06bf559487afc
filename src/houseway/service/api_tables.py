"""Endpoints for tables: the list, the view of one table, and commands."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

from fastapi import APIRouter, Header
from fastapi.responses import Response

from houseway.core import seat_account
from houseway.law import BadInput
from houseway.numerics.sources import ManualSource
from houseway.service.access import GUEST, SEE_TABLE, Forbidden, Hidden, Principal, has_device, may
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems, record_refused
from houseway.service.command_handling import read_key
from houseway.service.hosted import Hosted
from houseway.service.models import Carried, Envelope, TableList, TableView
from houseway.service.permits import permit
from houseway.service.reading import SessionHead
from houseway.service.socket import look_at, seen_now
from houseway.service.table_view import Seen, table_view

router = APIRouter(prefix="/v1/tables", tags=["tables"])


@router.get("", response_model=TableList, responses=problems(), summary="List the tables")
async def list_tables(service: ServiceOf, caller: Caller) -> Response:
    """The tables that the caller may see, each with its last session."""
    heads = [head for head in await asyncio.to_thread(service.records.heads) if listed(caller, head)]
    if caller.account.startswith(GUEST):
        heads = [head for head in heads if cast(Hosted, await service.seen(head.table_id)).practice]
    return answered({"tables": [entry(head, service.pit.hosted.get(head.table_id)) for head in heads]})


def listed(principal: Principal, head: SessionHead) -> bool:
    """Whether a principal's list includes a table: players see those of any holder, manufacturers those with their devices."""
    if has_device(principal, head.table_id) and may(principal, SEE_TABLE):
        return True
    return may(principal, SEE_TABLE, "" if "player" in principal.roles else head.holder)


def entry(head: SessionHead, hosted: Hosted | None = None) -> dict[str, Any]:
    """A table in the list; for a table of this process, also the current round, the seats and the limits."""
    state = "closed" if head.sealed else "open" if head.seq else "unopened"
    return {
        "id": head.table_id,
        "game": head.game,
        "holder": head.holder,
        "session": head.session,
        "round": head.round,
        "seq": head.seq,
        "open": state == "open",
        "state": state,
        **({} if hosted is None or hosted.session != head.session else _now(hosted)),
    }


def _now(hosted: Hosted) -> dict[str, Any]:
    position, rules = hosted.standing.position, hosted.rules
    taken = sum(1 for seat in range(1, rules.boxes + 1) if position.accounts.get(seat_account(seat), 0))
    return {
        "round": position.table.round,
        "seats": rules.boxes,
        "taken": taken,
        "min_cents": rules.min_cents,
        "max_cents": rules.max_cents,
        "practice": hosted.practice,
    }


@router.get("/{table_id}", response_model=TableView, responses=problems(), summary="View a table")
async def one_table(service: ServiceOf, caller: Caller, table_id: TableId, limits: bool = True) -> Response:
    """A table as the caller may see it: its wagers and cards, the next act, the caller's possible commands, and all limits.

    `limits=false` leaves out the limits, which are long and never change during a session.
    """
    seen = await seen_now(service, table_id)
    viewer, _ = look_at(caller, seen)
    view = table_view(seen, viewer, caller.account, lambda command: may_send(caller, seen, command), limits)
    hosted = cast(Hosted, seen)
    deals = hosted.practice and not isinstance(hosted.table.source, ManualSource)  # when a player asks
    acts = [as_sent(caller, act) for act in view["acts"]]
    return answered({**view, "acts": acts, "holder": hosted.of, "practice": hosted.practice, "deals": deals})


def as_sent(principal: Principal, act: dict[str, Any]) -> dict[str, Any]:
    """An act as a principal sends it: without the role that the law names first, if the principal acts in another role."""
    return act if act.get("by") in principal.roles else {name: value for name, value in act.items() if name != "by"}


def may_send(principal: Principal, seen: Seen, act: Any) -> bool:
    """Whether a principal may send a command of this kind; fields that are not filled in yet do not matter."""
    if act["do"] == "draw" and isinstance(cast(Hosted, seen).table.source, ManualSource):
        return False
    filled = {**FILLED.get(act["do"], {}), **act}
    if act["do"] == "wager":
        filled["id"] = next(iter(seen.game.law.catalogue(seen.rules)))
    if act["do"] != "choose":
        filled.pop("by", None)
    try:
        permit(principal, cast(Hosted, seen), filled)
    except (Forbidden, Hidden):
        return False
    except BadInput:  # fields are missing, such as the cards of a result; only the role counts
        return act["do"] != "result" or not set(principal.roles) <= {"player"}
    return True


FILLED: dict[str, dict[str, Any]] = {"buy-in": {"cents": 1}, "cash-out": {"cents": 1}, "wager": {"cents": 1}}


@router.post(
    "/{table_id}/commands",
    response_model=Carried,
    responses=problems(409, 422, 428),
    summary="Send a command to a table",
)
async def send_command(
    service: ServiceOf,
    caller: Caller,
    table_id: TableId,
    envelope: Envelope,
    key: Annotated[
        str | None, Header(alias="Idempotency-Key", max_length=200, description="The sender's id for this command.")
    ] = None,
) -> Response:
    """Carry out a command once. The same id and body get the same answer, even after a restart of the service.

    A refusal under the rules is recorded like any other event and answered as a problem with its citations.
    """
    try:
        carried = await service.forwarding.carry_out(caller, table_id, envelope, read_key(key))
    except Exception as error:
        await record_refused(service, caller, error, table_id)
        raise
    headers = {"Idempotent-Replayed": "true"} if carried.repeated else {}
    return answered(carried.document, carried.status, headers)
