"""How long an answer takes from a cold start, as a ratio to its limit and to a bare interpreter in the same run.

Run: make bench
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from houseway.games import load
from houseway.odds import odds_sheet
from houseway.odds.sheet import rows_of

LIMIT_SECONDS = 0.5  # "houseway odds sic-bo answers in well under half a second"
RUNS = 9


def seconds(*arguments: str) -> float:
    """The median time of a whole process."""
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def walked(whole: bool) -> float:
    """The median time of one odds sheet of Sic Bo: all wagers at once, or one after the other."""
    game, rules = load("sic-bo")
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        if whole:
            odds_sheet(game, rules)
        else:
            for wager in game.catalogue(rules):
                list(rows_of(game, rules, wager))
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def main() -> None:
    """Print the figures."""
    bare = seconds("-c", "pass")
    verb = "from houseway.cli import main; main()"
    for arguments in (("odds", "sic-bo", "--json"), ("odds", "sic-bo"), ("odds", "big-six", "--json"), ("games",)):
        taken = seconds("-c", verb, *arguments)
        figures = f"{taken / LIMIT_SECONDS:.2f} of the limit, {taken / bare:.0f} bare starts"
        print(f"houseway {' '.join(arguments):<20} {taken:.3f} s, {figures}")
    at_once, one_by_one = walked(True), walked(False)
    print(f"odds of Sic Bo, all wagers at once: {one_by_one / at_once:.1f} times as fast as one after the other")


if __name__ == "__main__":
    main()
