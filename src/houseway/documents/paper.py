"""A paper as data: blocks of text, tables, forms and pictures. The same data becomes PDF and HTML.

A block holds only plain text. Nothing in it is markup: a holder's name may contain `#`, `<` or a backslash.
`TableBlock`, `ParagraphBlock` and `PictureBlock` are not what the rest of the package calls a table, a paragraph and a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from houseway.law import Citation

Align = Literal["left", "right", "center"]
Manner = Literal["plain", "strong", "emphasis", "code", "quiet"]


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style."""

    text: str
    manner: Manner = "plain"


Words = str | tuple[str | Run, ...]  # a text, or a sequence of runs


def strong(text: str) -> Run:
    """Bold text."""
    return Run(text, "strong")


def emphasis(text: str) -> Run:
    """Text in italics: a term that is explained, or our own reading."""
    return Run(text, "emphasis")


def code(text: str) -> Run:
    """A command or a key, as typed."""
    return Run(text, "code")


def quiet(text: str) -> Run:
    """De-emphasized text: citations, sources."""
    return Run(text, "quiet")


def sections(cites: Iterable[Citation | str]) -> str:
    """Citations as printed after a sentence: § 617a.5(d), § 617a.5(e)."""
    return ", ".join(f"§\u00a0{cite}" for cite in cites)


def cited(words: str, cites: Iterable[Citation | str]) -> Words:
    """A sentence with its citations after it."""
    where = sections(cites)
    return (words, Run(f"  {where}", "quiet")) if where else words


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; levels begin at 1 and none is skipped."""

    text: str
    level: int = 1
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphBlock:
    """Wrapped text. `indent` counts levels, as in the law's numbering.

    `hanging`: the first line begins further left than the others, so that its number stands out. `whole`: keep on one page.
    `lead`: keep with the next block.
    """

    words: Words
    indent: int = 0
    hanging: bool = False
    whole: bool = False
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A list, with bullets or numbers."""

    items: tuple[Words, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. `share` is its share of the width; 0 means as wide as its widest cell."""

    title: str
    align: Align = "left"
    share: float = 0


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table with a header row, which is repeated on each page."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Words, ...], ...]
    caption: str = ""
    small: bool = False


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A drawing or a chart as SVG. `alt` is the alternative text; a `height_mm` of 0 means as wide as the text."""

    svg: str
    alt: str
    caption: str = ""
    height_mm: float = 0
    left: bool = False  # left-aligned, kept with the text below it


@dataclass(frozen=True, slots=True)
class Pictures:
    """Small pictures side by side: dice, cards, tiles."""

    pictures: tuple[PictureBlock, ...]
    abreast: int = 4


@dataclass(frozen=True, slots=True)
class FormField:
    """A line of a form: its label, value (empty for space to write), help, and the paragraph that requires it."""

    label: str
    value: str = ""
    help: str = ""
    cites: tuple[Citation | str, ...] = ()
    changed_from: str | None = None  # in an amendment: the previous value
    boxes: tuple[tuple[str, bool], ...] = ()  # the choices, each with whether it is checked
    key: str = ""  # its key in a submission file
    lines: int = 1  # lines to write on if there is no value


def before(field: FormField) -> str:
    """The previous value of a field in an amendment, in words."""
    return f"was {field.changed_from}" if field.changed_from else "was not asked or not given"


@dataclass(frozen=True, slots=True)
class Form:
    """Fields, one below another."""

    fields: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """A line of a checklist. If `done` is None, the box is left for somebody else to check."""

    words: Words
    done: bool | None = None
    cites: tuple[Citation | str, ...] = ()
    room: bool = False  # draw a line below it for a finding


@dataclass(frozen=True, slots=True)
class Checklist:
    """A checklist with a box before each line. `small`: small type and close spacing, for a long list."""

    checks: tuple[Check, ...]
    small: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command that reproduces a figure."""

    text: str


@dataclass(frozen=True, slots=True)
class Signature:
    """Signature lines with their labels."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks in two columns, to fit many short lines on a page."""

    blocks: tuple[Heading | Checklist, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that stay on one page: an entry of a form, or a checklist line with its fields."""

    blocks: tuple[Heading | Form | Checklist | Points | Signature, ...]


Block = (
    Heading
    | ParagraphBlock
    | Points
    | TableBlock
    | PictureBlock
    | Pictures
    | Form
    | Checklist
    | Command
    | Signature
    | Columns
    | Group
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole paper: title, subtitle, facts as label and value, then its blocks."""

    title: str
    under: str
    facts: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    foot: str = ""  # printed on every page
    across: bool = False  # landscape
    contents: bool = False  # a table of contents after the facts

    @property
    def every_block(self) -> Iterator[Block]:
        """All blocks, including those inside groups."""
        for block in self.blocks:
            yield from block.blocks if isinstance(block, Group) else (block,)
