"""Search for a word in paragraphs, readings, steps and wagers, each with its citation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.core import AnyGame
from houseway.law import BadInput, Citation, Rules

SHOWN_NICKNAMES = 4  # in one line


@dataclass(frozen=True, slots=True)
class MatchingLine:
    """One line with the word: from a paragraph, a reading, a procedure's step, or a wager with such a nickname."""

    game: str
    edition: str
    cite: Citation
    kind: str  # paragraph, reading, step or wager
    name: str  # name of the reading or the procedure, id or kind of the wager; empty for a paragraph
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


def search(
    games: Iterable[tuple[AnyGame, Rules]], word: str, under: str = "", where: str = "word"
) -> list[MatchingLine]:
    """Every line of these rules with the word; games of one chapter share their lines, so each is listed once."""
    wanted, seen, hits = pattern(word, where), set[tuple[str, str]](), []
    for game, rules in games:
        lines = (hit for hit in _lines(rules) if wanted.search(hit.line))
        for hit in (*lines, *_nicknames(game, rules, wanted)):
            if (not under or hit.cite.under(under)) and (hit.cite, hit.line) not in seen:
                seen.add((hit.cite, hit.line))
                hits.append(hit)
    return hits


def _lines(rules: Rules) -> Iterator[MatchingLine]:
    """Every line of the rules, by paragraph in the order of the law."""
    for paragraph in rules.paragraphs:
        cite = paragraph.cite
        yield MatchingLine(rules.game, rules.edition.id, cite, "paragraph", "", paragraph.says)
        for reading in rules.chapter.readings:
            if reading.cite == cite and reading.name in rules.readings:
                answers = [f"{each}: {says}" for each, says in reading.answers]
                for line in (reading.question, *answers, reading.why):
                    yield MatchingLine(rules.game, rules.edition.id, cite, "reading", reading.name, line)
        for procedure in rules.chapter.procedures.values():
            for step in procedure.steps:
                if step.cite == cite:
                    yield MatchingLine(rules.game, rules.edition.id, cite, "step", procedure.name, step.says)


def _nicknames(game: AnyGame, rules: Rules, wanted: re.Pattern[str]) -> Iterator[MatchingLine]:
    """One line for each wager with such a nickname; wagers of one kind and paragraph share a line.

    A phrase for several wagers ("hi lo yo") has a separate line.
    """
    catalogue, found = game.law.catalogue(rules), dict[tuple[Citation, str], dict[str, dict[str, None]]]()
    several = []
    for phrase, wagers in game.present.nicknames(rules).items():
        offers = [catalogue[wager] for wager in wagers if wager in catalogue and wanted.search(phrase)]
        if len(offers) > 1:
            names = [offer.name for offer in offers]
            line = f'"{phrase}" can mean {", ".join(names[:-1])} or {names[-1]}.'
            several.append(MatchingLine(rules.game, rules.edition.id, offers[0].cite, "wager", offers[0].id, line))
            continue
        for offer in offers:
            found.setdefault((offer.cite, offer.kind), {}).setdefault(offer.id, {})[phrase] = None
    for (cite, kind), called in found.items():
        phrases = list(dict.fromkeys(phrase for each in called.values() for phrase in each))
        shown = ", ".join(f'"{phrase}"' for phrase in phrases[:SHOWN_NICKNAMES])
        more = f" and {len(phrases) - SHOWN_NICKNAMES} more" if len(phrases) > SHOWN_NICKNAMES else ""
        name = next(iter(called)) if len(called) == 1 else kind
        about = catalogue[name].name if len(called) == 1 else f"{len(called)} wagers"
        yield MatchingLine(
            rules.game, rules.edition.id, cite, "wager", name, f"{about}: players also say {shown}{more}."
        )
    yield from several
