"""A layout drawn in the terminal, from the same rectangles that every other drawing uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from houseway.core import Area, Layout
from houseway.money import dollars

if TYPE_CHECKING:
    from rich.text import Text

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
# the character for each set of directions in which lines leave a point
CORNERS = " │││─┘┐┤─└┌├─┴┬┼"
ROW_LINES = 3  # text lines in the lowest area


class Felt:
    """A canvas of characters on which areas are drawn with their chips."""

    def __init__(self, layout: Layout, width: int) -> None:
        self.layout = layout
        lowest = min(area.height for area in layout.areas)
        self.columns = min(width - 1, 118)
        self.rows = layout.height * (ROW_LINES + 1) // lowest
        while any(self._y(area.y + area.height) - self._y(area.y) <= ROW_LINES for area in layout.areas):
            self.rows += 1  # rounding must not take an area's last line
        self.lines = [[0] * (self.columns + 1) for _ in range(self.rows + 1)]
        self.text: dict[tuple[int, int], tuple[str, str]] = {}

    def _x(self, units: int) -> int:
        return round(units * self.columns / self.layout.width)

    def _y(self, units: int) -> int:
        return units * self.rows // self.layout.height

    def draw(self, chips: Mapping[str, int], lit: Iterable[str] = ()) -> Text:
        """The layout with chips on it (cents by wager) and the winning areas lit."""
        shining = set(lit)
        for area in self.layout.areas:
            self._area(area, chips.get(area.mark, 0), area.mark in shining)
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
        chip = f"●{_short(cents)}" if cents else ""
        chip = chip if len(chip) <= room else "●"  # never a part of an amount: what lies where is listed below
        pays = self._pays(area)
        words = [area.lines[0], " ".join(area.lines[1:]) or pays, chip or (pays if len(area.lines) > 1 else "")]
        for row, word in enumerate(words):
            style = (
                "bold black on yellow" if lit else "bold yellow" if row == 2 and chip else "bold" if row == 0 else "dim"
            )
            self._write(left + 1, top + 1 + row, word[:room].center(room), style)

    def _pays(self, area: Area) -> str:
        """ "150 to 1", or "150:1" in a row where that would not fit everywhere."""
        row = [each for each in self.layout.areas if each.y == area.y]
        if all(len(each.pays) < self._x(each.x + each.width) - self._x(each.x) for each in row):
            return area.pays
        return area.pays.replace(" to ", ":").replace(" or ", ",").replace(", ", ",")

    def _spot(self, spot: Area, cents: int, lit: bool) -> None:
        """Chips on a line or a corner; an empty one shows nothing."""
        chip = f"●{_short(cents)}"
        x, y = self._x(spot.x + spot.width // 2), self._y(spot.y + spot.height // 2)
        style = "bold black on yellow" if lit else "bold yellow"
        self._write(max(0, x - len(chip) // 2), y, chip, style)

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
        for word in self.layout.words:
            drawn.append(word.center(self.columns + 1).rstrip() + "\n", "italic")
        return drawn


def _short(cents: int) -> str:
    """$5 for $5.00: chips are round."""
    text = dollars(cents)
    return text.removesuffix(".00")
