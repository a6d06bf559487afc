"""A layout's geometry: each betting area a rectangle in one grid, bound to a wager id.

The terminal, the pages, the printed schematic and the tests all draw from this one description.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from houseway.core.offers import Offer
from houseway.core.step import Placed


@dataclass(frozen=True, slots=True)
class Area:
    """A place for chips. Position and size in grid units; `lines` is the text printed in it.

    `seat`: the seat it belongs to, where each seat has its own area for the same wager (0: shared by all).
    `short`: the text to print if `lines` does not fit. `also`: other wagers that lie in the same area.
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
    also: tuple[str, ...] = ()

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every wager whose chips can be in it."""
        return (self.wager, *self.also)

    @property
    def marks(self) -> tuple[str, ...]:
        """The keys of its chips: each wager, with the seat if the area belongs to one."""
        return tuple(f"{wager}@{self.seat}" if self.seat else wager for wager in self.wagers)

    def chips(self, chips: Mapping[str, int]) -> int:
        """The cents in it, given chips by mark."""
        return sum(chips.get(mark, 0) for mark in self.marks)

    def is_lit(self, lit: Collection[str]) -> bool:
        """Is one of its marks among the winning ones?"""
        return any(mark in lit for mark in self.marks)


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
    signs: tuple[str, ...] = ()  # posted at the table, if the law lets a sign replace words on the layout

    @property
    def notes(self) -> tuple[str, ...]:
        """The words on the layout and on the signs next to it."""
        return (*self.words, *(f"Sign: {sign}" for sign in self.signs))

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
        """The area or spot of a wager; the first one if there are several."""
        return next(area for area in (*self.areas, *self.spots) if wager in area.wagers)


def odds_on_sign(layout: Layout, odds: Mapping[str, str]) -> Layout:
    """The same layout without payout odds, and a sign that lists them by the name of the wager."""
    areas = tuple(replace(area, pays="") for area in layout.areas)
    sign = "payout odds: " + "; ".join(f"{name} {pays}" for name, pays in odds.items())
    return replace(layout, areas=areas, signs=(*layout.signs, sign))


ROW_WIDTH, ROW_HEIGHT = 40, 10


def listed_layout(title: str, holder: str, offers: Iterable[Offer], words: tuple[str, ...] = ()) -> Layout:
    """One area for each wager, one below the other: enough for a chapter that does not regulate the layout's shape."""
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
