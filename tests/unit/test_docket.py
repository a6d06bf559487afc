"""Dockets: the numbers and dates of each edition, and its status on a day."""

from __future__ import annotations

import json
import shutil
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from contract.play import toy
from houseway.cli import app
from houseway.core import AnyGame
from houseway.games import find_game, games
from houseway.law import BadInput, Chapter, LawError
from houseway.law.docket import FIELDS
from houseway.law.edition_status import summary

EVERY = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.chapter.outline.editions
]
REPLACED = {"617a": "531", "619a": "533", "621a": "535", "623a": "537", "625a": "539", "651a": "567"}


def document(*arguments: str, code: int = 0) -> dict[str, Any]:
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == code, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("game", "edition"), EVERY)
def test_every_edition_has_a_docket_whose_fields_are_given_or_absent(game: AnyGame, edition: str) -> None:
    assert (game.chapter.folder / "docket.toml").is_file()
    found, docket = game.chapter.edition(edition), game.chapter.edition(edition).docket
    plain = docket.as_json()
    assert {name for name in FIELDS if plain[name] is None} == set(plain["absent"]) != set(FIELDS)
    assert docket.published in (None, found.published)
    assert found.in_force == (docket.effective is not None)
    replaced = REPLACED.get(game.chapter.outline.chapter)
    assert docket.replaces in (None, () if replaced is None else (replaced,))


def test_the_dockets_of_casino_war() -> None:
    dockets = {name: find_game("casino-war").chapter.edition(name).docket for name in ("2011-filing", "2011-proposed")}
    filed, printed = dockets.values()
    assert (filed.board, filed.irrc) == (printed.board, printed.irrc) == ("125-148", "2895")
    assert (filed.adopted, filed.received, filed.published) == ("2011-04-14", "2011-05-12", None)
    assert (printed.published, printed.effective, printed.bulletin) == (
        "2011-06-11",
        None,
        "41 Pa.B. 3000, Doc. No. 11-970",
    )
    assert printed.temporary is not None and printed.temporary[0].as_json() == {
        "at": "40 Pa.B. 1911",
        "on": "2010-04-10",
    }
    final = find_game("casino-war").chapter.edition("2012-final").docket
    assert (final.adopted, final.effective, final.board, final.irrc) == ("2012-05-18", "2012-05-19", None, None)


def test_what_the_other_filings_do_not_say_is_absent() -> None:
    for game in ("pai-gow", "craps", "sic-bo"):
        docket = find_game(game).chapter.edition().docket
        assert (docket.board, docket.irrc, docket.adopted, docket.received) == ("125-149", None, None, "2011-05-19")
    blackjack = find_game("down-under-blackjack").chapter.edition().docket
    assert (blackjack.board, blackjack.irrc, blackjack.replaces, blackjack.temporary) == ("125-218", "3213", (), ())
    assert (blackjack.adopted, blackjack.received, blackjack.published) == ("2018-07-18", "2018-09-11", None)


def test_the_verbs_show_the_docket() -> None:
    docket = find_game("casino-war").chapter.edition().docket.as_json()
    assert document("check", "casino-war")["edition_docket"] == docket
    assert document("rules", "casino-war", "651a.6")["docket"] == docket
    listed = {game["id"]: game["dockets"] for game in document("games")["games"]}
    assert listed["casino-war"]["2012-final"] == docket and set(listed["big-six"]) == {
        "2011-proposed", "2011-comment", "2011-filing",
    }  # fmt: skip
    text = CliRunner().invoke(app, ["rules", "roulette", "617a.4"]).stdout
    for words in (
        "Board filing 125-148, IRRC 2895",
        "adopted 2011-04-14",
        "replaces Chapter 531",
        "not in our texts: effective",
    ):
        assert words in text


# On a day

DAYS = [
    ("casino-war", "2010-01-01", {}),
    ("casino-war", "2011-05-11", {}),
    ("casino-war", "2011-05-12", {"2011-filing": "proposed"}),
    ("casino-war", "2011-06-10", {"2011-filing": "proposed"}),
    ("casino-war", "2011-06-11", {"2011-filing": "proposed", "2011-proposed": "proposed"}),
    ("casino-war", "2011-07-08", {"2011-filing": "proposed", "2011-proposed": "proposed"}),
    ("casino-war", "2012-05-18", {"2011-filing": "proposed", "2011-proposed": "proposed"}),
    ("casino-war", "2012-05-19", {"2012-final": "in-force"}),
    ("casino-war", "2023-11-30", {"2012-final": "in-force"}),
    ("roulette", "2012-05-19", {"2011-filing": "proposed", "2011-proposed": "proposed"}),
    ("sic-bo", "2011-05-18", {}),
    ("sic-bo", "2011-05-19", {"2011-proposed": "proposed"}),
    ("down-under-blackjack", "2018-09-10", {}),
    ("down-under-blackjack", "2018-09-11", {"2018-proposed": "proposed"}),
]


@pytest.mark.parametrize(("game", "day", "expected"), DAYS)
def test_a_text_is_in_force_proposed_or_neither_on_a_day(game: str, day: str, expected: dict[str, str]) -> None:
    found = houseway.standing(game, day)
    assert found == houseway.standing(game, date.fromisoformat(day))
    neither = dict.fromkeys(find_game(game).chapter.outline.editions, "neither")
    assert {each.edition: each.standing for each in found} == {**neither, **expected}
    told = document("check", game, "--on", day)
    assert told["on"]["date"] == day and told["on"]["standing"] == found[0].standing
    listed = next(row for row in document("games", "--on", day)["games"] if row["id"] == game)["on"]
    assert {name for key in ("in_force", "proposed", "neither") for name in listed[key]} == {*neither}
    assert listed["editions"] == told["on"]["editions"] == [each.as_json() for each in found]


