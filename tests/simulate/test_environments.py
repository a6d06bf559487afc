"""The Gymnasium environments: Gymnasium's own checker, and rewards that agree with the exact figures."""

from __future__ import annotations

import statistics

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from houseway.games import load
from houseway.games.casino_war.environment import CHOICES
from houseway.odds.sheet import rows_of
from houseway.simulate.environments import SeatEnvironment, register

register()


@pytest.mark.filterwarnings("ignore")
def test_the_checker_passes() -> None:
    check_env(gymnasium.make("houseway/CasinoWar-v0").unwrapped)


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = SeatEnvironment("casino-war"), SeatEnvironment("casino-war")
    for _ in range(2):
        (seen, about), (again, also) = one.reset(seed=5), other.reset(seed=5)
        assert (seen == again).all() and about["net_cents"] == also["net_cents"]
        for _ in range(20):
            assert one.step(one.action_space.dtype.type(0))[1] == other.step(other.action_space.dtype.type(0))[1]
            assert (one.reset()[0] == other.reset()[0]).all()


@pytest.mark.parametrize(("choice", "exact"), [("surrender", -0.5), ("go-to-war", None)])
def test_rewards_lie_near_what_the_choice_is_exactly_worth(choice: str, exact: float | None) -> None:
    """A War is worth what is lost with the Initial Wager, and what the War Wager brings."""
    env = SeatEnvironment("casino-war")
    if exact is None:
        rows = {row.strategy: row for row in rows_of(*load("casino-war"), "initial")}
        tie = rows["surrender"].distribution[1]
        assert float(tie[0]) == -0.5
        exact = float((rows["go-to-war"].expected - rows["surrender"].expected) / tie[1]) - 0.5
    env.reset(seed=11)
    rewards = []
    for _ in range(500):
        _, reward, over, _, _ = env.step(env.action_space.dtype.type(CHOICES.index(choice)))
        assert over
        rewards.append(reward)
        env.reset()
    error = statistics.stdev(rewards) / len(rewards) ** 0.5
    assert abs(statistics.mean(rewards) - exact) <= 4 * error
