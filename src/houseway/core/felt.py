"""The felt of a table to scale: every betting area as an outline, and every word printed on it, in tenths of a millimeter.

The schematic that is filed with the Board, the pages and the checks all use this one description. The grid of
`core/layout.py` is the same table for a terminal, where a letter is the unit; a test holds both to the same wagers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from houseway.core.layout import Layout
from houseway.core.lettering import baselines, broken, size_for, width_of
from houseway.law import Citation

Point = tuple[int, int]  # to the right and down, in tenths of a millimeter
INCH = 254
Box = tuple[int, int, int, int]  # x, y, width, height
Outline = tuple[Point, ...]  # closed: the last point is joined to the first


class Ink(StrEnum):
    """The ink of a printed element; a page or a printer chooses the exact color."""

    NONE = "none"
    LINE = "line"  # the light lines and letters of a felt
    RED = "red"
    BLACK = "black"
    GREEN = "green"
    BLUE = "blue"
    GOLD = "gold"
    WHITE = "white"  # dice, and letters on a colored field
    SHADE = "shade"  # a slightly darker felt


@dataclass(frozen=True, slots=True)
class Bend:
    """A circle along which words run, clockwise over its top, or counterclockwise along its bottom."""

    center: Point
    radius: int
    below: bool = False


@dataclass(frozen=True, slots=True)
class Inscription:
    """A line of words on the felt, centered on a point on its baseline. `cites`: the paragraphs that require it."""

    text: str
    at: Point
    size: int
    turn: int = 0  # degrees clockwise
    ink: Ink = Ink.LINE
    cites: tuple[Citation, ...] = ()
    bend: Bend | None = None

    @property
    def width(self) -> int:
        """The length of the line."""
        return width_of(self.text, self.size)


@dataclass(frozen=True, slots=True)
class MovedWager:
    """A wager that was made elsewhere and has moved here: its id now, the id it was made under, the number it moved to."""

    wager: str
    made: str
    number: int

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"wager": self.wager, "made": self.made, "number": self.number}


@dataclass(frozen=True, slots=True)
class Betting:
    """A place for chips.

    An area is printed on the felt and overlaps no other; a `spot` is on a line or corner of areas. `chip` is where chips go,
    `label` what a screen reader says, `numbers` what it covers. `seat`: whose it is (0: anybody's). `also`: other wagers of the
    same place. `holds`: wagers that are moved here after they were made. `copy`: which of several equal places of a shared
    wager it is (2 at the second end of a table).
    """

    wager: str
    outline: Outline
    chip: Point
    label: str
    pays: str = ""
    cites: tuple[Citation, ...] = ()
    seat: int = 0
    also: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    ink: Ink = Ink.NONE
    spot: bool = False
    copy: int = 0
    holds: tuple[MovedWager, ...] = ()

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every wager whose chips can be here."""
        return (self.wager, *self.also)

    @property
    def id(self) -> str:
        """Its unique mark on the felt."""
        own = f"{self.wager}@{self.seat}" if self.seat else self.wager
        return f"{own}#{self.copy}" if self.copy else own


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn that takes no wager: a line, a place for cards, dice, an ornament."""

    outline: Outline
    fill: Ink = Ink.NONE
    stroke: Ink = Ink.LINE
    closed: bool = True
    dashed: bool = False
    name: str = ""  # its name, if people need to know it: Dead Hand, discard rack
    cites: tuple[Citation, ...] = ()
    stands: bool = False  # equipment on the table: its name is in the schematic and not printed on the felt
    place: str = ""  # for equipment: where the law requires it, and who approves its place
    brought: str = ""  # the id of the betting area whose chips are brought here


@dataclass(frozen=True, slots=True)
class Required:
    """Something that a paragraph wants on the layout, and the texts or wagers that show it. Empty: it is missing."""

    what: str
    cites: tuple[Citation, ...]
    shown: tuple[str, ...] = ()
    by_sign: bool = False  # posted at the table instead, as the law allows


@dataclass(frozen=True, slots=True)
class Measure:
    """A size of the table in tenths of a millimeter, and the paragraph that limits it; without one the size is customary."""

    what: str
    size: int
    cites: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Felt:
    """A whole layout.

    `without`: wagers that are taken without an area of their own. `logo`: room for the holder's (x, y, width, height); there
    the holder's name stands if there is no logo. `measures`: sizes beyond width and height, and who limits them. `pucks`: where
    the marker of a point stands, by the point (0: there is none): the id of a place.
    """

    title: str
    holder: str
    width: int
    height: int
    bettings: tuple[Betting, ...]
    marks: tuple[Mark, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()
    required: tuple[Required, ...] = ()
    without: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    edge: Outline = ()  # the table's edge; empty: the whole rectangle
    logo: Box | None = None
    picture: str = ""  # the holder's logo as a data URL, if there is one
    measures: tuple[Measure, ...] = ()
    pucks: tuple[tuple[int, str], ...] = ()

    def at(self, wager: str, seat: int = 0) -> Betting:
        """The place of a wager, the given seat's where each has one."""
        return next(each for each in self.bettings if wager in each.wagers and each.seat in (0, seat or each.seat))

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values, for pages."""
        near = neighbors(self)
        return {
            "title": self.title,
            "holder": self.holder,
            "width": self.width,
            "height": self.height,
            "edge": self.edge,
            "logo": self.logo,
            "bettings": [
                {
                    "id": each.id,
                    "wager": each.wager,
                    "wagers": each.wagers,
                    "seat": each.seat,
                    "outline": each.outline,
                    "chip": each.chip,
                    "label": each.label,
                    "pays": each.pays,
                    "cites": each.cites,
                    "numbers": each.numbers,
                    "ink": each.ink,
                    "spot": each.spot,
                    "copy": each.copy,
                    "holds": [moved.as_json() for moved in each.holds],
                    "near": near[each.id],
                }
                for each in self.bettings
            ],
            "marks": [
                {
                    "outline": each.outline, "fill": each.fill, "stroke": each.stroke, "closed": each.closed,
                    "dashed": each.dashed, "name": each.name, "stands": each.stands, "brought": each.brought,
                }
                for each in self.marks
            ],
            "inscriptions": [
                {
                    "text": each.text, "at": each.at, "size": each.size, "turn": each.turn, "ink": each.ink,
                    "bend": None if each.bend is None else [*each.bend.center, each.bend.radius, each.bend.below],
                }
                for each in self.inscriptions
            ],
            "without": self.without,
            "signs": self.signs,
            "pucks": {str(point): place for point, place in self.pucks},
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sector:
    """One place of a wheel: a pocket or a section."""

    label: str
    ink: Ink
    wager: str = ""  # the wager that wins there, where there is one
    under: str = ""  # a second, smaller line: the payout odds
    picture: tuple[Mark, ...] = ()  # its symbol as the layout shows it, drawn around (0, 0)


@dataclass(frozen=True, slots=True)
class Ring:
    """A wheel: its sectors clockwise, the first at the top. `bets`: chips can be placed on it (the replica)."""

    title: str
    sectors: tuple[Sector, ...]
    cites: tuple[Citation, ...] = ()
    bets: bool = False
    across: int = 0  # its diameter in tenths of a millimeter; 0: not specified
    across_cites: tuple[Citation, ...] = ()
    clapper: bool = False  # does a clapper above it select a sector?
    built: str = ""  # what else the law says of how it is made


DIRECTIONS: Mapping[str, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def neighbors(felt: Felt) -> dict[str, dict[str, str]]:
    """For each place, the next one in each direction: where an arrow key leads. From one end of a table never to its copy."""
    found: dict[str, dict[str, str]] = {}
    for one in felt.bettings:
        near: dict[str, str] = {}
        for name, (right, down) in DIRECTIONS.items():
            best: tuple[int, str] | None = None
            for other in felt.bettings:
                across, along = other.chip[0] - one.chip[0], other.chip[1] - one.chip[1]
                ahead = across * right + along * down
                aside = abs(across * down) + abs(along * right)
                if other is one or (other.copy and not one.copy) or ahead <= 0 or aside > 2 * ahead:
                    continue
                cost = ahead * ahead + 4 * aside * aside
                if best is None or (cost, other.id) < best:
                    best = (cost, other.id)
            if best is not None:
                near[name] = best[1]
        found[one.id] = near
    return found


APPROVED = "where the Bureau of Casino Compliance approves it"
OPPOSITE = "on the dealer's side, one to the left of the dealer and one to the right, as the Bureau of Casino Compliance approves"


def equipment(outline: Outline, name: str, cites: tuple[Citation, ...] = (), place: str = "") -> Mark:
    """The place of equipment on the table: dashed, with its name. `place`: where the law requires it."""
    return Mark(outline, dashed=True, name=name, cites=cites, stands=True, place=place)


def boxes(drop: Outline, tip: Outline, cites: tuple[Citation, ...], place: str) -> tuple[Mark, Mark]:
    """The drop box and the tip box, which every chapter wants at a table."""
    return equipment(drop, "drop box", cites, place), equipment(tip, "tip box", cites, place)


def rectangle(x: int, y: int, width: int, height: int) -> Outline:
    """An upright rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def area(
    wager: str, box: Box, label: str, offer: tuple[str, tuple[Citation, ...]], ink: Ink = Ink.NONE, copy: int = 0
) -> Betting:
    """A rectangular area with chips in its middle. `offer`: what it pays, and the paragraphs."""
    outline = rectangle(*box)
    pays, cites = offer
    return Betting(wager, outline, middle(outline), label, pays, cites, ink=ink, copy=copy)


def middle(outline: Outline) -> Point:
    """The middle of an outline's bounding box."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def moved(outline: Outline, right: int, down: int) -> Outline:
    """The same outline elsewhere."""
    return tuple((x + right, y + down) for x, y in outline)


def words_in(
    lines: Iterable[str],
    box: Box,
    most: int,
    turn: int = 0,
    ink: Ink = Ink.LINE,
    cites: tuple[Citation, ...] = (),
) -> tuple[Inscription, ...]:
    """Lines centered in a box (x, y, width, height), as large as they fit, at most `most`; turned by multiples of 90 degrees."""
    given = tuple(lines)
    x, y, width, height = box
    across, down = x + width // 2, y + height // 2
    along, over = (height, width) if turn % 180 else (width, height)
    size = size_for(given, along * 9 // 10, over * 9 // 10, most)
    placed = (
        Inscription(line, _turned((across, base), (across, down), turn), size, turn, ink, cites)
        for line, base in zip(given, baselines(len(given), down, size), strict=True)
    )
    return tuple(placed)


def name_in(name: str, box: Box, most: int, cites: tuple[Citation, ...] = ()) -> tuple[Inscription, ...]:
    """The holder's name in its room, on as many lines as let its letters be largest."""
    width, height = box[2] * 9 // 10, box[3] * 9 // 10
    return words_in(broken(name, width, height, most), box, most, cites=cites)


def holders_name(felt: Felt) -> tuple[Inscription, ...]:
    """The lines in the space for the name or logo; none if there is a logo."""
    if felt.logo is None:
        return ()
    x, y, width, height = felt.logo
    name = " ".join(felt.holder.split())
    return tuple(
        each
        for each in felt.inscriptions
        if x <= each.at[0] <= x + width and y <= each.at[1] <= y + height and each.text in name
    )


def _turned(point: Point, around: Point, turn: int) -> Point:
    """A point turned clockwise around another by a multiple of 90 degrees."""
    right, down = point[0] - around[0], point[1] - around[1]
    for _ in range(turn // 90 % 4):
        right, down = -down, right
    return around[0] + right, around[1] + down


GRID = 60  # tenths of a millimeter that a unit of a terminal's grid becomes


def felt_of(layout: Layout) -> Felt:
    """A grid's areas as a felt: enough for a game that draws no felt of its own."""
    below = (max(6, len(layout.notes) * 6)) * GRID
    bettings: list[Betting] = []
    inscriptions: list[Inscription] = []
    for area in layout.areas:
        box = (area.x * GRID, area.y * GRID, area.width * GRID, area.height * GRID)
        outline = rectangle(*box)
        bettings.append(
            Betting(area.wager, outline, middle(outline), " ".join(area.lines), area.pays, (), area.seat, area.also)
        )
        inscriptions += words_in((*area.lines, area.pays) if area.pays else area.lines, box, 260)
    height = layout.height * GRID
    notes = words_in((layout.holder, *layout.notes), (0, height, layout.width * GRID, below), 240)
    return Felt(
        layout.title, layout.holder, layout.width * GRID, height + below, tuple(bettings),
        inscriptions=(*inscriptions, *notes), without=layout.without, signs=layout.signs,
    )  # fmt: skip


def missing(felt: Felt) -> tuple[Required, ...]:
    """The words that the law requires on this layout and that are missing."""
    texts = " ".join(each.text for each in felt.inscriptions).casefold()
    wagers = {wager for each in felt.bettings for wager in each.wagers} | set(felt.without)
    names = {each.name for each in felt.marks}
    return tuple(
        each
        for each in felt.required
        if not each.shown
        or not all(
            " ".join(shown.casefold().split()) in texts or shown in wagers or shown in names or shown in felt.signs
            for shown in each.shown
        )
    )


def renamed(felt: Felt, holder: str) -> Felt:
    """The same felt for another holder."""
    return replace(felt, holder=holder)
