"""The dice, cards and tiles of a round as one small picture: hands or throws side by side, each labeled with its owner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Final

from houseway.core import Event, seat_of
from houseway.core.lettering import width_of
from houseway.equipment.cards import FACE_DOWN, card_name
from houseway.numerics.pictures import PIPS

HIGH: Final = 40
DIE, CARD, TILE, GAP, APART = 26, 28, 18, 3, 16  # widths, the gap between pieces, the gap between hands
LETTER: Final = 10
BLACK, RED, WHITE = "#161616", "#b3202c", "#ffffff"
SUITS: Final = {  # outlines centered at the origin, 10 wide and high
    "S": "M0-5C1-3 5-1 5 2C5 4.5 1.6 4.5.7 3L1.6 5H-1.6L-.7 3C-1.6 4.5-5 4.5-5 2C-5-1-1-3 0-5Z",
    "H": "M0 5C-1.5 3-5 .6-5-2C-5-5-1-5 0-2.4C1-5 5-5 5-2C5 .6 1.5 3 0 5Z",
    "D": "M0-5L3.8 0L0 5L-3.8 0Z",
    "C": "M-.6 1.2A2.4 2.4 0 1 1-2-2.1A2.4 2.4 0 1 1 2-2.1A2.4 2.4 0 1 1 .6 1.2L1.6 5H-1.6Z",
}


@dataclass(slots=True)
class _Hand:
    label: str
    pieces: list[str] = field(default_factory=list)


def strip(events: Iterable[Event]) -> tuple[str, str] | None:
    """The picture and its alternative text; None for a round without dice, cards and tiles."""
    hands = [hand for hand in _hands(events) if hand.pieces]
    if not hands:
        return None
    parts: list[str] = []
    x = 1
    for hand in hands:
        if hand.label:
            parts.append(
                f'<text x="{x}" y="{HIGH // 2 + 4}" font-size="{LETTER}" fill="{BLACK}">{escape(hand.label)}</text>'
            )
            x += width_of(hand.label, LETTER * 100) // 100 + 5
        for piece in hand.pieces:
            drawn, wide = _drawn(piece)
            parts.append(f'<g transform="translate({x} 0)">{drawn}</g>')
            x += wide + GAP
        x += APART
    wide = x - APART
    size = f'viewBox="0 0 {wide} {HIGH}" width="{wide}" height="{HIGH}" font-family="Source Sans Pro, sans-serif"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'
    return svg, "; ".join(f"{hand.label or 'thrown'}: {', '.join(map(_name, hand.pieces))}" for hand in hands)


def width_mm(svg: str, height_mm: float) -> float:
    """The width of a strip of this height."""
    wide = int(svg.partition('viewBox="0 0 ')[2].partition(" ")[0])
    return wide * height_mm / HIGH


def _hands(events: Iterable[Event]) -> Iterator[_Hand]:
    """Throws one by one; cards and tiles by hand, in the order in which the hands began."""
    hands: dict[str, _Hand] = {}
    for event in events:
        given = event.fields
        if event.event != "result":
            continue
        if "dice" in given:
            yield _Hand("", [f"die {face}" for face in given["dice"]])
        for piece in (*given.get("cards", ()), *given.get("tiles", ())):
            whose = _whose(event)
            hand = hands.setdefault(whose, _Hand(whose))
            if given.get("hole") and FACE_DOWN in hand.pieces:
                hand.pieces[hand.pieces.index(FACE_DOWN)] = piece
            else:
                hand.pieces.append(piece)
    yield from hands.values()


def _whose(event: Event) -> str:
    place, position = event.fields.get("place"), event.fields.get("position")
    if place is not None:
        box = seat_of(place)
        return f"Seat {box.number}" if box is not None else str(place).capitalize()
    return f"Box {position}" if position else "Dealer"


def _name(piece: str) -> str:
    if piece == FACE_DOWN:
        return "a card face down"
    return piece.removeprefix("die ") if piece[0] == "d" or "-" in piece else card_name(piece)


def _drawn(piece: str) -> tuple[str, int]:
    if piece.startswith("die "):
        return _die(int(piece[4:])), DIE
    if "-" in piece:
        return _tile(piece), TILE
    return _card(piece), CARD


def _box(wide: int, high: int, fill: str, top: int = 0) -> str:
    size = f'x=".6" y="{top + 0.6:.1f}" width="{wide - 1.2:.1f}" height="{high - 1.2:.1f}" rx="3"'
    return f'<rect {size} fill="{fill}" stroke="{BLACK}" stroke-width="1.1"/>'


def _spots(face: int, middle: tuple[float, float], step: float, radius: float, ink: str) -> str:
    return "".join(
        f'<circle cx="{middle[0] + right * step:.1f}" cy="{middle[1] + down * step:.1f}" r="{radius}" fill="{ink}"/>'
        for right, down in PIPS[face]
    )


def _die(face: int) -> str:
    top = (HIGH - DIE) // 2
    return _box(DIE, DIE, WHITE, top) + _spots(face, (DIE / 2, top + DIE / 2), 7, 2.4, BLACK)


def _tile(tile: str) -> str:
    """Black with white spots; ones and fours red, as is customary."""
    halves = ((int(tile[0]), HIGH / 4 + 1), (int(tile[2]), HIGH * 3 / 4 - 1))
    spots = (_spots(face, (TILE / 2, y), 5, 2, "#f08070" if face in (1, 4) else WHITE) for face, y in halves)
    return _box(TILE, HIGH, BLACK) + "".join(spots)


def _card(card: str) -> str:
    if card == FACE_DOWN:
        lines = "".join(
            f'<path d="M4 {y}H{CARD - 4}" stroke="{WHITE}" stroke-width="1"/>' for y in range(6, HIGH - 4, 4)
        )
        return _box(CARD, HIGH, "#5a6b85") + lines
    ink = RED if card[-1] in "DH" else BLACK
    rank = f'<text x="{CARD / 2}" y="17" text-anchor="middle" font-size="15" font-weight="700" fill="{ink}">{card[:-1]}</text>'
    suit = f'<path transform="translate({CARD / 2} 28) scale(1.25)" d="{SUITS[card[-1]]}" fill="{ink}"/>'
    return _box(CARD, HIGH, WHITE) + rank + suit
