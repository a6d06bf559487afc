"""The one writer of a process: it puts what many tables have to record into one transaction, and tells each when it is durable.

While one transaction is being synced to disk, more commands arrive; they all go into the next one (group commit). Each append
checks, in the same transaction, that the process still owns the table and that the journal ends where it is believed to end.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar

from houseway.store.database import POSTGRESQL, Database, StoreError, reason

MOST_AT_ONCE = 512  # appends in one transaction
GATHERED = 64  # appends that are handed to the thread at once, at most

Row = tuple[Any, ...]
Recording = TypeVar("Recording")
Told = list[tuple["Append", Exception | None]]


class FencedError(StoreError):
    """Another process has taken the table, or has written to its journal: this one must let go of it."""


class SomeFenced(Exception):  # noqa: N818 - not an error of anybody: the group is written one by one
    """At least one append of several was fenced off."""


class RepeatedError(StoreError):
    """A command with this id is recorded already."""


@dataclass(slots=True)
class Append:
    """The lines of one or more commands at one table, and all that is stored with them."""

    table_id: str
    session: int
    epoch: int
    before: int  # number of lines before
    head: Row  # size, head, peaks, round, at, sealed
    events: list[Row]
    postings: list[Row] = field(default_factory=list)
    secrets: list[Row] = field(default_factory=list)
    commands: list[Row] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    waiting: Any = None  # set by the caller: the future or number to answer
    digest: str = ""  # of its snapshot


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
    """The statements of a writer, in the form of one kind of database."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._mark = "%s" if kind == POSTGRESQL else "?"
        named = [f'"{name}"' for name in _HEAD]
        set_them = ", ".join(f"{name} = {self._mark}" for name in named)
        self.head = f"UPDATE heads SET {set_them} WHERE {' AND '.join(f'{name} = {self._mark}' for name in _WHERE)}"
        self.alone = (
            f"WITH written AS ({self.head} RETURNING 1) SELECT 1 / count(*) FROM written"  # fails if it is fenced off
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
        """One statement for so many rows: while it runs, other threads do too, which they cannot between statements."""
        found = self._many.get((table, rows))
        if found is None:
            if table == "heads":
                values = self._values(len(_HEAD) + len(_WHERE), rows)
                found = f"UPDATE heads SET {self._set_all} FROM (VALUES {values}) AS new WHERE {self._same}"
            else:
                found = self._insert(table, rows)
            self._many[table, rows] = found
        return found


AT_ONCE = 64  # rows of one statement


def store(cursor: Any, statements: Statements, appends: Sequence[Append]) -> None:
    """Store appends in the current transaction of a driver's cursor; SomeFenced if one of them was fenced off.

    A single append is sent to PostgreSQL in one exchange with its COMMIT. Nobody looks at answers in between: if it was fenced
    off, its first statement divides by zero, and PostgreSQL carries out nothing that follows.
    """
    if statements.kind != POSTGRESQL and len(appends) == 1:
        _store_one(cursor, statements, appends[0])
        return
    where = [(*each.head, each.table_id, each.session, each.epoch, each.before) for each in appends]
    if statements.kind != POSTGRESQL:
        changed = _in_parts(cursor, statements, "heads", where)
    elif len(where) == 1:
        cursor.execute(statements.alone, where[0])
        with cursor.connection.cursor() as rows:
            for table, statement in statements.inserts.items():
                for row in getattr(appends[0], table):
                    rows.execute(statement, row)
        return
    else:
        cursor.execute(statements.heads, tuple(map(list, zip(*where, strict=True))))
        changed = cursor.rowcount
    if changed != len(where):
        raise SomeFenced
    for table in COLUMNS:
        rows = (
            getattr(appends[0], table)
            if len(appends) == 1
            else [row for each in appends for row in getattr(each, table)]
        )
        if rows and statements.kind == POSTGRESQL:
            with cursor.copy(statements.copies[table]) as copy:
                for row in rows:
                    copy.write_row(row)
        elif rows:
            _in_parts(cursor, statements, table, rows)


def _store_one(cursor: Any, statements: Statements, append: Append) -> None:
    """Store one append in SQLite: somebody waits for it alone."""
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


def _in_parts(cursor: Any, statements: Statements, table: str, rows: list[Row]) -> int:
    """Store rows by statements for 64, 32, 16 … 1 of them: SQLite keeps so few prepared, and others would be read each time."""
    changed = start = 0
    while left := len(rows) - start:
        count = min(AT_ONCE, 1 << (left.bit_length() - 1))
        part = rows[start : start + count]
        cursor.execute(statements.many(table, count), tuple(chain.from_iterable(part)))
        changed += cursor.rowcount
        start += count
    return changed


class Writer:
    """A thread that writes what tables hand to it; it calls `tell` with the appends of a transaction, and what became of each."""

    def __init__(self, database: Database, tell: Callable[[Told], None]) -> None:
        self._tell = tell
        self.database, self._statements = database, Statements(database.kind)
        self._queue: queue.SimpleQueue[list[Append] | None] = queue.SimpleQueue()
        self._gathered: list[Append] = []
        self._writes = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="houseway-writer", daemon=True)
        self.transactions = self.appends = 0
        self._exchange: Any = None  # all that is sent to PostgreSQL at once
        self._raw: Any = None  # the connection that is kept
        self._cursor: Any = None  # of SQLite, kept with it
        self._thread.start()

    def submit(self, append: Append) -> None:
        """Hand over an append, together with all from the same turn of the event loop, so that the thread wakes up once."""
        self._gathered.append(append)
        if len(self._gathered) >= GATHERED:
            self._hand_over()
        elif len(self._gathered) == 1:
            append.waiting.get_loop().call_soon(self._hand_over)

    def recorder(self, local: Recording) -> Recording:
        """The recorder of a table: its lines are made where it is."""
        return local

    def write_soon(self, group: list[Append]) -> None:
        """Write appends, here and now if nothing is being written, else with all that comes meanwhile."""
        if self._queue.empty() and self._writes.acquire(blocking=False):
            try:
                self._write(group)
            finally:
                self._writes.release()
        else:
            self._queue.put(group)

    @property
    def connected(self) -> bool:
        """Whether it has its connection: the first write makes it."""
        return self._raw is not None

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    def close(self) -> None:
        """Write what is left, and end."""
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
                for each in group:  # one bad append must not keep the others from being recorded
                    self._write([each])
            else:
                told = StoreError(f"the database did not store it ({self.database.why(error)})")
                self._tell([(each, _told(error, each, told)) for each in group])
            return
        self.transactions += 1
        self.appends += len(group)
        self._tell([(each, None) for each in group])

    def _commit(self, group: list[Append]) -> None:
        """Store a group durably. A connection that broke while it was idle is replaced once.

        Then nothing of it was committed yet; or it was one exchange that was committed and not answered, and it is fenced off.
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
        self._raw = self.database.writing()
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
            store(cursor, self._statements, group)
        except BaseException as error:  # an answer may come before all is sent
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
            if _is(error, "IntegrityError", "DataError"):  # PostgreSQL refused it: nothing is committed
                self._undo()
                if _is(error, "DivisionByZero"):
                    raise SomeFenced from error
            else:
                self._let_go(broken=True)
            raise

    def _undo(self) -> Exception | None:
        """Take back what was not committed; what went wrong on the way, if anything did."""
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
        if raw is not None:
            with suppress(Exception):
                raw.invalidate() if broken else raw.close()


def _is(error: BaseException, *names: str) -> bool:
    """Is it an error of these kinds, of whichever driver?"""
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _told(error: Exception, append: Append, failed: StoreError) -> Exception:
    if isinstance(error, SomeFenced):
        return FencedError(f"{append.table_id} session {append.session} is run by another process now")
    if _is(error, "IntegrityError") and "commands" in reason(error):
        return RepeatedError("a command with this id is recorded already")
    if _is(error, "DatabaseError", "InterfaceError", "OSError", "SQLAlchemyError"):
        return failed
    return error
