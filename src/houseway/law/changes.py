"""Changes of paragraphs between two editions, with our summary of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from houseway.law.citation import Citation
from houseway.law.errors import LawError
from houseway.law.outline import Outline, Paragraph
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of

KEYS = ("between", "was", "now", "says")


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


def gone(outline: Outline, first: str, second: str) -> tuple[Paragraph, ...]:
    """The paragraphs of the first edition that the second lacks or words differently."""
    return tuple(p for p in outline.of(first) if not p.stands_in(second))


def load_changes(path: Path, outline: Outline) -> tuple[Change, ...]:
    """Read `changes.toml`; a chapter with one edition has none."""
    if not path.exists():
        return ()
    file = short(path)
    data = only_keys(file, "", read_toml(path), ("change",))
    changes = tuple(_change(file, f"change {n}", row, outline) for n, row in enumerate(data.get("change", ()), 1))
    _once(file, changes)
    return changes


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
    """Paragraphs that the other edition lacks or words differently; any others are refused."""
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
            remedy = "give each its own entry in outline.toml with only = […], or leave it out"
            raise LawError(file, key, f"{cite} stands in {other} in the same words", remedy)
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
