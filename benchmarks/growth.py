"""Does a recorded table slow down or grow over time? Casino War with a continuous shuffler: a new sealed order after every round.

    python benchmarks/growth.py [COMMANDS]

Prints the CPU time per command for each tenth of the run, and the peak memory at its end. The exit code is 1 if the last
tenth takes more than 1.5 times as long as the first, or the peak has grown by more than 10% since the first.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.core import Chance, Choices, Wagers, seat_number
from houseway.games import load
from houseway.records import open_desk
from houseway.table import Table

COMMANDS = 20_000
TENTHS = 10
SLOWER_MAX, LARGER_MAX = 1.5, 1.1


@dataclass(frozen=True)
class Tenth:
    """One tenth of a run: CPU time per command, the process's peak memory at its end, and the number of orders kept."""

    milliseconds: float
    peak_mb: float
    orders: int


def commands(table: Table) -> Iterator[int]:
    """Rounds of Casino War, one command at a time; ties go to War and are surrendered alternately."""
    table.open()
    table.buy_in(1, 100_000_000)
    done = 2
    while True:
        match table.due:
            case Chance():
                table.draw(once=True)
            case Choices(open=asked):
                table.choose(seat_number(asked[0].who), "go-to-war" if done % 2 else "surrender")
            case Wagers(within=within) if not within and not table.game.law.placed(table.state):
                table.wager(1, "initial", 1000)
            case _:
                table.no_more_bets()
        done += 1
        yield done


def measured(folder: Path, count: int) -> list[Tenth]:
    """The tenths of a run with this many commands."""
    desk = open_desk(*load("casino-war", ["shuffler=continuous"]), folder / "growth.jsonl", seed="growth")
    playing, found = commands(desk.table), list[Tenth]()
    for _ in range(TENTHS):
        start = time.process_time()
        for _ in range(count // TENTHS):
            next(playing)
        taken = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        kept = len(desk.table._kept) + len(desk.table._laid.names())
        found.append(Tenth(1000 * taken / (count // TENTHS), peak, kept))
    desk.close()
    return found


def main() -> int:
    """Run, print the figures, and return the exit code."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COMMANDS
    with TemporaryDirectory() as folder:
        found = measured(Path(folder), count)
    for n, tenth in enumerate(found, 1):
        where = f"{n * count // TENTHS:>8} commands"
        print(f"{where}  {tenth.milliseconds:6.2f} ms each  peak {tenth.peak_mb:6.1f} MB  {tenth.orders} orders kept")
    slower, larger = found[-1].milliseconds / found[0].milliseconds, found[-1].peak_mb / found[0].peak_mb
    print(f"The last tenth takes {slower:.2f} times as long as the first; the peak of memory is {larger:.2f} times.")
    return 0 if slower <= SLOWER_MAX and larger <= LARGER_MAX else 1


if __name__ == "__main__":
    sys.exit(main())
