"""Both stores, for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.store.database import Database
from service.stores import STORES, new_address, new_database

# What these test is the same on both stores but for their SQL, which tests/store and the rest of this folder run on both by day
ON_POSTGRESQL_BY_NIGHT = (
    "test_people", "test_access_live", "test_clocks", "test_submissions", "test_session_opening", "test_filing_routes",
)  # fmt: skip


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the night what needs no second store by day."""
    for item in items:
        asked = getattr(item, "callspec", None)
        if item.path.stem in ON_POSTGRESQL_BY_NIGHT and asked and asked.params.get("store") == "postgresql":
            item.add_marker(pytest.mark.nightly)


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest) -> str:
    """The kind of the database: each test runs once on each."""
    return str(request.param)


@pytest.fixture
def address(store: str, tmp_path: Path) -> Iterator[str]:
    """The address of a new database."""
    with new_address(store, tmp_path) as found:
        yield found


@pytest.fixture
def database(store: str, tmp_path: Path) -> Iterator[Database]:
    """A new database, open."""
    with new_database(store, tmp_path) as found:
        yield found


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Iterator[Database]:
    """A new SQLite database, for tests that need no second store."""
    with new_database("sqlite", tmp_path) as found:
        yield found
