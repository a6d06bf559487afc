"""Tiles drawn as on the layout: black, with red and white spots (621a.3(b)(1) and (6))."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.law.settings import Setting

WIDE, LONG = 40, 100  # one inch by two and a half: 621a.3(b)(1)
GAP = 4
RED, WHITE, BLACK = "#e4452f", "#ffffff", "#161616"
_LEFT, _MIDDLE, _RIGHT = 11, WIDE // 2, WIDE - 11
_TOP, _CENTRE, _BOTTOM = 12, 25, 38  # within one end of a tile

# Positions of the spots of one end, from its outer edge
_SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _CENTRE),),
    2: ((_LEFT, _CENTRE), (_RIGHT, _CENTRE)),
    3: ((_LEFT, _TOP), (_MIDDLE, _CENTRE), (_RIGHT, _BOTTOM)),
    4: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)),
    5: ((_LEFT, _TOP), (_RIGHT, _TOP), (_MIDDLE, _CENTRE), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)),
    6: ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _CENTRE), (_RIGHT, _CENTRE), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)),
}


def _ink(number: int, x: int, twelve: bool) -> str:
    """Ones, fours and one side of the Twelve are red, as is customary; the law requires red, white or both."""
    return RED if number in (1, 4) or (twelve and x == _LEFT) else WHITE


def _end(number: int, upper: bool, twelve: bool) -> Iterator[str]:
    for x, y in _SPOTS[number]:
        down = y if upper else LONG - y
        across = x if upper else WIDE - x
        radius = 7 if number == 1 else 5
        yield f'<circle cx="{across}" cy="{down}" r="{radius}" fill="{_ink(number, across, twelve)}"/>'


def drawn_tile(tile: Tile, x: int, y: int, across: bool = False) -> str:
    """One tile with its upper left corner here, upright or sideways."""
    upper, lower = int(tile[0]), int(tile[2])
    spots = "".join((*_end(upper, True, tile == "6-6"), *_end(lower, False, tile == "6-6")))
    box = f'<rect width="{WIDE}" height="{LONG}" rx="6" fill="{BLACK}" stroke="#888" stroke-width="1"/>'
    turn = f"translate({x + LONG} {y}) rotate(90)" if across else f"translate({x} {y})"
    return f'<g transform="{turn}">{box}{spots}</g>'


def _svg(width: int, height: int, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img"><title>{title}</title>{"".join(parts)}</svg>'
    )


def drawn_setting(way: Setting) -> str:
    """The high hand upright and the low hand sideways next to it, as the dealer lays them under 621a.10(c)."""
    upright = [drawn_tile(tile, place * (WIDE + GAP), 0) for place, tile in enumerate(way.high)]
    left = 2 * (WIDE + GAP) + 10
    lying = [drawn_tile(tile, left, 8 + place * (WIDE + GAP), across=True) for place, tile in enumerate(way.low)]
    return _svg(left + LONG, LONG, (*upright, *lying), str(way))
