"""A layout's geometry: each betting area a rectangle in one grid, bound to a wager id.

The terminal, the pages, the printed schematic and the tests all draw from this one description.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Area:
    """A place for chips. Position and size in grid units; `lines` is what is printed in it."""

    wager: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]
    pays: str


@dataclass(frozen=True, slots=True)
class Layout:
    """All areas of a table, and the words that the law wants on it."""

    title: str
    holder: str
    areas: tuple[Area, ...]
    words: tuple[str, ...] = ()
    spots: tuple[Area, ...] = ()  # places on the lines and corners of areas, each around the point where a chip lies
    without: tuple[str, ...] = ()  # wagers that are taken without an area of their own

    @property
    def width(self) -> int:
        """Grid units across."""
        return max(area.x + area.width for area in self.areas)

    @property
    def height(self) -> int:
        """Grid units down."""
        return max(area.y + area.height for area in self.areas)

    def _repr_html_(self) -> str:
        from houseway.core.drawing import svg

        return svg(self)

    def at(self, wager: str) -> Area:
        """The area or the spot of a wager, the first where there are several."""
        return next(area for area in (*self.areas, *self.spots) if area.wager == wager)
