"""A half-round card table drawn to scale: the dealer's straight side at the top, the players along the arc below.

Seat 1 is at the dealer's left, so at the right of somebody who looks from the players' side, as a layout is printed.
"""

from __future__ import annotations

from dataclasses import dataclass

from houseway.core.felt import Bend, Inscription, Mark, Outline, Point, equipment
from houseway.core.lettering import width_of
from houseway.law import Citation
from houseway.numerics.curves import arc, on_circle, ring_part, rounded

RADIUS = 10_000  # two meters from end to end, in tenths of a millimeter
BEHIND = 1_600  # the dealer's part behind the center of the arc
WIDTH, HEIGHT = 2 * RADIUS, RADIUS + BEHIND
CENTER: Point = (RADIUS, BEHIND)
FIRST, LAST = 14, 166  # degrees at which the outermost seats are


def table_edge() -> Outline:
    """The edge of the table."""
    return ((0, 0), (WIDTH, 0), *arc(CENTER, RADIUS, 0, 180))


@dataclass(frozen=True, slots=True)
class Station:
    """Where a seat is along the arc."""

    seat: int
    degrees: int
    half: int  # half of its share of the arc, in degrees

    @property
    def turn(self) -> int:
        """By how much words are turned so that this player reads them upright."""
        return self.degrees - 90

    def at(self, radius: int) -> Point:
        """The point in front of this player at a distance from the arc's center."""
        return on_circle(CENTER, radius, self.degrees)

    def band(self, inner: int, outer: int, share: int = 80) -> Outline:
        """An area across so many percent of this player's share."""
        wide = self.half * share / 100
        return ring_part(CENTER, inner, outer, self.degrees - wide, self.degrees + wide)

    def words(
        self, text: str, radius: int, most: int, share: int = 80, cites: tuple[Citation, ...] = ()
    ) -> Inscription:
        """A line of words in front of this player, as large as fits into the share, at most `most`."""
        room = round(2 * radius * self.half * share / 100 * 3.1416 / 180)
        size = min(most, room * 1000 * 9 // (10 * width_of(text, 1000)))
        return Inscription(text, self.at(radius), size, self.turn, cites=cites)


def stations(boxes: int) -> tuple[Station, ...]:
    """The seats from the dealer's left to the right."""
    share = (LAST - FIRST) // max(1, boxes)
    start = 90 - share * (boxes - 1) // 2
    return tuple(Station(seat, start + share * (seat - 1), share // 2) for seat in range(1, boxes + 1))


def arched(text: str, radius: int, most: int, cites: tuple[Citation, ...] = (), room: int = 110) -> Inscription:
    """Words along the arc, read from the players' side; they take at most `room` degrees."""
    longest = round(radius * room * 3.1416 / 180)
    size = min(most, longest * 1000 // max(1, width_of(text, 1000)))
    return Inscription(text, on_circle(CENTER, radius, 90), size, cites=cites, bend=Bend(CENTER, radius, below=True))


def dealers_side(rack: tuple[Citation, ...] = (), shoe: tuple[Citation, ...] = ()) -> tuple[Mark, ...]:
    """The chip tray in the middle, the discard rack at the dealer's right (left here) and the shoe at the dealer's left."""
    tray = rounded(RADIUS - 3_300, 150, 6_600, 1_100, 120)
    return (
        equipment(tray, "table inventory container"),
        equipment(rounded(1_500, 250, 1_100, 1_500, 100), "discard rack", rack),
        equipment(rounded(WIDTH - 3_000, 250, 1_500, 1_900, 100), "dealing shoe", shoe),
    )
