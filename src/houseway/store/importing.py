"""Imports journal files and exported pits into a database without loss, after checking all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, insert, select

from houseway.core import Moment
from houseway.core.progress import working_on
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.numerics.sources import SeededSource
from houseway.records.checkpoint import Checkpoint, recorded_checkpoint
from houseway.records.house_file import read_house
from houseway.records.journal_position import follow
from houseway.records.recorded_table import rules_of
from houseway.store.database import POSTGRESQL, Database
from houseway.store.keys import Keys
from houseway.store.manifests import (
    CHECKPOINTS,
    IN_FILES,
    LONGEST,
    MANIFEST,
    OTHER,
    WORTH_A_SNAPSHOT,
    Manifest,
    TransferResult,
    all_tables,
    read_manifest,
)
from houseway.store.recorded_events import SEATED, buyer_of
from houseway.store.schema import checkpoints, heads, pit, sessions, snapshots, tables
from houseway.store.session_files import (
    PIT_FORMAT,
    About,
    Checked,
    check_journal,
    event_rows,
    house_rows,
    journal_rows,
    named_in,
    opened_file,
    pit_lines,
    pit_path,
)
from houseway.store.session_lines import about, hidden_entry
from houseway.store.snapshots import snapshot_row
from houseway.store.writer import COLUMNS, ColumnValues, Statements


@dataclass(frozen=True, slots=True)
class Named:
    """Facts from the caller about journals that do not contain them."""

    table: str | None = None
    session: int | None = None
    holder: str | None = None
    seed: str | None = None


def import_path(database: Database, keys: Keys, path: Path, named: Named, at: Moment) -> TransferResult:
    """Import a journal or an exported folder. Everything is checked before anything is written."""
    manifest = read_manifest(path) if path.is_dir() else None
    if manifest is not None and manifest["public_key"] != keys.public and _pit_row(database) is None:
        right = "give the key file of the exported pit, or import into a pit that has other keys"
        raise BadInput(f"{path / MANIFEST}: the keys belong to another pit; {right}")
    checked, signed = check_files(path, manifest, named)
    own = _pit_row(database)
    if own is not None and own[1] != keys.public:
        raise BadInput(f"{database.address}: the keys belong to another pit; give the key file that was made with it")
    _refuse_there(database, checked)
    same = manifest is not None and own in (None, (manifest["pit"], manifest["public_key"]))
    moved = TransferResult()
    if manifest is not None and not same:
        moved.notes.append(
            "it belongs to another pit: its checkpoints and snapshots prove nothing here, and were not imported"
        )
    _enter_pit(database, keys, manifest, at)
    for place, each in enumerate(checked, 1):
        working_on(f"importing session {place:,} of {len(checked):,}")
        _import_session(database, keys, each, keep_snapshots=manifest is None or same)
        assert each.about is not None
        moved.sessions.append((each.about["table"], each.about["session"]))
        moved.lines += each.size
    if signed and same:
        moved.checkpoints = _import_checkpoints(database, signed)
    if manifest is not None and same and (path / OTHER).exists():
        _import_others(database, path / OTHER)
    return moved


def check_files(path: Path, manifest: Manifest | None, named: Named) -> tuple[list[Checked], list[Checkpoint]]:
    """Check a journal, or all journals and checkpoints of an exported folder; raises BadInput at the first bad line."""
    signed = [] if manifest is None else list(_read_checkpoints(path, manifest))
    said = dict[tuple[str, int], dict[int, str]]()
    for each in signed:
        for entry in each.tables:
            said.setdefault((entry.table, entry.session), {})[entry.size] = entry.root
    checked = []
    files = [path] if manifest is None else [path / each["file"] for each in manifest["sessions"]]
    for place, file in enumerate(files, 1):
        working_on(f"checking journal {place:,} of {len(files):,}")
        of = None if manifest is None else manifest["sessions"][place - 1]
        roots = {} if of is None else said.get((of["table"], of["session"]), {})
        checked.append(_complete(check_journal(file, house=True, roots=roots), named))
    return checked, signed


def _complete(found: Checked, named: Named) -> Checked:
    """Fill in facts that the journal's own files lack, and check those that the caller named."""
    if found.about is None:
        table = found.header.get("table") or named.table or named_in(found.path)
        seeded = found.source == "seeded"
        if seeded and not found.sealed and named.seed is None:
            right = "give the seed, or close the table first"
            raise BadInput(f"{found.path}: its results come from a seed that is not in the file; {right}")
        if seeded and named.seed is not None and SeededSource(named.seed).key() != found.key:
            raise BadInput(f"{found.path}: its results came from another seed; give that one")
        found.about = About(
            houseway=PIT_FORMAT, table=table, session=found.header.get("session") or named.session or 1,
            game=found.header["game"], holder=named.holder or "", table_created_at=found.first_at,
            created_at=found.first_at, source=found.source or "system", seed=named.seed if seeded else None,
        )  # fmt: skip
    for name, wanted in (("table", named.table), ("session", named.session)):
        said = found.about[name]  # type: ignore[literal-required]
        if wanted is not None and wanted != said:
            raise BadInput(f"{found.path}: belongs to {name} {said}; name that one, or none")
    return found


