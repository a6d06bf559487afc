"""Examples of paragraphs: what a search found for each modeled paragraph of an edition, as stored in the game's folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.core import AnyGame
from houseway.law import BadInput, Citation, Paragraph
from houseway.law.inputs import read_text

ROUND, CHECK, BORROWED, UNREACHED = "round", "check", "borrowed", "unreached"
KINDS = (ROUND, CHECK, BORROWED, UNREACHED)


@dataclass(frozen=True, slots=True)
class ParagraphExample:
    """The result of a search for one paragraph.

    `kind`: a round at the table (`script`), a check of a submission, the example of another paragraph (`of`), or nothing.
    `settings`: the submission's settings that differ from the defaults. `shortest`: every shorter script of the narrow alphabet
    was tried. `dead`: every position was tried, and none reaches the paragraph. `why`: why this example was borrowed, or why
    the paragraph was not reached.
    """

    cite: Citation
    kind: str
    settings: tuple[str, ...] = ()
    script: tuple[Mapping[str, Any], ...] = ()
    shortest: bool = False
    of: str = ""
    why: str = ""
    dead: bool = False

    def as_json(self) -> dict[str, Any]:
        """Plain values, without empty ones."""
        found: dict[str, Any] = {"cite": str(self.cite), "kind": self.kind}
        found |= {"settings": list(self.settings)} if self.settings else {}
        found |= {"script": list(self.script)} if self.script else {}
        found |= {"shortest": True} if self.shortest else {}
        found |= {"dead": True} if self.dead else {}
        found |= {name: text for name, text in (("of", self.of), ("why", self.why)) if text}
        return found

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> ParagraphExample:
        """An example from its plain values."""
        settings, script = tuple(row.get("settings", ())), tuple(row.get("script", ()))
        shortest, of, why = row.get("shortest", False), row.get("of", ""), row.get("why", "")
        return cls(Citation(row["cite"]), row["kind"], settings, script, shortest, of, why, row.get("dead", False))


@dataclass(frozen=True, slots=True)
class Examples:
    """All examples of one edition, in the order of the law. `bound`: how far the search went, in words."""

    game: str
    edition: str
    outline: str  # the digest of the paragraphs that these examples belong to
    bound: str
    found: Mapping[Citation, ParagraphExample] = field(default_factory=dict)
    walked: str = ""  # how far the rounds of each wager were walked, in words

    def written(self) -> str:
        """The text of the file: one line for the search, then one per paragraph."""
        head = {"game": self.game, "edition": self.edition, "outline": self.outline, "bound": self.bound}
        head |= {"walked": self.walked} if self.walked else {}
        return "".join(f"{_line(row)}\n" for row in (head, *(each.as_json() for each in self.found.values())))


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": "))


def modelled(game: AnyGame, edition: str) -> tuple[Paragraph, ...]:
    """The paragraphs of an edition that are modeled, partly or fully."""
    return tuple(each for each in game.chapter.outline.of(edition) if each.modelled)


def outline_digest(game: AnyGame, edition: str) -> str:
    """A digest of the list of an edition's modeled paragraphs; examples are valid for one digest.

    It does not cover the places in the code: a renamed function changes no example, and tests play each of them.
    """
    text = json.dumps([each.cite for each in modelled(game, edition)])
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def place_of(game: AnyGame, edition: str) -> Path:
    """The file with the examples of one edition, in the game's folder."""
    return game.chapter.folder / "examples" / f"{game.id}-{edition}.jsonl"


def how_to_find(game: AnyGame, edition: str, mode: str = "") -> str:
    """The command that finds the examples of an edition again."""
    return " ".join(("python -m houseway.questions.find_examples", *([mode] if mode else []), game.id, edition))


def shipped(game: AnyGame, edition: str) -> Examples | None:
    """The examples shipped with a game; None if it has none. Examples for another outline are an error."""
    path = place_of(game, edition)
    if not path.is_file():
        return None
    head, *rows = (json.loads(line) for line in read_text(path, "examples of paragraphs").splitlines())
    if head["outline"] != outline_digest(game, edition):
        raise BadInput(
            f"{path.name}: is for another outline of {edition}; find the examples anew: {how_to_find(game, edition)}"
        )
    found = in_order(map(ParagraphExample.from_json, rows))
    return Examples(game.id, edition, head["outline"], head["bound"], found, head.get("walked", ""))


def in_order(examples: Iterable[ParagraphExample]) -> Mapping[Citation, ParagraphExample]:
    """The examples by citation, in their order."""
    return {each.cite: each for each in examples}
