"""Derived figures agree: all wagers walked together, one by one, compiled into tables, and dealt at a live table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from contract.play import Command, everything, new_table, stakes
from houseway.core import AnyGame, Fact, NoMoreBets, Outcome, Result, Wagers
from houseway.law import Rules
from houseway.odds import Automaton, Solver, Walker, compile_game, compile_wager
from houseway.odds.automaton import DECIDED
from houseway.odds.graph import Edge, Graph, Node
from houseway.odds.solve import Distribution
from houseway.odds.together import walk_together

WITHOUT_CHOICE = [param for param in everything() if not param.values[0].strategies(param.values[1])]
EVERY = pytest.mark.parametrize(("game", "rules"), WITHOUT_CHOICE)
LONGEST = 60


def alone(game: AnyGame, rules: Rules, wager: str) -> tuple[Graph, Distribution, object]:
    """One wager walked by itself."""
    graph = Walker(game, rules).graph(wager, game.catalogue(rules)[wager].unit_cents)
    return (graph, *Solver(graph).solve())


def solved(automaton: Automaton) -> tuple[Distribution, object]:
    """What the table of an automaton says, solved as a chain."""
    nodes = [
        Node(
            [
                Edge(weight, gain, None if target == DECIDED else target, (outcome,))
                for weight, gain, target, outcome in zip(
                    automaton.weights, gains, targets, automaton.outcomes, strict=True
                )
            ]
        )
        for gains, targets in zip(automaton.gain_cents, automaton.next_state, strict=True)
    ]
    return Solver(Graph(nodes, 0, -automaton.cost_cents, ())).solve()


@EVERY
def test_walking_together_equals_walking_each_wager_alone(game: AnyGame, rules: Rules) -> None:
    together = walk_together(game, rules)
    if together is None:
        long_lived = [w for w in game.catalogue(rules) if alone(game, rules, w)[2] != 1]
        assert long_lived, "one result decides every wager, and yet they are not walked together"
        return
    assert list(together) == list(game.catalogue(rules))
    for wager, (distribution, draws, because) in together.items():
        graph, expected, needed = alone(game, rules, wager)
        assert (distribution, draws) == (expected, needed), wager
        assert set(because) == set(graph.cites), wager


@EVERY
def test_compiled_tables_have_the_distribution_of_the_walk(game: AnyGame, rules: Rules) -> None:
    for wager, automaton in compile_game(game, rules).items():
        _, distribution, draws = alone(game, rules, wager)
        assert solved(automaton) == (distribution, draws), wager


@EVERY
def test_compiled_tables_settle_as_a_live_table_does(game: AnyGame, rules: Rules) -> None:
    rng = Random("compiled")
    for wager in game.catalogue(rules):
        automaton = compile_wager(game, rules, wager, stakes(game, rules, wager)[-1])
        for _ in range(3):
            results = tuple(rng.choices(automaton.outcomes, automaton.weights, k=LONGEST))
            assert automaton.run(results) == live(game, rules, automaton, results), (wager, results)


def live(game: AnyGame, rules: Rules, automaton: Automaton, results: tuple[Outcome, ...]) -> tuple[int, int]:
    """The same wager and results at a table: what the seat won or lost, and how many results it took."""
    table = new_table(game, rules)
    for fact in game.prelude(rules, automaton.wager):
        table.do(command_of(game, rules, fact))
    before = table.chips(1)
    assert table.wager(1, automaton.wager, automaton.stake_cents)[0].event == "wager-placed"
    used = 0
    for outcome in results:
        if not game.layout(table.state):
            break
        if isinstance(table.due, Wagers):
            table.no_more_bets()
        table.result(**game.show_result(rules, outcome))
        used += 1
    return table.chips(1) - before, used


def command_of(game: AnyGame, rules: Rules, fact: Fact) -> Command:
    """A fact of a prelude as the command that brings it about."""
    if isinstance(fact, Result):
        shown: Mapping[str, object] = game.show_result(rules, fact.value)
        return {"do": "result", **shown}
    assert isinstance(fact, NoMoreBets), fact
    return {"do": "no-more-bets"}
