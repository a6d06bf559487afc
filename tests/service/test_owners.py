"""Two owners of one table: the one whose lease ran out writes nothing more, and lets go."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

import houseway
from houseway.service.hosted import Expected, Hosted, ReceivedCommand, Sender, SuspendedError
from houseway.service.pit import ElsewhereError, Pit
from houseway.store.database import POSTGRESQL, Database, open_database, sqlite_path
from houseway.store.keys import Keys, load_keys
from service.soundness import numbers, sound
from warm_python import PROGRAM, WarmProcess, warm_pipes

ANNA, FLO = Sender("anna", "player"), Sender("flo", "floorperson")
TABLE, LEASE_MS = "roulette-1", 1000


async def opened(pit: Pit, table: str = TABLE) -> Hosted:
    book = houseway.load("roulette")
    hosted = await pit.open_table(table, book.game, book.rules, "Parx", "seeded", "owners")
    await pit.command(table, ReceivedCommand({"do": "open"}, "open", "d"), FLO, Expected())
    await pit.command(
        table, ReceivedCommand({"do": "buy-in", "seat": 1, "cents": 1_000_000}, "buy", "d"), ANNA, Expected()
    )
    return hosted


async def bet(pit: Pit, key: str, table: str = TABLE) -> int:
    command = {"do": "wager", "seat": 1, "id": "black", "cents": 500}
    return (await pit.command(table, ReceivedCommand(command, key, "d"), ANNA, Expected())).last


def started(address: str, keys: Path, lease_ms: int) -> WarmProcess:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    run = "from service.owning import main; main()"
    return warm_pipes(PROGRAM, run, address, str(keys), TABLE, str(lease_ms), environment=environment)


def acked(owner: WarmProcess, count: int) -> int:
    """Wait for so many acknowledged commands; return the last number."""
    assert owner.stdout is not None
    for _ in range(count):
        said = owner.stdout.readline().split()
        assert said[:1] == ["ack"], said
    return int(said[1])


IN_TRANSACTION = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
"""


