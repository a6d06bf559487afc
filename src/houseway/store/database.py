"""Opens a database by its address, SQLite with full durability or PostgreSQL, and migrates its tables."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from houseway.law import BadInput
from houseway.law.inputs import visible
from houseway.store.sqlite_lock import is_locked, locked_words

SQLITE, POSTGRESQL = "sqlite", "postgresql"
FORMS = "write sqlite:///pit.db or postgresql://user@host/name"
MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = "alembic_version"  # the table where Alembic stores the version
PATIENCE_MS = 30_000  # how long SQLite waits for another process that is writing
SERVICE_PATIENCE_MS = 10_000  # the same for the service: then a table is reported as suspended
DURABLE = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")  # settings of every SQLite connection
# Of a connection that writes journals: fewer copies of pages that change again at once (the log grows to 64 MB instead of 4
# before its pages are copied into the file), and no foreign keys, because each append moves the head of its session, which has
# one (as in PostgreSQL, `migrations/versions/0010_journal_rows.py`). In a process that only writes, also room for the pages of
# 200 tables.
WRITING, WRITING_ALONE = ("wal_autocheckpoint=16000", "foreign_keys=OFF"), ("cache_size=-65536",)
MIGRATING = 0x686F757365  # the PostgreSQL advisory lock during migrations


class StoreError(Exception):
    """The database did not store the records; nothing was stored."""


class NoPitError(BadInput):
    """There is no database at the address, or it is not a pit."""


class Database:
    """One database. Writers use `write`, one transaction each; readers use `read`.

    `idle_ms`: how long PostgreSQL waits for the next statement of a transaction that writes, before it rolls it back and closes
    the connection; None: as long as it takes. Without a limit, a process that is stopped within a transaction would keep the
    locks of its tables, and no other process could take them over.
    """

    def __init__(self, engine: Engine, address: str, idle_ms: int | None = None) -> None:
        self.engine, self.address = engine, address
        self.kind = engine.dialect.name
        self._idle = f"idle_in_transaction_session_timeout = {idle_ms}" if idle_ms is not None else ""

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: durable when the block ends, rolled back if it raises."""
        with self.engine.connect() as connection, connection.execution_options(houseway_write=True).begin():
            if self._idle and self.kind == POSTGRESQL:
                connection.exec_driver_sql(f"SET LOCAL {self._idle}")
            yield connection

    def writing(self, *, alone: bool = False) -> Any:
        """A raw connection of the driver, for a writer that begins, commits and closes by itself.

        `alone`: this process only writes.
        """
        raw = self.engine.raw_connection()
        if self.kind == SQLITE:
            raw.detach()  # readers need less memory
            for pragma in (*WRITING, *(WRITING_ALONE if alone else ())):
                raw.cursor().execute(f"PRAGMA {pragma}")
        if self._idle and self.kind == POSTGRESQL:
            raw.detach()  # the pool must not give it to others: they may idle
            with closing(raw.cursor()) as cursor:
                cursor.execute(f"SET {self._idle}")
            raw.commit()
        return raw

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading, in one transaction."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    def version(self) -> str | None:
        """The version of the tables; None if there are none."""
        with self.read() as connection:
            if not inspect(connection).has_table(VERSIONS):
                return None
            found = connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar()
            return None if found is None else str(found)

    def migrate(self, to: str = "head") -> None:
        """Migrate the tables in one transaction; raises BadInput if a later version of Houseway made them."""
        there, known = self.version(), _versions()
        if there == known[0] and to == "head":
            return
        if there is not None and there not in known:
            right = "which is newer than this program; use that version of Houseway"
            raise BadInput(f"{self.address}: its tables have version {visible(there)}, {right}")
        with self.write() as connection:
            if self.kind == POSTGRESQL:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            upgrade(connection, to)

    def why(self, error: BaseException) -> str:
        """The reason for an error in one line; for a locked file, which process holds the lock and what to do."""
        path = sqlite_path(self.address) if self.kind == SQLITE and is_locked(error) else None
        return reason(error) if path is None else locked_words(path)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def newest_version() -> str:
    """The version of the tables that this program creates."""
    return _versions()[0]