def _pit_row(database: Database) -> tuple[str, str] | None:
    with database.read() as connection:
        row = connection.execute(select(pit)).one_or_none()
    return None if row is None else (row.id, row.public_key)


def _refuse_there(database: Database, checked: list[Checked]) -> None:
    named = set[tuple[str, int]]()
    for each in checked:
        assert each.about is not None
        table, session = each.about["table"], each.about["session"]
        if (table, session) in named:
            raise BadInput(f"{each.path}: {table} session {session} appears twice")
        named.add((table, session))
        with database.read() as connection:
            of = sessions.c
            there = connection.execute(select(of.session).where(of.table_id == table, of.session == session)).first()
            known = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
            rest = connection.execute(
                select(heads.c.session).where(heads.c.table_id == table, heads.c.sealed.is_(False))
            ).first()
        if there is not None:
            raise BadInput(
                f"{each.path}: {database.address} already has {table} session {session}; nothing was imported"
            )
        if known is not None and known.game != each.about["game"]:
            raise BadInput(
                f"{each.path}: in the database, {table} is a table for {known.game}; give the table another name"
            )
        if rest is not None and not each.sealed:
            raise BadInput(
                f"{each.path}: {table} is already open in the database (session {rest.session}); close it first"
            )


def _enter_pit(database: Database, keys: Keys, manifest: Manifest | None, at: Moment) -> None:
    import secrets as randomness

    if _pit_row(database) is not None:
        return
    name, created = (manifest["pit"], manifest["created_at"]) if manifest else (randomness.token_hex(8), int(at))
    with database.write() as connection:
        connection.execute(insert(pit).values(id=name, created_at=created, public_key=keys.public))


def _import_session(database: Database, keys: Keys, found: Checked, keep_snapshots: bool) -> None:
    """Import all rows of one session in one transaction."""
    said = found.about
    assert said is not None
    table, session = said["table"], said["session"]
    with database.write() as connection:
        bulk = Bulk(connection, database.kind)
        known = connection.execute(select(tables.c.id).where(tables.c.id == table)).first()
        if known is None:
            row = {"id": table, "game": said["game"], "holder": said["holder"], "created_at": said["table_created_at"]}
            connection.execute(insert(tables).values(row))
        seed = said["seed"]
        values = {
            "table_id": table,
            "session": session,
            "edition": found.header["edition"],
            "edition_digest": found.header["edition_digest"],
            "submission_digest": found.header["submission_digest"],
            "source": said["source"],
            "seed": None if seed is None else keys.hidden(seed.encode(), about("seed", table, session)),
            "key": keys.hidden(found.key, about("key", table, session)),
            "created_at": said["created_at"],
        }
        connection.execute(insert(sessions).values(values))
        ends = {"size": found.size, "head": found.head, "peaks": found.peaks.packed(), "round": found.round}
        lease = {"sealed": found.sealed, "epoch": 1, "owner": "", "lease_until": 0}
        at = found.at or said["created_at"]
        connection.execute(insert(heads).values(table_id=table, session=session, at=at, **ends, **lease))
        for events, postings in event_rows(found, table, session, said["created_at"]):
            bulk.insert("events", events)
            bulk.insert("postings", postings)
        bulk.insert(
            "secrets",
            [
                (table, session, seq, number, commitment, hidden_entry(keys, table, session, seq, entry))
                for seq, number, commitment, entry in house_rows(found)
            ],
        )
        _import_beside(bulk, found, table, session, keep_snapshots)
    if (
        not found.sealed
        and found.size >= WORTH_A_SNAPSHOT
        and not (keep_snapshots and _has_snapshot(database, table, session))
    ):
        _import_snapshot(database, keys, found, table, session)


