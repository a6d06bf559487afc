"""A paper as data: blocks of text, tables, forms and pictures. One description is set as PDF and written as HTML.

A block holds plain texts only. Nothing in them is markup: a holder's name may contain `#`, `<` or a backslash.
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
    """A piece of text in one manner."""

    text: str
    manner: Manner = "plain"


Words = str | tuple[str | Run, ...]  # a text, or a sequence of runs


def strong(text: str) -> Run:
    """Text that stands out."""
    return Run(text, "strong")


def emphasis(text: str) -> Run:
    """Text in italics: a term that is explained, or a reading that is ours."""
    return Run(text, "emphasis")


def code(text: str) -> Run:
    """A command or a key, as typed."""
    return Run(text, "code")


def quiet(text: str) -> Run:
    """Text that one needs only on a second look: citations, sources."""
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
class Paragraph:
    """Text that is wrapped. `indent` counts levels, as the law indents its paragraphs.

    `hanging`: the first line begins further left than the others, so that its number stands out. `whole`: on one page. `lead`: on
    the page of what follows it.
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
    """A column of a table. `share` is its part of the width; 0: as wide as its widest cell."""

    title: str
    align: Align = "left"
    share: float = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading row, which is repeated on each page."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Words, ...], ...]
    caption: str = ""
    small: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing or a chart as SVG. `alt` describes it to those who cannot see it; `height_mm` 0: as wide as the text."""

    svg: str
    alt: str
    caption: str = ""
    height_mm: float = 0
    left: bool = False  # at the left, kept with the text below it


@dataclass(frozen=True, slots=True)
class Pictures:
    """Small pictures side by side: dice, cards, tiles."""

    pictures: tuple[Picture, ...]
    abreast: int = 4


@dataclass(frozen=True, slots=True)
class Field:
    """A line of a form: its label, what is filled in (empty: room to write), help, and where the law asks for it."""

    label: str
    value: str = ""
    help: str = ""
    cites: tuple[Citation | str, ...] = ()
    changed_from: str | None = None  # in an amendment: what it was
    boxes: tuple[tuple[str, bool], ...] = ()  # what can be chosen, each with whether it is ticked
    key: str = ""  # its name in a submission's file
    lines: int = 1  # to write on, where nothing is filled in


def before(field: Field) -> str:
    """What a field of an amendment was, in words."""
    return f"was {field.changed_from}" if field.changed_from else "was not asked or not given"


@dataclass(frozen=True, slots=True)
class Form:
    """Fields one below the other."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """A line of a checklist. `done` None: a box that somebody else ticks."""

    words: Words
    done: bool | None = None
    cites: tuple[Citation | str, ...] = ()
    room: bool = False  # a ruled line below it for a finding


@dataclass(frozen=True, slots=True)
class Checklist:
    """Things to check, each with a box before it. `small`: in small letters and close together, for a long list."""

    checks: tuple[Check, ...]
    small: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command that computes a figure again."""

    text: str


@dataclass(frozen=True, slots=True)
class Signature:
    """Lines to sign on: who signs what."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks in two columns, where many short lines are to fit on a page."""

    blocks: tuple[Heading | Checklist, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that stay on one page: an entry of a form, a line to check with the lines to fill in."""

    blocks: tuple[Heading | Form | Checklist | Points | Signature, ...]


Block = (
    Heading | Paragraph | Points | Table | Picture | Pictures | Form | Checklist | Command | Signature | Columns | Group
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole paper: title, a line below it, facts as label and value, then its blocks."""

    title: str
    under: str
    facts: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    foot: str = ""  # on every page
    across: bool = False  # landscape
    contents: bool = False  # a table of contents after the facts

    @property
    def every_block(self) -> Iterator[Block]:
        """The blocks, with those of groups one by one."""
        for block in self.blocks:
            yield from block.blocks if isinstance(block, Group) else (block,)
