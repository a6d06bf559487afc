"""The report on how much depends on open readings: questions, intervals, and stated holds; cached on disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cache import kept
from houseway.core import AnyGame
from houseway.core.plain import build, plain
from houseway.law import BadInput, Rules
from houseway.law.errors import nearest
from houseway.money import exact
from houseway.odds.figure import Rounded
from houseway.questions.claims import ClaimTable, claim_tables
from houseway.questions.pricing import RowKey
from houseway.questions.readings import EdgeChange, Interval, Question, explore, questions_of


@dataclass(frozen=True, slots=True)
class ReadingsReport:
    """Every open question of an edition, and the range of every wager's house edge over the answers."""

    game: str
    title: str
    edition: str
    submission: str
    questions: tuple[Question, ...]
    intervals: tuple[Interval, ...]
    claims: tuple[ClaimTable, ...]

    @property
    def complete(self) -> bool:
        """Were all combinations priced, for all readings that each figure uses?"""
        return all(each.complete for each in self.intervals)

    def only(self, names: Iterable[str]) -> ReadingsReport:
        """The report on some of the readings; BadInput for a name that is not a reading of this edition."""
        known = {each.name: each for each in self.questions}
        chosen = tuple(name.removeprefix("reading.") for name in names)
        for name in chosen:
            if name not in known:
                raise BadInput(f'"{name}" is not an open question of {self.edition}; {nearest(name, known)}')
        asked = tuple(known[name] for name in chosen)
        rows = {change.row for each in asked for other in each.alternatives for change in other.changes}
        rows |= {
            each.row for each in self.intervals if set(chosen) & {n for n, _ in each.lowest_with + each.highest_with}
        }
        return ReadingsReport(
            self.game, self.title, self.edition, self.submission, asked,
            tuple(each for each in self.intervals if each.row in rows), (),
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """The report as plain values; figures are exact text."""
        rounded = {each.row for each in self.intervals if each.rounded}
        return {
            "game": self.game,
            "edition": self.edition,
            "submission": self.submission,
            "complete": self.complete,
            "readings": [_question(each, rounded) for each in self.questions],
            "wagers": [_interval(each) for each in self.intervals],
            "claims": [_claim(each) for each in self.claims],
        }


def readings_report(game: AnyGame, rules: Rules, whole: bool = False) -> ReadingsReport:
    """The value of the open questions of these rules. `whole`: price all combinations, however long it takes."""
    depends = {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "whole": whole}
    found: ReadingsReport = build(
        ReadingsReport, kept("readings", depends, lambda: plain(_work_out(game, rules, whole)))
    )
    return found


def refuse_unknown(rules: Rules, names: Iterable[str]) -> None:
    """Refuse a name that is not a reading of this edition; BadInput says which editions have it, if any."""
    elsewhere = {each.name: each.only for each in rules.chapter.readings}
    for name in (each.removeprefix("reading.") for each in names):
        if name in rules.readings:
            continue
        if name in elsewhere:
            having = " and ".join(elsewhere[name])
            raise BadInput(f'"{name}" is an open question of {having}, not of {rules.edition.id}; choose that edition')
        raise BadInput(f'"{name}" is not an open question of {rules.edition.id}; {nearest(name, rules.readings)}')


def _work_out(game: AnyGame, rules: Rules, whole: bool) -> ReadingsReport:
    variants, explored = explore(game, rules, whole)
    return ReadingsReport(
        game.id,
        game.title,
        rules.edition.id,
        rules.digest,
        tuple(questions_of(rules, explored, variants)),
        tuple(each for unit in explored.values() for each in unit.intervals()),
        claim_tables(variants, explored),
    )


def figure(value: Fraction | None, rounded: bool) -> str | None:
    """A figure as text: exact, or with twelve digits if it is rounded."""
    if value is None:
        return None
    return str(Rounded(value)) if rounded and value else exact(value)


def favors(change: Fraction | None) -> str | None:
    """The side that a change of the house edge favors."""
    return None if change is None else "neither" if not change else "house" if change > 0 else "player"


def _row(row: RowKey) -> dict[str, str | None]:
    return {"id": row.wager, "situation": row.situation or None, "strategy": row.strategy or None}


def _question(each: Question, rounded: set[RowKey]) -> dict[str, Any]:
    return {
        "name": each.name,
        "cite": each.cite,
        "question": each.question,
        "answers": [{"answer": answer, "means": means} for answer, means in each.answers],
        "chosen": each.chosen,
        "why": each.why,
        "asked_by": list(each.asked_by),
        "moves": each.moves,
        "alone": [
            {
                "answer": other.answer,
                "lawful": other.lawful,
                "wagers": [_change(change, change.row in rounded) for change in other.changes],
            }
            for other in each.alternatives
        ],
    }


def _change(each: EdgeChange, rounded: bool) -> dict[str, Any]:
    return {
        **_row(each.row),
        "house_edge": figure(each.edge, rounded),
        "change": figure(each.change, rounded),
        "favors": favors(each.change),
    }


def _interval(each: Interval) -> dict[str, Any]:
    return {
        **_row(each.row),
        "house_edge": figure(each.edge, each.rounded),
        "lowest": figure(each.lowest, each.rounded),
        "highest": figure(each.highest, each.rounded),
        "lowest_with": dict(each.lowest_with),
        "highest_with": dict(each.highest_with),
        "asked": list(each.asked),
        "combinations": each.combinations,
        "complete": each.complete,
        "rounded": each.rounded,
        "always_offered": each.edge is not None and not each.not_always,
    }


def _claim(each: ClaimTable) -> dict[str, Any]:
    return {
        "wager": each.claim.wager,
        "strategy": each.strategy or None,
        "claimed": [exact(each.claim.low), exact(each.claim.high)],
        "source": each.claim.source,
        "by": each.claim.by,
        "choices": list(each.choices),
        "readings": list(each.readings),
        "figures": each.figures,
        "inside": each.inside_count,
        "rows": [
            {"changed": dict(row.changed), "holds": [figure(hold, each.rounded) for hold in row.holds]}
            for row in each.rows
        ],
    }
