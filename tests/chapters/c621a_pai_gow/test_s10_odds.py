"""621a.10(g) to (k): exact odds against a house way, the best reply to it, and the strongest one with its proof."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.core import Verdict
from houseway.equipment.tiles import TILES, Tile
from houseway.games import load
from houseway.games.pai_gow.house_way.conditions import View
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds, place_of
from houseway.games.pai_gow.house_way.house_ways import HouseWay, house_ways
from houseway.games.pai_gow.law.ranking import compare
from houseway.games.pai_gow.law.settings import Setting, as_hand, lawful, settings
from houseway.games.pai_gow.law.settlement import verdict
from houseway.games.pai_gow.law.state import Hand
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.games.pai_gow.mathematics.best_reply import best_bank, best_reply, reply_list
from houseway.games.pai_gow.mathematics.house_way_value import assess, bank_table
from houseway.games.pai_gow.mathematics.pair_counts import (
    BESIDE,
    PAIRS_OF_HANDS,
    against,
    all_ways,
    beside,
    copies,
    count,
    facing,
    strengths,
)
from houseway.games.pai_gow.mathematics.strongest import completions, if_ordered, options, prove, value
from houseway.games.pai_gow.present.strategy_text import deviation, percent
from houseway.odds import odds_sheet
from support import law, sized, variants

RULES = load("pai-gow")[1]

STRONGEST = house_ways()["strongest"]


def left_of(hand: tuple[Tile, ...]) -> list[Tile]:
    rest = list(TILES)
    for tile in hand:
        rest.remove(tile)
    return rest


def by_hand(player: Setting, way: HouseWay, hand: tuple[Tile, ...]) -> tuple[int, int]:
    """Wins and losses of one setting, hand by hand of the dealer, each set by the house way and compared tile by tile."""
    won = lost = 0
    high, low = player.ranks
    for dealt in combinations(left_of(hand), 4):
        house_high, house_low = way.set(dealt).setting.ranks
        above, below = compare(high, house_high).higher, compare(low, house_low).higher
        won += above and below
        lost += not above and not below
    return won, lost


@law("621a.10(g)", "621a.10(h)", "621a.10(h)(1)", "621a.10(h)(2)", "621a.10(j)")
@pytest.mark.parametrize("name", variants(["readable"], ["highest-high"]))
def test_621a_10_g_the_count_by_kinds_agrees_with_every_hand_dealt_out(name: str) -> None:
    way = house_ways()[name]
    house = strengths(way.settings)
    for place in random.Random(name).sample(range(len(hand_kinds())), sized(day=1, night=4)):
        hand = hand_kinds()[place].tiles
        for slot, setting in enumerate(settings(hand)):
            won, lost = against(all_ways()[slot], house)
            assert (int(won[place]), int(lost[place])) == by_hand(setting, way, hand), (hand, str(setting))


@law("621a.10(g)", "621a.10(h)", "621a.10(j)")
def test_621a_10_g_the_count_settles_as_the_table_does() -> None:
    draw = random.Random(10)
    house = strengths(STRONGEST.settings)
    for _ in range(1500):
        dealt = draw.sample(TILES, 8)
        mine, theirs = (STRONGEST.set(dealt[at : at + 4]).setting for at in (0, 4))
        decided = verdict(
            RULES, Hand(1, 1, high=mine.high, low=mine.low), Hand(0, 0, high=theirs.high, low=theirs.low)
        ).verdict
        own, other = house[place_of(dealt[:4])], house[place_of(dealt[4:])]
        won, lost = bool((own > other).all()), bool((own <= other).all())
        assert decided is (Verdict.WON if won else Verdict.LOST if lost else Verdict.RETURNED), dealt


@law("621a.10(k)")
def test_621a_10_k_the_odds_sheet_has_what_was_counted() -> None:
    game, rules = load("pai-gow")
    copied, best = odds_sheet(game, rules)
    house = strengths(STRONGEST.settings)
    counts = count(house, house)
    assert (copied.strategy, best.strategy) == ("house-way", "optimal")
    assert copied.expected == counts.expected() and copied.variance == counts.variance()
    assert (copied.win, copied.lose) == (Fraction(counts.win, PAIRS_OF_HANDS), Fraction(counts.lose, PAIRS_OF_HANDS))
    assert best.expected == prove().value and "621a.10(k)" in best.cites


@law("621a.10(k)")
def test_621a_10_k_where_the_vigorish_is_rounded_the_odds_are_those_of_the_smallest_wager() -> None:
    game, rules = load("pai-gow", ["vigorish.rounding_cents=25", "limits.min_cents=600"])
    copied, best = odds_sheet(game, rules)
    house = strengths(STRONGEST.settings)
    assert copied.situation == best.situation == "a wager of $6.00"
    assert copied.expected == count(house, house).expected(600, 25)
    assert best.expected == best_reply(STRONGEST, 600, 25).expected


def test_every_pair_of_disjoint_hands_is_counted_once() -> None:
    assert set(beside().sum(axis=1, dtype=np.int64)) == {BESIDE}
    pairs = beside() * copies()[:, None]
    assert pairs.sum() == PAIRS_OF_HANDS == 736_281_000
    assert (pairs == pairs.T).all()


@law("621a.10(g)", "621a.10(j)")
def test_621a_10_g_what_the_player_wins_the_house_loses() -> None:
    house, player = (strengths(house_ways()[name].settings) for name in ("strongest", "highest-low"))
    counts = count(player, house)
    won, lost = facing(house, player)
    assert (int(copies() @ lost), int(copies() @ won)) == (counts.win, counts.lose)
    assert counts.win + counts.lose + counts.tie == PAIRS_OF_HANDS


@law("621a.4(b)", "621a.4(g)", "621a.10(g)")
def test_621a_4_b_copies_are_what_costs_a_player_who_copies_the_house_way() -> None:
    house = strengths(STRONGEST.settings)
    counts = count(house, house)
    assert counts.lose > counts.win
    assert Fraction(counts.win - counts.lose, PAIRS_OF_HANDS) > counts.expected()


@law("621a.10(k)")
@pytest.mark.parametrize(
    ("stake_cents", "rounding_cents", "charged"),
    [(100, 0, Fraction(5)), (110, 0, Fraction(11, 2)), (500, 25, Fraction(25)), (600, 25, Fraction(50)), (100, 25, Fraction(25))],
)  # fmt: skip
def test_621a_10_k_the_vigorish_exact_and_rounded_up(stake_cents: int, rounding_cents: int, charged: Fraction) -> None:
    assert vigorish(stake_cents, rounding_cents) == charged
    house = strengths(STRONGEST.settings)
    counts = count(house, house)
    won = (stake_cents - charged) / stake_cents
    assert counts.expected(stake_cents, rounding_cents) == (counts.win * won - counts.lose) / PAIRS_OF_HANDS
    second = (counts.win * won**2 + counts.lose) / PAIRS_OF_HANDS
    assert counts.variance(stake_cents, rounding_cents) == second - counts.expected(stake_cents, rounding_cents) ** 2


@law("621a.10(k)")
def test_621a_10_k_a_dearer_vigorish_changes_the_best_reply_for_the_worse() -> None:
    exact, rounded = best_reply(STRONGEST), best_reply(STRONGEST, 600, 25)
    assert rounded.expected < exact.expected
    assert rounded.expected > exact.counts.expected(600, 25), "the reply to the exact vigorish is no longer the best"
    assert best_reply(STRONGEST, 500, 25).chosen == exact.chosen


def test_the_best_reply_is_better_than_any_house_way_played_against_it() -> None:
    reply = best_reply(STRONGEST)
    house = strengths(STRONGEST.settings)
    assert count(strengths(reply.chosen), house) == reply.counts
    assert all(count(strengths(way.settings), house).expected() < reply.expected for way in house_ways().values())
    assert reply.expected == value(house)


def test_a_best_reply_is_told_in_rules_and_exceptions_that_are_exact_together() -> None:
    way = house_ways()["readable"]
    reply = best_reply(way)
    listed = reply_list(way, reply)
    player = HouseWay("player", "", listed.rules)
    told = {each.tiles: each.play for each in listed.exceptions}
    alone, together = [], []
    for hand in hand_kinds():
        view = view_of(hand.tiles)
        found = player.find(view)
        assert found is not None
        setting = found[1].action(view)
        assert setting is not None
        alone.append(setting)
        together.append(told.get(" ".join(hand.tiles), setting))
    house = strengths(way.settings)
    assert count(strengths(together), house).expected() == reply.expected
    assert count(strengths(alone), house).expected() == reply.expected - listed.costs
    assert 3 <= len(listed.rules) <= 10 and len(listed.exceptions) < 400


def view_of(hand: tuple[Tile, ...]) -> View:
    return View.of(as_hand(hand), settings(as_hand(hand)))


@law("621a.10(d)")
def test_621a_10_d_no_completion_is_stronger_than_the_strongest() -> None:
    proof = prove()
    assert proof.is_strongest and proof.bound < proof.value < 0
    assert proof.value == best_reply(STRONGEST).expected
    assert proof.value - proof.bound < Fraction(1, 10**6)
    assert proof.tried == 2 ** len(proof.undecided) and proof.open_hands == sum(len(ways) > 1 for ways in options())
    assert proof.completions == completions() > 10**300


@law("621a.10(d)")
@pytest.mark.parametrize("seed", range(6))
def test_621a_10_d_other_completions_are_weaker(seed: int) -> None:
    draw = random.Random(seed)
    drawn = [draw.choice(lawful(hand.tiles).ways) for hand in hand_kinds()]
    assert value(strengths(drawn)) > prove().value
    near = list(STRONGEST.settings)
    for place in draw.sample([place for place, ways in enumerate(options()) if len(ways) > 1], 3):
        near[place] = draw.choice([way for way in options()[place] if way.strengths != near[place].strengths])
    assert value(strengths(near)) > prove().value


@law("621a.10(d)(2)", "621a.10(d)(3)")
def test_621a_10_d_2_read_as_an_order_every_completion_could_be_beaten() -> None:
    found = if_ordered()
    assert found.always_beatable and 0 < found.bound <= found.value


def test_a_bank_that_sets_at_its_best_gains_more_than_by_the_house_way() -> None:
    best = best_bank(STRONGEST)
    house = strengths(STRONGEST.settings)
    own = count(house, house)
    assert best.expected > Fraction(19 * own.lose - 20 * own.win, 20 * PAIRS_OF_HANDS)
    against_it = count(house, strengths(best.chosen))
    assert (against_it.win, against_it.lose) == (best.counts.lose, best.counts.win)


@law("621a.11(o)", "621a.10(k)")
def test_621a_11_o_the_bank_at_its_best_pays_the_rounded_vigorish() -> None:
    at_six = best_bank(STRONGEST, 600, 25)
    assert at_six.expected == Fraction(at_six.counts.win * 550 - at_six.counts.lose * 600, 600 * PAIRS_OF_HANDS)
    assert at_six.expected >= best_bank(STRONGEST).counts.expected(600, 25), "it is the best at that price"
    assert percent(at_six.expected) == "+0.2685%"
    table = bank_table(STRONGEST, print, 600, 25)
    assert table.own_bank == at_six and table.as_json()["bank_at_its_best_at_stake"] == str(at_six.expected)


def test_all_of_it_in_one_answer() -> None:
    way = house_ways()["highest-low"]
    found = assess(way, 500, 25)
    data = found.as_json()
    assert data["beatable"] is True and found.beatable
    assert data["copying"] == count(*[strengths(way.settings)] * 2).as_json()
    assert data["best_reply_at_stake"] == str(found.reply.expected)
    banks = bank_table(way, print, 500, 25)
    assert [each.players for each in banks.banks] == [1, 2, 3, 4, 5, 6]
    assert (banks.banks, banks.answered, banks.own_bank) == (found.banks, found.answered, found.own_bank)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(-245609, 40455000), "-0.6071%"),
        (Fraction(0), "0.0000%"),
        (Fraction(1, 3), "+33.3333%"),
        (Fraction(-1, 10**9), "0.0000%"),
    ],
)
def test_shares_as_people_read_them(share: Fraction, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(("variance", "text"), [(Fraction(0), "0.0000"), (Fraction(9, 4), "1.5000"), (Fraction(2), "1.4142"),
                                                (Fraction(3), "1.7321"), (Fraction(1, 4 * 10**8), "0.0001")])  # fmt: skip
def test_deviations_as_people_read_them(variance: Fraction, text: str) -> None:
    assert deviation(variance) == text


@law("621a.10(k)")
def test_621a_10_k_the_mathematics_take_the_vigorish_of_the_edition() -> None:
    from houseway.games.pai_gow.law.vigorish import RATE
    from houseway.games.pai_gow.mathematics.strongest import LOST, WON

    hundredths = load("pai-gow")[1].number("vigorish_percent")
    assert Fraction(hundredths, 100) == RATE == 1 - Fraction(WON, LOST)
