"""The paragraphs, readings and steps that contain a word, each with its citation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.core import AnyGame
from houseway.law import BadInput, Citation, Rules


@dataclass(frozen=True, slots=True)
class Hit:
    """One line with the word: of a paragraph, of a reading or of a procedure's step."""

    game: str
    edition: str
    cite: Citation
    kind: str  # paragraph, reading or step
    name: str  # name of the reading or the procedure; empty for a paragraph
    line: str

    def as_json(self) -> dict[str, Any]:
        """The line as plain values."""
        return {
            "game": self.game,
            "edition": self.edition,
            "cite": self.cite,
            "kind": self.kind,
            "name": self.name or None,
            "line": self.line,
        }


def pattern(word: str, where: str = "word") -> re.Pattern[str]:
    """A pattern for the beginning of a word, ignoring case: `tie` finds "Ties" but not "properties". `where` is for errors."""
    wanted = " ".join(word.split())
    if not wanted:
        raise BadInput(f"{where}: is empty; write a word, for example shooter")
    return re.compile(rf"(?<!\w){re.escape(wanted)}", re.IGNORECASE)


def search(games: Iterable[tuple[AnyGame, Rules]], word: str, under: str = "", where: str = "word") -> list[Hit]:
    """Every line of these rules with the word; games of one chapter share their lines, so each is listed once."""
    wanted, seen, hits = pattern(word, where), set[tuple[str, str]](), []
    for _, rules in games:
        for hit in _lines(rules):
            if wanted.search(hit.line) and (not under or hit.cite.under(under)) and (hit.cite, hit.line) not in seen:
                seen.add((hit.cite, hit.line))
                hits.append(hit)
    return hits


def _lines(rules: Rules) -> Iterator[Hit]:
    """Every line of the rules, paragraph by paragraph in the law's order."""
    for paragraph in rules.paragraphs:
        cite = paragraph.cite
        yield Hit(rules.game, rules.edition.id, cite, "paragraph", "", paragraph.says)
        for reading in rules.chapter.readings:
            if reading.cite == cite and reading.name in rules.readings:
                answers = [f"{each}: {says}" for each, says in reading.answers]
                for line in (reading.question, *answers, reading.why):
                    yield Hit(rules.game, rules.edition.id, cite, "reading", reading.name, line)
        for procedure in rules.chapter.procedures.values():
            for step in procedure.steps:
                if step.cite == cite:
                    yield Hit(rules.game, rules.edition.id, cite, "step", procedure.name, step.says)
