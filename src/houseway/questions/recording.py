"""A computation over the rules, recorded, so that other answers need not compute it again where they change nothing.

Each call of the game's functions is recorded with the readings that it asked for and what it returned. Under other answers, a
call that asked for none of the changed readings returns the same. The others are made again, in order: if each returns what it
returned before, the computation goes the same way and its result is the same. If one does not, or if a changed reading was asked
for outside of these calls, nothing is known, and the computation must be made.

Functions of games may be cached by their rules, and then ask only once. A cache looks up the rules by their hash, which is noted
as well: a call that looked into a cache counts as if it had asked for everything that was ever asked for after a look.

What is compared is what a walk of a wager uses (`_same`): of the catalogue the entries that were looked up, of a step its state
and its money, of a betting window not who may choose something meanwhile, unless somebody chose. Of keys it uses only which are
equal. Equal ones must stay equal; if more are, it would merge positions with equal futures, and come to the same figures.
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
MAPPINGS = ("catalogue", "withheld")  # of the law, by wager
OF_WALK = ("lump", "round_lump", "priced", "strategies", "setups", "supporting_wagers")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function of the game: its arguments after the rules, what it returned, what it asked for."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: Any
    asked: frozenset[str]


class Recording:
    """A game whose calls are recorded under traced rules; its slow figures are not taken from the cache on disk."""

    def __init__(self, game: AnyGame, rules: Rules) -> None:
        self.plain = rules
        self.rules, self.trace = traced(rules)
        self.calls: list[Call] = []
        self.keys: list[Call] = []  # all calls for a key
        self.loose: set[str] = set()  # asked for outside of the calls
        self.hidden: set[str] = set()  # asked for after a look into a cache
        self.steps = 0
        self.chose = False  # did anybody choose anything?
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
        """The readings that were asked for, in that order."""
        return tuple(self.trace.asked)

    def end(self) -> None:
        """The computation is over: what was asked for since the last call was asked for outside."""
        self._outside()

    def again(self, rules: Rules) -> TracedReadings | None:
        """The values that the computation reads under these rules, if its result is the same; None if unknown."""
        if not _alike(self.plain, rules):
            return None
        changed = {name for name, answer in rules.readings.items() if self.plain.readings.get(name) != answer}
        behind = bool(changed & self.hidden)
        if changed & self.loose or (behind and LOOKED in self.loose):
            return None
        watched, trace = traced(rules)

        def concerned(call: Call) -> bool:
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
        self, function: Callable[..., Any] | None, is_step: bool = False, into: list[Call] | None = None
    ) -> Callable[..., Any] | None:
        """A function whose calls are recorded; those that ask for nothing only with a list of their own."""
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
                into.append(Call(called, arguments, result, frozenset(log)))
            elif log:
                self.calls.append(Call(called, arguments, result, frozenset(log)))
            self._hide(log)
            log.clear()
            return result

        return call

    def _looked_up(self, function: Callable[[Rules], Mapping[str, Any]]) -> Callable[[Rules], Mapping[str, Any]]:
        """A function whose mapping is recorded by what is looked up in it."""
        get = self._recording(lambda rules, name: function(rules).get(name))
        names = self._recording(lambda rules: tuple(function(rules)))
        assert get is not None and names is not None
        return lambda rules: _LookedUp(rules, get, names) if rules is self.rules else function(rules)


class _LookedUp(Mapping[str, Any]):
    """A mapping of which each look is a recorded call; none of its values is None."""

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
    """Is what a call returned the same to a walk?"""
    if isinstance(was, Step) and isinstance(now, Step):
        return now.state == was.state and _money(now) == _money(was)
    if isinstance(was, Wagers) and isinstance(now, Wagers) and not chose:
        return replace(now, asked=()) == replace(was, asked=())
    return bool(now == was)


def _money(step: Step[Any]) -> tuple[Any, ...]:
    """What a step moves and settles, in any order, as long as it settles no wager twice."""
    settled = {(each.seat, each.wager): (each.cents, each.result, each.moves) for each in step.settled}
    if len(settled) < len(step.settled):
        return step.moves, step.settled
    return Counter(step.moves), settled


def _alike(one: Rules, other: Rules) -> bool:
    """Do two rules differ in their readings alone?"""
    return (one.edition.digest, one.options, one.payouts, one.approvals, one.readings.keys()) == (
        other.edition.digest, other.options, other.payouts, other.approvals, other.readings.keys(),
    )  # fmt: skip
