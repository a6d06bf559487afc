"""617a.3(e): every place for a chip, derived from the positions of the layout's boxes.

The layout as the law describes it: three columns of twelve numbers, the zeros above them, the column boxes below, the dozen boxes
along the outside of the first column and the even money boxes beyond. A column is two units wide, because the boxes of
0 and 00 meet above the middle of the second one; a row is one unit high. Nothing below lists a split or a corner by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from houseway.games.roulette.wheel import ZEROS

ROWS, COLUMNS = 12, 3
HALVES = ("1-18", "even", "red", "black", "odd", "19-36")
DOZENS = ("1st 12", "2nd 12", "3rd 12")


class LayoutBox(NamedTuple):
    """A box of the layout, from its upper left to its lower right corner."""

    label: str
    left: int
    top: int
    right: int
    bottom: int


class ChipCenter(NamedTuple):
    """The center of a chip place, in half units."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ChipPlace:
    """A place for a chip: in a box, on a line or on a corner; `where` names it by its boxes."""

    wager: str
    sort: str  # box, line, corner, replica
    where: str
    numbers: tuple[str, ...]  # the numbers it covers; empty where the box itself says it
    at: ChipCenter


def by_number(number: str) -> int:
    """0, 00, 1, 2 … 36."""
    return {"0": -2, "00": -1}.get(number, int(number))


def spelled(numbers: Iterable[str]) -> str:
    """Numbers as written in a wager's id: `1-2-4-5`."""
    return "-".join(numbers)


@lru_cache
def boxes(double: bool) -> Mapping[str, LayoutBox]:
    """The boxes of a single or a double zero layout by their labels."""
    zeros = (LayoutBox("0", 0, -1, 3, 0), LayoutBox("00", 3, -1, 6, 0)) if double else (LayoutBox("0", 0, -1, 6, 0),)
    found = [
        *zeros,
        *(
            LayoutBox(str(row * COLUMNS + column + 1), 2 * column, row, 2 * column + 2, row + 1)
            for row in range(ROWS)
            for column in range(COLUMNS)
        ),
        *(LayoutBox(f"column {n + 1}", 2 * n, ROWS, 2 * n + 2, ROWS + 1) for n in range(COLUMNS)),
        *(LayoutBox(label, -2, 4 * n, 0, 4 * n + 4) for n, label in enumerate(DOZENS)),
        *(LayoutBox(label, -4, 2 * n, -2, 2 * n + 2) for n, label in enumerate(HALVES)),
    ]
    return {box.label: box for box in found}


def number_boxes(double: bool) -> tuple[LayoutBox, ...]:
    """The boxes that contain a number."""
    return tuple(box for box in boxes(double).values() if box.label in ZEROS or box.label.isdigit())


def line_between(one: LayoutBox, other: LayoutBox) -> ChipCenter | None:
    """The middle of the line that two boxes share, or None if they share at most a corner."""
    left, right = max(one.left, other.left), min(one.right, other.right)
    top, bottom = max(one.top, other.top), min(one.bottom, other.bottom)
    touching = (left == right and top < bottom) or (top == bottom and left < right)
    return ChipCenter(left + right, top + bottom) if touching else None


def corners(box: LayoutBox) -> set[ChipCenter]:
    """The four corners of a box."""
    return {ChipCenter(2 * x, 2 * y) for x in (box.left, box.right) for y in (box.top, box.bottom)}


def _around(point: ChipCenter, among: Iterable[LayoutBox]) -> tuple[str, ...]:
    """The boxes that meet at a point: upper left, lower left, lower right, upper right, each once."""
    met: dict[str, None] = {}
    listed = tuple(among)
    for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1)):
        px, py = point.x + x, point.y + y
        for box in listed:
            if 2 * box.left <= px <= 2 * box.right and 2 * box.top <= py <= 2 * box.bottom:
                met[box.label] = None
    return tuple(met)


def _rows(double: bool) -> list[tuple[LayoutBox, ...]]:
    """The rows of three numbers, each starting at the outside line."""
    plain = [box for box in number_boxes(double) if box.label not in ZEROS]
    tops = sorted({box.top for box in plain})
    return [tuple(sorted((box for box in plain if box.top == top), key=lambda box: box.left)) for top in tops]


def _middle(box: LayoutBox) -> ChipCenter:
    return ChipCenter(box.left + box.right, box.top + box.bottom)


def _straights(double: bool) -> Iterable[ChipPlace]:
    for box in number_boxes(double):
        yield ChipPlace(f"straight:{box.label}", "box", box.label, (box.label,), _middle(box))


