"""A long day at one table: the memory of the process after a warm-up, and after so many commands more.

    python benchmarks/service/day.py [--commands 100000] [--folder DIR]

A table must not hold its history: the goal is growth under 5 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from houseway.service.pit import Pit
from houseway.service.running import new_loop
from houseway.store.database import open_database
from houseway.store.keys import Keys
from service.scripted_rounds import hosted, play, received, script

GOAL_MB = 5.0
WARM_UP = 3000


def resident_mb() -> float:
    """The memory that this process has now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def day(folder: str, commands: int) -> float:
    """Play; return the growth after the warm-up."""
    database = open_database(f"sqlite:///{folder}/pit.db")
    pit = Pit.open(database, Keys.new())
    part = script("roulette", 1000)
    table = await hosted(pit, "roulette-1", part, "day")
    done, first, began = 0, 0.0, time.perf_counter()
    while done < WARM_UP + commands:
        await play(pit, "roulette-1", received(part.rounds, f"{done}-"))
        done += len(part.rounds)
        if not first and done >= WARM_UP:
            first = resident_mb()
            print(f"after {done:,} commands: {first:.1f} MB", flush=True)
    last = resident_mb()
    took = time.perf_counter() - began
    print(f"after {done:,} commands, {table.standing.seq:,} events, {took:.0f} s: {last:.1f} MB")
    pit.close()
    database.close()
    return last - first


def main() -> None:
    """Run it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--commands", type=int, default=100_000)
    asked.add_argument("--folder")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder, asyncio.Runner(loop_factory=new_loop()) as runner:
        growth = runner.run(day(folder, given.commands))
    print(f"growth {growth:.1f} MB (goal: under {GOAL_MB:.0f}): {'holds' if growth < GOAL_MB else 'MISSES'}")
    sys.exit(0 if growth < GOAL_MB else 1)


if __name__ == "__main__":
    main()
