"""Typed wagers: by id, by name, by the words on the layout; amounts in dollars."""

from __future__ import annotations

import pytest

from houseway.cli.terminal.choosing import option_text
from houseway.core import Option
from houseway.core.typed_wagers import amount_cents, find_wager, read_bet, split_amount
from houseway.games import games, load
from houseway.law import BadInput


@pytest.mark.parametrize(
    ("what", "typed", "wager"),
    [
        ("sic-bo", "small", "small"),
        ("sic-bo", "SMALL", "small"),
        ("sic-bo", "smal", "small"),
        ("sic-bo", "2 2 2", "three-of-a-kind:2"),
        ("sic-bo", "2 2", "two-of-a-kind:2"),
        ("sic-bo", "two 2s", "two-of-a-kind:2"),
        ("sic-bo", "total 9", "total-value:9"),
        ("sic-bo", "9", "total-value:9"),
        ("sic-bo", "2-3", "two-dice-combination:2-3"),
        ("sic-bo", "3-2", "two-dice-combination:2-3"),
        ("sic-bo", "any", "any-three-of-a-kind"),
        ("big-six", "$1", "1"),
        ("big-six", "1", "1"),
        ("big-six", "jok", "joker"),
        ("roulette", "17", "straight:17"),
        ("roulette", "00", "straight:00"),
        ("roulette", "17-18", "split:17-18"),
        ("roulette", "0-00", "split:0-00"),
        ("roulette", "1st 12", "dozen:1"),
        ("roulette", "red", "red"),
        ("craps", "odds pass", "odds:pass"),
        ("craps", "pass odds", "odds:pass"),
        ("craps", "pass line odds", "odds:pass"),
        ("craps", "don't pass odds", "odds:dont-pass"),
        ("craps", "dont pass odds", "odds:dont-pass"),
        ("craps", "come odds 9", "odds:come:9"),
        ("craps", "don't come odds 9", "odds:dont-come:9"),
        ("craps", "pass", "pass"),
        ("craps", "field", "field"),
        ("craps", "six", "place-to-win:6"),
        ("craps", "6", "place-to-win:6"),
        ("craps", "eights", "place-to-win:8"),
        ("craps", "place six", "place-to-win:6"),
        ("craps", "place 6", "place-to-win:6"),
        ("craps", "no four", "lay:4"),
        ("craps", "buy the four", "buy:4"),
        ("craps", "lay a ten", "lay:10"),
        ("craps", "hard 8", "hardway:8"),
        ("craps", "hard eight", "hardway:8"),
        ("craps", "Hard-Eights", "hardway:8"),
        ("craps", "eight the hard way", "hardway:8"),
        ("craps", "hardways 10", "hardway:10"),
        ("craps", "yo", "eleven"),
        ("craps", "yo-leven", "eleven"),
        ("craps", "11", "eleven"),
        ("craps", "boxcars", "craps-12"),
        ("craps", "box car", "craps-12"),
        ("craps", "twelve", "craps-12"),
        ("craps", "midnight", "craps-12"),
        ("craps", "hi", "craps-12"),
        ("craps", "high", "craps-12"),
        ("craps", "low", "craps-2"),
        ("craps", "snake eyes", "craps-2"),
        ("craps", "snake-eyes", "craps-2"),
        ("craps", "aces", "craps-2"),
        ("craps", "ace deuce", "craps-3"),
        ("craps", "ace-deuce", "craps-3"),
        ("craps", "any craps", "any-craps"),
        ("craps", "any crap", "any-craps"),
        ("craps", "big red", "any-seven"),
        ("craps", "any seven", "any-seven"),
        ("craps", "any 7", "any-seven"),
        ("craps", "c and e", "craps-eleven"),
        ("craps", "C&E", "craps-eleven"),
        ("craps", "C & E", "craps-eleven"),
        ("craps", "world", "whirl"),
        ("craps", "horn high yo", "horn-high:11"),
        ("craps", "horn high ace deuce", "horn-high:3"),
        ("craps", "pass line", "pass"),
        ("craps", "don't pass", "dont-pass"),
        ("craps", "dont-come", "dont-come"),
        ("mini-craps", "yo", "eleven"),
        ("roulette", "corner 8 9 11 12", "four-numbers:8-9-11-12"),
        ("roulette", "corner 12 11 9 8", "four-numbers:8-9-11-12"),
        ("roulette", "corner 8-9-11-12", "four-numbers:8-9-11-12"),
        ("roulette", "corner 8/12", "four-numbers:8-9-11-12"),
        ("roulette", "street 1", "three-numbers:1-2-3"),
        ("roulette", "street 34 35 36", "three-numbers:34-35-36"),
        ("roulette", "trio 0 1 2", "three-numbers:0-1-2"),
        ("roulette", "double street 1", "six-numbers:1-6"),
        ("roulette", "double-street 1-6", "six-numbers:1-6"),
        ("roulette", "line 31", "six-numbers:31-36"),
        ("roulette", "six line 4", "six-numbers:4-9"),
        ("roulette", "split 20 17", "split:17-20"),
        ("roulette", "low", "1-18"),
        ("roulette", "lows", "1-18"),
        ("roulette", "high", "19-36"),
        ("roulette", "first dozen", "dozen:1"),
        ("roulette", "2nd dozen", "dozen:2"),
        ("roulette", "third 12", "dozen:3"),
        ("roulette", "second column", "column:2"),
        ("roulette", "reds", "red"),
        ("roulette", "basket", "first-five"),
        ("roulette", "first five", "first-five"),
        ("roulette", "first-five", "first-five"),
        ("roulette", "double zero", "straight:00"),
        ("roulette", "zero", "straight:0"),
        ("roulette", "straight up 17", "straight:17"),
        ("sic-bo", "triple twos", "three-of-a-kind:2"),
        ("sic-bo", "any triple", "any-three-of-a-kind"),
        ("sic-bo", "pair of 2s", "two-of-a-kind:2"),
        ("sic-bo", "low", "small"),
    ],
)
def test_a_wager_is_found_by_what_people_call_it(what: str, typed: str, wager: str) -> None:
    game, rules = load(what)
    assert find_wager(game, rules, typed.split()) == wager