def _splits(double: bool) -> Iterable[ChipPlace]:
    """617a.3(e)(2): the line between two boxes; for 0 and 00 also the one between the 2nd 12 and the 3rd 12."""
    for one, other in combinations(number_boxes(double), 2):
        line = line_between(one, other)
        if line is not None:
            pair = (one.label, other.label)
            yield ChipPlace(f"split:{spelled(pair)}", "line", " and ".join(pair), pair, line)
    if double:
        second, third = (boxes(double)[label] for label in DOZENS[1:])
        line = line_between(second, third)
        assert line is not None
        yield ChipPlace(f"split:{spelled(ZEROS)}", "line", f"{second.label} and {third.label}", ZEROS, line)


def _three_numbers(double: bool) -> Iterable[ChipPlace]:
    """617a.3(e)(3): the outside line of a row's first box, and the corners that three number boxes have in common."""
    for row in _rows(double):
        numbers = tuple(box.label for box in row)
        first = row[0]
        outside = ChipCenter(2 * first.left, first.top + first.bottom)
        yield ChipPlace(f"three-numbers:{spelled(numbers)}", "line", f"outside of {first.label}", numbers, outside)
    for point, met in _meetings(double):
        if len(met) == 3:
            yield ChipPlace(f"three-numbers:{spelled(met)}", "corner", _listed(met), met, point)


def _four_numbers(double: bool) -> Iterable[ChipPlace]:
    """617a.3(e)(4): the corners that four number boxes have in common."""
    for point, met in _meetings(double):
        if len(met) == 4:
            numbers = tuple(sorted(met, key=by_number))
            yield ChipPlace(f"four-numbers:{spelled(numbers)}", "corner", _listed(numbers), numbers, point)


def _first_five(double: bool) -> Iterable[ChipPlace]:
    """617a.3(e)(5): the corner that the boxes 1st 12, 0 and 1 have in common."""
    if double:
        met = [corners(boxes(double)[label]) for label in (DOZENS[0], "0", "1")]
        (point,) = set.intersection(*met)
        numbers = (*ZEROS, *(box.label for box in _rows(double)[0]))
        yield ChipPlace("first-five", "corner", _listed((DOZENS[0], "0", "1")), numbers, point)


def _six_numbers(double: bool) -> Iterable[ChipPlace]:
    """617a.3(e)(6): the outside corner that the first boxes of two contiguous rows have in common."""
    rows = _rows(double)
    for upper, lower in pairwise(rows):
        first, second = upper[0], lower[0]
        (point,) = {p for p in corners(first) & corners(second) if p.x == 2 * first.left}
        numbers = tuple(box.label for box in (*upper, *lower))
        where = f"outside of {first.label} and {second.label}"
        yield ChipPlace(f"six-numbers:{numbers[0]}-{numbers[-1]}", "corner", where, numbers, point)


def _outside(double: bool) -> Iterable[ChipPlace]:
    """617a.3(e)(7) to (14): the boxes around the numbers."""
    found = boxes(double)
    for column in range(COLUMNS):
        box = found[f"column {column + 1}"]
        above = (b for b in number_boxes(double) if b.label not in ZEROS and b.left == box.left)
        numbers = tuple(b.label for b in sorted(above, key=lambda b: b.top))
        yield ChipPlace(f"column:{column + 1}", "box", box.label, numbers, _middle(box))
    for dozen, label in enumerate(DOZENS):
        box = found[label]
        numbers = tuple(str(n) for n in range(12 * dozen + 1, 12 * dozen + 13))
        yield ChipPlace(f"dozen:{dozen + 1}", "box", label, numbers, _middle(box))
    for label in HALVES:
        yield ChipPlace(label, "box", label, (), _middle(found[label]))


@lru_cache
def _meetings(double: bool) -> tuple[tuple[ChipCenter, tuple[str, ...]], ...]:
    """Every corner of a number box, from the top down, with the number boxes that meet there."""
    own = number_boxes(double)
    points = sorted({point for box in own for point in corners(box)}, key=lambda p: (p.y, p.x))
    return tuple((point, _around(point, own)) for point in points)


def _listed(labels: Iterable[str]) -> str:
    *most, last = labels
    return f"{', '.join(most)} and {last}"


@lru_cache
def places(double: bool) -> tuple[ChipPlace, ...]:
    """Every place on an uncovered layout, in the law's order, without those on a replica of the wheel."""
    makers = (_straights, _splits, _three_numbers, _four_numbers, _first_five, _six_numbers, _outside)
    return tuple(place for maker in makers for place in maker(double))


def choices(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Every choice of a wager kind on either layout, with its numbers."""
    found: dict[str, tuple[str, ...]] = {}
    for double in (True, False):
        for place in places(double):
            own, _, choice = place.wager.partition(":")
            if own == kind and choice:
                found.setdefault(choice, place.numbers)
    return found
