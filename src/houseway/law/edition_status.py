"""The status of an edition on a given day: in force, proposed, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from houseway.law.chapter import Chapter
from houseway.law.dates import read_day
from houseway.law.edition import Edition

IN_FORCE, PROPOSED, NEITHER = "in-force", "proposed", "neither"


@dataclass(frozen=True, slots=True)
class Standing:
    """One edition on one day, and why."""

    edition: str
    day: date
    standing: str  # in-force, proposed or neither
    says: str

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"edition": self.edition, "standing": self.standing, "says": self.says}


def standings(chapter: Chapter, on: str | date) -> tuple[Standing, ...]:
    """The status of every edition of a chapter on a day, by our texts; the chapter's default first."""
    day = read_day(on)
    editions = [chapter.edition(name) for name in chapter.outline.editions]
    finals = [(_begins(each, editions), each.id) for each in editions if each.in_force]
    return tuple(
        Standing(each.id, day, *_on(each, day, _begins(each, editions), min(finals, default=None))) for each in editions
    )


def _begins(edition: Edition, editions: list[Edition]) -> date:
    """The first day of a text: an adopted one takes effect, a proposal is received.

    The print of a filing that we hold as another edition begins when it is published.
    """
    docket = edition.docket
    if edition.in_force:
        return read_day(docket.effective or docket.published or edition.published)
    filed = [each for each in editions if each.docket.published is None and each.docket.board == docket.board]
    if docket.published and edition.status == "proposed" and any(each.status == "proposed" for each in filed):
        return read_day(docket.published)
    return read_day(docket.received or docket.published or edition.published)


def _on(edition: Edition, day: date, begins: date, final: tuple[date, str] | None) -> tuple[str, str]:
    if edition.in_force:
        if day < begins:
            return NEITHER, f"it took effect on {begins}, after this day"
        by = f", by the Code pages of {edition.docket.as_of}" if edition.docket.as_of else ""
        return IN_FORCE, f"in force since {begins}{by}"
    if edition.status != "proposed":
        return NEITHER, edition.standing
    if day < begins:
        return NEITHER, f"it was proposed on {begins}, after this day"
    if final is None:
        return PROPOSED, f"proposed on {begins}; our texts do not say what became of it"
    ends, adopted = final
    if day < ends:
        return PROPOSED, f"proposed on {begins}; {adopted} took effect on {ends}"
    return NEITHER, f"proposed on {begins}, and {adopted} has been in force since {ends}"


def summary(chapter: Chapter, on: str | date) -> str:
    """One line: which editions were in force or proposed on a day."""
    found = standings(chapter, on)
    force = [each.edition for each in found if each.standing == IN_FORCE]
    proposed = [each.edition for each in found if each.standing == PROPOSED]
    told = [f"in force: {', '.join(force)}" if force else "no text that we hold was in force"]
    told += [f"proposed: {', '.join(proposed)}"] if proposed else []
    return "; ".join([*told, *([] if force else _temporary(chapter, read_day(on)))])


def _temporary(chapter: Chapter, day: date) -> list[str]:
    """The temporary regulations that had been adopted by then, whose texts we do not hold."""
    found: dict[str, None] = {}
    for name in chapter.outline.editions:
        docket = chapter.edition(name).docket
        for each in docket.temporary or ():
            if read_day(each.on) <= day:
                where = f"Chapter {', '.join(docket.replaces or ())} ({each.at}, {each.on})"
                found[f"temporary regulations in {where} had been adopted, which we do not hold"] = None
    return list(found) or _undated(chapter, day)


def _undated(chapter: Chapter, day: date) -> list[str]:
    """Temporary regulations that a proposal was to replace, where no text of the chapter says when they were adopted."""
    editions = [chapter.edition(name) for name in chapter.outline.editions]
    if any(each.docket.temporary is not None for each in editions):
        return []
    found = [each for each in editions if each.status == "proposed" and _begins(each, editions) <= day]
    chapters = dict.fromkeys(chapter for each in found for chapter in each.docket.replaces or ())
    told = "it was to replace temporary regulations in Chapter {}; our texts do not say when they were adopted"
    return [told.format(", ".join(chapters))] if chapters else []
