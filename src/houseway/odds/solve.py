"""Solving a wager's graph exactly: the whole distribution of its results, in rationals, cycles included.

A node's distribution is the mixture of its children's, shifted by the money on the way. Nodes that lead back to each
other form a strongly connected component; there the distributions are the unknowns of a linear system.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from houseway.core.progress import working_on
from houseway.odds.graph import TOLD_EVERY, Edge, Graph, Node

Distribution = dict[int, Fraction]  # net result in cents -> probability


class Unbounded(Exception):  # noqa: N818 - a fact about a wager
    """A wager that can pay any number of times before it is decided has infinitely many results."""


class Solver:
    """Goes through the components, children first."""

    def __init__(self, graph: Graph) -> None:
        self.nodes, self.graph = graph.nodes, graph
        self.results: list[Distribution] = [{} for _ in graph.nodes]
        self.draws: list[Fraction] = [Fraction(0)] * len(graph.nodes)
        self.taken: dict[int, list[Edge]] = {}  # the best option at each choice

    def solve(self) -> tuple[Distribution, Fraction]:
        """The distribution of the wager's net result, and the average number of random results."""
        if self.graph.start is None:
            return {self.graph.gain_cents: Fraction(1)}, Fraction(0)
        done = told = 0
        for component in components(self.nodes):
            if done >= told + TOLD_EVERY:
                told = done
                working_on(f"solving {done:,} of {len(self.nodes):,} positions")
            done += len(component)
            first = component[0]
            if len(component) == 1 and all(edge.target != first for edge in self.nodes[first].edges):
                self._alone(first)
            else:
                self._together(component)
        found = self.results[self.graph.start]
        return {net + self.graph.gain_cents: found[net] for net in sorted(found)}, self.draws[self.graph.start]

    def void(self) -> Fraction:
        """The chance that the wager is returned, neither won nor lost; call it after `solve`."""
        if not any(edge.void for node in self.nodes for edge in node.edges):
            return Fraction(0)
        played = [self.taken.get(number, node.edges) for number, node in enumerate(self.nodes)]
        ends = [Node([replace(edge, gain_cents=int(edge.void)) for edge in edges]) for edges in played]
        chances, _ = Solver(Graph(ends, self.graph.start, 0, ())).solve()
        return 1 - chances.get(0, Fraction(0))

    def _alone(self, number: int) -> None:
        node = self.nodes[number]
        edges = node.edges
        if node.choice:
            edges = self.taken[number] = [max(edges, key=lambda edge: expected(self._mixed([edge], 1)))]
        total = sum(edge.weight for edge in edges)
        self.results[number] = self._mixed(edges, total)
        self.draws[number] = asked(node) + self._draws_after(edges, total)

    def _mixed(self, edges: list[Edge], total: int) -> Distribution:
        """The mixture of the distributions behind some edges, by weight."""
        weights: dict[tuple[int, int | None], int] = {}
        for edge in edges:
            way = (edge.gain_cents, edge.target)
            weights[way] = weights.get(way, 0) + edge.weight
        mixed: Distribution = {}
        for (gain, target), weight in weights.items():
            share = Fraction(weight, total)
            behind = {0: Fraction(1)} if target is None else self.results[target]
            for net, chance in behind.items():
                mixed[net + gain] = mixed.get(net + gain, Fraction(0)) + share * chance
        return mixed

    def _draws_after(self, edges: list[Edge], total: int) -> Fraction:
        parts = (Fraction(edge.weight, total) * self.draws[edge.target] for edge in edges if edge.target is not None)
        return sum(parts, Fraction(0))

    def _together(self, component: list[int]) -> None:
        """Solve (1 - P) X = R: P are the edges inside the component, R those that leave it."""
        row_of = {number: row for row, number in enumerate(component)}
        matrix, outside, counts = [], [], []
        for number in component:
            node = self.nodes[number]
            assert not node.choice, "a choice that leads back to itself cannot be walked; model it as a strategy"
            total = sum(edge.weight for edge in node.edges)
            row = [Fraction(int(n == number)) for n in component]
            leaving = [edge for edge in node.edges if edge.target not in row_of]
            for edge in node.edges:
                if edge.target in row_of:
                    if edge.gain_cents:
                        raise Unbounded("it can pay any number of times before it is decided")
                    row[row_of[edge.target]] -= Fraction(edge.weight, total)
            matrix.append(row)
            outside.append(self._mixed(leaving, total))
            counts.append(asked(node) + self._draws_after(leaving, total))
        for number, weights in zip(component, inverse(matrix), strict=True):
            found: Distribution = {}
            for weight, distribution in zip(weights, outside, strict=True):
                for net, chance in distribution.items():
                    found[net] = found.get(net, Fraction(0)) + weight * chance
            self.results[number] = found
            self.draws[number] = sum((w * c for w, c in zip(weights, counts, strict=True)), Fraction(0))


def asked(node: Node) -> Fraction:
    """1 at a random result, 0 at a choice."""
    return Fraction(int(not node.choice and any(edge.outcomes for edge in node.edges)))


def expected(distribution: Distribution) -> Fraction:
    """The mean of a distribution."""
    return sum((net * chance for net, chance in distribution.items()), Fraction(0))


def inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    """The inverse of a small square matrix, by exact elimination."""
    size = len(matrix)
    rows = [[*row, *(Fraction(int(i == j)) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            raise Unbounded("it may never be decided")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [value - factor * above for value, above in zip(rows[r], rows[column], strict=True)]
    return [row[size:] for row in rows]


def components(nodes: list[Node]) -> Iterator[list[int]]:
    """Strongly connected components, children before parents (Tarjan's algorithm without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for root in range(len(nodes)):
        if root in order:
            continue
        work: list[tuple[int, int]] = [(root, 0)]
        while work:
            number, position = work.pop()
            if position == 0:
                order[number] = low[number] = len(order)
                stack.append(number)
                on_stack.add(number)
            targets = [edge.target for edge in nodes[number].edges if edge.target is not None]
            deeper = False
            for at in range(position, len(targets)):
                target = targets[at]
                if target not in order:
                    work += [(number, at + 1), (target, 0)]
                    deeper = True
                    break
                if target in on_stack:
                    low[number] = min(low[number], order[target])
            if deeper:
                continue
            if low[number] == order[number]:
                component: list[int] = []
                while not component or component[-1] != number:
                    component.append(stack.pop())
                    on_stack.discard(component[-1])
                yield component
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[number])