def test_a_day_without_a_text_names_the_temporary_regulations() -> None:
    chapter = find_game("roulette").chapter
    assert summary(chapter, "2010-02-19") == "no text that we hold was in force"
    assert "temporary regulations in Chapter 531 (40 Pa.B. 985, 2010-02-20) had been adopted" in summary(
        chapter, "2010-02-20"
    )
    assert "temporary" not in summary(find_game("casino-war").chapter, "2012-05-19")


def test_temporary_regulations_of_an_unknown_day_are_named_from_the_proposal_on() -> None:
    told = "it was to replace temporary regulations in Chapter 539; our texts do not say when they were adopted"
    chapter = find_game("sic-bo").chapter
    assert told in summary(chapter, "2011-06-11") and "temporary" not in summary(chapter, "2011-01-01")
    assert "temporary" not in summary(find_game("down-under-blackjack").chapter, "2019-01-01")


def test_the_day_changes_neither_the_answer_nor_the_exit_code() -> None:
    assert document("check", "casino-war", "--on", "2010-01-01")["lawful"]
    told = document("check", "casino-war", "--set", "decks=7", "--on", "2012-05-19", code=1)
    assert (told["lawful"], told["on"]["standing"]) == (False, "in-force")
    said = CliRunner().invoke(app, ["check", "casino-war", "--on", "2011-07-01"]).stdout
    assert "on 2011-07-01 2012-final: neither: it took effect on 2012-05-19, after this day" in said
    assert "proposed: 2011-proposed, 2011-filing" in said
    text = CliRunner().invoke(app, ["games", "--on", "2012-05-19"]).stdout
    assert "2012-final: in force since 2012-05-19, by the Code pages of November 2023" in text
    assert "2011-comment: neither: a public comment of 2011-07-08, not in force" in text


@pytest.mark.parametrize(
    "day",
    ["", " 2012-05-19", "2012-5-19", "20120519", "2012-W20-6", "2012-05-19T00:00", "19.05.2012", "today", "٢٠١٢-٠٥-١٩"],
)
def test_what_is_no_day_is_refused(day: str) -> None:
    for verb in (["games"], ["check", "casino-war"]):
        done = CliRunner().invoke(app, [*verb, "--on", day])
        assert done.exit_code == 2 and done.stdout == ""
        assert "--on: " in done.stderr and "write for example --on 2012-05-19" in done.stderr
    with pytest.raises(BadInput, match=r"^on: .* is not a day like 2012-05-19; write for example 2012-05-19"):
        houseway.standing("casino-war", day)


@pytest.mark.parametrize("day", ["2012-02-30", "2011-02-29", "2012-13-01", "0000-01-01", "2012-00-10"])
def test_a_day_that_no_calendar_has_is_refused(day: str) -> None:
    with pytest.raises(BadInput, match=f"on: {day} is no day of the calendar"):
        houseway.standing("casino-war", day)


@pytest.mark.parametrize("day", [datetime(2012, 5, 19), 20120519, None, ["2012-05-19"]])  # noqa: DTZ001 - refused all the same
def test_in_python_only_a_date_or_a_text_is_a_day(day: Any) -> None:
    with pytest.raises(BadInput, match=r"^on: .* is not a day"):
        houseway.standing("casino-war", day)


# Wrong files

LINE = 'board = "125-148"'
PLACES = 'temporary = [{ at = "40 Pa.B. 985", on = "2010-02-20" }]'
CASES = [
    ("no field", LINE, "", r"2011-filing: has no board; write it, or list it where the texts do not say"),
    ("an absent field that is given", 'absent = ["bulletin",', 'absent = ["board", "bulletin",', r"board: is given and listed"),
    ("an absent field that is none", 'absent = ["bulletin",', 'absent = ["page", "bulletin",', r'absent: "page" is not a field'),
    ("an unknown key", LINE, LINE + "\npage = 1", r"2011-filing\.page: is not a known key"),
    ("no text", LINE, "board = 125", r"2011-filing\.board: 125 is not a text"),
    ("no date", '"2011-04-14"', '"April 14"', r"2011-filing\.adopted: 'April 14' is not a day like .*; write it as YYYY-MM-DD"),
    ("no day of the calendar", '"2011-04-14"', '"2011-04-31"', r"adopted: 2011-04-31 is no day of the calendar"),
    ("dates out of order", '"2011-04-14"', '"2011-05-13"', r"received: 2011-05-12 is before adopted 2011-05-13"),
    ("no list", 'replaces = ["531"]', 'replaces = "531"', r"2011-filing\.replaces: '531' is not a list"),
    ("no place", 'at = "40 Pa.B. 985", ', "", r"2011-filing\.temporary: has no at"),
    ("no list of places", PLACES, 'temporary = "985"', r"temporary: '985' is not a list; write \[\{ at"),
    ("an edition nobody has", "[2011-filing]", "[1999-filing]", r"1999-filing: is not a known key"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_wrong_docket_is_refused_by_name(old: str, new: str, message: str, tmp_path: Path) -> None:
    game = find_game("roulette")
    folder = tmp_path / "roulette"
    shutil.copytree(game.chapter.folder, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    path = folder / "docket.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(LawError, match=message):
        assert Chapter(folder, game.chapter.shape).dockets


def test_a_chapter_without_dockets_says_that_everything_is_absent() -> None:
    game, rules = toy("skirmish")[:2]
    assert rules.edition.docket.absent == FIELDS and rules.edition.docket.in_words() == [
        f"not in our texts: {', '.join(FIELDS)}"
    ]
    assert {each.standing for each in houseway.law.standings(game.chapter, "2004-01-01")} <= {
        "proposed",
        "neither",
        "in-force",
    }
