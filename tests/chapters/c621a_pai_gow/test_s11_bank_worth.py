"""621a.11(o), (q) and (r): what being the bank or co-bank is worth, and all deals to its players, counted in other ways too."""

from __future__ import annotations

import random
import tomllib
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from chapters.c621a_pai_gow.pairwise import THIRD, Joint, pairs, settings
from chapters.c621a_pai_gow.sitting import banking as banking_at
from chapters.c621a_pai_gow.sitting import settled, wager
from chapters.harness import NO_MORE_BETS, choose
from houseway.equipment.tiles import TILES, Tile
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds, place_of
from houseway.games.pai_gow.house_way.house_ways import house_ways
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.games.pai_gow.mathematics import joint_counts
from houseway.games.pai_gow.mathematics.bank_counts import FILE, count_deals, stored, written
from houseway.games.pai_gow.mathematics.bank_value import BankWorth, banking, counted, one_player
from houseway.games.pai_gow.mathematics.joint_counts import PLAYERS_MAX, all_nets, by_net, dealt, ways
from houseway.games.pai_gow.mathematics.pair_counts import BESIDE, PAIRS_OF_HANDS, Strengths, copies, count
from houseway.games.pai_gow.present.strategy_text import percent
from support import law

HOUSE_WAYS = [
    pytest.param(name, marks=() if name == "strongest" else pytest.mark.nightly, id=name)
    for name in sorted(house_ways())
]


@pytest.fixture(scope="module")
def house() -> Strengths:
    return settings("strongest")


@pytest.fixture(scope="module")
def found() -> Joint:
    return pairs("strongest")


def worths(house: Strengths, stake_cents: int = 100, rounding_cents: int = 0) -> tuple[BankWorth, ...]:
    """The bank against one player up to six."""
    deals = stored(house, house)
    assert deals is not None and len(deals) == 6
    return banking(deals, stake_cents, rounding_cents)


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


@pytest.mark.nightly
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
    counts, one = count(house, house), one_player(house, house)
    assert one.expected == Fraction(19 * counts.lose - 20 * counts.win, 20 * PAIRS_OF_HANDS)
    assert one.before == Fraction(counts.lose - counts.win, PAIRS_OF_HANDS)
    assert one == worths(house)[0]


@law("621a.11(o)")
def test_621a_11_o_against_two_players_both_and_one_can_be_won(house: Strengths, found: Joint) -> None:
    two, of = worths(house)[1], PAIRS_OF_HANDS * THIRD
    both, one = int(copies() @ found.lose_lose), 2 * int(copies() @ found.lose_tie)
    assert (two.nets[2], two.nets[1]) == (both, one)
    assert two.expected == two.before - Fraction(2 * both + one, 20 * of)


@law("621a.11(o)")
def test_621a_11_o_the_vigorish_is_on_what_is_left_after_all_wagers(house: Strengths) -> None:
    every = worths(house)
    assert [each.players for each in every] == [1, 2, 3, 4, 5, 6]
    assert all(each.before == each.players * every[0].before for each in every)
    charged = [(each.before - each.expected) / each.players for each in every]
    assert charged == sorted(charged, reverse=True), "a loss to one player is set against a win from another"
    assert len(set(charged)) == 6


@law("621a.11(o)", "621a.11(q)")
def test_621a_11_o_rounding_is_on_the_surplus(house: Strengths) -> None:
    plain, even, dear = worths(house), worths(house, 500, 25), worths(house, 300, 25)
    for at_5, at_500, at_300 in zip(plain, even, dear, strict=True):
        assert at_500.expected == at_5.expected, "5% of any number of wagers of $5 is a multiple of 25 cents"
        nets, total = at_300.nets, sum(at_300.nets.values())
        extra = sum((vigorish(300 * net, 25) - 15 * net) * number for net, number in nets.items() if net > 0)
        assert at_5.expected - at_300.expected == Fraction(extra, 300 * total) > 0


