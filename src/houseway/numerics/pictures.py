"""Small things that felts show: dice, stars, diamonds, drawn as marks of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.core.felt import Ink, Mark, Outline, Point
from houseway.numerics.curves import on_circle, polygon

PIPS: dict[int, tuple[Point, ...]] = {  # in quarters of a die from its middle
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
RED_FACES = (1, 4)  # as on dice of Chinese games


def die(center: Point, size: int, face: int, red: bool = False) -> tuple[Mark, ...]:
    """A die that shows a face; with `red`, one and four in red."""
    half, corner = size // 2, size // 6
    x, y = center
    inset = half - corner
    corners = ((inset, inset, 0), (-inset, inset, 90), (-inset, -inset, 180), (inset, -inset, 270))
    edge = tuple(
        on_circle((x + right, y + down), corner, start + turn)
        for right, down, start in corners
        for turn in (0, 30, 60, 90)
    )
    ink = Ink.RED if red and face in RED_FACES else Ink.BLACK
    radius = size // 6 if red and face == 1 else size // 11
    pips = (
        Mark(polygon((x + right * size * 27 // 100, y + down * size * 27 // 100), radius, 16), ink, Ink.NONE)
        for right, down in PIPS[face]
    )
    return Mark(edge, Ink.WHITE, Ink.BLACK, name=f"a die that shows {face}"), *pips


def dice(center: Point, size: int, faces: Iterable[int], upright: bool = False, red: bool = False) -> tuple[Mark, ...]:
    """Dice side by side, or one above the other."""
    given = tuple(faces)
    step = size * 115 // 100
    first = -step * (len(given) - 1) // 2
    return tuple(
        mark
        for n, face in enumerate(given)
        for along in (first + n * step,)
        for mark in die((center[0], center[1] + along) if upright else (center[0] + along, center[1]), size, face, red)
    )


def star(center: Point, radius: int, ink: Ink = Ink.GOLD) -> Mark:
    """A star with five points."""
    return Mark(
        tuple(on_circle(center, radius if n % 2 == 0 else radius * 2 // 5, 36 * n - 90) for n in range(10)),
        ink,
        Ink.NONE,
    )


def diamond(center: Point, width: int, height: int) -> Outline:
    """A diamond."""
    (x, y), right, down = center, width // 2, height // 2
    return ((x, y - down), (x + right, y), (x, y + down), (x - right, y))
