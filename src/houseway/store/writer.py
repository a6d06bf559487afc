"""The writer of a process: it stores the appends of many tables in one transaction and reports when each is durable.

While one transaction is being synced to disk, more commands arrive; they all go into the next one (group commit). Each append
checks, in the same transaction, that the process still owns the table and that the journal has the expected number of lines.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar

from houseway.store.database import POSTGRESQL, Database, StoreError, reason

MOST_AT_ONCE = 512  # appends in one transaction
GATHERED = 64  # the most appends handed to the thread at once

ColumnValues = tuple[Any, ...]
Recording = TypeVar("Recording")
Told = list[tuple["Append", Exception | None]]


class FencedError(StoreError):
    """Another process has taken the table or written to its journal; this process must release it."""


class SomeFenced(Exception):  # noqa: N818 - not an error: the group is then written one append at a time
    """At least one append in a group was fenced off: another process owns the table, or its journal has grown."""


class RepeatedError(StoreError):
    """A command with this id is already recorded."""


@dataclass(slots=True)
class Append:
    """The journal lines of one or more commands at one table, with the rows that are stored beside them."""

    table_id: str
    session: int
    epoch: int
    before: int  # number of journal lines before this append
    head: ColumnValues  # size, head, peaks, round, at, sealed
    events: list[ColumnValues]
    postings: list[ColumnValues] = field(default_factory=list)
    secrets: list[ColumnValues] = field(default_factory=list)
    commands: list[ColumnValues] = field(default_factory=list)
    snapshots: list[ColumnValues] = field(default_factory=list)
    waiting: Any = None  # set by the caller to identify who waits: a future, a command number or a `PendingBatches`
    digest: str = ""  # of the snapshot, if there is one
    missed: tuple[Exception | None] | None = None  # the result, if nobody was waiting when it came


COLUMNS = {
    "events": ("table_id", "session", "seq", "round", "event", "actor", "role", "at", "previous", "hash", "line"),
    "postings": ("table_id", "session", "seq", "number", "source", "target", "cents"),
    "secrets": ("table_id", "session", "seq", "number", "commitment", "body"),
    "commands": ("table_id", "key", "actor", "digest", "session", "first_seq", "last_seq"),
    "snapshots": ("table_id", "session", "size", "head", "digest", "body"),
}
_HEAD = ("size", "head", "peaks", "round", "at", "sealed")
_WHERE = ("table_id", "session", "epoch", "size")


class Statements:
    """The SQL statements of a writer, for SQLite or PostgreSQL."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._mark = "%s" if kind == POSTGRESQL else "?"
        named = [f'"{name}"' for name in _HEAD]
        set_them = ", ".join(f"{name} = {self._mark}" for name in named)
        self.head = f"UPDATE heads SET {set_them} WHERE {' AND '.join(f'{name} = {self._mark}' for name in _WHERE)}"
        self.alone = (
            f"WITH written AS ({self.head} RETURNING 1) SELECT 1 / count(*) FROM written"  # fails if fenced off
        )
        self.inserts = {table: self._insert(table, 1) for table in COLUMNS}
        self.copies = {
            table: f"COPY {table} ({', '.join(columns)}) FROM STDIN".encode() for table, columns in COLUMNS.items()
        }
        set_all = ", ".join(f"{name} = new.column{n}" for n, name in enumerate(named, 1))
        self._same = " AND ".join(f"heads.{name} = new.column{n}" for n, name in enumerate(_WHERE, len(_HEAD) + 1))
        self._set_all = set_all
        kinds = ("bigint", "text", "bytea", "bigint", "bigint", "boolean", "text", "int", "bigint", "bigint")
        arrays = ", ".join(f"%s::{kind}[]" for kind in kinds)
        listed = ", ".join(f"column{n}" for n in range(1, len(kinds) + 1))
        self.heads = f"UPDATE heads SET {set_all} FROM unnest({arrays}) AS new ({listed}) WHERE {self._same}"
        self._many: dict[tuple[str, int], str] = {}

    def _values(self, columns: int, rows: int) -> str:
        return ", ".join([f"({', '.join([self._mark] * columns)})"] * rows)

    def _insert(self, table: str, rows: int) -> str:
        columns = COLUMNS[table]
        return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {self._values(len(columns), rows)}"

    def many(self, table: str, rows: int) -> str:
        """One statement that stores `rows` rows. Other threads run while SQLite executes it, but not between statements."""
        found = self._many.get((table, rows))
        if found is None:
            if table == "heads":
                values = self._values(len(_HEAD) + len(_WHERE), rows)
                found = f"UPDATE heads SET {self._set_all} FROM (VALUES {values}) AS new WHERE {self._same}"
            else:
                found = self._insert(table, rows)
            self._many[table, rows] = found
        return found


