"""Texts that the chapters want submitted: a key for each, in every paper that shows it, and a word where one is missing."""

from __future__ import annotations

import json
import tomllib

import pytest
from typer.testing import CliRunner, Result

from houseway.cli import app
from houseway.documents.controls import controls
from houseway.documents.html_page import page
from houseway.documents.review import review_items
from houseway.documents.submission_form import submission_form
from houseway.documents.submission_text import submission_text
from houseway.games import games, judged, load, load_text
from houseway.law import Unlawful
from houseway.law.submission_schema import submission_schema
from support import law

SHAKING = 'texts.shaking=["Close the lid.", "Press the switch and wait for <three> #tosses."]'


def run(*call: str) -> Result:
    return CliRunner().invoke(app, call)


# what the texts of the chapters have somebody submit or approve and no option can hold: key, choices, paragraph
WANTED = [
    ("roulette", ("wheel=single-zero", "compartments=neutral"), "compartments", "617a.1(c)"),
    ("roulette", ("compartments=neutral",), "compartments", "617a.1(d)"),
    ("roulette", ("wheel=double-zero-as-single-zero",), "cover", "617a.1(e)(1)"),
    ("pai-gow", (), "marker", "621a.1[Marker]"),
    ("sic-bo", ("shaker=automated",), "shaking", "625a.1(d)(2)(ii)"),
    ("sic-bo", ("shaker=automated",), "shaker_place", "625a.1(d)(2)(ii)"),
    ("casino-war", ("shuffler=batch",), "batch", "651a.5(g)(2)(ii)"),
    ("casino-war", ("edition=2011-proposed", "shuffler=batch"), "batch", "651a.5(h)(2)(ii)"),
    ("casino-war", ("edition=2011-filing", "shuffler=batch"), "storage", "651a.5(h)(2)(i)"),
    ("casino-war", ("edition=2011-comment", "shuffler=batch"), "storage", "651a.5(h)(2)(i)"),
    ("casino-war", ("tip_box=elsewhere",), "tip_box", "651a.2(c)"),
    ("down-under-blackjack", ("tip_box=elsewhere",), "tip_box", "685a.2(c)"),
]


@law("617a.1(c)", "617a.1(e)(1)", "621a.1[Marker]", "625a.1(d)(2)(ii)", "651a.5(g)(2)(ii)", "651a.2(c)", "685a.2(c)")
@pytest.mark.parametrize(("game", "choices", "key", "cite"), WANTED)
def test_a_text_is_asked_for_under_its_choice_and_shown_everywhere(
    game: str, choices: tuple[str, ...], key: str, cite: str
) -> None:
    own, missing = load(game, choices)
    assert (key, cite) in {(each.key, str(each.cite)) for each in missing.texts_missing()}
    said = "Twice, in the sight of the floorperson."
    _, given = load(game, (*choices, f"texts.{key}={said}"))
    assert key not in {each.key for each in given.texts_missing()}
    (wanted,) = (each for each in given.texts_wanted() if each.key == key)
    for rules, shows in ((missing, "no text is given"), (given, said)):
        items = [each for each in review_items(own, rules) if each.what.startswith("A text is submitted")]
        assert any(cite in each.cites and each.submitted == shows for each in items)
        form = page(submission_form(own, rules))
        assert wanted.says.rstrip(".") in form and (said in form) is (rules is given)
    assert wanted.says.rstrip(".") in page(submission_form(own, missing, blank=True))
    assert f'# {key} = ["…"]' in submission_text(own.title, missing)
    again = load_text(submission_text(own.title, given), "again")[1]
    assert again.digest == given.digest and again.texts[key] == (said,)
    asked = submission_schema(missing, own.title)["properties"]["texts"]["properties"][key]
    assert cite in asked["description"]


@law("625a.1(d)(2)(ii)")
def test_625a_1_d_2_ii_the_controls_have_the_procedure_for_shaking_or_room_for_it() -> None:
    game, missing = load("sic-bo", ["shaker=automated"])
    assert "The submission gives no text" in page(controls(game, missing))
    _, given = load("sic-bo", ["shaker=automated", SHAKING])
    told = page(controls(game, given))
    assert "Close the lid." in told and "wait for &lt;three&gt; #tosses." in told and "gives no text" not in told


