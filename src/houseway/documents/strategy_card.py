"""Advice as a card on Letter paper: SVG, PNG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from houseway.core.advice import Advice, Card, Cell, Grid, Picture, Section
from houseway.documents.typeset import page_names, typeset, write_files
from houseway.law import BadInput
from houseway.law.errors import one_of
from houseway.law.inputs import refuse_unwritable

FORMS: Final = ("svg", "png", "pdf")
INKS: Final = {
    "stay": "#f4b8ae",
    "take": "#bfe3b4",
    "raise": "#ffe28a",
    "part": "#b5dcf0",
    "inside": "#bfe3b4",
}
WIDE_COLUMNS: Final = 8  # a table with more columns needs landscape paper
PICTURES_ABREAST: Final = 4
LABEL_LONGEST: Final = 36
MANY_COLUMNS: Final = 3  # tables with more columns are set in smaller type
HEAD: Final = """\
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 9pt)
#set par(leading: 0.5em, spacing: 0.65em)
#set table(stroke: 0.4pt + luma(120), inset: (x: 3pt, y: 2.4pt), align: center + horizon)
#let titled(words) = block(above: 3mm, below: 1.6mm, sticky: true, text(size: 10.5pt, weight: 700, words))
#let small(words) = text(size: 8pt, words)
"""


def check_card(path: Path, where: str = "card") -> str:
    """The format from a file's name: svg, png or pdf. `where` is the argument's name in errors."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise BadInput(f"{where} {path}: a card is one of {one_of(FORMS)}; write for example {where} chart.pdf")
    refuse_unwritable(path, where)
    return form


def write_card(advice: Advice, path: Path, where: str = "card") -> tuple[Path, ...]:
    """Typeset the card and write it; a picture with several pages becomes several files: card.png, card-2.png."""
    pages = typeset(source(advice), check_card(path, where))
    return write_files(dict(zip(page_names(path, len(pages)), pages, strict=True)), where)


def source(advice: Advice) -> str:
    """The card as Typst source."""
    if advice.card is not None:
        return _paper(advice.card.title, across=False) + HEAD + _hung(advice.card)
    widest = max((len(grid.columns) for section in advice.sections for grid in section.grids), default=0)
    return _paper(advice.title, across=widest > WIDE_COLUMNS) + HEAD + _charts(advice)


def _paper(title: str, across: bool) -> str:
    named = f'#set document(title: {_quoted(title)}, date: none)\n#set text(lang: "en", region: "US")\n'
    return f'{named}#set page(paper: "us-letter", flipped: {str(across).lower()}, margin: 11mm)\n'


# A card to hang beside a table: one section below another


def _hung(card: Card) -> str:
    lines = "".join(f"#text(size: 9pt, {_quoted(line)}) \\\n" for line in card.lines)
    sections = "\n".join(_below(section) for section in card.sections)
    foot = "\n\n".join(f"#text(size: 8pt, fill: luma(70), {_quoted(line)})" for line in card.foot)
    head = f"#text(size: 17pt, weight: 700, {_quoted(card.title)})\n\n{lines}#line(length: 100%, stroke: 0.8pt)\n"
    return f"{head}{sections}\n#line(length: 100%, stroke: 0.4pt)\n{foot}\n"


def _below(section: Section) -> str:
    """A section over the full width of the paper."""
    parts = [f"#titled({_quoted(section.title)})", *(_table(grid) for grid in section.grids)]
    if section.pictures:
        drawn = ",\n".join(_picture(each) for each in section.pictures)
        columns = f"(1fr,) * {min(PICTURES_ABREAST, len(section.pictures))}"
        parts.append(f"#grid(columns: {columns}, column-gutter: 4mm, row-gutter: 2.5mm,\n{drawn})")
    return "\n".join((*parts, _notes(section)))


def _notes(section: Section) -> str:
    """Notes in the section's number of columns, filled evenly."""
    size = 7.5 if section.columns > MANY_COLUMNS else 8
    notes = [_note(note, size) for note in section.notes]
    if section.columns == 1:
        return "\n\n".join(notes)
    tall = -(-len(notes) // section.columns)
    columns = ",\n".join(f"[{chr(10).join(notes[at : at + tall])}]" for at in range(0, len(notes), tall))
    return f"#grid(columns: (1fr,) * {section.columns}, column-gutter: 3mm,\n{columns})"


def _picture(picture: Picture) -> str:
    drawn = f'image(bytes({_quoted(picture.svg)}), format: "svg", height: 13mm, alt: {_quoted(picture.caption)})'
    return f"align(center)[#{drawn}\n#v(-1.4mm)\n#text(size: 7.5pt, {_quoted(picture.caption)})]"


def _note(note: str, size: float) -> str:
    """A line, with the short part before the first colon in bold: a word, a rule's name, a hand."""
    head, colon, rest = note.partition(": ")
    hanging = "#par(hanging-indent: 3mm)"
    if colon and len(head) <= LABEL_LONGEST:
        return f"{hanging}[#text(size: {size}pt)[#strong({_quoted(head + ':')}) #{_quoted(rest)}]]"
    return f"{hanging}[#text(size: {size}pt, {_quoted(note)})]"


# Charts: sections side by side, as large as the paper allows


def _charts(advice: Advice) -> str:
    charted = [section for section in advice.sections if section.grids]
    worded = [section for section in advice.sections if not section.grids]
    sections = ",\n".join(f"[{_beside(section)}]" for section in charted)
    abreast = min(3, max(1, len(charted)))
    body = f"#let charts = grid(columns: (auto,) * {abreast}, column-gutter: 6mm, row-gutter: 5mm,\n{sections})\n"
    body += (
        f"#let card = width => block(width: width)[\n#text(size: 14pt, weight: 700, {_quoted(advice.title)})\n#v(1mm)\n"
    )
    body += "#charts\n#v(1mm)\n"
    if advice.legend:
        body += " #h(4mm) ".join(f"{_box(cell)} #{_quoted(meaning)}" for cell, meaning in advice.legend) + "\n\n"
    body += "\n\n".join(f"#small({_quoted(line)})" for line in advice.summary) + "\n"
    body += "\n".join(_below(section) for section in worded)
    body += f"\n\n#text(size: 7pt, fill: luma(90), {_quoted('58 Pa. Code §§ ' + ', '.join(advice.cites))})\n]\n"
    return body + FITTED


# As large as the paper allows, up to a factor; nothing is cut off
FITTED: Final = """\
#layout(paper => context {
  let wide = calc.max(measure(charts).width, 90mm)
  let size = measure(card(wide))
  let factor = calc.min(1.2, paper.width / size.width, paper.height / size.height)
  scale(factor * 100%, origin: top + left, reflow: true, card(wide))
})
"""


def _beside(section: Section) -> str:
    tables = "\n#v(0.6mm)\n".join(_table(grid) for grid in section.grids)
    notes = "\n\n".join(f"#small({_quoted(note)})" for note in section.notes)
    below = f"\n#context block(width: measure([{tables}]).width)[{notes}]" if notes else ""
    return f"#text(weight: 700, {_quoted(section.title)})\n#v(0.6mm)\n{tables}{below}"


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
    """A text as a Typst string, so that nothing in it is markup."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
