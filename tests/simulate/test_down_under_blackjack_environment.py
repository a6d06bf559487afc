"""`houseway/DownUnderBlackjack-v0`: Gymnasium's own checker, lawful choices only, and rewards that agree with the analyser."""

from __future__ import annotations

import statistics
from functools import cache
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from houseway.games import load
from houseway.games.down_under_blackjack.agent import ACTIONS
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import charted
from houseway.games.down_under_blackjack.mathematics.terms import terms_of
from houseway.games.down_under_blackjack.present.chart_advice import code, pair_code
from houseway.simulate.environments import SeatEnvironment, register

register()
GAME = "down-under-blackjack"
STAND, HIT, DOUBLE, SPLIT = range(len(ACTIONS))
CONTINUOUS = ("shuffler=continuous",)


@pytest.mark.filterwarnings("ignore")
def test_the_checker_passes() -> None:
    check_env(gymnasium.make("houseway/DownUnderBlackjack-v0").unwrapped)


def test_other_settings_may_be_given() -> None:
    env = gymnasium.make("houseway/DownUnderBlackjack-v0", settings=("decks=8", *CONTINUOUS)).unwrapped
    assert env.rules.option("decks") == 8


def until(env: SeatEnvironment, wanted: Any, most: int = 500) -> Any:
    """Play until the observation is as wanted; until then the seat stands."""
    seen, _ = env.reset(seed=7)
    for _ in range(most):
        if wanted(seen):
            return seen
        *_, over, _, _ = env.step(env.action_space.dtype.type(STAND))
        assert over
        seen, _ = env.reset()
    raise AssertionError("it never came up")


def test_only_a_pair_may_be_split_and_only_two_cards_doubled() -> None:
    env = SeatEnvironment(GAME, CONTINUOUS)
    until(env, lambda seen: seen[3] > 0)
    assert env.action_masks().tolist() == [True, True, True, True]
    until(env, lambda seen: seen[3] == 0 and seen[0] < 12 and not seen[1])
    assert env.action_masks().tolist() == [True, True, True, False]
    seen, reward, over, _, info = env.step(env.action_space.dtype.type(HIT))
    assert reward == 0 and not over and seen[2] == 3
    assert info["action_mask"].tolist() == [1, 1, 0, 0]


def test_what_the_rules_refuse_is_no_step() -> None:
    env = SeatEnvironment(GAME, CONTINUOUS)
    seen = until(env, lambda seen: seen[3] == 0)
    again, reward, over, cut_off, told = env.step(env.action_space.dtype.type(SPLIT))
    assert (again == seen).all() and reward == 0 and not over and not cut_off
    assert "split" in told["refused"]


def test_both_hands_of_a_split_are_asked_about() -> None:
    env = SeatEnvironment(GAME, CONTINUOUS)
    until(env, lambda seen: seen[3] == 8)
    seen, _, over, _, info = env.step(env.action_space.dtype.type(SPLIT))
    assert not over and seen[4] == 1 and not info["action_mask"][SPLIT]
    rewards = []
    while not over:
        seen, reward, over, _, info = env.step(env.action_space.dtype.type(STAND))
        rewards.append(reward)
    assert rewards[-1] in (-2, -1, 0, 1, 2) and not info["action_mask"].any()


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = SeatEnvironment(GAME), SeatEnvironment(GAME)
    (seen, info), (again, also) = one.reset(seed=5), other.reset(seed=5)
    for _ in range(30):
        assert (seen == again).all() and info["rounds_between"] == also["rounds_between"]
        action = one.action_space.dtype.type(STAND)
        assert one.step(action)[1] == other.step(action)[1]
        (seen, info), (again, also) = one.reset(), other.reset()


@cache
def chart() -> Any:
    _, rules = load(GAME)
    return charted(full_shoe(6), terms_of(rules))[1]


def by_the_chart(seen: Any) -> int:
    """The printed chart's action for an observation."""
    total, soft, cards, pair, split, up, light, _ = seen.tolist()
    signal = 3 * (up - 1) + light
    said = pair_code(chart(), signal, pair - 1) if pair and not split else code(chart(), signal, total, bool(soft))
    if said in ("D", "Ds"):
        return DOUBLE if cards == 2 else HIT if said == "D" else STAND
    return {"S": STAND, "H": HIT, "P": SPLIT}[said]


def gains(rounds: int) -> list[float]:
    """The net result of each round by the chart, in Bet Wagers, including rounds without a choice."""
    env, found = SeatEnvironment(GAME), list[float]()
    seen, info = env.reset(seed=3)
    while len(found) < rounds:
        between, over = info["rounds_between"], False
        found += [info["cents_between"] / max(1, between) / env.stake_cents] * between
        while not over:
            seen, reward, over, _, info = env.step(env.action_space.dtype.type(by_the_chart(seen)))
        found.append(float(reward))
        seen, info = env.reset()
    return found


def near(found: list[float]) -> None:
    error = statistics.stdev(found) / len(found) ** 0.5
    assert abs(statistics.mean(found) - chart().expected) <= 4 * error
    assert {-2.0, -1.0, 0.0, 1.0, 2.0} <= set(found)


@pytest.mark.nightly
def test_who_follows_the_chart_earns_what_the_analyser_says() -> None:
    near(gains(1500))


@pytest.mark.nightly
def test_who_follows_the_chart_earns_what_the_analyser_says_over_many_rounds() -> None:
    near(gains(100_000))
