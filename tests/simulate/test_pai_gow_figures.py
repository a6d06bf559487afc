"""Simulated Pai Gow against the exact figures, the exact counts of hands, and the exact value of a bank."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from chapters.c621a_pai_gow.pairwise import THIRD, pairs
from houseway.cli import app
from houseway.core.kernel import Sitting
from houseway.games import load
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.kernel.rounds import HANDS, WAYS
from houseway.games.pai_gow.kernel.table import PaiGowKernel
from houseway.games.pai_gow.kernel.tiles import kinds_of, subsets
from houseway.games.pai_gow.mathematics.bank_counts import count_deals
from houseway.games.pai_gow.mathematics.bank_value import banking, one_player
from houseway.games.pai_gow.mathematics.pair_counts import BESIDE, PAIRS_OF_HANDS, copies, strengths
from houseway.numerics.streams import stream
from houseway.simulate import Request, Simulation, seated, simulate
from houseway.simulate import chunks as running
from support import made_kernel

HOUSE, BEST, BANK, HALF = "house-way", "optimal", "bank", "co-bank"
NEAR = 4.0
# Settings, what is wagered, who sits there; each is played with every strategy
SEATED = [
    ((), 1000, 1),
    ((), 1000, 6),
    (("house_way=highest-high",), 100, 6),
    (("vigorish.rounding_cents=25",), 1100, 3),
]


def played(settings: tuple[str, ...], cents: int, seats: int, way: str, rounds: int) -> Simulation:
    """This many rounds at a table of equal seats."""
    game, rules = load("pai-gow", settings)
    return simulate(
        game, rules, Request(seated({"wager": cents}, seats, way), rounds, f"pai gow {settings} {seats} {way}")
    )


def judge(settings: tuple[str, ...], cents: int, seats: int, way: str, rounds: int) -> None:
    """The wager lies near its exact figure, and nothing is missing from the count."""
    row = played(settings, cents, seats, way, rounds).wagers[0]
    assert row.id == "wager" and row.exact is not None and row.z is not None
    assert abs(row.z) <= NEAR
    assert row.win + row.push + row.lose == row.count
    assert way in (BANK, HALF) or row.count == seats * rounds


@pytest.mark.parametrize("way", [HOUSE, BEST, BANK])
@pytest.mark.parametrize(("settings", "cents", "seats"), SEATED)
def test_a_million_rounds_lie_near_the_exact_figures(
    settings: tuple[str, ...], cents: int, seats: int, way: str
) -> None:
    judge(settings, cents, seats, way, 10**6)


@pytest.mark.nightly
@pytest.mark.parametrize("way", [HOUSE, BEST, BANK, HALF])
@pytest.mark.parametrize(("settings", "cents", "seats"), SEATED[1:])
def test_a_hundred_million_rounds_lie_near_the_exact_figures(
    settings: tuple[str, ...], cents: int, seats: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK", 1 << 22)
    judge(settings, cents, seats, way, 10**8)


def test_the_exact_figure_is_that_of_the_stake() -> None:
    """A vigorish that is rounded weighs more on a small wager, and the best reply may be another."""
    worth = {}
    for cents in (100, 500, 1100):
        row = played(("vigorish.rounding_cents=25",), cents, 1, HOUSE, 10**5).wagers[0]
        assert row.exact is not None
        worth[cents] = row.exact.value
    plain = played((), 1000, 1, HOUSE, 10**5).wagers[0].exact
    assert plain is not None and worth[100] < worth[1100] < worth[500] == plain.value


# The deal


def dealt(rounds: int, chunk: int) -> Any:
    """Seven hands of this many rounds, as bits."""
    game, rules = load("pai-gow")
    kernel = made_kernel(game, rules, (Sitting({"wager": 1000}, HOUSE),))
    assert isinstance(kernel, PaiGowKernel)
    return kernel.trace(stream("dealt", chunk), rounds)[2]


def far(counts: Any, expected: Any) -> float:
    """The number of standard deviations by which chi-square exceeds its expectation."""
    free = len(expected) - 1
    return float((((counts - expected) ** 2) / expected).sum() - free) / math.sqrt(2 * free)


def alike_beside(hands: Any, others: Any) -> Any:
    """The number of tiles of one hand whose mate is in another."""
    even = np.uint32(0x55555555)
    mates = (hands & even) << np.uint32(1) | (hands >> np.uint32(1)) & even
    return sum(((mates & others) >> np.uint32(n)) & np.uint32(1) for n in range(32))


@cache
def mates_met() -> list[Fraction]:
    """The chance that this many of a hand's tiles are mates of another hand's; single tiles have theirs among 28."""
    found = [Fraction(0)] * 5
    for hand, often in zip(hand_kinds(), copies().tolist(), strict=True):
        single = sum(hand.kinds.count(kind) == 1 for kind in hand.kinds)
        for met in range(single + 1):
            ways = math.comb(single, met) * math.comb(28 - single, 4 - met)
            found[met] += Fraction(often * ways, len(subsets()) * BESIDE)
    assert sum(found) == 1
    return found


def judge_deals(rounds: int, chunks: int) -> None:
    """Every kind of hand comes up as often as it should at each place, and every two hands meet as they should."""
    kinds, met = np.zeros((HANDS, len(hand_kinds())), np.int64), np.zeros((HANDS, HANDS, 5), np.int64)
    for chunk in range(chunks):
        hands = dealt(rounds, chunk)
        for place in range(HANDS):
            kinds[place] += np.bincount(kinds_of(hands[:, place]), minlength=len(hand_kinds()))
        for one, other in combinations(range(HANDS), 2):
            met[one, other] += np.bincount(alike_beside(hands[:, one], hands[:, other]), minlength=5)
    count = rounds * chunks
    for place in range(HANDS):
        assert far(kinds[place], copies() * count / len(subsets())) < NEAR, f"hand {place}"
    for one, other in combinations(range(HANDS), 2):
        assert far(met[one, other], np.array([float(chance) for chance in mates_met()]) * count) < 2 * NEAR, (
            one,
            other,
        )


@pytest.mark.nightly
def test_every_kind_of_hand_and_every_two_hands_come_up_as_often_as_they_should() -> None:
    judge_deals(1 << 18, 1)


@pytest.mark.nightly
def test_every_kind_of_hand_and_every_two_hands_come_up_as_often_as_they_should_over_many_deals() -> None:
    judge_deals(1 << 20, 30)


# A player's bank, beside what is counted and bounded


def judge_bank(wagers: int, rounds: int) -> None:
    """One seat banks whenever it may, the dealer wagers against it, and this many wagers are as large as its own."""
    game, rules = load("pai-gow")
    sitting = (Sitting({"wager": 1000}, BANK), *(Sitting({"wager": 1000}, HOUSE),) * (wagers - 1))
    done = simulate(game, rules, Request(sitting, rounds, f"bank {wagers}"))
    row = next(row for row in done.wagers if row.id == "bank")
    house = strengths(house_way(rules.option("house_way")).settings)
    worth = (
        one_player(house, house, 1000)
        if wagers == 1
        else banking(count_deals(house, house, lambda _: None))[wagers - 1]
    )
    assert row.exact is not None and row.z is not None and row.variance is not None
    assert worth.players == wagers and row.exact.value * wagers == worth.expected
    assert abs(row.z) <= NEAR
    fourth = 3 * float(worth.variance) ** 2  # about that of a bell curve, which its results are flatter than
    assert abs(row.variance * wagers**2 - float(worth.variance)) <= NEAR * math.sqrt(fourth / row.count)


def judge_ahead(wagers: int, rounds: int) -> None:
    """By how many wagers a bank is ahead: mean and mean square are those that all pairs of players' hands have."""
    game, rules = load("pai-gow")
    sitting = (Sitting({"wager": 1000}, BANK), *(Sitting({"wager": 1000}, HOUSE),) * (wagers - 1))
    kernel = made_kernel(game, rules, sitting)
    assert isinstance(kernel, PaiGowKernel)
    (plan,) = (n for n, each in enumerate(kernel.rotation.plans) if each.bank)
    counts = kernel.play(stream("ahead", wagers), rounds).reshape(-1, WAYS)[plan]
    ends = np.array(np.unravel_index(np.arange(WAYS), (3,) * 6))[:wagers]
    ahead, found = (ends - 1).sum(axis=0), pairs("strongest")
    mean = Fraction(wagers * int(copies() @ (found.lose - found.win)), PAIRS_OF_HANDS)
    single = Fraction(wagers * int(copies() @ (found.lose + found.win)), PAIRS_OF_HANDS)
    square = single + Fraction(wagers * (wagers - 1) * int(copies() @ found.together), PAIRS_OF_HANDS * THIRD)
    for values, exact in ((ahead, mean), (ahead**2, square)):
        average = float((values * counts).sum() / counts.sum())
        error = math.sqrt((((values - average) ** 2) * counts).sum()) / counts.sum()
        assert abs(average - float(exact)) <= NEAR * error


