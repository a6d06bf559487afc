"""What people type: wagers by id, by name, by what the layout prints; amounts in dollars."""

from __future__ import annotations

import pytest

from houseway.cli.seat import spoken_option
from houseway.cli.spoken import amount_cents, find_wager, split_amount
from houseway.core import Option
from houseway.games import load
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
        ("craps", "pass", "pass"),
        ("craps", "field", "field"),
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
        ("roulette", "moon", "is not a wager here; there are straight"),
        ("craps", "place 6", "could be place-to-win:6, place-to-lose:6"),
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
    assert spoken_option(Option("double-down", (), low, high)) == spoken
