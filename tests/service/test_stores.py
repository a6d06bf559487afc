"""The stores themselves: both databases have every table that the schema declares, and refuse to change records."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from houseway.store.database import Database, newest_version
from houseway.store.schema import APPEND_ONLY, METADATA
from houseway.store.writer import Append, FencedError, Told, Writer


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


def test_a_head_needs_its_session_and_so_do_the_rows_that_it_proves(database: Database) -> None:
    """Rows of journals are stored without foreign keys, but each append moves a head, and a head needs a session."""
    values = "('roulette-1', 1, 1, 'h', {}, 0, 1, {}, 1, 'us', 0)"
    values = values.format(*(("X'00'", 0) if database.kind == "sqlite" else ("'x'", "false")))
    with pytest.raises(DBAPIError, match=r"(?i)foreign key"), database.write() as connection:
        connection.execute(text(f"INSERT INTO heads VALUES {values}"))
    row = ("roulette-1", 1, 0, 0, "opened", "", "", 1, "", "", b"")
    append = Append("roulette-1", 1, 1, 0, (1, "h", b"", 0, 1, False), [row])
    told: Told = []
    writer = Writer(database, told.extend)
    writer.write_soon([append])
    writer.close()
    assert [type(error) for _, error in told] == [FencedError]
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM events")).scalar() == 0
