"""Results and choices of any shape: understood, or refused as input with a short sentence; never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from contract.play import TOYS, toys_discovered
from houseway.core import AnyGame
from houseway.games import games, load
from houseway.law import BadInput, Rules

NAMES = [
    "dice",
    "die",
    "resting",
    "cards",
    "light",
    "range",
    "total",
    "tiles",
    "section",
    "pocket",
    "revolutions",
    "direction",
    "high",
    "low",
    "right",
    "left",
    "tie_on_war_cents",
    "note",
    "data",
    "who",
    "cents",
    "source",
]
WORDS = [
    "7H",
    "KD",
    "?",
    "blue",
    "low",
    "high",
    "6-6",
    "1-5",
    "17",
    "00",
    "opposite",
    "same",
    "clockwise",
    "3a",
    "dealer",
    "set",
    "cut",
]
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 3, 6, -1, 17, 2**70, -(10**40), 10**5000, 1.5, float("nan"), "", "\ud800", "\x1b[2J", "\n",
    "x" * 3000, [], {}, [[]], [{}], {"": {}}, [True, 2, 3], [2, 3], [2, 3, 4], ["6-6", []], [["7H"], ["KD"]], ["7H", "KD"],
)  # fmt: skip
LONGEST_SENTENCE = 600


def with_toys() -> list[Any]:
    with toys_discovered():
        return [pytest.param(*load(name), id=name) for name in games()]


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


def anything(rng: Random, depth: int = 0) -> Any:
    match rng.randrange(8 if depth < 3 else 5):
        case 0 | 1:
            return rng.choice(ODD)
        case 2:
            return rng.choice(WORDS)
        case 3:
            return rng.choice((rng.randint(-2, 40), rng.getrandbits(80)))
        case 4:
            return deep(20_000) if rng.random() < 0.02 else rng.randint(1, 6)
        case 5 | 6:
            return [anything(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {rng.choice((*NAMES, "", "\ud800")): anything(rng, depth + 1) for _ in range(rng.randrange(3))}


def fields(rng: Random, right: Mapping[str, Any]) -> dict[str, Any]:
    """Some of the right fields, with anything in their place or in addition."""
    found: dict[str, Any] = dict(right) if rng.random() < 0.6 else {}
    for _ in range(rng.randrange(3)):
        name = (
            rng.choice(list(right)) if right and rng.random() < 0.5 else rng.choice((*NAMES, "", "\ud800", "x" * 999))
        )
        value = anything(rng)
        if isinstance(found.get(name), list) and found[name] and rng.random() < 0.5:
            value = [*found[name]]
            value[rng.randrange(len(value))] = anything(rng)
        found[name] = value
    return found


def is_plain(value: object) -> bool:
    """Whether a value has only types that a journal keeps unchanged: whole numbers, texts, lists and objects of moderate size."""
    if isinstance(value, list | tuple):
        return len(value) <= 1000 and all(map(is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(name, str) and is_plain(inner) for name, inner in value.items())
    if isinstance(value, str):
        return value.isprintable()
    return isinstance(value, int) and abs(value) < 10**15


def attacked(
    rng: Random, times: int, right: Mapping[str, Any], read: Callable[[dict[str, Any]], Any]
) -> tuple[int, int]:
    """The numbers of accepted and of refused entries; any other outcome fails."""
    understood = refused = 0
    for _ in range(times):
        given = fields(rng, right)
        try:
            found = read(given)
        except BadInput as error:
            sentence = str(error)
            assert 10 < len(sentence) <= LONGEST_SENTENCE and sentence.isprintable(), sentence[:200]
            refused += 1
        else:
            assert is_plain(found), repr(found)[:200]
            json.dumps(found)
            understood += 1
    return understood, refused


def right_result(game: AnyGame) -> Mapping[str, Any]:
    return game.present.typed_result(game.present.typed_example.partition(":")[0].partition(", or")[0])


def attack_results(game: AnyGame, rules: Rules, seed: int, times: int) -> tuple[int, int]:
    def read(given: dict[str, Any]) -> Any:
        outcomes, noted = game.present.read_result(rules, given)
        assert not any(isinstance(each, bool) for each in outcomes)
        return [
            list(each) if isinstance(each, tuple) else each for each in outcomes if not hasattr(each, "slot")
        ], dict(noted)

    return attacked(Random(seed), times, right_result(game), read)


def attack_choices(game: AnyGame, rules: Rules, seed: int, times: int) -> tuple[int, int]:
    rng = Random(seed)
    results = []
    for choice in (*game.law.choices, "no-such-choice"):
        right: dict[str, Any] = {"right": [3, 4]} if choice == "cut" else {}
        right = {"high": ["6-6", "1-5"], "low": ["5-6", "1-4"]} if choice == "set" else right
        results.append(attacked(rng, times, right, partial(game.present.read_choice, rules, choice)))
    return sum(each[0] for each in results), sum(each[1] for each in results)


EVERY = pytest.mark.parametrize(("game", "rules"), with_toys())


@EVERY
def test_a_result_of_any_shape_is_understood_or_refused_as_input(game: AnyGame, rules: Rules) -> None:
    understood, refused = attack_results(game, rules, 1, 600)
    assert understood > 60 and refused > 200, (understood, refused)


@EVERY
def test_what_is_said_with_a_choice_is_understood_or_refused_as_input(game: AnyGame, rules: Rules) -> None:
    understood, refused = attack_choices(game, rules, 2, 150)
    assert understood > 25 and refused > 50, (understood, refused)


@pytest.mark.nightly
@EVERY
@pytest.mark.parametrize("seed", range(20))
def test_many_more_of_both(game: AnyGame, rules: Rules, seed: int) -> None:
    assert all(attack_results(game, rules, 100 + seed, 20_000))
    assert all(attack_choices(game, rules, 200 + seed, 2_000))


CASES: list[tuple[str, dict[str, Any], str]] = [
    ("down-under-blackjack", {"light": {}}, "light: {} is not a light of the card reader; write one of "),
    ("down-under-blackjack", {"light": ["blue"]}, "is not a light of the card reader"),
    ("sic-bo", {"dice": [True, 2, 3]}, "dice: True is not a face of a die; write 3 faces from 1 to 6"),
    (
        "sic-bo",
        {"dice": [2, 3, 10**5000]},
        "dice: a value of type int that is too large to show is not a face of a die",
    ),
    ("roulette", {"pocket": []}, 'pocket: [] is not a compartment of the double-zero wheel; there are "0", "00" and'),
    ("roulette", {"pocket": "17", "revolutions": 10**40}, "is not a whole number from 0 to 1000000"),
    ("roulette", {"pocket": "17", "direction": {}}, "direction: {} is not one of opposite, same"),
    ("big-six", {"section": 17, "direction": []}, "direction: [] is not one of clockwise, counterclockwise"),
    ("big-six", {"section": 17, "note": "fast"}, "note is not a field of a spin; there are section, revolutions"),
    ("pai-gow", {"total": [9]}, "total: [9] is not a total of three dice"),
    ("pai-gow", {"tiles": [["6-6"], {}]}, "tiles: ['6-6'] is not a tile"),
    ("craps", {"dice": [3, 4], "resting": {"0": 3}}, "is not 2 sides; write the side that each die rests on"),
    ("casino-war", {"cards": "7H"}, "cards: '7H' is not a list of 1 to 1000 cards"),
    ("casino-war", {"cards": ["7H"], "\ud800": 1}, "'\\ud800' is not a field of a deal; write"),
]


@pytest.mark.parametrize(("what", "given", "sentence"), CASES)
def test_the_sentence_names_what_would_be_right(what: str, given: dict[str, Any], sentence: str) -> None:
    game, rules = load(what)
    with pytest.raises(BadInput) as told:
        game.present.read_result(rules, given)
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("what", "choice", "data", "sentence"),
    [
        ("pai-gow", "set", {"high": {}}, "high: {} is not 2 tiles; write 2 names of tiles"),
        ("pai-gow", "set", {"high": ["6-6", "1-5"], "middle": []}, "middle is not part of setting a hand"),
        ("pai-gow", "cut", {"right": [[3], [4]]}, "right: [[3], [4]] are not stacks from 1 to 8"),
        ("pai-gow", "cut", {"right": [True]}, "right: [True] are not stacks from 1 to 8"),
        ("pai-gow", "take-bank", {"seat": 2}, "seat is not a field of take-bank; leave it out"),
        ("casino-war", "go-to-war", {"tie_on_war_cents": {}}, "tie_on_war_cents: {} is not an amount in whole cents"),
        (
            "casino-war",
            "go-to-war",
            {"tie_cents": 300},
            "tie_cents is not a field of go-to-war; tie_on_war_cents is",
        ),
        ("down-under-blackjack", "stand", {"hand": 1}, "hand is not a field of stand; leave it out"),
        ("sic-bo", "stand", {"data": {}}, "data is not a field of stand; leave it out"),
    ],
)
def test_a_choice_takes_only_what_belongs_to_it(what: str, choice: str, data: dict[str, Any], sentence: str) -> None:
    game, rules = load(what)
    with pytest.raises(BadInput) as told:
        game.present.read_choice(rules, choice, data)
    assert sentence in str(told.value)


def test_the_toys_are_attacked_too() -> None:
    assert {path.parent.name for path in TOYS.glob("*/round.py")} <= {p.id.replace("-", "_") for p in with_toys()}
