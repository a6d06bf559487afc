"""617a.1(f): the layout drawn sideways: zeros at the left, columns as rows, a replica of the wheel below.

Boxes are areas; lines and corners that take chips are spots around their points. A covered 00 has neither.
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.core import Area, Layout
from houseway.games.roulette.geometry import ROWS, ChipPlace, LayoutBox, boxes
from houseway.games.roulette.offers import catalogue, lawful_places, notices
from houseway.games.roulette.wheel import SINGLE, colour_of, order, wheel_of
from houseway.law import Rules
from houseway.money import dollars

ACROSS, DOWN = 16, 10  # size of one geometry unit; the geometry's rows run across here
RIGHTMOST = 6  # the far side of the third column
WIDTH, HEIGHT = (ROWS + 2) * ACROSS, 10 * DOWN
SPOT_WIDTH, SPOT_HEIGHT = 4, 4  # the places between the zeros and 2 are only half a unit apart
REPLICA_ROW = 2 * DOWN
SHORT = {"black": "blk", "green": "grn", "column": "col"}  # where a box is too narrow


def draw_layout(rules: Rules) -> Layout:
    """Draw every lawful place, the holder's name and the signs."""
    found = lawful_places(rules)
    on_boxes = [_area(place, rules) for place in found if place.sort == "box"]
    spots = tuple(_spot(place, rules) for place in found if place.sort in ("line", "corner"))
    replica = _replica((place for place in found if place.sort == "replica"), rules)
    limits = f"Wagers from {dollars(rules.min_cents)} to {dollars(rules.max_cents)}."
    signs = (limits, *notices(rules))
    return Layout("Roulette", str(rules.option("holder")), (*on_boxes, *replica), signs, spots)


def _area(place: ChipPlace, rules: Rules) -> Area:
    box = boxes(wheel_of(rules) != SINGLE)[place.where]
    x, y, width, height = _turned(box)
    printed = _printed(place, rules)
    short = tuple(SHORT.get(word, word) for word in printed)
    return Area(place.wager, x, y, width, height, printed, catalogue(rules)[place.wager].pays, short=short)


def _turned(box: LayoutBox) -> tuple[int, int, int, int]:
    """A geometry box turned sideways: x, y, width and height."""
    width, height = (box.bottom - box.top) * ACROSS, (box.right - box.left) * DOWN
    return (box.top + 1) * ACROSS, (RIGHTMOST - box.right) * DOWN, width, height


def _printed(place: ChipPlace, rules: Rules) -> tuple[str, ...]:
    """The text in a box: a number with its color, or the label."""
    if place.wager.startswith("straight:"):
        return (place.where, colour_of(place.where, rules))
    return tuple(place.where.split()) if place.wager.startswith("column:") else (place.where,)


def _spot(place: ChipPlace, rules: Rules) -> Area:
    """A small area around the middle of a line or around a corner, given in half units."""
    x = (place.at.y + 2) * ACROSS // 2 - SPOT_WIDTH // 2
    y = (2 * RIGHTMOST - place.at.x) * DOWN // 2 - SPOT_HEIGHT // 2
    return Area(place.wager, x, y, SPOT_WIDTH, SPOT_HEIGHT, (place.where,), catalogue(rules)[place.wager].pays)


def _replica(places: Iterable[ChipPlace], rules: Rules) -> tuple[Area, ...]:
    """617a.1(f)(4): the wheel's ring unrolled clockwise: one half left to right, the other right to left below it."""
    ring, centres = order(rules), {place.wager.partition(":")[2]: place for place in places}
    half = (len(ring) + 1) // 2
    rows = (ring[:half], tuple(reversed(ring[half:])))
    return tuple(
        Area(
            centres[number].wager,
            n * WIDTH // len(row),
            HEIGHT + down * REPLICA_ROW,
            (n + 1) * WIDTH // len(row) - n * WIDTH // len(row),
            REPLICA_ROW,
            (number,),
            catalogue(rules)[centres[number].wager].pays,
        )
        for down, row in enumerate(rows)
        for n, number in enumerate(row)
        if number in centres
    )
