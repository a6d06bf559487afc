"""The time of an answer from a cold start, as a ratio to its limit and to a bare interpreter in the same run.

Run: make bench
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from houseway import game_ids
from houseway.games import load
from houseway.odds import odds_sheet
from houseway.odds.sheet import rows_of

LIMIT_SECONDS = 0.5  # "houseway odds sic-bo answers in well under half a second"
SIMULATE_LIMIT_SECONDS = 3.0  # "first useful output within 3 seconds of a cold start"
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
            for wager in game.law.catalogue(rules):
                list(rows_of(game, rules, wager))
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def cold(game: str, bets: tuple[str, ...] = ()) -> float | None:
    """CPU seconds of a million simulated rounds with nothing compiled; None if the game cannot be simulated."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "HOUSEWAY_CACHE": empty, "XDG_CACHE_HOME": empty}
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        verb = [sys.executable, "-m", "houseway", "simulate", game, "--rounds", "1e6", "--threads", "1", *bets]
        done = subprocess.run(verb, env=environment, capture_output=True, check=False)
        taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return taken if done.returncode == 0 else None


def simulations() -> None:
    """Every game from a cold start with all of its wagers; the best of three, since the machine may be busy."""
    for game in game_ids():
        runs = [cold(game) for _ in range(3)]
        found = [taken for taken in runs if taken is not None]
        figures = "cannot be simulated yet"
        if found:
            figures = f"{min(found):.2f} s of one core, {min(found) / SIMULATE_LIMIT_SECONDS:.2f} of the limit"
        print(f"houseway simulate {game:<20} from nothing: {figures}", flush=True)


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
    simulations()


if __name__ == "__main__":
    main()
