"""A lone command on PostgreSQL: the event loop sends it and reads the answer, with the same records and the same promises."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from sqlalchemy import text

from houseway.service.hosted import Expected, ReceivedCommand, Sender, SuspendedError
from houseway.service.pit import ElsewhereError, Pit
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.postgresql_exchange import Exchange
from houseway.store.process_writer import ProcessWriter
from houseway.store.session_lines import SessionLines
from houseway.store.sessions import claim, release
from houseway.store.writer import Append
from houseway.table import ticking
from service.dying import TABLE
from service.soundness import Ack, contiguous, sound
from service.stores import new_database
from service.test_process_writer import NOW, opened, play

KEYS = Keys.new()
ANNA = Sender("anna", "player")
BET = {"do": "wager", "seat": 1, "id": "initial", "cents": 500}
Play = Callable[[Pit, Exchange], Coroutine[Any, Any, list[Ack]]]


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[Database]:
    """A new database on a real server."""
    with new_database("postgresql", tmp_path) as database:
        yield database


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.002)


async def connected(exchange: Exchange) -> None:
    await until(lambda: exchange.connected)


def bet(pit: Pit, key: str) -> asyncio.Task[Any]:
    return asyncio.create_task(pit.command(TABLE, ReceivedCommand(BET, key, "d"), ANNA, Expected()))


def in_pit(database: Database, act: Play) -> None:
    """Act at a table whose writer has a connected exchange; then everything that was acknowledged is in sound records."""

    async def whole() -> list[Ack]:
        pit = Pit.open(database, KEYS, "us", apart=True)
        try:
            assert isinstance(pit.writer, ProcessWriter) and pit.writer._exchange is not None
            await opened(pit)
            await connected(pit.writer._exchange)
            return await act(pit, pit.writer._exchange)
        finally:
            await asyncio.to_thread(pit.close)

    acks = asyncio.run(whole())
    contiguous(database, TABLE, acks)
    sound(database, KEYS, {TABLE: acks})


@contextmanager
def counted() -> Iterator[list[bool]]:
    """For each append that an exchange ended: whether it stored it."""
    ended, right = list[bool](), Exchange._ended

    def noted(self: Exchange, durable: bool) -> None:
        if self._append is not None:
            ended.append(durable)
        right(self, durable)

    with patch.object(Exchange, "_ended", noted):
        yield ended


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Somebody else has a lock on the heads of all journals."""
    with database.engine.connect() as connection, connection.begin():
        connection.execute(text("SELECT 1 FROM heads FOR UPDATE"))
        yield


def wait_for_lock(database: Database) -> Callable[[], bool]:
    def waits() -> bool:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        with database.read() as connection:
            return bool(connection.execute(text(query)).scalar_one())

    return waits


def end_backend(database: Database, exchange: Exchange) -> None:
    with database.read() as connection:
        connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": exchange._pg.backend_pid})