@pytest.mark.parametrize(
    ("what", "typed", "message"),
    [
        ("sic-bo", "", "which wager"),
        ("sic-bo", "two", "could be two-of-a-kind:1"),
        ("sic-bo", "total 3", "is not a wager here; there are total-value:4"),
        ("roulette", "red five", r'"red five" is not a wager here; did you mean red\?'),
        ("roulette", "moon", "is not a wager here; there are straight"),
        ("craps", "don't", "could be dont-pass or dont-come; type one of them, or more of it"),
        ("craps", "hi-lo", "could be craps-2 or craps-12"),
        ("craps", "hard", "could be hardway:4, hardway:6, hardway:8 or hardway:10"),
        ("craps", "easy six", "could be hop:1-5 or hop:2-4"),
        ("craps", "horn high", "could be horn-high:2, horn-high:3, horn-high:11 or horn-high:12"),
        (
            "craps",
            "come odds",
            "could be odds:come:4, odds:come:5, odds:come:6, odds:come:8, odds:come:9 or odds:come:10",
        ),
        ("craps", "odds on the 9", "could be odds:come:9 or odds:dont-come:9; type one of them"),
        ("craps", "hard 5", '"hard 5" is not a wager here'),
        ("roulette", "corner 8", "could be four-numbers:4-5-7-8, four-numbers:5-6-8-9, four-numbers:7-8-10-11"),
        ("roulette", "dozen", "could be dozen:1, dozen:2 or dozen:3"),
        ("roulette", "corner 1 36", '"corner 1 36" is not a wager here'),
        ("roulette", "street", "could be three-numbers:1-2-3, .* or 18 more; type one of them"),
        ("roulette", "green", "could be straight:0 or straight:00"),
        ("sic-bo", "x" * 3000, "x" * 60 + '" is not a wager'),
    ],
)
def test_what_is_no_wager_says_what_there_is(what: str, typed: str, message: str) -> None:
    game, rules = load(what)
    with pytest.raises(BadInput, match=message):
        find_wager(game, rules, typed.split())


