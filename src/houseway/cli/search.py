"""`houseway rules --search`: the paragraphs, readings and steps that contain a word, each with its citation."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.cli.common import console, shows_ascii_only
from houseway.cli.encoding import plain
from houseway.core import AnyGame
from houseway.law import BadInput, Citation, Rules

if TYPE_CHECKING:
    from rich.console import Console


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


def pattern(word: str) -> re.Pattern[str]:
    """A pattern for the beginning of a word, ignoring case: `tie` finds "Ties" but not "properties"."""
    wanted = " ".join(word.split())
    if not wanted:
        raise BadInput("--search: is empty; write a word, for example --search shooter")
    return re.compile(rf"(?<!\w){re.escape(wanted)}", re.IGNORECASE)


def search(games: Iterable[tuple[AnyGame, Rules]], word: str, under: str = "") -> list[Hit]:
    """Every line of these rules with the word; games of one chapter share their lines, so each is listed once."""
    wanted, seen, hits = pattern(word), set[tuple[str, str]](), []
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


def print_hits(hits: list[Hit], word: str) -> None:
    """Print the lines with their citations, under the name of their game."""
    out, wanted, game = console(), pattern(word), ""
    for hit in hits:
        if hit.game != game:
            out.print(f"{'' if not game else chr(10)}{hit.game}, {hit.edition}", style="bold")
            game = hit.game
        _print_hit(out, hit, wanted)


def _print_hit(out: Console, hit: Hit, wanted: re.Pattern[str]) -> None:
    from rich.text import Text

    ascii_only = shows_ascii_only(out)
    mark = plain("§ ", ascii_only).replace(" ", "\u00a0") + hit.cite
    about = f"  {hit.kind} {hit.name}:" if hit.name else ""
    line = f"{mark}{about}  {plain(hit.line, ascii_only)}"
    filled = textwrap.fill(line, max(out.width, 20), initial_indent="  ", subsequent_indent="      ")
    shown = Text(filled.replace("\u00a0", " "))
    shown.stylize("bold cyan", 2, 2 + len(mark))
    shown.highlight_regex(wanted, "bold yellow")
    out.print(shown)
