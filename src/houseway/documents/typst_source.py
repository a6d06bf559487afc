"""A paper as Typst source. Every text is inserted as a string, so nothing in it is markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from houseway.documents.paper import (
    Block,
    Checklist,
    Columns,
    Command,
    Form,
    FormField,
    Group,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Pictures,
    Points,
    Run,
    Signature,
    TableBlock,
    Words,
    before,
    sections,
)

PAPERS: Final = {"letter": "us-letter", "a4": "a4"}
MARGINS_MM: Final = {False: (16, 18), True: (12, 14)}  # top and bottom, by whether the paper is compact
FORM_GAPS_MM: Final = {False: 4, True: 2.4}  # around a form
SERIF: Final = "Libertinus Serif"  # ships with Typst
SANS: Final = "Source Sans Pro"  # ships with the package font-source-sans-pro
MONO: Final = "DejaVu Sans Mono"
MANNERS: Final = {
    "plain": "{}",
    "strong": "strong({})",
    "emphasis": "emph({})",
    "code": "raw({})",
}
BREAK: Final = "\u200b"  # typeset as a tiny space, not a character, so that a copied figure has nothing extra
HEAD: Final = f"""\
#set text(font: "{SERIF}", size: 10pt, lang: "en", region: "US", hyphenate: false)
#set par(leading: 0.55em, spacing: 0.8em)
#set table(stroke: (x, y) => (bottom: if y == 0 {{ 0.8pt }} else {{ 0.3pt + luma(170) }}), inset: (x: 4pt, y: 3pt))
#set table.cell(breakable: false)
#set list(indent: 1mm, spacing: 0.55em)
#set enum(indent: 1mm, spacing: 0.55em)
#show raw: set text(font: "{MONO}", size: 0.82em)
#show heading.where(level: 1): set text(size: 14pt, weight: 700)
#show heading.where(level: 2): set text(size: 11.5pt, weight: 700)
#show heading.where(level: 3): set text(size: 10pt, weight: 700, style: "italic")
#show heading: set block(above: 1.5em, below: 0.7em, sticky: true)
#show heading.where(level: 3): set block(above: 1.1em, below: 0.6em, sticky: true)
#show figure: set block(breakable: true)
#show "{BREAK}": h(0.01pt)
#let quiet(words) = text(size: 0.85em, fill: luma(80), words)
#let box-to-tick(mark) = box(
  width: 3.2mm, height: 3.2mm, stroke: 0.6pt, baseline: 0.5mm, align(center + horizon, text(size: 7.5pt, mark)))
#let to-write = box(width: 1fr, stroke: (bottom: 0.4pt + luma(120)), height: 1em)
"""


ENDLESS = re.compile(r"\S{73,}")  # words longer than a digest, which may be broken across lines


def quoted(text: str) -> str:
    """A text to print as a Typst string."""
    return string(
        ENDLESS.sub(lambda found: BREAK.join(found[0][n : n + 24] for n in range(0, len(found[0]), 24)), text)
    )


def string(text: str) -> str:
    """Any text as a Typst string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


COLUMNS: Final = "#columns(2, gutter: 6mm)"
GROUP: Final = "#block(breakable: false, width: 100%)"
ENTRY: Final = "#block(breakable: false, width: 100%, above: 2em)"
KEPT = 2  # lines of a form or a checklist to keep with the signature below it
SHORT_TABLE = 10  # rows; a table up to this length is not broken across pages
SHORT_CHOICE = 28  # characters; longer choices are placed one below another
WHOLE = "grid.cell(breakable: false, "
CITED = re.compile("(§\u00a0[^ ,]+)")
HANGING_MM = 5  # indent of the later lines of a hanging paragraph


def source(paper: Paper, size: str = "letter", compact: bool = False) -> str:
    """The whole paper. `compact`: narrower top and bottom margins, and less space around forms."""
    forms = f"#let form-gap = {FORM_GAPS_MM[compact]}mm\n"
    parts = [_page(paper, size, compact), HEAD + forms, _opening(paper), *_blocks(paper.blocks)]
    return "\n\n".join(parts) + "\n"


def _blocks(blocks: Sequence[Block]) -> Iterator[str]:
    """The blocks; signature lines stay on the same page as the last lines before them."""
    for n, block in enumerate(blocks):
        after = blocks[n + 1] if n + 1 < len(blocks) else None
        if not isinstance(block, Signature):
            first, last = _last_lines(block) if isinstance(after, Signature) else (block, None)
            if first is not None:
                yield _block(first)
            if last is not None and isinstance(after, Signature):
                yield f"{GROUP}[\n{_block(last)}\n\n{_block(after)}\n]"
        elif n == 0 or _last_lines(blocks[n - 1])[1] is None:
            yield _block(block)


