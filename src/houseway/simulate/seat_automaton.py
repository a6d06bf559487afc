"""A seat's wagers as an automaton, compiled by walking the game's own functions: what each result decides, and which wagers
are made again.

In *play*, a wager is made whenever the rules allow it and the seat has no undecided one of its kind. In *play-out*, the last
wagers are made and then no more. Wagers that depend on each other (odds on a line wager) share an automaton; all others have
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from houseway.core import AnyGame, Chance, Choices, Outcome, Refusal, Result, Wager, Wagers, awaited
from houseway.core.driver import BY_ITSELF, Driver
from houseway.law import BadInput, Rules
from houseway.odds.graph import MINE, SEAT, lumps, ready
from houseway.simulate.request import least_cents

NetResults = tuple[tuple[int, int], ...]  # (which wager of the group, its net result in cents)
MOST_STATES = 100_000


class CannotBeMade(Exception):  # noqa: N818 - a fact about a wager
    """A wager that is never accepted, or whose amount is too high in some state of the table; `refusal` says why."""

    def __init__(self, wager: str, refusal: Refusal) -> None:
        super().__init__(f"{wager}: {refusal.reason}")
        self.wager, self.refusal = wager, refusal


class NoTable(BadInput):
    """The game does not fit into a table of results: they depend on earlier results, or there are choices."""


class ChoiceInTable(NoTable):
    """A seat or role must choose between two results, and a table of results has no choices."""

    def __init__(self, game: str, due: Choices) -> None:
        self.choices = tuple(option.choice for option in due.open[0].options)
        super().__init__(f"{game} cannot be held in a table of results: {awaited(due)}")


@dataclass(frozen=True, slots=True)
class Machine:
    """`after[s][o]` and `decided[s][o]` for state s and outcome o; state 0 is a table that has just been opened.

    `on_layout[s]` are the wagers on the layout when the result comes. `closing[s]` is the state that continues s once no more
    wagers are made; `over` are the states in which no wager is left.
    """

    wagers: tuple[str, ...]
    stakes_cents: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    weights: tuple[int, ...]
    after: tuple[tuple[int, ...], ...]
    decided: tuple[tuple[NetResults, ...], ...]
    on_layout: tuple[tuple[int, ...], ...]
    closing: tuple[int, ...]
    over: frozenset[int]

    @property
    def states_in_play(self) -> int:
        """The number of states in play; the others are for the play-out."""
        return len(self.closing)


@dataclass(slots=True)
class _Node:
    """A state between two results: the table, which wagers are undecided, and their net money so far."""

    state: Any
    open: tuple[bool, ...]
    running: tuple[int, ...]
    making: bool
    on_layout: tuple[int, ...] = ()
    ways: dict[Outcome, tuple[Hashable, NetResults]] = field(default_factory=dict)


class Compiler:
    """Walks from state to state, in play and play-out, until it finds no new one."""

    def __init__(self, game: AnyGame, rules: Rules, bets: Mapping[str, int]) -> None:
        self.game, self.rules, self.bets = game, rules, dict(bets)
        self.ids = tuple(bets)
        self.nodes: dict[Hashable, _Node] = {}
        self.waiting: list[Hashable] = []
        self.refused: dict[str, Refusal] = {}
        self.too_much: dict[str, Refusal] = {}  # the minimum would be accepted, but not this stake
        self.made: set[str] = set()
        self.found: dict[Hashable, list[tuple[tuple[Outcome, ...], Any, tuple[tuple[str, int], ...], int]]] = {}
        self.weights: dict[Outcome, int] = {}

    def automaton(self) -> Machine:
        """The smallest automaton of these wagers."""
        none = (False,) * len(self.ids)
        start = self._key(_Node(ready(self.game, self.rules), none, (0,) * len(self.ids), True))
        while self.waiting:
            self._expand(self.nodes[self.waiting.pop()])
            assert len(self.nodes) < MOST_STATES, (
                "the automaton has too many states: the game's key is not small enough"
            )
        for wager in self.ids:
            if wager in self.too_much or wager not in self.made:
                raise CannotBeMade(wager, self.too_much.get(wager) or self.refused[wager])
        closing = {key: self._key(self._closed(node)) for key, node in tuple(self.nodes.items()) if node.making}
        while self.waiting:
            self._expand(self.nodes[self.waiting.pop()])
        return _smallest(self, start, closing)

    def marker(self) -> Machine:
        """An automaton without wagers, where a result "decides" 1 if it is the first of a shooter or a shoe."""
        assert not self.ids
        assert self.game.simulate is not None
        begins_now, start = self.game.simulate.series_begins, ready(self.game, self.rules)
        begins = [begins_now(self.rules, start)]
        number, states = {(self.game.law.key(self.rules, start), begins[0]): 0}, [start]
        after: list[dict[Outcome, int]] = []
        for state in states:
            after.append({})
            for outcomes, target, _, _ in self._results(state):
                new = begins_now(self.rules, target)
                key = (self.game.law.key(self.rules, target), new)
                if key not in number:
                    number[key] = len(states)
                    states.append(target)
                    begins.append(new)
                after[-1] |= dict.fromkeys(outcomes, number[key])
        outcomes = tuple(sorted(self.weights, key=repr))
        return Machine(
            (), (), outcomes, tuple(self.weights[outcome] for outcome in outcomes),
            tuple(tuple(row[outcome] for outcome in outcomes) for row in after),
            tuple((((0, int(new)),),) * len(outcomes) for new in begins),
            ((),) * len(states), (), frozenset(),
        )  # fmt: skip

    def decided_at_once(self) -> bool:
        """Can all these wagers be made at a newly opened table, and does every result decide them?"""
        none = [False] * len(self.ids)
        state = self._make(ready(self.game, self.rules), none, [0] * len(self.ids))
        if not all(none):
            return False
        ended = (self.game.law.placed(after) for _, after, _, _ in self._results(state))
        return not any(placed.seat == SEAT for layout in ended for placed in layout)

    def _closed(self, node: _Node) -> _Node:
        """The node after the last wagers are made, with no more to come."""
        state, is_open, running = node.state, list(node.open), list(node.running)
        if isinstance(self.game.law.due(self.rules, state), Wagers):
            state = self._make(state, is_open, running)
        return _Node(state, tuple(is_open), tuple(running), False)

    def _key(self, node: _Node) -> Hashable:
        if not node.making and not any(node.open):
            return "over"
        key = (self.game.law.key(self.rules, node.state), node.open, node.running, node.making)
        if key not in self.nodes:
            self.nodes[key] = node
            self.waiting.append(key)
        return key

    def _expand(self, node: _Node) -> None:
        state, is_open, running = node.state, list(node.open), list(node.running)
        if node.making and isinstance(self.game.law.due(self.rules, state), Wagers):
            state = self._make(state, is_open, running)
        node.on_layout = tuple(number for number, lying in enumerate(is_open) if lying)
        for outcomes, after, settled, moved in self._results(state):
            now_open, now = list(is_open), list(running)
            decided = self._settle(after, settled, moved, now_open, now)
            target = self._key(_Node(after, tuple(now_open), tuple(now), node.making))
            node.ways |= dict.fromkeys(outcomes, (target, decided))

    def _make(self, state: Any, is_open: list[bool], running: list[int]) -> Any:
        """Make every missing wager that the rules allow now."""
        driver = Driver(self.game, self.rules, state)
        for number, wager in enumerate(self.ids):
            fact = Wager(SEAT, wager, self.bets[wager])
            if is_open[number]:
                continue
            refusal = driver.refusal(fact)
            if refusal is not None:
                self.refused.setdefault(wager, refusal)
                least = Wager(SEAT, wager, min(self.bets[wager], least_cents(self.game, self.rules, wager)))
                if least != fact and driver.refusal(least) is None:
                    self.too_much.setdefault(wager, refusal)
                continue
            step, is_open[number] = driver.advance(fact), True
            running[number] = sum(_mine(move) for move in step.moves)
            self.made.add(wager)
        return driver.state

    def _settle(
        self, after: Any, settled: tuple[tuple[str, int], ...], moved: int, is_open: list[bool], running: list[int]
    ) -> NetResults:
        """The wagers that a result decided; a single wager is over when its seat has nothing left on the layout."""
        if len(self.ids) == 1:
            running[0] += moved + sum(gain for _, gain in settled)
            lying = any(placed.seat == SEAT for placed in self.game.law.placed(after))
            over = [0] if is_open[0] and not lying else []
        else:
            assert not moved, "money moved that no wager explains"
            for wager, gain in settled:
                running[self.ids.index(wager)] += gain
            over = [self.ids.index(wager) for wager, _ in settled]
        decided = tuple((number, running[number]) for number in over)
        for number in over:
            is_open[number], running[number] = False, 0
        return decided

    def _results(self, state: Any) -> list[tuple[tuple[Outcome, ...], Any, tuple[tuple[str, int], ...], int]]:
        """Drive to the next random result, then drive each outcome to the next betting window or random result."""
        driver = Driver(self.game, self.rules, state)
        for step in driver.until(lambda due, _: isinstance(due, Chance), BY_ITSELF):
            assert not any(settled.seat == SEAT for settled in step.settled)
        key, due = self.game.law.key(self.rules, driver.state), driver.due
        if key not in self.found:
            if not isinstance(due, Chance):
                raise NoTable(f"{self.game.id} cannot be held in a table of results: {awaited(due)}")
            weights = dict(due.outcomes())
            if self.weights not in ({}, weights):
                reason = "the next result depends on earlier results"
                raise NoTable(f"{self.game.id} cannot be held in a table of results: {reason}")
            self.weights = weights
            self.found[key] = [
                (outcomes, *self._result(Driver(self.game, self.rules, driver.state, due), outcomes[0]))
                for outcomes, _ in lumps(self.game, self.rules, driver.state, due)
            ]
        return self.found[key]

    def _result(self, driver: Driver[Any], outcome: Outcome) -> tuple[Any, tuple[tuple[str, int], ...], int]:
        settled: list[tuple[str, int]] = []
        moved = 0
        first = driver.play(Result(outcome))
        for step in chain((first,), driver.until(lambda due, _: isinstance(due, Wagers | Chance), BY_ITSELF)):
            mine = [each for each in step.settled if each.seat == SEAT]
            settled += [(each.wager, sum(_mine(move) for move in each.moves)) for each in mine]
            moved += sum(_mine(move) for move in step.moves)
        if isinstance(driver.due, Choices):
            raise ChoiceInTable(self.game.id, driver.due)
        assert isinstance(driver.due, Wagers | Chance), driver.due
        return driver.state, tuple(settled), moved


def compile_all(
    game: AnyGame, rules: Rules, groups: list[dict[str, int]], told: Callable[[Machine], None]
) -> list[Machine]:
    """The automaton of each group. Wagers that every result decides are walked together and then separated."""
    singles = [group for group in groups if len(group) == 1 and Compiler(game, rules, group).decided_at_once()]
    made: dict[str, Machine] = {}
    if len(singles) > 1:
        together = Compiler(
            game, rules, {wager: cents for group in singles for wager, cents in group.items()}
        ).automaton()
        if together.states_in_play == 1:
            made = {wager: part(together, number) for number, wager in enumerate(together.wagers)}
    found = []
    for group in groups:
        wager = next(iter(group))
        found.append(made[wager] if group.keys() <= made.keys() else Compiler(game, rules, group).automaton())
        told(found[-1])
    return found


def part(machine: Machine, number: int) -> Machine:
    """One wager of an automaton with a single state in play, as if it had been walked alone."""
    assert machine.states_in_play == 1
    return replace(
        machine, wagers=(machine.wagers[number],), stakes_cents=(machine.stakes_cents[number],),
        decided=tuple(tuple(tuple((0, net) for n, net in each if n == number) for each in row) for row in machine.decided),
        on_layout=tuple(tuple(0 for n in on_layout if n == number) for on_layout in machine.on_layout),
    )  # fmt: skip


def _mine(move: Any) -> int:
    return int(move.cents * ((move.target == MINE) - (move.source == MINE)))


def _smallest(walk: Compiler, start: Hashable, closing: dict[Hashable, Hashable]) -> Machine:
    """The minimal automaton: merge equivalent states, and number them in the order in which play reaches them."""
    outcomes = tuple(sorted(walk.weights, key=repr))
    keys = [*walk.nodes, "over"]
    number = {key: n for n, key in enumerate(keys)}
    over = number["over"]
    rows = [[(number[target], decided) for target, decided in map(node.ways.__getitem__, outcomes)]
            for node in walk.nodes.values()]  # fmt: skip
    rows.append([(over, ())] * len(outcomes))
    to_closing = [number[closing[key]] if key in closing else n for n, key in enumerate(keys)]
    on_layout = [*(node.on_layout for node in walk.nodes.values()), ()]
    block = _blocks(rows, to_closing, over, on_layout)
    order = _found(rows, block, [number[start]])
    playing = len(order)
    order = _found(rows, block, [*order, *(to_closing[n] for n in order)])
    place = {block[n]: at for at, n in enumerate(order)}
    return Machine(
        walk.ids, tuple(walk.bets.values()), outcomes, tuple(walk.weights[outcome] for outcome in outcomes),
        tuple(tuple(place[block[target]] for target, _ in rows[n]) for n in order),
        tuple(tuple(decided for _, decided in rows[n]) for n in order),
        tuple(on_layout[n] for n in order),
        tuple(place[block[to_closing[n]]] for n in order[:playing]),
        frozenset({place[block[over]]} if block[over] in place else ()),
    )  # fmt: skip


def _blocks(
    rows: list[list[tuple[int, NetResults]]], to_closing: list[int], over: int, on_layout: list[tuple[int, ...]]
) -> list[int]:
    """The block of each state, by refining the partition until it is stable."""
    first = {key: n for n, key in enumerate(dict.fromkeys((n == over, lying) for n, lying in enumerate(on_layout)))}
    block = [first[n == over, lying] for n, lying in enumerate(on_layout)]
    while True:
        seen: dict[object, int] = {}
        finer = [
            seen.setdefault((block[n], block[to_closing[n]], tuple((block[t], d) for t, d in row)), len(seen))
            for n, row in enumerate(rows)
        ]
        if len(seen) == len(set(block)):
            return finer
        block = finer


def _found(rows: list[list[tuple[int, NetResults]]], block: list[int], start: list[int]) -> list[int]:
    """One state of each reachable block: first the given ones, then in the order of the outcomes."""
    order: dict[int, int] = {}
    for n in start:
        order.setdefault(block[n], n)
    waiting = list(order.values())
    for n in waiting:
        for target, _ in rows[n]:
            if block[target] not in order:
                order[block[target]] = target
                waiting.append(target)
    return list(order.values())
