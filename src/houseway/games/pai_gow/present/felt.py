"""621a.2(b): the layout to scale: six betting areas with room for two hands each, and the Dead Hand at the dealer's left."""

from __future__ import annotations

from dataclasses import replace

from houseway.cardroom.half_round import (
    CENTER,
    HEIGHT,
    RADIUS,
    WIDTH,
    Station,
    arched,
    room_for_name,
    stations,
    table_edge,
)
from houseway.core.felt import (
    OPPOSITE,
    Betting,
    Box,
    Felt,
    Ink,
    Inscription,
    Mark,
    Measure,
    Required,
    boxes,
    equipment,
    rectangle,
    words_in,
)
from houseway.games.pai_gow.law.betting import catalogue
from houseway.games.pai_gow.law.state import WAGER
from houseway.law import Citation, Rules
from houseway.numerics.curves import ring_part, rounded

NAME, AREAS, DEAD = (Citation(f"621a.2(b)({n})") for n in range(1, 4))
SEATS, BOXES, SHAKER, MARKER = (Citation(c) for c in ("621a.2(a)", "621a.2(c)", "621a.2(d)", "621a.1[Marker]"))
GENERATOR, RESTS, RESTING = (
    Citation("621a.2(e)"),
    Citation("621a.8(f)"),
    "to the dealer's right, once the tiles are dealt",
)
SET, DEALERS = Citation("621a.10(a)"), Citation("621a.10(c)")
BET_INNER, BET_OUTER, HAND_INNER, HAND_OUTER = 5_900, 7_300, 7_450, 9_100
TILE_LONG, TILE_WIDE = 635, 254  # two and a half inches by one
DEAD_BOX: Box = (15_100, 1_350, 2_300, 1_500)  # at the dealer's left, which is at the right here


def draw_felt(rules: Rules) -> Felt:
    """The first position is at the dealer's right, since tiles go around counterclockwise."""
    holder, offer = str(rules.option("holder")), catalogue(rules)[WAGER]
    seats = tuple(replace(each, seat=rules.boxes + 1 - each.seat) for each in stations(rules.boxes))
    logo, name = room_for_name(holder, 3_300, (NAME,))
    bettings = (
        Betting(
            WAGER, seat.band(BET_INNER, BET_OUTER, 62), seat.at((BET_INNER + BET_OUTER) // 2), f"Wager of position {seat.seat}",
            offer.pays, (AREAS, *offer.cites), seat.seat,
        )
        for seat in sorted(seats, key=lambda each: each.seat)
    )  # fmt: skip
    return Felt(
        "Pai Gow", holder, WIDTH, HEIGHT, tuple(bettings),
        (*_equipment(rules), *_dead_hand(), *_dealers_hands(), *(mark for seat in seats for mark in _hands(seat))),
        (
            *name, arched("PAI GOW", 5_250, 1_150, ink=Ink.GOLD), *_dealers_words(),
            *words_in(("DEAD HAND",), (DEAD_BOX[0], DEAD_BOX[1] + 80, DEAD_BOX[2], 420), 330, cites=(DEAD,)),
            *(word for seat in seats for word in _words(seat)),
        ),
        (
            Required("positions for six players on one side, and a place for the dealer on the other", (SEATS,), (WAGER,)),
            Required("the certificate holder's name or logo", (NAME,), (holder,)),
            Required("six separate betting areas", (AREAS,), (WAGER,)),
            Required("a separate area at the dealer's left for the four tiles of the Dead Hand", (DEAD,), ("Dead Hand",)),
        ),
        edge=table_edge(), logo=logo, measures=(Measure("width of the table", WIDTH), Measure("depth of the table", HEIGHT)),
    )  # fmt: skip


def _equipment(rules: Rules) -> tuple[Mark, ...]:
    """The chips, the shaker and the generator if there is one, drop box and tip box, and the marker of the bank."""
    generator = equipment(rounded(1_500, 1_800, 1_500, 900, 120), "random number generator", (GENERATOR,))
    marker = equipment(rounded(4_300, 1_500, 1_300, 1_000, 480), "bank marker", (MARKER,))
    return (
        equipment(rounded(RADIUS - 3_000, 150, 6_000, 1_000, 120), "table inventory container"),
        equipment(rounded(1_500, 300, 1_500, 1_300, 550), "Pai Gow shaker", (SHAKER, RESTS), RESTING),
        *((generator,) if rules.option("starting_position") == "generator" else ()),
        *boxes(rounded(4_300, 150, 1_300, 700, 80), rounded(WIDTH - 5_600, 150, 1_300, 700, 80), (BOXES,), OPPOSITE),
        *((marker,) if rules.option("player_bank") else ()),
    )


def _tiles(x: int, y: int, count: int) -> tuple[Mark, ...]:
    """Upright tiles side by side."""
    return tuple(
        Mark(rectangle(x + n * (TILE_WIDE + 70), y, TILE_WIDE, TILE_LONG), stroke=Ink.GOLD) for n in range(count)
    )


def _dead_hand() -> tuple[Mark, ...]:
    x, y, width, _ = DEAD_BOX
    tiles = 4 * TILE_WIDE + 3 * 70
    return (
        Mark(rectangle(*DEAD_BOX), Ink.SHADE, name="Dead Hand", cites=(DEAD,)),
        *_tiles(x + (width - tiles) // 2, y + 650, 4),
    )


def _dealers_hands() -> tuple[Mark, ...]:
    """621a.10(c): the high hand upright, the low hand across it."""
    x, y = CENTER[0], 1_450
    across = (Mark(rectangle(x + 500, y + 560 + n * 324, TILE_LONG, TILE_WIDE), stroke=Ink.GOLD) for n in range(2))
    return (
        Mark(rectangle(x - 1_700, y, 3_400, 1_350), name="the dealer's hands", cites=(DEALERS,)),
        *_tiles(x - 1_050, y + 540, 2),
        *across,
    )


def _dealers_words() -> tuple[Inscription, ...]:
    x, y = CENTER[0], 1_450
    boxes = {"HIGH": (x - 1_600, y + 60, 1_600, 400), "LOW": (x, y + 60, 1_600, 400)}
    return tuple(word for text, box in boxes.items() for word in words_in((text,), box, 300))


def _hands(seat: Station) -> tuple[Mark, ...]:
    """621a.10(a): the two hands lie behind the betting area, apart from each other."""
    reach = seat.half * 72 // 100
    sides = ((seat.degrees, seat.degrees + reach), (seat.degrees - reach, seat.degrees))
    return tuple(
        Mark(
            ring_part(CENTER, HAND_INNER, HAND_OUTER, start, end),
            name=f"{name} hand of position {seat.seat}",
            cites=(SET,),
        )
        for name, (start, end) in zip(("high", "low"), sides, strict=True)
    )


def _words(seat: Station) -> tuple[Inscription, ...]:
    """The number of the position, and where each hand goes."""
    reach = seat.half * 36 // 100
    number = Inscription(str(seat.seat), seat.at((BET_INNER + BET_OUTER) // 2 + 230), 700, seat.turn, cites=(AREAS,))
    sides = (
        replace(seat, degrees=seat.degrees + turn).words(text, (HAND_INNER + HAND_OUTER) // 2 + 120, 340, 34)
        for text, turn in (("HIGH", reach), ("LOW", -reach))
    )
    return (number, *sides)
