"""An audit compares submissions, openings and corrections with the journals, and is never green while secrets are unverified."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from houseway.cli import app
from houseway.service.corrections import Corrections
from houseway.service.hosted import Sender
from houseway.service.session_opening import Wanted
from houseway.store.audit_findings import AuditRequest, PitAudit
from houseway.store.database import Database, open_database
from houseway.store.database_audit import audit_database
from houseway.store.exporting import export_folder
from houseway.store.importing import Named, import_path
from houseway.store.keys import FORMAT, Keys
from service.stores import open_sqlite
from service.test_corrections import WRONG
from service.test_session_opening import Here, text_of
from store.conftest import KEYS
from store.played_pit import NOW, Player
from store.tampering import unguarded

ANN, BEN = Sender("ann", "floorperson"), Sender("ben", "pit-manager")


@pytest.fixture(scope="module")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pit with a table that plays under a filed submission, a practice table, a correction and one in an appendix."""
    path = tmp_path_factory.mktemp("filed") / "pit.db"
    database = open_sqlite(path)

    async def run() -> None:
        here = Here(database, KEYS)
        here.register("roulette")
        name = here.filed(text_of("roulette"))
        await here.opened(Wanted("r1", name))
        await here.opened(Wanted("p1", text='game = "roulette"\n', practice=True))
        player = Player(here.pit, "r1")
        await player.do({"do": "buy-in", "seat": 1, "cents": 10_000}, "flo", "floorperson")
        corrections = Corrections(here.pit)
        await corrections.confirm((await corrections.propose("r1", WRONG, ANN)).number, BEN)
        corrections.reject((await corrections.propose("r1", WRONG, ANN)).number, BEN, "no")
        await player.do({"do": "close"}, "flo", "floorperson")
        later = await corrections.propose("r1", {**WRONG, "session": 1}, ANN)
        await corrections.confirm(later.number, BEN)
        here.pit.checkpoint()
        here.pit.close()

    asyncio.run(run())
    database.close()
    return path


@pytest.fixture
def pit_of(filed: Path, tmp_path: Path) -> Iterator[Database]:
    shutil.copyfile(filed, tmp_path / "pit.db")
    database = open_database(f"sqlite:///{tmp_path}/pit.db")
    yield database
    database.close()


def audited(database: Database, keys: Keys | None = KEYS, table: str | None = None) -> PitAudit:
    return audit_database(database, AuditRequest(keys=keys, table=table))


def change(database: Database, *statements: str) -> None:
    with unguarded(database) as connection:
        for statement in statements:
            assert connection.execute(text(statement)).rowcount > 0, statement


def test_an_untouched_pit_with_filings_and_corrections_is_whole(pit_of: Database) -> None:
    found = audited(pit_of)
    assert (found.status, [str(each) for each in found.findings]) == ("whole", [])
    assert {each.table: each.practice for each in found.sessions} == {"p1": True, "r1": False}


