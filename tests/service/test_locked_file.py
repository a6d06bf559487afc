"""A process that is stopped inside a transaction holds the lock of an SQLite file: messages name it and say what to do."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.law import BadInput
from houseway.service.hosted import Expected, ReceivedCommand, Sender, SuspendedError
from houseway.service.opening import open_pit
from houseway.service.pit import Pit
from houseway.store.database import open_database
from houseway.store.keys import load_keys
from houseway.store.sqlite_lock import holder_of

HOLDS = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("holds", flush=True)
sys.stdin.read()
"""
PATIENCE_MS = 50


@contextlib.contextmanager
def stopped_writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that is stopped inside a transaction."""
    given = [sys.executable, "-S", "-c", HOLDS, str(path)]
    with subprocess.Popen(given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "holds\n"
        holder.send_signal(signal.SIGSTOP)
        try:
            yield holder
        finally:
            holder.kill()


async def opened(pit: Pit) -> None:
    book = houseway.load("roulette")
    await pit.open_table("roulette-1", book.game, book.rules, "Parx", "seeded", "locked")
    await pit.command(
        "roulette-1", ReceivedCommand({"do": "open"}, "open", "d"), Sender("flo", "floorperson"), Expected()
    )


async def bought(pit: Pit, key: str) -> int:
    command = {"do": "buy-in", "seat": 1, "cents": 50_000}
    return (
        await pit.command("roulette-1", ReceivedCommand(command, key, "d"), Sender("anna", "player"), Expected())
    ).last


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the locks of other processes")
@pytest.mark.parametrize("apart", [False, True])
def test_the_table_is_suspended_by_name_and_resumes_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, apart: bool
) -> None:
    monkeypatch.setattr("houseway.service.pit.BLOCKED_SECONDS", 0.1)
    path, keys = tmp_path / "pit.db", load_keys(tmp_path / "pit.keys", create=True)
    database = open_database(f"sqlite:///{path}", patience_ms=PATIENCE_MS)

    async def whole() -> None:
        pit = Pit.open(database, keys, apart=apart)
        await opened(pit)
        before = await bought(pit, "before")
        with stopped_writer(path) as holder:
            await asyncio.sleep(0.05)
            for _ in range(2):
                with pytest.raises(SuspendedError, match=rf"process {holder.pid} .*stopped.*kill -CONT {holder.pid}"):
                    await bought(pit, "during")
            assert str(holder.pid) in pit.blocked
        await asyncio.sleep(0.15)
        assert await bought(pit, "during") == before + 1, "recorded once, by itself"
        assert not pit.blocked
        pit.close()

    with caplog.at_level("WARNING", "houseway.service"):
        asyncio.run(whole())
    assert "table suspended" in caplog.messages
    assert holder_of(path) is None
    database.close()


def test_a_service_that_starts_says_which_process_holds_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.opening.SERVICE_PATIENCE_MS", PATIENCE_MS)
    path, keys = tmp_path / "pit.db", tmp_path / "pit.keys"
    pit = open_pit(f"sqlite:///{path}", keys)
    pit.close()
    pit.database.close()
    with stopped_writer(path) as holder:
        wanted = (
            rf"pit\.db: cannot be written to now: process {holder.pid} .*kill -CONT"
            if sys.platform == "linux"
            else "lock"
        )
        with pytest.raises(BadInput, match=wanted):
            open_pit(f"sqlite:///{path}", keys)


def test_verbs_that_write_name_the_process_and_verbs_that_read_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.store.database.PATIENCE_MS", PATIENCE_MS)
    path, keys = tmp_path / "pit.db", tmp_path / "pit.keys"
    pit = open_pit(f"sqlite:///{path}", keys)
    asyncio.run(opened(pit))
    pit.checkpoint()
    pit.close()
    pit.database.close()
    address, runner = f"sqlite:///{path}", CliRunner()
    signs = ["checkpoint", address, "--keys", str(keys), "--out", str(tmp_path / "one.checkpoint")]
    with stopped_writer(path) as holder:
        refused = runner.invoke(app, signs)
        assert refused.exit_code == 2
        told = " ".join(refused.output.split())
        assert "pit.db: cannot be written to now" in told
        if sys.platform == "linux":
            assert f"process {holder.pid} " in told and f"kill -CONT {holder.pid}" in told
            assert f"kill -KILL {holder.pid}" in told and "no record is lost" in told
        assert runner.invoke(app, ["audit", address, "--keys", str(keys)]).exit_code == 0
        assert runner.invoke(app, ["backup", address, "--out", str(tmp_path / "copy.db")]).exit_code == 0
    done = runner.invoke(app, signs)
    assert done.exit_code == 0, done.output
