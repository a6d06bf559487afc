"""The stores themselves: both databases have every table that the schema declares, and refuse to change records."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

import houseway.store
from houseway.store.database import Database, newest_version
from houseway.store.schema import APPEND_ONLY, METADATA


def test_a_new_database_has_every_table(database: Database) -> None:
    with database.read() as connection:
        there = set(inspect(connection).get_table_names())
    assert there - {"alembic_version"} >= set(METADATA.tables)
    assert database.version() == newest_version()


def test_the_tables_are_as_the_schema_declares_them(database: Database) -> None:
    """Migrations spell their tables out; nothing may be missing, left over or of another type."""
    for module in pkgutil.iter_modules(houseway.store.__path__):
        if module.name.endswith("schema"):
            importlib.import_module(f"houseway.store.{module.name}")
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = [each for each in compare_metadata(context, METADATA) if not str(each[0]).startswith("remove_")]
    assert not found


def test_records_cannot_be_changed(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("INSERT INTO attempts (at, actor, role, kind, about) VALUES (1, 'a', 'b', 'c', 'd')"))
    assert "attempts" in APPEND_ONLY
    for statement in ("UPDATE attempts SET actor = 'x'", "DELETE FROM attempts"):
        with pytest.raises(DBAPIError, match="only appended to"), database.write() as connection:
            connection.execute(text(statement))
