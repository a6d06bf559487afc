"""The Gymnasium environments: Gymnasium's own checker, and rewards that agree with the exact figures."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from fractions import Fraction

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from houseway.games import load
from houseway.games.casino_war.agent import CHOICES
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


@pytest.mark.nightly
@pytest.mark.parametrize(("choice", "exact"), [("surrender", -0.5), ("go-to-war", None)])
def test_rewards_lie_near_what_the_choice_is_exactly_worth(choice: str, exact: float | None) -> None:
    """The value of a War is the loss or gain of the Initial Wager and the War Wager."""
    env = SeatEnvironment("casino-war")
    if exact is None:
        rows = {row.strategy: row for row in rows_of(*load("casino-war"), "initial")}
        tie = rows["surrender"].distribution[Fraction(-1, 2)]
        exact = float((rows["go-to-war"].expected - rows["surrender"].expected) / tie) - 0.5
    env.reset(seed=11)
    rewards = []
    for _ in range(200):
        _, reward, over, _, _ = env.step(env.action_space.dtype.type(CHOICES.index(choice)))
        assert over
        rewards.append(reward)
        env.reset()
    error = statistics.stdev(rewards) / len(rewards) ** 0.5
    assert abs(statistics.mean(rewards) - exact) <= 4 * error


def test_after_an_import_gymnasium_knows_every_game_with_choices() -> None:
    made = "gymnasium.make('houseway/' + name + '-v0').reset(seed=1)[1]['stake_cents']"
    code = f"import gymnasium, houseway.gym; print([{made} for name in ('CasinoWar', 'DownUnderBlackjack', 'PaiGow')])"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0 and len(json.loads(done.stdout)) == 3, done.stderr


@pytest.mark.parametrize("action", [-1, 2, 1.5])
def test_what_is_no_action_is_told(action: float) -> None:
    env = SeatEnvironment("casino-war")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is not an action; use a whole number from 0 to 1"):
        env.step(action)  # type: ignore[arg-type]