@pytest.mark.nightly
@pytest.mark.parametrize("wagers", range(1, 7))
def test_players_fare_together_against_a_bank_as_they_should_over_many_rounds(wagers: int) -> None:
    judge_ahead(wagers, 10**8)


@pytest.mark.parametrize("wagers", range(1, 7))
def test_a_bank_gains_what_it_is_worth(wagers: int) -> None:
    judge_bank(wagers, 2 * 10**6)


@pytest.mark.nightly
@pytest.mark.parametrize("wagers", range(1, 7))
def test_a_bank_gains_what_it_is_worth_over_many_rounds(wagers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK", 1 << 22)
    judge_bank(wagers, 10**8)


@pytest.mark.parametrize(("cents", "seats"), [(1000, 3), (100, 4)])
def test_a_co_bank_gains_what_it_is_worth_also_where_half_a_cent_is_left(cents: int, seats: int) -> None:
    row = next(row for row in played((), cents, seats, HALF, 2 * 10**6).wagers if row.id == "bank")
    assert row.z is not None and abs(row.z) <= NEAR


def test_where_a_bank_is_not_counted_nothing_stands_beside_it() -> None:
    game, rules = load("pai-gow")
    for others in (Sitting({"wager": 500}, HOUSE), Sitting({"wager": 1000}, BEST)):
        assert game.simulate is not None and game.simulate.exact_worths is not None
        worths = game.simulate.exact_worths(rules, (Sitting({"wager": 1000}, BANK), others))
        assert worths.keys() == {(0, "wager"), (1, "wager")}


def test_a_co_bank_gains_half() -> None:
    game, rules = load("pai-gow")
    nets = []
    for way in (BANK, HALF):
        kernel = made_kernel(game, rules, (Sitting({"wager": 1000}, way), *(Sitting({"wager": 1000}, HOUSE),) * 2))
        assert isinstance(kernel, PaiGowKernel)
        nets.append(next(each for each in kernel.bank_nets if each is not None))
        assert sum(kernel.rotation.plans[-1].wagers) == (3000 if way == BANK else 2000), (
            "the dealer is no co-bank's opponent"
        )
    by_players = np.arange(len(nets[0])) // 3**3 % 9  # how the two others ended; the bank's own place is the dealer's
    tied = np.arange(len(nets[0])) // 3**5 == 1  # the dealer's wager against the bank is a tie
    for end in range(9):
        assert set(nets[1][by_players == end] * 2) == set(nets[0][(by_players == end) & tied])


def test_the_verb_shows_banks_beside_wagers() -> None:
    done = CliRunner().invoke(
        app, ["simulate", "pai-gow", "--seats", "3", "--strategy", "bank", "--rounds", "1e5", "--json"]
    )
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    wager, bank = found["wagers"]
    assert (wager["id"], bank["id"], found["strategy"], found["seats"]) == ("wager", "bank", BANK, 3)
    assert wager["count"] + bank["count"] == 3 * 10**5, "in every round a seat wagers, or it is the bank"
    assert bank["staked_cents"] == 3 * 100 * bank["count"], "two players and the dealer"
    assert all(row["exact"] is not None and abs(row["z"]) <= NEAR for row in (wager, bank))
