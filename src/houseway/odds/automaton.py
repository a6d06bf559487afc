"""Compiling: a wager as a small table of states and outcomes, made from the rules and never typed.

A wager that one result decides is a single row: the payout table. One that lives over many results is an automaton with as
few states as can be. The fast simulator runs on these; nothing in it knows a payout.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.core import AnyGame, Outcome
from houseway.law import Rules
from houseway.odds.graph import Graph, Node, Walker

DECIDED = -1


@dataclass(frozen=True, slots=True)
class Automaton:
    """`next_state[s][o]` and `gain_cents[s][o]` for state s and outcome o; state 0 is the wager just made.

    `stake_cents` is what was staked; a gain counts the stake that comes back, and `cost_cents` what left the seat at first.
    """

    wager: str
    stake_cents: int
    cost_cents: int
    outcomes: tuple[Outcome, ...]
    weights: tuple[int, ...]
    next_state: tuple[tuple[int, ...], ...]
    gain_cents: tuple[tuple[int, ...], ...]

    @property
    def states(self) -> int:
        """How many states it has."""
        return len(self.next_state)

    def run(self, results: tuple[Outcome, ...]) -> tuple[int, int]:
        """The net result in cents after these results, and how many of them were needed."""
        index = {outcome: n for n, outcome in enumerate(self.outcomes)}
        state, net, used = 0, -self.cost_cents, 0
        for outcome in results:
            if state == DECIDED:
                break
            at = index[outcome]
            state, net, used = self.next_state[state][at], net + self.gain_cents[state][at], used + 1
        return net, used


def compile_wager(game: AnyGame, rules: Rules, wager: str, stake_cents: int | None = None) -> Automaton:
    """The smallest automaton that settles this wager just as the rules do."""
    stake = stake_cents or game.law.catalogue(rules)[wager].unit_cents
    graph = Walker(game, rules).graph(wager, stake)
    assert graph.start is not None, f"{wager} is decided before chance is asked"
    outcomes, weights = _outcomes(graph)
    rows = [_row(node, outcomes) for node in graph.nodes]
    block = _minimised(rows)
    order = _reachable(rows, block, graph.start)
    first = {b: next(n for n in range(len(rows)) if block[n] == b) for b in order}
    number = {b: i for i, b in enumerate(order)}
    moves = [tuple(DECIDED if t is None else number[block[t]] for t, _ in rows[first[b]]) for b in order]
    gains = [tuple(g for _, g in rows[first[b]]) for b in order]
    return Automaton(wager, stake, -graph.gain_cents, outcomes, weights, tuple(moves), tuple(gains))


def compile_game(game: AnyGame, rules: Rules) -> Mapping[str, Automaton]:
    """Every wager of a game."""
    return {wager: compile_wager(game, rules, wager) for wager in game.priced(rules)}


Way = tuple[int | None, int]  # target, gain


def _outcomes(graph: Graph) -> tuple[tuple[Outcome, ...], tuple[int, ...]]:
    """The outcomes, which must be the same, with the same weights, at every node."""
    found: set[tuple[tuple[Outcome, int], ...]] = set()
    for node in graph.nodes:
        pairs = [(outcome, edge.weight // len(edge.outcomes)) for edge in node.edges for outcome in edge.outcomes]
        assert sum(weight for _, weight in pairs) == sum(edge.weight for edge in node.edges), (
            "outcomes of a lump differ in weight"
        )
        found.add(tuple(sorted(pairs, key=lambda pair: repr(pair[0]))))
    assert len(found) == 1, "chance is not the same at every node: a table cannot be compiled, write a kernel"
    pairs = list(found.pop())
    return tuple(outcome for outcome, _ in pairs), tuple(weight for _, weight in pairs)


def _row(node: Node, outcomes: tuple[Outcome, ...]) -> tuple[Way, ...]:
    assert not node.choice, "a choice cannot be compiled into a table"
    ways = {outcome: (edge.target, edge.gain_cents) for edge in node.edges for outcome in edge.outcomes}
    return tuple(ways[outcome] for outcome in outcomes)


def _minimised(rows: list[tuple[Way, ...]]) -> list[int]:
    """The block of each state: states in one block cannot be told apart by any results (Moore's refinement)."""
    block = [0] * len(rows)
    while True:
        seen: dict[object, int] = {}
        finer = [
            seen.setdefault((block[n], tuple((None if t is None else block[t], g) for t, g in row)), len(seen))
            for n, row in enumerate(rows)
        ]
        if len(seen) == len(set(block)):
            return finer
        block = finer


def _reachable(rows: list[tuple[Way, ...]], block: list[int], start: int) -> list[int]:
    order, waiting = [block[start]], [start]
    while waiting:
        for target, _ in rows[waiting.pop()]:
            if target is not None and block[target] not in order:
                order.append(block[target])
                waiting.append(target)
    return order
