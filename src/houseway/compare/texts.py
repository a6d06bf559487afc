"""Changes between the texts of two editions, paragraph by paragraph, in the law's order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from houseway.compare.values import value_changes
from houseway.law import Chapter, Citation, Edition, Paragraph
from houseway.law.changes import gone


@dataclass(frozen=True, slots=True)
class TextChange:
    """Paragraphs of the first edition, their counterparts in the second, and our summary of the change, if any."""

    was: tuple[Paragraph, ...]
    now: tuple[Paragraph, ...]
    says: str | None
    redrafted: bool = False  # by a redraft, whose figures are its own

    @property
    def kind(self) -> str:
        """Added, dropped, altered, only renumbered, or redrafted."""
        if self.redrafted:
            return "redrafted"
        if not self.was or not self.now:
            return "added" if self.now else "dropped"
        same_content = [p.says for p in self.was] == [p.says for p in self.now]
        return "renumbered" if same_content and self._cites_differ else "altered"

    @property
    def _cites_differ(self) -> bool:
        return [p.cite for p in self.was] != [p.cite for p in self.now]

    def as_json(self) -> dict[str, Any]:
        """The change as plain values."""
        return {
            "kind": self.kind,
            "was": [{"cite": p.cite, "says": p.says} for p in self.was],
            "now": [{"cite": p.cite, "says": p.says} for p in self.now],
            "how": self.says,
        }


def text_changes(chapter: Chapter, first: str, second: str) -> tuple[TextChange, ...]:
    """Every paragraph that only one edition has, or has with this content, each in exactly one change."""
    outline = chapter.outline
    was = {p.cite: p for p in gone(outline, first, second)}
    now = {p.cite: p for p in gone(outline, second, first)}
    found = []
    for written in chapter.changes:
        change = written.seen_from(first, second)
        if change is not None:
            before = tuple(was.pop(cite) for cite in change.was)
            after = tuple(now.pop(cite) for cite in change.now)
            turned = "" if written.between == change.between else f"From {second} to {first}: "
            found.append(TextChange(before, after, turned + change.says))
    for cite, paragraph in list(was.items()):  # without a summary, paragraphs with the same number belong together
        other = now.pop(cite, None)
        found.append(TextChange((paragraph,), () if other is None else (other,), None))
    found += [TextChange((), (paragraph,), None) for paragraph in now.values()]
    place = {id(p): n for n, p in enumerate(outline.paragraphs)}
    return tuple(sorted(found, key=lambda change: min(place[id(p)] for p in (*change.now, *change.was))))


def redrafted(chapter: Chapter, game: str, sides: tuple[Edition, Edition]) -> tuple[TextChange, ...]:
    """The paragraphs whose figures a redraft changes: what its base says of each, and the figures of the redraft."""
    found = []
    for at, side in enumerate(sides):
        if not side.redraft:
            continue
        says: dict[Citation, list[str]] = {}
        for change in value_changes(chapter, game, chapter.edition(side.id), side):
            if change.was is not None and change.now is not None and (change.group, change.key) != ("option", "boxes"):
                told = f"{change.group} {change.key}: {change.now[0]}, not {change.was[0]}"
                says.setdefault(change.now[1], []).append(told)
        for paragraph in chapter.outline.of(side.id):
            if paragraph.cite in says:
                own = replace(paragraph, says=f"As in {side.id}, but {'; '.join(says[paragraph.cite])}.")
                pair = ((paragraph,), (own,)) if at else ((own,), (paragraph,))
                found.append(TextChange(*pair, None, redrafted=True))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Reworded:
    """Paragraphs with the same content in other words, and how the words differ."""

    cites: tuple[Citation, ...]
    says: str

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"cites": list(self.cites), "how": self.says}


def unchanged(chapter: Chapter, first: str, second: str) -> int:
    """The number of paragraphs that have the same content in both, in the same or other words."""
    return sum(p.stands_in(second) for p in chapter.outline.of(first))


def reworded(chapter: Chapter, first: str, second: str) -> tuple[Reworded, ...]:
    """The paragraphs that have the same content in both, but not the same words, in the law's order."""
    place = {p.cite: n for n, p in enumerate(chapter.outline.paragraphs)}
    found = [Reworded(w.cites, w.says) for w in chapter.wordings if w.differs(first, second)]
    return tuple(sorted(found, key=lambda each: place[each.cites[0]]))
