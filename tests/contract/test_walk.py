"""The exact walk: absorbing chains in rationals, including cycles and components, and chains without a solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.play import altered, toy
from houseway.core import Fact, Result, Step, Wager
from houseway.core.wagering import pay, place
from houseway.odds import Solver, Unbounded, Walker
from houseway.odds.graph import Edge, Graph, Node
from houseway.odds.solve import components, expected, inverse

Way = tuple[int, int, int | None]  # weight, gain in cents, target


def graph(*nodes: Sequence[Way], start: int | None = 0, gain_cents: int = 0) -> Graph:
    """A graph of chance nodes, each a list of its ways."""
    made = [Node([Edge(w, gain, target, (n,)) for n, (w, gain, target) in enumerate(ways)]) for ways in nodes]
    return Graph(made, start, gain_cents, ())


def choice(*ways: tuple[int, int | None]) -> Node:
    """A node where the seat chooses: the gain and target of each option."""
    return Node([Edge(1, gain, target, (str(n),)) for n, (gain, target) in enumerate(ways)], choice=True)


def test_a_single_result_decides() -> None:
    solved, draws = Solver(graph([(1, 6, None), (5, 0, None)], gain_cents=-1)).solve()
    assert solved == {-1: Fraction(5, 6), 5: Fraction(1, 6)}
    assert draws == 1


def test_a_wager_that_is_decided_before_chance_is_asked() -> None:
    assert Solver(graph(start=None, gain_cents=-3)).solve() == ({-3: Fraction(1)}, Fraction(0))


def test_a_roll_that_decides_nothing_is_made_again() -> None:
    """One way to win, two to lose, three to roll again."""
    solved, draws = Solver(graph([(1, 2, None), (2, 0, None), (3, 0, 0)])).solve()
    assert solved == {0: Fraction(2, 3), 2: Fraction(1, 3)}
    assert draws == 2


@pytest.mark.parametrize(("up", "down"), [(1, 1), (1, 2), (9, 10)])
def test_a_component_of_several_nodes_is_the_gamblers_ruin(up: int, down: int) -> None:
    """From 1 to 5 between 0 and 6: the closed formulas for reaching 6, and for how long it takes."""
    top = 6
    nodes: list[list[Way]] = []
    for height in range(1, top):
        above = (up, 1, None) if height + 1 == top else (up, 0, height)
        below = (down, 0, None) if height == 1 else (down, 0, height - 2)
        nodes.append([above, below])
    r = Fraction(down, up)
    for height in range(1, top):
        solved, draws = Solver(graph(*nodes, start=height - 1)).solve()
        reached = Fraction(height, top) if up == down else (1 - r**height) / (1 - r**top)
        drift = Fraction(up - down, up + down)
        took = Fraction(height * (top - height)) if up == down else (top * reached - height) / drift
        assert solved[1] == reached
        assert sum(solved.values()) == 1
        assert draws == took


def test_components_behind_one_another() -> None:
    """Out of one cycle into another: the chances multiply, the draws add up."""
    chain = graph([(1, 0, 1), (1, 0, 0)], [(1, 0, 2), (2, 0, 0), (1, 0, None)], [(1, 4, None), (3, 0, 2)])
    solved, draws = Solver(chain).solve()
    assert solved == {0: Fraction(1, 2), 4: Fraction(1, 2)}
    # x = 2 + y, y = 1 + x/2 + z/4, z = 4
    assert draws == 8


def test_money_on_the_way_out_of_a_cycle_is_counted_once() -> None:
    solved, _ = Solver(graph([(1, 0, 0), (1, 5, 1)], [(1, 7, None), (1, -2, None)])).solve()
    assert solved == {3: Fraction(1, 2), 12: Fraction(1, 2)}


def test_a_wager_that_pays_again_and_again_is_unbounded() -> None:
    with pytest.raises(Unbounded, match="any number of times"):
        Solver(graph([(1, 3, 0), (1, 0, None)])).solve()
    with pytest.raises(Unbounded, match="any number of times"):
        Solver(graph([(1, 3, 1), (1, 0, None)], [(1, -3, 0)])).solve()


def test_a_wager_that_may_never_be_decided_is_unbounded() -> None:
    with pytest.raises(Unbounded, match="never be decided"):
        Solver(graph([(1, 0, 0)])).solve()
    with pytest.raises(Unbounded, match="never be decided"):
        Solver(graph([(1, 0, None), (1, 0, 1)], [(1, 0, 2)], [(1, 0, 1)])).solve()


def test_best_play_takes_the_better_option_and_asks_nothing_of_chance() -> None:
    fair, poor = [(1, 2, None), (1, 0, None)], [(1, 1, None), (2, 0, None)]
    best = graph([(1, 0, 1)], [], fair, poor)
    best.nodes[1] = choice((-1, 2), (0, 3), (-1, None))
    solved, draws = Solver(best).solve()
    assert expected(solved) == Fraction(1, 3)
    assert solved == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert draws == 2


def test_a_choice_that_leads_back_to_itself_has_no_walk() -> None:
    around = graph([(1, 0, 1)], [])
    around.nodes[1] = choice((0, 0), (1, None))
    with pytest.raises(AssertionError, match="model it as a strategy"):
        Solver(around).solve()


def test_the_inverse_is_exact() -> None:
    matrix = [[Fraction(0), Fraction(2)], [Fraction(3), Fraction(1)]]
    assert inverse(matrix) == [[Fraction(-1, 6), Fraction(1, 3)], [Fraction(1, 2), Fraction(0)]]


@st.composite
def chains(draw: st.DrawFn) -> Graph:
    """Small chains where every node leads to an end."""
    size = draw(st.integers(1, 6))
    targets = st.one_of(st.none(), st.integers(0, size - 1))
    nodes: list[list[Way]] = []
    for _ in range(size):
        ways = draw(st.lists(st.tuples(st.integers(1, 9), st.just(0), targets), max_size=4))
        nodes.append([*ways, (draw(st.integers(1, 9)), draw(st.integers(-5, 5)), None)])
    return graph(*nodes)


@given(chains())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_every_node_is_the_mixture_of_what_is_behind_it(chain: Graph) -> None:
    solver = Solver(chain)
    solver.solve()
    for number, node in enumerate(chain.nodes):
        total = sum(edge.weight for edge in node.edges)
        mixed: dict[int, Fraction] = {}
        draws = Fraction(1)
        for edge in node.edges:
            share = Fraction(edge.weight, total)
            behind = {0: Fraction(1)} if edge.target is None else solver.results[edge.target]
            draws += share * (0 if edge.target is None else solver.draws[edge.target])
            for net, part in behind.items():
                mixed[net + edge.gain_cents] = mixed.get(net + edge.gain_cents, Fraction(0)) + share * part
        assert solver.results[number] == mixed
        assert solver.draws[number] == draws
        assert sum(mixed.values()) == 1


@given(st.lists(st.lists(st.integers(0, 7), max_size=4), min_size=8, max_size=8))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_components_lead_to_each_other_and_children_come_first(targets: list[list[int]]) -> None:
    nodes = graph(*[[(1, 0, target) for target in of] for of in targets]).nodes
    reach = [{n, *of} for n, of in enumerate(targets)]
    for _ in nodes:
        reach = [set().union(*(reach[m] for m in of)) for of in reach]
    found = [set(component) for component in components(nodes)]
    assert sorted(n for component in found for n in component) == list(range(8))
    done: set[int] = set()
    for component in found:
        done |= component
        for n in component:
            assert component == {m for m in reach[n] if n in reach[m]}
            assert reach[n] <= done


# The same of whole games


HAZARD, RULES = toy("hazard-run")


def test_a_wager_that_no_roll_ever_decides_has_no_odds() -> None:
    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        if isinstance(fact, Wager):
            placed, moves = place(state.placed, fact)
            off = tuple(replace(each, data=("off",)) for each in placed)
            return Step(replace(state, placed=off), moves=moves)
        return HAZARD.law.advance(rules, state, fact)

    walked = Walker(altered(HAZARD, advance=advance), RULES).graph("six", 600)
    with pytest.raises(Unbounded, match="never be decided"):
        Solver(walked).solve()


def test_a_wager_that_is_paid_and_stays_up_has_no_odds() -> None:
    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        step = HAZARD.law.advance(rules, state, fact)
        if isinstance(fact, Result) and isinstance(fact.value, tuple) and sum(fact.value) == 6 and state.point:
            winnings = pay(state.placed[0], rules.payout("six"), HAZARD.law.catalogue(rules)["six"].cites)
            only = replace(winnings, moves=winnings.moves[1:])
            return replace(step, state=replace(step.state, placed=state.placed), settled=(only,))
        return step

    walked = Walker(altered(HAZARD, advance=advance), RULES).graph("six", 600)
    with pytest.raises(Unbounded, match="any number of times"):
        Solver(walked).solve()
