"""Records a computation over the rules, so that it need not be repeated for other answers that change nothing.

Each call of the game's functions is recorded with the readings that it used and its return value. Under other answers, a
call that used none of the changed readings returns the same value. The other calls are repeated in order: if each returns
the same value as before, the computation takes the same path and has the same result. If one does not, or if a changed
reading was used outside these calls, the result is unknown and must be computed.

Functions of games may be cached by their rules, and then use a reading only once. A cache looks up the rules by their hash,
which is also recorded: a call with a cache lookup counts as if it had used every reading that was ever used after a lookup.

The comparison (`_same`) covers what a walk of a wager uses: the catalogue entries that were looked up, and the state and
money of a step. It ignores who may choose during a betting window, unless somebody chose. For keys, only equality matters.
Equal keys must stay equal; if more keys become equal, a walk would merge positions with equal futures and get the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.core import AnyGame, Choose, Step, Wagers
from houseway.law import Rules
from houseway.questions.reading_trace import LOOKED, TracedReadings, traced

OF_LAW = ("open", "due", "refuse", "advance", "offer_now")
MAPPINGS = ("catalogue", "withheld")  # functions of the law that return mappings by wager
OF_WALK = ("lump", "round_lump", "priced", "strategies", "setups", "supporting_wagers")


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call of a game's function: its arguments after the rules, its return value, and the readings that it used."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: Any
    asked: frozenset[str]


class Recording:
    """A game with recorded calls under traced rules; its slow figures do not come from the disk cache."""

    def __init__(self, game: AnyGame, rules: Rules) -> None:
        self.plain = rules
        self.rules, self.trace = traced(rules)
        self.calls: list[RecordedCall] = []
        self.keys: list[RecordedCall] = []  # all calls that compute a key
        self.loose: set[str] = set()  # readings used outside the calls
        self.hidden: set[str] = set()  # readings used after a cache lookup
        self.steps = 0
        self.chose = False  # did any seat make a choice?
        self._within = False
        law: dict[str, Any] = {name: self._looked_up(getattr(game.law, name)) for name in MAPPINGS}
        law |= {name: self._recording(getattr(game.law, name), name == "advance") for name in OF_LAW}
        law["key"] = self._recording(game.law.key, into=self.keys)
        walk: dict[str, Any] = {name: self._recording(getattr(game.walk, name)) for name in OF_WALK}
        walk["round_key"] = self._recording(game.walk.round_key, into=self.keys)
        self.game = replace(
            game,
            law=replace(game.law, **{name: each for name, each in law.items() if each is not None}),
            walk=replace(game.walk, takes_long=(), **{name: each for name, each in walk.items() if each is not None}),
        )

    @property
    def asked(self) -> tuple[str, ...]:
        """The readings that were used, in order of first use."""
        return tuple(self.trace.asked)

    def end(self) -> None:
        """End the computation: readings used since the last call were used outside the calls."""
        self._outside()

    def again(self, rules: Rules) -> TracedReadings | None:
        """The readings that the computation uses under these rules, if its result is the same; None if unknown."""
        if not _alike(self.plain, rules):
            return None
        changed = {name for name, answer in rules.readings.items() if self.plain.readings.get(name) != answer}
        behind = bool(changed & self.hidden)
        if changed & self.loose or (behind and LOOKED in self.loose):
            return None
        watched, trace = traced(rules)

        def concerned(call: RecordedCall) -> bool:
            return (behind and LOOKED in call.asked) or not changed.isdisjoint(call.asked)

        for call in filter(concerned, self.calls):
            if not _same(call.function(watched, *call.arguments), call.result, self.chose):
                return None
        if any(map(concerned, self.keys)):
            pairs = {(call.result, call.function(watched, *call.arguments)) for call in self.keys}
            if len(pairs) > len({was for was, _ in pairs}):
                return None
        return trace

    def _outside(self) -> None:
        if self.trace.log:
            self.loose.update(self.trace.log)
            self._hide(self.trace.log)
            self.trace.log.clear()

    def _hide(self, log: list[str]) -> None:
        if LOOKED in log:
            self.hidden.update(log[log.index(LOOKED) :])

    def _recording(
        self, function: Callable[..., Any] | None, is_step: bool = False, into: list[RecordedCall] | None = None
    ) -> Callable[..., Any] | None:
        """A function that records its calls; calls that use no reading are recorded only if `into` is given."""
        if function is None:
            return None
        called = function

        def call(rules: Rules, *arguments: Any) -> Any:
            if is_step:
                self.steps += 1
                self.chose = self.chose or type(arguments[-1]) is Choose
            if self._within or rules is not self.rules:
                return called(rules, *arguments)
            self._outside()
            self._within = True
            try:
                result = called(rules, *arguments)
            finally:
                self._within = False
            log = self.trace.log
            if into is not None:
                into.append(RecordedCall(called, arguments, result, frozenset(log)))
            elif log:
                self.calls.append(RecordedCall(called, arguments, result, frozenset(log)))
            self._hide(log)
            log.clear()
            return result

        return call

    def _looked_up(self, function: Callable[[Rules], Mapping[str, Any]]) -> Callable[[Rules], Mapping[str, Any]]:
        """A function that returns a mapping and records the lookups in it."""
        get = self._recording(lambda rules, name: function(rules).get(name))
        names = self._recording(lambda rules: tuple(function(rules)))
        assert get is not None and names is not None
        return lambda rules: _LookedUp(rules, get, names) if rules is self.rules else function(rules)


class _LookedUp(Mapping[str, Any]):
    """A mapping that records each lookup as a call; none of its values is None."""

    def __init__(self, rules: Rules, get: Callable[..., Any], names: Callable[..., tuple[str, ...]]) -> None:
        self._rules, self._get, self._names = rules, get, names

    def __getitem__(self, name: str) -> Any:
        found = self._get(self._rules, name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names(self._rules))

    def __len__(self) -> int:
        return len(self._names(self._rules))


def _same(now: Any, was: Any, chose: bool) -> bool:
    """Are two return values of a call the same to a walk?"""
    if isinstance(was, Step) and isinstance(now, Step):
        return now.state == was.state and _money(now) == _money(was)
    if isinstance(was, Wagers) and isinstance(now, Wagers) and not chose:
        return replace(now, asked=()) == replace(was, asked=())
    return bool(now == was)


def _money(step: Step[Any]) -> tuple[Any, ...]:
    """The postings and settlements of a step, in any order if it settles no wager twice."""
    settled = {(each.seat, each.wager): (each.cents, each.result, each.moves) for each in step.settled}
    if len(settled) < len(step.settled):
        return step.moves, step.settled
    return Counter(step.moves), settled


def _alike(one: Rules, other: Rules) -> bool:
    """Do two sets of rules differ only in their readings?"""
    return (one.edition.digest, one.options, one.payouts, one.approvals, one.readings.keys()) == (
        other.edition.digest, other.options, other.payouts, other.approvals, other.readings.keys(),
    )  # fmt: skip
