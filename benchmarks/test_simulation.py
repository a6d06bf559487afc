"""The speed of the simulator, with pytest-benchmark: CPU time on one core, all parts of a row in one run.

Run: make bench-simulation, which ends with the table of ratios (conftest.py).
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from houseway.games import load
from houseway.simulate.chunks import CHUNK, chunk_player, run
from houseway.simulate.prepare import prepare
from houseway.simulate.request import seated
from rows import Row, UnavailableError, Work, all_rows
from simulation import FIVE_ROULETTE, PASS

RUNS = 7
PARTS = [
    pytest.param(row, part, id=f"{row.name}: {part}")
    for row in all_rows()
    for part in ("product", *row.bare, *row.peers)
]


def work_of(row: Row, part: str) -> Work:
    """The work of this part of a row."""
    if part in row.peers:
        return row.peers[part]()
    work, kernel = row.product()
    return work if part == "product" else row.bare[part](kernel)


@pytest.mark.parametrize(("row", "part"), PARTS)
def test_speed(row: Row, part: str, benchmark: Any) -> None:
    try:
        work = work_of(row, part)
    except UnavailableError as missing:
        pytest.skip(str(missing))
    benchmark.extra_info.update({"row": row.name, "part": part, "rounds": work.rounds})
    benchmark.pedantic(work.play, rounds=3 if part in row.peers else RUNS, warmup_rounds=1)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game_id", "bets"), [("roulette", FIVE_ROULETTE), ("craps", PASS)])
def test_cores(game_id: str, bets: dict[str, int], threads: int, benchmark: Any) -> None:
    """Wall-clock time, which means little on a busy machine, so the load is reported too."""
    game, rules = load(game_id)
    kernel, _ = prepare(game, rules, seated(bets))
    play, seconds = chunk_player(kernel, "bench"), []
    benchmark.pedantic(lambda: seconds.append(run(play, 400 * CHUNK, threads=threads).seconds), rounds=3)
    load_now = os.getloadavg()[0]
    benchmark.extra_info.update({"cores": game_id, "threads": threads, "seconds": min(seconds), "load": load_now})
