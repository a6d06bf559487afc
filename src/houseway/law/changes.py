"""Changes of paragraphs between two editions, with our summary of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from houseway.law.citation import Citation
from houseway.law.errors import LawError
from houseway.law.outline import Outline, Paragraph
from houseway.law.toml_file import citation_of, numbered_rows, only_keys, short, text_of

TABLES = ("change", "wording", "outcome")  # of `changes.toml`
KEYS = ("between", "was", "now", "says")
WORDING_KEYS = ("cites", "alike", "says")


@dataclass(frozen=True, slots=True)
class Change:
    """Paragraphs of the first edition (`was`; empty if added), of the second (`now`; empty if dropped), and how they changed."""

    between: tuple[str, str]
    was: tuple[Citation, ...]
    now: tuple[Citation, ...]
    says: str

    def seen_from(self, first: str, second: str) -> Change | None:
        """The change from one edition to the other, in either direction; None if it is between other editions."""
        if self.between == (first, second):
            return self
        if self.between == (second, first):
            return Change((first, second), self.now, self.was, self.says)
        return None


@dataclass(frozen=True, slots=True)
class Wording:
    """Paragraphs that are the same in substance but not in words; `alike` groups the editions that share their words."""

    cites: tuple[Citation, ...]
    alike: tuple[tuple[str, ...], ...]
    says: str

    def differs(self, first: str, second: str) -> bool:
        """Whether these two editions are worded differently."""
        group = {edition: number for number, editions in enumerate(self.alike) for edition in editions}
        return first in group and second in group and group[first] != group[second]


def gone(outline: Outline, first: str, second: str) -> tuple[Paragraph, ...]:
    """The paragraphs of the first edition that the second lacks or has with another content."""
    return tuple(p for p in outline.of(first) if not p.stands_in(second))


def load_changes(path: Path, outline: Outline) -> tuple[Change, ...]:
    """Read `changes.toml`; a chapter with one edition has none."""
    changes = tuple(_change(*each, outline) for each in numbered_rows(path, "change", TABLES))
    _once(short(path), changes)
    return changes


def load_wordings(path: Path, outline: Outline) -> tuple[Wording, ...]:
    """Read the paragraphs of `changes.toml` that differ in words only."""
    return tuple(_wording(*each, outline) for each in numbered_rows(path, "wording", TABLES))


def _wording(file: str, key: str, row: object, outline: Outline) -> Wording:
    table = only_keys(file, key, row, WORDING_KEYS, WORDING_KEYS)
    alike, listed = table["alike"], table["cites"]
    if not isinstance(alike, list) or len(alike) < 2 or not all(isinstance(group, list) and group for group in alike):
        right = 'write the editions that share their words: alike = [["…", "…"], ["…"]]'
        raise LawError(file, f"{key}.alike", f"{alike!r} is not two or more groups of editions", right)
    named = [edition for group in alike for edition in group]
    for edition in named:
        if edition not in outline.editions:
            there_are = f"there are {', '.join(outline.editions)}"
            raise LawError(file, f"{key}.alike", f'"{edition}" is not an edition', there_are)
        if named.count(edition) > 1:
            raise LawError(file, f"{key}.alike", f'"{edition}" is listed twice', "put it into one group")
    if not isinstance(listed, list) or not listed:
        raise LawError(file, f"{key}.cites", f"{listed!r} is not a list of paragraphs", 'write ["…"]')
    cites = tuple(citation_of(file, f"{key}.cites", {"cite": text}, None) for text in listed)
    for cite in cites:
        _stands_alike(file, f"{key}.cites", cite, named, outline)
    return Wording(cites, tuple(map(tuple, alike)), text_of(file, f"{key}.says", table["says"]))


def _stands_alike(file: str, key: str, cite: Citation, named: list[str], outline: Outline) -> None:
    """Refuse a paragraph that these editions do not have with one content: that is a change."""
    if not any(p.cite == cite and all(map(p.stands_in, named)) for p in outline.paragraphs):
        remedy = "write a [[change]] for a paragraph whose content differs, or correct the editions"
        raise LawError(file, key, f"{cite} is not one entry of {', '.join(named)} in outline.toml", remedy)


def _change(file: str, key: str, row: object, outline: Outline) -> Change:
    table = only_keys(file, key, row, KEYS, KEYS)
    between = table["between"]
    if not isinstance(between, list) or len(between) != 2 or between[0] == between[1]:
        raise LawError(file, f"{key}.between", f"{between!r} is not two editions", 'write between = ["…", "…"]')
    for edition in between:
        if edition not in outline.editions:
            there_are = f"there are {', '.join(outline.editions)}"
            raise LawError(file, f"{key}.between", f'"{edition}" is not an edition', there_are)
    first, second = between
    was = _citations(file, f"{key}.was", table["was"], outline, first, second)
    now = _citations(file, f"{key}.now", table["now"], outline, second, first)
    if not was and not now:
        raise LawError(file, key, "names no paragraph", "say what it was or what it is now")
    return Change((first, second), was, now, text_of(file, f"{key}.says", table["says"]))


def _citations(file: str, key: str, listed: object, outline: Outline, edition: str, other: str) -> tuple[Citation, ...]:
    """Paragraphs that the other edition lacks or has with another content; any others are refused."""
    if not isinstance(listed, list):
        raise LawError(file, key, f"{listed!r} is not a list", 'write ["…"], or [] for none')
    known = {p.cite for p in outline.of(edition)}
    changed = {p.cite for p in gone(outline, edition, other)}
    found = []
    for text in listed:
        cite = citation_of(file, key, {"cite": text}, None)
        if cite not in known:
            raise LawError(file, key, f"{cite} is not in {edition}", "add it to outline.toml, or correct it")
        if cite not in changed:
            remedy = "give each its own entry in outline.toml with only = […], write a [[wording]], or leave it out"
            raise LawError(file, key, f"{cite} has the same content in {other}", remedy)
        found.append(cite)
    return tuple(found)


def _once(file: str, changes: tuple[Change, ...]) -> None:
    """Refuse a paragraph that is listed twice between the same two editions."""
    seen: set[tuple[frozenset[str], str, Citation]] = set()
    for number, change in enumerate(changes, 1):
        first, second = change.between
        for edition, cites in ((first, change.was), (second, change.now)):
            for cite in cites:
                mark = (frozenset(change.between), edition, cite)
                if mark in seen:
                    raise LawError(file, f"change {number}", f"{cite} of {edition} stands twice", "say it once")
                seen.add(mark)
