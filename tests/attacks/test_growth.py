"""A recorded table does not grow with its age: its memory and the cost of a command are bounded."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from attacks.recorded import Recorded, go_on, rounds
from growth import LARGER_MAX, SLOWER_MAX, measured
from houseway.core.plain import canonical
from houseway.games import load

GAMES = [
    ("casino-war", "initial", ("shuffler=continuous",)),
    ("down-under-blackjack", "bet", ("shuffler=continuous",)),
    ("pai-gow", "wager", ()),
]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on what survives a power cut."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.mark.parametrize(("what", "wager", "settings"), GAMES)
def test_what_a_table_keeps_does_not_grow_with_its_rounds(
    what: str, wager: str, settings: tuple[str, ...], tmp_path: Path
) -> None:
    sitting = Recorded(*load(what, settings), tmp_path / "t.jsonl", "growth").seated(seats=1)
    sizes: list[int] = []
    for n in range(30):
        sitting.do({"do": "wager", "seat": 1, "id": wager, "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        for due in rounds(sitting):
            go_on(sitting, due, n)
        table = sitting.table
        assert len(table._laid.names()) <= 1 and len(table._kept) <= 1 and table._events == []
        assert len(table.plain["table"]["orders"]) == 1
        sizes.append(len(canonical(table.plain)))
    assert max(sizes[20:]) <= max(sizes[:10]) + 50  # a digit more here and there
    sitting.restart()
    assert len(sitting.table._laid.names()) == len(sitting.table._kept) == 1
    sitting.desk.close()


@pytest.mark.nightly
def test_time_and_memory_do_not_grow_over_a_hundred_thousand_commands(tmp_path: Path) -> None:
    found = measured(tmp_path, 100_000)
    print([f"{tenth.milliseconds:.2f} ms, {tenth.peak_mb:.1f} MB" for tenth in found])
    assert found[-1].milliseconds <= SLOWER_MAX * found[0].milliseconds
    assert found[-1].peak_mb <= LARGER_MAX * found[0].peak_mb
