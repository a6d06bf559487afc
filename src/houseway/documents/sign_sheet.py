"""Signs to print: one per page, in type as large as the page allows, with the citations in small type at the foot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from houseway.core.game import AnyGame
from houseway.core.lettering import LINE, TYPEFACE, WEIGHT, width_of
from houseway.core.sign import Sign
from houseway.documents.paper import sections
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import PAPERS, quoted
from houseway.law import BadInput, Rules
from houseway.law.errors import one_of

POINTS_PER_MM: Final = 72 / 25.4
WIDTHS_MM: Final = {"letter": 279, "a4": 297}
HEIGHTS_MM: Final = {"letter": 216, "a4": 210}
MARGIN_MM: Final = 18
TITLE, BODY, LEAST = 96, 72, 12  # points
HEAD_MM: Final = 14  # the holder's name above the title
FOOT_MM: Final = 9
GAP: Final = 72  # points of space below the title and around the rows
ROW, BETWEEN = 1.35, 1.2  # ems between rows and between columns
COLUMNS_FROM: Final = 9  # with this many rows of figures or more, use two columns
RANGE: Final = re.compile(r"\b(\d+) to (\d+)\b")
NAME: Final = re.compile(r"\b([A-Z][a-z]{1,3}) (?=[A-Z])")  # a short first word of a name: Sic Bo, Fire Bet


def needed_signs(game: AnyGame, rules: Rules, only: str | None = None) -> tuple[Sign, ...]:
    """The signs of this submission, of one kind or of all; a kind that the chapter does not have is an error."""
    found = game.present.signs(rules)
    kinds = tuple(sign.kind for sign in found)
    if only is not None and only not in kinds:
        there = f"its kinds are {one_of(kinds)}" if kinds else "its chapter asks for no sign"
        raise BadInput(f"{game.title} has no sign {only!r}; {there}")
    return tuple(sign for sign in found if sign.needed and only in (None, sign.kind))


def signs_json(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """Every kind of sign of the chapter, with its text, or why this submission does not need it."""
    return {
        "game": game.id,
        "edition": rules.edition.id,
        "submission": rules.digest,
        "signs": [sign.as_json() for sign in game.present.signs(rules)],
    }


def signs_set(
    signs: Iterable[Sign], game: AnyGame, rules: Rules, form: str = "pdf", size: str = "letter"
) -> tuple[bytes, ...]:
    """Typeset signs: one PDF, or one picture per sign."""
    return typeset(source(signs, f"Signs for {game.title}", str(rules.option("holder")), size), form)


def source(signs: Iterable[Sign], title: str, holder: str, size: str = "letter") -> str:
    """All signs as Typst source."""
    head = (
        f"#set document(title: {quoted(title)}, date: none)\n"
        f'#set page(paper: "{PAPERS[size]}", flipped: true, margin: {MARGIN_MM}mm, '
        "background: rect(width: 100% - 16mm, height: 100% - 16mm, radius: 4mm, stroke: 3pt))\n"
        f'#set text(font: "{TYPEFACE}", weight: {WEIGHT}, lang: "en", region: "US", hyphenate: false)\n'
        "#set par(leading: 0.35em, spacing: 0.7em)\n"
        "#show heading: set block(above: 0pt, below: 0pt)\n"
    )
    return head + "\n#pagebreak()\n".join(_page(sign, holder, size) for sign in signs) + "\n"


def _page(sign: Sign, holder: str, size: str) -> str:
    wide = (WIDTHS_MM[size] - 2 * MARGIN_MM) * POINTS_PER_MM
    high = (HEIGHTS_MM[size] - 2 * MARGIN_MM - HEAD_MM - FOOT_MM) * POINTS_PER_MM
    title = one_line(sign.title, wide, TITLE)
    body = fitted(sign, wide, high - title * LINE / 1000 - GAP)
    lines = [
        f"#align(center, block(width: {_balanced(line, body, wide)}pt, below: {body // 2}pt, "
        f"[#set text(size: {body}pt)\n#set align(center)\n#par({quoted(line)})]))"
        for line in map(_glued, sign.lines)
    ]
    parts = [
        f"#align(center, text(size: {one_line(holder, wide, 22)}pt, {quoted(holder)}))\n#v(1fr)",
        f"#align(center, [#show heading: set text(size: {title}pt, weight: 700)\n#heading(level: 1, {quoted(sign.title)})])",
        "#v(16mm)",
        _table(sign, body) if sign.rows else "",
        *lines,
        f"#v(1fr)\n#align(center, text(size: 9pt, weight: 400, {quoted(f'{sections(sign.cites)}; {sign.where}')}))",
    ]
    return "\n".join(part for part in parts if part)


def one_line(text: str, wide: float, most: int) -> int:
    """The largest size in points at which a text fits on one line."""
    return max(LEAST // 2, min(most, int(wide * 960 / max(1, width_of(text, 1000)))))


def _glued(text: str) -> str:
    """A text without line breaks inside number ranges and short names: "19 to 36", "Sic Bo"."""
    return NAME.sub("\\1\u00a0", RANGE.sub("\\1\u00a0to\u00a0\\2", text))


def fitted(sign: Sign, wide: float, high: float) -> int:
    """The largest size in points at which rows and wrapped lines fit on the page without breaking a word."""
    for size in range(BODY, LEAST, -1):
        lines = sum(_lines(_glued(text), size, wide) for text in sign.lines)
        longest = max((width_of(word, size) for text in sign.lines for word in text.split()), default=0)
        rows = len(_in_columns(sign))
        tall = lines * size * LINE / 1000 + len(sign.lines) * size / 2 + rows * size * ROW
        if longest <= wide and _table_width(sign, size) <= wide and tall <= high:
            return size
    return LEAST


def _in_columns(sign: Sign) -> list[tuple[tuple[str, str], ...]]:
    """The rows, two side by side if there are many."""
    rows = sign.rows
    if len(rows) < COLUMNS_FROM:
        return [(row,) for row in rows]
    half = -(-len(rows) // 2)
    return [(rows[n], rows[n + half] if n + half < len(rows) else ("", "")) for n in range(half)]


def _table_width(sign: Sign, size: int) -> float:
    """The width of the columns of labels and figures, including the gaps."""
    rows = _in_columns(sign)
    if not rows:
        return 0
    cells = [[text for pair in row for text in pair] for row in rows]
    widths = [max(width_of(row[n], size) for row in cells) for n in range(len(cells[0]))]
    return sum(widths) + size * BETWEEN * (len(widths) - 1)


def _table(sign: Sign, size: int) -> str:
    """Labels and figures in columns."""
    rows = _in_columns(sign)
    cells = ", ".join(f"[#{quoted(text)}]" for row in rows for pair in row for text in pair)
    columns, aligned = ", ".join(("auto", "auto") * len(rows[0])), ", ".join(("left", "right") * len(rows[0]))
    return (
        f"#align(center, text(size: {size}pt, grid(columns: ({columns}), align: ({aligned}), "
        f"column-gutter: {BETWEEN}em, row-gutter: 0.6em, {cells})))\n#v(5mm)"
    )


def _balanced(text: str, size: int, wide: float) -> int:
    """The narrowest width with the same number of lines, so that no word stands alone on the last line."""
    lines, narrow = _lines(text, size, wide), wide
    while lines > 1 and narrow > size and _lines(text, size, narrow - size / 2) == lines:
        narrow -= size / 2
    return int(min(wide, narrow + size / 2))


def _lines(text: str, size: int, wide: float) -> int:
    """The number of lines that a text takes at a size."""
    lines, room = 1, 0
    for word in text.split(" "):
        width = width_of(word + " ", size)
        if room and room + width > wide:
            lines, room = lines + 1, 0
        room += width
    return lines
