"""Derived figures agree: all wagers walked together, one by one, compiled into tables, and dealt at a live table."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from contract.play import chooses, everything, new_table, stakes, toys_discovered
from houseway.core import AnyGame, Done, Fact, NoMoreBets, Outcome, Result, Wager, Wagers
from houseway.games import load
from houseway.law import Rules
from houseway.odds import Automaton, Solver, Walker, compile_wager
from houseway.odds.automaton import DECIDED
from houseway.odds.graph import Edge, Graph, Node
from houseway.odds.single_result import walk_together
from houseway.odds.solve import Distribution
from houseway.table import Table

WITHOUT_CHOICE = [param for param in everything() if not chooses(*param.values)]
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
        long_lived = any(alone(game, rules, wager)[2] != 1 for wager in game.catalogue(rules))
        assert long_lived, "one result decides every wager, and yet they are not walked together"
        return
    assert list(together) == list(game.catalogue(rules))
    for wager, (distribution, draws, because) in together.items():
        graph, expected, needed = alone(game, rules, wager)
        assert (distribution, draws) == (expected, needed), wager
        assert set(because) == set(graph.cites), wager


@EVERY
def test_compiled_tables_have_the_distribution_of_the_walk(game: AnyGame, rules: Rules) -> None:
    for wager in some(game, rules):
        automaton = compile_wager(game, rules, wager)
        _, distribution, draws = alone(game, rules, wager)
        assert solved(automaton) == (distribution, draws), wager


@EVERY
def test_compiled_tables_settle_as_a_live_table_does(game: AnyGame, rules: Rules) -> None:
    rng = Random("compiled")
    for wager in some(game, rules):
        automaton = compile_wager(game, rules, wager, stakes(game, rules, wager)[-1])
        for _ in range(3):
            results = tuple(rng.choices(automaton.outcomes, automaton.weights, k=LONGEST))
            assert automaton.run(results) == live(game, rules, automaton, results), (wager, results)


def live(game: AnyGame, rules: Rules, automaton: Automaton, results: tuple[Outcome, ...]) -> tuple[int, int]:
    """The same wager and results at a table: what the seat won or lost by it, and how many results it took."""
    table = new_table(game, rules)
    prelude = game.prelude(rules, automaton.wager)
    carry_out(table, prelude)
    other = {fact.id for fact in prelude if isinstance(fact, Wager) and fact.seat == 1}
    before, events = table.chips(1), len(table.events)
    assert table.wager(1, automaton.wager, automaton.stake_cents)[0].event == "wager-placed"
    used = 0
    for outcome in results:
        if not any(placed.seat == 1 for placed in game.layout(table.state)):
            break
        if isinstance(table.due, Wagers):
            carry_out(table, (*game.supporting_wagers(rules, table.state), NoMoreBets()))
        table.result(**game.show_result(rules, outcome))
        used += 1
    settled = [event.fields for event in table.events[events:] if event.event == "wager-settled"]
    apart = sum(f["returned_cents"] for f in settled if f["seat"] == 1 and f["wager"] in other)
    return table.chips(1) - before - apart, used


def carry_out(table: Table, facts: Iterable[Fact]) -> None:
    """Facts as the commands that bring them about; procedures the table completes itself."""
    for fact in facts:
        match fact:
            case Result(value=value):
                table.result(**table.game.show_result(table.rules, value))
            case NoMoreBets():
                assert table.no_more_bets()[-1].event == "no-more-bets"
            case Wager(seat=seat, id=wager, cents=cents):
                assert table.wager(seat, wager, cents)[0].event == "wager-placed"
            case _:
                assert isinstance(fact, Done), fact


def some(game: AnyGame, rules: Rules) -> list[str]:
    """Every wager under the default submission; under another a few, where each takes a long walk."""
    wagers = list(game.catalogue(rules))
    with toys_discovered():
        usual = load(game.id)[1]
    if rules == usual or walk_together(game, rules) is not None:
        return wagers
    return Random(rules.digest).sample(wagers, min(8, len(wagers)))
