"""The value of a mistake: each irregularity and dealer error that a chapter names, after the chapter's remedy.

Figures are the player's gain per unit wagered for one occurrence: the value after the remedy minus the value without the
error, averaged over the positions that the default strategy reaches. They are exact if the wager's walk is small; otherwise
they come from played rounds and have a standard error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.cache import kept
from houseway.core import AnyGame
from houseway.core.plain import build, plain
from houseway.core.progress import stage
from houseway.law import Citation, Rules
from houseway.money import exact
from houseway.odds.figure import Rounded
from houseway.questions.mispaid_lines import Mispaid, mispaid, paying
from houseway.questions.pricing import RowKey, price
from houseway.questions.sampled_mistakes import Sample, sampled
from houseway.questions.trial_reports import Reporter, TrialReport, forms
from houseway.questions.wager_kinds import chosen_wagers
from houseway.questions.walked_mistakes import ReportValue, TooLargeError, walked

ROUNDS = 400
SEED = "1"


@dataclass(frozen=True, slots=True)
class Mistake:
    """The effect of one report on one wager. Gains are the player's, per unit wagered.

    `noted`: the report's notes. `answer`: the answer to the question that the report raises. `error`: the standard error of the
    average if it comes from `rounds` played; None if it is exact. `positions`: the number of positions (or rounds) tried.
    """

    cite: Citation
    says: str
    noted: str
    answer: str
    wager: str
    average: Fraction
    lowest: Fraction
    highest: Fraction
    error: Fraction | None
    positions: int

    @property
    def unchanged(self) -> bool:
        """Does the remedy leave the wager's value unchanged in every position?"""
        return not self.lowest and not self.highest


@dataclass(frozen=True, slots=True)
class NotPriced:
    """A report without a figure, and why."""

    cite: Citation
    says: str
    why: str


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Every mistake of a game's chapter."""

    game: str
    title: str
    edition: str
    submission: str
    rounds: int
    left_out: tuple[str, ...]  # wagers with too many positions when no rounds are to be played
    mistakes: tuple[Mistake, ...]
    not_priced: tuple[NotPriced, ...]
    mispaid: tuple[Mispaid, ...]

    def ranked(self) -> list[tuple[Citation, list[Mistake]]]:
        """The mistakes by paragraph: the largest average effect first, then the largest effect of a single mistake.

        Only the part of an average beyond two standard errors from zero counts.
        """
        groups: dict[Citation, list[Mistake]] = {}
        for each in self.mistakes:
            groups.setdefault(each.cite, []).append(each)

        def weight(item: tuple[Citation, list[Mistake]]) -> tuple[Fraction, Fraction]:
            rows = item[1]
            sure = (max(Fraction(0), abs(each.average) - 2 * (each.error or 0)) for each in rows)
            return max(sure), max(max(each.highest, -each.lowest) for each in rows)

        return sorted(groups.items(), key=weight, reverse=True)

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values; gains are the player's, per unit wagered."""
        return {
            "game": self.game,
            "edition": self.edition,
            "submission": self.submission,
            "rounds": self.rounds,
            "left_out": list(self.left_out),
            "mistakes": [_mistake(each) for _, rows in self.ranked() for each in rows],
            "not_priced": [{"cite": each.cite, "says": each.says, "why": each.why} for each in self.not_priced],
            "mispaid": [_mispaid(each) for each in self.mispaid],
        }


def mistakes(game: AnyGame, rules: Rules, wagers: Iterable[str] = (), rounds: int = ROUNDS) -> Mistakes:
    """The value of each mistake, for some wagers or one of each kind. `rounds`: how many to play if a walk is too large.

    If wagers are named, only mispaid lines that can pay one of them are included.
    """
    asked = tuple(wagers)
    named = chosen_wagers(game, rules, asked)
    depends = {
        "game": game.id,
        "rules": rules.digest,
        "edition": rules.edition.digest,
        "of": [*named],
        "rounds": rounds,
    }
    found: Mistakes = build(Mistakes, kept("mistakes", depends, lambda: plain(_work_out(game, rules, named, rounds))))
    if not asked:
        return found
    lines = paying(game, rules, named)
    return replace(found, mispaid=tuple(each for each in found.mispaid if each.line in lines))


def _work_out(game: AnyGame, rules: Rules, wagers: tuple[str, ...], rounds: int) -> Mistakes:
    listed, reporter = forms(rules), Reporter()
    found: list[Mistake] = []
    left_out: list[str] = []
    played = 0
    for number, wager in enumerate(wagers, 1):
        with stage(f"{wager} ({number} of {len(wagers)} wagers)"):
            try:
                if wager in game.walk.takes_long or game.walk.counted(rules, wager):
                    raise TooLargeError
                found += _exact(rules, wager, walked(game, rules, wager, listed, reporter))
            except TooLargeError:
                if game.walk.setup(rules, wager):
                    left_out.append(wager)
                    continue
                played = rounds
                samples = sampled(game, rules, wager, listed, reporter, rounds, SEED)
                found += _estimated(game, rules, wager, samples, rounds)
    return Mistakes(
        game.id, game.title, rules.edition.id, rules.digest, played, tuple(left_out), tuple(found),
        _not_priced(rules, {each.cite for each in found}, reporter), mispaid(game, rules),
    )  # fmt: skip


def _says(rules: Rules, cite: Citation) -> str:
    return next((each.says for each in rules.paragraphs if each.cite == cite), "")


