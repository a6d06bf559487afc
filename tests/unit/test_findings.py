"""docs/findings.md is up to date: its lists by day, every figure by night."""

from __future__ import annotations

from pathlib import Path

import pytest

import findings

ROOT = Path(__file__).parents[2]
WRITTEN = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")


def test_the_gaps_and_misprints_are_those_of_the_chapters() -> None:
    assert findings.gaps() in WRITTEN, "run make findings"


def test_dead_law_is_what_the_search_for_examples_found() -> None:
    assert findings.dead_law() in WRITTEN, "run make findings"


def test_the_page_was_made_from_these_files_of_the_law() -> None:
    assert f"digest `{findings.digest()}`" in WRITTEN, "the law's files changed: run make findings"


def test_every_open_question_is_listed_once() -> None:
    for game in findings._chapters():
        for reading in game.chapter.readings:
            assert WRITTEN.count(f": {reading.question} **Our answer:**") >= 1, reading.name


def test_the_misprints_are_readings_of_their_chapters() -> None:
    known = {
        game.chapter.outline.chapter: {each.name for each in game.chapter.readings} for game in findings._chapters()
    }
    for chapter, names in findings.MISPRINTS.items():
        assert set(names) <= known[chapter], set(names) - known[chapter]


def test_the_house_ways_are_as_written() -> None:
    assert "\n\n".join(findings._house_ways()) in WRITTEN


@pytest.mark.nightly
def test_every_figure_is_as_written() -> None:
    assert "\n\n".join(findings.page()) + "\n" == WRITTEN