CHANGED = {
    "text": (
        "UPDATE submissions SET text = replace(text, 'roulette', 'roulette\"\nboxes = 7\nx=\"') ",
        "its text is no lawful submission",
    ),
    "setting": ("UPDATE submissions SET text = text || '[limits]\nmin_cents = 700\n'", "its digest is 'sha256:"),
    "digest": ("UPDATE submissions SET digest = 'sha256:00'", "but its first line says sha256:"),
    "edition": ("UPDATE submissions SET edition = '2001-toy'", "its edition is '2001-toy', but its text says"),
    "drafter": ("UPDATE submissions SET \"by\" = 'eve'", "it was drafted by another account or at another time"),
    "submission": ("DELETE FROM submissions", "r1 session 1 line 1: was opened under the submission parx-"),
    "steps": ("DELETE FROM submission_steps WHERE step = 'drafted'", "its first step is not drafted"),
    "holder": ("UPDATE tables SET holder = 'eve' WHERE id = 'r1'", "whose holder is 'parx', but its table's holder is 'eve'"),
    "effect": (
        "UPDATE submission_steps SET effective_on = '2026-11-18' WHERE step = 'approved'",
        "for real play on 2026-11-17, when the submission was not in effect",
    ),
    "opening": ("UPDATE session_openings SET submission = 'x' WHERE table_id = 'r1'", "the submission x, which does not exist"),
    "none": ("UPDATE session_openings SET submission = '' WHERE table_id = 'r1'", "for real play, but under no submission"),
    "practice": ("UPDATE session_openings SET practice = 1 WHERE table_id = 'r1'", "its journal says that it is for real play"),
    "row": ("DELETE FROM session_openings WHERE table_id = 'r1'", "no row of session_openings says under which submission"),
    "session": (
        "UPDATE session_openings SET session = 9 WHERE table_id = 'p1'",
        "p1 session 9: 1 rows of session_openings belong to a session that does not exist",
    ),
    "actor": (
        "UPDATE proposal_decisions SET actor = 'eve' WHERE proposal = 1",
        "whose decision has the actor 'eve', but the correction says 'ben'",
    ),
    "role": ("UPDATE proposal_decisions SET role = 'dealer' WHERE proposal = 1", "the role 'dealer'"),
    "decision": ("UPDATE proposal_decisions SET decision = 'rejected' WHERE proposal = 1", "the decision 'rejected'"),
    "no decision": ("DELETE FROM proposal_decisions WHERE proposal = 1", "proposal 1, whose decision is missing"),
    "no proposal": ("DELETE FROM proposals WHERE number = 1", "a correction, has no proposal 1"),
    "proposer": ("UPDATE proposals SET actor = 'eve' WHERE number = 1", "whose proposer is 'eve', but the correction says 'ann'"),
    "cents": (
        "UPDATE proposals SET body = replace(body, '700', '900') WHERE number = 1",
        "whose cents is 900, but the correction says 700",
    ),
    "moved": ("UPDATE proposals SET table_id = 'p1' WHERE number = 1", "but that one is recorded for p1 session 1"),
    "id": ("DELETE FROM commands WHERE key = 'correction-1'", "has no command id that names its proposal"),
    "later": (
        "UPDATE proposal_decisions SET actor = 'eve' WHERE proposal = 3",
        "r1 session 1: entry 1 of its appendix, a correction, carries out proposal 3, whose decision has the actor 'eve'",
    ),
    "later proposal": ("DELETE FROM proposals WHERE number = 3", "proposal 3: is missing, although there is a decision on it"),
    "all": ("DELETE FROM proposals", "its event"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGED)
def test_every_changed_row_about_a_submission_or_a_correction_is_named(pit_of: Database, what: str) -> None:
    statement, says = CHANGED[what]
    change(pit_of, statement)
    found = audited(pit_of)
    assert found.status == "tampered"
    assert says in " | ".join(map(str, found.findings))


def test_a_rejected_proposal_made_a_confirmed_one_is_not_green(pit_of: Database) -> None:
    """A process may stop between the decision and the correction, so this alone is no proof of tampering."""
    change(pit_of, "UPDATE proposal_decisions SET decision = 'confirmed' WHERE proposal = 2")
    found = audited(pit_of)
    assert found.status == "unverified"
    assert "has no correction of proposal 2, which is recorded as confirmed" in str(found.findings[0])


def test_a_session_without_any_trace_of_its_submission_and_corrections_is_not_green(pit_of: Database) -> None:
    """As after an import of one session from another pit, so this alone is no proof of tampering."""
    tables = (
        "session_openings",
        "submissions",
        "submission_steps",
        "proposals",
        "proposal_decisions",
        "appendix",
        "checkpoints",
    )
    change(pit_of, *(f"DELETE FROM {name}" for name in tables))
    found = audited(pit_of)
    assert found.status == "unverified"
    said = " | ".join(map(str, found.findings))
    assert "it may have been removed, or not been imported" in said and "a correction, has no proposal 1" in said


def test_a_session_imported_alone_is_not_called_tampered(pit_of: Database, tmp_path: Path) -> None:
    export_folder(pit_of, KEYS, tmp_path / "out", None, None)
    new = open_sqlite(tmp_path / "new.db")
    import_path(new, Keys.new(), tmp_path / "out" / "r1.1.jsonl", Named(), NOW)
    assert {each.kind for each in audited(new, None).findings} == {"unverified"}
    new.close()
    again = open_sqlite(tmp_path / "again.db")
    import_path(again, KEYS, tmp_path / "out", Named(), NOW)
    assert audited(again).status == "whole"
    again.close()


def test_an_audit_of_one_table_compares_its_corrections(pit_of: Database) -> None:
    change(pit_of, "UPDATE proposal_decisions SET actor = 'eve' WHERE proposal = 1")
    assert audited(pit_of, table="r1").status == "tampered"
    assert audited(pit_of, table="p1").whole


# Hidden values

WAR, ROULETTE = "casino-war-1", "roulette-1"


def test_without_keys_a_pit_with_hidden_values_is_not_whole(pit: Database) -> None:
    found = audited(pit, None)
    assert found.status == "unverified"
    by_table = {(each.table, each.session): each.status for each in found.sessions}
    assert by_table == {
        (WAR, 1): "unverified", ("pai-gow-1", 1): "unverified", (ROULETTE, 1): "whole", (ROULETTE, 2): "whole",
    }  # fmt: skip
    said = " | ".join(map(str, found.findings))
    assert f"{WAR} session 1: has 1 hidden value, which cannot be verified without the pit's keys" in said
    assert audited(pit).whole


@pytest.mark.parametrize("keys", [KEYS, None])
def test_a_missing_secret_is_found_with_and_without_keys(pit: Database, keys: Keys | None) -> None:
    change(pit, "DELETE FROM secrets")
    found = audited(pit, keys)
    assert found.status == "tampered"
    said = [str(each) for each in found.findings if "no row in secrets" in str(each)]
    assert any(
        each.startswith(f"{WAR} session 1 line ") and each.endswith("a hidden value has no row in secrets")
        for each in said
    )
    assert any(each.startswith("pai-gow-1 session 1 line ") for each in said)


def test_an_overwritten_secret_is_not_green_without_keys(sqlite_pit: Database) -> None:
    change(sqlite_pit, "UPDATE secrets SET body = X'00'")
    assert audited(sqlite_pit, None).status == "unverified"
    assert audited(sqlite_pit).status == "tampered"


@pytest.fixture
def run_here(tmp_path: Path, exported: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(exported.parent / "pit.db", "pit.db")
    kept = {"houseway": FORMAT, "encrypt": KEYS.encrypt.hex(), "sign": KEYS.sign.hex(), "between": KEYS.between.hex()}
    Path("keys").write_text(json.dumps(kept))
    Path("keys").chmod(0o600)

    def run(line: str, code: int) -> str:
        done = CliRunner().invoke(app, line.split())
        assert done.exit_code == code, done.output
        return done.output

    return run


def test_the_command_says_what_is_unverified_without_keys_and_what_to_give(run_here: Callable[..., str]) -> None:
    run, words = run_here, "Not verified without the pit's keys: hidden values, marks and the content of snapshots"
    told = " ".join(run("audit sqlite:///pit.db", 1).split())
    assert (
        "unverified: casino-war-1 session 1: has 1 hidden value, which cannot be verified without the pit's keys"
        in told
    )
    assert f"{words}; name the keys with --keys FILE." in told
    found = json.loads(run("audit sqlite:///pit.db --json", 1))
    assert (found["whole"], found["status"]) == (False, "unverified")
    assert found["note"] == f"{words}; name the keys with --keys FILE."
    assert json.loads(run("audit sqlite:///pit.db --table roulette-1 --json", 0))["note"] == found["note"]
    assert json.loads(run("audit sqlite:///pit.db --keys keys --json", 0))["note"] == ""


def test_the_help_claims_no_more_than_the_audit_does(run_here: Callable[..., str]) -> None:
    told = " ".join(run_here("audit --help", 0).split())
    assert "all other records" not in told
    assert "Nothing in a database proves" in told
