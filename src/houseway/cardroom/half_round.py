"""A half-round card table drawn to scale: the dealer's straight side at the top, the players along the arc below.

Seat 1 is at the dealer's left: on the right as seen from the players' side, as a layout is printed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from houseway.core.felt import (
    APPROVED,
    OPPOSITE,
    Bend,
    Box,
    Ink,
    Inscription,
    Mark,
    Outline,
    Point,
    equipment,
    name_in,
)
from houseway.core.felt import boxes as drop_and_tip
from houseway.core.lettering import width_of
from houseway.law import Citation
from houseway.numerics.curves import arc, on_circle, ring_part, rounded

RADIUS = 10_000  # two meters from end to end, in tenths of a millimeter
BEHIND = 1_600  # the dealer's part behind the center of the arc
WIDTH, HEIGHT = 2 * RADIUS, RADIUS + BEHIND
CENTER: Point = (RADIUS, BEHIND)
DEVICE = "card shuffling device"
RACK_PLACE = "attached to the top of the dealer's side"
ON_ITS_SIDE = "on the dealer's side; the Bureau of Casino Compliance approves it"
ALTERNATIVE = (
    "an alternative place, which the Bureau of Casino Compliance must approve: other equipment takes the usual one"
)
FIRST, LAST = 14, 166  # degrees at which the outermost seats are


def table_edge() -> Outline:
    """The edge of the table."""
    return ((0, 0), (WIDTH, 0), *arc(CENTER, RADIUS, 0, 180))


@dataclass(frozen=True, slots=True)
class Station:
    """The position of a seat along the arc."""

    seat: int
    degrees: int
    half: int  # half of its share of the arc, in degrees

    @property
    def turn(self) -> int:
        """The rotation of words that makes them upright for this player."""
        return self.degrees - 90

    def at(self, radius: int) -> Point:
        """The point in front of this player at a distance from the arc's center."""
        return on_circle(CENTER, radius, self.degrees)

    def band(self, inner: int, outer: int, share: int = 80) -> Outline:
        """An area across this many percent of this player's share of the arc."""
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
    share -= share % 2  # so that both sides of the table are alike
    start = 90 - share * (boxes - 1) // 2
    return tuple(Station(seat, start + share * (seat - 1), share // 2) for seat in range(1, boxes + 1))


def arched(
    text: str, radius: int, most: int, cites: tuple[Citation, ...] = (), room: int = 110, ink: Ink = Ink.LINE
) -> Inscription:
    """Words along the arc, read from the players' side; they take at most `room` degrees."""
    longest = round(radius * room * 3.1416 / 180)
    size = min(most, longest * 1000 // max(1, width_of(text, 1000)))
    bend = Bend(CENTER, radius, below=True)
    return Inscription(text, on_circle(CENTER, radius, 90), size, ink=ink, cites=cites, bend=bend)


def dealers_side(
    rack: tuple[Citation, ...] = (),
    shoe: tuple[Citation, ...] = (),
    boxes: tuple[Citation, ...] = (),
    *,
    shuffler: str = "manual",
    tip_box: bool = True,
    places: tuple[str, str] = (RACK_PLACE, APPROVED),
) -> tuple[Mark, ...]:
    """Equipment on the dealer's side: the chips in the middle, the discard rack at the dealer's right (left here), the shoe
    at the left, and drop box and tip box on opposite sides of the dealer. A device that shuffles one batch stands beside the
    rack; one that shuffles all the time takes the place of the shoe. Without room at the other hand (`tip_box`), the tip box is
    beside the drop box. `places`: where the law wants the rack and the shoe."""
    deals_from = DEVICE if shuffler == "continuous" else "dealing shoe"
    drop, tip = drop_and_tip(
        rounded(4_300, 150, 1_300, 700, 80), rounded(WIDTH - 5_600, 150, 1_300, 700, 80), boxes, OPPOSITE
    )
    if not tip_box:
        drop = replace(drop, place=ON_ITS_SIDE)
        tip = equipment(rounded(5_680, 150, 1_240, 700, 80), "tip box", boxes, ALTERNATIVE)
    return (
        equipment(rounded(RADIUS - 3_000, 150, 6_000, 1_000, 120), "table inventory container"),
        equipment(rounded(1_300, 250, 1_200, 1_500, 100), "discard rack", rack, places[0]),
        *((equipment(rounded(2_650, 250, 1_500, 1_700, 100), DEVICE),) if shuffler == "batch" else ()),
        equipment(rounded(WIDTH - 2_800, 250, 1_500, 1_700, 100), deals_from, shoe, places[1]),
        drop,
        tip,
    )


def room_for_name(
    text: str, y: int, cites: tuple[Citation, ...], most: int = 560, width: int = 7_200
) -> tuple[Box, tuple[Inscription, ...]]:
    """The place of the holder's name or logo in front of the dealer, and the name as large as fits."""
    box = (RADIUS - width // 2, y, width, 950)
    return box, name_in(text, box, most, cites)
