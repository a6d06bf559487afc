"""A price that other answers do not change is not worked out again; it must be what working it out gives."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from houseway.core import AnyGame
from houseway.games import load
from houseway.law import Rules
from houseway.questions.pricing import price, price_again, price_recorded, units_of
from houseway.questions.readings import Answers, Variants, open_questions
from houseway.questions.recording import Recording
from support import sized

KIND = "two_of_a_kind"
UNITS = {  # by day; by night all
    "craps": ("lay:4", "hardway:6", "odds:come:4", "horn"),
    "mini-craps": ("field", "buy:5"),
    "casino-war": ("initial", "tie"),
    "sic-bo": ("",),
    "pai-gow": (),
}


def others(game: AnyGame, rules: Rules) -> list[tuple[Answers, Rules]]:
    """Every other answer alone that is lawful."""
    variants = Variants(game, rules)
    alone = [((each.name, answer),) for each in open_questions(rules) for answer in each.ids]
    found = [(answers, variants.under(answers)) for answers in alone if answers[0][1] != rules.reading(answers[0][0])]
    return [(answers, each) for answers, each in found if each is not None]


@pytest.mark.parametrize("name", UNITS)
def test_what_is_not_worked_out_again_is_the_same(name: str) -> None:
    game, rules = load(name)
    spared = 0
    units = (UNITS[name], units_of(game, rules))[sized(day=0, night=1)]
    for unit in units:
        base, recording = price_recorded(game, rules, unit)
        for answers, other in others(game, rules):
            quick = price_again(base, recording, other)
            if quick is not None and {answers[0][0]} & {*base.asked}:
                slow = price(game, other, unit)
                assert (quick.edges, quick.rounded) == (slow.edges, slow.rounded), (unit, answers)
                assert {*quick.asked} == {*base.asked, *slow.asked}, (unit, answers)
                spared += 1
            elif quick is not None:
                assert quick == base, (unit, answers)
    assert spared or name in ("sic-bo", "casino-war", "pai-gow")


def other_kind(game: AnyGame, rules: Rules) -> Rules:
    found = Variants(game, rules).under(((KIND, "exactly-two"),))
    assert found is not None
    return found


def test_a_reading_that_moves_the_wager_is_worked_out() -> None:
    game, rules = load("sic-bo")
    base, recording = price_recorded(game, rules, "")
    assert price_again(base, recording, other_kind(game, rules)) is None


def test_an_answer_that_a_cache_hides_is_seen() -> None:
    @lru_cache
    def hidden(rules: Rules) -> str:
        return rules.reading(KIND)

    def opened(rules: Rules) -> str:
        return hidden(rules)[:0]  # the same whatever the answer

    def due(rules: Rules, state: Any) -> Any:
        del state
        return hidden(rules)

    game, rules = load("sic-bo")
    game = replace(game, law=replace(game.law, open=opened, due=due))
    for calls, known in ((1, True), (2, False)):
        recording = Recording(game, rules)
        state = recording.game.law.open(recording.rules)
        if calls > 1:
            recording.game.law.due(recording.rules, state)  # from the cache: it asks for nothing
        recording.end()
        assert (recording.again(other_kind(game, rules)) is not None) == known


def test_what_is_asked_for_outside_of_the_recorded_calls_is_not_known() -> None:
    game, rules = load("sic-bo")
    recording = Recording(game, rules)
    recording.rules.reading(KIND)
    recording.end()
    assert recording.again(other_kind(game, rules)) is None


def test_rules_that_differ_in_more_than_readings_are_not_known() -> None:
    game, rules = load("sic-bo")
    recording = Recording(game, rules)
    recording.end()
    assert recording.again(rules) is not None
    assert recording.again(replace(rules, options={**rules.options, "boxes": 1})) is None
