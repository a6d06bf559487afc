"""Compare rounds under other settings: each option of the editions, one at a time.

An option that only one edition allows is compared with the other edition unchanged. If it changes nothing alone, it is also tried
together with each other option, since it may matter only then (a payout matters only if its wager is offered).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from houseway.compare.round_results import ComparedRounds
from houseway.compare.rounds import quick_rounds
from houseway.compare.settings import Alike, as_set, judged_under
from houseway.core import AnyGame
from houseway.core.progress import stage
from houseway.law import Rules


@dataclass(frozen=True, slots=True)
class Variant:
    """The changed settings, the only edition that allows them (None if both do), and the rounds compared."""

    settings: tuple[str, ...]
    only: str | None
    rounds: ComparedRounds

    def as_json(self) -> dict[str, Any]:
        """The variant as plain values."""
        return {"settings": list(self.settings), "only": self.only, **self.rounds.as_json()}


def variants(game: AnyGame, base: Alike, most: int) -> tuple[tuple[Variant, ...], int]:
    """Compare one player's rounds under each variant until `most` positions are visited; and the number of variants left."""
    shared, one_sided = _settings(game, base)
    trial = _Trial(game, base, most, len(shared) + len(one_sided))
    for setting in shared:
        trial.run((setting,), None)
    for at, setting in one_sided:
        alone = trial.run((setting,), at)
        for beside in shared if alone is not None and not alone.rounds.found and not alone.rounds.notes else ():
            if beside.partition("=")[0] != setting.partition("=")[0]:
                trial.run((beside, setting), at)
    return tuple(trial.found), trial.left


@dataclass
class _Trial:
    """Runs variants within a budget of positions, each at most once."""

    game: AnyGame
    base: Alike
    most: int
    count: int  # settings tried alone, without combinations; for progress reports
    found: list[Variant] = field(default_factory=list)
    left: int = 0
    seen: set[tuple[str, str]] = field(default_factory=set)

    def run(self, settings: tuple[str, ...], only: int | None) -> Variant | None:
        """Compare with the last setting on one side only (or on both if `only` is None), and the others on both."""
        sides = [_with(self.game, self.base, at, settings if only in (None, at) else settings[:-1]) for at in (0, 1)]
        if sides[0] is None or sides[1] is None:
            return None
        rules = (sides[0], sides[1])
        mark = (rules[0].digest, rules[1].digest)
        if mark in self.seen:
            return None
        self.seen.add(mark)
        if self.most <= 0:
            self.left += 1
            return None
        number = len(self.found) + 1  # combinations come after the settings that were counted
        with stage(f"{' '.join(settings)} ({number} of about {max(number, self.count)} other settings)"):
            looked = quick_rounds(self.game, rules, self.most)
        self.most -= sum(walk.positions for walk in looked.walked)
        self.found.append(Variant(settings, None if only is None else rules[only].edition.id, looked))
        return self.found[-1]


def _settings(game: AnyGame, base: Alike) -> tuple[list[str], list[tuple[int, str]]]:
    """The settings that both editions allow, and those that only one allows."""
    shared: list[str] = []
    one_sided: list[tuple[int, str]] = []
    for setting in _choices(base):
        lawful = [_with(game, base, at, (setting,)) is not None for at in (0, 1)]
        if all(lawful):
            shared.append(setting)
        elif any(lawful):
            one_sided.append((int(not lawful[0]), setting))
    return shared, one_sided


def _with(game: AnyGame, base: Alike, at: int, settings: tuple[str, ...]) -> Rules | None:
    return judged_under(game, base.rules[at].edition.id, (*base.given[at], *settings)).rules


def _choices(base: Alike) -> list[str]:
    """Every choice of an option and every answer to a reading of either edition, other than the current ones."""
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
