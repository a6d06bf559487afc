"""`houseway/PaiGow-v0`: Gymnasium's own checker, lawful settings only, and rewards that agree with the exact figure."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from houseway.equipment.tiles import TILES
from houseway.games import load
from houseway.games.pai_gow.agent import LOW_HANDS
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.law.ranking import rank
from houseway.odds.sheet import rows_of
from houseway.simulate.environments import SeatEnvironment, register

register()


@pytest.mark.filterwarnings("ignore")
def test_the_checker_passes() -> None:
    check_env(gymnasium.make("houseway/PaiGow-v0").unwrapped)


def copied(env: SeatEnvironment, seen: Any) -> int:
    """The action that sets the tiles seen as the house would."""
    tiles = [TILES[place] for place in seen]
    low = sorted(house_way(env.rules.option("house_way")).set(tiles).setting.low)
    return next(n for n, pair in enumerate(LOW_HANDS) if sorted(tiles[place] for place in pair) == low)


def test_the_low_hand_may_not_be_the_higher_one() -> None:
    env = SeatEnvironment("pai-gow")
    seen, info = env.reset(seed=3)
    for action, (one, other) in enumerate(LOW_HANDS):
        low = rank(TILES[seen[one]], TILES[seen[other]]).strength
        high = rank(*(TILES[seen[place]] for place in range(4) if place not in (one, other))).strength
        assert bool(info["action_mask"][action]) == (high >= low)
    unlawful = info["action_mask"].tolist().index(0)
    again, reward, over, cut_off, told = env.step(env.action_space.dtype.type(unlawful))
    assert (again == seen).all() and reward == 0 and not over and not cut_off
    assert "is lower than the low hand" in told["refused"]
    *_, over, _, info = env.step(env.action_space.dtype.type(copied(env, seen)))
    assert over and not info["action_mask"].any()


def test_the_same_seed_deals_the_same_tiles() -> None:
    one, other = SeatEnvironment("pai-gow"), SeatEnvironment("pai-gow")
    one.reset(seed=5)
    other.reset(seed=5)
    for _ in range(10):
        assert (one.seen == other.seen).all()
        action = one.action_space.dtype.type(copied(one, one.seen))
        assert one.step(action)[1] == other.step(action)[1]
        one.reset()
        other.reset()


def rewards(rounds: int) -> list[float]:
    """The gains of an agent that copies the house way."""
    env, found = SeatEnvironment("pai-gow"), []
    seen, _ = env.reset(seed=11)
    for _ in range(rounds):
        _, reward, over, _, _ = env.step(env.action_space.dtype.type(copied(env, seen)))
        assert over
        found.append(float(reward))
        seen, _ = env.reset()
    return found


def near(found: list[float]) -> None:
    exact = next(row.expected for row in rows_of(*load("pai-gow"), "wager") if row.strategy == "house-way")
    error = statistics.stdev(found) / len(found) ** 0.5
    assert abs(statistics.mean(found) - float(exact)) <= 4 * error
    assert set(found) == {-1.0, 0.0, 0.95}


@pytest.mark.nightly
def test_who_copies_the_house_way_earns_what_that_is_exactly_worth() -> None:
    near(rewards(600))


@pytest.mark.nightly
def test_who_copies_the_house_way_earns_what_that_is_exactly_worth_over_many_rounds() -> None:
    near(rewards(50_000))
