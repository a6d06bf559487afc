"""Which paragraphs an event may cite (those that a file of the rules names), and under which settings they can act."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from houseway.core import AnyGame
from houseway.law import Chapter, Citation, Paragraph, Rules
from houseway.questions.example import modelled


def next_to(game: AnyGame, edition: str) -> dict[str, list[str]]:
    """The paragraphs that an event may cite, each with the paragraphs modeled in the same place or next to it in the outline.

    Headings are left out, since they may borrow an example.
    """
    wanted = modelled(game, edition)
    found: dict[str, list[str]] = {}
    for paragraph in wanted:
        if naming(game.chapter, edition, paragraph.cite) and not is_heading(paragraph, wanted):
            above = paragraph.cite.rpartition("(")[0]
            others = [each for each in wanted if each.cite != paragraph.cite]
            place = [str(each.cite) for each in others if set(each.modelled) & set(paragraph.modelled)]
            beside = [str(each.cite) for each in others if each.cite.rpartition("(")[0] == above]
            found[paragraph.cite] = list(dict.fromkeys((*place, *beside)))
    return found


def applies(rules: Rules, cite: str) -> bool:
    """Can a paragraph act under these settings? Not if it only prescribes steps that other settings require."""
    if (
        any(not name.startswith("procedure") for name in naming(rules.chapter, rules.edition.id, Citation(cite)))
        or cite in rules.chapter.reports
    ):
        return True
    steps = [step for each in rules.chapter.procedures.values() for step in each.steps if step.cite == cite]
    chosen = {key: str(value).lower() for key, value in rules.options.items()}
    return any(all(chosen.get(key, values[0]) in values for key, values in step.when) for step in steps)


def naming(chapter: Chapter, edition: str, cite: Citation) -> list[str]:
    """The files of the rules that name a paragraph in this edition."""
    above, _, last = cite.rpartition("(")
    texts = _texts(chapter.folder, edition)
    found = sorted(name for name, text in texts if f'"{cite}"' in text)
    if not found and any(f'"{above}"' in text for _, text in texts):  # the citation may be composed: f"{cite}(i)"
        found = sorted(name for name, text in texts if f'}}({last}"' in text)
    steps = [step for each in chapter.procedures.values() for step in each.steps if step.cite == cite]
    asked = [step for step in steps if edition in dict(step.when).get("edition", (edition,))]
    return [*found, *(["procedure.toml"] if asked or cite in chapter.reports else [])]


@lru_cache(maxsize=8)
def _texts(folder: Path, edition: str) -> list[tuple[str, str]]:
    files = [*folder.rglob("*.py"), folder / "editions" / f"{edition}.toml"]
    return [(each.name, each.read_text(encoding="utf-8")) for each in files]


def is_heading(paragraph: Paragraph, among: Iterable[Paragraph]) -> bool:
    """Is the paragraph a heading of others?"""
    return any(each.cite != paragraph.cite and each.cite.under(paragraph.cite) for each in among)
