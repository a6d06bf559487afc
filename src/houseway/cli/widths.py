"""Lines of text at the width of the terminal, or at COLUMNS; in a pipe without COLUMNS they stay whole."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping
from typing import TextIO

WIDTH_UNSEEN = 150  # columns of tables to a pipe or a file
WIDEST = 10_000
NARROWEST = 20  # the smallest width to fold at
_SECTION = re.compile("(§|\\bSec\\.) (?=[0-9])")
_TRAILING = re.compile("[ \\t\u00a0]+(?=\\n)")


def columns_asked(environment: Mapping[str, str]) -> int | None:
    """COLUMNS, if it is a valid number."""
    columns = environment.get("COLUMNS", "")
    asked = int(columns) if columns.isdecimal() and len(columns) < 6 else 0
    return asked if 0 < asked <= WIDEST else None


def columns_unseen(environment: Mapping[str, str]) -> int:
    """The width of tables to a pipe: COLUMNS if it is a valid number."""
    return columns_asked(environment) or WIDTH_UNSEEN


def folded(text: str, indent: int = 0) -> str:
    """Fold every line of a text at the given width; continuation lines start below its first letter, plus `indent`."""
    width = columns_asked(os.environ)
    if width is None and sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
    if width is None:
        return text
    return "".join(_folded(line, width, indent) for line in text.splitlines(keepends=True))


def print_folded(text: str) -> None:
    """Print a text at the width of the terminal, with continuation lines indented by two more columns."""
    print(folded(text, indent=2))


def _folded(line: str, width: int, indent: int) -> str:
    body = line.rstrip("\n")
    if len(body) <= width:
        return line
    below = " " * (len(body) - len(body.lstrip()) + indent)
    return filled(body, width, below=below) + line[len(body) :]


def filled(text: str, width: int, first: str = "", below: str = "") -> str:
    """Fill one paragraph to a width. A word with hyphens, and a section sign with its number, stay on one line.

    `first` and `below` are the indents of the first line and of the others.
    """
    lines = textwrap.fill(
        _SECTION.sub("\\1\u00a0", text),
        max(width, NARROWEST),
        initial_indent=first,
        subsequent_indent=below,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\u00a0", " ")


class Trimmed:
    """An output without blanks at the ends of lines: tables and indented paragraphs are padded to their full width."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        """Write whole lines."""
        self.out.write(_TRAILING.sub("", text))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.out, name)
