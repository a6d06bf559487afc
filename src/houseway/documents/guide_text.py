"""A game's text for patrons, from its `guide.toml`: the aim, the course of a round and rules to know, with their paragraphs.

A sentence without text uses the outline's text. Figures are in braces and come from the rules: `{war_burn}` is a value of the
edition or a choice of the submission, in words if it is small; `{#war_burn}` is the same in digits; `{pays tie}` is the
payout of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from typing import Any

from houseway.core import AnyGame
from houseway.documents.controls_text import Needs, needs_of
from houseway.law import Chapter, Citation, LawError, Rules
from houseway.law.approval import applies
from houseway.law.consequence import GAME
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of
from houseway.money import dollars

FIGURE = re.compile(r"\{(pays |#)?([\w.-]+)\}")
SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
POINT_KEYS = ("says", "cite", "needs")


@dataclass(frozen=True, slots=True)
class GuideSentence:
    """A sentence with its paragraph, and the choices, values and readings under which it is true."""

    cite: Citation
    says: str = ""  # empty: use the outline's text
    needs: Needs = ()
    wager: str = ""  # the kind of wager that the sentence is about

    def words(self, rules: Rules) -> str:
        """The sentence at this table; empty if it does not apply there."""
        if self.cite not in rules.cites or not applies(self.needs, (), _known(rules), {}):
            return ""
        outline = (each.says for each in rules.paragraphs if each.cite == self.cite)
        return FIGURE.sub(lambda found: _figure(rules, found), self.says) if self.says else next(outline)


@dataclass(frozen=True, slots=True)
class GuideSection:
    """Rules under one heading."""

    title: str
    points: tuple[GuideSentence, ...]
    first: bool = False  # before the wagers


@dataclass(frozen=True, slots=True)
class GuideText:
    """Text that is written by hand: the aim of a game, the course of a round, and other things a patron must know."""

    aim: str = ""
    steps: tuple[GuideSentence, ...] = ()
    parts: tuple[GuideSection, ...] = ()
    notes: tuple[GuideSentence, ...] = ()  # about one wager each
    asked: tuple[str, ...] = ()  # readings that patrons should know, in addition to those about a wager
    unasked: tuple[str, ...] = ()  # readings about a wager that do not concern patrons
    played: Mapping[str, str] = field(default_factory=dict)  # descriptions of strategies for patrons

    @property
    def points(self) -> Iterator[GuideSentence]:
        """Every sentence."""
        yield from self.steps
        yield from self.notes
        for part in self.parts:
            yield from part.points

    def note(self, rules: Rules, kind: str) -> str:
        """The notes about a kind of wager."""
        return " ".join(words for each in self.notes if each.wager == kind and (words := each.words(rules)))


def told(rules: Rules, points: tuple[GuideSentence, ...]) -> tuple[tuple[str, Citation], ...]:
    """The sentences that apply at this table, each with its paragraph."""
    return tuple((words, each.cite) for each in points if (words := each.words(rules)))


def guide_text(game: AnyGame) -> GuideText:
    """The text of a game; empty for a game without a file."""
    with as_file(files(game.home) / "guide.toml") as path:
        if not path.exists():
            return GuideText()
        file, data = short(path), read_toml(path)
    table = only_keys(file, "", data, ("aim", "step", "part", "note", "asked", "unasked", "played"), ("aim", "step"))
    read = _Reader(file, game.chapter)
    parts = []
    for n, row in enumerate(table.get("part", ()), 1):
        part = only_keys(file, f"part {n}", row, ("title", "points", "first"), ("title", "points"))
        title, points = text_of(file, f"part {n}.title", part["title"]), read.points(f"part {n}", part["points"])
        parts.append(GuideSection(title, points, part.get("first") is True))
    notes = read.points("note", table.get("note", ()), ("wager",))
    aim, steps = text_of(file, "aim", table["aim"]), read.points("step", table["step"])
    asked, unasked = (read.readings(key, table.get(key, ())) for key in ("asked", "unasked"))
    played = {name: text_of(file, f"played.{name}", words) for name, words in table.get("played", {}).items()}
    return GuideText(aim, steps, tuple(parts), notes, asked, unasked, played)


class _Reader:
    """Reads sentences; paragraphs, options, values and readings must exist in some edition."""

    def __init__(self, file: str, chapter: Chapter) -> None:
        editions = [chapter.edition(each) for each in chapter.outline.editions]
        self.file = file
        self.cites = frozenset(paragraph.cite for paragraph in chapter.outline.paragraphs)
        self.lines = {line for edition in editions for line in edition.payouts}
        self.keys = {key for edition in editions for key in (*edition.options, *edition.values)} | {GAME}
        self.keys |= {f"reading.{reading.name}" for reading in chapter.readings}

    def points(self, place: str, rows: object, more: tuple[str, ...] = ()) -> tuple[GuideSentence, ...]:
        if not isinstance(rows, list | tuple):
            raise LawError(self.file, place, "is not a list of sentences", 'write [{ says = "…", cite = "…" }]')
        return tuple(self._point(f"{place} {n}", row, more) for n, row in enumerate(rows, 1))

    def readings(self, place: str, names: Iterable[str]) -> tuple[str, ...]:
        for name in names:
            if f"reading.{name}" not in self.keys:
                raise LawError(self.file, place, f"{name} is no reading of the chapter", "name one of readings.toml")
        return tuple(names)

    def _point(self, place: str, row: object, more: tuple[str, ...]) -> GuideSentence:
        table = only_keys(self.file, place, row, (*POINT_KEYS, *more), ("cite", *more))
        says = text_of(self.file, f"{place}.says", table["says"]) if "says" in table else ""
        for form, name in FIGURE.findall(says):
            if name not in (self.lines if form == "pays " else self.keys):
                raise LawError(
                    self.file, f"{place}.says", f"{name} is no figure of the rules", "name one that they have"
                )
        needs = needs_of(self.file, f"{place}.needs", table.get("needs", {}), self.keys)
        return GuideSentence(citation_of(self.file, place, table, self.cites), says, needs, table.get("wager", ""))


def _known(rules: Rules) -> Mapping[str, Any]:
    values = {key: each.value for key, each in rules.edition.values.items()}
    return {
        **values,
        **{f"reading.{key}": each for key, each in rules.readings.items()},
        GAME: rules.game,
        **rules.options,
    }


def _figure(rules: Rules, found: re.Match[str]) -> str:
    form, name = found[1], found[2]
    if form == "pays ":
        return str(rules.payout(name).odds)
    value = _known(rules)[name]
    if isinstance(value, int) and name.endswith("_cents"):
        return dollars(value)
    return SMALL[value] if isinstance(value, int) and form != "#" and 0 <= value < len(SMALL) else str(value)
