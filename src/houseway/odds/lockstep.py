"""Two editions in lockstep: the same wagers, the same random results, the same choices, and the money on each side.

Both games are walked at once over every fact that can occur in both. A position of the walk is what determines the future on
either side (the games' keys) plus the money that one side has moved and the other has not. Each is visited once, nearest first,
so the first differing round is a shortest one. This module knows no game, and nothing of what the editions say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from houseway.core import Choices, Choose, Fact, Refusal, Result, Wager, Wagers
from houseway.core.progress import working_on
from houseway.law import Citation
from houseway.odds.graph import TOLD_EVERY, Edge, Graph, Node, ready
from houseway.odds.joint_round import Dues, Effort, JointNode, Made, Note, Sides, States, Way, least_and_most
from houseway.odds.joint_ways import Amounts, JointWays, is_choice
from houseway.odds.solve import Solver, components
from houseway.odds.traces import Owed, Trace, Unlike, at_the_end, level_after, owed_after

MOST_POSITIONS = 10_000


class Lockstep:
    """The walk. `amounts` picks the amounts to try for an option, from the lowest and the highest that both sides accept.

    `effort` limits the work of several walks. `pick` chooses one way out of each position: then it is one round, not all.
    """

    def __init__(
        self,
        sides: Sides,
        made: Made,
        most: int = MOST_POSITIONS,
        amounts: Amounts = least_and_most,
        effort: Effort | None = None,
        pick: Callable[[Sequence[Way]], Way] | None = None,
    ) -> None:
        self.sides, self.made, self.most = sides, made, most
        self.effort, self.pick = effort, pick
        self._next = JointWays(sides, made, amounts, self._note)
        self.positions: list[JointNode] = []
        self.notes: dict[tuple[str, str], Note] = {}
        self.complete = True
        self.ends = 0
        self._first: dict[tuple[Unlike, Owed], tuple[int | None, Way]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._waiting: deque[tuple[int, States, Dues, Owed, Unlike]] = deque()
        names = [
            {name for fact in made.wagers for name in side.game.walk.strategies(side.rules, fact.id)} for side in sides
        ]
        self._policies = {
            name: tuple(side.game.walk.policy(side.rules, name) for side in sides)
            for name in sorted(names[0] & names[1])
        }
        self.start = self._begin()
        while self._waiting and self.complete:
            if self._waiting[0][0] and not self._waiting[0][0] % TOLD_EVERY:
                working_on(f"{self._waiting[0][0]:,} positions compared, of {len(self.positions):,} found so far")
            if self.effort is not None and self.effort.left <= 0:
                self.complete = False
                break
            self._expand(*self._waiting.popleft())

    # The walk

    def _begin(self) -> Way | None:
        """Open both tables and make all wagers; None if one side refuses them."""
        states = [ready(side.game, side.rules) for side in self.sides]
        traces: list[Trace] = [(), ()]
        for fact in self.made.facts:
            after = [side.after(state, fact) for side, state in zip(self.sides, states, strict=True)]
            if any(isinstance(each, Refusal) for each in after):
                self._refused("wager", None, fact, after)
                return None
            for n, each in enumerate(after):
                assert not isinstance(each, Refusal)
                states[n], traces[n] = each[0], (*traces[n], *each[1])
        way = Way(None, "")
        self._arrive(None, way, (states[0], states[1]), (traces[0], traces[1]), frozenset(), Unlike.SAME)
        return way

    def _arrive(
        self,
        source: int | None,
        way: Way,
        states: States,
        traces: tuple[Trace, Trace],
        owed: Owed,
        level: Unlike,
    ) -> None:
        """Continue both sides to the next decision, and set the target of the way."""
        (one, due_one, more_one), (other, due_other, more_other) = (
            side.on(state) for side, state in zip(self.sides, states, strict=True)
        )
        way.traces = ((*traces[0], *more_one), (*traces[1], *more_other))
        owed, level = owed_after(owed, *way.traces), level_after(level, *way.traces)
        if due_one is None and due_other is None:
            way.ends, way.owed = at_the_end(owed, level), owed
            self.ends += 1
            self._first.setdefault((way.ends, owed), (source, way))
            return
        keys = (due_one and self.sides[0].key(one), due_other and self.sides[1].key(other))
        mark = (keys, owed, level)
        if mark not in self._numbers:
            if len(self.positions) >= self.most:
                self.complete = False
                return
            self._numbers[mark] = len(self.positions)
            self.positions.append(JointNode((source, way)))
            self._waiting.append((self._numbers[mark], (one, other), (due_one, due_other), owed, level))
        way.target = self._numbers[mark]

    def _expand(self, number: int, states: States, dues: Dues, owed: Owed, level: Unlike) -> None:
        """Every fact that can come next."""
        position = self.positions[number]
        position.choice = is_choice(dues)
        ways = list(self._next.ways(number, states, dues))
        if self.effort is not None:
            self.effort.spend(len(ways), len(self.made.wagers))
        for way in ways if self.pick is None or not ways else (self.pick(ways),):
            after = self._met(number, way, states)
            if after is not None:
                position.ways.append(way)
                if way.ends is not Unlike.UNSHARED:
                    self._arrive(number, way, *after, owed, level)
        if not position.ways and position.choice:
            self.complete = False  # a choice that needs data
        self._picks(position, states, dues)

    def _met(self, number: int, way: Way, states: States) -> tuple[States, tuple[Trace, Trace]] | None:
        """The states after a fact, on the sides where it occurs; None if one of them refuses it."""
        if way.ends is Unlike.UNSHARED:
            self.ends += 1
            self._first.setdefault((way.ends, frozenset()), (number, way))
            return states, ((), ())
        assert way.fact is not None
        after = []
        for side, state, met in zip(self.sides, states, way.met, strict=True):
            go = side.after_chance if isinstance(way.fact, Result) else side.after
            after.append(go(state, way.fact) if met else (state, ()))
        if any(isinstance(each, Refusal) for each in after):
            self._refused("refused", number, way.fact, after)
            return None
        (one, moved_one), (other, moved_other) = (each for each in after if not isinstance(each, Refusal))
        return (one, other), (moved_one, moved_other)

    def _picks(self, position: JointNode, states: States, dues: Dues) -> None:
        """The way of each named strategy that both sides have and that chooses the same on both; it adds no wagers."""
        one, other = dues
        if isinstance(one, Wagers) and isinstance(other, Wagers):
            position.picks = dict.fromkeys(self._policies, position.ways[0])
        if not isinstance(one, Choices) or not isinstance(other, Choices) or not position.ways:
            return
        first = position.ways[0].fact
        assert isinstance(first, Choose)
        for name, policies in self._policies.items():
            answers = []
            for side, policy, state, due in zip(self.sides, policies, states, (one, other), strict=True):
                asked = next((each for each in due.open if each.who == first.who), None)
                if policy is not None and asked is not None:
                    answers.append(policy(side.game, side.rules, state, asked))
            if len(answers) == 2 and answers[0] == answers[1]:
                way = next((each for each in position.ways if each.fact == answers[0]), None)
                if way is not None:
                    position.picks[name] = way

    # What is noted on the way

    def _refused(self, kind: str, number: int | None, fact: Fact, after: Sequence[Any]) -> None:
        """Note that one side refuses what the other accepts. If both refuse, there is no difference."""
        refusing = [at for at, each in enumerate(after) if isinstance(each, Refusal)]
        if len(refusing) == 1:
            at = refusing[0]
            refusal: Refusal = after[at]
            name = fact.id if isinstance(fact, Wager) else fact.choice if isinstance(fact, Choose) else "a result"
            self._note(kind, number, f"only {self.sides[at].called} refuses {name}: {refusal.reason}", refusal.cites)

    def _note(self, kind: str, number: int | None, says: str, cites: tuple[Citation, ...]) -> None:
        if (kind, says) not in self.notes:
            path = () if number is None else self.path(number)
            self.notes[kind, says] = Note(kind, says, tuple(dict.fromkeys(cites)), path)

    # What came of it

    def path(self, number: int | None, last: Way | None = None) -> tuple[Way, ...]:
        """A shortest path to a position, starting from the wagers, plus `last` out of it."""
        ways = [] if last is None else [last]
        while number is not None:
            number, way = self.positions[number].came
            ways.append(way)
        return tuple(reversed(ways))

    def found(self) -> Iterator[tuple[Unlike, Owed, tuple[Way, ...]]]:
        """Each way in which rounds can differ (or agree), with a shortest example."""
        for (unlike, owed), (source, way) in self._first.items():
            yield unlike, owed, self.path(source, way)

    def worst(self) -> Unlike:
        """The largest difference between any two rounds."""
        return max((unlike for unlike, _ in self._first), default=Unlike.SAME)

    @property
    def chooses(self) -> bool:
        """Does anybody choose anything?"""
        return any(position.choice for position in self.positions)

    def chance(self, counts: Callable[[Way], bool], at: int = 0, strategy: str | None = None) -> Fraction | None:
        """The chance that a round ends in a way that counts, under one side's chances; the maximum where there are choices.

        With a strategy, the chance under its play. None: unknown, because the walk is incomplete or returns to a choice.
        """
        if not self.complete or self.start is None:
            return None
        if self.start.target is None:
            return Fraction(int(counts(self.start)))
        nodes = [self._node(position, counts, at, strategy) for position in self.positions]
        if any(node.choice and not node.edges for node in nodes):
            return None
        for component in components(nodes):
            if len(component) > 1 and any(nodes[number].choice for number in component):
                return None
        distribution, _ = Solver(Graph(nodes, self.start.target, 0, ())).solve()
        return distribution.get(1, Fraction(0))

    def _node(self, position: JointNode, counts: Callable[[Way], bool], at: int, strategy: str | None) -> Node:
        ways = position.ways
        if position.choice and strategy is not None:
            ways = [position.picks[strategy]] if strategy in position.picks else []
        edges = [
            Edge(way.weights[at], int(way.target is None and counts(way)), way.target)
            for way in ways
            if way.weights[at]
        ]
        return Node(edges, choice=position.choice)
