"""Rules that record which readings are used.

A game learns the answer to an open question only from `Rules.readings`. A computation that never used a reading has the same
result for every answer to it. Functions of games may be cached by their rules. Traced rules have a separate digest, so no
answer comes from a cache that was filled without tracing. They also record each lookup in such a cache.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import cast

from houseway.law import Rules

_NUMBERS = itertools.count(1)
LOOKED = ""  # a log entry: the rules were looked up in a cache


class TracedReadings(Mapping[str, str]):
    """The answers, and the names that were used; `log` has every single use until it is cleared."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = dict(answers)
        self.asked: dict[str, None] = {}
        self.log: list[str] = []

    def __getitem__(self, name: str) -> str:
        self.asked[name] = None
        self.log.append(name)
        return self.answers[name]

    def __contains__(self, name: object) -> bool:
        return name in self.answers  # whether an edition has the question does not depend on its answer

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)


class TracedRules(Rules):
    """Rules that record cache lookups: a cache asks for their hash."""

    __slots__ = ()

    def __hash__(self) -> int:
        cast("TracedReadings", self.readings).log.append(LOOKED)
        return hash(self.digest)


def traced(rules: Rules) -> tuple[Rules, TracedReadings]:
    """The same rules, and the trace of the readings that are used."""
    trace = TracedReadings(rules.readings)
    same = {each.name: getattr(rules, each.name) for each in fields(rules)}
    digest = f"{rules.digest}, traced {next(_NUMBERS)}"
    return TracedRules(**{**same, "readings": trace, "digest": digest}), trace
