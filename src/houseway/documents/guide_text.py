"""A game's words for patrons, from `guide.toml` in its folder: its aim, and how a round goes, each step with its paragraph."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files

from houseway.core import AnyGame
from houseway.law import Citation
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of


@dataclass(frozen=True, slots=True)
class GuideText:
    """What only people can say well: the aim of a game and the course of a round."""

    aim: str = ""
    steps: tuple[tuple[str, Citation], ...] = ()


def guide_text(game: AnyGame) -> GuideText:
    """The words of a game; none for a game that brings no file."""
    known = frozenset(paragraph.cite for paragraph in game.chapter.outline.paragraphs)
    with as_file(files(game.home) / "guide.toml") as path:
        if not path.exists():
            return GuideText()
        file, data = short(path), read_toml(path)
        table = only_keys(file, "", data, ("aim", "step"), ("aim", "step"))
        keys = ("says", "cite")
        rows = [only_keys(file, f"step {n}", row, keys, keys) for n, row in enumerate(table["step"], 1)]
        steps = tuple(
            (text_of(file, f"step {n}.says", row["says"]), citation_of(file, f"step {n}", row, known))
            for n, row in enumerate(rows, 1)
        )
        return GuideText(text_of(file, "aim", table["aim"]), steps)
