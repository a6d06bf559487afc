"""Risk of ruin against the closed formulas for even-money games, and when a table is out of line."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import pytest

from houseway.core.kernel import Sitting
from houseway.games import load
from houseway.questions.chain import Chain, single
from houseway.questions.out_of_line import out_of_line
from houseway.questions.round_distribution import round_distribution
from houseway.questions.ruin import MOST_EXACT, ruin
from houseway.questions.session_distribution import EXACT, session_distribution


def even_money(win: Fraction, stake: int = 100) -> Chain:
    """A player who wins or loses one stake, as the player's chain."""
    return single({(stake, stake): win, (-stake, stake): 1 - win})


def gamblers_ruin(win: Fraction, units: int, target: int) -> Fraction:
    """The classic formula: ruined before the target."""
    if win == Fraction(1, 2):
        return 1 - Fraction(units, target)
    ratio = (1 - win) / win
    return (ratio**units - ratio**target) / (1 - ratio**target)


@pytest.mark.parametrize("win", [Fraction(18, 38), Fraction(1, 2), Fraction(244, 495), Fraction(3, 5)])
@pytest.mark.parametrize(("units", "target"), [(1, 2), (5, 10), (20, 30), (7, 100)])
def test_ruin_before_a_target_is_the_closed_formula(win: Fraction, units: int, target: int) -> None:
    found = ruin(even_money(win), 100, units * 100, target * 100, 10)
    assert found.ever is not None and found.reached_ever is not None
    assert found.ever.exact == gamblers_ruin(win, units, target)
    assert found.reached_ever.exact == 1 - gamblers_ruin(win, units, target)


def test_ruin_in_floats_is_within_its_bound() -> None:
    win, units, target = Fraction(18, 38), 200, 400
    assert target > MOST_EXACT
    found = ruin(even_money(win), 100, units * 100, target * 100, 10)
    assert found.ever is not None and found.reached_ever is not None
    assert found.reached_ever.exact is None and found.reached_ever.error < 1e-9
    right = 1 - gamblers_ruin(win, units, target)
    assert abs(Fraction(found.reached_ever.value) - right) <= Fraction(found.reached_ever.error)


@pytest.mark.parametrize("rounds", [1, 5, 30])
def test_ruin_before_n_rounds_is_that_of_all_paths(rounds: int) -> None:
    win, units = Fraction(9, 19), 3
    alive, ruined = {units: Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for money, chance in alive.items():
            for step, share in ((1, win), (-1, 1 - win)):
                after[money + step] = after.get(money + step, Fraction(0)) + chance * share
        ruined += after.pop(0, Fraction(0))
        alive = after
    found = ruin(even_money(win), 100, 300, 0, rounds).before
    assert found is not None
    assert abs(Fraction(found.value) - ruined) <= Fraction(found.error) and found.error < 1e-12


@pytest.mark.parametrize("target_cents", [0, 3000])
def test_ruin_of_wagers_over_many_rolls_is_that_of_all_paths(target_cents: int) -> None:
    game, rules = load("craps")
    player = round_distribution(game, rules, (Sitting({"pass": 1000, "field": 500}),)).chain.for_player()
    assert player.states > 1
    stake, bankroll, rounds = 1500, 2500, 6
    alive, ruined, reached = {(0, bankroll): Fraction(1)}, Fraction(0), Fraction(0)
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (state, money), chance in alive.items():
            for (target, net, _), weight in player.ways[state].items():
                share = chance * Fraction(weight, player.total)
                if money + net < stake:
                    ruined += share
                elif target_cents and money + net >= target_cents:
                    reached += share
                else:
                    after[target, money + net] = after.get((target, money + net), Fraction(0)) + share
        alive = after
    found = ruin(player, stake, bankroll, target_cents, rounds)
    assert found.before is not None
    assert abs(Fraction(found.before.value) - ruined) <= Fraction(found.before.error) < Fraction(1, 10**12)
    if target_cents:
        assert found.reached_before is not None and found.ever is not None and found.ever.exact is not None
        assert abs(Fraction(found.reached_before.value) - reached) <= Fraction(found.reached_before.error)
        assert ruined < found.ever.exact < 1 - reached


def test_without_a_target_a_player_without_an_edge_is_ruined_for_certain() -> None:
    for win in (Fraction(18, 38), Fraction(1, 2)):
        found = ruin(even_money(win), 100, 1000, 0, 10).ever
        assert found is not None and found.exact == 1


def test_without_a_target_a_player_with_an_edge_may_last() -> None:
    win, units = Fraction(3, 5), 4
    found = ruin(even_money(win), 100, units * 100, 0, 10).ever
    right = ((1 - win) / win) ** units
    assert found is not None and abs(Fraction(found.value) - right) <= Fraction(found.error) < Fraction(1, 10**11)


def test_a_player_stops_when_the_bankroll_does_not_cover_a_round() -> None:
    found = ruin(even_money(Fraction(1, 2)), 100, 250, 450, 10)  # two losses leave 50 cents; two wins are the target
    assert found.ever is not None and found.ever.exact == Fraction(1, 2)


def test_money_on_a_coarser_grid_than_the_differences() -> None:
    """Nets of -3 and +6 have differences of 9, and money moves by 3."""
    player = single({(-300, 300): Fraction(2, 3), (600, 300): Fraction(1, 3)})
    found = ruin(player, 300, 600, 1200, 5)
    # from 2 units: lose, lose is ruin; lose, win, lose leads back to 2; everything else reaches 4 or more
    p = Fraction(4, 9) / (1 - Fraction(4, 27))
    assert found.ever is not None and found.ever.exact == p
    assert found.before is not None and found.before.value == pytest.approx(
        float(Fraction(4, 9) * (1 + Fraction(4, 27)))
    )


def test_out_of_line_is_where_the_chance_falls_to_one_in_a_thousand() -> None:
    house = single({(100, 100): Fraction(20, 38), (-100, 100): Fraction(18, 38)})
    held = Fraction(-1, 20)
    found = out_of_line(house, held, 0)
    assert found.side == "low" and found.rounds is not None and found.for_certain is not None

    @cache
    def chance(rounds: int) -> Fraction:
        """The chance that at most so much of the stakes is held: a binomial sum, each term from the one before."""
        most, term, total = math.floor(rounds * (1 + held) / 2), 9**rounds, 0
        for k in range(most + 1):
            total += term
            term = term * 10 * (rounds - k) // (9 * (k + 1))
        return Fraction(total, 19**rounds)

    assert found.for_certain < 20_000
    assert chance(found.rounds) <= Fraction(1, 1000) < chance(found.rounds - 1)
    assert found.rounds < found.for_certain
    assert found.chance == pytest.approx(float(chance(found.rounds)), abs=1e-12)


def test_a_table_that_holds_too_much_is_out_of_line_on_the_other_side() -> None:
    house = single({(100, 100): Fraction(20, 38), (-100, 100): Fraction(18, 38)})
    found = out_of_line(house, Fraction(30, 100), 0)
    assert found.side == "high" and found.rounds is not None
    law = session_distribution(house, found.rounds, EXACT)
    below = law.exactly_up_to(math.ceil(found.rounds * 30) - 1)
    assert below is not None and 1 - below <= Fraction(1, 1000)


def test_what_is_just_the_mean_is_never_out_of_line() -> None:
    house = single({(100, 100): Fraction(1, 2), (-100, 100): Fraction(1, 2)})
    assert out_of_line(house, Fraction(0), 0).rounds is None
