"""The JSON Schema of submissions accepts submissions that `check` accepts, and marks those that it refuses for their form."""

from __future__ import annotations

import io
import json
from typing import Any

import jsonschema
import pytest

from houseway.cli.submission_questions import ask_all
from houseway.games import find_game, games, load
from houseway.law import BadInput
from houseway.law.submission_schema import submission_schema

EDITIONS = [(game, edition) for game in games() for edition in load(game)[1].chapter.outline.editions]


def errors(schema: dict[str, Any], data: dict[str, Any]) -> list[str]:
    found = jsonschema.Draft202012Validator(schema).iter_errors(data)
    return sorted(".".join(map(str, each.path)) for each in found)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_complete_submission_fits_its_schema(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    schema = submission_schema(rules, found.title)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert errors(schema, json.loads(json.dumps(rules.as_data()))) == []
    for key, option in rules.edition.options.items():
        for choice in option.choices:
            *above, last = key.split(".")
            data: dict[str, Any] = {last: choice}
            for name in reversed(above):
                data = {name: data}
            assert errors(schema, {"game": game, **data}) == [], (key, choice)


def test_what_check_refuses_for_form_is_marked_at_its_place() -> None:
    found, rules = load("casino-war")
    schema = submission_schema(rules, found.title)
    wrong = {
        "game": "casino-war",
        "decks": 9,
        "boxes": "many",
        "limits": {"min_cents": 0},
        "shufler": "manual",
        "reading": {"adding": "nonsense"},
    }
    assert errors(schema, wrong) == ["", "boxes", "decks", "limits.min_cents", "reading.adding"]
    assert "§ 651a.3" in schema["properties"]["decks"]["description"]


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_each_key_is_asked_for_and_a_wrong_answer_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "Nova # Casino", "99", "7", *[""] * 30)
    rules = ask_all(find_game("sic-bo"), ["shaker=automated"])
    assert (rules.option("holder"), rules.boxes, rules.option("shaker")) == ("Nova # Casino", 7, "automated")
    said = capsys.readouterr()
    assert "boxes: 99 is not from 1 to 20 (601a.2)" in said.err and "shaker [automated]:" in said.err and said.out == ""
    json.dumps(rules.as_data(), default=str)


def test_an_input_that_ends_early_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "Nova")
    with pytest.raises(BadInput, match="ended before the submission was complete; nothing was written"):
        ask_all(find_game("sic-bo"), ())