@cache
def _versions() -> tuple[str, ...]:
    """The versions that this program knows, the newest first; `0007_devices.py` is version 0007."""
    names = (path.name for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
    return tuple(sorted((name.partition("_")[0] for name in names), reverse=True))


def upgrade(connection: Connection, to: str) -> None:
    """Run Alembic's migrations. It is imported here because that takes a tenth of a second and is rarely needed."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def is_address(text: str) -> bool:
    """Whether a text is the address of a database, not the path of a file."""
    return text.startswith((f"{SQLITE}:", f"{POSTGRESQL}:", "postgresql+", "postgres:"))


def sqlite_path(address: str) -> Path | None:
    """The file of an SQLite database; None for another kind of database."""
    url = make_url(address)
    return Path(url.database) if url.get_backend_name() == SQLITE and url.database else None


def open_database(address: str, *, create: bool = True, pool: int = 8, patience_ms: int | None = None) -> Database:
    """Open a database; raises BadInput if the address or the database cannot be used.

    With `create`, the database is created if it is missing, and its tables are migrated. `patience_ms` is how long SQLite waits
    for another process that is writing, and PostgreSQL for the next statement of a transaction that writes.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadInput(f'"{visible(address)}" is not the address of a database; {FORMS}') from None
    kind = url.get_backend_name()
    if kind == SQLITE:
        engine = _sqlite(address, url.database, create, pool, PATIENCE_MS if patience_ms is None else patience_ms)
    elif kind == POSTGRESQL:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"), pool_size=pool, max_overflow=pool, pool_pre_ping=True
        )
    else:
        raise BadInput(f'"{visible(address)}": {visible(kind)} is not a database that Houseway uses; {FORMS}')
    database = Database(engine, url.render_as_string(hide_password=True), patience_ms)
    try:
        if create:
            database.migrate()
        elif database.version() is None:
            raise NoPitError(f"{database.address}: is not a pit: it has none of the tables of one")
    except (SQLAlchemyError, UnicodeDecodeError) as error:
        database.close()
        raise database_unusable(database, error) from error
    except BaseException:
        database.close()
        raise
    return database


def database_unusable(database: Database, error: BaseException, right: str = "") -> BadInput:
    """The message for a database that cannot be used; `right` is the advice if the cause is not a lock."""
    if is_locked(error):
        return BadInput(f"{database.address}: cannot be written to now: {database.why(error)}")
    return BadInput(f"{database.address}: cannot be used ({reason(error)}){right and f'; {right}'}")


def _sqlite(address: str, file: str | None, create: bool, pool: int, patience_ms: int) -> Engine:
    if not file or file == ":memory:":
        raise BadInput(f'"{visible(address)}": a pit in memory would be lost; name a file, like sqlite:///pit.db')
    path = Path(file)
    if not path.exists():
        if not create:
            raise NoPitError(f"{visible(file)}: there is no such database")
        try:  # before SQLite does, so that only its owner can read it
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        except OSError as error:
            raise BadInput(f"{visible(file)}: the database cannot be created ({error.strerror})") from error
    elif _first_bytes(path) not in (b"", b"SQLite format 3\x00"):
        raise BadInput(f"{visible(file)}: is not an SQLite database; name another file")
    arguments = {"check_same_thread": False, "timeout": patience_ms / 1000}
    engine = create_engine(
        f"sqlite:///{file}", connect_args=arguments, poolclass=QueuePool, pool_size=pool, max_overflow=pool
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(16)
    except OSError as error:
        raise BadInput(f"{visible(str(path))}: cannot be read ({error.strerror})") from error


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    """Set up an SQLite connection so that every commit is on disk when it returns, and survives a power loss."""
    connection.isolation_level = None  # `_begin` begins transactions
    for pragma in DURABLE:
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("houseway_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def reason(error: BaseException) -> str:
    """The reason for an error in one line, without the values that were to be stored."""
    if isinstance(error, UnicodeDecodeError):  # the driver cannot decode a name in SQLite's own error message
        return "it is damaged: a name in it is not text"
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return visible(" ".join(str(original).split()))[:300] or type(error).__name__
