"""The gate: every difference between two outlines is covered by exactly one change, and every change names a difference."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from contract.play import toys_discovered
from houseway.compare.texts import reworded, text_changes, unchanged
from houseway.core import AnyGame
from houseway.games import games
from houseway.law.changes import gone


def pairs() -> list[Any]:
    """Every game and toy of several editions, every two of these in either order."""
    with toys_discovered():
        found = list(games().values())
    return [
        pytest.param(game, first, second, id=f"{game.id}-{first}-{second}")
        for game in found
        for first, second in permutations(game.chapter.outline.editions, 2)
    ]


EVERY = pytest.mark.parametrize(("game", "first", "second"), pairs())


def test_there_are_games_of_several_editions() -> None:
    assert {"roulette", "big-six", "skirmish"} <= {param.values[0].id for param in pairs()}


@EVERY
def test_every_difference_is_covered_by_one_change_and_every_change_names_one(
    game: AnyGame, first: str, second: str
) -> None:
    outline = game.chapter.outline
    changes = [seen for change in game.chapter.changes if (seen := change.seen_from(first, second)) is not None]
    was, now = [cite for c in changes for cite in c.was], [cite for c in changes for cite in c.now]
    assert sorted(was) == sorted(p.cite for p in gone(outline, first, second))
    assert sorted(now) == sorted(p.cite for p in gone(outline, second, first))
    assert changes, "two editions that do not differ at all are one"


@EVERY
def test_every_paragraph_of_both_is_told_once(game: AnyGame, first: str, second: str) -> None:
    chapter = game.chapter
    changes = text_changes(chapter, first, second)
    for side, edition in (("was", first), ("now", second)):
        told = [p.cite for change in changes for p in getattr(change, side)]
        assert len(told) == len(set(told))
        assert len(told) + unchanged(chapter, first, second) == len(chapter.outline.of(edition))


@EVERY
def test_other_words_are_told_once_and_only_of_paragraphs_with_the_same_content(
    game: AnyGame, first: str, second: str
) -> None:
    told = [cite for each in reworded(game.chapter, first, second) for cite in each.cites]
    assert len(told) == len(set(told))
    assert set(told) <= {p.cite for p in game.chapter.outline.of(first) if p.stands_in(second)}
    assert reworded(game.chapter, first, second) == reworded(game.chapter, second, first)
