"""The form of a submission: its fields, and the answers of its check."""

from __future__ import annotations

import json
import tomllib

import pytest

from houseway.documents.submission_text import submission_text
from houseway.games import games
from houseway.service.request_rules import judged, verdict
from houseway.service.submission_fields import fields_of
from support import law


@law("625a.1(d)(2)(ii)", "617a.1(d)", "651a.2(c)")
@pytest.mark.parametrize(
    ("name", "choices", "key", "cite"),
    [
        ("sic-bo", {"shaker": "automated"}, "shaking", "625a.1(d)(2)(ii)"),
        ("roulette", {"compartments": "neutral"}, "compartments", "617a.1(d)"),
        ("casino-war", {"tip_box": "elsewhere"}, "tip_box", "651a.2(c)"),
    ],
)
def test_the_form_has_the_texts_and_a_check_says_which_apply(
    name: str, choices: dict[str, str], key: str, cite: str
) -> None:
    game, usual = judged(name, {})
    assert usual.rules is not None
    (group,) = (each for each in fields_of(game, usual.rules)["groups"] if each["title"] == "Texts")
    (field,) = (each for each in group["fields"] if each["key"] == f"texts.{key}")
    assert field["kind"] == "steps" and field["cite"].partition(".")[0] == cite.partition(".")[0]
    assert field["key"] not in {each["field"] for each in verdict(game, usual)["texts"]}
    steps = ["Once, then [again].", '#2: say "done"']
    missing = verdict(game, judged(name, choices)[1])["texts"]
    _, given = judged(name, {**choices, field["key"]: json.dumps(steps)})
    for told, expected in ((missing, None), (verdict(game, given)["texts"], steps)):
        (text,) = (each for each in told if each["field"] == field["key"])
        assert (
            text["given"] == expected and text["cites"] == [cite] and (text["problem"] is None) is (expected is steps)
        )
    assert given.rules is not None
    assert tomllib.loads(submission_text(game.title, given.rules))["texts"][key] == steps  # what the page saves


def test_every_text_that_a_submission_may_have_is_a_field() -> None:
    for game in games(outside=False).values():
        for edition in game.chapter.outline.editions:
            rules = judged(game.id, {"edition": edition})[1].rules
            assert rules is not None
            fields = {each["key"] for group in fields_of(game, rules)["groups"] for each in group["fields"]}
            assert {each.field for each in rules.texts_known().values()} <= fields


def test_unlawful_choices_say_nothing_of_texts() -> None:
    game, found = judged("sic-bo", {"shaker": "automated", "limits.min_cents": "0"})
    assert verdict(game, found)["texts"] is None
