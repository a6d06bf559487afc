"""Journals move between files, SQLite and PostgreSQL without loss; nothing is written unless everything is right."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

import houseway
from houseway.core import Choices, Wagers
from houseway.law import BadInput
from houseway.records import audit_journal, open_desk
from houseway.store.audit_findings import AuditRequest
from houseway.store.backups import backed_up
from houseway.store.checkpoints import sign_checkpoint
from houseway.store.database import Database, open_database
from houseway.store.database_audit import audit_database, audit_folder
from houseway.store.exporting import export_file, export_folder
from houseway.store.importing import Named, import_path
from houseway.store.keys import Keys
from houseway.store.manifests import all_tables
from houseway.store.schema import commands, heads, secrets, sessions
from service.stores import new_database
from store.conftest import KEYS
from store.played_pit import NOW


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_an_export_is_whole_and_its_secrets_are_private(exported: Path) -> None:
    found = audit_folder(exported, AuditRequest())
    assert (found.status, found.findings) == ("whole", [])
    assert {each.name for each in exported.iterdir() if each.stat().st_mode & 0o077} == {
        "checkpoints.jsonl", "pit.json", "casino-war-1.1.jsonl", "pai-gow-1.1.jsonl", "roulette-1.1.jsonl",
        "roulette-1.2.jsonl",
    }  # fmt: skip


def test_a_pit_through_both_databases_keeps_every_byte(exported: Path, tmp_path: Path) -> None:
    before = exported
    for number, store in enumerate(("postgresql", "sqlite")):
        with new_database(store, tmp_path) as database:
            import_path(database, KEYS, before, Named(), NOW)
            before = tmp_path / f"export-{number}"
            export_folder(database, KEYS, before, None, None)
        assert contents(before) == contents(exported)


def test_the_ids_and_secrets_are_the_same_rows_after_an_import(exported: Path, pit: Database, tmp_path: Path) -> None:
    original = open_database(f"sqlite:///{exported.parent}/pit.db", create=False)
    try:
        for table, columns in ((commands, None), (secrets, ("table_id", "session", "seq", "number", "commitment"))):
            query = select(*(table.c[name] for name in columns)) if columns else select(table)
            with original.read() as old, pit.read() as new:
                assert sorted(map(tuple, old.execute(query))) == sorted(map(tuple, new.execute(query)))
    finally:
        original.close()


def journal_file(folder: Path, close: bool = True) -> Path:
    """A table that was played into a file, with cards entered face down and drawn."""
    path = folder / "table.jsonl"
    built = houseway.load("casino-war")
    desk = open_desk(built.game, built.rules, path, seed=5)
    desk.table.open()
    desk.table.do({"do": "buy-in", "seat": 1, "cents": 100_000})
    for _ in range(3):
        desk.table.do({"do": "wager", "seat": 1, "id": "initial", "cents": 1000})
        desk.table.do({"do": "no-more-bets"})
        while not isinstance(desk.table.due, Wagers):
            choosing = isinstance(desk.table.due, Choices)
            desk.table.do({"do": "choose", "seat": 1, "choice": "surrender"} if choosing else {"do": "draw"})
    if close:
        desk.finish()
    desk.close()
    return path


def test_a_file_through_both_databases_is_the_same_file(tmp_path: Path) -> None:
    path = journal_file(tmp_path)
    first = path.read_bytes(), path.with_name("table.jsonl.house").read_bytes()
    with new_database("sqlite", tmp_path) as lite, new_database("postgresql", tmp_path) as server:
        import_path(lite, KEYS, path, Named("war-7", None, "Parx"), NOW)
        export_folder(lite, KEYS, tmp_path / "between", None, None)
        import_path(server, KEYS, tmp_path / "between", Named(), NOW)
        export_file(server, KEYS, tmp_path / "again.jsonl", "war-7", 1)
        sign_checkpoint(server, KEYS, NOW)
        found = audit_database(server, AuditRequest(keys=KEYS))
    assert (found.status, found.findings) == ("whole", [])
    again = tmp_path / "again.jsonl"
    assert (again.read_bytes(), again.with_name("again.jsonl.house").read_bytes()) == first
    assert audit_journal(again, None, again.with_name("again.jsonl.house")).whole


def test_what_is_there_already_is_refused(pit: Database, exported: Path) -> None:
    with pytest.raises(BadInput, match="already has casino-war-1 session 1; nothing was imported"):
        import_path(pit, KEYS, exported, Named(), NOW)


def test_an_open_practice_table_needs_its_seed(tmp_path: Path, sqlite_pit: Database) -> None:
    path = journal_file(tmp_path, close=False)
    with pytest.raises(BadInput, match="results come from a seed that is not in the file; give the seed"):
        import_path(sqlite_pit, KEYS, path, Named(), NOW)
    with pytest.raises(BadInput, match="came from another seed"):
        import_path(sqlite_pit, KEYS, path, Named(seed="6"), NOW)
    import_path(sqlite_pit, KEYS, path, Named(seed="5"), NOW)
    with sqlite_pit.read() as connection:
        row = connection.execute(select(heads).where(heads.c.table_id == "table")).one()
    assert (row.session, row.sealed) == (1, False)


def _other_key(text: bytes) -> bytes:
    return re.sub(rb'"key":"(.)', lambda one: b'"key":"' + (b"1" if one[1] != b"1" else b"2"), text, count=1)


def _without(text: bytes, *lines: int) -> bytes:
    return b"".join(line for number, line in enumerate(text.splitlines(keepends=True), 1) if number not in lines)


TILES, WHEEL, HOUSE, BESIDE = (
    "pai-gow-1.1.jsonl",
    "roulette-1.2.jsonl",
    "pai-gow-1.1.jsonl.house",
    "pai-gow-1.1.jsonl.pit",
)
BROKEN: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "a changed byte": (TILES, lambda text: text.replace(b"2011", b"2012", 1), "pai-gow-1.1.jsonl: line"),
    "a missing line": (TILES, lambda text: _without(text, 10), "line 10: its hash"),
    "a cut line": (WHEEL, lambda text: text[:-9], "is cut off"),
    "a cut tail": (WHEEL, lambda text: _without(text, *range(4, 99)), "incomplete|its end was cut off"),
    "a changed secret": (HOUSE, lambda text: text.replace(b'"salt":"', b'"salt":"0', 1), r"\.house: line 2"),
    "a secret too few": (HOUSE, lambda text: _without(text, 3), r"names \d+ secrets, but the house file has"),
    "another key": (HOUSE, _other_key, "line 1: its mark does not match"),
    "an id of nothing": (BESIDE, lambda text: text.replace(b'"last":', b'"last":9', 1), r"\.pit: line \d+: names events"),
    "a changed checkpoint": (
        "checkpoints.jsonl", lambda text: text.replace(b'"session":1', b'"session":3', 1), "line 1: is not a genuine",
    ),
    "another form": ("pit.json", lambda text: text.replace(b"export/1", b"export/9"), "pit.json: is not the manifest"),
}  # fmt: skip


@pytest.mark.parametrize("how", BROKEN)
def test_nothing_is_imported_if_anything_is_wrong(how: str, exported: Path, tmp_path: Path) -> None:
    name, change, says = BROKEN[how]
    folder = tmp_path / "broken"
    shutil.copytree(exported, folder)
    before = (folder / name).read_bytes()
    (folder / name).write_bytes(change(before))
    assert (folder / name).read_bytes() != before
    with new_database("sqlite", tmp_path) as database:
        with pytest.raises(BadInput, match=says):
            import_path(database, KEYS, folder, Named(), NOW)
        with database.read() as connection:
            assert connection.execute(select(sessions)).all() == []


def test_an_export_of_another_pit_leaves_its_proofs_behind(exported: Path, tmp_path: Path) -> None:
    other = Keys.new()
    with new_database("sqlite", tmp_path) as database:
        with pytest.raises(BadInput, match="the keys belong to another pit"):
            import_path(database, other, exported, Named(), NOW)
        import_path(database, other, journal_file(tmp_path), Named(), NOW)
        moved = import_path(database, other, exported, Named(), NOW)
        assert moved.checkpoints == 0
        assert "were not imported" in moved.notes[0]
        sign_checkpoint(database, other, NOW)
        assert audit_database(database, AuditRequest(keys=other)).status == "whole"


def test_without_keys_only_what_anybody_may_see_is_exported(sqlite_pit: Database, tmp_path: Path) -> None:
    export_folder(sqlite_pit, None, tmp_path / "public", None, None)
    assert not [each for each in contents(tmp_path / "public") if each.endswith((".house", ".pit", "other.jsonl"))]
    assert audit_folder(tmp_path / "public", AuditRequest(table="roulette-1")).status == "whole"


def test_other_tables_are_exported_too(sqlite_pit: Database, tmp_path: Path, exported: Path) -> None:
    attempts = next(table for table in all_tables() if table.name == "attempts")
    with sqlite_pit.write() as connection:
        values = {"at": 1, "actor": "eve", "role": "player", "kind": "wrong-role", "about": "close"}
        connection.execute(attempts.insert().values(values))
    export_folder(sqlite_pit, KEYS, tmp_path / "all", None, None)
    assert json.loads((tmp_path / "all" / "other.jsonl").read_text())["row"]["actor"] == "eve"
    with new_database("postgresql", tmp_path) as server:
        import_path(server, KEYS, tmp_path / "all", Named(), NOW)
        with server.read() as connection:
            assert connection.execute(select(attempts.c.actor, attempts.c.kind)).one() == ("eve", "wrong-role")


def test_a_backup_is_checked_and_whole(pit: Database, tmp_path: Path) -> None:
    made = backed_up(pit, tmp_path / "copy", KEYS)
    assert made.sessions == 4
    if made.form == "export":
        assert audit_folder(tmp_path / "copy", AuditRequest(keys=KEYS)).status == "whole"
        return
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    copy = open_database(f"sqlite:///{tmp_path}/copy", create=False)
    try:
        assert audit_database(copy, AuditRequest(keys=KEYS)).status == "whole"
    finally:
        copy.close()
    with pytest.raises(BadInput, match="already exists"):
        backed_up(pit, tmp_path / "copy", KEYS)
