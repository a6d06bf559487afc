"""A writer in a separate process: the service only decides, while another interpreter hashes and stores (`writer_process.py`).

It replaces `Writer` and gives the same guarantee: an append is reported as durable only after its transaction, which checks the
table's owner and the length of its journal. If the writer process ends, its pending appends are reported as failed, the tables
are loaded again from their records, and a new writer process is started.

A single command would spend most of its time waiting for the writer process to wake up, so the service's process stores single
commands itself: in a SQLite file at once, while the file answers within `PROMPT_SECONDS`; in PostgreSQL by an exchange that the
event loop does not wait for (`postgresql_exchange.py`), because a database that is far away or locked must not stop the tables,
or by a thread while the exchange has no connection. It sends everything to the writer process when several commands arrive
together, when its own writes are slow or while one is being stored; until a new writer process is ready, it stores groups itself
too. A table has at most one pending append, so both processes never write to the same journal at once.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

from houseway.core import Event, Moment
from houseway.records.merkle import Peaks
from houseway.store.database import SQLITE, Database, StoreError
from houseway.store.keys import Keys
from houseway.store.sessions import JournalEnd, SessionRecorder
from houseway.store.writer import Append, ColumnValues, FencedError, RepeatedError, Told, Writer
from houseway.store.writer_messages import (
    AT_ONCE,
    SETUP,
    TABLE,
    Messages,
    Spelled,
    decided_messages,
    message,
    spelled,
)
from houseway.store.writer_process import FENCED, REPEATED
from houseway.table.position import Plain
from houseway.table.table import OrderSecret

if TYPE_CHECKING:
    from houseway.store.postgresql_exchange import Exchange

PROGRAM: Sequence[str] = (sys.executable, "-m", "houseway.store.writer_process")
ENDING_SECONDS = 60.0
PROMPT_SECONDS = 0.02  # a write in the service's process that takes longer is slow
START_SECONDS = 1.0  # the same while the writer process starts, which takes about as long
PIECE = 32  # the most commands sent to the writer process at once
SLOW_TIMES = 10  # each slow write adds its duration times this number to the penalty
FORGIVEN_SECONDS = 1.0  # a penalty up to this is ignored: a checkpoint of SQLite is slow now and then


Batch = tuple[tuple[Event, ...], list[OrderSecret]]


@dataclass(slots=True)
class PendingBatches:
    """The events of one or more commands at a table, which either process records."""

    recorder: ProcessRecorder
    batches: list[Batch]
    commands: list[ColumnValues] = field(default_factory=list)
    snapshot: tuple[Any, ...] | None = None
    sealed_at: int | None = None
    waiting: Any = None  # is told when they are durable: a future, or an object with the same methods
    digest: str = ""  # of the snapshot, once it is durable
    missed: tuple[Exception | None] | None = None  # the result, if nobody was waiting when it came


class ProcessRecorder:
    """The recorder of a table with a writer process: it only collects events; the lines are usually made by that process."""

    def __init__(self, local: SessionRecorder, number: int) -> None:
        self._local, self.number = local, number
        self.table_id, self.session, self.epoch = local.table_id, local.session, local.epoch
        self._end = local.end  # of the stored journal
        self._answer: tuple[int, str, str] | None = None  # a later end, as the writer process reported it
        self.size = local.end.size  # lines, including those that are not stored yet
        self.told_to: object = None  # the writer process that knows this table
        self._batches: list[Batch] = []
        self._sealed_at: int | None = None

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """Collect the events of one command."""
        self._batches.append((events, list(secret)))
        self.size += len(events)

    def seal(self, at: Moment) -> None:
        """Ask for the last line of the journal."""
        self._sealed_at = at
        self.size += 1

    def taken(self) -> PendingBatches | None:
        """Everything collected since the last call; None if there is nothing."""
        if not self._batches and self._sealed_at is None:
            return None
        decided = PendingBatches(self, self._batches, sealed_at=self._sealed_at)
        self._batches, self._sealed_at = [], None
        return decided

    def add_snapshot(self, decided: PendingBatches, plain: Plain, at: Moment, drawn: int, kept: dict[str, Any]) -> None:
        """Ask for a snapshot of the table after the collected events."""
        decided.snapshot = (plain, at, drawn, kept)

    def lines(self, decided: PendingBatches) -> Append:
        """Make the journal lines in this process. The writer process is then out of date: the table is announced to it again."""
        local, self.told_to = self._local, None
        local.go_on_from(self.end)
        for events, secret in decided.batches:
            local.append(events, secret)
        if decided.sealed_at is not None:
            local.seal(Moment(decided.sealed_at))
        append = local.taken()
        assert append is not None, "a command has events"
        append.commands += decided.commands
        if decided.snapshot is not None:
            local.add_snapshot(append, *decided.snapshot)
        append.waiting = decided
        return append

    @property
    def end(self) -> JournalEnd:
        """The end of the stored journal."""
        if self._answer is not None:
            size, head, peaks = self._answer
            self._end, self._answer = JournalEnd(size, head, Peaks.unpacked(size, bytes.fromhex(peaks))), None
        return self._end

    def stored(self) -> None:
        """Note that the lines made in this process are durable."""
        self._end, self._answer = self._local.end, None

    def stored_elsewhere(self, size: int, head: str, peaks: str) -> None:
        """Note where the journal ends after the writer process stored lines. `end` unpacks the peaks when it is needed."""
        self._answer = (size, head, peaks)

    def history(self) -> list[Event]:
        """All recorded events, with their hidden values."""
        return self._local.history()

    def named(self) -> bytes:
        """The message that announces this table to a writer process."""
        end = self.end
        told = (self.number, self.table_id, self.session, self.epoch, self._local.key.hex(), end.size, end.head)
        return message(TABLE, orjson.dumps((*told, end.peaks.packed().hex())))


class ProcessWriter:
    """Sends decided commands to the writer process; it calls `tell` in the event loop of the tables."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        tell: Callable[[list[tuple[PendingBatches, Exception | None]]], None],
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
        self._waiting: dict[int, PendingBatches] = {}
        self._gathered: list[PendingBatches] = []
        self._by_thread = database.kind != SQLITE
        self._near = Writer(database, self._stored_by_thread if self._by_thread else self._stored_here)
        self._exchange = _exchange(database, self._exchanged) if self._by_thread else None
        self._near_waiting = 0  # commands that its thread or the exchange is storing
        self.stores_here = True  # single commands
        self._slow_until = 0.0  # by the monotonic clock
        self._unsent = b""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._restarting = threading.Lock()  # the loop starts the process again while another thread may close it
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
        self.ready = False  # until the writer process reports that it is set up

    def recorder(self, local: SessionRecorder) -> ProcessRecorder:
        """A recorder for a table of this process, under a number that the writer process knows."""
        return ProcessRecorder(local, next(self._numbers))

    def begins(self, decided: PendingBatches) -> bool:
        """Queue a decided command if it is the first one in this turn of the event loop; return whether it was.

        The sender of the first one calls `hand_over` in the next turn. By then others have joined it, or this process stores it.
        """
        if self._gathered or self._waiting or not self.stores_here:
            return False
        if self._loop is None:
            self._attach(decided.waiting.get_loop())
        self._gathered.append(decided)
        return True

    def submit(self, decided: PendingBatches) -> None:
        """Queue a decided command; those of one event-loop turn are sent together."""
        loop: asyncio.AbstractEventLoop = decided.waiting.get_loop()
        if self._loop is not loop:
            self._attach(loop)
        if not self._gathered:
            loop.call_soon(self.hand_over)
        self._gathered.append(decided)
        if len(self._gathered) >= PIECE:  # a turn with many tables is long: the writer process can begin
            self.hand_over()

    def _attach(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.add_reader(self._connection.fileno(), self._answered)
        self._loop = loop

    def hand_over(self) -> None:
        """Store the gathered commands: here, or in the writer process."""
        gathered, self._gathered = self._gathered, []
        if not gathered:
            return
        if self._loop is None:  # the writer process ended since they were queued
            self._attach(gathered[0].waiting.get_loop())
        if self.stores_here and not self._waiting and self._sooner_here(len(gathered)):
            self._store_here(gathered)
        else:
            self._unsent += self._spelled(gathered)
            self._send()

    def _sooner_here(self, commands: int) -> bool:
        """Whether this process stores `commands` commands sooner than the writer process would."""
        if self._near_waiting or not (commands == 1 or not self.ready):
            return False
        return time.monotonic() > self._slow_until - FORGIVEN_SECONDS

    def _store_here(self, gathered: list[PendingBatches]) -> None:
        lines = []
        for each in gathered:
            try:
                lines.append(each.recorder.lines(each))
            except Exception as error:
                self._tell([(each, error)])
        if self._exchange is not None:
            self._near_waiting = len(lines)
            if len(lines) == 1 and self._exchange.connected:
                self._exchange.store(lines[0], gathered[0].waiting.get_loop())
            else:
                self._exchange.connect_later()
                self._near.write_later(lines)
            return
        began, connected = time.monotonic(), self._near.connected
        self._near.write_soon(lines)
        ended = time.monotonic()
        if connected and ended - began > (PROMPT_SECONDS if self.ready else START_SECONDS):
            self._slow_until = max(self._slow_until, ended) + SLOW_TIMES * (ended - began)

    def _exchanged(self, append: Append, durable: bool) -> None:
        """The exchange stored a command, or failed to; then the thread tries, and its error is the one to report."""
        if durable:
            self._thread_stored([(append, None)])
        else:
            self._near.write_later([append])

    def _stored_by_thread(self, told: Told) -> None:
        """Called in the thread; the event loop may have ended since."""
        decided: PendingBatches = told[0][0].waiting
        with suppress(RuntimeError):
            decided.waiting.get_loop().call_soon_threadsafe(self._thread_stored, told)

    def _thread_stored(self, told: Told) -> None:
        self._near_waiting -= len(told)
        self._stored_here(told)

    def _stored_here(self, told: Told) -> None:
        self.transactions += any(error is None for _, error in told)
        for append, error in told:
            decided: PendingBatches = append.waiting
            if error is None:
                decided.recorder.stored()
                decided.digest = append.digest
                self.appends += 1
            self._tell([(decided, error)])

    def _spelled(self, gathered: list[PendingBatches]) -> bytes:
        """The messages for decided commands, after those that announce new tables to the writer process."""
        process, waiting = self.process, self._waiting
        messages: list[bytes] = []
        commands: list[Spelled] = []
        for decided in gathered:
            recorder = decided.recorder
            if recorder.told_to is not process:
                recorder.told_to = process
                messages.append(recorder.named())
            number = next(self._commands)
            waiting[number] = decided
            batches = [spelled(*batch) for batch in decided.batches]
            commands.append((recorder.number, number, batches, decided.commands, decided.snapshot, decided.sealed_at))
        return b"".join([*messages, *decided_messages(commands)])

    def _send(self) -> None:
        """Send as much as the socket takes; send the rest when it has room."""
        assert self._loop is not None
        descriptor = self._connection.fileno()
        try:
            sent = self._connection.send(self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._unsent = b""
            return  # the writer process ended; `_answered` finds out and handles that
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
        self.ready = True
        for _, body in self._messages.taken(piece):
            told = [(self._waiting.pop(each[0]), each) for each in orjson.loads(body)]
            done = sum(len(each) > 3 for _, each in told)
            self.transactions += bool(done)
            self.appends += done
            self._tell([(decided, _outcome(decided, each)) for decided, each in told])

    def _ended(self) -> None:
        """Handle the end of the writer process: report its pending commands as failed, since they may or may not be stored."""
        with self._restarting:
            self._detach()
            self._connection.close()
            self.process.kill()
            self.process.wait()
            failed, self._waiting = list(self._waiting.values()), {}
            self._start()
        self._tell([(each, StoreError("the writer process ended; it is being restarted")) for each in failed])

    def _detach(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._connection.fileno())
            self._loop.remove_writer(self._connection.fileno())
        self._loop = None

    def close(self) -> None:
        """Let the writer process store what is left, then end it; its last answers are dropped."""
        self._detach_in_loop()
        with self._restarting:
            self._close()

    def _close(self) -> None:
        self._connection.setblocking(True)
        with suppress(OSError):
            gathered, self._gathered = self._gathered, []
            self._connection.sendall(self._unsent + (self._spelled(gathered) if gathered else b""))
            self._connection.shutdown(socket.SHUT_WR)
            self._connection.settimeout(ENDING_SECONDS)
            while self._connection.recv(AT_ONCE):
                continue
        self._connection.close()
        if self._exchange is not None:
            self._exchange.close()
        self._near.close()
        try:
            self.process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _detach_in_loop(self) -> None:
        exchange, done = self._exchange, threading.Event()
        loop = exchange.loop if exchange is not None and self._loop is None else self._loop

        def detach() -> None:
            self._detach()
            if exchange is not None:
                exchange.detach()
            done.set()

        if loop is None or loop.is_closed() or not loop.is_running() or _is_running_here(loop):
            detach()
            return
        loop.call_soon_threadsafe(detach)
        done.wait(ENDING_SECONDS)


def _exchange(database: Database, report: Callable[[Append, bool], None]) -> Exchange:
    """Imported here, because psycopg is not needed with SQLite."""
    from houseway.store.postgresql_exchange import Exchange

    return Exchange(database, report)


def _is_running_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False


def _outcome(decided: PendingBatches, answer: list[Any]) -> Exception | None:
    """The error of one answer, or None; a success also updates the end of the recorder's journal."""
    if len(answer) > 3:
        _, size, head, peaks, digest = answer
        decided.recorder.stored_elsewhere(size, head, peaks)
        decided.digest = digest or ""
        return None
    _, kind, text = answer
    return FencedError(text) if kind == FENCED else RepeatedError(text) if kind == REPEATED else StoreError(text)
