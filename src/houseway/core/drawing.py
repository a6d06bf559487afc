"""A layout as SVG: its rectangles, with chips on them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from html import escape

from houseway.core.layout import Area, Layout
from houseway.money import dollars

SCALE = 4
MARGIN = 24
LETTER = 6  # about as wide as a letter of these words
WORD = 18  # height of a line of words that the law requires on the layout


def svg(layout: Layout, chips: Mapping[str, int] | None = None, lit: Iterable[str] = ()) -> str:
    """The layout as an SVG picture; `chips` in cents by wager, `lit` the winning areas."""
    width, felt = layout.width * SCALE, layout.height * SCALE
    notes = [line for note in layout.notes for line in textwrap.wrap(note, max(20, width // LETTER))]
    height = felt + MARGIN + WORD * len(notes)
    shining = set(lit)
    areas = "".join(_area(area, area.chips(chips or {}), area.is_lit(shining)) for area in layout.areas)
    areas += "".join(_place(place) for place in layout.places)
    areas += "".join(_spot(spot, (chips or {}).get(spot.wager, 0), spot.wager in shining) for spot in layout.spots)
    areas += "".join(
        f'<text x="{width // 2}" y="{felt + WORD * (n + 1) - 4}" fill="#fff" font-size="12">{escape(word)}</text>'
        for n, word in enumerate(notes)
    )
    title = escape(f"{layout.title}: {layout.holder}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -{MARGIN} {width + 8} {height + 4}" role="img" '
        f'font-family="system-ui, sans-serif" text-anchor="middle" style="max-width:{width}px;background:#0b5d3b">'
        f'<title>{title}</title><text x="{width // 2}" y="-7" fill="#fff" font-size="14">{title}</text>{areas}</svg>'
    )


def _area(area: Area, cents: int, lit: bool) -> str:
    x, y, width, height = (side * SCALE for side in (area.x, area.y, area.width, area.height))
    middle = x + width // 2
    fill, ink = ("#ffd95a", "#222") if lit else ("none", "#fff")
    lines = (*area.lines, area.pays) if area.pays else area.lines
    slot = height // (len(lines) + 1)  # the last one is for chips
    size = min(15, slot - 3, max(8, 17 * width // (10 * max(len(line) for line in lines))))
    texts = [
        f'<text x="{middle}" y="{y + slot * (n + 1) - 4}" font-size="{size}" fill="{ink}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    ]
    if cents:
        worth, top = dollars(cents).removesuffix(".00"), y + height - slot
        wide = 14 + 6 * len(worth)
        pill = f'x="{middle - wide // 2}" y="{top}" width="{wide}" height="{slot - 3}" rx="{slot // 2}"'
        texts.append(f'<rect {pill} fill="#c22" stroke="#fff" stroke-dasharray="4 3"/>')
        texts.append(f'<text x="{middle}" y="{top + slot // 2 + 2}" font-size="10" fill="#fff">{worth}</text>')
    pays = f", pays {area.pays}" if area.pays else ""
    label = escape(" and ".join(area.wagers) + pays + (f", {dollars(cents)}" if cents else ""))
    box = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="#e8e3c8"/>'
    return f'<g data-wager="{escape(area.wager)}"><title>{label}</title>{box}{"".join(texts)}</g>'


def _place(place: Area) -> str:
    """A marked place that takes no wager."""
    x, y, width, height = (side * SCALE for side in (place.x, place.y, place.width, place.height))
    box = (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="#e8e3c8" stroke-dasharray="5 4"/>'
    )
    at = f'x="{x + width // 2}" y="{y + height // 2 + 4}"'
    return f'<g>{box}<text {at} font-size="12" fill="#fff">{escape(" ".join(place.lines))}</text></g>'


def _spot(spot: Area, cents: int, lit: bool) -> str:
    """A place on a line or corner: nothing is printed there, so it shows only its chips."""
    x, y = (spot.x + spot.width // 2) * SCALE, (spot.y + spot.height // 2) * SCALE
    label = escape(f"{spot.wager}, pays {spot.pays}" + (f", {dollars(cents)}" if cents else ""))
    fill = "#c22" if cents else "#ffd95a" if lit else "transparent"
    disc = f'<circle cx="{x}" cy="{y}" r="{spot.height * SCALE // 2}" fill="{fill}"/>'
    worth = dollars(cents).removesuffix(".00") if cents else ""
    text = f'<text x="{x}" y="{y + 3}" font-size="9" fill="#fff">{worth}</text>' if cents else ""
    return f'<g data-wager="{escape(spot.wager)}"><title>{label}</title>{disc}{text}</g>'