AT_ONCE = 64  # the most rows in one statement


def store(cursor: Any, statements: Statements, appends: Sequence[Append], *, alone: bool = False) -> None:
    """Store appends in the current transaction of a driver's cursor; raise SomeFenced if one of them was fenced off.

    `alone`: no other thread of this process needs the interpreter. SQLite then stores row by row, which takes a fifth less time.

    A single append is sent to PostgreSQL in one pipeline with its COMMIT, without reading the answers in between: if it was
    fenced off, its first statement divides by zero, and PostgreSQL skips the rest of the pipeline.
    """
    if statements.kind != POSTGRESQL:
        _store_in_sqlite(cursor, statements, appends, alone)
        return
    where = _places(appends)
    if len(where) == 1:
        cursor.execute(statements.alone, where[0])
        with cursor.connection.cursor() as rows:
            for table, statement in statements.inserts.items():
                for row in getattr(appends[0], table):
                    rows.execute(statement, row)
        return
    cursor.execute(statements.heads, tuple(map(list, zip(*where, strict=True))))
    if cursor.rowcount != len(where):
        raise SomeFenced
    for table, rows in _rows(appends):
        with cursor.copy(statements.copies[table]) as copy:
            for row in rows:
                copy.write_row(row)


def _places(appends: Sequence[Append]) -> list[ColumnValues]:
    """The new head of each append, with the place where it belongs."""
    return [(*each.head, each.table_id, each.session, each.epoch, each.before) for each in appends]


def _rows(appends: Sequence[Append]) -> Iterator[tuple[str, list[ColumnValues]]]:
    """The rows for each database table."""
    for table in COLUMNS:
        rows = [row for each in appends for row in getattr(each, table)]
        if rows:
            yield table, rows


def _store_in_sqlite(cursor: Any, statements: Statements, appends: Sequence[Append], alone: bool) -> None:
    if len(appends) == 1:
        _store_one(cursor, statements, appends[0])
        return
    where = _places(appends)
    if alone:
        if cursor.executemany(statements.head, where).rowcount != len(where):
            raise SomeFenced
        for table, rows in _rows(appends):
            cursor.executemany(statements.inserts[table], rows)
        return
    if _in_parts(cursor, statements, "heads", where) != len(where):
        raise SomeFenced
    for table, rows in _rows(appends):
        _in_parts(cursor, statements, table, rows)


def _store_one(cursor: Any, statements: Statements, append: Append) -> None:
    """Store a single append in SQLite, with the fewest statements."""
    cursor.execute(statements.head, (*append.head, append.table_id, append.session, append.epoch, append.before))
    if cursor.rowcount != 1:
        raise SomeFenced
    inserts = statements.inserts
    cursor.executemany(inserts["events"], append.events)
    if append.postings:
        cursor.executemany(inserts["postings"], append.postings)
    if append.secrets:
        cursor.executemany(inserts["secrets"], append.secrets)
    if append.commands:
        cursor.executemany(inserts["commands"], append.commands)
    if append.snapshots:
        cursor.executemany(inserts["snapshots"], append.snapshots)


def _in_parts(cursor: Any, statements: Statements, table: str, rows: list[ColumnValues]) -> int:
    """Store rows with statements for 64, 32, 16 … 1 rows: these few stay in SQLite's cache of prepared statements."""
    changed = start = 0
    while left := len(rows) - start:
        count = min(AT_ONCE, 1 << (left.bit_length() - 1))
        part = rows[start : start + count]
        cursor.execute(statements.many(table, count), tuple(chain.from_iterable(part)))
        changed += cursor.rowcount
        start += count
    return changed


