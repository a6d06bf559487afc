"""Submissions: lawful, unlawful and malformed, every finding at once with its paragraph."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.games import find_game, judged, load, rules_for
from houseway.law import BadInput, Submission, Unlawful


def findings(what: str, *settings: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(f.field, f.problem, tuple(f.cites)) for f in judged(what, settings)[0].findings]


@pytest.mark.parametrize(
    ("what", "setting", "field", "problem", "cite"),
    [
        ("sic-bo", "shaker=robot", "shaker", '"robot" is not one of manual, automated', "625a.1(d)"),
        ("sic-bo", "shaker=3", "shaker", "3 is not one of manual, automated", "625a.1(d)"),
        ("sic-bo", "payout.small=2 to 1", "payout.small", "2 to 1 is not 1 to 1, which the law fixes", "625a.6(a)"),
        (
            "sic-bo",
            "payout.small=even",
            "payout.small",
            "'even' is not payout odds; write them like \"1 to 1\"",
            "625a.6(a)",
        ),
        (
            "sic-bo",
            "reading.two_of_a_kind=some",
            "reading.two_of_a_kind",
            "'some' is not one of at-least-two, exactly-two",
            "625a.3(2)",
        ),
        ("sic-bo", "reading.month=30 days", "reading.month", "'30 days' is not one of calendar", "625a.2(b)"),
        ("sic-bo", "boxes=0", "boxes", "0 is not from 1 to 20", "601a.2"),
        ("sic-bo", "boxes=2.5", "boxes", "2.5 is not a whole number", "601a.2"),
        ("sic-bo", "boxes=true", "boxes", "True is not a whole number", "601a.2"),
        ("sic-bo", 'holder=""', "holder", "'' is not a name; write a text of at most 200 letters", "601a.2"),
        ("sic-bo", "limits.min_cents=0", "limits.min_cents", "0 is not from 1 to 1000000000000", "601a.2"),
        ("sic-bo", "limits.min_cents=2000000", "limits.min_cents", "is above the largest", "601a.2"),
        ("sic-bo", "shakr=manual", "shakr", "is not a key of this submission; did you mean shaker?", "601a.2"),
        (
            "sic-bo",
            "payout.smal=1 to 1",
            "payout.smal",
            "is not a key of this submission; did you mean payout.small",
            "601a.2",
        ),
        (
            "big-six",
            "payout.joker=44 to 1",
            "payout.joker",
            "44 to 1 is less than 45 to 1, the least that the law allows",
            "619a.3",
        ),
        ("big-six", "payout.1=99 to 100", "payout.1", "99 to 100 is less than 1 to 1", "619a.3"),
        (
            "big-six",
            "symbols=fruit",
            "symbols",
            "'fruit' is not a set of symbols; write symbols = \"dollar\"",
            "619a.1(c)",
        ),
        (
            "big-six",
            "approvals.symbols.by=Executive Director",
            "approvals.symbols.by",
            "'Executive Director' does not approve this; write \"Bureau of Gaming Operations\"",
            "619a.1(c)",
        ),
    ],
)
def test_what_is_wrong_is_found_with_its_paragraph(
    what: str, setting: str, field: str, problem: str, cite: str
) -> None:
    found = findings(what, setting)
    assert any(f == field and problem in p and c == (cite,) for f, p, c in found), found


def test_everything_is_found_at_once() -> None:
    found = findings("sic-bo", "shaker=robot", "boxes=99", "payout.big=1 to 2", "reading.two_of_a_kind=x", "colour=red")
    assert {field for field, _, _ in found} == {"colour", "shaker", "boxes", "payout.big", "reading.two_of_a_kind"}


@pytest.mark.parametrize(
    ("what", "settings"),
    [
        ("sic-bo", ["shaker=automated", "boxes=1", "holder=Königs Casino"]),
        ("sic-bo", ["payout.small=1 to 1", "payout.two-of-a-kind=16 to 2"]),
        ("big-six", ["payout.joker=50 to 1", "payout.1=3 to 2", "edition=2011-comment"]),
        ("big-six", ["symbols.flag=eagle"]),
    ],
)
def test_what_the_law_allows_is_lawful(what: str, settings: list[str]) -> None:
    assert findings(what, *settings) == []


def test_stating_a_default_changes_nothing() -> None:
    plain = load("sic-bo")[1]
    assert load("sic-bo", ["shaker=manual", "payout.small=1 to 1", "reading.two_of_a_kind=at-least-two"])[1] == plain
    assert load("sic-bo", ["shaker=automated"])[1] != plain


def test_an_edition_that_we_do_not_hold_is_refused_and_never_guessed() -> None:
    with pytest.raises(BadInput, match='chapter 625a has no edition "2012-final"; there is only 2011-proposed'):
        load("sic-bo", ["edition=2012-final"])
    with pytest.raises(BadInput, match='chapter 625a has no edition "2013"; there is only 2011-proposed'):
        load("sic-bo", ["edition=2013"])  # a year is a text here, though a number in TOML
    with pytest.raises(BadInput, match="edition: 3 is not a text"):
        rules_for(find_game("sic-bo"), Submission("a file", {"game": "sic-bo", "edition": 3}))


def test_a_game_that_we_do_not_have_is_named() -> None:
    with pytest.raises(BadInput, match='there is no game "sicbo"; did you mean sic-bo'):
        load("sicbo")


def test_an_unlawful_submission_stops_whoever_needs_it() -> None:
    with pytest.raises(Unlawful, match="payout.joker") as caught:
        load("big-six", ["payout.joker=1 to 1"])
    assert not caught.value.malformed
    with pytest.raises(Unlawful) as caught:
        load("big-six", ["jokers=2"])
    assert caught.value.malformed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game is missing; write for example game = "),
        ("game = 3", "game: 3 is not a name"),
        ('game = "faro"', 'there is no game "faro"'),
        ("game = sic-bo", "is not TOML"),
    ],
)
def test_a_file_that_is_no_submission(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=message):
        load(str(path))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file; make one with: houseway new GAME"):
        load(str(tmp_path / "none.toml"))
    with pytest.raises(BadInput, match="is a folder; give the path of a submission"):
        load(f"{tmp_path}/")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(BadInput, match="is not UTF-8"):
        load(str(tmp_path / "bytes.toml"))


@pytest.mark.parametrize("setting", ["shaker", "=manual", ""])
def test_a_setting_that_is_none(setting: str) -> None:
    with pytest.raises(BadInput, match="is not key=value; write for example"):
        load("sic-bo", [setting])


def test_a_setting_cannot_change_the_game() -> None:
    with pytest.raises(BadInput, match="a submission is for one game"):
        load("sic-bo", ["game=big-six"])
