"""A damaged SQLite file opens at an older commit and says so, or is refused by name: never with other content in silence."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from houseway.law import BadInput
from houseway.records.checkpoint import Checkpoint, TreeHead, heads_of
from houseway.service.pit import Pit
from houseway.store.database import Database, open_database, sqlite_path
from houseway.store.database_audit import Asked, Kept, PitAudit, audit_database
from service.stores import open_sqlite
from store.conftest import KEYS
from store.playing import NOW, played

FRAME_HEADER, WAL_HEADER = 24, 32
FLIPS, FLIPS_AT_NIGHT = 40, 10_000


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Kept]:
    """The folder of a small pit whose last commits are only in its write-ahead log, and a checkpoint of its end."""
    folder = tmp_path_factory.mktemp("small")
    copied = folder / "copy"
    copied.mkdir()
    kept: list[Kept] = []

    def copy(pit: Pit) -> None:
        """The last commit is that of a command; the checkpoint is kept elsewhere only."""
        ends = [
            TreeHead(each.id, 1, each.recorder.end.size, each.recorder.end.peaks.root.hex(), each.recorder.end.head)
            for each in pit.hosted.values()
        ]
        kept.append(Kept("kept", Checkpoint(pit.id, NOW, tuple(heads_of(ends))).signed(KEYS.private)))
        for name in ("pit.db", "pit.db-wal"):
            shutil.copyfile(folder / name, copied / name)

    database = open_sqlite(folder / "pit.db")
    played(database, KEYS, {"roulette-1": 1, "sic-bo-1": 1}, during=copy)
    database.close()
    return copied, kept[0]


def reopened(folder: Path, kept: Kept) -> PitAudit | str:
    """The audit of a damaged pit, or why it was refused."""
    try:
        database = open_database(f"sqlite:///{folder}/pit.db", create=False)
    except BadInput as error:
        return str(error)
    try:
        return audit_database(database, Asked(keys=KEYS, kept=(kept,)))
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


def test_the_undamaged_copy_is_whole(small: tuple[Path, Kept], tmp_path: Path) -> None:
    found = reopened(fresh(small[0], tmp_path / "x"), small[1])
    assert isinstance(found, PitAudit)
    assert (found.status, found.findings) == ("whole", [])


def cuts(log: bytes, count: int | None) -> list[int]:
    """Lengths at which the log is cut: every byte of its last frames, or some of them."""
    page = int.from_bytes(log[8:12], "big")
    frame = page + FRAME_HEADER
    every = range(len(log) - 2 * frame, len(log))
    return list(every) if count is None else [*sorted(Random(1).sample(every, count)), len(log) - frame, len(log) - 1]


def cut_everywhere(small: tuple[Path, Kept], folder: Path, count: int | None) -> None:
    copied, kept = small
    log = (copied / "pit.db-wal").read_bytes()
    for size in cuts(log, count):
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


def test_a_cut_log_opens_at_an_older_commit_and_the_audit_says_so(small: tuple[Path, Kept], tmp_path: Path) -> None:
    cut_everywhere(small, tmp_path / "x", 12)


@pytest.mark.nightly
def test_the_log_cut_at_every_byte_of_its_last_frames(small: tuple[Path, Kept], tmp_path: Path) -> None:
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


def flipped(small: tuple[Path, Kept], folder: Path, count: int, seed: int) -> None:
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
    random = Random(seed)
    noticed = 0
    for _ in range(count):
        place, bit = random.randrange(len(whole)), random.randrange(8)
        fresh(copied, folder)
        (folder / "pit.db-wal").unlink()
        damaged = bytearray(whole)
        damaged[place] ^= 1 << bit
        path.write_bytes(damaged)
        found = reopened(folder, kept)
        if isinstance(found, PitAudit) and found.whole:
            again = open_database(f"sqlite:///{folder}/pit.db", create=False)
            assert content(again) == right, f"byte {place} bit {bit} (seed {seed}): content changed in silence"
            again.close()
        else:
            noticed += 1
    assert noticed > count // 10, f"{noticed} of {count} flips were noticed; the others are in unused bytes"


def test_flipped_bits_never_change_content_in_silence(small: tuple[Path, Kept], tmp_path: Path) -> None:
    flipped(small, tmp_path / "x", FLIPS, 1)


@pytest.mark.nightly
def test_ten_thousand_flipped_bits(small: tuple[Path, Kept], tmp_path: Path) -> None:
    flipped(small, tmp_path / "x", FLIPS_AT_NIGHT, 2)
