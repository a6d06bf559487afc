"""Databases of every earlier version are brought up to date with their data, and records cannot be changed."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, inspect, text
from sqlalchemy.exc import DBAPIError

from houseway import store as stores_package
from houseway.store.append_only import CHANGING
from houseway.store.audit_findings import AuditRequest
from houseway.store.database import MIGRATIONS, Database, newest_version, open_database
from houseway.store.database_audit import audit_database
from houseway.store.manifests import all_tables
from houseway.store.schema import APPEND_ONLY, METADATA
from service.stores import STORES, new_address
from store.conftest import KEYS
from store.played_pit import played

VERSIONS = sorted(each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


def test_the_versions_are_one_line() -> None:
    assert newest_version() == VERSIONS[-1]
    assert [f"{number:04}" for number in range(1, len(VERSIONS) + 1)] == VERSIONS


def rows(database: Database, names: list[str]) -> dict[str, list[Any]]:
    """All rows of these tables as they are."""
    found = MetaData()
    with database.read() as connection:
        found.reflect(connection, only=names)
        return {
            name: sorted(repr(dict(row)) for row in connection.execute(found.tables[name].select()).mappings())
            for name in names
        }


@pytest.mark.parametrize(
    ("store", "version"),
    [
        *(("sqlite", version) for version in (VERSIONS[0], *VERSIONS[-3:])),
        *(pytest.param("sqlite", each, marks=pytest.mark.nightly) for each in VERSIONS[1:-3]),
        *(("postgresql", version) for version in (VERSIONS[0], VERSIONS[-2])),
        *(pytest.param("postgresql", each, marks=pytest.mark.nightly) for each in (*VERSIONS[1:-2], VERSIONS[-1])),
    ],
)
def test_a_database_of_each_version_is_upgraded_with_its_data(version: str, store: str, tmp_path: Path) -> None:
    """Tables of a version are filled by playing; each column that was there has the same values afterwards."""
    with new_address(store, tmp_path, empty=True) as address:
        if store == "sqlite":
            Path(address.removeprefix("sqlite:///")).touch(0o600)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Database, "migrate", lambda self, to="head": None)
            database = open_database(address)
        try:
            database.migrate(version)
            assert database.version() == version
            played(database, KEYS, {"roulette-1": 1})
            with database.read() as connection:
                names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
            before = rows(database, names)
            assert before["events"]
            database.migrate()
            assert database.version() == newest_version()
            after = rows(database, names)
            for name in names:
                assert len(after[name]) == len(before[name])
                assert after[name] == before[name], (
                    f"{name} has other rows; a migration that adds a column says so here"
                )
            assert audit_database(database, AuditRequest(keys=KEYS)).status == "whole"
        finally:
            database.close()


def declared_for(store: str) -> Callable[..., bool]:
    """Whether a part of the schema is declared for this kind of database; Alembic does not look at `ddl_if` of foreign keys."""

    def is_declared(part: Any, name: str | None, kind: str, reflected: bool, other: Any) -> bool:
        only = getattr(part, "_ddl_if", None)
        return only is None or only.dialect == store

    return is_declared


@pytest.mark.parametrize("store", STORES)
def test_the_migrations_make_the_tables_that_the_program_declares(store: str, tmp_path: Path) -> None:
    all_tables()  # loads every module that declares some
    with new_address(store, tmp_path) as address:
        database = open_database(address)
        try:
            with database.read() as connection:
                declared = {"compare_type": True, "include_object": declared_for(store)}
                context = MigrationContext.configure(connection, opts=declared)
                assert compare_metadata(context, METADATA) == []
        finally:
            database.close()


def test_a_later_database_is_refused(sqlite_pit: Database) -> None:
    with sqlite_pit.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Exception, match="its tables have version 9999, which is newer than this program"):
        sqlite_pit.migrate()


@pytest.mark.parametrize("act", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}", "TRUNCATE {0} CASCADE"])
def test_what_is_recorded_cannot_be_changed(pit: Database, act: str) -> None:
    if pit.kind == "sqlite" and act.startswith("TRUNCATE"):
        pytest.skip("SQLite has no TRUNCATE")
    with pit.write() as connection:
        connection.execute(text("INSERT INTO attempts (at, actor, role, kind, about) VALUES (1, 'a', 'b', 'c', 'd')"))
        shot = "INSERT INTO snapshots VALUES ('roulette-1', 1, 1, 'h', 'd', {})"
        connection.execute(text(shot.format("X'00'" if pit.kind == "sqlite" else "'x'")))
    for name in APPEND_ONLY:
        column = next(iter(METADATA.tables[name].columns)).name
        with (
            pytest.raises(DBAPIError, match="records are only appended to"),
            pit.write() as connection,
        ):
            connection.execute(text(act.format(name, column)))


def test_what_is_recorded_cannot_be_replaced(sqlite_pit: Database) -> None:
    """SQLite's REPLACE deletes the row that is there, and runs no trigger of DELETE for it."""
    with sqlite_pit.write() as connection:
        connection.execute(text("INSERT INTO attempts (at, actor, role, kind, about) VALUES (1, 'a', 'b', 'c', 'd')"))
    tried = 0
    for name in sorted(METADATA.tables.keys() - CHANGING):
        with sqlite_pit.read() as connection:
            if connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() == 0:
                continue
        for act in ("INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"):
            with (
                pytest.raises(DBAPIError, match=f"{name}: records are only appended to"),
                sqlite_pit.write() as connection,
            ):
                connection.execute(text(f"{act} INTO {name} SELECT * FROM {name} LIMIT 1"))
        tried += 1
    assert tried >= 6


def test_an_audit_finds_that_a_database_can_be_changed(pit: Database) -> None:
    asked = AuditRequest(keys=KEYS)
    assert audit_database(pit, asked).whole
    with pit.write() as connection:
        if pit.kind == "sqlite":
            connection.execute(text("DROP TRIGGER postings_no_replace"))
            connection.execute(text("DROP TRIGGER events_no_update"))
            connection.execute(text("CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END"))
            changed = ["events_no_update", "postings_no_replace"]
        else:
            connection.execute(text("DROP TRIGGER events_append_only ON events"))
            connection.execute(text("ALTER TABLE postings DISABLE TRIGGER postings_no_truncate"))
            changed = ["events_append_only", "postings_no_truncate"]
    found = audit_database(pit, asked)
    assert found.status == "tampered" and len(found.findings) == 2
    assert all(name in str(each) for name, each in zip(changed, found.findings, strict=True))


def test_every_module_that_lists_append_only_tables_has_their_triggers(pit: Database) -> None:
    modules = [
        importlib.import_module(f"houseway.store.{each.name}") for each in pkgutil.iter_modules(stores_package.__path__)
    ]
    listed = {name for module in modules for name in getattr(module, "APPEND_ONLY", ())}
    assert set(APPEND_ONLY) <= listed == listed - set(CHANGING)
    listed = METADATA.tables.keys() - CHANGING
    catalog = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if pit.kind == "sqlite"
        else "SELECT tgname FROM pg_trigger"
    )
    ends = ("no_update", "no_delete", "no_replace") if pit.kind == "sqlite" else ("append_only", "no_truncate")
    with pit.read() as connection:
        there = set(connection.execute(text(catalog)).scalars())
    assert {f"{name}_{end}" for name in listed for end in ends} <= there
