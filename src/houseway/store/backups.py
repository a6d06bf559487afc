"""Backups of a database in use: each is a copy of one consistent state, and is checked after it was written."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select

from houseway.law import BadInput
from houseway.law.errors import BadArgument
from houseway.records.checkpoint_comparison import witnessed
from houseway.records.files import NEW, sync_folder
from houseway.store.database import SQLITE, Database, open_database
from houseway.store.exporting import export_folder
from houseway.store.importing import check_folder
from houseway.store.keys import Keys
from houseway.store.schema import heads
from houseway.store.session_lines import SessionLines

PAGES = 4096  # copied at a time; writers go on in between


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup, and how to restore it."""

    sessions: int
    lines: int
    form: str  # sqlite, or export
    restore: str


def backed_up(database: Database, out: Path, keys: Keys | None) -> Backup:
    """Back up a database: SQLite as an SQLite file, PostgreSQL as an export."""
    if database.kind != SQLITE:
        if keys is None:
            raise BadArgument("keys", ": is required, because a backup of PostgreSQL is an export with its secrets")
        moved = export_folder(database, keys, out, None, None)
        check_folder(out)
        restore = f"import {out} into a database, with the same keys"
        return Backup(len(moved.sessions), moved.lines, "export", restore)
    try:
        os.close(os.open(out, NEW, 0o600))
    except FileExistsError:
        raise BadInput(f"{out}: already exists; name a new file") from None
    except OSError as error:
        raise BadInput(f"{out}: cannot be created ({error.strerror})") from error
    try:
        _copy(database, out)
        sync_folder(out.parent)
        copy = open_database(f"sqlite:///{out}", create=False)
        try:
            return _checked(copy, out)
        finally:
            copy.close()
    except BaseException:
        for each in (out, *(out.with_name(out.name + end) for end in ("-wal", "-shm"))):
            each.unlink(missing_ok=True)
        raise


def _copy(database: Database, out: Path) -> None:
    with database.engine.connect() as connection, closing(sqlite3.connect(out)) as target:
        source = connection.connection.dbapi_connection
        assert source is not None
        source.execute("BEGIN")  # one consistent state, however long it takes
        source.execute("SELECT 1 FROM pit").fetchone()
        try:
            source.backup(target, pages=PAGES)
        finally:
            source.execute("ROLLBACK")
        target.execute("PRAGMA journal_mode=WAL").fetchall()


def _checked(copy: Database, out: Path) -> Backup:
    """Check a copy: the file itself, and that every journal matches the size and tree in its head."""
    with copy.read() as connection:
        problem = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
        rows = connection.execute(select(heads).order_by(heads.c.table_id, heads.c.session)).all()
        lines = connection.execute(select(func.sum(heads.c.size))).scalar() or 0
    if problem != "ok":
        raise BadInput(f"{out}: the copy is damaged ({problem}); audit the database, and try again")
    for row in rows:
        found = witnessed(SessionLines(copy, row.table_id, row.session).rows(), [])
        if (found.size, found.peaks.packed()) != (row.size, bytes(row.peaks)):
            where = f"{row.table_id} session {row.session}"
            raise BadInput(f"{out}: the end of {where} does not match its head; audit the database")
    return Backup(len(rows), int(lines), "sqlite", f"use sqlite:///{out} as the database")
