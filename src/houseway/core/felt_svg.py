"""A felt as SVG: the same drawing on paper and on a page, where each place for chips is a group with its wager's id."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from houseway.core.felt import Bend, Betting, Felt, Ink, Inscription, Mark, Outline, words_in
from houseway.core.lettering import TYPEFACE, WEIGHT, broken

COLORS = {
    Ink.NONE: "none", Ink.LINE: "#f3efdc", Ink.RED: "#b3202c", Ink.BLACK: "#191919", Ink.GREEN: "#0f7a4c", Ink.BLUE: "#1f4e8c",
    Ink.GOLD: "#e9c25a", Ink.WHITE: "#fdfbf3", Ink.SHADE: "#0a4f33",
}  # fmt: skip
ON_PAPER = {
    Ink.NONE: "none", Ink.LINE: "#111", Ink.RED: "#b3202c", Ink.BLACK: "#191919", Ink.GREEN: "#0f7a4c", Ink.BLUE: "#1f4e8c",
    Ink.GOLD: "#8a6d1a", Ink.WHITE: "#fff", Ink.SHADE: "#eee",
}  # fmt: skip
LETTERS = COLORS | {Ink.RED: "#ff8a75"}  # a red that can be read on the cloth
PALE = ON_PAPER | {
    Ink.RED: "#fbe1de",
    Ink.BLACK: "#c9c9c9",
    Ink.GREEN: "#e4f2e8",
    Ink.BLUE: "#e0e8f4",
    Ink.GOLD: "#f7efd6",
}  # large fields
WRITTEN = ON_PAPER | {Ink.WHITE: "#111"}  # letters on a pale field
CLOTH = "#0d5f3d"
STROKE = 24
NAME_SIZE = 200  # of equipment


def svg(felt: Felt, *, ink_saving: bool = False, margin: int = 0) -> str:
    """The whole drawing. `ink_saving`: dark lines on white, for a schematic. `margin`: white room around it for dimensions."""
    colors = ON_PAPER if ink_saving else COLORS
    box = f"{-margin} {-margin} {felt.width + 2 * margin} {felt.height + 2 * margin}"
    edge = felt.edge or ((0, 0), (felt.width, 0), (felt.width, felt.height), (0, felt.height))
    fill, line = ("#fff" if ink_saving else CLOTH), colors[Ink.LINE]
    cloth = f'<path d="{path(edge)}" fill="{fill}" stroke="{line}" stroke-width="{STROKE}"/>'
    fields, letters = (PALE, WRITTEN) if ink_saving else (COLORS, LETTERS)
    areas = "".join(_betting(each, fields) for each in felt.bettings if not each.spot)
    marks = "".join(_mark(each, colors, fields if each.dashed else colors) for each in felt.marks)
    words = "".join(_inscription(each, n, letters) for n, each in enumerate(felt.inscriptions))
    spots = "".join(_betting(each, fields) for each in felt.bettings if each.spot)
    logo = _logo(felt)
    title = escape(f"{felt.title}: the layout of {felt.holder}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" font-family="\'{TYPEFACE}\', sans-serif" '
        f'font-weight="{WEIGHT}" text-anchor="middle"><title>{title}</title>{cloth}{areas}{marks}{logo}{words}{spots}</svg>'
    )


def _logo(felt: Felt) -> str:
    """The holder's logo in its room, as large as it fits."""
    if not felt.picture or felt.logo is None:
        return ""
    x, y, width, height = felt.logo
    return f'<image href="{escape(felt.picture)}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def path(outline: Outline, closed: bool = True) -> str:
    """An outline as the data of an SVG path."""
    return "M" + "L".join(f"{x} {y}" for x, y in outline) + ("Z" if closed else "")


def _betting(each: Betting, colors: dict[Ink, str]) -> str:
    label = escape(each.label + (f", pays {each.pays}" if each.pays else ""))
    fill = "none" if each.spot else colors[each.ink]
    stroke = "none" if each.spot else colors[Ink.LINE]
    shape = f'<path d="{path(each.outline)}" fill="{fill}" stroke="{stroke}" stroke-width="{STROKE}"/>'
    return f'<g data-wager="{escape(each.wager)}" data-place="{escape(each.id)}"><title>{label}</title>{shape}</g>'


def _mark(each: Mark, colors: dict[Ink, str], fields: dict[Ink, str]) -> str:
    """A mark; words may stand on what is dashed, such as a cover, so that it is filled like a place for chips."""
    dashes = f' stroke-dasharray="{3 * STROKE} {2 * STROKE}"' if each.dashed else ""
    title = f"<title>{escape(each.name)}</title>" if each.name else ""
    fill, stroke = fields[each.fill], colors[each.stroke]
    inks = f'fill="{fill}" stroke="{stroke}" stroke-width="{STROKE}"{dashes}'
    name = _name_of_thing(each, colors) if each.stands else ""
    return f'<g>{title}<path d="{path(each.outline, each.closed)}" {inks}/>{name}</g>'


def _name_of_thing(each: Mark, colors: dict[Ink, str]) -> str:
    """Its text, in letters that fit into its outline."""
    xs, ys = [x for x, _ in each.outline], [y for _, y in each.outline]
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    line = words_in(broken(each.name, box[2], box[3], NAME_SIZE), box, NAME_SIZE)
    return "".join(_inscription(replace(words, ink=Ink.LINE), 0, colors) for words in line)


def _inscription(each: Inscription, number: int, colors: dict[Ink, str]) -> str:
    ink, text = colors[each.ink], escape(each.text)
    if each.bend is not None:
        return (
            f'<path id="bend-{number}" d="{_bent(each.bend)}" fill="none"/><text font-size="{each.size}" fill="{ink}">'
            f'<textPath href="#bend-{number}" startOffset="50%">{text}</textPath></text>'
        )
    x, y = each.at
    turned = f' transform="rotate({each.turn} {x} {y})"' if each.turn else ""
    return f'<text x="{x}" y="{y}" font-size="{each.size}" fill="{ink}"{turned}>{text}</text>'


def _bent(bend: Bend) -> str:
    """A half circle: words run over its top, or along its bottom, and stand upright in the middle."""
    (x, y), radius = bend.center, bend.radius
    sweep = 0 if bend.below else 1
    return f"M{x - radius} {y}A{radius} {radius} 0 0 {sweep} {x + radius} {y}"
