"""The fields of every JSON document: the software, the edition's status, and with --float a number for each figure."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.cli.floats import with_floats

NUMBER = re.compile(r"-?[0-9]+/[0-9]+|-?[0-9]+\.[0-9]+(e-?[0-9]+)?")


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.output, done.exception)
    return done.stdout


def document(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (("games",), 0),
        (("rules", "sic-bo"), 0),
        (("new", "sic-bo"), 0),
        (("check", "sic-bo"), 0),
        (("odds", "sic-bo"), 0),
        (("strategy", "casino-war"), 0),
        (("simulate", "sic-bo", "--rounds", "1000"), 0),
        (("diff", "big-six", "2011-proposed", "2011-comment"), 1),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_every_document_names_the_software(call: tuple[str, ...], code: int) -> None:
    found = document(*call, code=code)
    assert found["software"] == f"houseway {houseway.__version__}"
    assert call[0] in ("games", "diff") or (found["game"], bool(found["edition"])) == (call[1], True)


def test_an_error_names_the_software() -> None:
    done = CliRunner().invoke(app, ["odds", "nothing", "--json"])
    assert json.loads(done.stderr)["software"] == f"houseway {houseway.__version__}"


@pytest.mark.parametrize(
    ("settings", "status", "in_force", "said"),
    [
        ((), "final", True, "casino-war: lawful under 2012-final of Chapter 651a (in force since 2012-05-19)."),
        (
            ("--set", "edition=2011-proposed"),
            "proposed",
            False,
            "casino-war: would be lawful under 2011-proposed of Chapter 651a (a proposal of 2011-06-11, not in force).",
        ),
        (
            ("--set", "edition=2011-comment"),
            "comment",
            False,
            "casino-war: would be lawful under 2011-comment of Chapter 651a (a public comment of 2011-07-08, not in force).",
        ),
    ],
)
def test_check_says_whether_the_text_is_in_force(
    settings: tuple[str, ...], status: str, in_force: bool, said: str
) -> None:
    assert run("check", "casino-war", *settings).splitlines()[0] == said
    found = document("check", "casino-war", *settings)
    assert (found["lawful"], found["edition_status"], found["edition_in_force"]) == (True, status, in_force)


def test_check_names_game_edition_and_both_digests() -> None:
    book = houseway.load("big-six")
    found = document("check", "big-six")
    assert (found["game"], found["edition"]) == ("big-six", "2011-proposed")
    assert found["submission_digest"] == book.rules.digest == document("odds", "big-six")["submission"]
    assert found["edition_digest"] == book.rules.edition.digest != found["submission_digest"]


def test_check_of_an_unlawful_submission_names_the_edition_too() -> None:
    found = document("check", "big-six", "--set", "payout.joker=40 to 1", code=1)
    assert (found["lawful"], found["edition"], found["edition_status"]) == (False, "2011-proposed", "proposed")
    assert found["submission_digest"] is None and found["findings"]
    said = run("check", "big-six", "--set", "payout.joker=40 to 1", code=1).splitlines()[0]
    assert said.startswith("big-six: not lawful under 2011-proposed of Chapter 619a (a proposal of 2011-06-11")


def test_games_says_which_texts_are_in_force() -> None:
    war = next(game for game in document("games")["games"] if game["id"] == "casino-war")
    assert war["edition_status"] == {
        "2012-final": "final", "2011-proposed": "proposed", "2011-comment": "comment", "2011-filing": "proposed",
    }  # fmt: skip
    shown = run("games")
    assert all(
        each in shown for each in ("2012-final (in force)", "2011-proposed (proposed)", "2011-comment (comment)")
    )


def figures(value: Any, name: str = "") -> list[tuple[dict[str, Any], str]]:
    """Every object and name in it whose text is a fraction or a decimal."""
    if isinstance(value, list):
        return [each for inner in value for each in figures(inner, name)]
    if not isinstance(value, dict):
        return []
    own = [(value, key) for key, text in value.items() if isinstance(text, str) and NUMBER.fullmatch(text)]
    return own + [each for key, inner in value.items() for each in figures(inner, key)]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (("odds", "craps", "pass", "odds"), 0),
        (("odds", "big-six"), 0),
        (("odds", "sic-bo"), 0),
        (("strategy", "casino-war"), 0),
        (("strategy", "pai-gow", "hand=6-6,1-5,1-4,5-6"), 0),
        (("simulate", "craps", "--bet", "pass=5", "--bet", "field=5", "--rounds", "1000"), 0),
        (("diff", "casino-war", "2012-final", "2011-comment", "--most", "30"), 1),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_with_float_every_figure_has_a_number_beside_it(call: tuple[str, ...], code: int) -> None:
    found = document(*call, "--float", code=code)
    there = figures(found)
    assert there, "no figure at all"
    for inside, name in there:
        assert inside[f"{name}_float"] == float(Fraction(inside[name])), name
    plain = document(*call, code=code)
    assert not any(name.endswith("_float") for inside, _ in figures(plain) for name in inside), "off by default"


def test_every_row_has_the_same_columns_with_float() -> None:
    rows = document("odds", "craps", "--float")["wagers"]
    assert len({tuple(row) for row in rows}) == 1
    assert all(isinstance(row["push_float"], float) for row in rows)
    assert "id_float" not in document("odds", "big-six", "--float")["wagers"][0]  # "1" is a name there


def test_figures_of_strategies_are_told_even_where_they_are_whole() -> None:
    assert with_floats({"by_strategy": {"a": "0", "b": "1/2"}, "draws": None}) == {
        "by_strategy": {"a": "0", "a_float": 0.0, "b": "1/2", "b_float": 0.5},
        "draws": None,
        "draws_float": None,
    }


def test_float_without_json_is_refused() -> None:
    done = CliRunner().invoke(app, ["odds", "sic-bo", "--float"])
    assert (done.exit_code, done.stderr) == (2, "houseway: --float is about the JSON document; add --json\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize(
    "call",
    [
        ("strategy", "casino-war", "--card", "{}/card.svg"),
        ("strategy", "casino-war", "--card", "{}/card.pdf"),
        ("diff", "big-six", "2011-proposed", "2011-comment", "--html", "{}/page.html"),
        ("rules", "pai-gow", "621a.9", "--figures", "{}"),
        ("simulate", "sic-bo", "--rounds", "1000", "--csv", "{}/wagers.csv"),
        ("simulate", "sic-bo", "--rounds", "1000", "--parquet", "{}/wagers.parquet"),
        ("simulate", "sic-bo", "--rounds", "1000", "--plot", "{}/plot.svg"),
    ],
    ids=lambda call: " ".join((call[0], Path(call[-1]).name)),
)
def test_a_full_disk_is_told_with_the_file(call: tuple[str, ...], tmp_path: Path) -> None:
    name = Path(call[-1]).name if call[-1] != "{}" else "621a.9(1).svg"
    (tmp_path / name).symlink_to("/dev/full")
    done = CliRunner().invoke(app, [word.format(tmp_path) for word in call])
    assert done.exit_code == 2, done.output
    assert f"{name}: cannot be written (" in done.stderr and "No space left on device" in done.stderr


def test_a_folder_that_is_not_there_is_told_before_the_work_begins(tmp_path: Path) -> None:
    for call in (
        ("strategy", "casino-war", "--card", f"{tmp_path}/none/card.svg"),
        ("diff", "casino-war", "2011-proposed", "2012-final", "--html", f"{tmp_path}/none/page.html"),
        ("simulate", "sic-bo", "--rounds", "1e12", "--csv", f"{tmp_path}/none/wagers.csv"),
    ):
        done = CliRunner().invoke(app, call)
        assert (done.exit_code, "there is no such folder" in done.stderr) == (2, True), done.output
