"""The one writer of a process: it puts what many tables have to record into one transaction, and tells each when it is durable.

While one transaction is being synced to disk, more commands arrive; they all go into the next one (group commit). Each append
checks, in the same transaction, that the process still owns the table and that the journal ends where it is believed to end.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from houseway.store.database import POSTGRESQL, Database, StoreError, reason

MOST_AT_ONCE = 512  # appends in one transaction

Row = tuple[Any, ...]
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
    waiting: Any = None  # for whoever hands it over: what to tell


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


AT_ONCE = (128, 32, 8, 4, 2, 1)  # rows of one statement: few sizes, so that each is prepared once
COPIED = 16  # rows, from which on PostgreSQL gets them by COPY


def store(connection: Connection, statements: Statements, appends: Sequence[Append]) -> list[Append]:
    """Store appends in the current transaction; return those that were fenced off, of which nothing is stored."""
    fenced: list[Append] = []
    good = list(appends)
    where = [(*each.head, each.table_id, each.session, each.epoch, each.before) for each in appends]
    if _changed(connection, statements, where) != len(where):
        if len(appends) > 1:
            raise SomeFenced
        fenced, good = good, []
    for table in COLUMNS:
        rows = [row for each in good for row in getattr(each, table)]
        if not rows:
            continue
        if statements.kind != POSTGRESQL:
            _in_parts(connection, statements, table, rows)
        elif len(rows) < COPIED:
            connection.exec_driver_sql(statements.inserts[table], rows)
        else:
            _copied(connection, statements.copies[table], rows)
    return fenced


def _changed(connection: Connection, statements: Statements, where: list[Row]) -> int:
    """Move heads on; return how many were where they were believed to be."""
    if statements.kind == POSTGRESQL and len(where) == 1:
        return connection.exec_driver_sql(statements.head, where).rowcount
    if statements.kind == POSTGRESQL:
        return connection.exec_driver_sql(statements.heads, tuple(map(list, zip(*where, strict=True)))).rowcount
    return _in_parts(connection, statements, "heads", where)


def _in_parts(connection: Connection, statements: Statements, table: str, rows: list[Row]) -> int:
    start = changed = 0
    for size in AT_ONCE:
        while len(rows) - start >= size:
            values = tuple(chain.from_iterable(rows[start : start + size]))
            changed += connection.exec_driver_sql(statements.many(table, size), values).rowcount
            start += size
    return changed


def _copied(connection: Connection, statement: bytes, rows: list[Row]) -> None:
    driver: Any = connection.connection.driver_connection
    dbapi: Any = connection.dialect.dbapi
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
    except dbapi.Error as error:
        raise DBAPIError.instance(statement.decode(), None, error, dbapi.Error) from error


class Writer:
    """A thread that writes what tables hand to it; it calls `tell` with the appends of a transaction, and what became of each."""

    def __init__(self, database: Database, tell: Callable[[Told], None]) -> None:
        self._tell = tell
        self.database, self._statements = database, Statements(database.kind)
        self._queue: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="houseway-writer", daemon=True)
        self.transactions = self.appends = 0
        self._thread.start()

    def submit(self, append: Append) -> None:
        """Hand over an append."""
        self._queue.put(append)

    def close(self) -> None:
        """Write what is left, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group, ends = [first], False
            while len(group) < MOST_AT_ONCE and not ends:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ends = True
                else:
                    group.append(more)
            self._write(group)
            if ends:
                return

    def _write(self, group: list[Append]) -> None:
        try:
            with self.database.write() as connection:
                fenced = store(connection, self._statements, group)
        except Exception as error:
            if len(group) > 1 and isinstance(error, SomeFenced | IntegrityError | DataError):
                for each in group:  # one bad append must not keep the others from being recorded
                    self._write([each])
            else:
                self._tell([(each, _told(error)) for each in group])
            return
        self.transactions += 1
        self.appends += len(group)
        lost = {id(each) for each in fenced}
        self._tell([(each, _fenced(each) if id(each) in lost else None) for each in group])


def _fenced(append: Append) -> FencedError:
    return FencedError(f"{append.table_id} session {append.session} is run by another process now")


def _told(error: Exception) -> Exception:
    if isinstance(error, IntegrityError) and "commands" in reason(error):
        return RepeatedError("a command with this id is recorded already")
    if isinstance(error, SQLAlchemyError | OSError):
        return StoreError(f"the database did not store it ({reason(error)})")
    return error
