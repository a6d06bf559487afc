"""The walk of a round needs a smaller key than the walk of a shoe, and gives the same result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from contract import checks
from contract.play import edges
from houseway.core import Wager
from houseway.games import casino_war, load
from houseway.games.casino_war.game import GAME
from houseway.odds.graph import Walker, ready
from houseway.odds.joint_round import Made, Side, Way, least
from houseway.odds.lockstep import Lockstep
from houseway.odds.sheet import Row, rows_of
from houseway.odds.solve import Solver
from houseway.odds.traces import Owed, Unlike


@pytest.fixture
def by_the_shoe(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Everything is walked by what decides the whole shoe."""

    def use() -> None:
        whole = replace(GAME, walk=replace(GAME.walk, round_key=None, round_lump=None))
        monkeypatch.setattr(casino_war, "GAMES", (whole,))

    return use


def walked(wager: str, *settings: str, players: int = 1) -> list[Row]:
    game, rules = load("casino-war", settings)
    other_players = game.walk.other_players(rules, wager, players) if players > 1 else ()
    return list(rows_of(game, rules, wager, other_players or ()))


@pytest.mark.parametrize("edition", ["2012-final", "2011-proposed", "2011-comment"])
@pytest.mark.parametrize("wager", ["initial", "tie", "war", "tie-on-war"])
def test_a_wager_comes_to_the_same(by_the_shoe: Any, wager: str, edition: str) -> None:
    short = walked(wager, f"edition={edition}")
    by_the_shoe()
    assert walked(wager, f"edition={edition}") == short


@pytest.mark.nightly
@pytest.mark.parametrize("wager", ["initial", "tie"])
def test_a_wager_beside_another_player_comes_to_the_same(by_the_shoe: Any, wager: str) -> None:
    short = walked(wager, players=2)
    by_the_shoe()
    assert walked(wager, players=2) == short


def test_the_walk_of_a_round_is_shorter(by_the_shoe: Any) -> None:
    def nodes() -> int:
        game, rules = load("casino-war", [])
        always = game.walk.policy(rules, "go-to-war")
        return len(Walker(game, rules, always).graph("initial", 2).nodes)

    short = nodes()
    by_the_shoe()
    assert short < nodes() / 2


def _ends_so(unlike: Unlike, owed: Owed, way: Way) -> bool:
    return (way.ends, way.owed) == (unlike, owed)


@pytest.mark.parametrize("other", ["2011-proposed", "2011-comment"])
def test_two_editions_differ_in_the_same_rounds(by_the_shoe: Any, other: str) -> None:
    game, was = load("casino-war", [f"edition={other}"])
    _, now = load("casino-war", [])
    sides = (Side(game, was), Side(game, now))
    made = Made((Wager(1, "initial", 200), Wager(1, "tie", 100)))

    def found() -> Any:
        walk = Lockstep(sides, made, amounts=least)
        assert walk.complete
        ends = {(unlike, owed): [way.fact for way in path] for unlike, owed, path in walk.found()}
        chances = [walk.chance(partial(_ends_so, *end)) for end in ends]
        return ends, chances, list(walk.notes)

    short = found()
    by_the_shoe()
    assert found() == short


def test_strategies_walked_at_once_are_what_each_is_by_itself() -> None:
    game, rules = load("casino-war", [])
    strategies = {name: game.walk.policy(rules, name) for name in game.walk.strategies(rules, "initial")}
    assert set(strategies) == {"go-to-war", "surrender", "optimal"}
    together = Walker(game, rules, strategies=strategies).graph("initial", 2)
    for name, policy in strategies.items():
        alone = Walker(game, rules, policy).graph("initial", 2)
        mine = together.under(name)
        assert Solver(mine).solve() == Solver(alone).solve(), name
        assert (len(mine.nodes), set(mine.cites)) == (len(alone.nodes), set(alone.cites)), name


def every_state(wagers: tuple[Wager, ...]) -> tuple[Any, Any, list[Any]]:
    """Each state of a round that the shoe tells apart, once."""
    game, rules = load("casino-war", [])
    state = ready(game, rules)
    for wager in wagers:
        state = game.law.advance(rules, state, wager).state
    waiting, seen = [state], {}
    while waiting:
        state = waiting.pop()
        mark = game.law.key(rules, state)
        if mark not in seen and game.law.placed(state):
            seen[mark] = state
            waiting += [step.state for _, step in edges(game, rules, state)]
    return game, rules, list(seen.values())


def test_rounds_with_the_same_key_go_on_alike() -> None:
    game, rules, states = every_state((Wager(1, "initial", 200),))
    short = checks.within_round(game)
    assert checks.alike(short, rules, states) > len(states) // 4, "hardly anything to compare"
    assert checks.bisimulation(short, rules, states) == []
    assert checks.lumping(short, rules, states) == []
