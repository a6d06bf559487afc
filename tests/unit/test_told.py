"""Other output of verbs: errors as JSON, keys of other editions, the closing, and the progress of long work."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.compare.rounds import _alone, _stakes
from houseway.core import Wager
from houseway.core.progress import stage, told_to, working_on
from houseway.games import games, load
from houseway.law.errors import one_of
from houseway.odds import odds_sheet
from houseway.odds.joint_round import Side
from support import bench
from warm_python import PROGRAM, warm_python

TYPED = "from houseway.cli import main; main()"


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "PYTHONPATH": str(Path(houseway.__file__).parents[1])}
    return warm_python(PROGRAM, TYPED, *arguments, environment=here)


@pytest.mark.parametrize(
    ("arguments", "code", "kind", "message"),
    [
        (["odds", "faro"], 2, "bad-input", 'there is no game "faro"'),
        (["odds", "casino-war", "--set", "decks=7"], 1, "unlawful", "casino-war: the submission is not lawful"),
        (["odds", "casino-war", "--set", "decks"], 2, "bad-input", "write for example --set decks=8"),
        (["odds"], 2, "bad-call", "Missing argument"),
        (["odds", "sic-bo", "--playrs", "2"], 2, "bad-call", "No such option"),
    ],
)
def test_errors_of_a_verb_with_json_are_json(arguments: list[str], code: int, kind: str, message: str) -> None:
    done = called(*arguments, "--json")
    found: dict[str, Any] = json.loads(done.stderr)["error"]
    assert (done.returncode, done.stdout, found["kind"]) == (code, "", kind)
    assert message in found["message"]
    assert called(*arguments).returncode == code


def test_an_unlawful_submission_is_told_by_its_findings() -> None:
    done = CliRunner().invoke(app, ["odds", "casino-war", "--set", "decks=7", "--json"])
    (finding,) = json.loads(done.stderr)["error"]["findings"]
    (checked,) = json.loads(CliRunner().invoke(app, ["check", "casino-war", "--set", "decks=7", "--json"]).stdout)[
        "findings"
    ]
    assert finding == checked and finding["cites"] == ["651a.3(a)"]


def test_a_key_of_another_edition_says_whose_it_is(tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["new", "casino-war"]).stdout
    other = made.replace('edition = "2012-final"', 'edition = "2011-proposed"').replace("boxes = 8", "boxes = 7")
    path = tmp_path / "war.toml"
    path.write_text(other)
    done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code == 1
    right = 'leave it out, or write edition = "2012-final"'
    assert f"reading.loaded_shoe: is a key of edition 2012-final and not of 2011-proposed; {right}" in done.stdout


@pytest.mark.parametrize("name", games())
def test_a_new_submission_shows_every_reading_and_is_lawful(name: str, tmp_path: Path) -> None:
    _, rules = load(name)
    made = CliRunner().invoke(app, ["new", name]).stdout
    for reading in rules.chapter.readings:
        if reading.name in rules.readings:
            mark = "" if len(reading.answers) > 1 else "# "
            assert f'\n{mark}{reading.name} = "{rules.reading(reading.name)}"' in made
    path = tmp_path / "new.toml"
    path.write_text(made)
    assert CliRunner().invoke(app, ["check", str(path)]).exit_code == 0


def test_numbers_are_listed_by_size_and_words_as_the_law_has_them() -> None:
    assert one_of(["6", "10", "7"]) == "6, 7, 10"
    assert one_of(["manual", "batch"]) == "manual, batch"
    assert "One of 4, 5, 6, 8." in CliRunner().invoke(app, ["new", "down-under-blackjack"]).stdout


def test_the_closing_is_no_round() -> None:
    table = bench("sic-bo")
    table.do({"do": "wager", "seat": 1, "id": "small", "cents": 500}, {"do": "no-more-bets"})
    table.table.result(dice=[1, 2, 3])
    table.table.cash_out(1)
    table.table.close()
    text = table.table.transcript()
    assert "\nClosing\n" in text and "Round 2" not in text


def test_a_choice_that_no_game_knows_is_not_understood_in_a_script(tmp_path: Path) -> None:
    script = tmp_path / "round.jsonl"
    script.write_text('{"do": "choose", "seat": 1, "choice": "surender"}\n')
    done = CliRunner().invoke(app, ["play", "casino-war", "--script", str(script)])
    assert done.exit_code == 2 and done.stdout == ""
    assert "line 1: choose: choice: 'surender' is not a choice of casino-war; did you mean surrender?" in done.stderr


def test_long_work_says_how_far_it_is() -> None:
    heard: list[str] = []
    working_on("nobody listens")
    with told_to(heard.append), stage("part 1 of 2"):
        working_on("250 positions")
    assert heard == ["part 1 of 2", "part 1 of 2: 250 positions"]
    heard.clear()
    game, rules = load("craps")
    with told_to(heard.append):
        odds_sheet(game, rules, only=["pass", "field"])
    assert "pass (1 of 2 wagers)" in heard and "field (2 of 2 wagers)" in heard


@pytest.mark.parametrize("name", [name for name, game in games().items() if len(game.chapter.outline.editions) > 1])
def test_rounds_that_are_compared_are_wagered_within_the_limits(name: str) -> None:
    game, rules = load(name)
    sides = (Side(game, rules), Side(game, rules))
    for _, made in _alone(sides, _stakes(sides)):
        for fact in made.facts:
            if isinstance(fact, Wager):
                assert game.law.limits(rules, fact.id)[0][0] <= fact.cents <= game.law.limits(rules, fact.id)[1][0]