def test_amounts_are_dollars() -> None:
    assert [amount_cents(text) for text in ("5", "$5", "2.50", "1,000", "five")] == [500, 500, 250, 100_000, None]
    assert split_amount(["small", "5"]) == (["small"], 500)
    assert split_amount(["small"]) == (["small"], None)
    for wrong in ("0", "-5", "5.555"):
        with pytest.raises(BadInput, match="is not an amount; type dollars, like 5 or 2.50"):
            amount_cents(wrong)


@pytest.mark.parametrize(
    ("low", "high", "spoken"),
    [(0, 0, "double-down"), (1000, 1000, "double-down ($10.00)"), (100, 1000, "double-down (up to $10.00)")],
)
def test_a_choice_says_what_it_costs_and_whether_less_will_do(low: int, high: int, spoken: str) -> None:
    assert option_text(Option("double-down", (), low, high)) == spoken


@pytest.mark.parametrize(
    ("what", "typed", "wager", "cents"),
    [
        ("craps", "six 12", "place-to-win:6", 1200),
        ("craps", "hard 8 5", "hardway:8", 500),
        ("craps", "hard eight 5", "hardway:8", 500),
        ("craps", "hard 8", "hardway:8", None),
        ("roulette", "corner 8 9 11 12 5", "four-numbers:8-9-11-12", 500),
        ("roulette", "corner 8 9 11 12", "four-numbers:8-9-11-12", None),
        ("roulette", "street 1", "three-numbers:1-2-3", None),
        ("roulette", "17 5", "straight:17", 500),
    ],
)
def test_the_amount_is_told_from_the_numbers_of_a_wager(what: str, typed: str, wager: str, cents: int | None) -> None:
    game, rules = load(what)
    assert read_bet(game, rules, typed.split()) == (wager, cents)


@pytest.mark.parametrize(
    ("mine", "typed", "wager", "cents"),
    [
        ("pass come:9", "pass odds 500", "odds:pass", 50000),
        ("pass come:9", "come odds 10", "odds:come:9", 1000),
        ("pass come:9", "come odds 9", "odds:come:9", None),
        ("pass come:9", "come odds 9 10", "odds:come:9", 1000),
        ("pass come:9", "odds on the 9 10", "odds:come:9", 1000),
        ("pass come:9", "odds on the 9", "odds:come:9", None),
        ("pass", "come odds 9", "odds:come:9", None),
        ("come:4 come:10", "come odds 10", "odds:come:10", None),
        ("dont-come:6 come:9", "don't come odds 12", "odds:dont-come:6", 1200),
        ("craps-2", "hard 8 5", "hardway:8", 500),
    ],
)
def test_odds_are_in_support_of_what_is_on_the_layout(mine: str, typed: str, wager: str, cents: int | None) -> None:
    game, rules = load("craps")
    assert read_bet(game, rules, typed.split(), mine=mine.split()) == (wager, cents)


@pytest.mark.parametrize(
    ("mine", "typed", "message"),
    [
        ("come:9 come:4", "come odds 10", '"come odds" could be odds:come:4 or odds:come:9; type one of them'),
        ("pass come:9 dont-come:9", "odds on the 9 10", "could be odds:come:9 or odds:dont-come:9; type one of them"),
        ("pass", "odds on the 9", "could be odds:pass, .* more; type one of them"),
        ("craps-2", "hi lo 5", "could be craps-2 or craps-12"),
    ],
)
def test_odds_in_support_of_several_wagers_list_only_those(mine: str, typed: str, message: str) -> None:
    game, rules = load("craps")
    with pytest.raises(BadInput, match=message):
        read_bet(game, rules, typed.split(), mine=mine.split())


def test_a_nickname_of_a_wager_that_is_not_taken_names_it_so_that_the_table_says_why() -> None:
    game, rules = load("roulette", ["wheel=single-zero"])
    assert "first-five" in game.law.withheld(rules)
    assert find_wager(game, rules, ["basket"]) == "first-five"


@pytest.mark.parametrize("name", games())
def test_nicknames_mean_wagers_of_the_game_and_no_other_id(name: str) -> None:
    game, rules = load(name)
    known = {**game.law.catalogue(rules), **game.law.withheld(rules)}
    for phrase, wagers in game.present.nicknames(rules).items():
        assert wagers and set(wagers) <= set(known), phrase
        assert phrase not in known or wagers == (phrase,), phrase
