"""Endpoints for records: events, earlier states, reconstructed rounds, exports, checkpoints and proofs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse
from sqlalchemy import select

from houseway.core import Event, Moment, awaited, seat_account
from houseway.law.inputs import read_json
from houseway.records.lines import clock_text
from houseway.records.merkle import leaf_hash
from houseway.records.proofs import consistency, inclusion
from houseway.service.access import GUEST, RECALL_ROUNDS, SEE_RECORDS, SIGN_CHECKPOINT, Principal
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems, refuse_unless
from houseway.service.event_visibility import Eyes, shown_past
from houseway.service.models import LARGEST, MOST_EVENTS, CheckpointList, EventPage, Proof, Round, RoundList, State
from houseway.service.problems import Problem, not_found
from houseway.service.reading import SessionHead
from houseway.service.serving import Service
from houseway.service.socket import look_at
from houseway.service.table_view import view_of
from houseway.store.schema import checkpoints
from houseway.store.session_lines import SessionLines
from houseway.table.event_words import tell
from houseway.table.house_figures import for_reader, seen_accounts

router = APIRouter(prefix="/v1", tags=["records"])
MOST_ROUNDS = 50
T = TypeVar("T")
SessionNumber = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="A session; the last one by default.")]
Number = Annotated[int, Query(ge=0, le=LARGEST)]


async def eyes_for(
    service: Service, principal: Principal, table_id: str, session: int | None
) -> tuple[SessionHead, Eyes]:
    """A session and the caller's view of it; raises Hidden if the caller may not see it."""

    def read() -> tuple[SessionHead, Eyes]:
        head = service.records.head(table_id, session)
        latest = service.records.head(table_id)
        hosted = service.pit.hosted.get(table_id)
        seen = hosted if hosted is not None else service.records.at(table_id, latest.session, latest.seq)
        if principal.account.startswith(GUEST) and head.session != latest.session:  # it may not be practice
            look_at(principal, service.records.at(table_id, head.session, head.seq))
        return head, look_at(principal, seen)[1]

    return await asyncio.to_thread(read)


async def in_thread(work: Callable[[], T]) -> T:
    """Read the records in a thread, so that the event loop goes on."""
    return await asyncio.to_thread(work)


def shown_events(service: Service, head: SessionHead, events: list[Event], eyes: Eyes) -> list[dict[str, Any]]:
    """Recorded events as the reader could have seen them at the time."""
    last = events[-1].seq if events else 0
    purchases = service.records.purchases(head.table_id, head.session, last) if eyes.account else None
    return shown_past(events, eyes, purchases)


@router.get("/tables/{table_id}/events", response_model=EventPage, responses=problems(), summary="Recorded events")
async def events(
    service: ServiceOf,
    caller: Caller,
    table_id: TableId,
    session: SessionNumber = None,
    since: Number = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = 200,
) -> Response:
    """The events after number `since`. An event that the caller may not see appears as `withheld`, so no number is missing."""
    head, eyes = await eyes_for(service, caller, table_id, session)

    def read() -> dict[str, Any]:
        last = min(head.seq, since + limit)
        found = service.records.events(table_id, head.session, since + 1, last) if since < head.seq else []
        told = shown_events(service, head, found, eyes)
        following = last if last < head.seq else None
        return {"table": table_id, "session": head.session, "events": told, "next": following}

    return answered(await in_thread(read))


@router.get("/tables/{table_id}/state", response_model=State, responses=problems(), summary="The table after any event")
async def state(
    service: ServiceOf, caller: Caller, table_id: TableId, session: SessionNumber = None, seq: Number | None = None
) -> Response:
    """The table after one of its events, by default the last, as the caller could have seen it then."""
    head, eyes = await eyes_for(service, caller, table_id, session)
    at = head.seq if seq is None else seq
    if at > head.seq:
        raise not_found()

    def read() -> dict[str, Any]:
        seen = service.records.at(table_id, head.session, at)
        mine = [seat for seat, account in seen.standing.holders.items() if eyes.account and account == eyes.account]
        viewer = seat_account(mine[0]) if mine else eyes.base
        position = seen.standing.position
        return {
            "table": table_id,
            "session": head.session,
            "seq": at,
            "round": position.table.round,
            "phase": seen.standing.phase,
            "says": "" if seen.standing.due is None else awaited(seen.standing.due),
            "yours": mine,
            "viewer": viewer,
            "view": view_of(seen, viewer),
            "accounts": seen_accounts(position.accounts, viewer),
        }

    return answered(await in_thread(read))


