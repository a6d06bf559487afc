"""Derived figures agree: all wagers walked together, one by one, compiled into tables, and dealt at a live table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from contract.play import by_edition, chooses, new_table, stakes, toys_discovered
from houseway.core import AnyGame, Done, Fact, NoMoreBets, Outcome, Result, Wager, Wagers
from houseway.games import load
from houseway.law import Rules
from houseway.odds import Solver, Walker
from houseway.odds.graph import SEAT, Edge, Graph, Node
from houseway.odds.single_result import walk_together
from houseway.odds.solve import Distribution
from houseway.simulate.seat_automaton import Compiler, Machine
from houseway.table import Table
from support import TWIN, sized

WITHOUT_CHOICE = [param for param in by_edition() if not chooses(*param.values)]
EVERY = pytest.mark.parametrize(("game", "rules"), WITHOUT_CHOICE)
LONGEST = 25


def alone(game: AnyGame, rules: Rules, wager: str) -> tuple[Graph, Distribution, object]:
    """One wager walked by itself."""
    graph = Walker(game, rules).graph(wager, game.law.catalogue(rules)[wager].unit_cents)
    return (graph, *Solver(graph).solve())


def own(game: AnyGame, rules: Rules, wager: str) -> dict[str, int]:
    """The seat's own wagers that a wager leans on, with their stakes."""
    made = [fact for fact in game.walk.setup(rules, wager) if isinstance(fact, Wager) and fact.seat == SEAT]
    return {fact.id: fact.cents for fact in made}


def first_decision(machine: Machine) -> tuple[Distribution, object]:
    """How the first of a single wager ends, solved as a chain; results before it can be made are not counted."""
    nodes = []
    for after, decided, lying in zip(machine.after, machine.decided, machine.on_layout, strict=True):
        row = zip(machine.weights, after, decided, machine.outcomes, strict=True)
        nodes.append(Node([
            Edge(weight, sum(net for _, net in ends), None if ends else target, (outcome,) if lying else ())
            for weight, target, ends, outcome in row
        ]))  # fmt: skip
    return Solver(Graph(nodes[: machine.states_in_play], 0, 0, ())).solve()


@EVERY
def test_walking_together_equals_walking_each_wager_alone(game: AnyGame, rules: Rules) -> None:
    together = walk_together(game, rules)
    if together is None:
        long_lived = any(alone(game, rules, wager)[2] != 1 for wager in game.law.catalogue(rules))
        assert long_lived, "one result decides every wager, and yet they are not walked together"
        return
    assert list(together) == list(game.law.catalogue(rules))
    for wager, (distribution, draws, because) in together.items():
        graph, expected, needed = alone(game, rules, wager)
        assert (distribution, draws) == (expected, needed), wager
        assert set(because) == set(graph.cites), wager


@EVERY
def test_compiled_tables_have_the_distribution_of_the_walk(game: AnyGame, rules: Rules) -> None:
    for wager in some(game, rules):
        if own(game, rules, wager):
            continue  # it ends by the situation in which it was made
        machine = Compiler(game, rules, {wager: game.law.catalogue(rules)[wager].unit_cents}).automaton()
        assert first_decision(machine) == alone(game, rules, wager)[1:], wager


@EVERY
def test_compiled_tables_settle_as_a_live_table_does(game: AnyGame, rules: Rules) -> None:
    rng = Random("compiled")
    for wager in some(game, rules):
        bets = {**own(game, rules, wager), wager: stakes(game, rules, wager)[-1]}
        machine = Compiler(game, rules, bets).automaton()
        results = rng.choices(
            range(len(machine.outcomes)), machine.weights, k=3 if machine.states_in_play == 1 else LONGEST
        )
        state, found = 0, []
        for result in results:
            found.append(sorted((machine.wagers[n], net) for n, net in machine.decided[state][result]))
            state = machine.after[state][result]
        assert found == list(live(game, rules, bets, [machine.outcomes[result] for result in results])), wager


def live(game: AnyGame, rules: Rules, bets: dict[str, int], results: list[Outcome]) -> Iterator[list[tuple[str, int]]]:
    """The same wagers and results at a table: what the seat won or lost by each wager that a result decided.

    The parts of a wager that the layout has no area for count as that wager.
    """
    table, cost, whole = new_table(game, rules), dict[str, int](), dict[str, str]()
    for outcome in results:
        if isinstance(table.due, Wagers):
            for wager in [each for each in bets if each not in cost]:
                before = table.chips(SEAT)
                placed = table.wager(SEAT, wager, bets[wager])
                if placed[0].event == "wager-placed":
                    cost[wager] = before - table.chips(SEAT)
                parts = [part for event in placed for part in event.fields.get("parts", ())]
                whole |= {part["wager"]: wager for part in parts}
            carry_out(table, (*game.walk.supporting_wagers(rules, table.state), NoMoreBets()))
        events = table.result(**game.present.show_result(rules, outcome))
        settled = [event.fields for event in events if event.event == "wager-settled" and event.fields["seat"] == SEAT]
        returned = Counter[str]()
        for each in settled:
            returned[whole.get(each["wager"], each["wager"])] += each["returned_cents"]
        yield sorted((wager, cents - cost.pop(wager)) for wager, cents in returned.items())


def carry_out(table: Table, facts: Iterable[Fact]) -> None:
    """Facts as the commands that bring them about; procedures the table completes itself."""
    for fact in facts:
        match fact:
            case Result(value=value):
                table.result(**table.game.present.show_result(table.rules, value))
            case NoMoreBets():
                assert table.no_more_bets()[-1].event == "no-more-bets"
            case Wager(seat=seat, id=wager, cents=cents):
                assert table.wager(seat, wager, cents)[0].event == "wager-placed"
            case _:
                assert isinstance(fact, Done), fact


def some(game: AnyGame, rules: Rules) -> list[str]:
    """Every wager; a few where each takes a long walk, and more of these under the default submission."""
    wagers = list(game.law.catalogue(rules))
    with toys_discovered():
        usual = load(game.id)[1]
    if walk_together(game, rules) is not None:
        return wagers
    most = sized(day=20, night=len(wagers)) if rules == usual and game.id != TWIN else 8
    return Random(rules.digest).sample(wagers, min(most, len(wagers)))
