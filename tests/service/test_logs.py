"""The structured logs: one JSON object a line, and no secret in any of them."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from houseway.service.logs import ALLOWED, LIBRARIES, NAME, log, log_defect, start_logs
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import PASSWORD, place


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    loggers = [logging.getLogger(name) for name in (NAME, *LIBRARIES)]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    stream = io.StringIO()
    start_logs(stream)
    yield stream
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_no_password_session_token_or_query_is_logged(sqlite_database: Database, lines: io.StringIO) -> None:
    async def test() -> str:
        async with (
            place(sqlite_database, Keys.new(), {"casino-war-1": "casino-war"}) as there,
            httpx.AsyncClient(base_url=there.address) as http,
        ):
            player = there.account("player")
            secret = str(there.people.first_link())
            await http.post("/v1/first", json={"secret": secret, "name": "Ada", "password": PASSWORD})
            signed = await http.post("/v1/sign-in", json={"name": player.name, "password": PASSWORD})
            await http.post("/v1/sign-in", json={"name": player.name, "password": "a wrong password"})
            cookie, token = signed.headers["set-cookie"].partition(";")[0], there.token(player)
            await http.get("/v1/tables?from=query-string", headers={"Cookie": cookie})
            shown = {"Authorization": f"Bearer {token}", "Idempotency-Key": "own-id"}
            body = {"command": {"do": "close", "note": "body-text"}, "expect": {"seq": 0}}
            await http.post("/v1/tables/casino-war-1/commands", json=body, headers=shown)
            secrets = (PASSWORD, "a wrong password", secret, cookie.partition("=")[2], token, player.name)
        found = lines.getvalue()
        for each in (*secrets, "query-string", "body-text", "own-id"):
            assert each not in found, each
        return found

    records = [json.loads(line) for line in asyncio.run(test()).splitlines()]
    assert all({"at", "level", "says"} <= record.keys() <= {"at", "level", "says", *ALLOWED} for record in records)
    asked = [(record["method"], record["route"], record["status"]) for record in records if record["says"] == "request"]
    assert ("POST", "/v1/sign-in", 200) in asked and ("POST", "/v1/sign-in", 401) in asked
    assert any(record["says"] == "command" and record["code"] == "forbidden" for record in records)


def test_a_defect_is_logged_by_its_kind_and_place_and_no_other_field_gets_in(lines: io.StringIO) -> None:
    try:
        raise ValueError("what somebody sent")
    except ValueError as error:
        log_defect(error, table="roulette-1")
    record = json.loads(lines.getvalue())
    assert (record["error"], record["table"], record["level"]) == ("ValueError", "roulette-1", "error")
    assert record["place"].startswith("test_logs.py:") and "somebody" not in lines.getvalue()
    with pytest.raises(AssertionError, match="may not be logged"):
        log("signed in", password=PASSWORD)


def test_what_libraries_log_is_a_line_of_json_without_what_somebody_sent(lines: io.StringIO) -> None:
    try:
        raise ValueError("what somebody sent")
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved\nfuture: what somebody sent")
    logging.getLogger("uvicorn.error").error("ASGI callable should return None, but returned '%s'.", "somebody")
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" 403', "127.0.0.1", "/?token=somebody")
    first, second = (json.loads(line) for line in lines.getvalue().splitlines())
    assert (first["says"], first["error"]) == ("Task exception was never retrieved", "ValueError")
    assert second["says"] == "ASGI callable should return None, but returned '…'."
    assert (first["kind"], second["kind"]) == ("asyncio", "uvicorn.error") and "somebody" not in lines.getvalue()
    assert {*first, *second} <= {"at", "level", "says", *ALLOWED}


def test_a_refused_socket_is_logged_once_and_as_json(sqlite_database: Database, lines: io.StringIO) -> None:
    async def test() -> None:
        async with place(sqlite_database, Keys.new(), {"casino-war-1": "casino-war"}) as there:
            address = there.address.replace("http", "ws", 1)
            with pytest.raises(InvalidStatus):
                async with connect(f"{address}/v1/tables/casino-war-1/socket", proxy=None):
                    pass

    asyncio.run(test())
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [each["code"] for each in told if each["says"] == "socket refused"] == ["not-signed-in"]
    assert not [each for each in told if each["level"] == "error"]


def test_every_field_that_the_service_logs_is_allowed() -> None:
    import houseway.service

    files = list(Path(houseway.service.__path__[0]).glob("*.py"))
    calls = [
        (file.name, node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("log", "log_defect")
    ]
    assert len(calls) > 10
    for name, call in calls:
        strange = {word.arg for word in call.keywords if word.arg is not None} - ALLOWED
        assert not strange, f"{name}:{call.lineno} logs {strange}"
