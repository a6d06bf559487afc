"""Whole rounds as text, a citation on each line that decides something. `make transcripts` rewrites them for review.

Each `NAME.jsonl` is a script: a comment line with the game and its settings, then one command a line. It opens the table
itself, or begins with a step of the opening, or leaves all procedures to the table. `NAME.txt` is what came of it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from houseway.games import games, load
from houseway.numerics.sources import SeededSource
from houseway.table import Table, fold, read_command

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*/*.jsonl"))
UNCITED = (
    "bought-in",
    "cashed-out",
    "tipped",
    "table-filled",
    "shoe-sealed",
    "shoe-revealed",
    "seal-voided",
)  # no chapter speaks of these
REWRITE = os.environ.get("HOUSEWAY_REWRITE") == "1"


def played(path: Path) -> Table:
    first, *lines = path.read_text().splitlines()
    what, *settings = first.removeprefix("#").split()
    game, rules = load(what, settings)
    table = Table(game, rules, SeededSource(path.stem))
    commands = [json.loads(line) for line in lines if line and not line.startswith("#")]
    if commands[0]["do"] == "open":
        table.do(commands.pop(0))
    else:
        table.open("opening-by-hand" if commands[0]["do"] == "step" else "automatic")
    for command in commands:
        if command == {"do": "draw"}:
            table.draw()
        else:
            read_command(game, rules, command)
            table.do(command)
    return table


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_golden_transcript_is_as_it_was(path: Path) -> None:
    table = played(path)
    shown = table.transcript()
    golden = path.with_suffix(".txt")
    if REWRITE:
        golden.write_text(shown)
    assert shown == golden.read_text(), f"review the difference, then: make transcripts ({golden.name})"
    assert fold(table.events) == table.plain


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_line_that_decides_something_carries_its_section(path: Path) -> None:
    table = played(path)
    courtesy = ("no-more-bets",) if table.game.id in ("craps", "mini-craps") else ()  # no paragraph of 623a asks for it
    for event in table.events:
        if event.event not in (*UNCITED, *courtesy):
            assert event.cites, event.seen_by("house")


def test_every_game_has_transcripts() -> None:
    have = {re.split(r"\s+", path.read_text().removeprefix("#").strip(), maxsplit=1)[0] for path in SCRIPTS}
    assert have >= set(games()), f"no golden transcript of {sorted(set(games()) - have)}"
