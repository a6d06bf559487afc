"""The stores themselves: both databases have every table that the schema declares, and refuse to change records."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from houseway.store.database import Database, newest_version
from houseway.store.schema import APPEND_ONLY, METADATA


def test_a_new_database_has_every_table(database: Database) -> None:
    with database.read() as connection:
        there = set(inspect(connection).get_table_names())
    assert there - {"alembic_version"} >= set(METADATA.tables)
    assert database.version() == newest_version()


def test_records_cannot_be_changed(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("INSERT INTO attempts (at, actor, role, kind, about) VALUES (1, 'a', 'b', 'c', 'd')"))
    assert "attempts" in APPEND_ONLY
    for statement in ("UPDATE attempts SET actor = 'x'", "DELETE FROM attempts"):
        with pytest.raises(DBAPIError, match="only appended to"), database.write() as connection:
            connection.execute(text(statement))
