"""Draw a layout in the terminal, from the same rectangles that every other drawing uses.

A window that is too low for the whole layout gets a compact one: fewer lines per area, then only the areas that can be bet on
now, and finally one line for each row of areas.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from houseway.core import Area, Layout
from houseway.money import dollars

if TYPE_CHECKING:
    from rich.text import Text

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
# the character for each set of directions in which lines leave a point
CORNERS = " │││─┘┐┤─└┌├─┴┬┼"
ROW_LINES = 3  # text lines in the lowest area, if there is room
WIDEST = 138
LIT, CHIP = "bold black on yellow", "bold yellow"


class TerminalFelt:
    """A canvas of characters on which areas are drawn with their chips."""

    def __init__(self, layout: Layout, width: int, row_lines: int = ROW_LINES) -> None:
        self.row_lines = row_lines
        self.columns = min(width - 1, WIDEST)
        self.layout = self._abbreviated(layout)
        lowest = min(area.height for area in layout.areas)
        self.rows = layout.height * (row_lines + 1) // lowest
        while any(self._y(area.y + area.height) - self._y(area.y) <= row_lines for area in layout.areas):
            self.rows += 1  # rounding must not remove an area's last line
        self.lines = [[0] * (self.columns + 1) for _ in range(self.rows + 1)]
        self.text: dict[tuple[int, int], tuple[str, str]] = {}

    @property
    def height(self) -> int:
        """The height in lines."""
        return self.rows + 1 + len(notes_of(self.layout, self.columns))

    def _abbreviated(self, layout: Layout) -> Layout:
        """The layout with its short words, if one of the long ones would be cut."""
        scale = self.columns / layout.width

        def room(area: Area) -> int:
            return round((area.x + area.width) * scale) - round(area.x * scale) - 1

        narrow = {a.width for a in layout.areas if a.short and any(len(line) > room(a) for line in a.lines)}
        areas = (replace(a, lines=a.short) if a.short and a.width in narrow else a for a in layout.areas)
        return replace(layout, areas=tuple(areas))

    def _x(self, units: int) -> int:
        return round(units * self.columns / self.layout.width)

    def _y(self, units: int) -> int:
        return units * self.rows // self.layout.height

    def _room(self, area: Area) -> int:
        return self._x(area.x + area.width) - self._x(area.x) - 1

    def draw(self, chips: Mapping[str, int], lit: Iterable[str] = ()) -> Text:
        """Draw the layout with chips (cents by wager) and the winning areas lit."""
        shining = set(lit)
        for area in self.layout.areas:
            self._area(area, area.chips(chips), area.is_lit(shining))
        for place in self.layout.places:
            self._area(place, 0, False)
        for spot in self.layout.spots:
            if chips.get(spot.wager):
                self._spot(spot, chips[spot.wager], spot.wager in shining)
        return self._rendered()

    def _area(self, area: Area, cents: int, lit: bool) -> None:
        left, right = self._x(area.x), self._x(area.x + area.width)
        top, bottom = self._y(area.y), self._y(area.y + area.height)
        for x in range(left, right):
            for y in (top, bottom):
                self.lines[y][x] |= RIGHT
                self.lines[y][x + 1] |= LEFT
        for y in range(top, bottom):
            for x in (left, right):
                self.lines[y][x] |= DOWN
                self.lines[y + 1][x] |= UP
        room = right - left - 1
        for row, (word, style) in enumerate(self._words(area, cents, room)):
            self._write(left + 1, top + 1 + row, _whole_words(word, room).center(room), LIT if lit else style)

    def _words(self, area: Area, cents: int, room: int) -> list[tuple[str, str]]:
        """The lines of text in an area: its label, its payout, the chips."""
        chip, rest = _chip(cents, room), " ".join(area.lines[1:])
        if self.row_lines == 1:
            pays = pays_beside([(each, self._room(each)) for each in self._row(area)], area)
            return [(in_one_line(area, pays, cents, room), CHIP if chip else "bold")]
        pays = self._pays(area)
        if self.row_lines == 2:
            joined = " ".join(area.lines)
            alike = [a for a in self.layout.areas if a.y == area.y or a.width == area.width]
            first = joined if all(len(" ".join(a.lines)) <= self._room(a) for a in alike) else area.lines[0]
            second = chip or (pays if first == joined else rest)
            return [(first, "bold"), (second, CHIP if chip else "dim")]
        third = chip or (pays if rest else "")
        return [(area.lines[0], "bold"), (rest or pays, "dim"), (third, CHIP if chip else "dim")]

    def _row(self, area: Area) -> list[Area]:
        return [each for each in self.layout.areas if each.y == area.y]

    def _pays(self, area: Area) -> str:
        """ "150 to 1", or "150:1" if that does not fit everywhere in the row."""
        if all(len(each.pays) <= self._room(each) for each in self._row(area)):
            return area.pays
        return short_pays(area)

    def _spot(self, spot: Area, cents: int, lit: bool) -> None:
        """Draw chips on a line or a corner. The amount is left out where it would cover or touch a number."""
        x, y = self._x(spot.x + spot.width // 2), self._y(spot.y + spot.height // 2)
        amount = _short(cents)
        for chip in (f"●{amount}", f"●{amount.removeprefix('$')}", "●"):
            start = max(0, x - len(chip) // 2)
            beside = (self.text.get((y, start + offset), (" ", ""))[0] for offset in range(len(chip) + 1))
            if not any(letter.isalnum() for letter in beside):
                break
        self._write(start, y, chip, LIT if lit else CHIP)

    def _write(self, x: int, y: int, word: str, style: str) -> None:
        for offset, letter in enumerate(word):
            self.text[y, x + offset] = (letter, style)

    def _rendered(self) -> Text:
        from rich.text import Text

        drawn = Text(no_wrap=True)
        for y, row in enumerate(self.lines):
            for x, mask in enumerate(row):
                letter, style = self.text.get((y, x), (CORNERS[mask], "green"))
                drawn.append(letter, style)
            drawn.append("\n")
        for word in notes_of(self.layout, self.columns):
            drawn.append(word.center(self.columns + 1).rstrip() + "\n", "italic")
        return drawn


class Strips:
    """A layout of plain rows with one line each, for a low window; areas of one family share a heading."""

    def __init__(self, layout: Layout, width: int) -> None:
        self.layout = layout
        self.columns = min(width - 1, WIDEST)
        self.rows = [list(row) for _, row in groupby(layout.areas, key=lambda area: area.y)]
        self.margin = max([len(_family(row)) for row in self.rows if _family(row)], default=-1) + 1

    @property
    def height(self) -> int:
        """The height in lines."""
        return len(self.rows) + 2 + len(notes_of(self.layout, self.columns))

    def draw(self, chips: Mapping[str, int], lit: Iterable[str] = ()) -> Text:
        """Draw the rows with chips (cents by wager) and the winning areas lit."""
        from rich.text import Text

        shining, drawn = set(lit), Text(no_wrap=True)
        edge = "─" * (self.columns + 1) + "\n"
        drawn.append(edge, "green")
        for row in self.rows:
            self._row(drawn, row, chips, shining)
        drawn.append(edge, "green")
        for word in notes_of(self.layout, self.columns):
            drawn.append(word.center(self.columns + 1).rstrip() + "\n", "italic")
        return drawn

    def _row(self, drawn: Text, row: list[Area], chips: Mapping[str, int], shining: Collection[str]) -> None:
        family = _family(row)
        drawn.append(family.ljust(self.margin) if family else "", "bold")
        start, end = self.margin if family else 0, self.columns + 1
        total, left = sum(area.width for area in row), 0
        cells: list[tuple[Area, int]] = []
        for area in row:
            x = start + (end - start) * left // total
            left += area.width
            room = start + (end - start) * left // total - x - 1
            cells.append((replace(area, lines=area.lines[1:]) if family else area, room))
        for area, room in cells:
            cents = area.chips(chips)
            word = in_one_line(area, pays_beside(cells, area), cents, room)
            drawn.append("│", "green")
            drawn.append(_whole_words(word, room).center(room), LIT if area.is_lit(shining) else CHIP if cents else "")
        drawn.append("\n")


def notes_of(layout: Layout, columns: int) -> list[str]:
    """The lines below a layout: its words and signs, wrapped to its width."""
    return [line for note in layout.notes for line in textwrap.wrap(note, columns + 1)]


def _family(row: list[Area]) -> str:
    """The common first line of areas (PLACE 4, PLACE 5 …)."""
    firsts = {area.lines[0] for area in row}
    return row[0].lines[0] if len(row) > 1 and len(firsts) == 1 and all(len(area.lines) > 1 for area in row) else ""


def pays_beside(row: list[tuple[Area, int]], area: Area) -> str:
    """The payout of an area ("9:1"), if it fits beside the name in every area of the row; otherwise empty."""
    fits = all(len(f"{' '.join(each.lines)} {short_pays(each)}") <= room for each, room in row)
    return short_pays(area) if fits else ""


def in_one_line(area: Area, pays: str, cents: int, room: int) -> str:
    """The label, payout and chips of an area as far as they fit; label and chips have priority."""
    name, chip = " ".join(area.lines), f"●{_short(cents)}" if cents else ""
    ways = (" ".join(filter(None, (name, pays, chip))), f"{name} {chip}".strip(), f"{name}{chip[:1]}", name)
    return next((way for way in ways if len(way) <= room), area.lines[0])


def felt_that_fits(layout: Layout, width: int, height: int, is_open: Callable[[Area], bool]) -> TerminalFelt | Strips:
    """The largest drawing of a layout that fits into this height, or the smallest one if none fits."""
    whole = TerminalFelt(layout, width)
    if whole.height <= height:
        return whole
    now = only(layout, is_open)
    ways: list[TerminalFelt | Strips] = [TerminalFelt(each, width, lines) for lines in (2, 1) for each in (layout, now)]
    if is_plain(layout):
        ways.append(Strips(now, width))
    return next((way for way in ways if way.height <= height), ways[-1])


def is_plain(layout: Layout) -> bool:
    """Whether the layout is rows of areas, with nothing on the lines between them."""
    rows = sorted({(area.y, area.height) for area in layout.areas})
    apart = all(y + height <= following for (y, height), (following, _) in pairwise(rows))
    return apart and not layout.spots and not layout.places


def only(layout: Layout, is_open: Callable[[Area], bool]) -> Layout:
    """A layout of plain rows with only some of its areas, which fill the space of the others."""
    kept = [area for area in layout.areas if is_open(area)]
    if not is_plain(layout) or not kept:
        return layout
    areas: list[Area] = []
    y = 0
    for _, group in groupby(kept, key=lambda area: area.y):
        row = list(group)
        total, left = sum(area.width for area in row), 0
        for area in row:
            x = layout.width * left // total
            left += area.width
            areas.append(replace(area, x=x, y=y, width=layout.width * left // total - x))
        y += row[0].height
    return replace(layout, areas=tuple(areas))


def short_pays(area: Area) -> str:
    """ "150:1"."""
    return area.pays.replace(" to ", ":").replace(" or ", ",").replace(", ", ",")


def _whole_words(text: str, room: int) -> str:
    """As many words of a text as there is room for; only a first word that is too long is cut."""
    while len(text) > room and " " in text:
        text = text.rpartition(" ")[0]
    return text[:room]


def _chip(cents: int, room: int) -> str:
    """Chips with their amount; the amount is never cut, since all chips are listed below."""
    chip = f"●{_short(cents)}" if cents else ""
    return chip if len(chip) <= room else "●"


def _short(cents: int) -> str:
    """A short amount: $5 for $5.00."""
    text = dollars(cents)
    return text.removesuffix(".00")
