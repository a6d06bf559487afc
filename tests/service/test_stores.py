"""The stores themselves: both databases have every table that the schema declares, and refuse to change records."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, make_url, text
from sqlalchemy.exc import DBAPIError

import houseway.store
from houseway.store.database import MIGRATIONS, Database, newest_version
from houseway.store.schema import APPEND_ONLY, METADATA
from service.stores import STORES, new_address


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


@pytest.mark.parametrize("store", STORES)
def test_every_earlier_version_is_brought_up_to_date(store: str, tmp_path: Path) -> None:
    versions = sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))
    for version in versions:
        with new_address(store, tmp_path, empty=True) as address:
            database = _at(address, version)
            assert database.version() == version
            with database.write() as connection:
                connection.execute(text("INSERT INTO pit (id, created_at, public_key) VALUES ('p', 1, 'k')"))
            database.migrate()
            assert database.version() == newest_version()
            with database.read() as connection:
                assert connection.execute(text("SELECT id FROM pit")).scalar_one() == "p"
                assert set(inspect(connection).get_table_names()) >= {"events", "accounts", "sign_ins"}
            database.close()


def _at(address: str, version: str) -> Database:
    """A database whose tables are of an earlier version."""
    url = make_url(address)
    driver = url if url.get_backend_name() == "sqlite" else url.set(drivername="postgresql+psycopg")
    database = Database(create_engine(driver), address)
    database.migrate(version)
    return database


def test_records_cannot_be_changed(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("INSERT INTO attempts (at, actor, role, kind, about) VALUES (1, 'a', 'b', 'c', 'd')"))
    assert "attempts" in APPEND_ONLY
    for statement in ("UPDATE attempts SET actor = 'x'", "DELETE FROM attempts"):
        with pytest.raises(DBAPIError, match="only appended to"), database.write() as connection:
            connection.execute(text(statement))
