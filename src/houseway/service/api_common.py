"""Shared by all routers: the service behind a request, its signed-in caller, refusals, and JSON answers."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.responses import Response

from houseway.service.access import Forbidden, Principal, may, not_allowed
from houseway.service.guard import too_many
from houseway.service.problems import MEDIA_TYPE, problem_of
from houseway.service.serving import Service
from houseway.service.signed_in import as_headers

REUSED = "id-reused"
SERVICE = "houseway.service"  # key of the service in a request's scope
TABLE_ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$"
TableId = Annotated[str, Path(pattern=TABLE_ID, description="The id of a table.")]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI documentation of the problems that an endpoint may answer with."""
    usual = (400, 401, 403, 404, 405, 413, 415, 429, 500, 503)
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}}
    return {
        status: {"description": "A problem document.", "content": content} for status in sorted({*usual, *statuses})
    }


def service_of(request: Request) -> Service:
    """The service behind a request."""
    service: Service = request.scope[SERVICE]
    return service


ServiceOf = Annotated[Service, Depends(service_of)]


async def signed_in(request: Request, service: ServiceOf) -> Principal:
    """The signed-in account that sends a request; raises a problem if there is none or if it sends too many requests."""
    principal = await service.signed_in.principal(as_headers(request.scope))
    request.state.caller = principal  # for the record of a refused attempt
    wait = service.limits.account.take(principal.account)
    if wait:
        raise too_many("your account sends too many requests", wait)
    return principal


Caller = Annotated[Principal, Depends(signed_in)]


async def refuse_unless(service: Service, principal: Principal, action: str, holder: str = "", table: str = "") -> None:
    """Raise Forbidden, and record the attempt, unless a principal may perform an action."""
    if not may(principal, action, holder):
        raise await refused(service, principal, not_allowed(principal, action, holder), table)


async def record_refused(service: Service, principal: Principal, error: Exception, table: str) -> None:
    """Record a command that its sender may not send, or that reuses the id of another command; ignore other errors."""
    if isinstance(error, Forbidden):
        await refused(service, principal, error, table)
    elif problem_of(error).code == REUSED:
        await asyncio.to_thread(service.people.attempts, REUSED, str(error), principal, table)


async def refused(service: Service, principal: Principal, error: Forbidden, table: str = "") -> Forbidden:
    """Record an attempt that is not allowed, and return its error."""
    await asyncio.to_thread(service.people.attempts, error.kind, str(error), principal, table)
    return error


def answered(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer."""
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(body, status, headers, MEDIA_TYPE if status >= 400 else "application/json")
