"""The distribution of a session: against every sequence of results, against whole numbers, and with errors that really bound."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from houseway.core.kernel import Sitting
from houseway.games import load
from houseway.questions.chain import Chain, single
from houseway.questions.moments import moments
from houseway.questions.round_distribution import round_distribution
from houseway.questions.session_distribution import EXACT, FREQUENCIES, STEPS, SessionDistribution, session_distribution
from support import variants

TABLES = {
    "roulette": {"straight:17": 500, "red": 1000},
    "sic-bo": {"small": 500, "one-of-a-kind:6": 100},
    "big-six": {"joker": 100, "1": 300},
    "craps": {"pass": 1000, "odds:pass": 2000, "field": 500},
}


def chain_of(game_id: str, bets: dict[str, int]) -> Chain:
    game, rules = load(game_id)
    return round_distribution(game, rules, (Sitting(bets),)).chain


def every_sequence(chain: Chain, rounds: int) -> dict[int, Fraction]:
    """All sequences of results, one by one."""
    found: dict[int, Fraction] = {}
    for ways in product(*[range(max(len(row) for row in chain.ways))] * rounds):
        state, net, chance = 0, 0, Fraction(1)
        for at in ways:
            row = list(chain.ways[state].items())
            if at >= len(row):
                break
            (state, gain, _), weight = row[at]
            net, chance = net + gain, chance * Fraction(weight, chain.total)
        else:
            found[net] = found.get(net, Fraction(0)) + chance
    return found


def worst(law: SessionDistribution, exact: SessionDistribution) -> float:
    """The largest difference of the two in the chance of any result or less."""
    cents = range(exact.low_cents, exact.low_cents + len(exact.chances) * exact.grid_cents, exact.grid_cents)
    known, seen = [], 0
    for weight in exact.chances.tolist():
        seen += weight
        known.append(Fraction(seen, exact.total))
    return max(abs(float(Fraction(law.chance_up_to(at)) - up_to)) for at, up_to in zip(cents, known, strict=True))


@pytest.mark.parametrize("game_id", TABLES)
def test_few_rounds_are_the_sum_of_every_sequence(game_id: str) -> None:
    chain = chain_of(game_id, TABLES[game_id])
    found = every_sequence(chain, 3)
    assert sum(found.values()) == 1
    law = session_distribution(chain, 3, EXACT)
    told = {
        law.low_cents + at * law.grid_cents: Fraction(weight, law.total)
        for at, weight in enumerate(law.chances.tolist())
        if weight
    }
    assert told == found


@pytest.mark.parametrize("game_id", TABLES)
@pytest.mark.parametrize("way", [STEPS, FREQUENCIES])
@pytest.mark.parametrize("rounds", variants([1, 12], [60]))
def test_the_certified_error_bounds_the_error(game_id: str, way: str, rounds: int) -> None:
    chain = chain_of(game_id, TABLES[game_id])
    exact, law = session_distribution(chain, rounds, EXACT), session_distribution(chain, rounds, way)
    assert worst(law, exact) <= law.error <= 1e-11
    for share in (Fraction(1, 1000), Fraction(1, 2), Fraction(99, 100)):
        low, high = law.quantile(share)
        assert low <= exact.quantile(share)[0] <= high


def test_an_error_of_the_input_is_part_of_the_error() -> None:
    chances = {(100, 100): Fraction(51, 100), (-100, 100): Fraction(49, 100)}
    sharp, blurred = single(chances), single(chances, Fraction(1, 10**9))
    assert session_distribution(blurred, 500).error - session_distribution(sharp, 500).error == pytest.approx(
        5e-7, rel=0.01
    )


@pytest.mark.parametrize("game_id", TABLES)
@pytest.mark.parametrize("rounds", variants([1, 12], [40]))
def test_mean_and_variance_are_those_of_the_distribution(game_id: str, rounds: int) -> None:
    chain = chain_of(game_id, TABLES[game_id])
    law, found = session_distribution(chain, rounds, EXACT), moments(chain, rounds)
    cells = [(law.low_cents + at * law.grid_cents, weight) for at, weight in enumerate(law.chances.tolist())]
    mean = Fraction(sum(net * weight for net, weight in cells), law.total)
    variance = Fraction(sum(net * net * weight for net, weight in cells), law.total) - mean**2
    if chain.states == 1:
        assert (found.mean, found.variance) == (mean, variance)
    assert abs(Fraction(found.mean) - mean) <= Fraction(found.mean_error)
    assert abs(Fraction(found.variance) - variance) <= Fraction(found.variance_error)
    assert found.mean_error < 1e-6


def test_independent_rounds_have_n_times_the_edge_exactly() -> None:
    chain = chain_of("roulette", {"straight:17": 500})
    assert moments(chain, 5000).mean == 5000 * 500 * Fraction(1, 19)
    assert chain.mean / chain.handle == Fraction(1, 19)


def test_states_with_the_same_future_are_one() -> None:
    chain = chain_of("craps", {"pass": 1000})  # the come-out, and a point of 4 or 10, 5 or 9, 6 or 8
    assert chain.states == 4
    assert chain.mean / chain.handle == Fraction(7, 495)


def test_the_way_is_chosen_by_the_work() -> None:
    chain = chain_of("roulette", {"red": 100})
    assert [session_distribution(chain, rounds).way for rounds in (10, 100_000)] == [EXACT, FREQUENCIES]
