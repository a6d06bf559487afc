"""Both stores, for every test that asks for one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.store import process_writer
from houseway.store.database import Database
from service.account_desk import Desk
from service.stores import STORES, new_address, new_database
from warm_python import PROGRAM, start_warm

# Only the SQL of these tests differs between the stores, and tests/store and the rest of this folder run it on both by day
ON_POSTGRESQL_BY_NIGHT = (
    "test_people", "test_sign_ins", "test_failed_sign_ins", "test_access_live", "test_clocks", "test_submissions",
    "test_session_opening", "test_filing_routes",
)  # fmt: skip


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the night what needs no second store by day."""
    for item in items:
        asked = getattr(item, "callspec", None)
        if item.path.stem in ON_POSTGRESQL_BY_NIGHT and asked and asked.params.get("store") == "postgresql":
            item.add_marker(pytest.mark.nightly)


def _started(command: Sequence[str], *, pass_fds: Sequence[int], env: Mapping[str, str], **more: Any) -> Any:
    if tuple(command[:-1]) != (sys.executable, "-m", "houseway.store.writer_process"):
        return subprocess.Popen(command, pass_fds=pass_fds, env=env, **more)
    with open(os.devnull) as nothing:
        given = (nothing.fileno(), 1, 2, *pass_fds)
        run = "from houseway.store.writer_process import main; main()"
        return start_warm(PROGRAM, run, "3", environment=env, descriptors=given)


@pytest.fixture(autouse=True)
def warm_writers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that write have their modules when they start; those of tests marked `cold` load them."""
    if request.node.get_closest_marker("cold") is None:
        there = {"Popen": _started, "DEVNULL": subprocess.DEVNULL, "TimeoutExpired": subprocess.TimeoutExpired}
        monkeypatch.setattr(process_writer, "subprocess", SimpleNamespace(**there))


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


@pytest.fixture
def desk(database: Database) -> Desk:
    """Accounts on each store."""
    return Desk(database)
