"""The verbs, as others' programs use them: documents, exit codes, messages; and a start that loads nothing heavy."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import VERBS, app
from warm_python import BUILT_IN_GAMES, warm_python

TOYS = Path(__file__).parents[1] / "toys"
ROUND = """\
{"do": "buy-in", "seat": 1, "cents": 10000}
{"do": "wager", "seat": 1, "id": "small", "cents": 500}
{"do": "wager", "seat": 1, "id": "big", "cents": 50}
{"do": "no-more-bets"}
{"do": "wager", "seat": 1, "id": "big", "cents": 500}
{"do": "result", "dice": [1, 2, 3]}
"""


def run(*arguments: str, code: int = 0) -> str:
    """Run a verb in this process; its standard output."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.exit_code, done.output, done.exception)
    return done.stdout


def error(*arguments: str, code: int = 2) -> str:
    """The output of a verb on standard error."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.exit_code, done.output, done.exception)
    return done.stderr


def document(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "round.jsonl"
    path.write_text(ROUND)
    return path


def test_odds_as_the_design_describes_them() -> None:
    found = document("odds", "sic-bo")
    assert {"game", "edition", "submission", "wagers"} <= set(found)
    assert (found["game"], found["edition"]) == ("sic-bo", "2011-proposed")
    assert found["submission"].startswith("sha256:")
    small = next(row for row in found["wagers"] if row["id"] == "small")
    assert {
        name: small[name] for name in ("strategy", "win", "push", "lose", "expected", "house_edge", "variance", "cites")
    } == {
        "strategy": None,
        "win": "35/72",
        "push": "0",
        "lose": "37/72",
        "expected": "-1/36",
        "house_edge": "1/36",
        "variance": "1295/1296",
        "cites": ["625a.3(6)", "625a.6(a)"],
    }


@pytest.mark.parametrize(
    ("what", "wager", "expected"),
    [
        ("sic-bo", "total-value:5", "-17/36"),
        ("big-six", "joker", "-4/27"),
        ("sic-bo", "two-of-a-kind:3", "-1/3"),
        ("big-six", "1", "-4/27"),
    ],
)
def test_exact_figures(what: str, wager: str, expected: str) -> None:
    assert next(row for row in document("odds", what)["wagers"] if row["id"] == wager)["expected"] == expected


def test_both_readings_are_priced() -> None:
    other = document("odds", "sic-bo")["readings"][0]
    assert (other["reading"], other["answer"]) == ("two_of_a_kind", "exactly-two")
    assert {row["id"]: row["expected"] for row in other["wagers"]} == {
        f"two-of-a-kind:{n}": "-3/8" for n in range(1, 7)
    }
    chosen = document("odds", "sic-bo", "two-of-a-kind:1", "--set", "reading.two_of_a_kind=exactly-two")
    assert [row["expected"] for row in chosen["wagers"]] == ["-3/8"]
    assert chosen["readings"][0]["wagers"][0]["expected"] == "-1/3"


def test_check_prints_findings_and_says_no_with_1(tmp_path: Path) -> None:
    path = tmp_path / "big-six.toml"
    path.write_text(run("new", "big-six"))
    lawful = document("check", str(path))
    assert (lawful["lawful"], lawful["findings"]) == (True, [])
    found = document("check", str(path), "--set", "payout.joker=40 to 1", code=1)
    assert found["lawful"] is False
    assert found["findings"] == [
        {
            "field": "payout.joker",
            "value": "40 to 1",
            "problem": "40 to 1 is less than 45 to 1, the least that the law allows",
            "cites": ["619a.3"],
        }
    ]
    said = run("check", str(path), "--set", "payout.joker=40 to 1", code=1)
    assert "not lawful under 2011-proposed" in said and ": 1 finding." in said


@pytest.mark.parametrize("game", ["sic-bo", "big-six"])
def test_a_new_submission_is_lawful_and_is_the_default(tmp_path: Path, game: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(run("new", game))
    assert document("odds", str(path))["submission"] == document("odds", game)["submission"]


def test_a_new_submission_takes_settings(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(run("new", "sic-bo", "--set", "shaker=automated", "--set", "limits.min_cents=2500"))
    assert document("new", "sic-bo", "--set", "shaker=automated")["shaker"] == "automated"
    assert document("odds", str(path))["submission"] != document("odds", "sic-bo")["submission"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("odds", "sicbo"), 2, 'there is no game "sicbo"; did you mean sic-bo'),
        (("odds", "none.toml"), 2, "none.toml: there is no such file; make one with: houseway new GAME"),
        (("odds", "sic-bo", "smal"), 2, 'there is no wager "smal"; did you mean small'),
        (("odds", "craps", "odds", "pas"), 2, 'there is no wager "pas"; did you mean pass'),
        (
            ("check", "casino-war", "--set", "edition=2013"),
            2,
            'no edition "2013"; there are 2012-final, 2011-proposed, ',
        ),
        (("odds", "sic-bo", "--set", "shakr=manual"), 2, "shakr: is not a key of this submission; did you mean shaker"),
        (("odds", "big-six", "--set", "payout.joker=1 to 1"), 1, "1 to 1 is less than 45 to 1"),
        (("odds", "sic-bo", "--set", "shaker"), 2, '--set "shaker": is not key=value; write for example --set '),
        (("rules", "sic-bo", "625a.9"), 2, "625a.9 is not a paragraph of 2011-proposed"),
        (
            ("rules", "big-six", "619a.1(d)", "--set", "edition=2011-comment"),
            2,
            "619a.1(d) is not a paragraph of 2011-comment",
        ),
        (
            ("replay", "none.jsonl"),
            2,
            "there is no such journal; make one with: houseway play GAME --journal none.jsonl",
        ),
        (("audit", "none.jsonl"), 2, "there is no such journal"),
        (("play", "--script", "none.jsonl"), 2, "a script needs a game or a submission"),
        (("play", "sic-bo", "--script", "none.jsonl"), 2, "none.jsonl: there is no such file"),
        (("nonsense",), 2, "nonsense"),
    ],
)
def test_what_is_wrong_is_said_on_standard_error(arguments: tuple[str, ...], code: int, message: str) -> None:
    assert message in error(*arguments, code=code)


def test_a_script_plays_and_its_events_come_one_a_line(script: Path) -> None:
    events = [json.loads(line) for line in run("play", "sic-bo", "--script", str(script), "--json").splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert all({"event", "seq", "cites"} <= set(event) for event in events)
    placed, below, late = (e for e in events if e["event"] in ("wager-placed", "wager-refused"))
    assert (placed["seat"], placed["wager"], placed["cents"]) == (1, "small", 500)
    assert "outside the limits" in below["reason"]
    assert (late["event"], late["cites"]) == ("wager-refused", ["625a.5(c)"])
    settled = next(e for e in events if e["event"] == "wager-settled")
    names = ("seat", "wager", "cents", "result", "returned_cents", "vigorish_cents", "cites")
    assert {name: settled[name] for name in names} == {
        "seat": 1, "wager": "small", "cents": 500, "result": "won", "returned_cents": 1000, "vigorish_cents": 0,
        "cites": ["625a.3(6)", "625a.6(a)"],
    }  # fmt: skip


def test_the_end_of_a_script_deals_a_war_whose_cards_were_entered_ahead(tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    path.write_text(
        '{"do": "buy-in", "seat": 1, "cents": 5000}\n{"do": "wager", "seat": 1, "id": "initial", "cents": 1000}\n'
        '{"do": "no-more-bets"}\n{"do": "result", "cards": ["?", "7H", "7C", "?", "?", "?", "9H", "2D"]}\n'
        '{"do": "choose", "seat": 1, "choice": "go-to-war"}\n'
    )
    events = [json.loads(line) for line in run("play", "casino-war", "--script", str(path), "--json").splitlines()]
    settled = [(e["wager"], e["result"], e["returned_cents"]) for e in events if e["event"] == "wager-settled"]
    assert settled == [("initial", "returned", 1000), ("war", "won", 2000)]


def test_a_script_that_cannot_be_understood_runs_nothing(script: Path, tmp_path: Path) -> None:
    for line, message in (
        ('{"do": "result", "dice": [1, 2, 7]}', "line 7: result: dice: 7 is not a face of a die"),
        ('{"do": "wager"', "line 7: is not JSON"),
        ('{"do": "wager", "seat": 1, "id": "tiny", "cents": 5}', "line 7: wager: id: 'tiny' is not a wager of sic-bo"),
    ):
        script.write_text(ROUND + line + "\n")
        journal = tmp_path / "never.jsonl"
        assert message in error("play", "sic-bo", "--script", str(script), "--journal", str(journal))
        assert not journal.exists()


def test_a_script_that_begins_with_a_step_opens_the_table_itself(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_text(
        '{"do": "step", "cite": "625a.1(a)", "by": "dealer"}\n{"do": "wager", "seat": 1, "id": "small", "cents": 500}\n'
    )
    events = [json.loads(line) for line in run("play", "sic-bo", "--script", str(path), "--json").splitlines()]
    assert [e["event"] for e in events] == ["table-opened", "act-refused", "wager-refused"]
    assert events[2]["cites"] == ["625a.5(a)"]


def test_the_audit_of_a_pit_says_which_tables_nobody_has_opened(tmp_path: Path) -> None:
    from houseway.service.opening import open_pit, open_tables

    address = f"sqlite:///{tmp_path}/pit.db"
    pit = open_pit(address, None)
    asyncio.run(open_tables(pit, ["sic-bo"], "parx", "system", None))
    pit.close()
    pit.database.close()
    assert "0 events, 0 rounds, not opened yet" in " ".join(run("audit", address).split())


def test_the_same_seed_gives_the_same_journal_to_the_byte(tmp_path: Path, script: Path) -> None:
    script.write_text(
        ROUND + '{"do": "wager", "seat": 1, "id": "big", "cents": 500}\n{"do": "no-more-bets"}\n{"do": "draw"}\n'
    )
    for name in ("one", "other"):
        run("play", "sic-bo", "--script", str(script), "--seed", "7", "--journal", str(tmp_path / name))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_a_journal_is_replayed_round_by_round_and_audited(tmp_path: Path, script: Path) -> None:
    journal = str(tmp_path / "table.jsonl")
    run("play", "sic-bo", "--script", str(script), "--seed", "7", "--journal", journal)
    assert "Seat 1: Small Bet, $5.00, wins $5.00 and takes back $10.00.  [§ 625a.3(6), § 625a.6(a)]" in run(
        "replay", journal, "--round", "1"
    )
    found = document("replay", journal, "--round", "1")
    assert (found["game"], found["round"], found["accounts"]["seat:1"]) == ("sic-bo", 1, 10_500)
    assert {event["round"] for event in found["events"]} == {1}
    assert "rounds 0 to 2" in error("replay", journal, "--round", "9")
    audited = document("audit", journal)
    assert (audited["whole"], audited["status"]) == (True, "whole")
    assert run("audit", journal, "--head", audited["head"])
    assert "tampered" in run("audit", journal, "--head", "0" * 64, code=1)


def test_a_cut_journal_is_unsealed_and_a_changed_one_tampered(tmp_path: Path, script: Path) -> None:
    path = tmp_path / "table.jsonl"
    run("play", "sic-bo", "--script", str(script), "--seed", "7", "--journal", str(path))
    whole = path.read_bytes()
    head = document("audit", str(path))["head"]
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert document("audit", str(path), code=1)["status"] == "unsealed"
    assert document("audit", str(path), "--head", head, code=1)["status"] == "tampered"
    path.write_bytes(whole.replace(b"returned_cents", b"returned_cent$", 1))
    assert document("audit", str(path), code=1)["status"] == "tampered"
    assert "later lines are unverified" in error("replay", str(path), code=1)
    path.write_bytes(whole.splitlines(keepends=True)[0])
    assert "has no events yet; open the table first" in error("replay", str(path))
    path.write_bytes(whole[:-9])
    assert document("audit", str(path), code=1)["status"] == "torn"


def test_a_journal_is_continued_and_a_torn_line_put_aside(tmp_path: Path, script: Path) -> None:
    path = tmp_path / "table.jsonl"
    script.write_text(ROUND + '{"do": "wager", "seat": 1, "id": "big", "cents": 500}\n')
    assert "the table stays open ($5.00 is still on the layout" in error(
        "play", "sic-bo", "--script", str(script), "--seed", "7", "--journal", str(path), code=0
    )
    data = path.read_bytes()
    assert b'"do":"close"' not in data  # nobody asked to close the table, so that nothing says so
    path.write_bytes(data[:-20])
    more = tmp_path / "more.jsonl"
    more.write_text('{"do": "wager", "seat": 1, "id": "small", "cents": 500}\n{"do": "no-more-bets"}\n{"do": "draw"}\n')
    said = error("play", "sic-bo", "--script", str(more), "--seed", "7", "--journal", str(path), code=0)
    assert "was moved to" in said
    assert path.with_name("table.jsonl.torn").exists()
    assert document("audit", str(path))["whole"] is True
    assert "is sealed" in error("play", "sic-bo", "--script", str(more), "--journal", str(path))
    other = tmp_path / "other.jsonl"
    run("play", "big-six", "--seed", "1", "--journal", str(other))


def test_a_journal_of_another_submission_is_not_continued(tmp_path: Path, script: Path) -> None:
    path = tmp_path / "table.jsonl"
    script.write_text(ROUND + '{"do": "wager", "seat": 1, "id": "big", "cents": 500}\n')
    run("play", "sic-bo", "--script", str(script), "--journal", str(path))
    before = path.read_bytes()
    assert "belongs to another game or submission" in error(
        "play", "sic-bo", "--set", "boxes=3", "--script", str(script), "--journal", str(path)
    )
    assert path.read_bytes() == before


def test_rules_shows_every_paragraph_and_its_values() -> None:
    found = document("rules", "sic-bo")
    assert len(found["paragraphs"]) == 54
    small = next(p for p in found["paragraphs"] if p["cite"] == "625a.6(a)")
    assert {"payout": "small", "pays": "1 to 1"} in small["values"]
    assert [p["cite"] for p in document("rules", "sic-bo", "3")["paragraphs"]][:2] == ["625a.3", "625a.3(1)"]
    text = run("rules", "big-six", "619a.2")
    assert "§ 619a.2(b)" in text
    assert "revolutions_min = 3" in text
    assert "player_bank = true" in " ".join(run("rules", "pai-gow", "621a.11").split())
    assert "wagers = pass, dont-pass, come" in " ".join(run("rules", "craps", "623a.3").split())


def test_games_lists_every_game() -> None:
    found = {game["id"]: game for game in document("games")["games"]}
    assert found["big-six"]["editions"] == ["2011-proposed", "2011-comment", "2011-filing"]
    assert found["sic-bo"]["wagers"] == 50
    assert "Sic Bo" in run("games")


def test_without_a_terminal_there_is_a_demonstration_of_each_game() -> None:
    shown = run("play")
    assert "Big Six Wheel, 58 Pa. Code Chapter 619a" in shown
    assert "Sic Bo, 58 Pa. Code Chapter 625a" in shown
    assert "●$5" in shown
    assert shown == run("play")
    first = json.loads(run("play", "big-six", "--json").splitlines()[0])
    assert (first["event"], first["seq"]) == ("table-opened", 1)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_helps_with_an_example(verb: str) -> None:
    shown = run(verb, "--help")
    assert f"houseway {verb}" in " ".join(shown.split())
    assert not re.search(r"\w…", shown), "a word is cut"


HEAVY = (
    "numpy",
    "numba",
    "pydantic",
    "sqlalchemy",
    "fastapi",
    "dask",
    "altair",
    "rich.table",
    "houseway.table",
    "houseway.records",
)


def test_odds_imports_nothing_that_it_does_not_use() -> None:
    probe = (
        "import sys; sys.argv = ['houseway', 'odds', 'sic-bo', '--json']\n"
        "from houseway.cli import app\n"
        "app(standalone_mode=False)\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "assert not heavy, heavy\n"
        "assert 'houseway.games.big_six' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_eighth_game_dropped_into_a_folder_appears_in_every_verb(tmp_path: Path) -> None:
    """The toy is copied to a path that nobody knew before; nothing else is edited."""
    import shutil

    shutil.copytree(
        TOYS / "hazard_run", tmp_path / "games" / "hazard_run", ignore=shutil.ignore_patterns("__pycache__")
    )
    here = str(Path(houseway.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": here, "HOUSEWAY_GAMES": str(tmp_path / "games")}
    main = "from houseway.cli import main; main()"
    journal = str(tmp_path / "table.jsonl")
    shown: dict[str, str] = {}
    for verb, *rest in (
        ("games",), ("rules", "hazard-run"), ("new", "hazard-run"), ("check", "hazard-run"), ("odds", "hazard-run"),
        ("play", "hazard-run", "--journal", journal), ("replay", journal), ("audit", journal, "--outside-games"),
    ):  # fmt: skip
        done = warm_python(BUILT_IN_GAMES, main, verb, *rest, "--json", environment=environment)
        assert done.returncode == 0 or verb == "audit", (verb, done.stderr)
        shown[verb] = done.stdout
    assert all("hazard-run" in shown[verb] for verb in ("games", "rules", "new", "odds", "replay"))
    assert json.loads(shown["check"])["lawful"] is True
    assert '"event": "result"' in shown["play"]
    assert json.loads(shown["audit"])["status"] in ("whole", "unsealed")  # a wager that lives on keeps the table open
    done = warm_python(BUILT_IN_GAMES, main, "audit", journal, environment=environment)
    asked = '--outside-games: the journal is of "hazard-run", which is no built-in game'
    assert (done.returncode, done.stdout) == (2, "") and asked in done.stderr  # somebody else's code decides nothing
    without = {**environment, "HOUSEWAY_GAMES": ""}
    done = warm_python(BUILT_IN_GAMES, main, "audit", journal, "--outside-games", "--json", environment=without)
    told = json.loads(done.stderr)["error"]
    assert (done.returncode, told["kind"]) == (2, "bad-input")
    assert told["message"].startswith('the journal is of the game "hazard-run", which is not loaded; name the folder')


def test_rules_writes_the_figures_of_its_paragraphs(tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    done = CliRunner().invoke(app, ["rules", "pai-gow", "621a.9", "--figures", str(folder)])
    assert done.exit_code == 0 and "wrote 9 figures" in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == [f"621a.9({number}).svg" for number in range(1, 10)]
    assert all(path.read_text().startswith("<svg") for path in folder.iterdir())
    none = CliRunner().invoke(app, ["rules", "pai-gow", "621a.7", "--figures", str(folder)])
    assert none.exit_code == 2 and "these paragraphs have none; there are figures of 621a.4(a), " in none.stderr
    assert " 621a.9(9)" in none.stderr
