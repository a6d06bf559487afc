"""Both stores, and a pit with played tables, for tests of the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from houseway.store.database import Database, open_database
from houseway.store.exporting import export_folder
from houseway.store.importing import Named, import_path
from houseway.store.keys import Keys
from service.stores import STORES, copied_database, new_database
from store.played_pit import NOW, played

# Audits of both stores differ only in the SQL that reads them: these run on PostgreSQL by day, too
ON_BOTH_BY_DAY = {
    "test_tampering": ("test_an_untouched_pit_is_whole", "test_every_changed_row_is_named"),
    "test_receipts": ("test_a_session_s_tree_is_that_of_its_lines_and_needs_few_of_them",),
}


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the night what needs no second store by day."""
    for item in items:
        asked = getattr(item, "callspec", None)
        if item.path.parent == Path(__file__).parent and asked and asked.params.get("pit") == "postgresql":
            by_day = ON_BOTH_BY_DAY.get(item.path.stem)
            if by_day is not None and not item.name.startswith(by_day):
                item.add_marker(pytest.mark.nightly)


KEYS = Keys(*(bytes([number]) * 32 for number in (1, 2, 3)))


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of a pit: a wheel that was closed, a shoe, and tiles that only their players see."""
    folder = tmp_path_factory.mktemp("pit")
    database = open_database(f"sqlite:///{folder}/pit.db")
    played(database, KEYS, {"roulette-1": 2, "casino-war-1": 3, "pai-gow-1": 1}, closed=("roulette-1",))
    played(database, KEYS, {"roulette-1": 1})
    export_folder(database, KEYS, folder / "export", None, None)
    database.close()
    return folder / "export"


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory, exported: Path) -> Callable[[str], str]:
    """The address of a database of a kind with that pit, imported once: tests have copies of it."""

    @cache
    def made(store: str) -> str:
        with new_database(store, tmp_path_factory.mktemp("imported")) as database:
            import_path(database, KEYS, exported, Named(), NOW)
            return database.address

    return made


@pytest.fixture(params=STORES)
def pit(request: pytest.FixtureRequest, tmp_path: Path, imported: Callable[[str], str]) -> Iterator[Database]:
    """That pit in a new database of each kind."""
    with copied_database(imported(str(request.param)), tmp_path) as database:
        yield database


@pytest.fixture
def sqlite_pit(tmp_path: Path, imported: Callable[[str], str]) -> Iterator[Database]:
    """That pit in a new SQLite database."""
    with copied_database(imported("sqlite"), tmp_path) as database:
        yield database
