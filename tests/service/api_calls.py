"""Calls to a service with a Sic Bo table and a Casino War table, and checks of its problem documents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from houseway.service.rate_limits import Limits
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import STAFF, Place, place
from service.whole_rounds import whole_round

PROBLEM = {"type", "title", "status", "detail", "code", "cites", "right"}
Test = Callable[[Place, httpx.AsyncClient], Awaitable[None]]


def run(database: Database, test: Test, limits: Limits | None = None) -> None:
    """Run a test against a service with a Sic Bo table and a Casino War table, with a client that is nobody yet."""

    async def body() -> None:
        tables = {"dice": "sic-bo", "war": "casino-war"}
        async with (
            place(database, Keys.new(), tables, limits=limits) as there,
            httpx.AsyncClient(base_url=there.address, verify=False, timeout=60) as http,
        ):
            await test(there, http)

    asyncio.run(body())


def is_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check a problem document, and return it."""
    document: dict[str, Any] = answer.json()
    assert (answer.status_code, document["code"]) == (status, code), document
    assert answer.headers["content-type"] == "application/problem+json"
    assert document.keys() >= PROBLEM and document["status"] == status
    return document


def bearer(there: Place, *roles: str, holder: str | None = None) -> dict[str, str]:
    """The header of a new account."""
    return {"Authorization": f"Bearer {there.token(there.account(*roles, holder=holder))}"}


def envelope(command: dict[str, Any], **expect: Any) -> dict[str, Any]:
    """A command as it is sent."""
    return {"command": command, "expect": expect}


def attempts(there: Place) -> list[str]:
    """The kinds of refused attempts that are recorded."""
    from sqlalchemy import select

    from houseway.store.schema import attempts as table

    with there.pit.database.read() as connection:
        return [row.kind for row in connection.execute(select(table))]


async def play(there: Place, table: str, game: str) -> None:
    """A whole round at a table."""
    staff, players = there.client(*STAFF), {seat: there.client("player") for seat in (1, 2)}
    for sent in whole_round(game):
        client = players[sent.command["seat"]] if sent.role == "player" else staff
        await client.command(table, sent.command, sent.expect, sent.role)
