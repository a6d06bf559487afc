"""A wheel as SVG: its sectors clockwise from the top, in their colors, each with its label."""

from __future__ import annotations

from html import escape

from houseway.core.felt import Ink, Ring, Sector
from houseway.core.felt_svg import COLORS, PALE, path
from houseway.core.lettering import TYPEFACE, WEIGHT, size_for, width_of
from houseway.numerics.curves import circle, on_circle, ring_part

RADIUS = 10_000
MARGIN = 700
RIM, INNER = 9_700, 7_000
DARK = {Ink.RED, Ink.BLACK, Ink.GREEN, Ink.BLUE, Ink.SHADE}
LINE, WOOD = "#e8d9a8", "#3b2413"


def ring_svg(ring: Ring, ink_saving: bool = False) -> str:
    """The whole wheel, with its name and number of sectors in the middle."""
    center, count = (RADIUS, RADIUS), len(ring.sectors)
    step = 360 / count
    fields = PALE if ink_saving else COLORS
    wood, line = ("#fff", "#111") if ink_saving else (WOOD, LINE)
    rim = f'<path d="{path(circle(center, RADIUS))}" fill="{wood}" stroke="{line}" stroke-width="40"/>'
    parts = "".join(_sector(each, n * step - 90, step, fields, line, ink_saving) for n, each in enumerate(ring.sectors))
    hub = "".join(
        f'<path d="{path(circle(center, radius))}" fill="{fill}" stroke="{line}" stroke-width="40"/>'
        for radius, fill in ((INNER, wood), (INNER * 3 // 4, "none"))
    )
    words = (ring.title, f"{count} equal places, clockwise from the top")
    size = size_for(words, INNER * 13 // 10, INNER // 2, 700)
    middle = "".join(
        f'<text x="{RADIUS}" y="{RADIUS + n * size * 3 // 2}" font-size="{size if not n else size * 3 // 4}" fill="{line}">'
        f"{escape(text)}</text>"
        for n, text in enumerate(words)
    )
    pointer = f"M{RADIUS - 260} {-MARGIN // 2}L{RADIUS + 260} {-MARGIN // 2}L{RADIUS} {MARGIN // 2}Z"
    clapper = f'<path d="{pointer}" fill="{line}" stroke="{wood}" stroke-width="30"/>' if ring.clapper else ""
    box = f"{-MARGIN} {-MARGIN} {2 * (RADIUS + MARGIN)} {2 * (RADIUS + MARGIN)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" font-family="\'{TYPEFACE}\', sans-serif" '
        f'font-weight="{WEIGHT}" text-anchor="middle"><title>{escape(ring.title)}</title>{rim}{parts}{hub}{middle}{clapper}</svg>'
    )


def _sector(each: Sector, middle: float, step: float, fields: dict[Ink, str], line: str, ink_saving: bool) -> str:
    """One sector: its shape, its label near the rim and the second line near the hub, to be read from outside."""
    center = (RADIUS, RADIUS)
    shape = path(ring_part(center, INNER, RIM, middle - step / 2, middle + step / 2))
    dark = each.ink in DARK and not ink_saving
    letters = "#fdfbf3" if dark else "#191919"
    outer = (RIM + INNER) // 2
    room = round((RIM + outer) / 2 * step / 57.3 * 0.8)
    picture = _picture(each, middle, RIM - 510, room, fields, line) if each.picture else ""
    top = RIM - 880 if picture else RIM - 150
    label = _radial(each.label, middle, outer if picture else outer + 200, top, room, letters, 720)
    under = (
        _radial(each.under, middle, INNER + 150, outer - (220 if picture else 0), room * INNER // RIM, letters, 420)
        if each.under
        else ""
    )
    if not each.under:
        label = _radial(each.label, middle, INNER + 300, min(top, RIM - 250), room * 9 // 10, letters, 1_000)
    return f'<path d="{shape}" fill="{fields[each.ink]}" stroke="{line}" stroke-width="30"/>{picture}{label}{under}'


def _picture(each: Sector, degrees: float, radius: int, room: int, fields: dict[Ink, str], line: str) -> str:
    """The symbol of a sector, as wide as the available space, upright when seen from outside."""
    xs = [x for mark in each.picture for x, _ in mark.outline]
    x, y = on_circle((RADIUS, RADIUS), radius, degrees)
    drawn = "".join(
        f'<path d="{path(mark.outline)}" fill="{fields.get(mark.fill, "none")}" '
        f'stroke="{"none" if mark.stroke is Ink.NONE else line}" stroke-width="30"/>'
        for mark in each.picture
    )
    return f'<g transform="translate({x} {y}) rotate({degrees + 90:g}) scale({room / (max(xs) - min(xs)):.3f})">{drawn}</g>'


def _radial(text: str, degrees: float, inner: int, outer: int, room: int, fill: str, most: int) -> str:
    """Text between two circles: across the sector if it fits at a readable size, otherwise along the spoke."""
    center = (RADIUS, RADIUS)
    across = min(most, room * 1000 // max(1, width_of(text, 1000)), (outer - inner) * 1000 // 800)
    along = min(most, (outer - inner) * 1000 // max(1, width_of(text, 1000)), room)
    if across * 10 >= along * 9:
        x, y = on_circle(center, (inner + outer) // 2 - across // 3, degrees)
        turn = f"rotate({degrees + 90:g} {x} {y})"
        return f'<text x="{x}" y="{y}" font-size="{across}" fill="{fill}" transform="{turn}">{escape(text)}</text>'
    x, y = on_circle(center, (inner + outer) // 2, degrees)
    return (
        f'<text x="{x}" y="{y}" font-size="{along}" fill="{fill}" dominant-baseline="central" '
        f'transform="rotate({degrees + 180:g} {x} {y})">{escape(text)}</text>'
    )
