"""A writer in a process of its own: the service only decides, while another interpreter hashes and stores (`writing.py`).

It takes the place of `Writer`. What it promises is the same: an append is told to be durable after it is, in a transaction that
checks the table's owner and the end of its journal. If the process ends, all that it had in hand is told to have failed, the
tables are loaded again from their records, and a new process is started.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson

from houseway.core import Event, Moment
from houseway.records.merkle import Peaks
from houseway.store.database import Database, StoreError
from houseway.store.handed_over import (
    AT_ONCE,
    SETUP,
    TABLE,
    Messages,
    decided_message,
    message,
    spelled,
)
from houseway.store.keys import Keys
from houseway.store.sessions import End, SessionRecorder
from houseway.store.writer import FencedError, RepeatedError, Row
from houseway.store.writing import FENCED, REPEATED
from houseway.table.position import Plain
from houseway.table.table import OrderSecret

PROGRAM: Sequence[str] = (sys.executable, "-m", "houseway.store.writing")
ENDING_SECONDS = 60.0


@dataclass(slots=True)
class Decided:
    """What one command at a table decided, for the other process to record."""

    recorder: ProcessRecorder
    batches: list[bytes]
    oddly: bool
    commands: list[Row] = field(default_factory=list)
    snapshot: tuple[Any, ...] | None = None
    sealed_at: int | None = None
    waiting: Any = None
    digest: str = ""  # of its snapshot, when it is durable


class ProcessRecorder:
    """The recorder of a table whose lines are made elsewhere: here, it only spells out what was decided."""

    def __init__(self, local: SessionRecorder, number: int) -> None:
        self._local, self.number = local, number
        self.table_id, self.session, self.epoch = local.table_id, local.session, local.epoch
        self.end: End = local.end  # as it is known to be stored
        self.size = local.end.size  # with what was decided since
        self.told_to: object = None  # the process that knows this table
        self._batches: list[bytes] = []
        self._oddly = False
        self._sealed_at: int | None = None

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """Collect the events of one command."""
        batch, oddly = spelled(events, secret)
        self._batches.append(batch)
        self._oddly |= oddly
        self.size += len(events)

    def seal(self, at: Moment) -> None:
        """Ask for the last line of the journal."""
        self._sealed_at = at
        self.size += 1

    def taken(self) -> Decided | None:
        """All that was collected; None if there is nothing."""
        if not self._batches and self._sealed_at is None:
            return None
        decided = Decided(self, self._batches, self._oddly, sealed_at=self._sealed_at)
        self._batches, self._oddly, self._sealed_at = [], False, None
        return decided

    def add_snapshot(self, decided: Decided, plain: Plain, at: Moment, drawn: int, kept: dict[str, Any]) -> None:
        """Ask for a snapshot of the table after all that was collected."""
        decided.snapshot = (plain, at, drawn, kept)

    def history(self) -> list[Event]:
        """All recorded events, with their hidden values."""
        return self._local.history()

    def named(self) -> bytes:
        """The message that tells a process of this table."""
        end = self.end
        told = (self.number, self.table_id, self.session, self.epoch, self._local.key.hex(), end.size, end.head)
        return message(TABLE, orjson.dumps((*told, end.peaks.packed().hex())))


class ProcessWriter:
    """Hands what tables decided to another process; it calls `tell` in the loop of whoever waits."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        tell: Callable[[list[tuple[Decided, Exception | None]]], None],
    ) -> None:
        self._tell = tell
        address = database.engine.url.render_as_string(hide_password=False)
        given = {
            "address": address,
            "encrypt": keys.encrypt.hex(),
            "sign": keys.sign.hex(),
            "between": keys.between.hex(),
        }
        self._setup = message(SETUP, orjson.dumps(given))
        self.transactions = self.appends = 0
        self._numbers, self._commands = itertools.count(), itertools.count()
        self._waiting: dict[int, Decided] = {}
        self._gathered: list[bytes] = []
        self._unsent = b""
        self._loop: asyncio.AbstractEventLoop | None = None
        self.process: subprocess.Popen[bytes]
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [*PROGRAM, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        ours.sendall(self._setup)
        ours.setblocking(False)
        self._connection, self._messages = ours, Messages()
        self._unsent, self._loop = b"", None

    def recorder(self, local: SessionRecorder) -> ProcessRecorder:
        """The recorder of a table that this process was given."""
        return ProcessRecorder(local, next(self._numbers))

    def submit(self, decided: Decided) -> None:
        """Hand over what was decided, with all that comes in the same turn of the loop of whoever waits."""
        loop: asyncio.AbstractEventLoop = decided.waiting.get_loop()
        if self._loop is not loop:
            loop.add_reader(self._connection.fileno(), self._answered)
            self._loop = loop
        if not self._gathered:
            loop.call_soon(self._hand_over)
        recorder = decided.recorder
        if recorder.told_to is not self.process:
            recorder.told_to = self.process
            self._gathered.append(recorder.named())
        number = next(self._commands)
        self._waiting[number] = decided
        rest = (decided.commands, decided.snapshot, decided.sealed_at)
        self._gathered.append(decided_message((recorder.number, number), decided.batches, rest, decided.oddly))

    def _hand_over(self) -> None:
        if self._gathered:
            self._unsent += b"".join(self._gathered)
            self._gathered = []
            self._send()

    def _send(self) -> None:
        """Send as much as goes; the rest follows when there is room."""
        assert self._loop is not None
        descriptor = self._connection.fileno()
        try:
            sent = self._connection.send(self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._unsent = b""
            return  # it ended, and `_answered` is told so
        self._unsent = self._unsent[sent:]
        if self._unsent:
            self._loop.add_writer(descriptor, self._send)
        else:
            self._loop.remove_writer(descriptor)

    def _answered(self) -> None:
        try:
            piece = self._connection.recv(AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._ended()
            return
        for _, body in self._messages.taken(piece):
            told = [(self._waiting.pop(each[0]), each) for each in orjson.loads(body)]
            done = sum(len(each) > 3 for _, each in told)
            self.transactions += bool(done)
            self.appends += done
            self._tell([(decided, _outcome(decided, each)) for decided, each in told])

    def _ended(self) -> None:
        """The other process is gone: nobody knows what it stored of what it had in hand, until the records are read."""
        self._detach()
        self._connection.close()
        self.process.kill()
        self.process.wait()
        failed, self._waiting, self._gathered = list(self._waiting.values()), {}, []
        self._start()
        self._tell([(each, StoreError("the process that writes has ended; it is started again")) for each in failed])

    def _detach(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._connection.fileno())
            self._loop.remove_writer(self._connection.fileno())
        self._loop = None

    def close(self) -> None:
        """End the other process when it has written what is left; what it answers is not told any more."""
        self._detach_in_loop()
        self._connection.setblocking(True)
        with suppress(OSError):
            self._connection.sendall(self._unsent + b"".join(self._gathered))
            self._connection.shutdown(socket.SHUT_WR)
            self._connection.settimeout(ENDING_SECONDS)
            while self._connection.recv(AT_ONCE):
                continue
        self._connection.close()
        try:
            self.process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _detach_in_loop(self) -> None:
        loop = self._loop
        if loop is None or loop.is_closed() or not loop.is_running() or _is_running_here(loop):
            self._detach()
            return
        done = threading.Event()

        def detach() -> None:
            self._detach()
            done.set()

        loop.call_soon_threadsafe(detach)
        done.wait(ENDING_SECONDS)


def _is_running_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False


def _outcome(decided: Decided, answer: list[Any]) -> Exception | None:
    """What became of it; the recorder learns where its journal ends."""
    if len(answer) > 3:
        _, size, head, peaks, digest = answer
        decided.recorder.end = End(size, head, Peaks.unpacked(size, bytes.fromhex(peaks)))
        decided.digest = digest or ""
        return None
    _, kind, text = answer
    return FencedError(text) if kind == FENCED else RepeatedError(text) if kind == REPEATED else StoreError(text)