def _last_lines(block: Block) -> tuple[Block | None, Block | None]:
    """A block without its last lines, and those lines; None for the latter if the block cannot be split."""
    match block:
        case Form(fields):
            return (Form(fields[:-KEPT]) if len(fields) > KEPT else None), Form(fields[-KEPT:])
        case Checklist(checks, small):
            return (Checklist(checks[:-KEPT], small) if len(checks) > KEPT else None), Checklist(checks[-KEPT:], small)
        case ParagraphBlock() | Group():
            return None, block
        case _:
            return block, None


def _page(paper: Paper, size: str, compact: bool) -> str:
    """Page setup: paper size, margins, and a footer with the page number."""
    foot = f"#text(size: 8pt, fill: luma(80))[#{quoted(paper.foot)} #h(1fr) #context counter(page).display()]"
    across, (top, bottom) = str(paper.across).lower(), MARGINS_MM[compact]
    margins = f"x: 18mm, top: {top}mm, bottom: {bottom}mm"
    return (
        f"#set document(title: {quoted(paper.title)}, date: none)\n"
        f'#set page(paper: "{PAPERS[size]}", flipped: {across}, margin: ({margins}), footer: [{foot}])'
    )


def _opening(paper: Paper) -> str:
    lines = [
        "#show title: set text(size: 20pt, weight: 700)",
        "#show title: set block(below: 0.55em)",
        "#title()",
        f"#text(size: 11pt, fill: luma(60), {quoted(paper.under)})" if paper.under else "",
    ]
    if paper.facts:
        cells = ", ".join(f"quiet({quoted(label)}), {quoted(value)}" for label, value in paper.facts)
        lines.append(f"#grid(columns: (auto, 1fr), column-gutter: 5mm, row-gutter: 0.55em, {cells})")
    lines.append("#line(length: 100%, stroke: 0.8pt)")
    if paper.contents:
        lines.append('#outline(depth: 2, title: "Contents")')
    return "\n".join(line for line in lines if line)


def words(given: Words) -> str:
    """A text as a Typst expression."""
    runs = (given,) if isinstance(given, str) else given
    return " + ".join(_run(run) for run in runs) or '""'


def _run(run: str | Run) -> str:
    if isinstance(run, str):
        return f"[#{quoted(run)}]"
    return f"[#{_quiet(run.text)}]" if run.manner == "quiet" else f"[#{MANNERS[run.manner].format(quoted(run.text))}]"


def _quiet(text: str) -> str:
    """De-emphasized text; citations in it are not broken across lines."""
    parts = (
        (f"box({quoted(part)})" if n % 2 else f"[#{quoted(part)}]") for n, part in enumerate(CITED.split(text)) if part
    )
    return f"quiet({' + '.join(parts)})" if text else 'quiet("")'


def _block(block: Block) -> str:
    match block:
        case Heading(text, level, new_page):
            before = "#pagebreak(weak: true)\n" if new_page else ""
            return f"{before}#heading(level: {level}, {quoted(text)})"
        case ParagraphBlock(given, indent, hanging, whole, lead):
            lines = f"par(hanging-indent: {HANGING_MM if hanging else 0}mm, {words(given)})"
            lines = f"block(breakable: false, {lines})" if whole else f"block(sticky: true, {lines})" if lead else lines
            return f"#pad(left: {5 * indent}mm, {lines})" if indent else f"#{lines}"
        case Points(items, numbered):
            listed = ", ".join(words(item) for item in items)
            return f"#{'enum' if numbered else 'list'}({listed})"
        case TableBlock():
            return _table(block)
        case PictureBlock():
            return _picture(block)
        case Pictures(pictures, abreast):
            drawn = ",\n".join(f"[{_picture(each)}]" for each in pictures)
            return (
                f"#grid(columns: (1fr,) * {min(abreast, len(pictures))}, column-gutter: 4mm, row-gutter: 3mm,\n{drawn})"
            )
        case Form():
            return _form(block)
        case Checklist():
            return _checklist(block)
        case Columns(blocks) | Group(blocks):
            inside = "\n\n".join(_blocks(blocks))
            kept = ENTRY if isinstance(blocks[0], Heading) else GROUP
            return f"{COLUMNS if isinstance(block, Columns) else kept}[\n{inside}\n]"
        case Command(text):
            return f"#block(fill: luma(244), inset: (x: 3mm, y: 2mm), width: 100%, raw({quoted(text)}))"
        case Signature(lines):
            signed = ", ".join(
                f"stack(spacing: 1.5mm, line(length: 100%, stroke: 0.5pt), quiet({quoted(each)}))" for each in lines
            )
            return f"#v(12mm)\n#grid(columns: (1fr,) * {min(2, len(lines))}, column-gutter: 10mm, row-gutter: 12mm, {signed})"


