"""The verbs for databases: their output and exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from houseway.cli import app
from houseway.service.access import EVERY_ROLE, READERS_OF_ALL, Office
from houseway.store.database import open_database
from houseway.store.keys import FORMAT, load_keys
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


def test_the_logs_of_a_pit_of_one_table_and_of_one_session(here: Path) -> None:
    books = json.loads(run(f"log {PIT} --json"))["logs"]
    assert [book["place"] for book in books] == [
        "table casino-war-1, session 1", "table pai-gow-1, session 1", "table roulette-1, session 1",
        "table roulette-1, session 2",
    ]  # fmt: skip
    assert {each["what"] for each in books[1]["due"]} == {"tiles", "dice"}
    assert books[2]["procedures"][0]["steps"][0]["account"] == "flo"
    assert len(json.loads(run(f"log {PIT} --table roulette-1 --json"))["logs"]) == 2
    assert len(json.loads(run(f"log {PIT} --table roulette-1 --session 2 --json"))["logs"]) == 1
    assert "wrote" in run(f"log {PIT} --out log.pdf") and Path("log.pdf").stat().st_size > 10_000
    for wrong in ("--session 1", "--table nowhere", "--table roulette-1 --session 9", "--house keys"):
        run(f"log {PIT} {wrong}", 2)


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
    assert "Seat 1" in told and "[§ 651a." in told and "under the checkpoint of 2" in told
    assert "agrees with the checkpoint that you kept, one.checkpoint" in told
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
    assert "already has casino-war-1 session 1" in run("import all sqlite:///new.db --keys keys", 2)
    assert "copied and checked" in run(f"backup {PIT} --out copy.db")
    assert "already exists" in run(f"backup {PIT} --out copy.db", 2)
    assert "is one file, but there are 4 sessions" in run(f"export {PIT} --out one.jsonl", 2)


def test_a_round_is_told_as_from_a_file(here: Path) -> None:
    run(f"export {PIT} --out all/ --keys keys")
    for who in ("house", "player", "seat:1", "surveillance"):
        for table, number in (("casino-war-1", 2), ("casino-war-1", 0), ("pai-gow-1", 1)):
            there = json.loads(run(f"replay {PIT} --table {table} --round {number} --as {who} --keys keys --json"))
            assert (there.pop("table"), there.pop("session")) == (table, 1)
            file = f"all/{table}.1.jsonl"
            assert there == json.loads(run(f"replay {file} --round {number} --as {who} --house {file}.house --json"))
    assert "there is no such table; there are casino-war-1, pai-gow-1, roulette-1" in run(f"replay {PIT} --table x", 2)
    assert "session 9: roulette-1 has sessions 1 to 2" in run(f"replay {PIT} --table roulette-1 --session 9", 2)


def test_a_round_is_told_to_every_role_and_office_as_the_service_shows_it(here: Path) -> None:
    def told(who: str) -> dict[str, Any]:
        found = json.loads(run(f"replay {PIT} --table pai-gow-1 --round 1 --as {who} --keys keys --json"))
        assert found.pop("as") == who
        return dict(found)

    house, player = told("house"), told("player")
    assert {each["event"] for each in player["events"]} - {each["event"] for each in house["events"]} == {"withheld"}
    for role in EVERY_ROLE:
        if role in READERS_OF_ALL:  # surveillance, the holder's compliance, the Board
            assert told(role) == house, role
        elif role in (Office.MANUFACTURER, Office.ADMINISTRATOR):
            assert told(role) == player, role
        else:
            assert "withheld" in {each["event"] for each in told(role)["events"]}, role
    wrong = run(f"replay {PIT} --table pai-gow-1 --as nobody", 2)
    assert all(role in wrong for role in EVERY_ROLE)


def test_a_round_is_told_with_its_table_and_session_and_why_that_session_was_chosen(here: Path) -> None:
    first = "Table roulette-1, session 2 (the last one with a round 1; --session N tells another)"
    assert run(f"replay {PIT} --table roulette-1 --round 1").startswith(f"{first}\n")
    whole = run(f"replay {PIT} --table roulette-1")
    assert whole.startswith("Table roulette-1, session 2 (its last one; --session N tells another)\n")
    assert run(f"replay {PIT} --table roulette-1 --session 1 --round 1").startswith("Table roulette-1, session 1\n")
    assert json.loads(run(f"replay {PIT} --table roulette-1 --round 1 --json"))["session"] == 2


def test_the_keys_of_another_pit_are_a_wrong_call_and_no_tampering(here: Path) -> None:
    load_keys(here / "other", create=True)
    told = " ".join(run(f"audit {PIT} --keys other", 2).split())
    assert "the keys belong to another pit; give the key file that was made with it, whose public key is" in told
    assert "tampered" not in told
    with unguarded(open_database(PIT)) as connection:
        connection.execute(text("UPDATE pit SET public_key = :key"), {"key": "0" * 64})
    assert "but should be" in run(f"audit {PIT} --keys keys", 1)  # this pit's keys: its public key was changed


def test_an_audit_without_keys_says_what_went_unchecked(here: Path) -> None:
    words = "Not verified without the pit's keys: hidden values, marks and the content of snapshots"
    assert words in run(f"audit {PIT} --table roulette-1")
    assert words not in run(f"audit {PIT} --table roulette-1 --keys keys")


def test_an_import_makes_keys_only_for_a_journal_and_a_refusal_leaves_nothing(here: Path) -> None:
    run(f"export {PIT} --out all/ --keys keys")
    run(f"export {PIT} --out public/")
    before = set(here.iterdir())
    told = run("import all sqlite:///new.db --keys fresh", 2)
    assert "fresh: the key file is missing; an exported pit keeps its keys" in " ".join(told.split())
    for keys in ("fresh", "keys"):
        told = run(f"import public sqlite:///new.db --keys {keys}", 2)
        assert "was exported without keys, so it lacks the hidden values and cannot be imported" in " ".join(
            told.split()
        )
    (here / "bad.jsonl").write_text("{}\n")
    run("import bad.jsonl sqlite:///new.db --keys fresh", 2)
    assert set(here.iterdir()) - before == {here / "bad.jsonl"}
    assert "imported" in run("import all/roulette-1.1.jsonl sqlite:///new.db --keys fresh")
    assert (here / "fresh").stat().st_mode & 0o777 == 0o600
    (here / "fresh").unlink()
    told = run("import all/roulette-1.2.jsonl sqlite:///new.db --keys fresh", 2)
    assert "fresh: the key file is missing" in told and not (here / "fresh").exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("audit sqlite:///none.db", "there is no such database"),
        ("audit sqlite:///pit.db --head 00", "is not a hash"),
        ("audit sqlite:///pit.db --session 1", "name the table with --table"),
        ("audit sqlite:///pit.db --checkpoint keys", "is not a checkpoint"),
        ("audit sqlite:///pit.db --key 12", "is not a public key"),
        ("audit sqlite:///pit.db --table x", "there is no such session of x"),
        ("replay sqlite:///pit.db", "--table: is missing"),
        ("receipt sqlite:///pit.db casino-war-1 99", "there is no round 99 of casino-war-1; its rounds are 0 to "),
        ("receipt sqlite:///pit.db casino-wra-1 1", "casino-war-1"),
        ("receipt --verify keys", "is not a receipt"),
        ("receipt", "give DATABASE TABLE ROUND"),
        ("checkpoint pit.db --keys keys --out x", "is not the address of a database"),
        ("checkpoint mysql://x --keys keys --out x", "is not the address of a database"),
        ("import sqlite:///pit.db sqlite:///b.db --keys keys", "is a database; export it first"),
        ("import pit.db sqlite:///b.db --keys keys", "houseway export sqlite:///pit.db"),
        ("replay pit.db --table roulette-1", "for a database write sqlite:///pit.db"),
        ("import none sqlite:///b.db --keys keys", "there is no such journal or folder"),
    ],
)
def test_a_bad_call_says_what_would_be_right(here: Path, line: str, says: str) -> None:
    assert says in " ".join(run(line, 2).split())
