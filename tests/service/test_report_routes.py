"""The routes of reports, corrections and terms of the tax: refused attempts are recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Header, Request
from fastapi.responses import JSONResponse

from houseway.games import load
from houseway.law import BadInput
from houseway.law.tax import TaxSettings
from houseway.service import report_routes
from houseway.service.access import Forbidden, Hidden, Principal
from houseway.service.api_common import service_of, signed_in
from houseway.service.corrections import CorrectionRefusedError
from houseway.service.hosted import Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.service.problems import Problem
from houseway.service.tax_terms import set_terms
from houseway.store.keys import Keys
from service.shift_play import Clock
from service.stores import open_sqlite

ROLES = {"ann": "floorperson", "ben": "pit-manager", "cat": "compliance", "eve": "pit-manager"}
WRONG = {"taken_from": "inventory", "given_to": "seat:1", "cents": 700, "corrects": 3, "why": "7 was paid as 17"}


@contextmanager
def pit_in(folder: Path) -> Iterator[Pit]:
    database = open_sqlite(folder / "pit.db")
    pit = Pit.open(database, Keys.new(), clock=Clock())
    yield pit
    pit.close()
    database.close()


def application(pit: Pit, attempts: list[tuple[str, str]]) -> FastAPI:
    app = FastAPI()

    def recorded(kind: str, about: str, principal: Principal, table: str = "") -> None:
        attempts.append((principal.account, about))

    def principal(account: str = Header()) -> Principal:
        if account == "eve":  # of another holder
            return Principal(account, account, (ROLES[account],), "Rivers")
        name, _, scope = account.partition(" ")
        return Principal(name, name, (ROLES[name],), "Parx", frozenset([scope]) if scope else None)

    app.include_router(report_routes.router)
    service = SimpleNamespace(pit=pit, people=SimpleNamespace(attempts=recorded))
    app.dependency_overrides = {service_of: lambda: service, signed_in: principal}

    @app.exception_handler(BadInput)
    @app.exception_handler(CorrectionRefusedError)
    async def refused(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": str(error), "cites": list(getattr(error, "cites", ()))}, 422)

    @app.exception_handler(Forbidden)
    async def forbidden(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"right": error.right if isinstance(error, Forbidden) else ""}, 403)

    @app.exception_handler(Problem)
    async def problem(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Problem)
        return JSONResponse(error.document(), error.status)

    @app.exception_handler(Hidden)
    async def hidden(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({}, 404)

    return app


async def check_messages(sent: Callable[..., Awaitable[httpx.Response]]) -> None:
    """A wrong field is named as it was sent."""
    unknown = await sent("POST", "/v1/tables/R1/corrections", "ann", json={**WRONG, "sesion": 1})
    assert "taken_from, given_to, cents, corrects, why, session" in unknown.json()["detail"]
    much = {"commenced": "2010-07-18", "local_percent": "200", "local_source": "a statute"}
    for terms, detail in (
        ({"commenced": "soon"}, "commenced: 'soon' is not a day like 2012-05-19; write for example 2012-05-19"),
        (much, "local_percent: 200 is not between 0 and 100; write for example 2"),
    ):
        told = (await sent("PUT", "/v1/holders/Parx/tax-terms", "cat", json=terms)).json()
        assert (told["code"], told["detail"]) == ("bad-request", detail)


async def talk(pit: Pit, attempts: list[tuple[str, str]]) -> None:
    game, rules = load("roulette", [])
    await pit.open_table("R1", game, rules, "Parx")
    script: list[dict[str, Any]] = [{"do": "open"}, {"do": "buy-in", "seat": 1, "cents": 10_000}]
    for number, command in enumerate(script):
        await pit.command("R1", ReceivedCommand(command, str(number), "d"), Sender("flo", "floorperson"), Expected())
    transport = httpx.ASGITransport(application(pit, attempts))
    async with httpx.AsyncClient(transport=transport, base_url="http://pit", verify=False) as client:

        async def sent(method: str, path: str, by: str, **more: Any) -> httpx.Response:
            return await client.request(method, path, headers={"account": by}, **more)

        await check_messages(sent)
        key = {"account": "ann", "Idempotency-Key": "p"}
        proposing = [await client.post("/v1/tables/R1/corrections", headers=key, json=WRONG) for _ in range(2)]
        made = proposing[0]
        assert proposing[1].json() == made.json()
        assert (made.status_code, made.json()["state"]) == (201, "open")
        own = await sent("POST", "/v1/tables/R1/corrections/1/confirm", "ann")
        assert (own.status_code, own.json()["cites"]) == (422, ["601a.2"])
        assert (await sent("POST", "/v1/tables/S9/corrections/1/confirm", "ben")).status_code == 404
        for method, path in (("POST", ""), ("GET", ""), ("POST", "/1/confirm"), ("POST", "/9/confirm")):
            foreign = await sent(method, f"/v1/tables/R1/corrections{path}", "eve", json=WRONG)
            assert foreign.status_code == 404, path
        for scope in ("see-table", "propose-correction", "deal"):
            token = await sent("POST", "/v1/tables/R1/corrections/1/confirm", f"ben {scope}")
            assert token.json() == {"right": "use a token with the scope confirm-correction"}
        beside = await sent("POST", "/v1/tables/R1/corrections/1/confirm", "cat")
        assert beside.status_code == 403 and beside.json()["right"].startswith("this is for pit-manager, ")
        done = await sent("POST", "/v1/tables/R1/corrections/1/confirm", "ben")
        assert done.json()["events"][0]["event"] == "corrected"
        late = await sent("POST", "/v1/tables/R1/corrections/1/reject", "ben", json={"why": "no"})
        assert (late.status_code, late.json()["detail"]) == (
            422,
            "proposal 1 was already confirmed; only another correction undoes it",
        )
        listed = await sent("GET", "/v1/tables/R1/corrections", "ben")
        assert [each["state"] for each in listed.json()] == ["confirmed"]

        await pit.command(
            "R1", ReceivedCommand({"do": "close"}, "close", "d"), Sender("flo", "floorperson"), Expected()
        )
        token = await sent("POST", "/v1/tables/R1/sessions/1/count", "ann deal", json={"cents": 9_000})
        assert token.json() == {"right": "use a token with the scope count-drop"}
        key = {"account": "ann", "Idempotency-Key": "n"}
        counting = ("POST", "/v1/tables/R1/sessions/1/count")
        again = [await client.request(*counting, headers=key, json={"cents": 9_000}) for _ in range(2)]
        count = again[0]
        assert again[1].json() == count.json()
        assert (count.status_code, count.json()["difference_cents"], count.json()["by"]) == (201, -1_000, "floorperson")
        after = (await sent("POST", "/v1/tables/R1/corrections", "ann", json={**WRONG, "session": 1})).json()["number"]
        done = await sent("POST", f"/v1/tables/R1/corrections/{after}/confirm", "ben")
        assert done.json()["appendix"]["number"] == 2
        kept = (await sent("GET", "/v1/tables/R1/sessions/1/appendix", "ben")).json()
        assert [each["kind"] for each in kept] == ["count", "correction"]

        await talk_of_revenue(pit, sent)


async def talk_of_revenue(pit: Pit, sent: Callable[..., Awaitable[httpx.Response]]) -> None:
    terms = "/v1/holders/Parx/tax-terms"
    assert (await sent("PUT", terms, "ann", json={"commenced": "2010-07-18"})).status_code == 403
    bare = await sent("PUT", terms, "cat", json={"commenced": "2010-07-18", "local_percent": "2"})
    assert (bare.json()["code"], "has no source" in bare.json()["detail"]) == ("bad-request", True)
    assert (await sent("PUT", terms, "cat", json={"commenced": "2010-07-18"})).status_code == 200

    assert (await sent("GET", "/v1/reports/revenue", "ann")).status_code == 403
    with pytest.raises(BadInput, match="holder: there is no certificate holder nowhere; there is only Parx"):
        set_terms(pit.database, "nowhere", TaxSettings(date(2010, 7, 18)), Sender("cat", "compliance"), 1)
    await pit.open_table("B1", *load("big-six", []), "Rivers")  # another holder's, which is not in cat's report
    report = (await sent("GET", "/v1/reports/revenue?practice=true", "cat")).json()
    assert (await sent("GET", "/v1/reports/revenue?holder=Rivers", "cat")).status_code == 403
    assert [(each["table"], each["win_cents"], each["corrections"]) for each in report["sessions"]] == [("R1", -700, 1)]
    assert [(each["rate"], each["tax_cents"]) for each in report["taxes"]] == [("7/50", 0)]
    lines = (await sent("GET", "/v1/reports/revenue.csv?day=2011-05-31", "cat")).text.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("holder,table,session,game")
    assert (await sent("GET", "/v1/reports/revenue?day=soon", "cat")).status_code == 422
    for table in ("zzz", "B1"):  # the second is another holder's
        unknown = await sent("GET", f"/v1/reports/revenue?table={table}", "cat")
        assert unknown.json()["detail"] == f'"{table}" is not a table of Parx; there is only R1', unknown.text


def test_reports_corrections_and_terms_over_http(tmp_path: Path) -> None:
    attempts: list[tuple[str, str]] = []
    with pit_in(tmp_path) as pit:
        asyncio.run(talk(pit, attempts))
    assert [account for account, _ in attempts] == [*["ben"] * 3, "cat", *["ann"] * 3, "cat"]
