"""docs/fields.md lists the fields of each step and report. `make transcripts` rewrites it (HOUSEWAY_REWRITE=1)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from houseway.core import AnyGame
from houseway.games import games
from houseway.law import Field

LIST = Path(__file__).parents[2] / "docs" / "fields.md"
MARK = "<!-- The rest is written by `make transcripts`. -->\n"


def spoken(fields: Mapping[str, Field]) -> str:
    return ", ".join(f"`{each.name}` ({each.kind.replace('|', ', ')})" for each in fields.values())


def chapter(game: AnyGame) -> Iterator[str]:
    """Steps that note something, then everything that can be reported."""
    known = game.chapter
    yield f"\n## Chapter {known.outline.chapter}: {game.title}\n\n| step | fields |\n| --- | --- |"
    steps = [step for text in known.procedures.values() for step in text.steps if step.fields]
    yield from dict.fromkeys(f"| {f'{step.cite} {step.item}'.strip()} | {spoken(step.fields)} |" for step in steps)
    yield "\n| report | fields |\n| --- | --- |"
    yield from (f"| {cite} | {spoken(fields)} |".replace("|  |", "| |") for cite, fields in known.reports.items())


def test_docs_list_the_fields_of_every_step_and_report() -> None:
    chapters = {game.chapter.folder: game for game in reversed(list(games().values()))}
    ordered = sorted(chapters.values(), key=lambda game: game.chapter.outline.chapter)
    right = "\n".join(line for game in ordered for line in chapter(game)) + "\n"
    begins = LIST.read_text().partition(MARK)[0]
    if os.environ.get("HOUSEWAY_REWRITE") == "1":
        LIST.write_text(f"{begins}{MARK}{right}")
    assert LIST.read_text() == f"{begins}{MARK}{right}", (
        "review the difference, then: make transcripts (docs/fields.md)"
    )
