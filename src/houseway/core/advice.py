"""A game's advice to players: sections of tables with short codes, and the same as plain data.

Any game can fill it: a chart by totals, the value of each choice for one hand, a house way. A printer needs to know nothing
about the game: a cell has a few letters, and a style for the kind of choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from houseway.law import Citation

Progress = Callable[[str], None]  # called with a few words about the current work


class Style(StrEnum):
    """The kind of choice in a cell. It only adds color: the letters alone must be enough."""

    PLAIN = "plain"
    STAY = "stay"  # leave things as they are
    TAKE = "take"  # take another card, or otherwise continue
    RAISE = "raise"  # put more money down
    PART = "part"  # split
    BEST = "best"  # the best of those listed
    INSIDE = "inside"  # a figure within the claimed range
    QUIET = "quiet"  # de-emphasized


@dataclass(frozen=True, slots=True)
class Cell:
    """A few letters, and the kind of choice that they stand for."""

    code: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of a grid."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the heading of its row labels, the columns, and the rows."""

    corner: str
    columns: tuple[str, ...]
    lines: tuple[GridRow, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as SVG, with a caption."""

    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """Related tables under a title, with notes."""

    title: str
    grids: tuple[Grid, ...]
    notes: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()  # on paper only
    columns: int = 1  # on paper, how many columns the notes are set in


@dataclass(frozen=True, slots=True)
class Card:
    """The card for the table, if it is less than the whole advice: sections one below the other."""

    title: str
    lines: tuple[str, ...]  # below the title
    sections: tuple[Section, ...]
    foot: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A hold that a preamble states for a wager: from `low` to `high`, without saying for which choice of the option `by`."""

    wager: str
    low: Fraction
    high: Fraction
    source: str
    by: str


@dataclass(frozen=True, slots=True)
class Advice:
    """The whole advice; `data` is for programs and holds only plain values (figures as decimal text)."""

    game: str
    title: str
    summary: tuple[str, ...]
    legend: tuple[tuple[Cell, str], ...]  # a code, and its meaning
    sections: tuple[Section, ...]
    cites: tuple[Citation, ...]
    data: Any
    card: Card | None = None

    def as_json(self) -> dict[str, Any]:
        """The advice as plain values."""
        return {"game": self.game, "title": self.title, **self.data, "cites": list(self.cites)}

    def __str__(self) -> str:
        """The advice as plain text."""
        lines = [self.title, *self.summary, *(f"{cell.code}: {meaning}" for cell, meaning in self.legend)]
        for section in self.sections:
            lines += ["", section.title, *(line for grid in section.grids for line in _aligned(grid)), *section.notes]
        return "\n".join(lines)


def _aligned(grid: Grid) -> list[str]:
    """The lines of a table: labels to the left, cells to the right of their columns."""
    rows = [(grid.corner, *grid.columns), *((line.label, *(cell.code for cell in line.cells)) for line in grid.lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = [(row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])) for row in rows]
    return ["  ".join(row).rstrip() for row in cells]