def _round(service: Service, table_id: str, session: int, number: int, eyes: Eyes) -> dict[str, Any] | None:
    """A round reconstructed in JSON and in words; None if the session does not have it."""
    game, rules = service.records.rules(table_id, session)
    found = service.records.round(table_id, session, number)
    if not found:
        return None
    purchases = service.records.purchases(table_id, session, found[-1].seq) if eyes.account else None
    told = shown_past(found, eyes, purchases)
    words = []
    for recorded in found:
        viewer = eyes.viewer(recorded, {} if purchases is None else purchases.holders(recorded.seq))
        event = for_reader(recorded, viewer)
        cites = "" if event.seen_by(viewer)["event"] == "withheld" else ", ".join(f"§ {cite}" for cite in event.cites)
        words.append(tell(game, rules, event, viewer) + (f"  [{cites}]" if cites else ""))
    return {
        "table": table_id,
        "session": session,
        "round": number,
        "game": game.id,
        "edition": rules.edition.id,
        "first": found[0].seq,
        "last": found[-1].seq,
        "events": told,
        "settlements": [each for each in told if each["event"] == "wager-settled"],
        "words": "\n".join(words),
    }


@router.get("/tables/{table_id}/rounds", response_model=RoundList, responses=problems(), summary="The last rounds")
async def rounds(
    service: ServiceOf,
    caller: Caller,
    table_id: TableId,
    session: SessionNumber = None,
    last: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 10,
) -> Response:
    """The last rounds of a table, the latest first, each with all its events and a description in words."""
    head, eyes = await eyes_for(service, caller, table_id, session)
    await refuse_unless(service, caller, RECALL_ROUNDS, table=table_id)

    def read() -> list[dict[str, Any]]:
        numbers = range(head.round, max(-1, head.round - last), -1)
        found = (_round(service, table_id, head.session, number, eyes) for number in numbers)
        return [each for each in found if each is not None]

    return answered({"rounds": await in_thread(read)})


@router.get(
    "/tables/{table_id}/rounds/{number}", response_model=Round, responses=problems(), summary="One round, reconstructed"
)
async def one_round(
    service: ServiceOf, caller: Caller, table_id: TableId, number: int, session: SessionNumber = None
) -> Response:
    """Every card, die, tile, wager, decision and settlement of a round with citations, as the caller may see them."""
    head, eyes = await eyes_for(service, caller, table_id, session)
    await refuse_unless(service, caller, RECALL_ROUNDS, table=table_id)
    found = None
    if 0 <= number <= head.round:
        found = await in_thread(lambda: _round(service, table_id, head.session, number, eyes))
    if found is None:
        raise not_found()
    return answered(found)


