"""A layout's geometry: each betting area a rectangle in one grid, bound to a wager id.

The terminal, the pages, the printed schematic and the tests all draw from this one description.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.core.offers import Offer
from houseway.core.step import Placed


@dataclass(frozen=True, slots=True)
class Area:
    """A place for chips. Position and size in grid units; `lines` is the text printed in it.

    `seat`: the seat it belongs to, where each seat has its own area for the same wager (0: shared by all).
    `short`: the text to print if `lines` does not fit.
    """

    wager: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]
    pays: str
    seat: int = 0
    short: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """The key of its chips in `chips_on`: the wager, plus the seat if the area belongs to one."""
        return f"{self.wager}@{self.seat}" if self.seat else self.wager


@dataclass(frozen=True, slots=True)
class Layout:
    """All areas of a table, and the words that the law requires on it."""

    title: str
    holder: str
    areas: tuple[Area, ...]
    words: tuple[str, ...] = ()
    spots: tuple[Area, ...] = ()  # places on the lines and corners of areas, each around the point where a chip goes
    without: tuple[str, ...] = ()  # wagers that have no area
    places: tuple[Area, ...] = ()  # marked places that take no wager (the Dead Hand)

    @property
    def width(self) -> int:
        """Grid units across."""
        return max(area.x + area.width for area in (*self.areas, *self.places))

    @property
    def height(self) -> int:
        """Grid units down."""
        return max(area.y + area.height for area in (*self.areas, *self.places))

    def _repr_html_(self) -> str:
        from houseway.core.drawing import svg

        return svg(self)

    def at(self, wager: str) -> Area:
        """The first area or spot of a wager."""
        return next(area for area in (*self.areas, *self.spots) if area.wager == wager)


ROW_WIDTH, ROW_HEIGHT = 40, 10


def listed_layout(title: str, holder: str, offers: Iterable[Offer], words: tuple[str, ...] = ()) -> Layout:
    """An area for each wager, one below the other: enough for a chapter that says nothing of the layout's shape."""
    areas = (
        Area(offer.id, 0, n * ROW_HEIGHT, ROW_WIDTH, ROW_HEIGHT, (offer.name,), offer.pays)
        for n, offer in enumerate(offers)
    )
    return Layout(title, holder, tuple(areas), words)


def chips_on(placed: Iterable[Placed]) -> dict[str, int]:
    """Chips in cents by `Area.mark`: by wager, and by wager and seat for areas of one seat."""
    chips: dict[str, int] = {}
    for each in placed:
        for mark in (each.id, f"{each.id}@{each.seat}"):
            chips[mark] = chips.get(mark, 0) + each.cents
    return chips