@law("621a.11(r)")
def test_621a_11_r_a_co_bank_has_half_where_the_vigorish_is_exact(house: Strengths) -> None:
    six = worths(house)[5]
    assert six.co_bank == six.expected / 2
    assert six.as_json()["co_bank"] == str(six.expected / 2)


def co_banked(seed: int) -> tuple[int, int]:
    """A round of seat 1 as co-bank against two wagers of $6, dealt by chance: wagers it is ahead, and what it gains in cents."""
    here = banking_at(1, "vigorish.rounding_cents=25")
    here.do(choose(1, "co-bank"), wager(2, 600), wager(3, 600), NO_MORE_BETS, choose(1, "standard"))
    tiles = [str(tile) for tile in TILES]
    random.Random(seed).shuffle(tiles)
    before = here.table.chips(1)
    here.do({"do": "result", "total": 9, "tiles": tiles}, choose(2, "house-way"), choose(3, "house-way"))
    ends = [result for _, result, _ in settled(here.expose())]
    return ends.count("lost") - ends.count("won"), here.table.chips(1) - before


@law("621a.11(r)", "621a.10(k)")
def test_621a_11_r_the_vigorish_of_a_co_bank_is_rounded_on_its_own_half(house: Strengths, found: Joint) -> None:
    gains: dict[int, int] = {}
    for seed in range(100):
        if len(gains) == 5:
            break
        net, gain = co_banked(seed)
        assert gains.setdefault(net, gain) == gain
    assert gains == {-2: -600, -1: -300, 0: 0, 1: 275, 2: 550}, "5% of $3 and of $6 are rounded up to $.25 and $.50"
    # every deal to two players, by what each comes to against each hand of the bank
    lose_win = found.lose * THIRD - found.lose_lose - found.lose_tie
    tie_win = found.tie * THIRD - found.lose_tie - found.tie_tie
    win_win = found.win * THIRD - lose_win - tie_win
    nets = {-2: win_win, -1: 2 * tie_win, 0: found.tie_tie + 2 * lose_win, 1: 2 * found.lose_tie, 2: found.lose_lose}
    dealt = {net: int(copies() @ often) for net, often in nets.items()}
    assert sum(dealt.values()) == PAIRS_OF_HANDS * THIRD
    mean = Fraction(sum(gains[net] * often for net, often in dealt.items()), 600 * PAIRS_OF_HANDS * THIRD)
    assert worths(house, 600, 25)[1].co_bank == mean


@law("621a.11(r)", "621a.10(k)")
def test_621a_11_r_what_a_co_bank_is_worth_at_six_dollars(house: Strengths) -> None:
    found = [percent(each.co_bank) for each in worths(house, 600, 25)]
    assert found == ["-0.6558%", "-0.9695%", "-0.8457%", "-0.8206%", "-0.6485%", "-0.5404%"]


def test_the_variance_is_of_what_is_left_after_vigorish() -> None:
    even = counted({-1: 1, 0: 1, 1: 2})
    assert (even.expected, even.before) == (Fraction(-1 + 2 * Fraction(19, 20), 4), Fraction(1, 4))
    assert even.variance == Fraction(1 + 2 * Fraction(361, 400), 4) - even.expected**2


def test_all_pairs_of_players_are_counted(found: Joint) -> None:
    lose_win = found.lose * THIRD - found.lose_lose - found.lose_tie
    tie_win = found.tie * THIRD - found.lose_tie - found.tie_tie
    assert (lose_win >= 0).all() and (tie_win >= 0).all() and (found.win * THIRD - lose_win - tie_win >= 0).all()
    assert (found.lose + found.tie + found.win == BESIDE).all()


# All deals, against hands dealt out one by one and other ways of counting


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
@pytest.mark.nightly
@pytest.mark.parametrize("seed", [0, 1, 2])
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


@pytest.mark.nightly
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
