"""Arcs and rings as outlines of whole numbers, and questions about outlines: does one contain a point, do two overlap?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, radians, sin

Point = tuple[int, int]
Outline = tuple[Point, ...]
STEP_DEGREES = (
    2  # an arc becomes straight pieces of this many degrees; at a radius of one meter they leave it by 0.15 mm
)


def on_circle(center: Point, radius: int, degrees: float) -> Point:
    """A point on a circle; 0 degrees is to the right, 90 down (clockwise, as on a screen)."""
    angle = radians(degrees)
    return center[0] + round(radius * cos(angle)), center[1] + round(radius * sin(angle))


def arc(center: Point, radius: int, start: float, end: float) -> Outline:
    """Points along an arc from one angle to the other, both included."""
    pieces = max(1, ceil(abs(end - start) / STEP_DEGREES))
    return tuple(on_circle(center, radius, start + (end - start) * n / pieces) for n in range(pieces + 1))


def circle(center: Point, radius: int) -> Outline:
    """A whole circle."""
    return arc(center, radius, 0, 360)[:-1]


def polygon(center: Point, radius: int, corners: int) -> Outline:
    """A circle as a polygon, with fewer corners if it is small."""
    return tuple(on_circle(center, radius, 360 * n / corners) for n in range(corners))


def ring_part(center: Point, inner: int, outer: int, start: float, end: float) -> Outline:
    """A part of a ring between two angles."""
    return (*arc(center, outer, start, end), *reversed(arc(center, inner, start, end)))


def rounded(x: int, y: int, width: int, height: int, radius: int) -> Outline:
    """A rectangle with round corners."""
    right, bottom = x + width - radius, y + height - radius
    corners = (
        ((right, bottom), 0),
        ((x + radius, bottom), 90),
        ((x + radius, y + radius), 180),
        ((right, y + radius), 270),
    )
    return tuple(point for center, start in corners for point in arc(center, radius, start, start + 90))


def contains(outline: Outline, point: Point) -> bool:
    """Whether a point lies inside an outline; its edge may count either way."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and (x - ax) * abs(by - ay) < (bx - ax) * (y - ay) * (1 if by > ay else -1):
            inside = not inside
    return inside


def overlap(one: Outline, other: Outline, slack: int = 3) -> bool:
    """Whether two outlines share more than an edge: each is shrunk by `slack` toward its middle first."""
    first, second = shrunk(one, slack), shrunk(other, slack)
    if not _boxes_meet(first, second):
        return False
    crossing = any(
        _cross(a, b, c, d) for a, b in pairwise((*first, first[0])) for c, d in pairwise((*second, second[0]))
    )
    return crossing or contains(one, second[0]) or contains(other, first[0])


def shrunk(outline: Outline, by: int) -> Outline:
    """An outline with every point moved inward by about so much."""
    points = [point for n, point in enumerate(outline) if point != outline[n - 1]]
    area = sum(ax * by_ - bx * ay for (ax, ay), (bx, by_) in pairwise((*points, points[0])))
    side = 1 if area > 0 else -1
    moved = []
    for n, (x, y) in enumerate(points):
        (px, py), (nx, ny) = points[n - 1], points[(n + 1) % len(points)]
        right = -(y - py) / hypot(x - px, y - py) - (ny - y) / hypot(nx - x, ny - y)
        down = (x - px) / hypot(x - px, y - py) + (nx - x) / hypot(nx - x, ny - y)
        long = hypot(right, down) or 1
        moved.append((x + round(side * by * 1.42 * right / long), y + round(side * by * 1.42 * down / long)))
    return tuple(moved)


def near_pairs(outlines: Sequence[Outline]) -> Iterator[tuple[int, int]]:
    """The places of all pairs whose boxes share a point, each once, the earlier one first; others are apart."""
    boxes = [_box(outline) for outline in outlines]
    order = sorted(range(len(boxes)), key=lambda n: boxes[n][0][0])
    for k, one in enumerate(order):
        (_, top), (right, bottom) = boxes[one]
        for other in order[k + 1 :]:
            (left, upper), (_, lower) = boxes[other]
            if left > right:
                break
            if upper <= bottom and top <= lower:
                yield min(one, other), max(one, other)


def _boxes_meet(one: Outline, other: Outline) -> bool:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (*_box(one), *_box(other))
    return ax <= dx and cx <= bx and ay <= dy and cy <= by


def _box(outline: Outline) -> tuple[Point, Point]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs), min(ys)), (max(xs), max(ys))


def _side(a: Point, b: Point, c: Point) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def bent_box(center: Point, radius: int, width: int, cap: int, below: bool) -> Outline:
    """The part of a ring that a line of words takes: on the circle at the top, or inside it at the bottom."""
    half = min(180.0, width * 90 / (pi * radius))
    if below:
        return ring_part(center, radius - cap, radius, 90 - half, 90 + half)
    return ring_part(center, radius, radius + cap, 270 - half, 270 + half)


def turned_toward(center: Point, down: int, degrees: int) -> Point:
    """The point this far below a center, as seen by a reader of words turned by these degrees."""
    angle = radians(degrees)
    return center[0] - round(down * sin(angle)), center[1] + round(down * cos(angle))


def words_box(at: Point, width: int, cap: int, turn: int) -> Outline:
    """The box around a line of words whose baseline's middle is `at`."""
    half = width // 2
    corners = ((-half, -cap), (half, -cap), (half, 0), (-half, 0))
    angle = turn * pi / 180
    return tuple(
        (at[0] + round(x * cos(angle) - y * sin(angle)), at[1] + round(x * sin(angle) + y * cos(angle)))
        for x, y in corners
    )
