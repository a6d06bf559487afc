"""Rules that note which readings are asked for.

A game learns the answer to an open question only from `Rules.readings`. A computation that never asked for a reading has the
same result whatever its answer is. Functions of games may be cached by their rules; traced rules have a digest of their own,
so that no answer comes from a cache that was filled without tracing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from houseway.law import Rules

_NUMBERS = itertools.count(1)


class TracedReadings(Mapping[str, str]):
    """The answers, and the names that were asked for."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = dict(answers)
        self.asked: dict[str, None] = {}

    def __getitem__(self, name: str) -> str:
        self.asked[name] = None
        return self.answers[name]

    def __contains__(self, name: object) -> bool:
        return name in self.answers  # whether an edition has the question does not depend on its answer

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)


def traced(rules: Rules) -> tuple[Rules, TracedReadings]:
    """The same rules, and the trace of what is asked of them."""
    trace = TracedReadings(rules.readings)
    return replace(rules, readings=trace, digest=f"{rules.digest}, traced {next(_NUMBERS)}"), trace
