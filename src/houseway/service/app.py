"""The table service's HTTP application: routers, problem documents for every error, health, metrics and documentation."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from sqlalchemy import text
from starlette.exceptions import HTTPException

from houseway import __version__
from houseway.games import games, load
from houseway.law.inputs import visible
from houseway.service import (
    api_people,
    api_records,
    api_tables,
    attempt_routes,
    book_routes,
    console_routes,
    device_routes,
    filing_routes,
    game_routes,
    odds_routes,
    page_routes,
    paper_routes,
    practice_dealer,
    replay_routes,
    report_routes,
    socket,
    training,
    wager_routes,
)
from houseway.service.access import SEE_METRICS, Forbidden, Hidden
from houseway.service.api_common import SERVICE, Caller, ServiceOf, answered, problems, refuse_unless, service_of
from houseway.service.corrections import CorrectionRefusedError
from houseway.service.guard import App, Guard, Receive, Scope, Send
from houseway.service.logs import log_defect
from houseway.service.metrics import CONTENT_TYPE
from houseway.service.models import ProblemDocument
from houseway.service.page_routes import missing_page
from houseway.service.problems import Problem, not_found, problem_of
from houseway.service.request_errors import invalid, refuse_unknown_query
from houseway.service.schemas import any_command_schema, event_components
from houseway.service.serving import Service

ABOUT = """Tables under the rules of 58 Pa. Code, for players, dealers, floorpersons and the Board.

