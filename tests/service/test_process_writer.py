"""A pit whose records another process writes: the same promises, and that process may die at any time."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import houseway
from houseway.service import hosted as hosting
from houseway.service.hosted import (
    Answer,
    Expected,
    Hosted,
    ReceivedCommand,
    RepeatedOtherwiseError,
    Sender,
    SuspendedError,
)
from houseway.service.pit import ElsewhereError, Pit
from houseway.store import process_writer
from houseway.store.audit_findings import AuditRequest
from houseway.store.database import Database
from houseway.store.database_audit import audit_database
from houseway.store.keys import Keys
from houseway.store.process_writer import ProcessWriter
from houseway.store.session_lines import SessionLines
from houseway.store.writer import Append
from houseway.table import ticking
from service.dying import TABLE, next_command
from service.soundness import Ack, contiguous, once, sound
from service.stores import new_database
from support import sized, variants

NOW = 1_760_000_000


async def opened(pit: Pit, seed: str = "apart") -> None:
    book = houseway.load("casino-war")
    await pit.open_table(TABLE, book.game, book.rules, "Parx", "seeded", seed)
    for command, sender in (
        ({"do": "open"}, Sender("flo", "floorperson")),
        ({"do": "buy-in", "seat": 1, "cents": 100_000_000}, Sender("anna", "player")),
    ):
        await pit.command(TABLE, ReceivedCommand(command, str(command["do"]), "d"), sender, Expected())


async def sent(pit: Pit, given: ReceivedCommand, sender: Sender) -> Answer:
    """Send a command as clients do: once more, where the records could not be written."""
    try:
        return await once(pit, TABLE, given, sender, Expected())
    except SuspendedError:
        return await once(pit, TABLE, given, sender, Expected())


async def play(pit: Pit, count: int, name: str = "", seed: str = "play") -> list[Ack]:
    acks, chance = [], random.Random(seed)
    for number in range(count):
        command, sender = next_command(await pit.find(TABLE), chance)
        answer = await sent(pit, ReceivedCommand(command, f"{name}{number}", "d"), sender)
        acks.append((sender.actor, f"{name}{number}", answer.first, answer.last))
    return acks


def test_both_writers_write_the_same_lines(tmp_path: Path) -> None:
    """The records do not depend on their writer: the journals are equal byte for byte, the checkpoints too.

    A thread, another process, the service itself what comes alone, and the last two in turn.
    """
    found, keys = [], Keys.new()
    for way in ("thread", "apart", "here", "in turn"):
        folder = tmp_path / way
        folder.mkdir()
        with new_database("sqlite", folder) as database:

            async def whole(there: Database, way: str = way) -> tuple[object, ...]:
                pit = Pit.open(there, keys, "us", ticking(NOW), apart=way != "thread")
                if isinstance(pit.writer, ProcessWriter):
                    pit.writer.stores_here = way == "here"
                await opened(pit)
                acks = await play(pit, 40)
                signed = pit.checkpoint()
                for part in range(10):
                    if isinstance(pit.writer, ProcessWriter) and way == "in turn":
                        pit.writer.stores_here = not pit.writer.stores_here
                    acks += await play(pit, 2, f"more-{part}-", f"more-{part}")
                head = pit.hosted[TABLE].recorder.end
                last = [(each.table, each.size, each.root, each.head) for each in signed.tables]
                pit.close()
                return acks, last, head

            with patch.object(hosting, "SNAPSHOT_LINES", 30), patch.object(process_writer, "PROMPT_SECONDS", 60.0):
                said = asyncio.run(whole(database))
            sound(database, keys, {TABLE: said[0]})  # type: ignore[dict-item]
            found.append((said, list(SessionLines(database, TABLE, 1).rows())))
    assert all(each == found[0] for each in found[1:])


@pytest.mark.cold
@pytest.mark.parametrize("store", variants(["postgresql"], ["sqlite"]))
def test_the_other_process_may_die(database: Database) -> None:
    keys, acks = Keys.new(), list[Ack]()

    async def whole() -> None:
        pit = Pit.open(database, keys, "us", apart=True)
        await opened(pit)
        writer = pit.writer
        assert isinstance(writer, ProcessWriter)
        writer.stores_here = False
        for death in range(sized(day=2, night=3)):
            acks.extend(await play(pit, 3, f"{death}-", str(death)))
            command, sender = next_command(await pit.find(TABLE), random.Random(death))
            given = ReceivedCommand(command, f"died-{death}", "d")
            sending = asyncio.ensure_future(sent(pit, given, sender))
            if death:
                await asyncio.sleep(0.002 * death)  # before it is handed over, or somewhere after
            writer.process.send_signal(signal.SIGKILL)
            answer = await sending
            acks.append((sender.actor, given.key, answer.first, answer.last))
        repeated = await sent(pit, given, sender)
        assert repeated.repeated and (repeated.first, repeated.last) == (answer.first, answer.last)
        with pytest.raises(RepeatedOtherwiseError):
            await pit.command(TABLE, ReceivedCommand(command, given.key, "other"), sender, Expected())
        other = Pit.open(database, keys, "them")
        with database.write() as connection:  # on a slow machine the lease may have ended: nobody renews it here
            connection.exec_driver_sql("UPDATE heads SET lease_until = 9000000000000000")
        with pytest.raises(ElsewhereError, match="us"):
            await other.take(TABLE)
        other.close()
        await asyncio.to_thread(pit.close)
        assert writer.process.returncode is not None

    asyncio.run(whole())
    contiguous(database, TABLE, acks)
    sound(database, keys, {TABLE: acks})


def test_a_writer_that_is_closed_while_its_process_is_started_again_leaves_none_behind(tmp_path: Path) -> None:
    with new_database("sqlite", tmp_path) as database:
        pit = Pit.open(database, Keys.new(), "us", apart=True)
        writer, start, begun, go_on = pit.writer, ProcessWriter._start, threading.Event(), threading.Event()
        assert isinstance(writer, ProcessWriter)

        def started(self: ProcessWriter) -> None:
            begun.set()
            assert go_on.wait(20)
            start(self)

        with patch.object(ProcessWriter, "_start", started), ThreadPoolExecutor() as threads:
            restarting = threads.submit(writer._ended)
            assert begun.wait(20)  # its connection is closed, and no process runs
            closing = threads.submit(pit.close)
            with pytest.raises(TimeoutError):
                closing.result(0.2)
            go_on.set()
            restarting.result(20)
            closing.result(20)
        assert writer.process.poll() == 0


@pytest.mark.parametrize(
    "way",
    [
        "here, then apart",
        pytest.param("apart, then here", marks=pytest.mark.nightly),
        "ended in between",
    ],
)
def test_a_seal_that_another_writes_has_the_round_of_the_last_event(tmp_path: Path, way: str) -> None:
    """The last command and the seal after it are two commits: between them, the writer or the process may change."""
    keys, seal = Keys.new(), Hosted.seal

    async def otherwise(self: Hosted) -> str:
        if way == "ended in between":
            raise SuspendedError("the process ends here")
        writer = self._writer
        assert isinstance(writer, ProcessWriter)
        writer.stores_here = not writer.stores_here
        return await seal(self)

    async def whole(there: Database) -> None:
        pit = Pit.open(there, keys, "us", apart=way != "ended in between")
        if isinstance(pit.writer, ProcessWriter):
            pit.writer.stores_here = way == "here, then apart"
        await opened(pit)
        await play(pit, 8)
        hosted = pit.hosted[TABLE]
        for number in range(20):
            if hosted.standing.phase == "wagers" and not hosted.game.law.placed(hosted.standing.position.state):
                break
            await play(pit, 1, f"more-{number}", str(number))
        with patch.object(Hosted, "seal", otherwise), suppress(SuspendedError):
            given = ReceivedCommand({"do": "close"}, "close", "d")
            await pit.command(TABLE, given, Sender("flo", "floorperson"), Expected())
        assert hosted.table.closed
        pit.close()
        again = Pit.open(there, keys, "us")
        assert await again.take_all() == []
        book = houseway.load("casino-war")
        assert (await again.open_table(TABLE, book.game, book.rules, "Parx")).session == 2
        again.checkpoint()
        again.close()

    with new_database("sqlite", tmp_path) as database, patch.object(process_writer, "PROMPT_SECONDS", 60.0):
        asyncio.run(whole(database))
        audited = audit_database(database, AuditRequest(keys=keys))
        assert (audited.status, audited.findings, audited.sessions[0].rounds > 0) == ("whole", [], True)


NEVER_READY = "import socket, sys; c = socket.socket(fileno=int(sys.argv[1]))\nwhile c.recv(65536): pass"


@pytest.mark.parametrize(
    ("ready", "forgiven", "stored_here"),
    [(True, 1.0, [0, 1, 2, 3]), (True, 60.0, list(range(8))), (False, 1.0, list(range(8)))],
)
def test_a_slow_store_is_not_waited_for_between_two_turns(
    tmp_path: Path, ready: bool, forgiven: float, stored_here: list[int]
) -> None:
    """A single command is stored in this process until that takes far too long; then in the other process, if it is ready."""
    program = process_writer.PROGRAM if ready else (sys.executable, "-c", NEVER_READY)

    async def whole(there: Database) -> tuple[list[int], int]:
        pit = Pit.open(there, Keys.new(), "us", apart=True)
        writer, here = pit.writer, list[int]()
        assert isinstance(writer, ProcessWriter)
        writer.ready = ready
        write = writer._near._write

        def written(group: list[Append]) -> None:
            here.append(writer.appends)
            if len(here) == 4:
                time.sleep(2 * process_writer.PROMPT_SECONDS)
            write(group)

        with patch.object(writer._near, "_write", written):
            await opened(pit)
            await play(pit, 6)
        pit.close()
        return here, writer.appends

    instead: dict[str, Any] = {"PROGRAM": program, "PROMPT_SECONDS": 0.5, "START_SECONDS": 60.0}
    instead["FORGIVEN_SECONDS"] = forgiven
    with new_database("sqlite", tmp_path) as database, patch.multiple(process_writer, **instead):
        here, appends = asyncio.run(whole(database))
    assert here == stored_here  # the fourth was slow
    assert appends == 8


def test_who_came_first_may_go_before_all_is_handed_over(tmp_path: Path) -> None:
    """The first command of a turn waits for others of the same turn; if its sender goes meanwhile, all are stored even so."""
    program = (sys.executable, "-c", NEVER_READY)

    async def whole(there: Database) -> None:
        pit = Pit.open(there, Keys.new(), "us", apart=True)
        await opened(pit)
        book = houseway.load("casino-war")
        await pit.open_table("other", book.game, book.rules, "Parx")
        anna, flo = Sender("anna", "player"), Sender("flo", "floorperson")
        for others in (0, 1):
            await pit.find(TABLE)
            given = ReceivedCommand({"do": "wager", "seat": 1, "id": "initial", "cents": 500}, f"bet-{others}", "d")
            first = asyncio.ensure_future(pit.command(TABLE, given, anna, Expected()))
            opening = ReceivedCommand({"do": "open"}, "open", "d")
            second = [asyncio.ensure_future(pit.command("other", opening, flo, Expected())) for _ in range(others)]
            await asyncio.sleep(0)
            first.cancel()
            with pytest.raises(asyncio.CancelledError):
                await first
            assert [(await each).repeated for each in second] == [False] * others
            assert (await pit.command(TABLE, given, anna, Expected())).repeated
        pit.close()

    with new_database("sqlite", tmp_path) as database, patch.multiple(process_writer, PROGRAM=program):
        asyncio.run(whole(database))