class Writer:
    """A thread that stores appends; it calls `tell` with the appends of each transaction and the error of each, or None.

    `alone`: no other thread of this process needs the interpreter while appends are stored.
    """

    def __init__(self, database: Database, tell: Callable[[Told], None], *, alone: bool = False) -> None:
        self._tell, self._alone = tell, alone
        self.database, self._statements = database, Statements(database.kind)
        self._queue: queue.SimpleQueue[list[Append] | None] = queue.SimpleQueue()
        self._gathered: list[Append] = []
        self._writes = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="houseway-writer", daemon=True)
        self.transactions = self.appends = 0
        self._exchange: Any = None  # the open pipeline to PostgreSQL
        self._raw: Any = None  # the open connection
        self._cursor: Any = None  # the open cursor, with SQLite only
        self._thread.start()

    def submit(self, append: Append) -> None:
        """Queue an append; those of one event-loop turn go to the thread together, so that it wakes up once."""
        self._gathered.append(append)
        if len(self._gathered) >= GATHERED:
            self._hand_over()
        elif len(self._gathered) == 1:
            append.waiting.get_loop().call_soon(self._hand_over)

    def recorder(self, local: Recording) -> Recording:
        """The recorder that a table uses with this writer: the given one, which makes its lines in this process."""
        return local

    def write_soon(self, group: list[Append]) -> None:
        """Write appends in the calling thread if no write is in progress; otherwise queue them for the writer's thread."""
        if self._queue.empty() and self._writes.acquire(blocking=False):
            try:
                self._write(group)
            finally:
                self._writes.release()
        else:
            self._queue.put(group)

    def write_later(self, group: list[Append]) -> None:
        """Write appends in the writer's thread."""
        self._queue.put(group)

    @property
    def connected(self) -> bool:
        """Whether the connection is open; the first write opens it."""
        return self._raw is not None

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    def close(self) -> None:
        """Write the remaining appends and end the thread."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group, ends = first, False
            while len(group) < MOST_AT_ONCE and not ends:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ends = True
                else:
                    group += more
            with self._writes:
                self._write(group)
            if ends:
                break
        self._let_go(broken=False)

    def _write(self, group: list[Append]) -> None:
        try:
            self._commit(group)
        except Exception as error:
            if len(group) > 1 and (isinstance(error, SomeFenced) or _is(error, "IntegrityError", "DataError")):
                for each in group:  # one bad append must not prevent the others
                    self._write([each])
            else:
                told = StoreError(f"the database did not store it ({self.database.why(error)})")
                self._tell([(each, _told(error, each, told)) for each in group])
            return
        self.transactions += 1
        self.appends += len(group)
        self._tell([(each, None) for each in group])

    def _commit(self, group: list[Append]) -> None:
        """Store a group durably. If the connection broke while it was idle, reconnect and try once more.

        A second attempt is safe: either nothing was committed, or a pipeline was committed without an answer, and then the
        second attempt is fenced off.
        """
        if self._raw is not None:
            try:
                self._store(group)
                if self._exchange is not None:
                    self._durably()
                    return
            except Exception as error:
                if self._raw is not None or not _is(error, "OperationalError", "InterfaceError"):
                    raise
            else:
                self._durably()
                return
        self._raw = self.database.writing(alone=self._alone)
        self._cursor = None if self.database.kind == POSTGRESQL else self._raw.cursor()
        self._store(group)
        self._durably()

    def _store(self, group: list[Append]) -> None:
        try:
            cursor = self._cursor
            if cursor is not None:
                cursor.execute("BEGIN IMMEDIATE")
            else:
                cursor = self._raw.cursor()
                if len(group) == 1:
                    self._exchange = cursor.connection.pipeline()
                    self._exchange.__enter__()
            store(cursor, self._statements, group, alone=self._alone)
        except BaseException as error:  # PostgreSQL may answer before everything is sent
            at_the_end = self._undo()
            if _is(error, "DivisionByZero") or (at_the_end is not None and _is(at_the_end, "DivisionByZero")):
                raise SomeFenced from error
            raise

    def _durably(self) -> None:
        exchange, self._exchange = self._exchange, None
        try:
            if self._cursor is not None:
                self._cursor.execute("COMMIT")
            elif exchange is None:
                self._raw.commit()
            else:
                try:
                    self._raw.cursor().execute("COMMIT")
                finally:
                    exchange.__exit__(*sys.exc_info())
        except BaseException as error:
            if _is(error, "IntegrityError", "DataError"):  # PostgreSQL refused it, so nothing is committed
                self._undo()
                if _is(error, "DivisionByZero"):
                    raise SomeFenced from error
            else:
                self._let_go(broken=True)
            raise

    def _undo(self) -> Exception | None:
        """Roll back the open transaction; return the error if that failed."""
        exchange, self._exchange = self._exchange, None
        try:
            if exchange is not None:
                exchange.__exit__(*sys.exc_info())
            self._raw.rollback()
        except Exception as error:
            self._let_go(broken=True)
            return error
        return None

    def _let_go(self, *, broken: bool) -> None:
        raw, self._raw, self._cursor = self._raw, None, None
        if raw is None:
            return
        connection = raw.dbapi_connection
        with suppress(Exception):
            raw.invalidate() if broken else raw.close()
        if broken and connection is not None:  # a connection that is not of the pool is not closed by it
            with suppress(Exception):
                connection.close()


def _is(error: BaseException, *names: str) -> bool:
    """Whether an error's class, or one of its bases, has one of these names; they are the same for all drivers."""
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _told(error: Exception, append: Append, failed: StoreError) -> Exception:
    if isinstance(error, SomeFenced):
        return FencedError(f"{append.table_id} session {append.session} is now run by another process")
    if _is(error, "IntegrityError") and "commands" in reason(error):
        return RepeatedError("a command with this id is already recorded")
    if _is(error, "DatabaseError", "InterfaceError", "OSError", "SQLAlchemyError"):
        return failed
    return error
