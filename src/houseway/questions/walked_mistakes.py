"""The exact value of a mistake at every position of a wager's walk: the value after the remedy minus the value without it.

The walk behind the odds is repeated with all positions kept, including those between two results. Every report is tried in
each of them, and its consequences are walked with the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame, Choices, Done, Due, Fact, Outcome, Stopped
from houseway.core.driver import BY_ITSELF, AnswerRefused, Driver
from houseway.core.facts import Repaired
from houseway.core.plain import canonical, diff, plain
from houseway.core.who import in_words
from houseway.law import Rules
from houseway.law.roles import ROLES
from houseway.odds.graph import SEAT, Edge, Graph, Node, Policy, Walker
from houseway.odds.solve import Solver, components, expected, inverse
from houseway.questions.trial_reports import Reporter, TrialReport

MOST_POSITIONS = 2_500  # the most positions of one wager in which to try reports
MOST_NODES = 3_000  # the most nodes of the walk, including the consequences of reports


class TooLargeError(Exception):
    """The walk has too many positions to try every report in."""


class AskedError(Exception):
    """A report raises a question that no strategy answers."""


def going_on(driver: Driver[Any]) -> Iterable[Fact] | None:
    """The automatic next facts; a device that stopped the table is repaired."""
    due = driver.due
    if not isinstance(due, Stopped):
        return BY_ITSELF(driver)
    for role in ROLES:
        fact = Repaired(due.device, role)
        if driver.refusal(fact) is None:
            return (fact,)
    assert due.instead, f"nothing ends the stop of {due.device}"
    return (Done(due.instead[0]),)


@dataclass(frozen=True, slots=True)
class EdgePosition:
    """A state along an edge, what is due there, and the money that the edge has moved to the seat so far."""

    state: Any
    due: Due
    gain_cents: int


@dataclass(frozen=True, slots=True)
class WalkedPosition:
    """A position of the walk: how often a round reaches it, and the remaining gain from there."""

    often: Fraction
    state: Any
    due: Due
    node: int | None  # the position's node, if it is a node
    then: int | None  # otherwise the node that follows automatically, after the gain
    gain_cents: int


@dataclass(frozen=True, slots=True)
class ReportValue:
    """One report in one position: how often the position comes up, and the gain of the seat per unit wagered."""

    form: TrialReport
    often: Fraction
    gain: Fraction


class RecordingWalker(Walker):
    """A walk that keeps its states."""

    def __init__(self, game: AnyGame, rules: Rules, policy: Policy | None) -> None:
        super().__init__(game, rules, policy)
        self.at: list[tuple[Any, Due]] = []  # by node
        self.halts: list[EdgePosition] = []
        self.on_edge: dict[int, list[EdgePosition]] = {}  # by the edge's identity
        self.changed: tuple[
            tuple[str | int, ...], ...
        ] = ()  # paths that a report changed, while its effects are walked

    def _arrive(self, driver: Driver[Any]) -> tuple[int | None, int]:
        gain, halts = 0, [EdgePosition(driver.state, driver.due, 0)]
        for step in driver.until(self._stops, going_on):
            gain += self._gain(step)
            halts.append(EdgePosition(driver.state, driver.due, gain))
        self.halts = halts
        return None if self._over(driver.due, driver.state) else self._number(driver), gain

    def _number(self, driver: Driver[Any]) -> int:
        """The node of a state. After a report, nodes are also distinguished by what the report changed.

        A game's key need not distinguish states that differ only by an irregularity, since odds have none.
        """
        key = self.game.round_key(self.rules, driver.state)
        if self.changed:
            now = plain(driver.state)
            key = (key, self.changed, tuple(canonical(_at(now, path)) for path in self.changed))
        if key not in self.numbers:
            if len(self.nodes) > MOST_NODES:
                raise TooLargeError
            self.numbers[key] = len(self.nodes)
            self.nodes.append(Node(key=key))
            self.at.append((driver.state, driver.due))
            self.waiting.append((self.numbers[key], driver.state, driver.due))
        return self.numbers[key]

    def _edge(self, state: Any, due: Due, fact: Fact, weight: int, outcomes: tuple[Outcome, ...] = ()) -> Edge:
        edge = super()._edge(state, due, fact, weight, outcomes)
        self.on_edge[id(edge)] = self.halts
        return edge

    def reported(self, state: Any, due: Due, fact: Fact) -> tuple[int | None, int]:
        """The node after a report, and the money that moves on the way."""
        driver = Driver(self.game, self.rules, state, due)
        step = driver.advance(fact)
        gain = self._gain(step)
        self.changed = tuple(dict.fromkeys(tuple(op[1]) for op in diff(plain(state), plain(step.state))))
        known = len(self.nodes)
        try:
            target, more = self._arrive(driver)
            self._walk()
        except BaseException:
            self._forget(known)
            raise
        finally:
            self.changed, self.waiting = (), []
        return target, gain + more

    def _forget(self, known: int) -> None:
        """Remove the nodes of a continuation that could not be walked to its end."""
        del self.nodes[known:], self.at[known:]
        self.numbers = {key: number for key, number in self.numbers.items() if number < known}

    def _expand(self, number: int, state: Any, due: Due) -> None:
        if self.changed and self.policy is None and isinstance(due, Choices):
            raise AskedError(f"{in_words(due.open[0].who)} must choose, and no strategy says how")
        super()._expand(number, state, due)

    def has_wager(self, state: Any) -> bool:
        """Is the seat's wager still on the layout?"""
        return any(each.seat == SEAT and each.id not in self.before for each in self.game.law.placed(state))


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    """The part of a plain value at a path; None if there is none."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def visits(graph: Graph) -> list[Fraction]:
    """How often a round reaches each node."""
    found = [Fraction(0)] * len(graph.nodes)
    if graph.start is None:
        return found
    found[graph.start] = Fraction(1)
    for component in reversed(list(components(graph.nodes))):
        inside = {number: row for row, number in enumerate(component)}
        if len(component) > 1 or any(edge.target == component[0] for edge in graph.nodes[component[0]].edges):
            matrix = [[Fraction(int(i == j)) for j in component] for i in component]
            for number in component:
                for edge, chance in _chances(graph.nodes[number]):
                    if edge.target in inside:
                        matrix[inside[edge.target]][inside[number]] -= chance
            entered = [found[number] for number in component]
            for number, row in zip(component, inverse(matrix), strict=True):
                found[number] = sum((a * b for a, b in zip(row, entered, strict=True)), Fraction(0))
        for number in component:
            for edge, chance in _chances(graph.nodes[number]):
                if edge.target is not None and edge.target not in inside:
                    found[edge.target] += found[number] * chance
    return found


def _chances(node: Node) -> Iterator[tuple[Edge, Fraction]]:
    total = sum(edge.weight for edge in node.edges)
    for edge in node.edges:
        yield edge, Fraction(edge.weight, total)


def places(walk: RecordingWalker, graph: Graph, first: list[EdgePosition]) -> list[WalkedPosition]:
    """Every position with the seat's wager undecided, and how often a round reaches it."""
    often = visits(graph)
    found = [
        WalkedPosition(often[number], state, due, number, None, 0)
        for number, (state, due) in enumerate(walk.at)
        if often[number]
    ]
    found += _between(walk, first, Fraction(1), graph.start)
    for number, node in enumerate(graph.nodes):
        for edge, chance in _chances(node) if often[number] else ():
            found += _between(walk, walk.on_edge[id(edge)], often[number] * chance, edge.target)
    return found