Sign in with `POST /v1/sign-in` (a cookie), or send a token as `Authorization: Bearer …`. A table takes commands at
`POST /v1/tables/{table_id}/commands`, each with an `Idempotency-Key`; the schemas `Commands-…` and `Events-…` have those of each
game. Events are pushed on the WebSocket `/v1/tables/{table_id}/socket` (subprotocol `houseway.v1`). Every error is a problem
document (RFC 9457) with `code`, `detail`, the `cites` of the paragraphs that decided it, and `right`: what would be right.
Amounts are whole cents, times are UTC."""
BODY_PROBLEMS = {400: "bad-request", 404: "not-found", 405: "no-such-method", 413: "too-large", 415: "not-json"}


def make_app(service: Service) -> App:
    """The ASGI application of a service: its API behind the guard."""
    api = the_api()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope[SERVICE] = service
        await api(scope, receive, send)

    return Guard(app, service.limits, service.metrics, service.people)


@cache
def the_api() -> FastAPI:
    """The API, shared by all services in a process: each request carries its own service (`service_of`)."""
    api = FastAPI(
        title="Houseway: the table service",
        version=__version__,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        dependencies=[Depends(refuse_unknown_query)],
    )
    parts = (
        api_tables, game_routes, odds_routes, book_routes, paper_routes, practice_dealer, api_records, replay_routes,
        console_routes, training, wager_routes, api_people, filing_routes, device_routes, page_routes, socket, report_routes,
        attempt_routes,
    )  # fmt: skip
    _add_operations(
        api
    )  # before all others: the first request prepares all routes up to its own, and the first request is usually for health
    for part in parts:
        api.include_router(part.router)
    _add_problems(api)
    api.openapi = lambda: documentation(api)  # type: ignore[method-assign]
    return api


def _add_operations(api: FastAPI) -> None:
    @api.get("/health", tags=["operations"], summary="Whether the service is healthy", responses=problems())
    async def health(service: ServiceOf) -> Response:
        """200 if the database answers and the service takes commands, otherwise 503."""

        def asked() -> None:
            with service.pit.database.read() as connection:
                connection.execute(text("SELECT 1"))

        try:
            await asyncio.wait_for(asyncio.to_thread(asked), 5)
        except Exception:
            raise Problem("suspended", "the database does not answer") from None
        if service.pit.blocked:
            raise Problem("suspended", "another process has locked the database")
        if service.commands.draining:
            raise Problem("draining", "the service is ending")
        return answered({"status": "ok", "software": f"houseway {__version__}", "tables": len(service.pit.hosted)})

    @api.get(
        "/metrics",
        tags=["operations"],
        summary="Metrics for Prometheus",
        responses={**problems(), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics(service: ServiceOf, caller: Caller) -> Response:
        """Counters and histograms in the Prometheus text format."""
        await refuse_unless(service, caller, SEE_METRICS)
        return Response(service.metrics.text(), media_type=CONTENT_TYPE)


def _add_problems(api: FastAPI) -> None:
    """Answer every error with a problem document."""

    async def told(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if problem.code == "defect":
            log_defect(error)
        if problem is error and problem.code == "forbidden":  # what raises Forbidden records the attempt itself
            caller, table = getattr(request.state, "caller", None), str(request.path_params.get("table_id", ""))
            await asyncio.to_thread(service_of(request).people.attempts, "forbidden", problem.detail, caller, table)
        return answered(problem.document(), problem.status, problem.headers)

    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        found = error.errors()
        if any(each["loc"] and each["loc"][0] == "path" for each in found):
            return await told(request, not_found())
        body = getattr(request.scope.get("route"), "body_field", None)
        form = None if body is None else body.field_info.annotation
        return await told(request, invalid(found, error.body, form))

    async def of_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and (page := missing_page(request)) is not None:
            return page
        code = BODY_PROBLEMS.get(error.status_code, "bad-request" if error.status_code < 500 else "defect")
        if code == "not-found":
            return await told(request, not_found())
        detail = str(error.detail)
        if code == "no-such-method":
            there = (error.headers or {}).get("Allow", "")
            detail = f"this address does not accept the method {visible(request.method[:20])}" + (
                f"; use {there}" if there else ""
            )
        problem = Problem(code, detail, headers=error.headers)
        return await told(request, problem)

    api.add_exception_handler(RequestValidationError, malformed)
    api.add_exception_handler(HTTPException, of_http)
    for kind in (Problem, Forbidden, Hidden, CorrectionRefusedError):
        api.add_exception_handler(kind, told)
    api.add_exception_handler(Exception, told)
    for known in _ERRORS:
        api.add_exception_handler(known, told)


def _known_errors() -> tuple[type[Exception], ...]:
    from houseway.law import BadInput
    from houseway.service.hosted import BusyError, ConflictError, RepeatedOtherwiseError, SuspendedError
    from houseway.service.pit import ElsewhereError, UnknownTableError

    return (
        BadInput, BusyError, ConflictError, RepeatedOtherwiseError, SuspendedError, ElsewhereError, UnknownTableError,
    )  # fmt: skip


_ERRORS = _known_errors()


def documentation(api: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the schemas of all games' commands and events."""
    if api.openapi_schema is not None:
        return api.openapi_schema
    found = get_openapi(title=api.title, version=api.version, routes=api.routes, description=ABOUT)
    every = [(game, load(game.id)[1]) for game in games().values()]
    schemas = found["components"]["schemas"]
    schemas["ProblemDocument"] = ProblemDocument.model_json_schema()
    schemas["Command"] = any_command_schema(every)
    schemas.update(event_components(every))
    schemas["Envelope"]["properties"]["command"] = {"$ref": "#/components/schemas/Command"}
    found["components"]["securitySchemes"] = {
        "session": {"type": "apiKey", "in": "cookie", "name": "__Host-houseway"},
        "token": {"type": "http", "scheme": "bearer"},
    }
    found["security"] = [{"session": []}, {"token": []}]
    _without_validation_errors(found)
    api.openapi_schema = found
    return found


def _without_validation_errors(found: dict[str, Any]) -> None:
    """Remove FastAPI's own validation errors from the documentation; ours are problems with status 400."""
    for path in found["paths"].values():
        for operation in path.values():
            answer = operation["responses"].get("422")
            if answer is not None and "HTTPValidationError" in str(answer):
                del operation["responses"]["422"]
    for name in ("HTTPValidationError", "ValidationError"):
        found["components"]["schemas"].pop(name, None)