@router.get("/tables/{table_id}/sessions", responses=problems(), summary="The sessions of a table")
async def sessions(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """Each session of a table: its number of lines and rounds, its last time, and whether its journal is sealed."""
    await eyes_for(service, caller, table_id, None)
    found = await in_thread(lambda: service.records.sessions(table_id))
    told = [
        {
            "session": each.session,
            "size": each.size,
            "round": each.round,
            "sealed": each.sealed,
            "at": clock_text(Moment(each.at)),
        }
        for each in found
    ]
    return answered({"table": table_id, "sessions": told})


@router.get(
    "/tables/{table_id}/sessions/{session}/export",
    responses={**problems(), 200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
    summary="A session's journal",
)
async def export(service: ServiceOf, caller: Caller, table_id: TableId, session: int) -> Response:
    """The exact lines of a session's journal, as `houseway audit` reads them. Hidden values appear as commitments."""
    if not 0 < session < 2**31:
        raise not_found()
    head, _ = await eyes_for(service, caller, table_id, session)
    await refuse_unless(service, caller, SEE_RECORDS, head.holder, table_id)
    lines = SessionLines(service.pit.database, table_id, session, 0, head.size - 1)

    def rows() -> Iterator[bytes]:
        yield from lines.rows()

    name = f"{table_id}-{session}.jsonl"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(rows(), media_type="application/jsonl", headers=disposition)


# Checkpoints and proofs


@router.get("/checkpoints", response_model=CheckpointList, responses=problems(), summary="Signed checkpoints")
async def list_checkpoints(
    service: ServiceOf, caller: Caller, last: Annotated[int, Query(ge=1, le=100)] = 10
) -> Response:
    """The last checkpoints, the latest first. They may be published: they reveal nothing that is hidden."""
    del caller
    found = await in_thread(lambda: _checkpoints(service, last))
    return answered({"key": service.pit.keys.public, "checkpoints": found})


@router.get("/checkpoints/latest", responses=problems(), summary="The latest checkpoint")
async def latest_checkpoint(service: ServiceOf, caller: Caller) -> Response:
    """The latest checkpoint, in the form that `houseway audit` reads."""
    del caller
    found = await in_thread(lambda: _checkpoints(service, 1))
    if not found:
        raise not_found()
    return answered(found[0])


@router.post("/checkpoints", status_code=201, responses=problems(), summary="Sign a checkpoint now")
async def sign_checkpoint(service: ServiceOf, caller: Caller) -> Response:
    """Sign a checkpoint over the journals of this process's tables."""
    await refuse_unless(service, caller, SIGN_CHECKPOINT)
    signed = await service.pit.sign()
    return answered(read_json(signed.text(), "a checkpoint"), 201)


def _checkpoints(service: Service, last: int) -> list[dict[str, Any]]:
    query = select(checkpoints.c.body).order_by(checkpoints.c.number.desc()).limit(last)
    with service.pit.database.read() as connection:
        return [read_json(body, "a checkpoint", 64_000_000) for (body,) in connection.execute(query)]


def _hex(hashes: list[bytes]) -> list[str]:
    return [each.hex() for each in hashes]


@router.get(
    "/tables/{table_id}/proofs/rounds/{number}",
    response_model=Proof,
    responses=problems(),
    summary="Proof that a round is in the journal",
)
async def round_proof(
    service: ServiceOf,
    caller: Caller,
    table_id: TableId,
    number: int,
    session: SessionNumber = None,
    size: Annotated[int | None, Query(ge=1, le=LARGEST)] = None,
) -> Response:
    """The lines of a round, each with the hashes that prove it is among the first `size` lines of the journal (RFC 6962).

    A line with figures that the caller may not see is given only as its hash, `leaf`.
    """
    head, eyes = await eyes_for(service, caller, table_id, session)
    await refuse_unless(service, caller, RECALL_ROUNDS, table=table_id)
    upto = head.size if size is None else size
    if upto > head.size or not 0 <= number <= head.round:
        raise not_found()

    def read() -> dict[str, Any] | None:
        found = service.records.round(table_id, head.session, number)
        if not found or found[-1].seq >= upto:
            return None
        root = service.records.tree(table_id, head.session).root
        first, last = found[0].seq, found[-1].seq
        lines = SessionLines(service.pit.database, table_id, head.session, first, last).rows()
        proven = [
            {
                "seq": event.seq,
                **(
                    {"line": line.decode()}
                    if for_reader(event, eyes.base) is event
                    else {"leaf": leaf_hash(line).hex()}
                ),
                "proof": _hex(inclusion(root, event.seq, upto)),
            }
            for event, line in zip(found, lines, strict=True)
        ]
        of = {"table": table_id, "session": head.session, "round": number}
        return {**of, "size": upto, "root": root(0, upto).hex(), "lines": proven}

    proof = await in_thread(read)
    if proof is None:
        raise not_found()
    return answered(proof)


@router.get(
    "/tables/{table_id}/proofs/consistency",
    response_model=Proof,
    responses=problems(),
    summary="Proof that a journal extends an earlier one",
)
async def consistency_proof(
    service: ServiceOf,
    caller: Caller,
    table_id: TableId,
    earlier: Number,
    session: SessionNumber = None,
    size: Annotated[int | None, Query(ge=1, le=LARGEST)] = None,
) -> Response:
    """The hashes that prove that the journal with `size` lines extends the journal with `earlier` lines (RFC 6962)."""
    head, _ = await eyes_for(service, caller, table_id, session)
    upto = head.size if size is None else size
    if upto > head.size:
        raise not_found()
    if earlier > upto:
        raise Problem("bad-request", "earlier is larger than size", right="ask for an earlier size that is smaller")

    def read() -> dict[str, Any]:
        root = service.records.tree(table_id, head.session).root
        roots = {"earlier_root": root(0, earlier).hex(), "root": root(0, upto).hex()}
        of = {"table": table_id, "session": head.session, "earlier": earlier, "size": upto}
        return {**of, **roots, "proof": _hex(consistency(root, earlier, upto))}

    return answered(await in_thread(read))
