"""625a.6: the payout odds. The paytable is typed here once more, from the law, and compared."""

from __future__ import annotations

from itertools import product

import pytest

from houseway.games import judged, load
from support import Ended, bench, cites, law

PAYTABLE = {
    "three-of-a-kind": 150,
    "two-of-a-kind": 8,
    "any-three-of-a-kind": 24,
    "total-value:4": 50,
    "total-value:5": 18,
    "total-value:6": 14,
    "total-value:7": 12,
    "total-value:8": 8,
    "total-value:9": 6,
    "total-value:10": 6,
    "total-value:11": 6,
    "total-value:12": 6,
    "total-value:13": 8,
    "total-value:14": 12,
    "total-value:15": 14,
    "total-value:16": 18,
    "total-value:17": 50,
    "two-dice-combination": 5,
    "small": 1,
    "big": 1,
}
SHOWN = {1: "625a.6(b)(1)", 2: "625a.6(b)(2)", 3: "625a.6(b)(3)"}


def throw_of(total: int) -> list[int]:
    """Some throw with this total that is not three of a kind."""
    return next(list(dice) for dice in product(range(1, 7), repeat=3) if sum(dice) == total and len(set(dice)) > 1)


WINNERS = {
    "three-of-a-kind:1": [1, 1, 1],
    "three-of-a-kind:6": [6, 6, 6],
    "two-of-a-kind:2": [2, 5, 2],
    "any-three-of-a-kind": [4, 4, 4],
    **{f"total-value:{total}": throw_of(total) for total in range(4, 18)},
    "two-dice-combination:2-6": [6, 6, 2],
    "small": [1, 2, 3],
    "big": [6, 5, 6],
}


def odds_of(wager: str) -> int:
    """The odds of a wager in the law's table: in its own row, or in that of its kind."""
    return PAYTABLE[wager] if wager in PAYTABLE else PAYTABLE[wager.partition(":")[0]]


@law("625a.6")
def test_625a_6_every_wager_is_priced_as_the_law_prices_it_and_by_no_other_line() -> None:
    game, rules = load("sic-bo")
    priced = {
        wager: [(str(payout.odds), payout.cite, payout.at_least) for payout in offer.payouts]
        for wager, offer in game.law.catalogue(rules).items()
    }
    one = [(f"{shown} to 1", cite, False) for shown, cite in SHOWN.items()]
    assert priced == {
        wager: one if wager.startswith("one-of-a-kind") else [(f"{odds_of(wager)} to 1", "625a.6(a)", False)]
        for wager in game.law.catalogue(rules)
    }
    assert len(rules.payouts) == len(PAYTABLE) + len(SHOWN)


@law("625a.6(a)")
@pytest.mark.parametrize(("wager", "dice"), WINNERS.items())
def test_625a_6_a_a_winning_wager_is_paid_at_its_odds(wager: str, dice: list[int]) -> None:
    ended = bench("sic-bo").settle(wager, 700, dice=dice)
    assert (ended.result, ended.returned_cents) == ("won", 700 + 700 * odds_of(wager))
    assert ended.because[-1:] == cites("625a.6(a)")


@law("625a.6(a)")
@pytest.mark.parametrize("line", ["three-of-a-kind", "total-value-4", "small", "one-of-a-kind-once"])
@pytest.mark.parametrize("pays", ["151 to 1", "1 to 2"])
def test_625a_6_a_the_odds_are_fixed_and_may_be_neither_more_nor_less(line: str, pays: str) -> None:
    found, game, _ = judged("sic-bo", [f"payout.{line}={pays}"])
    assert found.rules is None
    (finding,) = found.findings
    law_says = game.chapter.edition().payouts[line]
    assert finding.problem == f"{pays} is not {law_says.odds}, which the law fixes"
    assert (finding.field, finding.cites, finding.malformed) == (f"payout.{line}", (law_says.cite,), False)


@law("625a.6(a)")
def test_625a_6_a_the_same_odds_in_other_words_are_the_same_rules() -> None:
    plain, other = load("sic-bo")[1], load("sic-bo", ["payout.small=2 to 2"])[1]
    assert other == plain and str(other.payout("small").odds) == "1 to 1"


@law("625a.6(b)")
def test_625a_6_b_one_of_a_kind_is_paid_by_how_many_dice_show_it() -> None:
    game, rules = load("sic-bo")
    for face in range(1, 7):
        assert game.law.catalogue(rules)[f"one-of-a-kind:{face}"].pays == "1, 2 or 3 to 1"
    assert bench("sic-bo").settle("one-of-a-kind:4", dice=[1, 2, 3]) == Ended("lost", 0, cites("625a.3(8)"))


@law("625a.6(b)(1)")
@pytest.mark.parametrize("dice", [[4, 1, 1], [1, 4, 2], [6, 5, 4]])
def test_625a_6_b_1_one_die_pays_1_to_1(dice: list[int]) -> None:
    ended = bench("sic-bo").settle("one-of-a-kind:4", 500, dice=dice)
    assert ended == Ended("won", 1000, cites("625a.3(8)", "625a.6(b)(1)"))


@law("625a.6(b)(2)")
@pytest.mark.parametrize("dice", [[4, 4, 1], [1, 4, 4], [4, 6, 4]])
def test_625a_6_b_2_two_dice_pay_2_to_1(dice: list[int]) -> None:
    ended = bench("sic-bo").settle("one-of-a-kind:4", 500, dice=dice)
    assert ended == Ended("won", 1500, cites("625a.3(8)", "625a.6(b)(2)"))


@law("625a.6(b)(3)")
def test_625a_6_b_3_three_dice_pay_3_to_1() -> None:
    ended = bench("sic-bo").settle("one-of-a-kind:4", 500, dice=[4, 4, 4])
    assert ended == Ended("won", 2000, cites("625a.3(8)", "625a.6(b)(3)"))
