"""A felt with its dimensions drawn around it, at a scale that fits the paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from houseway.core.felt import INCH, Felt
from houseway.core.felt_svg import svg
from houseway.core.lettering import width_of

ROOM_MM = 9  # margin around the felt for lines and figures
LETTERS_MM = 3
ARROW_MM = 2
MOST_PARTS = 4
POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale 1 : n; `height_mm` is the height of the drawing on paper."""

    n: int
    height_mm: float

    @property
    def text(self) -> str:
        """The scale as written on a drawing."""
        return f"1 : {self.n}"


def scale_for(felt: Felt, width_mm: int, height_mm: int) -> Scale:
    """The largest whole scale at which a felt and its dimensions fit."""
    for n in range(1, 1000):
        across, down = ((side / 10 + 2 * ROOM_MM * n) / n for side in (felt.width, felt.height))
        if across <= width_mm and down <= height_mm:
            return Scale(n, round(down, 3))
    raise AssertionError(f"{felt.title}: no scale fits")


@dataclass(frozen=True, slots=True)
class FeltSegment:
    """A part of a felt between two vertical cuts: its left edge and its width, in the felt's units."""

    left: int
    wide: int


def parts_for(felt: Felt, width_mm: int, height_mm: int, points: float) -> tuple[int, tuple[FeltSegment, ...]]:
    """The scale 1 : n at which the smallest letters are readable, and the parts of the felt to draw at this scale.

    There are enough parts for each betting area to be whole in one of them; a single part means that the whole felt fits.
    """
    smallest = min((words.size for words in felt.inscriptions), default=0)
    fits = ceil(max(felt.height / height_mm, felt.width / width_mm) / 10)
    if not smallest or smallest / 10 / fits * POINTS_PER_MM >= points:
        return fits, (FeltSegment(0, felt.width),)
    n = ceil(felt.height / 10 / height_mm)
    wide = min(felt.width, width_mm * n * 10)
    places = [(min(x for x, _ in each.outline), max(x for x, _ in each.outline)) for each in felt.bettings]
    for count in range(2, MOST_PARTS + 1):
        parts = tuple(FeltSegment((felt.width - wide) * number // (count - 1), wide) for number in range(count))
        if all(any(_holds(part, place) for part in parts) for place in places):
            break
    return n, parts


def _holds(part: FeltSegment, place: tuple[int, int]) -> bool:
    return part.left <= place[0] and place[1] <= part.left + part.wide


def cut_out(felt: Felt, part: FeltSegment) -> str:
    """One part of a felt in outline."""
    whole = svg(felt, ink_saving=True)
    box = f'viewBox="{part.left} 0 {part.wide} {felt.height}"'
    return whole.replace(f'viewBox="0 0 {felt.width} {felt.height}"', box, 1)


def measured(tenths: int) -> str:
    """A length in feet and inches, and in millimeters."""
    inches = round(tenths / INCH * 4) / 4
    feet, rest = divmod(inches, 12)
    return f"{int(feet)} ft {rest:g} in ({round(tenths / 10)} mm)"


def dimensioned(felt: Felt, scale: Scale, ink_saving: bool = False) -> str:
    """The drawing with dimension lines below and at the left for the length and width of the table."""
    margin = ROOM_MM * scale.n * 10
    drawn = svg(felt, ink_saving=ink_saving, margin=margin)
    arrow, size = ARROW_MM * scale.n * 10 // 2, LETTERS_MM * scale.n * 10
    stroke, off = scale.n * 2, margin * 45 // 100
    below, left = felt.height + off, -off
    lines = (
        _line((0, below), (felt.width, below), arrow)
        + _line((left, 0), (left, felt.height), arrow)
        + "".join(f"M{x} {felt.height + off // 4}L{x} {below + arrow}" for x in (0, felt.width))
        + "".join(f"M{-off // 4} {y}L{left - arrow} {y}" for y in (0, felt.height))
    )
    words = (
        _label(measured(felt.width), felt.width // 2, below + size // 3, size, 0),
        _label(measured(felt.height), left + size // 3, felt.height // 2, size, -90),
    )
    group = f'<g stroke="#333" stroke-width="{stroke}" fill="none"><path d="{lines}"/></g>{"".join(words)}'
    return drawn.removesuffix("</svg>") + group + "</svg>"


def _line(start: tuple[int, int], end: tuple[int, int], arrow: int) -> str:
    """A line with an arrow at both ends."""
    (ax, ay), (bx, by) = start, end
    along = ((arrow, -arrow // 2), (arrow, arrow // 2))  # the ends of the arrowhead, relative to its tip
    heads = ""
    for (x, y), side in ((start, 1), (end, -1)):
        tips = [(x + side * far, y + aside) if ay == by else (x + aside, y + side * far) for far, aside in along]
        heads += f"M{tips[0][0]} {tips[0][1]}L{x} {y}L{tips[1][0]} {tips[1][1]}"
    return f"M{ax} {ay}L{bx} {by}{heads}"


def _label(text: str, x: int, y: int, size: int, turn: int) -> str:
    """A figure on a white background that interrupts its line."""
    wide, high = width_of(text, size) + size, size * 6 // 5
    return (
        f'<g transform="rotate({turn} {x} {y})"><rect x="{x - wide // 2}" y="{y - high * 4 // 5}" width="{wide}" '
        f'height="{high}" fill="#fff"/><text x="{x}" y="{y}" font-size="{size}" fill="#111">{text}</text></g>'
    )
