"""The outline of 623a: complete, and pointing to what is really there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from houseway.games import find_game
from houseway.law import Outline

FOLDER = find_game("craps").chapter.folder


def outline() -> Outline:
    return find_game("craps").chapter.outline


def places() -> Iterator[tuple[str, str, str]]:
    for paragraph in outline().paragraphs:
        for place in paragraph.modelled:
            file, _, name = place.partition(":")
            yield paragraph.cite, file, name


def test_623a_the_outline_has_every_paragraph_in_the_laws_order() -> None:
    cited = [paragraph.cite for paragraph in outline().paragraphs]
    assert len(cited) == len(set(cited)) == 273
    assert [cite for cite in cited if cite.depth == 0] == [f"623a.{n}" for n in range(1, 12)]
    for cite in cited:
        above = re.sub(r"(\([^()]+\)|\[[^\]]+\])$", "", cite)
        assert cite.depth == 0 or cited.index(cite) > cited.index(type(cite)(above))  # nothing hangs in the air


def test_623a_what_is_modelled_is_where_the_outline_says() -> None:
    texts: dict[str, str] = {}
    missing = []
    for cite, file, name in places():
        text = texts.setdefault(file, (FOLDER / file).read_text(encoding="utf-8"))
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
            missing.append((cite, file, name))
    assert missing == []


def test_623a_two_games_share_the_chapter() -> None:
    assert outline().games == ("craps", "mini-craps")
    assert find_game("craps").chapter is find_game("mini-craps").chapter
