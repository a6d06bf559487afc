"""Stores a single append in PostgreSQL from the event loop, without waiting and without a thread: the loop reads the answer.

A command that comes alone would spend half of its time on a thread that must wake up and on psycopg's own work for each row.
psycopg cannot leave an exchange open between two turns of a loop, so this uses its wrapper of libpq, with statements that are
prepared when the connection opens.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import pq

from houseway.store.database import POSTGRESQL, Database
from houseway.store.writer import COLUMNS, Append, ColumnValues, Statements

AGAIN_SECONDS = 1.0  # between two attempts to connect
FLUSH_SECONDS = 1.0  # how long closing waits until the server has taken what was sent
HEAD = "heads"
_FINE = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)
_TEXT, _BINARY = 0, 1

Report = Callable[[Append, bool], None]


class Exchange:
    """One connection, for one append at a time; `report` is called in the event loop with an append and whether it is durable.

    All statements are sent at once and are one transaction, which the server commits at the end of the pipeline. As in
    `writer.store`, the first one fails if the table was fenced off, and then the server skips the rest. No error is interpreted
    here: the caller stores the append again in the usual way and learns the reason. If it was committed without an answer, the
    second attempt is fenced off.
    """

    def __init__(self, database: Database, report: Report) -> None:
        self._database, self._report = database, report
        self._raw: Any = None  # the open connection
        self._pg: Any = None  # its libpq connection
        self._socket = -1
        self.loop: asyncio.AbstractEventLoop | None = None  # that reads the socket
        self._append: Append | None = None  # that was sent
        self._failed = self._closed = self._connecting = False
        self._next_attempt = 0.0  # by the monotonic clock

    @property
    def connected(self) -> bool:
        """Whether it can take an append."""
        return self._raw is not None

    def connect_later(self) -> None:
        """Connect in a thread, because a database may be far away; does nothing if that is going on or has just failed."""
        if self._raw is None and not self._connecting and not self._closed and time.monotonic() > self._next_attempt:
            self._connecting, self._next_attempt = True, time.monotonic() + AGAIN_SECONDS
            threading.Thread(target=self._connect, name="houseway-exchange", daemon=True).start()

    def _connect(self) -> None:
        raw = None
        try:
            raw = self._database.writing()
            exchange = raw.driver_connection.pgconn
            statements = Statements(POSTGRESQL)
            for name, statement in {HEAD: statements.alone, **statements.inserts}.items():
                made = exchange.prepare(name.encode(), _numbered(statement).encode())
                if made.status != pq.ExecStatus.COMMAND_OK:
                    raise psycopg.OperationalError(made.error_message.decode("utf-8", "replace"))
            self._pg, self._socket, self._raw = exchange, exchange.socket, raw
        except Exception:  # whoever stores in the usual way learns the reason
            if raw is not None:
                _close(raw)
        finally:
            self._connecting = False
            if self._closed:
                self.close()

    def store(self, append: Append, loop: asyncio.AbstractEventLoop) -> None:
        """Send an append; `loop` is the running event loop."""
        exchange = self._pg
        self._append, self._failed = append, False
        try:
            if self.loop is None:
                loop.add_reader(self._socket, self._answered)
                self.loop = loop
            exchange.enter_pipeline_mode()
            self._send(HEAD, (*append.head, append.table_id, append.session, append.epoch, append.before))
            for table in COLUMNS:
                for row in getattr(append, table):
                    self._send(table, row)
            exchange.pipeline_sync()
            self._flush()
        except psycopg.Error:
            self._broken()

    def _send(self, statement: str, values: ColumnValues) -> None:
        given, forms = [], []
        for value in values:
            if isinstance(value, int):
                given.append(b"%d" % value)  # also true and false, as 1 and 0
                forms.append(_TEXT)
            else:  # as binary, because libpq ends a text at a zero byte
                given.append(value if isinstance(value, bytes) else value.encode())
                forms.append(_BINARY)
        self._pg.send_query_prepared(statement.encode(), given, forms)

    def _flush(self) -> None:
        """Send what the socket takes, and the rest when it has room."""
        assert self.loop is not None
        try:
            left = self._pg.flush()
        except psycopg.Error:
            self._broken()
            return
        if left:
            self.loop.add_writer(self._socket, self._flush)
        else:
            self.loop.remove_writer(self._socket)

    def _answered(self) -> None:
        exchange = self._pg
        try:
            exchange.consume_input()
            while self._append is not None and not exchange.is_busy():
                result = exchange.get_result()
                if result is None:  # between the results of two statements
                    continue
                if result.status == pq.ExecStatus.PIPELINE_SYNC:
                    exchange.exit_pipeline_mode()
                    self._ended(not self._failed)
                elif result.status not in _FINE:
                    self._failed = True
        except psycopg.Error:
            self._broken()

    def _ended(self, durable: bool) -> None:
        append, self._append = self._append, None
        if append is not None:
            self._report(append, durable)

    def _broken(self) -> None:
        """The connection is lost; the next append that comes alone opens another one."""
        self.detach()
        raw, self._raw, self._pg = self._raw, None, None
        if raw is not None:
            _close(raw)
        self._ended(False)

    def detach(self) -> None:
        """Let the event loop forget the connection; called in the loop."""
        loop, self.loop = self.loop, None
        if loop is not None and not loop.is_closed():
            loop.remove_reader(self._socket)
            loop.remove_writer(self._socket)

    def close(self) -> None:
        """Close the connection; the server still stores an append that it has received, and its answer is dropped."""
        self._closed = True
        raw, self._raw = self._raw, None
        if raw is None:
            return
        until = time.monotonic() + FLUSH_SECONDS
        with suppress(psycopg.Error):
            while self._append is not None and self._pg.flush() and time.monotonic() < until:
                time.sleep(0.001)
        _close(raw)


def _numbered(statement: str) -> str:
    """A statement with numbered places for values, as the server knows them."""
    first, *rest = statement.split("%s")
    return first + "".join([f"${number}{part}" for number, part in enumerate(rest, 1)])


def _close(raw: Any) -> None:
    """Close a connection and the driver's, whatever state they are in."""
    driver = raw.driver_connection
    with suppress(Exception):
        raw.invalidate()
    if driver is not None:
        with suppress(Exception):
            driver.close()
