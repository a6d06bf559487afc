"""The analyzer of Down Under Blackjack, as a ratio to a plain compiled recursion, on one core and in the same run.

Run: make bench. Times are CPU times, so other load on the machine does not count.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is loaded: one core

import subprocess
import sys
import time

import plain_blackjack
from houseway.games.down_under_blackjack.mathematics.best_play import solve
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import best_chart
from houseway.games.down_under_blackjack.mathematics.terms import Terms

LIMIT_SECONDS, COLD_SECONDS = 1.0, 5.0
RUNS = 5
COLD = """
from houseway.games.down_under_blackjack.mathematics.best_play import solve
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.terms import Terms
solve(full_shoe(6), Terms())
import time; print(time.process_time())
"""


def main() -> None:
    """Print the figures."""
    told = subprocess.run([sys.executable, "-c", COLD], check=True, capture_output=True, text=True).stdout
    print(f"six decks from a cold start: {float(told):.2f} s, {float(told) / COLD_SECONDS:.2f} of the limit")
    solve(full_shoe(6), Terms(dealer_soft_22="literal"))  # warm up what is the same for every shoe
    for decks in (4, 5, 6, 8):
        taken = []
        for _ in range(RUNS):
            solve(full_shoe(1), Terms())  # clear what was remembered of the same shoe
            start = time.process_time()
            solved = solve(full_shoe(decks), Terms())
            taken.append(time.process_time() - start)
        start = time.process_time()
        best_chart(solved)
        chart = time.process_time() - start
        figures = f"{min(taken):.3f} s, {min(taken) / LIMIT_SECONDS:.2f} of the limit; the chart, proven: {chart:.3f} s"
        print(f"{decks} decks, best play: {figures}")
    plain_blackjack.expected((3, 2, 0, 0, 0, 0, 3, 0, 2, 5))  # compiled before it is timed
    start = time.process_time()
    plain = plain_blackjack.expected(full_shoe(8))
    slow = time.process_time() - start
    print(f"8 decks by plain recursion, compiled: {slow:.1f} s; the analyzer is {slow / min(taken):.0f} times as fast")
    print(f"they differ by {abs(plain - solved.expected):.1e}")


if __name__ == "__main__":
    main()
