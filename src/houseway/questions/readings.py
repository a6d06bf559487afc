"""The value of a chapter's open questions for every wager: each answer alone, and the extremes over all combinations.

A reading is priced only for wagers with figures that use it (`reading_trace.py`), and only if a step of the rules comes out
differently (`recording.py`). For the extremes, all combinations of these readings are priced. If that would take too many
steps of the rules, only the readings that move the wager by themselves are combined, with the others as submitted; the
answer says which of the two was done.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame
from houseway.core.progress import stage, working_on
from houseway.games import rules_for
from houseway.law import Citation, Judged, Rules, Submission
from houseway.law.reading import Reading
from houseway.law.rules import nested
from houseway.questions.pricing import ALL, PricedRows, RowKey, price_again, price_recorded, units_of
from houseway.questions.recording import Recording

MOST_STEPS = 200  # steps of the rules for all combinations of one row; beyond, only readings that move it are combined
FEW, MOST_STEPS_OF_FEW = 16, 20_000  # up to this many combinations are priced within this many steps
MOST_COMBINATIONS = 4_096

Answers = tuple[tuple[str, str], ...]  # readings and answers that differ from the submission


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """One row of the odds sheet under another answer; None if the wager is not offered."""

    row: RowKey
    edge: Fraction | None
    change: Fraction | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer by itself: whether the submission stays lawful, and the rows that change."""

    answer: str
    lawful: bool
    changes: tuple[EdgeChange, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: the answer in force, the other answers, and the wagers with figures that use it."""

    name: str
    cite: Citation
    question: str
    why: str
    answers: tuple[tuple[str, str], ...]
    chosen: str
    asked_by: tuple[str, ...]
    alternatives: tuple[Alternative, ...]

    @property
    def moves(self) -> bool:
        """Does another answer by itself change the odds of a wager, or whether it is offered?"""
        return any(each.changes for each in self.alternatives)


@dataclass(frozen=True, slots=True)
class Interval:
    """The house edge of one row: as submitted, and the extremes over the readings.

    `edge` is None if the submission does not offer the wager. `complete`: all combinations of the readings that the figure
    uses were priced. `not_always`: some of them do not offer the wager.
    """

    row: RowKey
    edge: Fraction | None
    lowest: Fraction
    highest: Fraction
    lowest_with: Answers
    highest_with: Answers
    asked: tuple[str, ...]
    combinations: int
    complete: bool
    rounded: bool
    not_always: bool

    @property
    def moved(self) -> bool:
        """Does the house edge depend on a reading?"""
        return self.lowest != self.highest or self.edge is None or self.not_always


@dataclass(slots=True)
class Variants:
    """The rules with some answers changed, each judged once; None if the submission is then unlawful."""

    game: AnyGame
    rules: Rules
    known: dict[Answers, Rules | None] = field(default_factory=dict)

    def under(self, answers: Answers) -> Rules | None:
        """The rules with these answers."""
        if answers not in self.known:
            self.known[answers] = self._judged(answers, self.rules.submission).rules if answers else self.rules
        return self.known[answers]

    def set_to(self, answers: Answers, setting: str) -> Rules | None:
        """The rules with these answers and an option; keys that are unlawful with it return to their defaults."""
        judged = self._judged(answers, self.rules.submission, setting)
        if judged.rules is None:
            wrong = {finding.field for finding in judged.findings}
            kept = {key: value for key, value in self.rules.submission.items() if key not in wrong}
            judged = self._judged(answers, kept, setting)
        return judged.rules

    def _judged(self, answers: Answers, submission: Mapping[str, Any], *settings: str) -> Judged:
        chosen = [f'reading.{name}="{answer}"' for name, answer in answers]
        given = Submission(self.rules.game, nested(submission)).with_settings([*chosen, *settings])
        return rules_for(self.game, given)


class Explored:
    """One wager (or all at once): its price under the answers that matter to it."""

    def __init__(self, variants: Variants, unit: str, whole: bool) -> None:
        self.variants, self.unit, self.whole = variants, unit, whole
        self.open = {each.name: each for each in open_questions(variants.rules)}
        self.prices: dict[Answers, PricedRows | None] = {}
        self._worked_out: dict[Answers, tuple[PricedRows, Recording]] = {}
        self.asked: dict[str, None] = {}
        self.rounded = False
        self.complete = False
        self.movers: tuple[str, ...] = ()  # the readings that were priced in combination
        self._explore()
        self._worked_out.clear()

    def _explore(self) -> None:
        base = self._price(())
        assert base is not None, "the submission itself is lawful"
        first = set(self.asked)
        for name in list(self.asked):
            for answer in self._others(name):
                self._price(((name, answer),))
        while True:
            known = tuple(self.asked)
            chosen = known if self._fits(known, base) else self._movers(base, first)
            self.complete, self.movers = len(chosen) == len(known), chosen
            for answers in combinations(self.open[name] for name in chosen):
                self._price(self._changed(answers))
            if tuple(self.asked) == known:
                return

    def _fits(self, names: tuple[str, ...], base: PricedRows) -> bool:
        count = math.prod(len(self.open[name].ids) for name in names)
        most = MOST_STEPS_OF_FEW if count <= FEW else MOST_STEPS * max(1, len(base.edges))
        return count <= MOST_COMBINATIONS and (self.whole or count * base.steps <= most)

    def _movers(self, base: PricedRows, first: set[str]) -> tuple[str, ...]:
        """The readings that move the wager by themselves, and those used only under other answers."""
        found = []
        for name in self.asked:
            alone = (self.prices.get(((name, answer),)) for answer in self._others(name))
            if name not in first or any(each is not None and each.edges != base.edges for each in alone):
                found.append(name)
        return tuple(found)

    def _others(self, name: str) -> list[str]:
        return [answer for answer in self.open[name].ids if answer != self.variants.rules.reading(name)]

    def _changed(self, answers: Iterable[tuple[str, str]]) -> Answers:
        chosen = [(name, answer) for name, answer in answers if answer != self.variants.rules.reading(name)]
        return tuple(sorted(chosen))

    def _price(self, answers: Answers) -> PricedRows | None:
        if answers not in self.prices:
            working_on(f"combination {len(self.prices) + 1:,}")
            rules = self.variants.under(answers)
            found = None if rules is None else self._known(answers, rules) or self._work_out(answers, rules)
            self.prices[answers] = found
            if found is not None:
                self.rounded = self.rounded or found.rounded
                self.asked |= {name: None for name in found.asked if name in self.open}
        return self.prices[answers]

    def _known(self, answers: Answers, rules: Rules) -> PricedRows | None:
        """The price under the nearest computed answers, if it is the same under these."""
        if not self._worked_out:
            return None
        nearest = min(self._worked_out, key=lambda each: len({*each} ^ {*answers}))
        return price_again(*self._worked_out[nearest], rules)

    def _work_out(self, answers: Answers, rules: Rules) -> PricedRows:
        self._worked_out[answers] = price_recorded(self.variants.game, rules, self.unit)
        return self._worked_out[answers][0]

    def alone(self, name: str, answer: str) -> tuple[EdgeChange, ...]:
        """The rows that one other answer changes."""
        base, other = self.prices[()], self.prices.get(((name, answer),))
        if base is None or other is None:
            return ()
        found = []
        for row in dict.fromkeys((*base.edges, *other.edges)):
            was, now = base.edges.get(row), other.edges.get(row)
            if was != now:
                found.append(EdgeChange(row, now, None if was is None or now is None else now - was))
        return tuple(found)

    def intervals(self) -> Iterator[Interval]:
        """The extremes of every row."""
        priced = {answers: found for answers, found in self.prices.items() if found is not None}
        base = priced[()]
        for row in dict.fromkeys(row for found in priced.values() for row in found.edges):
            there = {answers: found.edges[row] for answers, found in priced.items() if row in found.edges}
            simple = sorted(there, key=lambda answers: (len(answers), answers))  # fewest changes first, for ties
            low, high = min(simple, key=there.__getitem__), max(simple, key=there.__getitem__)
            yield Interval(
                row, base.edges.get(row), there[low], there[high], low, high, tuple(self.asked), len(priced),
                self.complete, self.rounded, len(there) < len(priced),
            )  # fmt: skip


def open_questions(rules: Rules) -> tuple[Reading, ...]:
    """The questions of this edition that have more than one answer."""
    return tuple(each for each in rules.chapter.readings if each.name in rules.readings and len(each.ids) > 1)


def combinations(questions: Iterable[Reading]) -> Iterator[Answers]:
    """Every combination of the answers to some questions."""
    listed = tuple(questions)
    for answers in itertools.product(*(each.ids for each in listed)):
        yield tuple(zip((each.name for each in listed), answers, strict=True))


def explore(game: AnyGame, rules: Rules, whole: bool = False) -> tuple[Variants, dict[str, Explored]]:
    """Every wager offered under some reading, under the answers that matter to it."""
    variants = Variants(game, rules)
    units = dict.fromkeys(units_of(game, rules))
    if ALL not in units:
        for name, question in {each.name: each for each in open_questions(rules)}.items():
            for answer in question.ids:
                other = variants.under(((name, answer),) if answer != rules.reading(name) else ())
                units |= dict.fromkeys(() if other is None else game.priced(other))
    found: dict[str, Explored] = {}
    for number, unit in enumerate(units, 1):
        with stage(f"{unit or 'all wagers'} ({number} of {len(units)})"):
            found[unit] = Explored(variants, unit, whole)
    return variants, found


def questions_of(rules: Rules, explored: Mapping[str, Explored], variants: Variants) -> Iterator[Question]:
    """Every open question of the edition, with the changes that its other answers make."""
    for reading in rules.chapter.readings:
        if reading.name not in rules.readings:
            continue
        chosen = rules.reading(reading.name)
        others = []
        for answer in reading.ids:
            if answer != chosen:
                lawful = variants.under(((reading.name, answer),)) is not None
                changes = tuple(each for unit in explored.values() for each in unit.alone(reading.name, answer))
                others.append(Alternative(answer, lawful, changes))
        asked = [unit for unit, each in explored.items() if reading.name in each.asked]
        yield Question(
            reading.name, reading.cite, reading.question, reading.why, reading.answers, chosen, tuple(asked),
            tuple(others),
        )  # fmt: skip
