"""The outline of a chapter: every numbered paragraph, its content in our words, and where it is modeled."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from houseway.law.citation import Citation
from houseway.law.errors import LawError
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph. `modelled` names the code, `not_modelled` what is not modeled, and why; both: it is in part."""

    cite: Citation
    says: str
    modelled: tuple[str, ...]
    not_modelled: str | None
    only: tuple[str, ...]  # the editions with this text; empty means all

    def stands_in(self, edition: str) -> bool:
        """Whether this edition has the paragraph with this content."""
        return not self.only or edition in self.only


@dataclass(frozen=True, slots=True)
class Outline:
    """All paragraphs of a chapter in the law's order, and those of other chapters that it depends on."""

    chapter: str
    title: str
    games: tuple[str, ...]
    editions: tuple[str, ...]  # the default first
    paragraphs: tuple[Paragraph, ...]
    elsewhere: tuple[Paragraph, ...]
    _cites: dict[str, frozenset[Citation]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, edition: str) -> tuple[Paragraph, ...]:
        """The paragraphs of one edition."""
        return tuple(p for p in self.paragraphs if p.stands_in(edition))

    def cites(self, edition: str) -> frozenset[Citation]:
        """All citations that are valid under an edition."""
        if edition not in self._cites:
            self._cites[edition] = frozenset(p.cite for p in (*self.of(edition), *self.elsewhere))
        return self._cites[edition]


def load_outline(path: Path) -> Outline:
    """Read `outline.toml`."""
    file = short(path)
    data = only_keys(file, "", read_toml(path), ("chapter", "paragraph", "elsewhere"), ("chapter", "paragraph"))
    head = only_keys(file, "chapter", data["chapter"], CHAPTER_KEYS, CHAPTER_KEYS)
    editions = tuple(text_of(file, "chapter.editions", each) for each in head["editions"])
    games = tuple(text_of(file, "chapter.games", each) for each in head["games"])
    paragraphs = tuple(_paragraph(file, n, row, editions) for n, row in enumerate(data["paragraph"], 1))
    _once_an_edition(file, paragraphs, editions)
    elsewhere = tuple(
        Paragraph(
            citation_of(file, f"elsewhere {n}", row, None),
            text_of(file, f"elsewhere {n}", row.get("says")),
            (),
            None,
            (),
        )
        for n, row in enumerate(data.get("elsewhere", ()), 1)
    )
    return Outline(
        text_of(file, "chapter.id", head["id"]),
        text_of(file, "chapter.title", head["title"]),
        games,
        editions,
        paragraphs,
        elsewhere,
    )


PACKAGE = Path(__file__).parents[1]  # places in the package itself are written "houseway/…"


def check_places(folder: Path, outline: Outline) -> None:
    """Refuse an outline that names a file, or a name in a file, that is not there."""
    texts: dict[str, str | None] = {}
    for paragraph in outline.paragraphs:
        for place in paragraph.modelled:
            file, _, name = place.partition(":")
            if file not in texts:
                path = PACKAGE.parent / file if file.startswith(f"{PACKAGE.name}/") else folder / file
                texts[file] = re.sub(r"[\[\]\"]", "", path.read_text("utf-8")) if path.is_file() else None
            problem, text = "", texts[file]
            if text is None:
                problem = f'there is no file "{file}"'
            elif not name or not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
                problem = f'"{file}" has no "{name}"'
            if problem:
                remedy = 'write the file and a name in it, like "round.py:due", or say why it is not_modelled'
                raise LawError(short(folder / "outline.toml"), f"{paragraph.cite} modelled", problem, remedy)


CHAPTER_KEYS = ("id", "title", "games", "editions")
PARAGRAPH_KEYS = ("cite", "says", "modelled", "not_modelled", "only")


def _paragraph(file: str, number: int, row: object, editions: tuple[str, ...]) -> Paragraph:
    key = f"paragraph {number}"
    table = only_keys(file, key, row, PARAGRAPH_KEYS, ("says",))
    cite = citation_of(file, key, table, None)
    modelled, why = table.get("modelled"), table.get("not_modelled")
    if modelled is None and why is None:
        raise LawError(
            file,
            cite,
            "must have modelled or not_modelled",
            "say where it is modeled, or why it is not; both if only part of it is",
        )
    places = (modelled,) if isinstance(modelled, str) else tuple(modelled or ())
    only = tuple(table.get("only", ()))
    for edition in only:
        if edition not in editions:
            raise LawError(file, f"{cite} only", f'"{edition}" is not an edition', f"there are {', '.join(editions)}")
    return Paragraph(cite, text_of(file, f"{cite} says", table["says"]), places, why, only)


def _once_an_edition(file: str, paragraphs: tuple[Paragraph, ...], editions: tuple[str, ...]) -> None:
    for edition in editions:
        seen: set[str] = set()
        for paragraph in paragraphs:
            if paragraph.stands_in(edition):
                if paragraph.cite in seen:
                    raise LawError(
                        file,
                        paragraph.cite,
                        f"stands twice in {edition}",
                        "say with only = […] which text is whose",
                    )
                seen.add(paragraph.cite)
