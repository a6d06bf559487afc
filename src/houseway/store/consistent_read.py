"""Reads one consistent state of a database while others write to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from sqlalchemy import Connection

from houseway.store.database import POSTGRESQL, Database


class Pinned(Database):
    """A database as it was when reading began: all reads share one transaction, and writes are not allowed."""

    def __init__(self, database: Database, connection: Connection) -> None:
        super().__init__(database.engine, database.address)
        self._connection = connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """The connection of the shared transaction."""
        yield self._connection

    def write(self) -> NoReturn:
        """Fail: a pinned database is read-only."""
        raise AssertionError("a pinned database is read-only")

    def close(self) -> None:
        """Do nothing: `pinned` closes the connection."""


@contextmanager
def pinned(database: Database) -> Iterator[Pinned]:
    """One consistent state of the database, for all reads in this block."""
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True} if database.kind == POSTGRESQL else {}
    with database.engine.connect() as opened:
        connection = opened.execution_options(**options)
        reading = connection.begin()
        try:
            connection.exec_driver_sql("SELECT 1 FROM pit").first()  # the first read fixes the state
            yield Pinned(database, connection)
        finally:
            reading.rollback()