def pause(owner: WarmProcess, database: Database) -> None:
    """Stop a process between two transactions: one that is stopped within holds its locks, as long as it lives."""
    path = sqlite_path(database.address)
    while True:
        owner.send_signal(signal.SIGSTOP)
        if path is None:
            time.sleep(0.05)  # the server ends what it was sent
            with database.read() as connection:
                if not connection.exec_driver_sql(IN_TRANSACTION).scalar_one():
                    return
            owner.send_signal(signal.SIGCONT)
            time.sleep(0.05)
            continue
        with contextlib.closing(sqlite3.connect(path, timeout=0.2, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
                return
            except sqlite3.OperationalError:
                owner.send_signal(signal.SIGCONT)
        time.sleep(0.05)


async def taken(pit: Pit, tries: int) -> None:
    """Take the table as soon as the lease of its owner has run out."""
    for _ in range(tries):
        try:
            await pit.take(TABLE)
            return
        except ElsewhereError:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("lease_ms", "paused_seconds"), [(LEASE_MS, 0), pytest.param(10_000, 30, marks=pytest.mark.nightly)]
)
def test_an_owner_paused_beyond_its_lease_writes_nothing_more_and_lets_go(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lease_ms: int, paused_seconds: int
) -> None:
    monkeypatch.setattr("houseway.store.sessions.LEASE_MS", lease_ms)
    file = tmp_path / "pit.keys"
    keys = load_keys(file, create=True)
    database = open_database(address)

    async def before() -> None:
        pit = Pit.open(database, keys, "first")
        await opened(pit)
        pit.close()

    asyncio.run(before())
    owner = started(address, file, lease_ms)

    async def takeover() -> int:
        pit = Pit.open(database, keys, "second")
        with pytest.raises(ElsewhereError, match="owner"):  # both are alive: the second one gets nothing
            await bet(pit, "early")
        pause(owner, database)
        paused = time.monotonic()
        await taken(pit, 100 + lease_ms // 50)
        waited = time.monotonic() - paused
        assert waited < lease_ms / 1000 + 2, f"the takeover took {waited:.1f} s"
        last, stop = await bet(pit, "taken over"), asyncio.Event()
        keeping = asyncio.create_task(pit.keep(stop, lease_ms / 4000))
        await asyncio.sleep(max(0.0, paused + paused_seconds - time.monotonic()))
        owner.send_signal(signal.SIGCONT)
        assert owner.stdout is not None
        said = await asyncio.to_thread(owner.stdout.read)
        late = [line for line in said.splitlines() if not line.startswith("ack")]
        assert late and late[0].startswith("let go") and "wrote" not in late, said
        acks = [int(line.split()[1]) for line in said.splitlines() if line.startswith("ack")]
        assert all(number < last for number in acks), "only what was durable before the takeover"
        assert numbers(database, TABLE)[-1] == last, "nothing of a stale epoch"
        assert await bet(pit, "still ours") > last
        stop.set()
        await keeping
        pit.close()
        return last

    try:
        acked(owner, 3)
        asyncio.run(takeover())
        assert owner.wait(20) == 0
    finally:
        if owner.poll() is None:
            owner.kill()
        owner.wait()
        assert owner.stdout is not None
        owner.stdout.close()
    sound(database, keys, {TABLE: []})
    database.close()


def test_a_killed_connection_suspends_the_table_and_it_comes_back(database: Database) -> None:
    if database.kind != POSTGRESQL:
        pytest.skip("SQLite has no connections to kill")
    keys = Keys.new()

    async def play() -> list[int]:
        pit = Pit.open(database, keys, "us")
        await opened(pit)
        numbered = []
        for count in range(12):
            if count % 4 == 3:
                killer = open_database(str(database.engine.url), create=False, pool=1)
                with killer.read() as connection:
                    connection.execute(
                        text(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                        )
                    )
                killer.close()
            for _ in range(5):  # the client sends it again, with its own id
                try:
                    numbered.append(await bet(pit, f"bet-{count}"))
                    break
                except SuspendedError:
                    await asyncio.sleep(0.01)
        pit.close()
        return numbered

    numbered = asyncio.run(play())
    assert len(numbered) == 12 and numbered == sorted(set(numbered))
    sound(database, keys, {TABLE: []})


def test_two_pits_on_one_database_run_their_own_tables_side_by_side(address: str) -> None:
    keys, one, two = Keys.new(), open_database(address), open_database(address)

    async def play() -> None:
        first, second = Pit.open(one, keys, "first"), Pit.open(two, keys, "second")
        await opened(first, "roulette-1")
        await opened(second, "roulette-2")

        async def bets(pit: Pit, table: str) -> None:
            for count in range(20):
                await bet(pit, str(count), table)

        await asyncio.gather(bets(first, "roulette-1"), bets(second, "roulette-2"))
        for pit, foreign in ((first, "roulette-2"), (second, "roulette-1")):
            with pytest.raises(ElsewhereError):
                await bet(pit, "foreign", foreign)
        first.close()
        await bet(second, "released", "roulette-1")  # what the first one let go of
        second.close()

    asyncio.run(play())
    sound(one, keys, {"roulette-1": [], "roulette-2": []})
    one.close()
    two.close()


@pytest.mark.parametrize("store", [POSTGRESQL])  # an SQLite file stays locked; test_locked_file.py has its message
def test_a_transaction_that_nobody_continues_keeps_no_table(address: str) -> None:
    """A process that is stopped within a transaction holds the locks of its tables: PostgreSQL ends its connection."""
    keys, database = Keys.new(), open_database(address)
    asyncio.run(opened(Pit.open(database, keys, "first")))
    stopped = open_database(address, patience_ms=100)
    locks = "UPDATE heads SET owner = owner WHERE table_id = 'roulette-1'"
    raw = stopped.writing()
    with raw.cursor() as cursor:
        cursor.execute(locks)
        began = time.monotonic()
        with database.write() as connection:
            connection.execute(text(locks))  # waits for the lock
        assert 0.05 < time.monotonic() - began < 5
        with pytest.raises(psycopg.Error, match="idle-in-transaction|closed"):
            cursor.execute("SELECT 1")
    with contextlib.suppress(psycopg.Error):
        raw.close()

    def locked_by_two() -> None:
        with stopped.write() as connection:
            connection.execute(text(locks))
            with database.write() as other:
                other.execute(text(locks))
            connection.execute(text(locks))

    with pytest.raises(DBAPIError, match="idle-in-transaction|closed"):
        locked_by_two()
    with stopped.read() as connection:
        time.sleep(0.3)
        assert connection.execute(text("SELECT 1")).scalar_one() == 1, "readers hold no locks, and may take their time"
    for each in (stopped, database):
        each.close()
