"""617a.1(f): the layout to scale beside the wheel, and the replica of the wheel; 617a.1(c) and (d): the wheel."""

from __future__ import annotations

from houseway.core.felt import (
    APPROVED,
    INCH,
    Betting,
    Box,
    Felt,
    Ink,
    Inscription,
    Mark,
    Measure,
    Outline,
    Point,
    Required,
    Ring,
    Sector,
    equipment,
    middle,
    name_in,
    rectangle,
    words_in,
)
from houseway.core.felt import boxes as drop_and_tip
from houseway.games.roulette.geometry import DOZENS, HALVES, ROWS, ChipPlace, boxes
from houseway.games.roulette.layout import draw_layout
from houseway.games.roulette.offers import catalogue, lawful_places
from houseway.games.roulette.racetrack import racetrack
from houseway.games.roulette.wagers import WAGERS
from houseway.games.roulette.wheel import DOUBLE_ZERO, SINGLE, ZEROS, colour_of, covered, order, physical, wheel_of
from houseway.law import Citation, Rules
from houseway.numerics.curves import circle, polygon, ring_part, rounded
from houseway.numerics.pictures import diamond

NAME, AREAS, LIMITS, REPLICA = (Citation(f"617a.1(f)({n})") for n in range(1, 5))
BOXES = Citation("617a.1(g)")
COVER, NOTICE = Citation("617a.1(e)(1)"), Citation("617a.1(e)(2)")
RINGS = {"single": Citation("617a.1(c)"), "double": Citation("617a.1(d)")}
ROW, HALF = 1_000, 600  # a unit along the layout; a half of a column, across it
STRIP = 1_000  # the width of the dozens and of the even money boxes
WIDTH, HEIGHT = 25_400, 12_400
WHEEL_AT, ZERO_AT = (4_700, 5_700), 10_450  # the middle of the wheel; where the numbers begin
BELOW = 9_000  # the line between the first column and the dozens
SPOT = 130  # the radius of a place on a line or a corner
INKS = {"red": Ink.RED, "black": Ink.BLACK, "green": Ink.GREEN}
LABELED = {f"dozen:{n + 1}": label for n, label in enumerate(DOZENS)} | {
    each: each.replace("-", " - ").capitalize() for each in HALVES
}


def at(x: int, y: int) -> Point:
    """A point of the geometry, in half units, on the felt: rows run to the right, the first column is nearest to the players."""
    along = ZERO_AT + (y * ROW) // 2
    return along, BELOW - (x * HALF) // 2 if x >= 0 else BELOW + (-x * STRIP) // 4


def draw_felt(rules: Rules) -> Felt:
    """The wheel at one end, the numbers at the other, the dozens and even money boxes toward the players."""
    holder, found = str(rules.option("holder")), lawful_places(rules)
    replica, drawn, letters = racetrack(rules, [place for place in found if place.sort == "replica"])
    bettings = (
        *(_area(place, rules) for place in found if place.sort == "box"),
        *(each for place in found if place.sort in ("line", "corner") for each in (_spot(place, rules, found),)),
        *replica,
    )
    logo = (1_500, 10_300, 6_400, 1_300)
    signs = draw_layout(rules).words
    return Felt(
        "Roulette", holder, WIDTH, HEIGHT, bettings,
        (*_wheel(rules), *_colors(rules), *_cover(rules), *drawn, *_equipment()),
        (
            *(each for place in found if place.sort == "box" for each in _words(place, rules)),
            *name_in(holder, logo, 720, (NAME,)), *_cover_words(rules), *letters, *_title(rules),
        ),
        required=_required(rules, holder, signs), signs=signs, edge=rounded(0, 0, WIDTH, HEIGHT, 1_500), logo=logo,
        measures=(
            Measure("length of the table", WIDTH), Measure("width of the table", HEIGHT),
            Measure("diameter of the wheel, at least", 2 * _wheel_radius(rules), (rules.cite("wheel_inches_min"),)),
        ),
    )  # fmt: skip


def _required(rules: Rules, holder: str, signs: tuple[str, ...]) -> tuple[Required, ...]:
    offers = catalogue(rules)
    found = [
        Required("the certificate holder's name or logo", (NAME,), (holder,)),
        Required("areas for the wagers that 617a.3 authorizes", (AREAS,), tuple(w for w in offers if not w.startswith("five"))),
        *(
            Required(f"a box labeled {label}", (offers[wager].cite,), (wager, label)) for wager, label in LABELED.items()
        ),
        Required("a sign with the smallest and the largest wager", (LIMITS,), signs[:1], by_sign=True),
    ]  # fmt: skip
    if covered(rules):
        found += [
            Required("a cover that shows that 00 cannot be wagered on", (COVER,), ("00 not available",)),
            Required("the notices of a double zero wheel used as a single zero wheel", (NOTICE,), signs[1:], by_sign=True),
        ]  # fmt: skip
    if rules.option("five_adjacent"):
        places = tuple(wager for wager in offers if wager.startswith("five"))
        found.append(Required("a replica of the wheel", (REPLICA,), ("replica of the wheel", *places)))
    return tuple(found)


