"""The house's winnings from round to round as a Markov chain: for each state and result, the next state, money and chance.

Games whose rounds are independent have one state. The chain of a game whose wagers live through several results is the joint
automaton of all wagers; states with the same future money and chances are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

Way = tuple[int, int, int]  # (next state, cents the house wins, cents of stakes that this result decides)


@dataclass(frozen=True)
class Chain:
    """`ways[state]` has the weight of each way out of a state; each state's weights add up to `total`. Play starts in state 0.

    `input_error` bounds the total variation between the chances of one round and the true ones; 0 if they are exact.
    """

    ways: tuple[Mapping[Way, int], ...]
    total: int
    input_error: Fraction = Fraction(0)

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.ways)

    @cached_property
    def nets(self) -> tuple[int, ...]:
        """The amounts that the house can win or lose on one result, in cents, in ascending order."""
        return tuple(sorted({net for row in self.ways for _, net, _ in row}))

    @cached_property
    def grid(self) -> int:
        """The step of the lattice: after n results the house has won n times the least net, plus steps of this size."""
        return gcd(*(net - self.nets[0] for net in self.nets)) or 1

    @cached_property
    def links(self) -> int:
        """The number of different (state, next state, net)."""
        return sum(len({(target, net) for target, net, _ in row}) for row in self.ways)

    @cached_property
    def shares(self) -> tuple[Fraction, ...]:
        """How often each state is visited in the long run."""
        return long_run(self)

    @cached_property
    def mean(self) -> Fraction:
        """The house's average win per result in the long run, in cents."""
        return self._average(lambda way: way[1])

    @cached_property
    def mean_square(self) -> float:
        """The mean square of the house's win per result in the long run, in cents squared."""
        return float(self._average(lambda way: way[1] ** 2))

    @cached_property
    def handle(self) -> Fraction:
        """The average stakes that one result decides in the long run, in cents."""
        return self._average(lambda way: way[2])

    def for_player(self) -> Chain:
        """The same chain from the player's side."""
        rows = ({(target, -net, staked): weight for (target, net, staked), weight in row.items()} for row in self.ways)
        return Chain(tuple(rows), self.total, self.input_error)

    def _average(self, value: Callable[[Way], int]) -> Fraction:
        sums = [sum(weight * value(way) for way, weight in row.items()) for row in self.ways]
        return sum((share * total for share, total in zip(self.shares, sums, strict=True)), Fraction(0)) / self.total


def single(chances: Mapping[tuple[int, int], Fraction], input_error: Fraction = Fraction(0)) -> Chain:
    """A chain of independent rounds from the chance of each (net, stakes)."""
    total = lcm(*(chance.denominator for chance in chances.values()))
    ways = {(0, net, staked): int(chance * total) for (net, staked), chance in chances.items() if chance}
    return Chain((ways,), total, input_error)


def merged(rows: Iterable[Mapping[Way, int]], total: int) -> Chain:
    """The smallest equivalent chain: states with the same future money and chances become one."""
    ways = list(rows)
    block = [0] * len(ways)
    while True:
        seen: dict[object, int] = {}
        marks = []
        for state, row in enumerate(ways):
            into: dict[Way, int] = {}
            for (target, net, staked), weight in row.items():
                into[block[target], net, staked] = into.get((block[target], net, staked), 0) + weight
            marks.append((block[state], frozenset(into.items())))
        new = [seen.setdefault(mark, len(seen)) for mark in marks]
        if len(seen) == len(set(block)):
            break
        block = new
    return _numbered(ways, block, total)


def _numbered(ways: list[Mapping[Way, int]], block: list[int], total: int) -> Chain:
    """One state per block, in the order in which play reaches them."""
    first = {number: state for state, number in reversed(list(enumerate(block)))}
    order = {block[0]: 0}
    waiting = [block[0]]
    rows: list[dict[Way, int]] = []
    for number in waiting:
        row: dict[Way, int] = {}
        for (target, net, staked), weight in ways[first[number]].items():
            if block[target] not in order:
                order[block[target]] = len(order)
                waiting.append(block[target])
            way = (order[block[target]], net, staked)
            row[way] = row.get(way, 0) + weight
        rows.append(row)
    return Chain(tuple(rows), total)


def long_run(chain: Chain) -> tuple[Fraction, ...]:
    """The stationary chances of the states, by exact elimination of one state after another (0 for transient states)."""
    size = chain.states
    flow: list[dict[int, Fraction]] = []
    for row in chain.ways:
        to: dict[int, Fraction] = {}
        for (target, _, _), weight in row.items():
            to[target] = to.get(target, Fraction(0)) + Fraction(weight, chain.total)
        flow.append(to)
    recurrent = _recurrent(flow)
    order = sorted(recurrent)
    into: dict[int, dict[int, Fraction]] = {}
    leaving: dict[int, Fraction] = {}
    for state in reversed(order[1:]):  # censor the chain to the states before this one
        out = {t: p for t, p in flow[state].items() if t != state and p}
        leaving[state] = sum(out.values(), Fraction(0))
        into[state] = {s: flow[s].pop(state) for s in order if s < state and state in flow[s]}
        for source, share in into[state].items():
            for target, chance in out.items():
                flow[source][target] = flow[source].get(target, Fraction(0)) + share * chance / leaving[state]
    weights = {order[0]: Fraction(1)}
    for state in order[1:]:
        weights[state] = sum((weights[s] * p for s, p in into[state].items()), Fraction(0)) / leaving[state]
    whole = sum(weights.values())
    return tuple(weights.get(state, Fraction(0)) / whole for state in range(size))


def _recurrent(flow: list[dict[int, Fraction]]) -> set[int]:
    """The recurrent states: those that can be reached from every reachable state."""
    reach = [_reached(flow, state) for state in range(len(flow))]
    last = min(reach, key=len)
    return set(last)


def _reached(flow: list[dict[int, Fraction]], start: int) -> frozenset[int]:
    found, waiting = {start}, [start]
    while waiting:
        for target in flow[waiting.pop()]:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return frozenset(found)
