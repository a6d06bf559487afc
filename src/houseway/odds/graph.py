"""One wager's future as a graph: nodes where chance or a choice decides, edges with exact weights and money.

The graph comes from walking the game's own functions, the same ones that settle a table; this module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Due,
    Fact,
    Outcome,
    Result,
    Step,
    Verdict,
    Wager,
    Wagers,
    seat_account,
)
from houseway.core.driver import BY_ITSELF, Driver
from houseway.core.progress import working_on
from houseway.law import Citation, Rules

SEAT = 1  # whose wager is walked
MINE = seat_account(SEAT)
MOST_NODES = 2_000_000
# How a seat chooses: the game, the rules, the state, the question -> the choice
Policy = Callable[[AnyGame, Rules, Any, Asked], Choose]


TOLD_EVERY = 250  # positions between progress reports


@dataclass(slots=True)
class Edge:
    """An edge to a node (None: the wager is decided), with its weight, the money that moved to the seat, and the outcomes.

    `void`: the wager was returned on the way, neither won nor lost.
    """

    weight: int
    gain_cents: int
    target: int | None
    outcomes: tuple[Outcome, ...] = ()
    void: bool = False
    cites: tuple[Citation, ...] = ()  # the paragraphs that settled the seat's wagers on the way


@dataclass(slots=True)
class Node:
    """A random result, or with `choice` a decision of the seat, where each edge is one option.

    `picks`: if several strategies are walked at once, the edge that each of them takes; None: the best one.
    """

    edges: list[Edge] = field(default_factory=list)
    choice: bool = False
    key: Hashable = None
    picks: dict[str, Edge | None] = field(default_factory=dict)


@dataclass(slots=True)
class Graph:
    """The nodes by number; `start` is the first node after the wager is made, and `gain_cents` the money that moved before it."""

    nodes: list[Node]
    start: int | None
    gain_cents: int
    cites: tuple[Citation, ...]
    first_cites: tuple[Citation, ...] = ()  # the citations on the way to the start

    def under(self, strategy: str) -> Graph:
        """The graph under one of the strategies that were walked at once."""
        numbers: dict[int, int] = {}
        order = [] if self.start is None else [self.start]
        nodes: list[Node] = []
        cites = dict.fromkeys(self.first_cites)
        while order:
            number = order.pop()
            if number in numbers:
                continue
            numbers[number] = len(nodes)
            node = self.nodes[number]
            pick = node.picks.get(strategy)
            edges = [pick] if pick is not None else node.edges
            nodes.append(Node(edges, node.choice and pick is None, node.key))
            order += [edge.target for edge in edges if edge.target is not None]
            for edge in edges:
                cites |= dict.fromkeys(edge.cites)
        for node in nodes:
            node.edges = [
                edge if edge.target is None else replace(edge, target=numbers[edge.target]) for edge in node.edges
            ]
        start = None if self.start is None else numbers[self.start]
        return Graph(nodes, start, self.gain_cents, tuple(cites))


def ready(game: AnyGame, rules: Rules) -> Any:
    """The state of a table that has been opened and takes wagers."""
    driver = Driver(game, rules, game.law.open(rules))
    for _ in driver.until(lambda due, _: isinstance(due, Wagers), BY_ITSELF):
        pass
    assert isinstance(driver.due, Wagers), f"{game.id} should open to wagers, not to {driver.due}"
    return driver.state


def made_as(wager: str, choice: str | None, stake_cents: int) -> Fact:
    """The fact by which the seat makes a wager: chips, or a choice."""
    return Wager(SEAT, wager, stake_cents) if choice is None else Choose(MINE, choice, stake_cents)


class Walker:
    """Builds the graph of one wager, node by node, without recursion."""

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        policy: Policy | None = None,
        others: Policy | None = None,
        strategies: Mapping[str, Policy | None] | None = None,
    ) -> None:
        """`strategies`: several policies at once instead of one; `Graph.under` separates them."""
        self.game, self.rules, self.policy, self.others = game, rules, policy, others or policy
        self.strategies = strategies or {}
        self.alone = True  # does nobody else play? Otherwise the others may continue after the wager is decided
        self.nodes: list[Node] = []
        self.numbers: dict[Hashable, int] = {}
        self.waiting: list[tuple[int, Any, Due]] = []
        self.cites: dict[Citation, None] = {}
        self.since: dict[Citation, None] = {}  # the ones since the last check
        self.before: frozenset[str] = frozenset()  # the seat's earlier wagers: not part of this wager's value
        self.void = False  # has the wager been returned since the last check?

    def graph(
        self, wager: str, stake_cents: int, situation: str | None = None, other_players: tuple[Fact, ...] = ()
    ) -> Graph:
        """Everything that can happen to this wager after it is made (in one of the game's situations)."""
        self.alone = not other_players
        driver = Driver(self.game, self.rules, ready(self.game, self.rules))
        setups = self.game.walk.setups(self.rules, wager)
        setup = setups[situation] if situation is not None else next(iter(setups.values()))
        for fact in (*other_players, *setup):
            driver.play(fact)
        made = {fact.id for fact in setup if isinstance(fact, Wager) and fact.seat == SEAT}
        lying = {placed.id for placed in self.game.law.placed(driver.state) if placed.seat == SEAT}
        self.before = frozenset(made | lying)
        choice = self.game.law.made_by(wager)
        gain = self._gain(driver.play(made_as(wager, choice, stake_cents)))
        target, more = self._arrive(driver)
        first = self._settled_by()
        self._walk()
        return Graph(self.nodes, target, gain + more, tuple(self.cites), first)

    def seat_graph(self, bets: Mapping[str, int], state: Any) -> Graph:
        """Everything that can happen to several wagers of the seat, made together from this state; their money is added up."""
        driver = Driver(self.game, self.rules, state)
        gain = sum(self._gain(driver.play(Wager(SEAT, wager, cents))) for wager, cents in bets.items())
        target, more = self._arrive(driver)
        first = self._settled_by()
        self._walk()
        return Graph(self.nodes, target, gain + more, tuple(self.cites), first)

    def _walk(self) -> None:
        """Expand every node, depth first, and report progress.

        The start counts as the whole walk. A node's share is divided equally among the nodes first found from it, and counts as
        done if there are none.
        """
        shares, done = [1.0] * len(self.waiting), 0.0
        while self.waiting:
            number, state, due = self.waiting.pop()
            share, before = shares.pop(), len(self.waiting)
            if number and not number % TOLD_EVERY:
                working_on(f"{len(self.nodes):,} positions, {100 * done:.1f}% done")
            self._expand(number, state, due)
            found = len(self.waiting) - before
            shares += [share / found] * found if found else []
            done += 0.0 if found else share

    def _gain(self, step: Step[Any]) -> int:
        """The seat's gain in a step; keeps the citations of its settlements."""
        mine = [each for each in step.settled if each.seat == SEAT and each.wager not in self.before]
        for settled in mine:
            self.since |= dict.fromkeys(settled.because)
        if mine and all(settled.result is Verdict.RETURNED for settled in mine):
            self.void = True  # returned alone, with no other wager decided at the same time
        moves = (*step.moves, *(move for settled in mine for move in settled.moves))
        return sum(move.cents * ((move.target == MINE) - (move.source == MINE)) for move in moves)

    def _settled_by(self) -> tuple[Citation, ...]:
        """The paragraphs that settled the seat's wagers since the last call."""
        found, self.since = tuple(self.since), {}
        self.cites |= dict.fromkeys(found)
        return found

    def _arrive(self, driver: Driver[Any]) -> tuple[int | None, int]:
        """Continue to the next decision; None if this wager is over."""
        gain = sum(map(self._gain, driver.until(self._stops, BY_ITSELF)))
        return None if self._over(driver.due, driver.state) else self._number(driver), gain

    def _stops(self, due: Due, state: Any) -> bool:
        return isinstance(due, Chance | Choices) or self._over(due, state)

    def _over(self, due: Due, state: Any) -> bool:
        """Is this wager decided, with nothing left to gain from it?"""
        for placed in self.game.law.placed(state):
            if placed.seat == SEAT and placed.id not in self.before:
                return False
        return bool(self.before) or not self.alone or not isinstance(due, Chance | Choices)

    def _number(self, driver: Driver[Any]) -> int:
        key = self.game.round_key(self.rules, driver.state)
        if key not in self.numbers:
            assert len(self.nodes) < MOST_NODES, "the walk has too many nodes: the game's key is not small enough"
            self.numbers[key] = len(self.nodes)
            self.nodes.append(Node(key=key))
            self.waiting.append((self.numbers[key], driver.state, driver.due))
        return self.numbers[key]

    def _edge(self, state: Any, due: Due, fact: Fact, weight: int, outcomes: tuple[Outcome, ...] = ()) -> Edge:
        self.void = False
        driver = Driver(self.game, self.rules, state, due)
        gain = self._gain(driver.play(fact))
        target, more = self._arrive(driver)
        return Edge(weight, gain + more, target, outcomes, self.void, self._settled_by())

    def _expand(self, number: int, state: Any, due: Due) -> None:
        node = self.nodes[number]
        if isinstance(due, Chance):
            node.edges = [
                self._edge(state, due, Result(outcomes[0]), weight, outcomes)
                for outcomes, weight in lumps(self.game, self.rules, state, due, within_round=True)
            ]
            return
        assert isinstance(due, Choices)
        asked = next((each for each in due.open if each.who == MINE), None)
        policy = self.policy if asked is not None else self.others
        if self.strategies and (asked is not None or self.others is None):
            self._several(node, state, due, asked or due.open[0])
            return
        if asked is None or policy is not None:
            assert policy is not None, f"no policy chooses for {due.open[0].who}"
            answer = policy(self.game, self.rules, state, asked or due.open[0])
            node.edges = [self._edge(state, due, answer, 1)]
            return
        node.choice, node.edges = True, [edge for _, edge in self._options(state, due, asked)]

    def _options(self, state: Any, due: Due, asked: Asked) -> list[tuple[Choose, Edge]]:
        """Every option of the seat, at its lowest and highest amount."""
        assert not self.game.law.hidden_from(self.rules, state, MINE), (
            "best play may not depend on what the seat has not seen"
        )
        answers = [
            Choose(MINE, option.choice, cents)
            for option in asked.options
            for cents in {option.low_cents, option.high_cents}
        ]
        return [(answer, self._edge(state, due, answer, 1, (answer.choice,))) for answer in answers]

    def _several(self, node: Node, state: Any, due: Due, asked: Asked) -> None:
        """The choice of each strategy, or all options of the seat if one strategy is the best play.

        Other seats choose as this one would, unless they have their own policy.
        """
        best = any(policy is None for policy in self.strategies.values())
        assert asked.who == MINE or not best, f"no policy chooses for {asked.who}"
        edges = self._options(state, due, asked) if best else []
        node.choice, node.edges = best, [edge for _, edge in edges]
        for name, policy in self.strategies.items():
            if policy is None:
                node.picks[name] = None
                continue
            answer = policy(self.game, self.rules, state, asked)
            edge = next((edge for known, edge in edges if known == answer), None)
            if edge is None:
                edge = self._edge(state, due, answer, 1)
                edges.append((answer, edge))
            node.picks[name] = replace(edge, outcomes=())


def lumps(
    game: AnyGame, rules: Rules, state: Any, due: Chance, within_round: bool = False
) -> list[tuple[tuple[Outcome, ...], int]]:
    """Groups of outcomes that have the same effect, either forever or for this round: (outcomes, total weight)."""
    lump = game.round_lump if within_round else game.walk.lump
    members: dict[Hashable, list[Outcome]] = {}
    weights: dict[Hashable, int] = {}
    for outcome, weight in due.outcomes().items():
        mark = lump(rules, state, outcome)
        members.setdefault(mark, []).append(outcome)
        weights[mark] = weights.get(mark, 0) + weight
    return [(tuple(members[mark]), weight) for mark, weight in weights.items()]