def _outline(label: str, double: bool) -> Outline:
    """A box on the felt; a zero comes to a point at the end toward the wheel."""
    box = boxes(double)[label]
    (left, bottom), (right, top) = at(2 * box.left, 2 * box.top), at(2 * box.right, 2 * box.bottom)
    if label not in ZEROS:
        return rectangle(left, top, right - left, bottom - top)
    point = left - ROW // 4
    return (
        (left + ROW // 4, top),
        (right, top),
        (right, bottom),
        (left + ROW // 4, bottom),
        (point, (top + bottom) // 2),
    )


def _box_of(outline: Outline) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _area(place: ChipPlace, rules: Rules) -> Betting:
    offer = catalogue(rules)[place.wager]
    outline = _outline(place.where, wheel_of(rules) != SINGLE)
    ink = INKS[colour_of(place.where, rules)] if place.wager.startswith("straight:") else Ink.NONE
    return Betting(
        place.wager,
        outline,
        middle(outline),
        offer.name,
        offer.pays,
        (AREAS, *offer.cites),
        numbers=place.numbers or tuple(n for n in map(str, range(1, 37)) if WAGERS.decide(place.wager, n, rules)[0]),
        ink=ink,
    )


def _spot(place: ChipPlace, rules: Rules, found: tuple[ChipPlace, ...]) -> Betting:
    """A round place; the second one of a wager (0 and 00 between two dozens) is a copy."""
    offer = catalogue(rules)[place.wager]
    first = next(each for each in found if each.wager == place.wager)
    center = at(place.at.x, place.at.y)
    return Betting(
        place.wager, polygon(center, SPOT, 16), center, f"{offer.name}: {place.where}", offer.pays, (AREAS, *offer.cites),
        numbers=place.numbers, spot=True, copy=0 if first is place else 2,
    )  # fmt: skip


def _words(place: ChipPlace, rules: Rules) -> tuple[Inscription, ...]:
    """The words in a box: numbers face the players' end, red and black are diamonds, columns show their payout."""
    box = _box_of(_outline(place.where, wheel_of(rules) != SINGLE))
    x, y, width, height = box
    if place.wager.startswith("straight:"):
        return words_in((place.where,), box, 560, turn=270, ink=Ink.WHITE)
    if place.wager.startswith("column:"):
        pays = catalogue(rules)[place.wager].pays
        return words_in((pays,), (x, y + 60, width, height - 120), 330, turn=270)
    if place.wager in ("red", "black"):
        return words_in((place.wager.upper(),), (x, y + height - 380, width, 340), 260)
    return words_in((LABELED[place.wager].upper(),), box, 460)


def _colors(rules: Rules) -> tuple[Mark, ...]:
    """The diamonds of red and black."""
    double = wheel_of(rules) != SINGLE
    marks = []
    for label, ink in (("red", Ink.RED), ("black", Ink.BLACK)):
        x, y, width, height = _box_of(_outline(label, double))
        marks.append(Mark(diamond((x + width // 2, y + (height - 320) // 2), width * 6 // 10, height * 12 // 20), ink))
    return tuple(marks)


def _wheel_radius(rules: Rules) -> int:
    return rules.number("wheel_inches_min") * INCH // 2


def _wheel(rules: Rules) -> tuple[Mark, ...]:
    """The wheel to scale: its bowl, the ring of numbers in their colors, the hub."""
    radius, ring = _wheel_radius(rules), order(rules)
    half = 180 / len(ring)
    pockets = (
        Mark(
            ring_part(WHEEL_AT, radius * 55 // 100, radius * 70 // 100, (2 * n - 1) * half - 90, (2 * n + 1) * half - 90),
            INKS[colour_of(number, rules)], Ink.GOLD,
        )
        for n, number in enumerate(ring)
    )  # fmt: skip
    bowl = Mark(
        circle(WHEEL_AT, radius), Ink.SHADE, Ink.GOLD, name="Roulette wheel", cites=(rules.cite("wheel_inches_min"),)
    )
    return (
        bowl,
        Mark(circle(WHEEL_AT, radius * 9 // 10), stroke=Ink.GOLD),
        *pockets,
        Mark(circle(WHEEL_AT, radius // 6), Ink.GOLD, Ink.NONE),
    )


def _equipment() -> tuple[Mark, ...]:
    return (
        equipment(rounded(WIDTH - 7_600, 450, 4_600, 1_050, 120), "table inventory container"),
        *drop_and_tip(
            rounded(WIDTH - 9_350, 450, 1_500, 800, 80), rounded(WIDTH - 2_800, 450, 1_500, 800, 80), (BOXES,), APPROVED
        ),
        equipment(rounded(9_200, 450, 2_200, 1_050, 100), "sign with the limits", (LIMITS,), "at the table"),
    )


def _cover(rules: Rules) -> tuple[Mark, ...]:
    """617a.1(e)(1): the cover over 00."""
    if not covered(rules):
        return ()
    return (Mark(_outline(DOUBLE_ZERO, True), Ink.BLACK, dashed=True, name="cover of the 00", cites=(COVER,)),)


def _cover_words(rules: Rules) -> tuple[Inscription, ...]:
    if not covered(rules):
        return ()
    x, y, width, height = _box_of(_outline(DOUBLE_ZERO, True))
    return words_in(
        ("00 not", "available"), (x + 260, y, width - 260, height), 260, turn=270, ink=Ink.WHITE, cites=(COVER,)
    )


def _title(rules: Rules) -> tuple[Inscription, ...]:
    if rules.option("five_adjacent"):
        return ()
    return words_in(("ROULETTE",), (ZERO_AT, 2_000, ROWS * ROW, 2_000), 1_200, ink=Ink.GOLD)


def draw_rings(rules: Rules) -> tuple[Ring, ...]:
    """The wheel of the table, from 0 clockwise; a 00 that cannot be wagered on has no wager."""
    offers = catalogue(rules)
    sectors = tuple(
        Sector(number, INKS[colour_of(number, rules)], wager if wager in offers else "")
        for number in order(rules)
        for wager in (f"straight:{number}",)
    )
    across, least = rules.number("wheel_inches_min") * INCH, rules.cite("wheel_inches_min")
    title = f"The {wheel_of(rules).replace('-', ' ')} wheel"
    return (Ring(title, sectors, (RINGS[physical(rules)],), False, across, (least,)),)