def _between(
    walk: RecordingWalker, halts: list[EdgePosition], often: Fraction, target: int | None
) -> Iterator[WalkedPosition]:
    """The positions before the next node."""
    if not halts:
        return
    last = halts[-1].gain_cents
    for halt in halts if target is None else halts[:-1]:
        if walk.has_wager(halt.state):
            yield WalkedPosition(often, halt.state, halt.due, None, target, last - halt.gain_cents)


def walked(
    game: AnyGame, rules: Rules, wager: str, listed: tuple[TrialReport, ...], reporter: Reporter
) -> list[ReportValue]:
    """Every report in every position that the default strategy reaches; TooLargeError if there are too many."""
    strategy = next(
        (each for each in game.walk.strategies(rules, wager) if game.walk.policy(rules, each) is not None), None
    )
    walk = RecordingWalker(game, rules, None if strategy is None else game.walk.policy(rules, strategy))
    stake = game.law.catalogue(rules)[wager].unit_cents
    firsts: list[list[EdgePosition]] = []
    graph = _graph(walk, wager, stake, firsts)
    every = places(walk, graph, firsts[0])
    if len(every) > MOST_POSITIONS:
        raise TooLargeError
    tried = []
    for place in every:
        for form in listed:
            fact = reporter.lawful(Driver(game, rules, place.state, place.due), form)
            if fact is None:
                continue
            try:
                tried.append((form, place, *walk.reported(place.state, place.due, fact)))
            except AnswerRefused as refused:  # the continuation needs an absent player
                reporter.stuck[form.cite] = f"one player alone cannot go on after it: {refused.refusal.reason}"
            except AskedError as asked:
                reporter.stuck[form.cite] = str(asked)
    solver = Solver(Graph(walk.nodes, graph.start, 0, ()))
    solver.solve()
    value = [expected(each) for each in solver.results]

    def worth(node: int | None) -> Fraction:
        return Fraction(0) if node is None else value[node]

    return [
        ReportValue(
            form,
            place.often,
            (gain + worth(target) - (place.gain_cents + worth(place.then if place.node is None else place.node)))
            / stake,
        )
        for form, place, target, gain in tried
    ]


def _graph(walk: RecordingWalker, wager: str, stake: int, firsts: list[list[EdgePosition]]) -> Graph:
    """The wager's graph; the halts before its first node go into `firsts`."""
    arrive = walk._arrive

    def kept(driver: Driver[Any]) -> tuple[int | None, int]:
        found = arrive(driver)
        firsts.append(walk.halts)
        return found

    walk._arrive = kept  # type: ignore[method-assign]
    graph = walk.graph(wager, stake)
    walk._arrive = arrive  # type: ignore[method-assign]
    return graph
