"""Fields of steps and reports: only those that the paragraph declares, each of its kind; free text goes into `note`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from attacks.test_results import LONGEST_SENTENCE, anything, is_plain, with_toys
from houseway.core import AnyGame
from houseway.games import load
from houseway.law import BadInput, Field, LawError, Rules, read_fields
from houseway.law.fields import FIELD_NAME, KINDS, RESERVED, WITH_CHOICES, inches
from houseway.law.procedure import load_procedures, load_reports

COMMANDS_OWN = ("do", "at", "cite", "item", "by", "who", "data", "about", "noted")


def told(declared: Mapping[str, Field], **given: Any) -> str:
    with pytest.raises(BadInput) as error:
        read_fields(declared, given, seats=6)
    return str(error.value)


def of_kind(kind: str) -> dict[str, Field]:
    return {"noted_there": Field("noted_there", kind)}


def everywhere(rules: Rules) -> dict[str, Mapping[str, Field]]:
    """All that a step or a report of this edition may say, by paragraph and act."""
    steps = [step for text in rules.chapter.procedures.values() for step in text.steps if step.cite in rules.cites]
    found = {f"step {step.cite} {step.item}": rules.step_fields(step.cite, step.item) for step in steps}
    reports = {cite: rules.report_fields(cite) for cite in rules.chapter.reports}
    return found | {f"report {cite}": fields for cite, fields in reports.items() if fields is not None}


# What each kind takes


@pytest.mark.parametrize(
    ("kind", "given", "read"),
    [
        ("whole", 0, 0),
        ("whole", 1_000_000, 1_000_000),
        ("cents", 500, 500),
        ("yes-no", False, False),
        ("moment", "2011-06-11T09:00:00Z", 1307782800),
        ("moment", "2011-06-11T05:00:00-04:00", 1307782800),
        ("moment", 1307782800, 1307782800),
        ("role", "pit-manager", "pit-manager"),
        ("seat", 6, 6),
        ("name", "J. Müller", "J. Müller"),
        ("name", 7, "7"),
        ("line", "bowl levelled", "bowl levelled"),
        ("length", 31, 31),
        ("length", "31.50", "31.5"),
        ("length", "31.0", 31),
        ("one of red|black", "black", "black"),
        ("seat or dealer|dead-hand", "dead-hand", "dead-hand"),
        ("seat or dealer", 2, 2),
        ("wholes", [1, 2], [1, 2]),
        ("wholes", (), []),
        ("names", ["0", 32], ["0", "32"]),
        ("roles", ["dealer"], ["dealer"]),
        ("seats", [1, 6], [1, 6]),
        ("list of red|black", ["red", "red"], ["red", "red"]),
        ("counts", {"joker": 1}, {"joker": 1}),
    ],
)
def test_a_value_of_its_kind_is_read_as_plain_json(kind: str, given: object, read: object) -> None:
    found = read_fields(of_kind(kind), {"noted_there": given}, seats=6)
    assert found == {"noted_there": read} and json.loads(json.dumps(found)) == found
    assert type(found["noted_there"]) is type(read)


@pytest.mark.parametrize(
    ("kind", "wrong", "sentence"),
    [
        ("whole", (True, -1, 1_000_001, "3", 2.0, None, [3], {}, 10**5000), "is not a whole number from 0 to 1000000"),
        ("cents", (-1, 10**12 + 1, "$5", True), "is not an amount in whole cents, like 500 for $5.00"),
        ("yes-no", (1, 0, "yes", None, []), "is not true or false"),
        (
            "moment",
            ("2011-06-11T09:00:00", "9:00", -1, 2**33, True, "", {}),
            'write it with its zone, like "2011-06-11T',
        ),
        ("role", ("", "nobody", 3, ["dealer"], {}), "is not a role; there are dealer, "),
        ("seat", (0, 7, "2", True, [2]), "is not a seat at this table; write 1 to 6"),
        ("name", ("x" * 101, "two\nlines", "\x1b[2J", "\ud800", -1, True, {}, ["x"]), "is not a name or number on one"),
        ("line", ("x" * 301, "two\nlines", 7, {}), "is not a text on one line, of at most 300 letters"),
        (
            "length",
            (-1, "31,5", "31.", "1e3", "٣", 31.5, True, "12345"),
            'is not a length in inches, like 31 or "31.5"',
        ),
        ("one of red|black", ("", "blue", "red|black", None, ["red"], {}), "is not one of red, black"),
        ("seat or dealer", (0, 7, "seat:1", True, None, [1]), "is not a seat at this table, 1 to 6, or dealer"),
        ("wholes", (3, "3", [True], [[1]], {"0": 1}, [1] * 201), "is not a list of whole numbers, like [1, 2]"),
        ("names", ("x", [["x"]], [None], ["a\nb"], ["x"] * 201), "is not a list of names"),
        ("roles", ("dealer", ["nobody"], [{}]), 'is not a list of roles, like ["dealer"]'),
        ("seats", ([0], [7], ["1"], 1), "is not a list of seats at this table, like [1, 2]; write 1 to 6"),
        ("list of red|black", ("red", ["blue"], [[]]), "is not a list of any of red, black"),
        (
            "counts",
            (54, [], {"1": "2"}, {"1": {}}, {"1": True}, {"a\nb": 1}),
            'is not a count for each name, like {"jo',
        ),
    ],
)
def test_any_other_value_is_refused_with_what_would_be_right(kind: str, wrong: tuple[Any, ...], sentence: str) -> None:
    for given in wrong:
        assert told(of_kind(kind), noted_there=given).startswith("noted_there: ")
        assert sentence in told(of_kind(kind), noted_there=given)


def test_a_length_is_compared_exactly() -> None:
    assert inches("59.99") < inches(60) < inches("60.01")  # type: ignore[operator]
    assert (inches(None), inches("wide"), inches(True)) == (None, None, None)


# Free text


@pytest.mark.parametrize(
    "text", ["", "one die leans against the wall", "two\nlines", "Größe 31,5″ – schön\u00a0so", "x" * 500]
)
def test_a_note_is_kept_as_it_is(text: str) -> None:
    assert read_fields({}, {"note": text}, seats=6) == {"note": text}


@pytest.mark.parametrize(
    "text", ["x" * 501, "\x1b[2J", "\x00", "a\rb", "\ud800", "\u202e", 7, None, ["x"], {"text": "x"}]
)
def test_another_note_is_refused(text: object) -> None:
    assert "is not a text of at most 500 printable letters" in told({}, note=text)


def test_line_breaks_of_another_system_are_line_breaks() -> None:
    assert read_fields({}, {"note": "a\r\nb"}, seats=6) == {"note": "a\nb"}


# Names of fields


@pytest.mark.parametrize("name", [*COMMANDS_OWN, "event", "seq", "reason", "", "\ud800", "x" * 5000, "Dice"])
def test_no_other_field_is_taken_and_the_sentence_says_which_there_are(name: str) -> None:
    _, rules = load("sic-bo")
    sentence = told(rules.step_fields("625a.2(a)"), **{name: {}})
    assert " is not a field here; " in sentence and len(sentence) < LONGEST_SENTENCE and sentence.isprintable()
    assert (
        "there are dice, dice_placed_at, complies, verified, and note for free text" in sentence
        or "did you mean" in sentence
    )
    sentence = told(rules.report_fields("625a.7(a)") or {}, **{name: 1})
    assert sentence.endswith(("only note is, for free text", "did you mean note?"))


def test_a_misspelt_field_is_told_its_name() -> None:
    _, rules = load("sic-bo")
    assert told(rules.step_fields("625a.2(b)"), dice_place_at=0).endswith("did you mean dice_placed_at?")


def test_what_is_missing_is_for_the_game_to_judge() -> None:
    _, rules = load("roulette")
    assert read_fields(rules.step_fields("617a.2(e)"), {}, seats=8) == {}


def test_a_paragraph_with_several_acts_takes_the_fields_of_the_one_that_is_named() -> None:
    _, rules = load("big-six")
    assert set(rules.step_fields("619a.1(a)")) == {"diameter_inches", "circular", "sections", "covered", "verified"}
    assert set(rules.step_fields("619a.1(a)", "sections")) == {"sections", "verified"}
    assert set(rules.step_fields("619a.1(a)", "rim")) == {"verified"}


def test_editions_that_lack_a_paragraph_have_neither_its_fields_nor_its_report() -> None:
    _, final = load("casino-war", ["edition=2012-final"])
    _, proposed = load("casino-war", ["edition=2011-proposed"])
    lacking = next(cite for cite in ("651a.5(h)(2)", "651a.5(h)(2)(i)") if cite not in final.cites)
    assert set(final.step_fields(lacking)) == {"verified"} < set(proposed.step_fields(lacking))
    assert final.report_fields(lacking) is None is proposed.report_fields("999a.1")


@pytest.mark.parametrize(("game", "rules"), with_toys())
def test_every_declared_field_is_well_formed(game: AnyGame, rules: Rules) -> None:
    for fields in everywhere(rules).values():
        for name, field in fields.items():
            assert name == field.name and FIELD_NAME.fullmatch(name) and (name not in RESERVED or name == "verified")
            assert field.kind in KINDS or field.kind.startswith(tuple(WITH_CHOICES))
    assert set(game.law.reports) == set(game.chapter.reports)


@pytest.mark.parametrize(("game", "rules"), with_toys())
def test_anything_in_any_field_is_read_or_refused(game: AnyGame, rules: Rules) -> None:
    rng = Random(3)
    for fields in everywhere(rules).values():
        for _ in range(30):
            name = rng.choice([*fields, "note", "data"])
            try:
                found = read_fields(fields, {name: anything(rng)}, seats=rules.boxes)
            except BadInput as error:
                sentence = str(error)
                assert 10 < len(sentence) < LONGEST_SENTENCE and sentence.isprintable()
            else:
                assert name == "note" or is_plain(found)
                json.dumps(found)


# The loader

SHAKES_BY_NAME = """[[procedure]]
name = "q"
cite = "617a.2"
says = "Q."
step = [{ cite = "617a.2", by = "dealer", says = "S.", fields = { shakes = "name" } }]
"""


def loaded(tmp_path: Path, fields: str, more: str = "") -> None:
    path = tmp_path / "procedure.toml"
    step = f'{{ cite = "617a.2", by = "dealer", says = "S.", fields = {fields} }}'
    path.write_text(f'[[procedure]]\nname = "p"\ncite = "617a.2"\nsays = "P."\nstep = [{step}]\n{more}')
    load_procedures(path, {"617a.2"})
    load_reports(path, {"617a.2"})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ('{ shakes = "wole" }', "fields.shakes: 'wole' is not a kind of field; did you mean whole"),
        ("{ shakes = 3 }", "fields.shakes: 3 is not a text"),
        ('{ colour = "one of " }', "'one of ' lists no choices; write them with | between"),
        ('{ colour = "one of red||black" }', "lists no choices"),
        ('{ Shakes = "whole" }', "fields.Shakes: is not a name for a field; write small letters and underscores"),
        ('{ note = "name" }', "fields.note: is not a name for a field"),
        ('{ by = "role" }', "fields.by: is not a name for a field"),
        ('"whole"', "'whole' is not a table"),
    ],
)
def test_fields_that_are_none_cannot_be_loaded(tmp_path: Path, fields: str, why: str) -> None:
    with pytest.raises(LawError) as error:
        loaded(tmp_path, fields)
    assert why in str(error.value) and "procedure.toml: p step 1.fields" in str(error.value)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('[[report]]\ncite = "617a.9"\n', "report 1.cite: 617a.9 is in no outline"),
        ("[[report]]\nfields = {}\n", "report 1: has no citation"),
        ('[[report]]\ncite = "617a.2"\nsays = "S."\n', "report 1.says: is not a known key"),
        ('[[report]]\ncite = "617a.2"\n[[report]]\ncite = "617a.2"\n', "report 2 617a.2: stands twice"),
        ('[[report]]\ncite = "617a.2"\nfields = { seat = "chair" }\n', "report 1.fields.seat: 'chair' is not a kind"),
        (SHAKES_BY_NAME, "617a.2 fields.shakes: has two kinds; give it one kind in all steps of the paragraph"),
    ],
)
def test_reports_that_are_none_cannot_be_loaded(tmp_path: Path, more: str, why: str) -> None:
    with pytest.raises(LawError) as error:
        loaded(tmp_path, '{ shakes = "whole" }', more)
    assert why in str(error.value)
