"""`houseway rules --search`: the paragraphs, readings, steps and wagers that contain a word, each with its citation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from houseway.cli.common import console, shows_ascii_only
from houseway.cli.encoding import plain
from houseway.cli.widths import filled
from houseway.documents.rule_search import MatchingLine, pattern

if TYPE_CHECKING:
    from rich.console import Console


def print_hits(hits: list[MatchingLine], word: str) -> None:
    """Print the lines with their citations, under the name of their game."""
    out, wanted, game = console(), pattern(word), ""
    for hit in hits:
        if hit.game != game:
            out.print(f"{'' if not game else chr(10)}{hit.game}, {hit.edition}", style="bold")
            game = hit.game
        _print_hit(out, hit, wanted)


def _print_hit(out: Console, hit: MatchingLine, wanted: re.Pattern[str]) -> None:
    from rich.text import Text

    ascii_only = shows_ascii_only(out)
    mark = plain("§ ", ascii_only) + hit.cite
    about = f"  {hit.kind} {hit.name}:" if hit.name else ""
    line = f"{mark}{about}  {plain(hit.line, ascii_only)}"
    shown = Text(filled(line, out.width, "  ", "      "))
    shown.stylize("bold cyan", 2, 2 + len(mark))
    shown.highlight_regex(wanted, "bold yellow")
    out.print(shown)