def _import_beside(bulk: Bulk, found: Checked, table: str, session: int, keep_snapshots: bool) -> None:
    beside = pit_path(found.path)
    ids: list[ColumnValues] = []
    for _, record in pit_lines(beside) if beside.exists() else ():
        if "command" in record:
            kept = record["command"]
            ids.append((table, kept["key"], kept["actor"], kept["digest"], session, kept["first"], kept["last"]))
        elif "snapshot" in record and keep_snapshots:
            shot = record["snapshot"]
            body = bytes.fromhex(shot["body"])
            bulk.insert("snapshots", [(table, session, shot["size"], shot["head"], shot["digest"], body)])
    bulk.insert("commands", ids)


def _has_snapshot(database: Database, table: str, session: int) -> bool:
    of = snapshots.c
    with database.read() as connection:
        query = select(of.size).where(of.table_id == table, of.session == session).limit(1)
        return connection.execute(query).first() is not None


def _import_snapshot(database: Database, keys: Keys, found: Checked, table: str, session: int) -> None:
    """Store the position at the end of an open session, so that it can be resumed quickly."""
    game, rules = rules_of(found.header)
    followed = follow(game, rules, found.path, read_house(found.house))
    if not followed.events:
        return
    row = snapshot_row(
        keys, table, session, found.size, found.head, found.peaks, followed.position.plain, followed.at,
        followed.drawn, {"holders": _holders(found)},
    )  # fmt: skip
    with database.write() as connection:
        Bulk(connection, database.kind).insert("snapshots", [row])


def _holders(found: Checked) -> dict[str, str]:
    """The account that last bought in at each seat."""
    holders: dict[str, str] = {}
    command: dict[str, Any] | None = None
    for row in journal_rows(found.path, verified=True):
        command = row.record.get("command") if row.first == row.number else command
        if row.record["event"] in SEATED and (buyer := buyer_of(row.actor, row.role, command)) is not None:
            holders[str(row.record["fields"]["seat"])] = buyer
    return holders


def _read_checkpoints(folder: Path, manifest: Manifest) -> Iterator[Checkpoint]:
    path = folder / CHECKPOINTS
    with opened_file(path) as file:
        for number, line in enumerate(file, 1):
            found = recorded_checkpoint(line.decode("utf-8", "replace"), f"{path}: line {number}")
            if not found.genuine(manifest["public_key"]) or found.pit != manifest["pit"]:
                raise BadInput(f"{path}: line {number}: is not a genuine checkpoint of this pit")
            yield found


def _import_checkpoints(database: Database, signed: list[Checkpoint]) -> int:
    with database.write() as connection:
        there = {body for (body,) in connection.execute(select(checkpoints.c.body))}
        new = [each for each in signed if each.text() not in there]
        if new:
            connection.execute(insert(checkpoints), [{"at": each.at, "body": each.text()} for each in new])
    return len(new)


def _import_others(database: Database, path: Path) -> None:
    """Import the rows of all other tables that are still empty in the database."""
    known = {table.name: table for table in all_tables() if table.name not in IN_FILES}
    with database.write() as connection, opened_file(path, private=True) as file:
        empty = {name for name, table in known.items() if connection.execute(select(table).limit(1)).first() is None}
        for number, line in enumerate(file, 1):
            record = read_json(line.decode("utf-8", "replace"), f"{path}: line {number}", LONGEST)
            name = record.get("table") if isinstance(record, dict) else None
            if name not in known:
                raise BadInput(f"{path}: line {number}: this version of Houseway has no table {name}")
            if name in empty:
                binary = {column.name for column in known[name].columns if isinstance(column.type, LargeBinary)}
                row = {
                    key: bytes.fromhex(value) if key in binary and value is not None else value
                    for key, value in record["row"].items()
                }
                connection.execute(insert(known[name]).values(row))


class Bulk:
    """Inserts many rows at once, with COPY on PostgreSQL."""

    def __init__(self, connection: Connection, kind: str) -> None:
        self._connection, self._kind, self._inserts = connection, kind, Statements(kind).inserts

    def insert(self, table: str, rows: list[ColumnValues]) -> None:
        """Insert rows whose columns are in the writer's order."""
        if not rows:
            return
        if self._kind != POSTGRESQL:
            self._connection.exec_driver_sql(self._inserts[table], rows)
            return
        driver: Any = self._connection.connection.dbapi_connection
        with driver.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(COLUMNS[table])}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def check_folder(folder: Path) -> None:
    """Check an exported folder; raises BadInput at the first bad line."""
    check_files(folder, read_manifest(folder), Named())