def test_an_exchange_stores_the_same_lines_as_a_thread(tmp_path: Path) -> None:
    found, keys = [], Keys.new()
    for number, apart in enumerate((False, True)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with new_database("postgresql", folder) as database, counted() as ended:

            async def whole(there: Database, apart: bool = apart) -> list[Ack]:
                pit = Pit.open(there, keys, "us", ticking(NOW), apart=apart)
                await opened(pit)
                if isinstance(pit.writer, ProcessWriter):
                    assert pit.writer._exchange is not None
                    await connected(pit.writer._exchange)
                acks = await play(pit, 40)
                pit.close()
                return acks

            acks = asyncio.run(whole(database))
            assert all(ended) and (len(ended) >= len(acks) if apart else not ended)
            sound(database, keys, {TABLE: acks})
            with database.read() as connection:
                rows = [
                    connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4")).all()
                    for name in ("postings", "commands")
                ]
            found.append((acks, rows, list(SessionLines(database, TABLE, 1).rows())))
    assert found[0] == found[1]


def test_a_locked_database_does_not_stop_the_event_loop(postgresql: Database) -> None:
    async def act(pit: Pit, exchange: Exchange) -> list[Ack]:
        with counted() as ended:
            with locked(postgresql):
                waiting = bet(pit, "locked")
                await until(lambda: exchange._append is not None)
                await until(wait_for_lock(postgresql))
                assert not waiting.done()
            answer = await waiting
        assert ended == [True]
        return [("anna", "locked", answer.first, answer.last)]

    in_pit(postgresql, act)


def test_a_table_that_another_process_took_is_let_go(postgresql: Database) -> None:
    async def act(pit: Pit, exchange: Exchange) -> list[Ack]:
        with postgresql.write() as connection:
            connection.execute(text("UPDATE heads SET lease_until = 0"))
        assert claim(postgresql, TABLE, "them") is not None
        with counted() as ended, pytest.raises(SuspendedError, match="is now run by another process"):
            await bet(pit, "late")
        assert ended == [False]
        with pytest.raises(ElsewhereError, match="them"):
            await bet(pit, "late")
        release(postgresql, "them")
        return []

    in_pit(postgresql, act)


def test_an_id_that_only_the_records_know_is_answered_from_them(postgresql: Database) -> None:
    async def act(pit: Pit, exchange: Exchange) -> list[Ack]:
        first = await bet(pit, "once")
        (await pit.find(TABLE))._ids.clear()
        with counted() as ended:
            again = await bet(pit, "once")
        assert ended == [False]
        assert again.repeated and (again.first, again.last) == (first.first, first.last)
        with counted() as ended:  # the connection can be used again
            acks = await play(pit, 3)
        assert ended == [True] * 3
        return [("anna", "once", first.first, first.last), *acks]

    in_pit(postgresql, act)


@pytest.mark.parametrize("when", ["idle", "sent"])
def test_a_lost_connection_loses_and_doubles_nothing(postgresql: Database, when: str) -> None:
    async def act(pit: Pit, exchange: Exchange) -> list[Ack]:
        acks = await play(pit, 1)
        with counted() as ended:
            if when == "idle":
                end_backend(postgresql, exchange)
                await until(lambda: not exchange.connected)
                answer = await bet(pit, "lost")
                assert ended == []  # by the thread
            else:
                with locked(postgresql):
                    waiting = bet(pit, "lost")
                    await until(wait_for_lock(postgresql))
                    end_backend(postgresql, exchange)
                    await until(lambda: ended == [False])
                answer = await waiting
        acks.append(("anna", "lost", answer.first, answer.last))
        for number in range(1000):  # a new connection, soon
            if exchange.connected:
                break
            acks += await play(pit, 1, f"again-{number}-", str(number))
            await asyncio.sleep(0.01)
        with counted() as ended:
            acks += await play(pit, 3, "then-", "then")
        assert ended == [True] * 3
        return acks

    in_pit(postgresql, act)


def test_what_was_sent_is_stored_even_if_the_connection_is_closed(postgresql: Database) -> None:
    """The server has the whole append and its commit, so it goes on without the service."""

    async def act(pit: Pit, exchange: Exchange) -> list[Ack]:
        seq = (await pit.find(TABLE)).standing.seq
        with locked(postgresql):
            waiting = bet(pit, "closing")
            await until(wait_for_lock(postgresql))
            exchange.detach()
            exchange.close()
            assert not waiting.done()
        waiting.cancel()
        query = text("SELECT size FROM heads WHERE table_id = :table")

        def size() -> int:
            with postgresql.read() as connection:
                return int(connection.execute(query, {"table": TABLE}).scalar_one())

        await until(lambda: size() == seq + 2)
        return [("anna", "closing", seq + 1, seq + 1)]

    in_pit(postgresql, act)


def test_a_zero_byte_is_refused_and_never_cut_off(postgresql: Database) -> None:
    async def act(pit: Pit, exchange: Exchange) -> list[Ack]:
        with counted() as ended, pytest.raises(SuspendedError, match="NUL"):
            await bet(pit, "zero\0byte")
        assert ended == [False]
        answer = await bet(pit, "zero")
        assert not answer.repeated
        return [("anna", "zero", answer.first, answer.last)]

    in_pit(postgresql, act)


def test_a_database_that_takes_no_more_connections_leaves_the_thread_to_store(postgresql: Database) -> None:
    def none(self: Database, *, alone: bool = False) -> Any:
        raise psycopg.OperationalError("too many connections")

    async def whole() -> list[Ack]:
        exchange = Exchange(postgresql, lambda append, durable: None)
        with patch.object(Database, "writing", none):
            exchange.connect_later()
            await until(lambda: not exchange._connecting)
            assert not exchange.connected
            exchange.connect_later()  # too soon after the last attempt
            assert not exchange._connecting
        exchange.close()
        pit = Pit.open(postgresql, KEYS, "us", apart=True)
        with patch.object(Exchange, "connect_later", lambda self: None), patch.object(Exchange, "store", _fails):
            await opened(pit)
            acks = await play(pit, 3)
        await asyncio.to_thread(pit.close)
        return acks

    acks = asyncio.run(whole())
    contiguous(postgresql, TABLE, acks)


def _fails(self: Exchange, append: Append, loop: asyncio.AbstractEventLoop) -> None:
    raise AssertionError("it has no connection")
