"""Signs to print: one on a page, in letters as large as the page allows, with the paragraphs small at the foot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from houseway.core.game import AnyGame
from houseway.core.lettering import LINE, TYPEFACE, WEIGHT, width_of
from houseway.core.sign import Sign
from houseway.documents.paper import sections
from houseway.documents.typst_source import PAPERS, quoted
from houseway.law import BadInput, Rules
from houseway.law.errors import one_of

POINTS_PER_MM: Final = 72 / 25.4
WIDTHS_MM: Final = {"letter": 279, "a4": 297}
HEIGHTS_MM: Final = {"letter": 216, "a4": 210}
MARGIN_MM: Final = 22
TITLE, BODY, LEAST = 96, 66, 12  # points
HEAD_MM: Final = 22  # the holder's name above the title
FOOT_MM: Final = 14
COLUMNS_FROM: Final = 9  # rows of figures that are set in two columns


def needed_signs(game: AnyGame, rules: Rules, only: str | None = None) -> tuple[Sign, ...]:
    """The signs of this submission, of one kind or of all; a kind that the chapter does not have is an error."""
    found = game.present.signs(rules)
    kinds = tuple(sign.kind for sign in found)
    if only is not None and only not in kinds:
        there = f"its kinds are {one_of(kinds)}" if kinds else "its chapter asks for no sign"
        raise BadInput(f"{game.title} has no sign {only!r}; {there}")
    return tuple(sign for sign in found if sign.needed and only in (None, sign.kind))


def signs_json(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """Every kind of sign of the chapter, with what it says, or why this submission needs none."""
    return {
        "game": game.id,
        "edition": rules.edition.id,
        "submission": rules.digest,
        "signs": [sign.as_json() for sign in game.present.signs(rules)],
    }


def source(signs: Iterable[Sign], title: str, holder: str, size: str = "letter") -> str:
    """All signs as Typst source."""
    head = (
        f"#set document(title: {quoted(title)}, date: none)\n"
        f'#set page(paper: "{PAPERS[size]}", flipped: true, margin: {MARGIN_MM}mm, '
        "background: rect(width: 100% - 16mm, height: 100% - 16mm, radius: 4mm, stroke: 3pt))\n"
        f'#set text(font: "{TYPEFACE}", weight: {WEIGHT}, lang: "en", region: "US", hyphenate: false)\n'
        "#set par(leading: 0.42em, spacing: 0.6em)\n"
        "#show heading: set text(weight: 700)\n#show heading: set block(above: 0pt, below: 7mm)\n"
    )
    return head + "\n#pagebreak()\n".join(_page(sign, holder, size) for sign in signs) + "\n"


def _page(sign: Sign, holder: str, size: str) -> str:
    wide = (WIDTHS_MM[size] - 2 * MARGIN_MM) * POINTS_PER_MM
    high = (HEIGHTS_MM[size] - 2 * MARGIN_MM - HEAD_MM - FOOT_MM) * POINTS_PER_MM
    title = fitted((sign.title,), wide, high / 3, TITLE)
    rest = high - title * LINE / 1000 * _lines(sign.title, title, wide) - 24
    rows, words = _rows(sign, wide), sign.lines
    body = fitted((*rows, *words), wide, rest, BODY)
    parts = [
        f"#align(center, text(size: {min(20, fitted((holder,), wide, 60, 20))}pt, {quoted(holder)}))\n#v(1fr)",
        f"#align(center, [#set text(size: {title}pt)\n#heading(level: 1, {quoted(sign.title)})])",
        _table(sign, body) if sign.rows else "",
        *(f"#align(center, par(text(size: {body}pt, {quoted(line)})))" for line in words),
        f"#v(1fr)\n#align(center, text(size: 9pt, weight: 400, {quoted(f'{sections(sign.cites)}; {sign.where}')}))",
    ]
    return "\n".join(part for part in parts if part)


def _two_columns(sign: Sign) -> bool:
    return len(sign.rows) >= COLUMNS_FROM


def _rows(sign: Sign, wide: float) -> tuple[str, ...]:
    """The rows as lines whose room is measured; two stand side by side in a long table."""
    plain = [f"{label}    {figure}" for label, figure in sign.rows]
    if not _two_columns(sign):
        return tuple(plain)
    half = -(-len(plain) // 2)
    longest = max(plain, key=len)
    return (f"{longest}      {longest}",) * half


def _table(sign: Sign, size: int) -> str:
    """Labels and figures in columns."""
    rows = list(sign.rows)
    pairs = 1
    if _two_columns(sign):
        half = -(-len(rows) // 2)
        rows = [row for n in range(half) for row in (rows[n], rows[n + half] if n + half < len(rows) else ("", ""))]
        pairs = 2
    cells = ", ".join(f"[#{quoted(label)}], [#{quoted(figure)}]" for label, figure in rows)
    columns = ", ".join(("auto", "auto") * pairs)
    aligned = ", ".join(("left", "right") * pairs)
    return (
        f"#align(center, text(size: {size}pt, grid(columns: ({columns}), align: ({aligned}), column-gutter: 1.2em, "
        f"row-gutter: 0.55em, {cells})))\n#v(4mm)"
    )


def _lines(text: str, size: int, wide: float) -> int:
    """Over how many lines a text runs at a size."""
    lines, room = 1, 0
    for word in text.split():
        width = width_of(word + " ", size)
        if room and room + width > wide:
            lines, room = lines + 1, 0
        room += width
    return lines


def fitted(texts: Iterable[str], wide: float, high: float, most: int) -> int:
    """The largest size in points at which texts fit, wrapped, one below the other; no word is broken."""
    given = tuple(texts)
    for size in range(most, LEAST, -1):
        lines = sum(_lines(text, size, wide) for text in given)
        longest = max((width_of(word, size) for text in given for word in text.split()), default=0)
        if longest <= wide and lines * size * LINE / 1000 + (len(given) - 1) * size * 0.25 <= high:
            return size
    return LEAST
