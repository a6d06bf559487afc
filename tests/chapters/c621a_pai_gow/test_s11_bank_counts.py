"""621a.11(o) and (r): all deals to a bank's players, counted, against hands dealt out one by one and other ways of counting."""

from __future__ import annotations

import random
import tomllib
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from chapters.c621a_pai_gow.pairwise import Joint, pairs, settings
from houseway.equipment.tiles import TILES, Tile
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds, place_of
from houseway.games.pai_gow.house_way.house_ways import house_ways
from houseway.games.pai_gow.mathematics import joint_counts
from houseway.games.pai_gow.mathematics.bank_counts import FILE, count_deals, stored, written
from houseway.games.pai_gow.mathematics.joint_counts import PLAYERS_MAX, all_nets, by_net, dealt, ways
from houseway.games.pai_gow.mathematics.pair_counts import PAIRS_OF_HANDS, copies
from support import law

HOUSE_WAYS = [
    pytest.param(name, marks=() if name == "strongest" else pytest.mark.nightly, id=name)
    for name in sorted(house_ways())
]


@pytest.fixture(scope="module")
def found() -> Joint:
    return pairs("strongest")


def left_beside(hand: int) -> list[Tile]:
    rest = list(TILES)
    for tile in hand_kinds()[hand].tiles:
        rest.remove(tile)
    return rest


def stacks(draw: random.Random, hand: int) -> list[list[Tile]]:
    """The tiles beside a hand of the bank, mixed, by fours."""
    rest = left_beside(hand)
    draw.shuffle(rest)
    return [rest[at : at + 4] for at in range(0, len(rest), 4)]


def masks_beside(hand: int, chosen: set[int]) -> list[int]:
    """The hands of some kinds that can be dealt beside one hand of the bank, as bits."""
    rest = left_beside(hand)
    return [
        sum(1 << place for place in places)
        for places in combinations(range(len(rest)), 4)
        if place_of([rest[place] for place in places]) in chosen
    ]


def one_more(before: dict[int, int], hands: list[int]) -> dict[int, int]:
    """By the tiles that are used: ways to deal one hand more, none of whose tiles is."""
    found: dict[int, int] = {}
    for used, number in before.items():
        for hand in hands:
            if not used & hand:
                found[used | hand] = found.get(used | hand, 0) + number
    return found


@law("621a.11(o)")
@pytest.mark.parametrize("seed", range(3))
def test_621a_11_o_deals_are_those_that_can_be_dealt_out_one_by_one(seed: int) -> None:
    """So few hands lose or win, all others being set to tie, that every deal can be tried."""
    draw = random.Random(seed)
    hand = draw.randrange(len(hand_kinds()))
    kinds = [place_of(tiles) for _ in range(2) for tiles in stacks(draw, hand)]  # so that six can be dealt together
    lose, win = kinds[::2], [kind for kind in kinds[1::2] if kind not in kinds[::2]]
    bank, players = np.zeros((len(hand_kinds()), 2), np.int16), np.zeros((len(hand_kinds()), 2), np.int16)
    players[:, 0] = 1  # a higher high hand alone ties
    players[lose, 0] = 0
    players[win, 1] = 1
    losing, winning = masks_beside(hand, set(lose)), masks_beside(hand, set(win))
    counts, compared = ways(hand, bank, players), 0
    lost = {0: 1}
    for a in range(PLAYERS_MAX + 1):
        both = lost
        for b in range(PLAYERS_MAX + 1 - a):
            assert counts[a, b] == sum(both.values()), (a, b)
            compared += counts[a, b] > 0
            both = one_more(both, winning)
        lost = one_more(lost, losing)
    assert compared > 20, "deals of up to six have several who lose and several who win"


@law("621a.11(o)")
def test_621a_11_o_deals_agree_with_pairs_counted_another_way(found: Joint) -> None:
    house = settings("strongest")
    for hand in random.Random(11).sample(range(len(hand_kinds())), 6):
        counts = ways(hand, house, house)
        assert counts[1, 0] == found.lose[hand] and counts[0, 1] == found.win[hand]
        assert counts[2, 0] == found.lose_lose[hand]
        assert counts[1, 0] * dealt(2) // dealt(1) - counts[2, 0] - counts[1, 1] == found.lose_tie[hand]
        for number in range(1, PLAYERS_MAX + 1):
            nets = by_net(counts, number)
            assert sum(nets.values()) == dealt(number) and min(nets.values()) >= 0


@law("621a.11(o)", "621a.11(q)")
@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_621a_11_o_what_is_stored_has_the_right_means_and_squares(name: str) -> None:
    """The mean of what the bank is ahead, and its square, follow from one and two players alone."""
    house = settings(name)
    deals, two = stored(house, house), pairs(name)
    assert deals is not None and len(deals) == PLAYERS_MAX
    one = Fraction(int(copies() @ (two.lose - two.win)), PAIRS_OF_HANDS)
    square = Fraction(int(copies() @ (two.lose + two.win)), PAIRS_OF_HANDS)
    both = Fraction(int(copies() @ two.together), PAIRS_OF_HANDS * dealt(2) // dealt(1))
    for number, nets in enumerate(deals, 1):
        total = sum(nets.values())
        assert total == int(copies().sum()) * dealt(number)
        assert Fraction(sum(net * n for net, n in nets.items()), total) == number * one
        squares = Fraction(sum(net**2 * n for net, n in nets.items()), total)
        assert squares == number * square + number * (number - 1) * both


@law("621a.11(o)")
def test_621a_11_o_dealt_out_by_chance_six_players_leave_the_surplus_that_is_counted() -> None:
    house = settings("strongest")
    deals = stored(house, house)
    assert deals is not None
    draw, rounds, seen = random.Random(621), 4000, dict.fromkeys(range(-6, 7), 0)
    for _ in range(rounds):
        tiles = draw.sample(TILES, 28)
        (high, low), *players = (house[place_of(tiles[at : at + 4])] for at in range(0, 28, 4))
        seen[sum(1 - int(own[0] > high) - int(own[1] > low) for own in players)] += 1
    total = sum(deals[5].values())
    distance = sum((seen[net] - rounds * n / total) ** 2 / (rounds * n / total) for net, n in deals[5].items())
    assert distance < 34.5, "chi-square with 12 degrees of freedom, one in two thousand"


def test_every_house_way_of_the_chapter_is_stored() -> None:
    assert all(stored(settings(name), settings(name)) is not None for name in house_ways())


def test_settings_that_are_not_stored_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, house = [], settings("strongest")
    other = house.copy()
    other[0] = other[1]
    assert stored(house, other) is None

    def all_deals(*given: object) -> tuple[dict[int, int], ...]:
        asked.append(given[2])
        return tuple({net: net + 7 for net in range(-n, n + 1)} for n in range(1, 7))

    monkeypatch.setattr(joint_counts, "all_nets", all_deals)
    assert count_deals(house, other, print)[0] == {-1: 6, 0: 7, 1: 8} and asked == [print]
    assert count_deals(house, house, print) == stored(house, house) and len(asked) == 1


def test_an_entry_of_the_file_is_read_as_it_was_written() -> None:
    house = settings("strongest")
    deals = stored(house, house)
    assert deals is not None
    (entry,) = tomllib.loads(written("strongest", house, house, deals))["house_way"]
    assert entry == next(each for each in tomllib.loads(FILE.read_text())["house_way"] if each["name"] == "strongest")


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_what_is_stored_is_what_is_counted(name: str) -> None:
    house = settings(name)
    assert all_nets(house, house, lambda said: None) == stored(house, house)
