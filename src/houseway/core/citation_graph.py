"""Where a paragraph is cited: in other paragraphs as we say them, in readings, procedures, wagers and lines of the paytable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

from houseway.core.game import AnyGame
from houseway.law import Citation, Rules

_PATH = r"(?:\((?:[a-z]{1,5}|[0-9]{1,2})\))"
_REFERENCE = re.compile(rf"(?P<whole>[0-9]{{3}}a\.[0-9]+{_PATH}*(?:\[[^\]]+\])?)|(?<![\w)\]])(?P<short>{_PATH}+)")
_AND = re.compile(r",? (?:and|or) |, ")  # between references of one list
_TO = " to "


@dataclass(frozen=True, slots=True)
class Cited:
    """One place that cites a paragraph."""

    kind: str  # paragraph, reading, step, report, wager or odds
    name: str  # the reading, the procedure, the kind of wager; empty for a paragraph and a report
    cite: Citation  # the paragraph of that place

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"kind": self.kind, "name": self.name or None, "cite": self.cite}


@lru_cache(maxsize=64)
def citations_of(game: AnyGame, rules: Rules) -> Mapping[Citation, tuple[Cited, ...]]:
    """The places that cite each paragraph of an edition, in the order of the law."""
    found: dict[Citation, dict[Cited, None]] = {}
    for cite, place in (*_texts(rules), *_procedures(rules), *_wagers(game, rules)):
        found.setdefault(cite, {})[place] = None
    return {cite: tuple(places) for cite, places in found.items()}


def _texts(rules: Rules) -> Iterator[tuple[Citation, Cited]]:
    known = tuple(dict.fromkeys((*(p.cite for p in rules.paragraphs), *sorted(rules.cites))))
    for paragraph in rules.paragraphs:
        for cite in references(paragraph.says, paragraph.cite, known):
            if cite != paragraph.cite:
                yield cite, Cited("paragraph", "", paragraph.cite)
    for reading in rules.chapter.readings:
        if reading.name in rules.readings:
            text = " ".join((reading.question, *(says for _, says in reading.answers), reading.why))
            for cite in references(text, reading.cite, known):
                if cite != reading.cite:
                    yield cite, Cited("reading", reading.name, reading.cite)


def _procedures(rules: Rules) -> Iterator[tuple[Citation, Cited]]:
    for procedure in rules.chapter.procedures.values():
        for step in procedure.steps:
            if step.cite in rules.cites and rules.edition.id in dict(step.when).get("edition", (rules.edition.id,)):
                yield step.cite, Cited("step", procedure.name, procedure.cite)
    for cite in rules.chapter.reports:
        if cite in rules.cites:
            yield cite, Cited("report", "", cite)


def _wagers(game: AnyGame, rules: Rules) -> Iterator[tuple[Citation, Cited]]:
    for offer in game.law.catalogue(rules).values():
        yield offer.cite, Cited("wager", offer.kind, offer.cite)
        for payout in offer.payouts:
            yield payout.cite, Cited("odds", offer.kind, offer.cite)


def references(text: str, at: Citation, known: tuple[Citation, ...]) -> tuple[Citation, ...]:
    """The known paragraphs that a text at some paragraph refers to, in full or by letters and numbers alone: "(b) to (d)"."""
    found: dict[Citation, None] = {}
    last: Citation | None = None
    end = 0
    for match in _REFERENCE.finditer(text):
        between = text[end : match.start()]
        listed = last is not None and (between == _TO or _AND.fullmatch(between) is not None)
        base = last if last is not None and listed else at
        cite = _resolved(match["short"], base, known) if match["short"] else _known(match["whole"], known)
        if cite is not None:
            if last is not None and between == _TO:
                found |= dict.fromkeys(_through(last, cite, known))
            found[cite] = None
        last, end = cite, match.end()
    return tuple(found)


def _known(text: str, known: tuple[Citation, ...]) -> Citation | None:
    return Citation(text) if text in known else None


def _resolved(short: str, base: Citation, known: tuple[Citation, ...]) -> Citation | None:
    """Letters and numbers without a section: below the base, beside it, or beside a paragraph above it, the nearest first."""
    above: str | None = base
    while above is not None:
        if above + short in known:
            return Citation(above + short)
        above = _above(above)
    return None


def _above(cite: str) -> str | None:
    """The paragraph that this one is in; None for a section."""
    return cite[: max(cite.rfind("("), cite.rfind("["))] if cite[-1] in ")]" else None


def _through(first: Citation, last: Citation, known: tuple[Citation, ...]) -> tuple[Citation, ...]:
    """The paragraphs from the first to the last, where both are in the same one."""
    beside = [cite for cite in known if _above(cite) == _above(first) is not None]
    if first not in beside or last not in beside:
        return ()
    return tuple(takewhile(lambda cite: cite != last, beside[beside.index(first) :]))
