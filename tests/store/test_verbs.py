"""The verbs about databases, as they are called: what they print, and their exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from houseway.cli import app
from houseway.store.database import open_database
from houseway.store.keys import FORMAT
from store.conftest import KEYS
from store.tampering import unguarded


@pytest.fixture
def here(tmp_path: Path, exported: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(exported.parent / "pit.db", "pit.db")
    kept = {"houseway": FORMAT, "encrypt": KEYS.encrypt.hex(), "sign": KEYS.sign.hex(), "between": KEYS.between.hex()}
    (tmp_path / "keys").write_text(json.dumps(kept))
    (tmp_path / "keys").chmod(0o600)
    return tmp_path


def run(line: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, line.split())
    assert done.exit_code == code, done.output
    return done.output


PIT = "sqlite:///pit.db"


def test_a_pit_from_checkpoint_to_audit(here: Path) -> None:
    assert f"public key {KEYS.public}" in run(f"checkpoint {PIT} --keys keys --out one.checkpoint")
    assert "whole. 4 sessions" in run(f"audit {PIT} --keys keys --checkpoint one.checkpoint")
    found = json.loads(run(f"audit {PIT} --table pai-gow-1 --json", 1))
    assert (found["status"], found["sessions"][0]["tail_not_proven"]) == ("unverified", 0)
    with unguarded(open_database(PIT)) as connection:
        connection.execute(text("DELETE FROM events WHERE table_id = 'casino-war-1' AND seq = 20"))
    told = run(f"audit {PIT} --keys keys", 1)
    assert "tampered: casino-war-1 session 1 line 21: event 20 is missing" in told


def test_a_receipt_is_checked_offline(here: Path) -> None:
    run(f"checkpoint {PIT} --keys keys --out one.checkpoint")
    run(f"receipt {PIT} casino-war-1 2 --since one.checkpoint --out round.receipt")
    (here / "pit.db").unlink()
    told = run(f"receipt --verify round.receipt --checkpoint one.checkpoint --key {KEYS.public}")
    assert "round 2 of casino-war-1, session 1: " in told
    assert "whole, in a log of" in told
    changed = (here / "round.receipt").read_text().replace("wager-placed", "wager-played", 1)
    (here / "round.receipt").write_text(changed)
    assert "not proven" in run("receipt --verify round.receipt", 1)


def test_an_exported_file_is_audited_against_a_checkpoint(here: Path) -> None:
    run(f"checkpoint {PIT} --keys keys --out one.checkpoint")
    assert "1 session" in run(f"export {PIT} --table roulette-1 --session 1 --out table.jsonl")
    assert "A checkpoint proves it to its last line." in run("audit table.jsonl --checkpoint one.checkpoint")
    lines = (here / "table.jsonl").read_bytes().splitlines(keepends=True)
    (here / "table.jsonl").write_bytes(b"".join(lines[:-1]))
    assert "its end was cut off" in run("audit table.jsonl --checkpoint one.checkpoint", 1)


def test_export_import_and_backup(here: Path) -> None:
    run(f"export {PIT} --out all/ --keys keys")
    assert "imported" in run("import all sqlite:///new.db --keys keys")
    assert "has casino-war-1 session 1 already" in run("import all sqlite:///new.db --keys keys", 2)
    assert "copied and checked" in run(f"backup {PIT} --out copy.db")
    assert "already exists" in run(f"backup {PIT} --out copy.db", 2)
    assert "is one file, and there are 4 sessions" in run(f"export {PIT} --out one.jsonl", 2)


def test_a_round_is_told_as_from_a_file(here: Path) -> None:
    run(f"export {PIT} --out all/ --keys keys")
    for who in ("house", "player", "seat:1", "surveillance"):
        for table, number in (("casino-war-1", 2), ("casino-war-1", 0), ("pai-gow-1", 1)):
            there = json.loads(run(f"replay {PIT} --table {table} --round {number} --as {who} --keys keys --json"))
            file = f"all/{table}.1.jsonl"
            assert there == json.loads(run(f"replay {file} --round {number} --as {who} --house {file}.house --json"))
    assert "there is no such table; there are casino-war-1, pai-gow-1, roulette-1" in run(f"replay {PIT} --table x", 2)
    assert "session 9: roulette-1 has sessions 1 to 2" in run(f"replay {PIT} --table roulette-1 --session 9", 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("audit sqlite:///none.db", "there is no such database"),
        ("audit sqlite:///pit.db --head 00", "is not a hash"),
        ("audit sqlite:///pit.db --session 1", "name it with --table"),
        ("audit sqlite:///pit.db --checkpoint keys", "is not a checkpoint"),
        ("audit sqlite:///pit.db --key 12", "is not a public key"),
        ("audit sqlite:///pit.db --table x", "there is no such session of x"),
        ("replay sqlite:///pit.db", "--table: is missing"),
        ("receipt sqlite:///pit.db casino-war-1 99", "there is no round 99"),
        ("receipt --verify keys", "is not a receipt"),
        ("receipt", "give DATABASE TABLE ROUND"),
        ("checkpoint pit.db --keys keys --out x", "is not the address of a database"),
        ("checkpoint mysql://x --keys keys --out x", "is not the address of a database"),
        ("import sqlite:///pit.db sqlite:///b.db --keys keys", "is a database; export it first"),
        ("import none sqlite:///b.db --keys keys", "there is no such journal or folder"),
    ],
)
def test_a_bad_call_says_what_would_be_right(here: Path, line: str, says: str) -> None:
    assert says in " ".join(run(line, 2).split())
