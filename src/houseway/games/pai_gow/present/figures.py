"""The deliveries of 621a.8(d) and 621a.9, drawn from the same groups of tiles that are dealt.

The stacks are shown as the dealer sees them, the first stack at the right. Each tile has the number of the position it goes to,
where 1 is the starting position. Tiles that the dealer moves to indicate the delivery are drawn moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape

from houseway.core import Figure
from houseway.games.pai_gow.law.deliveries import DELIVERIES, DIAGONAL, FORWARD, HEAD, HEIGHT, STACKS, Delivery, Place
from houseway.law import Citation, Rules

LEGEND = "1 goes to the starting position, 2 to the next one counterclockwise, and so on."
WIDE, THICK, GAP = 44, 20, 10  # size of a tile in a stack, and the gap between stacks
TITLE = 64  # above the stacks: the title, and room for moved tiles
INKS = ("#7a1f1f", "#1f4e7a", "#2d6a2d", "#7a5a1f", "#5a1f7a", "#1f7a70", "#7a1f5a", "#444444")  # by position


@cache
def delivery_figures(rules: Rules) -> Mapping[Citation, Figure]:
    """A figure for each delivery, by its paragraph."""
    return {each.cite: Figure(each.name, as_text(each), as_svg(each)) for each in DELIVERIES.values()}


def numbers(delivery: Delivery) -> Mapping[Place, int]:
    """The position number of each tile."""
    return {place: number for number, four in enumerate(delivery.fours, 1) for place in four}


def as_text(delivery: Delivery) -> str:
    """The eight stacks in rows from top to bottom, with moved tiles in brackets."""
    to, stacks = numbers(delivery), range(STACKS, 0, -1)
    lines = [delivery.name, "dealer's left" + " " * 20 + "dealer's right"]
    for level in range(1, HEIGHT + 1):
        cells = (f"[{to[s, level]}]" if (s, level) in delivery.shown else f" {to[s, level]} " for s in stacks)
        side = "top" if level == 1 else "bottom" if level == HEIGHT else ""
        lines.append(("  ".join(cells) + f"   {side}").rstrip())
    lines.append(f"In brackets: {delivery.moved}." if delivery.moved else "Nothing is moved.")
    return "\n".join((*lines, LEGEND)) + "\n"


# The picture


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One tile in the picture: its center, rotation and number."""

    x: int
    y: int
    turned: int
    number: int


def _column(stack: int) -> int:
    """The center of a stack, as the dealer sees it."""
    return 20 + (STACKS - stack) * (WIDE + GAP) + WIDE // 2


def _top(delivery: Delivery) -> int:
    """The top of stacks of four, lower if there are tall stacks too."""
    return TITLE + (HEIGHT * THICK if delivery.moved == HEAD else 0)


def _tiles(delivery: Delivery) -> Iterator[_Drawn]:
    """Each tile's place after the dealer indicates the delivery."""
    to, top = numbers(delivery), _top(delivery)
    moved = {stack for stack, _ in delivery.shown}
    inward = 1 if 1 in moved else -1  # the side of the other stacks
    for (stack, level), number in to.items():
        x, y, turned = _column(stack), top + (level - 1) * THICK + THICK // 2, 0
        if delivery.moved == FORWARD and stack in moved:
            y -= THICK
        elif delivery.moved == DIAGONAL and (stack, level) in delivery.shown:
            x, y, turned = _column(stack + 2 * inward), top - THICK, -12 * inward
        elif delivery.moved == HEAD and stack in moved:
            x, y = _column(stack + 2 * inward), y - HEIGHT * THICK - (8 if (stack, level) in delivery.shown else 0)
        yield _Drawn(x, y, turned, number)


def _svg_tile(tile: _Drawn, long: int) -> str:
    box = f'x="{tile.x - long // 2}" y="{tile.y - THICK // 2}" width="{long}" height="{THICK - 1}" rx="3"'
    turn = f' transform="rotate({tile.turned} {tile.x} {tile.y})"' if tile.turned else ""
    ink = INKS[tile.number - 1]
    text = f'<text x="{tile.x}" y="{tile.y + 4}" font-size="12" fill="#fff">{tile.number}</text>'
    return f'<g{turn}><rect {box} fill="{ink}" stroke="#fff" stroke-width="1"/>{text}</g>'


def as_svg(delivery: Delivery) -> str:
    """The stacks with the dealer's moves, each tile with the number of its position."""
    width, bottom = 40 + STACKS * (WIDE + GAP) - GAP, _top(delivery) + HEIGHT * THICK
    tiles = "".join(
        _svg_tile(tile, 3 * WIDE if tile.turned else WIDE)
        for tile in sorted(_tiles(delivery), key=lambda tile: abs(tile.turned))
    )
    words = (
        (width // 2, 18, 14, delivery.name),
        (60, bottom + 20, 11, "dealer's left"),
        (width - 60, bottom + 20, 11, "dealer's right"),
        (width // 2, bottom + 38, 11, f"To show it: {delivery.moved}." if delivery.moved else "Nothing is moved."),
        (width // 2, bottom + 54, 11, LEGEND),
    )
    texts = "".join(f'<text x="{x}" y="{y}" font-size="{size}">{escape(word)}</text>' for x, y, size, word in words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 64}" role="img" '
        f'font-family="system-ui, sans-serif" text-anchor="middle" style="max-width:{width}px">'
        f'<title>{escape(delivery.name)}</title><rect width="100%" height="100%" fill="#fbfaf5"/>{texts}{tiles}</svg>'
    )
