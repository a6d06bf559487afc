"""What a game advises those who choose: sections of tables with short codes, and the same as plain data.

Any game may fill it: a chart by totals, choices of one hand with their worth, a house way. Whoever prints it needs to know
nothing of the game: a cell has a few letters, and a style that says what kind of choice it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from houseway.law import Citation

Progress = Callable[[str], None]  # told what is being worked on, in a few words


class Style(StrEnum):
    """What kind of choice a cell stands for; the letters alone must say it, too."""

    PLAIN = "plain"
    STAY = "stay"  # leave things as they are
    TAKE = "take"  # take another card, or whatever goes on
    RAISE = "raise"  # put more money down
    PART = "part"  # divide what there is
    BEST = "best"  # the one to choose among those listed
    INSIDE = "inside"  # a figure within what was claimed
    QUIET = "quiet"  # not what the eye should find first


@dataclass(frozen=True, slots=True)
class Cell:
    """A few letters, and what kind of choice they stand for."""

    code: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: what its rows are, the columns, and the rows."""

    corner: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Something drawn, as SVG, and what is to be read below it."""

    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """Tables that belong together, under a title, with what must be said of them."""

    title: str
    grids: tuple[Grid, ...]
    notes: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()  # on paper only
    columns: int = 1  # on paper, how many columns the notes are set in


@dataclass(frozen=True, slots=True)
class Card:
    """What hangs beside a table, where that is not all of the advice: one section below the other."""

    title: str
    lines: tuple[str, ...]  # below the title
    sections: tuple[Section, ...]
    foot: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """All of it; `data` is what programs read, and may hold only plain values (figures as decimal text)."""

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
