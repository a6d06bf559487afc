"""621a.11(o), (q) and (r): what being the bank or co-bank is worth, against one player and several."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from chapters.c621a_pai_gow.counted import pairs, settings
from houseway.equipment.tiles import TILES, Tile
from houseway.games.pai_gow.bank_worth import (
    THIRD,
    Joint,
    banking,
    by_moments,
    one_player,
    several_players,
    two_players,
)
from houseway.games.pai_gow.counting import BESIDE, PAIRS_OF_HANDS, Strengths, copies, count
from houseway.games.pai_gow.hands import hand_kinds, place_of
from houseway.games.pai_gow.vigorish import vigorish
from support import law


@pytest.fixture(scope="module")
def house() -> Strengths:
    return settings("strongest")


@pytest.fixture(scope="module")
def found() -> Joint:
    return pairs("strongest")


def beside_bank(house: Strengths, hand: tuple[Tile, ...]) -> tuple[list[int], list[int]]:
    """The hands that lose to one hand of the bank, and those that tie, each as the places of its tiles among those left."""
    rest = list(TILES)
    for tile in hand:
        rest.remove(tile)
    high, low = house[place_of(hand)]
    lose, tie = [], []
    for places in combinations(range(28), 4):
        own = house[place_of([rest[place] for place in places])]
        above, below = own[0] > high, own[1] > low
        mask = sum(1 << place for place in places)
        if not above and not below:
            lose.append(mask)
        elif above != below:
            tie.append(mask)
    return lose, tie


def apart(ones: list[int], others: list[int]) -> int:
    """Ordered pairs of hands without a common tile."""
    many = np.array(others)
    return sum(int(((many & one) == 0).sum()) for one in ones)


@law("621a.11(o)")
def test_621a_11_o_two_players_together_agree_with_every_two_hands_dealt_out(house: Strengths, found: Joint) -> None:
    place = random.Random(621).randrange(len(hand_kinds()))
    lose, tie = beside_bank(house, hand_kinds()[place].tiles)
    assert (found.lose[place], found.tie[place]) == (len(lose), len(tie))
    assert found.lose_lose[place] == apart(lose, lose)
    assert found.lose_tie[place] == apart(lose, tie) == apart(tie, lose)
    assert found.tie_tie[place] == apart(tie, tie)


@law("621a.11(o)")
def test_621a_11_o_against_one_player_the_bank_has_what_the_player_has_not(house: Strengths) -> None:
    counts = count(house, house)
    worth = one_player(house, house)
    assert worth.is_exact and worth.low == Fraction(19 * counts.lose - 20 * counts.win, 20 * PAIRS_OF_HANDS)
    assert worth.before == Fraction(counts.lose - counts.win, PAIRS_OF_HANDS)


@law("621a.11(o)")
def test_621a_11_o_the_vigorish_is_on_what_is_left_after_all_wagers(house: Strengths, found: Joint) -> None:
    one, two = one_player(house, house), two_players(found)
    assert two.before == 2 * one.before
    assert two.before - two.low < 2 * (one.before - one.low), "a loss to one player is set against a win from the other"


@law("621a.11(o)")
def test_621a_11_o_the_bounds_hold_where_the_worth_is_known(house: Strengths, found: Joint) -> None:
    for exact in (one_player(house, house), two_players(found)):
        bounds = by_moments(found, exact.players)
        assert bounds.before == exact.before
        assert bounds.low <= exact.low <= bounds.high


@law("621a.11(o)")
def test_621a_11_o_more_wagers_bring_more_and_are_bounded_from_both_sides(house: Strengths, found: Joint) -> None:
    worths = [one_player(house, house), two_players(found), *(several_players(found, number) for number in range(3, 7))]
    assert all(each.low >= by_moments(found, each.players).low for each in worths)
    assert all(each.low <= each.high <= each.before for each in worths)
    assert [each.is_exact for each in worths] == [True, True, False, False, False, False]
    assert all(each.before == each.players * worths[0].before for each in worths)


@law("621a.11(o)")
def test_621a_11_o_dealt_out_by_chance_the_surplus_lies_within_its_bounds(house: Strengths, found: Joint) -> None:
    draw, deals, total, squares = random.Random(11), 6000, 0, 0
    for _ in range(deals):
        tiles = draw.sample(TILES, 16)
        (high, low), *players = (house[place_of(tiles[at : at + 4])] for at in range(0, 16, 4))
        net = sum(1 - int(own[0] > high) - int(own[1] > low) for own in players)
        total, squares = total + max(net, 0), squares + max(net, 0) ** 2
    bounds = several_players(found, 3)
    least, most = ((bounds.before - worth) * 20 for worth in (bounds.high, bounds.low))
    mean = total / deals
    error = 5 * ((squares / deals - mean**2) / deals) ** 0.5
    assert float(least) - error < mean < float(most) + error


@law("621a.11(r)")
def test_621a_11_r_a_co_bank_has_half(found: Joint) -> None:
    worth = two_players(found)
    assert worth.co_bank == (worth.low / 2, worth.high / 2)
    assert worth.as_json()["co_bank_low"] == str(worth.low / 2)


@law("621a.11(o)", "621a.10(k)")
def test_621a_11_o_rounding_is_on_the_surplus(house: Strengths, found: Joint) -> None:
    plain, even, dear = two_players(found), two_players(found, 500, 25), two_players(found, 300, 25)
    assert plain.low == even.low, "5% of 500 and of 1000 cents are multiples of 25"
    of = PAIRS_OF_HANDS * THIRD
    both, one = int(copies() @ found.lose_lose), 2 * int(copies() @ found.lose_tie)
    extra = both * (vigorish(600, 25) - 30) + one * (vigorish(300, 25) - 15)
    assert plain.low - dear.low == extra / (300 * of) > 0
    worths = banking(house, house, 300, 25)
    assert [each.players for each in worths] == [1, 2, 3, 4, 5, 6] and worths[1] == dear
    several = worths[3]
    assert several.low < several_players(found, 4).low and several.high == several_players(found, 4).high


def test_all_pairs_of_players_are_counted(found: Joint) -> None:
    lose_win = found.lose * THIRD - found.lose_lose - found.lose_tie
    tie_win = found.tie * THIRD - found.lose_tie - found.tie_tie
    assert (lose_win >= 0).all() and (tie_win >= 0).all() and (found.win * THIRD - lose_win - tie_win >= 0).all()
    assert (found.lose + found.tie + found.win == BESIDE).all()
