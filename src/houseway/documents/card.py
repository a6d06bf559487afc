"""Advice as a card to carry: SVG, PNG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from houseway.core.advice import Advice, Cell, Grid, Section
from houseway.law import BadInput
from houseway.law.errors import one_of

FORMS: Final = ("svg", "png", "pdf")
INKS: Final = {
    "stay": "#f4b8ae",
    "take": "#bfe3b4",
    "raise": "#ffe28a",
    "part": "#b5dcf0",
    "inside": "#bfe3b4",
}
POINTS_PER_INCH: Final = 200.0
HEAD: Final = """\
#set page(width: auto, height: auto, margin: 7mm)
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 9pt)
#set table(stroke: 0.4pt + luma(120), inset: (x: 3pt, y: 2.4pt), align: center + horizon)
"""


def check_card(path: Path) -> str:
    """The form that a file's name asks for."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise BadInput(f"--card {path}: a card is one of {one_of(FORMS)}; write for example --card chart.pdf")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"--card {path}: there is no folder {path.parent}; make it first")
    return form


def write_card(advice: Advice, path: Path) -> None:
    """Set it and write the file."""
    import typst

    form = check_card(path)
    pages = typst.compile(source(advice).encode(), format=form, ppi=POINTS_PER_INCH)  # type: ignore[call-overload]
    page = pages[0] if isinstance(pages, list) else pages
    assert isinstance(page, bytes), f"{len(pages)} pages where one was set"
    try:
        path.write_bytes(page)
    except OSError as error:
        raise BadInput(f"--card {path}: cannot be written ({error.strerror}); choose another place") from error


def source(advice: Advice) -> str:
    """The card as Typst source: sections beside each other, the words below."""
    sections = ",\n".join(f"[{_section(section)}]" for section in advice.sections)
    columns = f"({', '.join(['auto'] * min(3, len(advice.sections)))})"
    body = f"#let cards = grid(columns: {columns}, column-gutter: 6mm, row-gutter: 5mm,\n{sections})\n"
    body += "#context { let wide = measure(cards).width; block(width: calc.max(wide, 90mm))[\n"
    body += f"#text(size: 14pt, weight: 700, {_quoted(advice.title)})\n#v(1mm)\n#cards\n#v(1mm)\n"
    if advice.legend:
        body += " #h(4mm) ".join(f"{_box(cell)} #{_quoted(meaning)}" for cell, meaning in advice.legend) + "\n\n"
    notes = [note for section in advice.sections for note in section.notes]
    body += "\n\n".join(f"#text(size: 8pt, {_quoted(line)})" for line in (*advice.summary, *notes))
    body += f"\n\n#text(size: 7pt, fill: luma(90), {_quoted('58 Pa. Code §§ ' + ', '.join(advice.cites))})\n] }}\n"
    return HEAD + body


def _section(section: Section) -> str:
    tables = "\n#v(0.6mm)\n".join(_table(grid) for grid in section.grids)
    return f"#text(weight: 700, {_quoted(section.title)})\n#v(0.6mm)\n{tables}"


def _table(grid: Grid) -> str:
    short = all(len(cell.code) <= 3 for line in grid.lines for cell in line.cells)
    width = "6mm" if short else "auto"
    head = [f"text(size: 7.5pt, {_quoted(grid.corner)})", *(f"strong({_quoted(each)})" for each in grid.columns)]
    rows = ["table.header(" + ", ".join(head) + ")"]
    for line in grid.lines:
        cells = ", ".join(_cell(cell) for cell in line.cells)
        rows.append(f"table.cell(align: left, {_quoted(line.label)}), {cells}")
    first = "17mm" if short else "auto"
    columns = f"({first}, {', '.join([width] * len(grid.columns))},)"
    return f"#table(columns: {columns},\n" + ",\n".join(rows) + ")"


def _cell(cell: Cell) -> str:
    ink = INKS.get(cell.style)
    fill = f'fill: rgb("{ink}"), ' if ink else ""
    code = f"strong({_quoted(cell.code)})" if cell.style == "best" else _quoted(cell.code)
    return f"table.cell({fill}[#{code}])"


def _box(cell: Cell) -> str:
    ink = INKS.get(cell.style, "#ffffff")
    return f'#box(fill: rgb("{ink}"), inset: (x: 3pt), outset: (y: 2pt), {_quoted(cell.code)})'


def _quoted(text: str) -> str:
    """A text as a Typst string: nothing in it is markup."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
