"""Two editions in lockstep: the same wagers, the same random results, the same choices, and the money on each side.

Both games are walked at once over every fact that can occur in both. A position of the walk is what determines the future on
either side (the games' keys) plus the money that one side has moved and the other has not. Each is visited once, nearest first,
so the first differing round is a shortest one. This module knows no game, and nothing of what the editions say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Due,
    Fact,
    NoMoreBets,
    Option,
    Outcome,
    Refusal,
    Result,
    Wager,
    Wagers,
    Who,
    refuse,
)
from houseway.core.driver import BY_ITSELF, Driver
from houseway.core.progress import working_on
from houseway.law import Citation, Rules
from houseway.odds.graph import TOLD_EVERY, Edge, Graph, Node, ready
from houseway.odds.solve import Solver, components
from houseway.odds.traces import Owed, Trace, Unlike, at_the_end, level_after, owed_after, trace_of

MOST_POSITIONS = 10_000
Weights = tuple[int, int]
Decision = Chance | Choices | Wagers  # what is due at a position; of betting windows, only those within a round
Dues = tuple[Decision | None, Decision | None]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games, under its own rules; the wagers of `seats` are followed to their end."""

    game: AnyGame
    rules: Rules
    seats: frozenset[int] = frozenset({1})
    name: str = ""  # in notes; the edition's id if there is none

    @property
    def called(self) -> str:
        """Its name in notes and examples."""
        return self.name or self.rules.edition.id

    def after(self, state: Any, fact: Fact) -> tuple[Any, Trace] | Refusal:
        """The state and trace after a fact on this side, or why it is unlawful."""
        return refuse(self.game, self.rules, state, fact) or self._advanced(state, fact)

    def after_chance(self, state: Any, fact: Fact) -> tuple[Any, Trace] | Refusal:
        """The same for an outcome of the chance that is due, which only the game itself can still refuse."""
        return self.game.law.refuse(self.rules, state, fact) or self._advanced(state, fact)

    def _advanced(self, state: Any, fact: Fact) -> tuple[Any, Trace]:
        step = self.game.law.advance(self.rules, state, fact)
        return step.state, trace_of(step)

    def on(self, state: Any) -> tuple[Any, Decision | None, Trace]:
        """Apply automatic steps up to the next result or choice; None: the round is over."""
        driver = Driver(self.game, self.rules, state)
        trace: Trace = ()
        for step in driver.until(self._stops, BY_ITSELF):
            trace += trace_of(step)
        return driver.state, _decision(driver.due), trace

    def _stops(self, due: Due, state: Any) -> bool:
        if _decision(due) is not None:
            return True
        return not any(placed.seat in self.seats for placed in self.game.law.placed(state))

    def key(self, state: Any) -> Hashable:
        """What determines the rest of the round on this side."""
        return self.game.round_key(self.rules, state)


Sides = tuple[Side, Side]


def _decision(due: Due) -> Decision | None:
    """What is due, if chance or somebody decides it; a window between two rounds is handled automatically."""
    return due if isinstance(due, Chance | Choices) or (isinstance(due, Wagers) and due.within) else None


@dataclass(slots=True)
class Way:
    """A way out of a position: a fact on both sides or one, the money moved on each, and the target (None: the end)."""

    fact: Fact | None
    what: str
    met: tuple[bool, bool] = (True, True)
    weights: Weights = (1, 1)
    traces: tuple[Trace, Trace] = ((), ())
    target: int | None = None
    ends: Unlike = Unlike.SAME
    owed: Owed = frozenset()


@dataclass(slots=True)
class JointNode:
    """A position: a random result or, with `choice`, a decision; `came` is the position and the way that first led here."""

    came: tuple[int | None, Way]
    choice: bool = False
    ways: list[Way] = field(default_factory=list)
    picks: dict[str, Way] = field(default_factory=dict)  # what each named strategy chooses here


