"""Endpoints for the replay page: the rounds and sealed orders of a session, and its events in words."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from sqlalchemy import func, select

from houseway.service.access import RECALL_ROUNDS
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems, refuse_unless
from houseway.service.api_records import Number, SessionNumber, eyes_for, in_thread, shown_events
from houseway.service.event_visibility import Eyes
from houseway.service.game_routes import felt_of
from houseway.service.models import EventPage
from houseway.service.reading import SessionHead
from houseway.service.serving import Service
from houseway.service.table_view import limits_of
from houseway.store.recorded_events import recorded_events
from houseway.store.schema import events
from houseway.table.event_words import tell

router = APIRouter(prefix="/v1/tables/{table_id}", tags=["records"])
SEALING = ("shoe-sealed", "shoe-revealed", "seal-voided")
MOST_TOLD = 400


@router.get("/replay", responses=problems(), summary="An overview of a session")
async def replay(service: ServiceOf, caller: Caller, table_id: TableId, session: SessionNumber = None) -> Response:
    """The first and last event of each round of a session, its sealed orders, and its felt."""
    head, eyes = await eyes_for(service, caller, table_id, session)
    await refuse_unless(service, caller, RECALL_ROUNDS, table=table_id)

    def read() -> dict[str, Any]:
        game, rules = service.records.rules(table_id, head.session)
        names = {wager: {"name": each["name"]} for wager, each in limits_of(game, rules).items()}
        return {
            "table": table_id,
            "session": head.session,
            "sessions": [each.session for each in service.records.sessions(table_id)],
            "seq": head.seq,
            "closed": head.sealed,
            "title": game.title,
            "edition": rules.edition.id,
            "wagers": names,
            "rounds": _rounds(service, head),
            "seals": _seals(service, head, eyes),
            **felt_of(game, rules),
        }

    return answered(await in_thread(read))


def _rounds(service: Service, head: SessionHead) -> list[dict[str, int]]:
    """The first and the last event of each round; round 0 is the opening."""
    of = events.c
    query = select(of.round, func.min(of.seq), func.max(of.seq)).where(
        of.table_id == head.table_id, of.session == head.session, of.seq >= 1, of.event != "journal-sealed"
    )
    with service.pit.database.read() as connection:
        rows = connection.execute(query.group_by(of.round).order_by(of.round)).all()
    return [{"round": number, "first": first, "last": last} for number, first, last in rows]


def _seals(service: Service, head: SessionHead, eyes: Eyes) -> list[dict[str, Any]]:
    """Every sealed order, with the numbers of the events that sealed it and that later revealed or voided it."""
    of = events.c
    query = select(of.seq).where(of.table_id == head.table_id, of.session == head.session, of.event.in_(SEALING))
    with service.pit.database.read() as connection:
        numbers = [seq for (seq,) in connection.execute(query.order_by(of.seq))]
    found: list[dict[str, Any]] = []
    for number in numbers:
        told = shown_events(
            service,
            head,
            recorded_events(service.pit.database, None, head.table_id, head.session, number, number),
            eyes,
        )[0]
        if told["event"] == "shoe-sealed":
            found.append({**_named(told, "seq", "commitment", "fill", "cards"), "revealed": None, "voided": None})
        elif "commitment" in told:
            how = "revealed" if told["event"] == "shoe-revealed" else "voided"
            for each in found:
                if each["commitment"] == told["commitment"] and each[how] is None:
                    each[how] = number
    return found


def _named(told: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: told.get(name) for name in names}


@router.get("/told", response_model=EventPage, responses=problems(), summary="Recorded events in words")
async def told(
    service: ServiceOf,
    caller: Caller,
    table_id: TableId,
    session: SessionNumber = None,
    since: Number = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_TOLD)] = 200,
) -> Response:
    """The events after number `since`, each with a sentence `says`, as the caller could have seen them.

    `together` has the first and the last event of the same command. The first changes the state; each may move money.
    """
    head, eyes = await eyes_for(service, caller, table_id, session)
    await refuse_unless(service, caller, RECALL_ROUNDS, table=table_id)

    def read() -> dict[str, Any]:
        last = min(head.seq, since + limit)
        game, rules = service.records.rules(table_id, head.session)
        found = service.records.events(table_id, head.session, since + 1, last) if since < head.seq else []
        purchases = service.records.purchases(table_id, head.session, last) if eyes.account else None
        told = []
        for event, seen in zip(found, shown_events(service, head, found, eyes), strict=True):
            viewer = eyes.viewer(event, {} if purchases is None else purchases.holders(event.seq))
            first = event.seq - event.batch[0] + 1  # of the events of one command
            together = [first, first + event.batch[1] - 1]
            told.append({**seen, "says": tell(game, rules, event, viewer), "together": together})
        return {
            "table": table_id,
            "session": head.session,
            "events": told,
            "next": last if last < head.seq else None,
        }

    return answered(await in_thread(read))
