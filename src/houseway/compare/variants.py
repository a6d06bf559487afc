"""The same question under other settings: each choice that the editions leave to the holder, one at a time.

A choice that only one edition allows is compared with the other edition as it was, also together with each other choice: it may
matter only beside one (how a wager is paid, where that wager is offered).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from houseway.compare.rounds import Rounds, quick_rounds
from houseway.compare.settings import Alike, as_set, judged_under
from houseway.core import AnyGame
from houseway.law import Rules

MOST_VARIANTS = 40


@dataclass(frozen=True, slots=True)
class Variant:
    """What was set otherwise, which edition alone allows it (None: both do), and what came of comparing rounds."""

    settings: tuple[str, ...]
    only: str | None
    rounds: Rounds

    def as_json(self) -> dict[str, Any]:
        """As it stands in the document."""
        return {"settings": list(self.settings), "only": self.only, **self.rounds.as_json()}


def variants(game: AnyGame, base: Alike, most: int) -> tuple[Variant, ...]:
    """Up to forty of them, each with the rounds of one player."""
    found: list[Variant] = []
    seen = {(base.rules[0].digest, base.rules[1].digest)}
    for settings, only, rules in _rules(game, base):
        mark = (rules[0].digest, rules[1].digest)
        if mark not in seen and len(found) < MOST_VARIANTS:
            seen.add(mark)
            found.append(Variant(settings, only, quick_rounds(game, rules, most)))
    return tuple(found)


def _rules(game: AnyGame, base: Alike) -> Iterator[tuple[tuple[str, ...], str | None, tuple[Rules, Rules]]]:
    shared: list[str] = []
    one_sided: list[tuple[int, str]] = []
    for setting in _settings(base):
        lawful = [_with(game, base, at, (setting,)) for at in (0, 1)]
        if all(lawful):
            shared.append(setting)
        elif any(lawful):
            one_sided.append((int(lawful[0] is None), setting))
    for setting in shared:
        one, other = (_with(game, base, at, (setting,)) for at in (0, 1))
        if one is not None and other is not None:
            yield (setting,), None, (one, other)
    for at, setting in one_sided:
        for beside in ((), *((each,) for each in shared)):
            sides = [_with(game, base, n, (*beside, setting) if n == at else beside) for n in (0, 1)]
            if sides[0] is not None and sides[1] is not None:
                yield (*beside, setting), base.rules[at].edition.id, (sides[0], sides[1])


def _with(game: AnyGame, base: Alike, at: int, settings: tuple[str, ...]) -> Rules | None:
    return judged_under(game, base.rules[at].edition.id, (*base.given[at], *settings)).rules


def _settings(base: Alike) -> list[str]:
    """Every choice that either edition has, and every answer to a reading, beside those that are set."""
    found: dict[str, None] = {}
    for rules in base.rules:
        for key, option in rules.edition.options.items():
            bounds = (option.low, option.high) if option.form == "number" else ()
            for value in (*option.choices, *bounds):
                if value is not None and value != rules.option(key):
                    found[as_set(key, value)] = None
        for reading in rules.chapter.readings:
            if reading.name in rules.readings:
                found |= dict.fromkeys(
                    f"reading.{reading.name}={answer}"
                    for answer in reading.ids
                    if answer != rules.reading(reading.name)
                )
    return list(found)