@dataclass(frozen=True, slots=True)
class Note:
    """A difference in what is due rather than in what is paid: what, on which side, and under which paragraphs."""

    kind: str  # wager, chance, slots, asked, option, amount, refused, longer
    says: str
    cites: tuple[Citation, ...]
    path: tuple[Way, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Made:
    """The facts before the first random result: the setup and the wagers.

    `within`: wagers that can be added in a window within the round, with their stakes; each is tried there.
    """

    facts: tuple[Fact, ...]
    within: Mapping[str, int] = field(default_factory=dict)

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers among them."""
        return tuple(fact for fact in self.facts if isinstance(fact, Wager))


def least(low: int, high: int) -> tuple[int, ...]:
    """Only the lowest amount of an option."""
    return (low,)


def least_and_most(low: int, high: int) -> tuple[int, ...]:
    """The lowest and the highest amount."""
    return (low,) if low == high else (low, high)


@dataclass(slots=True)
class Effort:
    """A limit on the work of several walks together: each fact costs a little, and a little more for each wager made."""

    left: int
    FACT = 8

    def spend(self, facts: int, wagers: int) -> None:
        """Count some facts of a walk."""
        self.left -= facts * (self.FACT + wagers)


class Lockstep:
    """The walk. `amounts` picks the amounts to try for an option, from the lowest and the highest that both sides accept.

    `effort` limits the work of several walks. `pick` chooses one way out of each position: then it is one round, not all.
    """

    def __init__(
        self,
        sides: Sides,
        made: Made,
        most: int = MOST_POSITIONS,
        amounts: Callable[[int, int], Iterable[int]] = least_and_most,
        effort: Effort | None = None,
        pick: Callable[[Sequence[Way]], Way] | None = None,
    ) -> None:
        self.sides, self.made, self.most, self.amounts = sides, made, most, amounts
        self.effort, self.pick = effort, pick
        self.positions: list[JointNode] = []
        self.notes: dict[tuple[str, str], Note] = {}
        self.complete = True
        self.ends = 0
        self._first: dict[tuple[Unlike, Owed], tuple[int | None, Way]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._waiting: deque[tuple[int, tuple[Any, Any], Dues, Owed, Unlike]] = deque()
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
        states: tuple[Any, Any],
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

    def _expand(self, number: int, states: tuple[Any, Any], dues: Dues, owed: Owed, level: Unlike) -> None:
        """Every fact that can come next."""
        position = self.positions[number]
        ways = list(self._ways(number, states, dues))
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

    def _met(
        self, number: int, way: Way, states: tuple[Any, Any]
    ) -> tuple[tuple[Any, Any], tuple[Trace, Trace]] | None:
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

    def _ways(self, number: int, states: tuple[Any, Any], dues: Dues) -> Iterator[Way]:
        match dues:
            case (Chance() as one, Chance() as other):
                yield from self._chances(number, states, (one, other))
            case (Choices() as one, Choices() as other):
                self.positions[number].choice = True
                yield from self._choices(number, (one, other))
            case (Wagers(), Wagers()):
                self.positions[number].choice = True
                yield Way(NoMoreBets(), "window")
                yield from self._window(states)
            case (Wagers() as due, _) | (_, Wagers() as due):
                at = int(not isinstance(dues[0], Wagers))
                self._note("asked", number, f"only under {self._name(at)} wagers may be made then", due.cites)
                yield Way(NoMoreBets(), "window", _only(at))
            case (Choices() as due, _) | (_, Choices() as due):
                self.positions[number].choice = True
                at = int(not isinstance(dues[0], Choices))
                who, what = due.open[0].who, ", ".join(option.choice for option in due.open[0].options)
                self._note("asked", number, f"only under {self._name(at)} {who} is asked: {what}", due.cites)
                yield from self._alone(at, due.open[0])
            case (Chance() as due, _) | (_, Chance() as due):
                at = int(not isinstance(dues[0], Chance))
                self._note("longer", number, f"only under {self._name(at)} the {due.what} is awaited", due.cites)
                for outcomes, weight in _lumped(due.outcomes(), self._lump(at, states[at])):
                    yield Way(Result(outcomes[0]), due.what, _only(at), (weight, weight))

    def _chances(self, number: int, states: tuple[Any, Any], dues: tuple[Chance, Chance]) -> Iterator[Way]:
        """Group outcomes that have the same effect on both sides; an outcome of only one side ends the comparison."""
        one, other = (due.outcomes() for due in dues)
        what, cites = dues[0].what, (*dues[0].cites, *dues[1].cites)
        if not _proportional(one, other):
            self._note("chance", number, f"the {what} has other chances", cites)
        if dues[0].slots != dues[1].slots:
            self._note("slots", number, f"the {what} is read at another place ({_places(dues)})", cites)
        lump_one, lump_other = self._lump(0, states[0]), self._lump(1, states[1])
        shared = {outcome: weight for outcome, weight in one.items() if outcome in other}
        for outcomes, weight in _lumped(shared, lambda outcome: (lump_one(outcome), lump_other(outcome))):
            weights = (weight, sum(other[outcome] for outcome in outcomes))
            yield Way(Result(outcomes[0]), what, weights=weights)
        for at, (own, theirs) in enumerate(((one, other), (other, one))):
            for outcome, weight in own.items():
                if outcome not in theirs:
                    weights = (weight, 0) if at == 0 else (0, weight)
                    yield Way(Result(outcome), what, _only(at), weights, ends=Unlike.UNSHARED)

    def _window(self, states: tuple[Any, Any]) -> Iterator[Way]:
        """Wagers that can be added within the round, except those that both sides refuse."""
        for seat in sorted(self.sides[0].seats):
            for wager, cents in self.made.within.items():
                fact = Wager(seat, wager, cents)
                both = zip(self.sides, states, strict=True)
                if not all(isinstance(side.after(state, fact), Refusal) for side, state in both):
                    yield Way(fact, "")

    def _lump(self, at: int, state: Any) -> Callable[[Outcome], Hashable]:
        side = self.sides[at]
        return lambda outcome: side.game.round_lump(side.rules, state, outcome)

    def _choices(self, number: int, dues: tuple[Choices, Choices]) -> Iterator[Way]:
        """The choices of one seat or role that must choose on both sides; the order of several makes no difference."""
        asked = [{each.who: each for each in due.open} for due in dues]
        for at, due in enumerate(dues):
            for who in asked[at]:
                if who not in asked[1 - at]:
                    self._note("asked", number, f"only under {self._name(at)} {who} is asked", due.cites)
        both = [who for who in asked[0] if who in asked[1]]
        if not both:
            yield from self._alone(0, dues[0].open[0])
            return
        who = both[0]
        options = [{option.choice: option for option in each[who].options} for each in asked]
        for at in (0, 1):
            for name, option in options[at].items():
                if name not in options[1 - at]:
                    text = f"only under {self._name(at)} {who} may choose {name}"
                    self._note("option", number, text, option.cites)
        for name in options[0]:
            if name in options[1]:
                yield from self._amounts(number, who, options[0][name], options[1][name])

    def _amounts(self, number: int, who: Who, one: Option, other: Option) -> Iterator[Way]:
        """The amounts that both sides accept for an option."""
        ranges = [(option.low_cents, option.high_cents) for option in (one, other)]
        if ranges[0] != ranges[1]:
            self._note("amount", number, f"{who} may put other amounts on {one.choice}", (*one.cites, *other.cites))
        low, high = max(ranges[0][0], ranges[1][0]), min(ranges[0][1], ranges[1][1])
        if low <= high:
            for cents in self.amounts(low, high):
                yield Way(Choose(who, one.choice, cents), "choice")

    def _alone(self, at: int, asked: Asked) -> Iterator[Way]:
        for option in asked.options:
            for cents in self.amounts(option.low_cents, option.high_cents):
                yield Way(Choose(asked.who, option.choice, cents), "choice", _only(at))

    def _picks(self, position: JointNode, states: tuple[Any, Any], dues: Dues) -> None:
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

    def _name(self, at: int) -> str:
        return self.sides[at].called

    def _refused(self, kind: str, number: int | None, fact: Fact, after: Sequence[Any]) -> None:
        """Note that one side refuses what the other accepts. If both refuse, there is no difference."""
        refusing = [at for at, each in enumerate(after) if isinstance(each, Refusal)]
        if len(refusing) == 1:
            at = refusing[0]
            refusal: Refusal = after[at]
            name = fact.id if isinstance(fact, Wager) else fact.choice if isinstance(fact, Choose) else "a result"
            self._note(kind, number, f"only {self._name(at)} refuses {name}: {refusal.reason}", refusal.cites)

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


def _only(at: int) -> tuple[bool, bool]:
    return at == 0, at == 1


def _places(dues: tuple[Chance, Chance]) -> str:
    return " and ".join("/".join(due.slots) or "nowhere" for due in dues)


def _proportional(one: Mapping[Outcome, int], other: Mapping[Outcome, int]) -> bool:
    """Does every outcome have the same chance on both sides?"""
    if one == other:
        return True
    total_one, total_other = sum(one.values()), sum(other.values())
    return one.keys() == other.keys() and all(one[o] * total_other == other[o] * total_one for o in one)


def _lumped(
    weights: Mapping[Outcome, int], lump: Callable[[Outcome], Hashable]
) -> Iterator[tuple[tuple[Outcome, ...], int]]:
    """Outcomes of the same lump, with the sum of their weights."""
    members: dict[Hashable, list[Outcome]] = {}
    for outcome in weights:
        members.setdefault(lump(outcome), []).append(outcome)
    for outcomes in members.values():
        yield tuple(outcomes), sum(weights[outcome] for outcome in outcomes)