def test_a_submission_without_texts_has_the_digest_that_it_always_had() -> None:
    _, rules = load("sic-bo", ["shaker=automated"])
    assert not any(key.startswith("texts.") for key in rules.submission)
    _, with_text = load("sic-bo", ["shaker=automated", SHAKING])
    assert with_text.digest != rules.digest
    one, lines = 'texts.shaking="a\\nb"', 'texts.shaking=["a", "b"]'
    assert load("sic-bo", [one])[1].digest == load("sic-bo", [lines])[1].digest


def test_an_amendment_shows_a_text_that_is_new_changed_or_withdrawn() -> None:
    game, before = load("sic-bo", ["shaker=automated"])
    _, first = load("sic-bo", ["shaker=automated", SHAKING])
    _, other = load("sic-bo", ["shaker=automated", "texts.shaking=Press the switch."])
    assert "As submitted, in full" in page(submission_form(game, first, since=before))
    changed = page(submission_form(game, other, since=first))
    assert "As changed, in full" in changed and "Press the switch." in changed
    assert "withdrawn" in page(submission_form(game, before, since=first))
    assert "Nothing changes" in page(submission_form(game, first, since=first))


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("7", "7 is neither a text nor a list of texts"),
        ('["a", 7]', "neither a text nor a list of texts"),
        ('" "', "is empty; write the text, or leave the key out"),
        (json.dumps(["x" * 601]), "step 1 has 601 letters; write at most 600"),
        (json.dumps(["x"] * 61), "has 61 steps; write at most 60"),
    ],
)
def test_a_text_that_is_none_is_refused_with_its_paragraph(value: str, problem: str) -> None:
    found, _, _ = judged("sic-bo", ["shaker=automated", f"texts.shaking={value}"])
    (finding,) = found.findings
    assert problem in finding.problem and finding.cites == ("625a.1(d)(2)(ii)",) and finding.malformed
    with pytest.raises(Unlawful):
        load("sic-bo", ["shaker=automated", f"texts.shaking={value}"])
    just_inside = json.dumps(["x" * 600] * 60)
    assert judged("sic-bo", ["shaker=automated", f"texts.shaking={just_inside}"])[0].rules is not None


def test_check_says_which_texts_are_missing_and_which_have_no_effect() -> None:
    told = run("check", "casino-war", "--set", "shuffler=batch")
    assert told.exit_code == 0 and "1 text is still to be submitted" in told.stdout
    found = json.loads(run("check", "sic-bo", "--set", SHAKING, "--json").stdout)
    assert found["lawful"] and found["texts"] == [] and "texts.shaking" in found["no_effect"]
    found = json.loads(run("check", "sic-bo", "--set", "shaker=automated", "--set", SHAKING, "--json").stdout)
    by_field = {each["field"]: each for each in found["texts"]}
    assert by_field["texts.shaking"]["given"] == ["Close the lid.", "Press the switch and wait for <three> #tosses."]
    assert by_field["texts.shaker_place"]["problem"] and by_field["texts.shaking"]["problem"] is None


def test_every_text_of_every_chapter_follows_from_a_choice_that_exists() -> None:
    for game in games(outside=False).values():
        path = game.chapter.folder / "texts.toml"
        rows = tomllib.loads(path.read_text())["text"] if path.exists() else []
        assert len(rows) == len(game.chapter.texts)
        for text in game.chapter.texts:
            editions = [game.chapter.edition(each) for each in game.chapter.outline.editions]
            for key, values in text.when:
                choices = {choice for edition in editions for choice in edition.options[key].choices}
                assert set(values) <= choices, (game.id, text.key, key)


@law("625a.1(d)(2)(ii)", "623a.3(a)")
@pytest.mark.parametrize(
    ("game", "typed", "expected"),
    [
        ("sic-bo", {"shaker": "automated", "texts.shaking": "Close the lid."}, 'shaking = [\n  "Close the lid.",\n]'),
        ("craps", {"wagers": "pass, fire", "odds.multiple": "3-4-5"}, 'wagers = ["pass", "fire"]'),
        ("casino-war", {"backs": "red, blue"}, 'backs = ["red", "blue"]'),
    ],
)
def test_ask_asks_for_every_key_and_for_the_texts_of_the_choices(
    game: str, typed: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def line(prompt: str) -> str:
        asked.append(prompt.partition(" [")[0])
        return typed.get(asked[-1], "") + "\n"

    monkeypatch.setattr("houseway.cli.submission_questions._line", line)
    answer = run("new", game, "--ask")
    assert answer.exit_code == 0 and expected in answer.stdout
    edition = load(game)[1].edition
    assert set(edition.options) <= set(asked) and set(typed) <= set(asked)
