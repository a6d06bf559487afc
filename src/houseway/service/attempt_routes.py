"""The endpoint for refused attempts: wrong roles, others' seats, forged or expired tokens, oversized bodies, reused ids."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from sqlalchemy import select

from houseway.core import Moment
from houseway.records.lines import clock_text
from houseway.service.access import SEE_ATTEMPTS
from houseway.service.api_common import Caller, ServiceOf, answered, problems, refuse_unless
from houseway.service.models import LARGEST
from houseway.store.people_schema import accounts
from houseway.store.schema import attempts, tables

router = APIRouter(prefix="/v1", tags=["records"])
MOST = 500


@router.get("/attempts", responses=problems(), summary="Refused attempts")
async def list_attempts(
    service: ServiceOf,
    caller: Caller,
    before: Annotated[int | None, Query(ge=1, le=LARGEST, description="Only attempts before this number.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 100,
    kind: Annotated[str, Query(max_length=60, pattern=r"^[a-z-]*$")] = "",
    table: Annotated[str, Query(max_length=60, description="Only attempts at this table.")] = "",
) -> Response:
    """The last refused attempts, the latest first. A holder's staff see those by its accounts and at its tables."""
    await refuse_unless(service, caller, SEE_ATTEMPTS)

    def found() -> list[dict[str, Any]]:
        of = attempts.c
        query = select(attempts, accounts.c.name).outerjoin(accounts, of.actor == accounts.c.id)
        query = query.order_by(of.number.desc()).limit(limit)
        if before is not None:
            query = query.where(of.number < before)
        if kind:
            query = query.where(of.kind == kind)
        if table:
            query = query.where(of.table_id == table)
        if caller.holder:
            own = select(accounts.c.id).where(accounts.c.holder == caller.holder)
            there = select(tables.c.id).where(tables.c.holder == caller.holder)
            query = query.where(of.actor.in_(own) | of.table_id.in_(there))
        with service.pit.database.read() as connection:
            rows = connection.execute(query).all()
        return [
            {
                "number": row.number,
                "at": clock_text(Moment(row.at)),
                "account": row.actor or None,
                "name": row.name,
                "roles": row.role or None,
                "table": row.table_id or None,
                "kind": row.kind,
                "about": row.about,
            }
            for row in rows
        ]

    return answered({"attempts": await asyncio.to_thread(found)})