def _table(table: TableBlock) -> str:
    columns = ", ".join(f"{column.share}fr" if column.share else "auto" for column in table.columns)
    aligned = ", ".join(column.align for column in table.columns)
    head = ", ".join(f"strong({quoted(column.title)})" for column in table.columns)
    rows = ",\n".join(", ".join(f"[#({words(cell)})]" for cell in row) for row in table.rows)
    size = "#set text(size: 8.5pt)\n" if table.small else ""
    whole = "block(breakable: false, width: 100%)" if len(table.rows) <= SHORT_TABLE else ""
    drawn = f"table(columns: ({columns},), align: ({aligned},), table.header({head}),\n{rows})"
    if table.caption:
        caption = f"figure.caption(position: top, {quoted(table.caption)})"
        return f"#{whole}[\n{size}#figure({drawn}, caption: {caption}, supplement: none, numbering: none)\n]"
    return f"#{whole}[\n{size}#{drawn}\n]"


def _picture(picture: PictureBlock) -> str:
    size = f'width: 100%, height: {picture.height_mm}mm, fit: "contain"' if picture.height_mm else "width: 100%"
    if picture.left:
        size = f"height: {picture.height_mm}mm"
    drawn = f'image(bytes({string(picture.svg)}), format: "svg", {size}, alt: {quoted(picture.alt)})'
    if picture.left:
        return f"#block(sticky: true, {drawn})"
    if picture.caption:
        caption = f"align(center, text(size: 8pt, {quoted(picture.caption)}))"
        return f"#block(width: 100%, breakable: false, stack(spacing: 1.6mm, align(center, {drawn}), {caption}))"
    return f"#align(center, {drawn})"


def _form(form: Form) -> str:
    rows = []
    for field in form.fields:
        label = f"[#strong({quoted(field.label)}) #{_quiet(sections(field.cites))}]"
        key = f"#h(1fr)#quiet(raw({quoted(field.key)}))" if field.key else ""
        help_ = f"[#quiet({quoted(field.help)}){key}]" if field.help or key else ""
        lines = ", ".join(each for each in (_filled(field), help_) if each)
        rows.append(f"{WHOLE}{label}), {WHOLE}stack(spacing: 1.4mm, {lines}))")
    listed = ",\n".join(rows)
    lines = f"grid(columns: (1fr, 1.6fr), column-gutter: 5mm, row-gutter: 3mm,\n{listed})"
    return f"#block(above: form-gap, below: form-gap, {lines})"


def _filled(field: FormField) -> str:
    """The content of a field: checkboxes, a value, or a line to write on."""
    if field.boxes:
        ticked = [f"box-to-tick({quoted('✓' if mark else '')}), {quoted(each)}" for each, mark in field.boxes]
        if max(len(each) for each, _ in field.boxes) > SHORT_CHOICE:
            return f"grid(columns: (auto, 1fr), column-gutter: 1.6mm, row-gutter: 1.6mm, {', '.join(ticked)})"
        side = (
            f"box[#box-to-tick({mark}) #h(0.6mm) #{words}]" for mark, words in (_halves(each) for each in field.boxes)
        )
        return f"[#({' + h(4mm) + '.join(side)})]"
    if not field.value and field.lines > 1:
        return f"stack(spacing: 2.6mm, {', '.join(['to-write'] * field.lines)})"
    value = quoted(field.value) if field.value else "to-write"
    if field.changed_from is not None:
        value = f"strong({value}) + quiet({quoted('  ' + before(field))})"
    return f"[#({value})]"


def _halves(box: tuple[str, bool]) -> tuple[str, str]:
    return quoted("✓" if box[1] else ""), quoted(box[0])


def _checklist(checklist: Checklist) -> str:
    rows = []
    for check in checklist.checks:
        mark = {None: '""', True: '"✓"', False: '"✗"'}[check.done]
        cites = f" + {_quiet('  ' + sections(check.cites))}" if check.cites else ""
        room = ", v(1mm) + to-write" if check.room else ""
        whole = f"stack(spacing: 1.4mm, [#({words(check.words)}{cites})]{room})"
        rows.append(f"box-to-tick({mark}), block(breakable: false, {whole})")
    listed = ",\n".join(rows)
    drawn = (
        f"#grid(columns: (auto, 1fr), column-gutter: 2.5mm, row-gutter: {1.3 if checklist.small else 2.2}mm,\n{listed})"
    )
    return f"#[#set text(size: 8.5pt)\n{drawn}]" if checklist.small else drawn
