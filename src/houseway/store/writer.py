"""The one writer of a process: it puts what many tables have to record into one transaction, and tells each when it is durable.

While one transaction is being synced to disk, more commands arrive; they all go into the next one (group commit). Each append
checks, in the same transaction, that the process still owns the table and that the journal ends where it is believed to end.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

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
        mark = "%s" if kind == POSTGRESQL else "?"
        quoted = [f'"{name}"' for name in _HEAD]
        self.head = (
            f"UPDATE heads SET {', '.join(f'{name} = {mark}' for name in quoted)}"
            f" WHERE {' AND '.join(f'{name} = {mark}' for name in _WHERE)}"
        )
        self.inserts = {
            table: f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))})"
            for table, columns in COLUMNS.items()
        }


def store(connection: Connection, statements: Statements, appends: Sequence[Append]) -> list[Append]:
    """Store appends in the current transaction; return those that were fenced off, of which nothing is stored."""
    fenced: list[Append] = []
    good = list(appends)
    where = [(*each.head, each.table_id, each.session, each.epoch, each.before) for each in appends]
    if connection.exec_driver_sql(statements.head, where).rowcount != len(where):
        if len(appends) > 1:
            raise SomeFenced
        fenced, good = good, []
    for table, statement in statements.inserts.items():
        rows = [row for each in good for row in getattr(each, table)]
        if rows:
            connection.exec_driver_sql(statement, rows)
    return fenced


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
