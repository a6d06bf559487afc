"""Reports of irregularities for a question to try: who reports, and with which notes.

Fields with a few possible values (yes or no, a listed word, a seat) are tried value by value, since the remedy may differ. For
whole numbers, the first one that makes the report lawful is used. Fields that cannot be guessed (the tiles of a hand) stay
empty.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.core import Irregularity, Refusal
from houseway.core.driver import Driver
from houseway.law import Citation, Rules
from houseway.law.fields import Field
from houseway.law.roles import ROLES, Role

MOST_VARIANTS = 16
WHOLES = range(20)
SEAT = 1  # the seat with the wager in question
ABSENT = object()


@dataclass(frozen=True, slots=True)
class TrialReport:
    """One way to fill in a report: the values of the fields that are tried value by value."""

    cite: Citation
    about: tuple[tuple[str, Any], ...]
    numbers: tuple[str, ...]  # fields that take a whole number

    @property
    def says(self) -> str:
        """The noted values in words."""
        return ", ".join(f"{name} = {str(value).lower()}" for name, value in self.about if name != "seat")


def forms(rules: Rules) -> tuple[TrialReport, ...]:
    """Every report of this edition, filled in every way."""
    found: list[TrialReport] = []
    for cite, fields in rules.chapter.reports.items():
        if cite in rules.cites:
            found += itertools.islice(_variants(cite, fields), MOST_VARIANTS)
    return tuple(found)


def _variants(cite: Citation, fields: Mapping[str, Field]) -> Iterator[TrialReport]:
    listed = {name: _values(field.kind) for name, field in fields.items()}
    numbers = tuple(name for name, field in fields.items() if field.kind == "whole")
    tried = {name: values for name, values in listed.items() if values}
    for values in itertools.product(*((ABSENT, *each) for each in tried.values())):
        about = tuple((name, value) for name, value in zip(tried, values, strict=True) if value is not ABSENT)
        yield TrialReport(cite, about, numbers)


def _values(kind: str) -> tuple[Any, ...]:
    match kind:
        case "yes-no":
            return (False, True)
        case "seat":
            return (SEAT,)
        case "role":
            return (Role.FLOORPERSON.value,)
    for words in ("one of ", "seat or "):
        if kind.startswith(words):
            choices = tuple(kind.removeprefix(words).split("|"))
            return choices if words == "one of " else (SEAT, *choices)
    return ()


class Reporter:
    """Finds who may make a report in a position; remembers who could, and why nobody could."""

    def __init__(self) -> None:
        self.role: dict[Citation, Role] = {}
        self.refused: dict[Citation, str] = {}
        self.stuck: dict[Citation, str] = {}  # reports after which the round could not be played, and why

    def lawful(self, driver: Driver[Any], form: TrialReport) -> Irregularity | None:
        """The report in this form, if some role may make it here; None if every role is refused."""
        known = self.role.get(form.cite)
        for role in (known,) if known is not None else ROLES[:9]:
            for about in _filled(form):
                fact = Irregularity(form.cite, role, about)
                refusal = driver.refusal(fact)
                if refusal is None:
                    self.role[form.cite] = role
                    return fact
                self._note(form.cite, refusal)
                if not form.numbers:
                    break
        return None

    def _note(self, cite: Citation, refusal: Refusal) -> None:
        self.refused.setdefault(cite, refusal.reason)


def _filled(form: TrialReport) -> Iterator[dict[str, Any]]:
    """The form without its whole numbers, then with each number in all of those fields."""
    yield dict(form.about)
    for number in WHOLES if form.numbers else ():
        yield {**dict(form.about), **dict.fromkeys(form.numbers, number)}
