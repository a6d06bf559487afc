"""A request sends more than it may: it is answered, and its connection ends; the service takes little of it from the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.h11_impl import H11Protocol

from houseway.service import guard, running
from houseway.service.guard import LARGEST_BODY
from houseway.service.request_limits import MOST_BYTES, bounded
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import place

OFFERED = 80_000_000
SLICE = 256 * 1024  # bytes that the loop reads at once
PATH = "POST /v1/tables/dice/commands HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"


def without_a_length() -> Iterator[bytes]:
    """A body in chunks, without an end."""
    yield f"{PATH}Transfer-Encoding: chunked\r\n\r\n".encode()
    while True:
        yield b"1000\r\n" + b" " * 4096 + b"\r\n"


def with_a_length_that_is_too_long() -> Iterator[bytes]:
    """A body that says at once how long it is."""
    yield f"{PATH}Content-Length: {OFFERED}\r\n\r\n".encode()
    while True:
        yield b" " * 4096


def with_more_than_its_length() -> Iterator[bytes]:
    """A body that is longer than it said."""
    yield f"{PATH}Content-Length: 2\r\n\r\n{{}}".encode()
    while True:
        yield b" " * 4096


def with_empty_lines_after_its_end() -> Iterator[bytes]:
    """Empty lines, which a parser skips."""
    yield f"{PATH}Content-Length: 2\r\n\r\n{{}}".encode()
    while True:
        yield b"\r\n" * 2048


def without_an_end_of_its_head() -> Iterator[bytes]:
    """A head that goes on."""
    yield PATH.encode()
    while True:
        yield b"X-More: " + b"x" * 4086 + b"\r\n"


async def offer(address: str, parts: Iterator[bytes]) -> bytes:
    """Send until the connection ends, and return the answer."""
    there = urlsplit(address)
    reader, writer = await asyncio.open_connection(there.hostname, there.port)
    answer, sent = b"", 0

    async def read() -> None:
        nonlocal answer
        while part := await reader.read(65536):
            answer += part

    reading = asyncio.create_task(read())
    try:
        for part in parts:
            if sent >= OFFERED or reading.done():
                break
            writer.write(part)
            await writer.drain()
            sent += len(part)
            await asyncio.sleep(0)
    except ConnectionError:
        pass
    finally:
        await asyncio.wait([reading], timeout=60)
        assert reading.done(), "the connection stayed open"
        reading.exception()
        writer.transport.abort()
    assert sent < OFFERED // 2, "all of it could be sent"
    return answer


@pytest.mark.parametrize("kind", [AutoHTTPProtocol, pytest.param(H11Protocol, marks=pytest.mark.nightly)])
def test_a_request_that_does_not_end_is_cut_off(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, kind: type[asyncio.Protocol]
) -> None:
    taken = 0

    class Counting(bounded(kind)):  # type: ignore[misc]
        def data_received(self, data: bytes) -> None:
            nonlocal taken
            taken += len(data)
            super().data_received(data)

    monkeypatch.setattr(running, "bounded", lambda _: Counting)

    async def test() -> None:
        nonlocal taken
        async with place(sqlite_database, Keys.new(), {"dice": "sic-bo"}) as there:
            for sends in (without_a_length, with_a_length_that_is_too_long):
                taken = 0
                head, _, body = (await offer(there.address, sends())).partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 413 ") and b"connection: close" in head.lower(), head
                assert b'"code":"too-large"' in body and body.endswith(b"}")
                assert LARGEST_BODY < taken < MOST_BYTES, f"{sends.__doc__} {taken} bytes were taken"
            for sends in (with_more_than_its_length, with_empty_lines_after_its_end, without_an_end_of_its_head):
                taken = 0
                await offer(there.address, sends())
                assert taken < MOST_BYTES + SLICE, f"{sends.__doc__} {taken} bytes were taken"
            good = await offer(there.address, iter([b"GET /health HTTP/1.0\r\n\r\n"]))
            assert good.startswith(b"HTTP/1.1 200 ")

    asyncio.run(test())


def test_a_body_that_does_not_come_is_not_waited_for(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    monkeypatch.setattr(guard, "LINGER_SECONDS", 0.05)

    async def test() -> bytes:
        async with place(sqlite_database, Keys.new(), {"dice": "sic-bo"}) as there:
            reader, writer = await asyncio.open_connection(*there.address.removeprefix("http://").split(":"))
            writer.write(f"{PATH}Content-Length: 20\r\n\r\n{{".encode())
            answer = await asyncio.wait_for(reader.read(), 60)
            writer.close()
            return answer

    assert asyncio.run(test()).startswith(b"HTTP/1.1 400 ")
