"""Exports sessions of a database as files: journals keep their exact bytes, and no related record is lost.

An export of a whole pit is a folder: FILE, FILE.house and FILE.pit for each session, `checkpoints.jsonl`, `pit.json`, and
`other.jsonl` with all other tables. Without keys, only public records are exported: journals and checkpoints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Table, select

from houseway.core.plain import canonical_bytes
from houseway.core.progress import working_on
from houseway.law import BadInput
from houseway.records.files import sync_folder
from houseway.records.house_file import FORMAT as HOUSE_FORMAT
from houseway.records.house_file import house_path
from houseway.store.checkpoints import stored_checkpoints
from houseway.store.consistent_read import pinned
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.manifests import (
    CHECKPOINTS,
    FORMAT,
    IN_FILES,
    MANIFEST,
    OTHER,
    ExportedTable,
    Manifest,
    SessionEntry,
    TransferResult,
    all_tables,
)
from houseway.store.schema import commands, pit, secrets, sessions, snapshots, tables
from houseway.store.session_files import (
    PIT_FORMAT,
    About,
    CommandRow,
    SnapshotRow,
    pit_path,
    write_lines,
)
from houseway.store.session_lines import SessionLines, about, session_key


def export_folder(
    database: Database, keys: Keys | None, folder: Path, table: str | None, session: int | None
) -> TransferResult:
    """Export sessions to a new folder, all from one consistent state of the database."""
    made: list[Path] = []
    try:
        if folder.exists() and any(folder.iterdir()):
            raise BadInput(f"{folder}: already exists and is not empty; name a new folder")
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be created ({error.strerror}); name a new folder") from error
    with pinned(database) as state:
        try:
            return _exported(state, keys, folder, table, session, made)
        except BaseException:
            for each in made:
                each.unlink(missing_ok=True)
            raise


def _exported(
    state: Database, keys: Keys | None, folder: Path, table: str | None, session: int | None, made: list[Path]
) -> TransferResult:
    moved = TransferResult()
    named = _chosen(state, table, session)
    manifest = _manifest(state, named)
    _same_pit(state, keys, manifest["public_key"])
    for place, each in enumerate(manifest["sessions"], 1):
        working_on(f"session {place:,} of {len(named):,}")
        path = folder / each["file"]
        made += [path, house_path(path), pit_path(path)]
        moved.lines += _export_session(state, keys, path, each["table"], each["session"])
        moved.sessions.append((each["table"], each["session"]))
    made += [folder / name for name in (CHECKPOINTS, OTHER, MANIFEST)]
    write_lines(folder / CHECKPOINTS, False, _counted(moved, _checkpoint_lines(state)))
    if table is None and keys is not None:
        write_lines(folder / OTHER, True, _other_rows(state))
    write_lines(folder / MANIFEST, False, [canonical_bytes(manifest) + b"\n"])
    sync_folder(folder)
    return moved


def export_file(
    database: Database, keys: Keys | None, path: Path, table: str | None, session: int | None
) -> TransferResult:
    """Export one session as a journal; with keys, also its house file and FILE.pit."""
    with pinned(database) as state:
        named = _chosen(state, table, session)
        if len(named) != 1:
            right = "name one table and session, or a folder that ends with /"
            raise BadInput(f"{path}: is one file, but there are {len(named)} sessions; {right}")
        _same_pit(state, keys, _manifest(state, [])["public_key"])
        lines = _export_session(state, keys, path, *named[0])
    sync_folder(path.parent)
    return TransferResult(named, lines)


def _same_pit(state: Database, keys: Keys | None, public: str) -> None:
    if keys is not None and keys.public != public:
        raise BadInput(f"{state.address}: the keys belong to another pit; give the key file that was made with it")


def _chosen(state: Database, table: str | None, session: int | None) -> list[tuple[str, int]]:
    of = sessions.c
    query = select(of.table_id, of.session).order_by(of.table_id, of.session)
    if table is not None:
        query = query.where(of.table_id == table)
    if session is not None:
        query = query.where(of.session == session)
    with state.read() as connection:
        named = [(str(row.table_id), int(row.session)) for row in connection.execute(query)]
    if not named and (table is not None or session is not None):
        what = " ".join([*([table] if table else []), *([f"session {session}"] if session else [])])
        raise BadInput(f"{state.address}: there is no {what}; list the tables with: houseway audit")
    return named


def _manifest(state: Database, named: Iterable[tuple[str, int]]) -> Manifest:
    named = list(named)
    with state.read() as connection:
        own = connection.execute(select(pit)).one_or_none()
        rows = connection.execute(select(tables).order_by(tables.c.id)).all()
    if own is None:
        raise BadInput(f"{state.address}: is not a pit yet: no table was ever opened in it")
    wanted = {table for table, _ in named}
    return Manifest(
        houseway=FORMAT,
        pit=own.id,
        public_key=own.public_key,
        created_at=own.created_at,
        tables=[
            ExportedTable(id=row.id, game=row.game, holder=row.holder, created_at=row.created_at)
            for row in rows
            if row.id in wanted
        ],
        sessions=[
            SessionEntry(table=table, session=session, file=f"{quote(table, safe='')}.{session}.jsonl")
            for table, session in named
        ],
    )


def _export_session(state: Database, keys: Keys | None, path: Path, table: str, session: int) -> int:
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for line in SessionLines(state, table, session).rows():
            count += 1
            yield line

    made: list[Path] = []
    try:
        if keys is not None:
            write_lines(house_path(path), True, _house_lines(state, keys, table, session))
            made.append(house_path(path))
            write_lines(pit_path(path), True, _pit_lines(state, keys, table, session))
            made.append(pit_path(path))
        write_lines(path, False, lines())
    except BaseException:
        for each in made:
            each.unlink(missing_ok=True)
        raise
    return count


def _house_lines(state: Database, keys: Keys, table: str, session: int) -> Iterator[bytes]:
    yield canonical_bytes({"house": HOUSE_FORMAT, "key": session_key(state, keys, table, session).hex()}) + b"\n"
    for row in _session_rows(state, secrets, table, session, "seq", "number"):
        yield keys.shown(bytes(row.body), about("secret", table, session, row.seq)) + b"\n"


def _pit_lines(state: Database, keys: Keys, table: str, session: int) -> Iterator[bytes]:
    with state.read() as connection:
        of = connection.execute(select(tables).where(tables.c.id == table)).one()
        made = connection.execute(
            select(sessions).where(sessions.c.table_id == table, sessions.c.session == session)
        ).one()
    seed = None if made.seed is None else keys.shown(bytes(made.seed), about("seed", table, session)).decode()
    yield _line(
        About(
            houseway=PIT_FORMAT, table=table, session=session, game=of.game, holder=of.holder,
            table_created_at=of.created_at, created_at=made.created_at, source=made.source, seed=seed,
        )
    )  # fmt: skip
    run = [0, 0]
    for row in _session_rows(state, secrets, table, session, "seq", "number", columns=("seq", "number")):
        if row.seq != run[0] and run[1]:
            yield _line({"secrets": run})
        run = [row.seq, run[1] + 1] if row.seq == run[0] else [row.seq, 1]
    if run[1]:
        yield _line({"secrets": run})
    for row in _session_rows(state, commands, table, session, "first_seq", "actor", "key"):
        kept = CommandRow(key=row.key, actor=row.actor, digest=row.digest, first=row.first_seq, last=row.last_seq)
        yield _line({"command": kept})
    for row in _session_rows(state, snapshots, table, session, "size"):
        shot = SnapshotRow(size=row.size, head=row.head, digest=row.digest, body=bytes(row.body).hex())
        yield _line({"snapshot": shot})


def _line(record: object) -> bytes:
    return canonical_bytes(record) + b"\n"


def _session_rows(
    state: Database, of: Table, table: str, session: int, *order: str, columns: tuple[str, ...] = ()
) -> Iterator[Any]:
    """The rows of a session in order, fetched in blocks."""
    chosen = select(*(of.c[name] for name in columns)) if columns else select(of)
    query = chosen.where(of.c.table_id == table, of.c.session == session).order_by(*(of.c[name] for name in order))
    with state.read() as connection:
        for part in connection.execute(query, execution_options={"yield_per": 500}).partitions():
            yield from part


def _checkpoint_lines(state: Database) -> Iterator[bytes]:
    for _, body in stored_checkpoints(state):
        yield body.encode()


def _counted(moved: TransferResult, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        moved.checkpoints += 1
        yield line


def _other_rows(state: Database) -> Iterator[bytes]:
    for table in all_tables():
        if table.name in IN_FILES:
            continue
        query = select(table).order_by(*table.primary_key.columns)
        with state.read() as connection:
            for part in connection.execute(query, execution_options={"yield_per": 500}).mappings().partitions():
                for row in part:
                    values = {
                        name: value.hex() if isinstance(value, bytes | memoryview) else value
                        for name, value in row.items()
                    }
                    yield _line({"table": table.name, "row": values})