def _exact(rules: Rules, wager: str, worths: list[ReportValue]) -> list[Mistake]:
    groups: dict[TrialReport, list[ReportValue]] = {}
    for each in worths:
        groups.setdefault(each.form, []).append(each)
    found = []
    for form, rows in groups.items():
        total = sum((each.often for each in rows), Fraction(0))
        average = sum((each.often * each.gain for each in rows), Fraction(0)) / total
        gains = [each.gain for each in rows]
        found.append(
            Mistake(
                form.cite,
                _says(rules, form.cite),
                form.says,
                "",
                wager,
                average,
                min(gains),
                max(gains),
                None,
                len(rows),
            )
        )
    return _merged(found)


def _estimated(game: AnyGame, rules: Rules, wager: str, samples: list[Sample], rounds: int) -> list[Mistake]:
    strategies = game.walk.strategies(rules, wager)
    key = RowKey(wager, "", strategies[0] if strategies else "")
    edge = price(game, rules, wager).edges.get(key)
    groups: dict[tuple[TrialReport, str], list[Sample]] = {}
    for each in samples:
        groups.setdefault((each.form, each.answer), []).append(each)
    found = []
    for (form, answer), rows in groups.items():
        known = None if edge is None or len(rows) < rounds else -edge
        average, error = mean_gain([each.gain for each in rows], [each.without for each in rows], known)
        gains = [each.gain for each in rows]
        found.append(
            Mistake(
                form.cite,
                _says(rules, form.cite),
                form.says,
                answer,
                wager,
                average,
                min(gains),
                max(gains),
                error,
                len(rows),
            )
        )
    return _merged(found)


def mean_gain(
    gains: list[Fraction], without: list[Fraction], expected: Fraction | None
) -> tuple[Fraction, Fraction | None]:
    """The mean gain and its standard error; None if all gains are equal.

    `expected`: the exact mean of the results without the report, if the report could be made in every round. It serves as a
    control variate, which removes the luck of these rounds from the gain: for a returned wager, that is all of the error.
    """
    count = len(gains)
    mean = sum(gains, Fraction(0)) / count
    if len(set(gains)) == 1:
        return mean, None
    slope, luck = Fraction(0), Fraction(0)
    if expected is not None:
        middle = sum(without, Fraction(0)) / count
        spread = sum(((each - middle) ** 2 for each in without), Fraction(0))
        common = sum(((g - mean) * (w - middle) for g, w in zip(gains, without, strict=True)), Fraction(0))
        slope, luck = (common / spread if spread else Fraction(0)), middle - expected
    rest = [g - slope * w for g, w in zip(gains, without, strict=True)]
    center = sum(rest, Fraction(0)) / count
    variance = sum(((each - center) ** 2 for each in rest), Fraction(0)) / max(1, count - 1)
    adjusted = mean - slope * luck
    if not variance:
        return adjusted, None
    return Fraction(Rounded(adjusted)), Fraction(Rounded(math.sqrt(variance / count)))


def _merged(found: list[Mistake]) -> list[Mistake]:
    """Merge reports of a paragraph that have the same effect; keep the one with the fewest notes."""
    kept_rows: dict[tuple[Any, ...], Mistake] = {}
    for each in sorted(found, key=lambda one: len(one.noted)):
        same = (each.cite, each.answer, each.average, each.lowest, each.highest)
        kept_rows.setdefault(same, each)
    return [each for each in dict.fromkeys(found) if each in kept_rows.values()]


def _not_priced(rules: Rules, priced: set[Citation], reporter: Reporter) -> tuple[NotPriced, ...]:
    found = []
    for cite in rules.chapter.reports:
        if cite in priced or cite not in rules.cites:
            continue
        made_up = [name for name, field in rules.chapter.reports[cite].items() if field.kind in ("names", "wholes")]
        if cite in reporter.stuck:
            why = reporter.stuck[cite]
        elif made_up:
            why = f"the report notes {' and '.join(made_up)}, which this question does not make up"
        elif cite in reporter.refused:
            why = f"refused while a wager is undecided: {reporter.refused[cite]}"
        else:
            why = "no wager reaches a position where it was tried"
        found.append(NotPriced(cite, _says(rules, cite), why))
    return tuple(found)


def _figure(value: Fraction, rounded: bool) -> str:
    return str(Rounded(value)) if rounded and value else exact(value)


def _mistake(each: Mistake) -> dict[str, Any]:
    return {
        "cite": each.cite,
        "says": each.says,
        "noted": each.noted,
        "answer": each.answer,
        "wager": each.wager,
        "average": _figure(each.average, each.error is not None),
        "lowest": exact(each.lowest),
        "highest": exact(each.highest),
        "standard_error": None if each.error is None else str(Rounded(each.error)),
        "positions": each.positions,
        "unchanged": each.unchanged,
        "favors": "neither" if not each.average else "player" if each.average > 0 else "house",
    }


def _mispaid(each: Mispaid) -> dict[str, Any]:
    return {
        "line": each.line,
        "odds": each.odds,
        "cite": each.cite,
        "paid": each.paid,
        "paid_cite": each.paid_cite,
        "per_winner": exact(each.per_winner),
        "wager": each.wager or None,
        "chance": None if each.chance is None else exact(each.chance),
        "per_wager": None if each.per_wager is None else exact(each.per_wager),
    }
