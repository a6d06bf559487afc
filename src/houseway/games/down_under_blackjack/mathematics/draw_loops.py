"""Sweeps over all hands, compiled: their values from the longest hand back, how often each is reached, and sums by row.

Hands are numbered by their number of cards, so a hand with one more card always has a higher number. Columns are signals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.games.down_under_blackjack.mathematics.player_hands import OVER
from houseway.numerics.compiled import compiled

NO, YES, OPEN = 0, 1, 2  # answers to a question; if it is open, each hand makes its best choice


@compiled
def sweep_back(may_draw: Any, after: Any, chance: Any, row: Any, answers: Any, value: Any, hit: Any, hits: Any) -> None:
    """Compute the value of hitting for every hand that may draw, whether it hits, and so its own value.

    `row` is each hand's row of `answers`, which has a column for each signal. `value` begins as that of standing.
    """
    for hand in range(len(may_draw) - 1, -1, -1):
        if may_draw[hand]:
            hit[hand] = 0.0
            for kind in range(after.shape[1]):
                then = after[hand, kind]
                if then != OVER:
                    share = chance[hand, kind]
                    for column in range(value.shape[1]):
                        hit[hand, column] += share * value[then, column]
            for column in range(value.shape[1]):
                answer = answers[row[hand], column]
                if answer == YES or (answer == OPEN and hit[hand, column] > value[hand, column]):
                    hits[hand, column] = True
                    value[hand, column] = hit[hand, column]


@compiled
def sweep_on(after: Any, chance: Any, hits: Any, reach: Any) -> None:
    """Compute how often each hand is reached, from the first two cards to the longest hands."""
    onward = np.zeros(reach.shape[1])
    for hand in range(len(after)):
        for column in range(reach.shape[1]):
            onward[column] = reach[hand, column] if hits[hand, column] else 0.0
        for kind in range(after.shape[1]):
            then = after[hand, kind]
            if then != OVER:
                share = chance[hand, kind]
                for column in range(reach.shape[1]):
                    reach[then, column] += share * onward[column]


@compiled
def add_by_row(row: Any, gains: Any, yes: Any, no: Any) -> None:
    """Add up, by row, the gains of the hands that prefer YES and of those that prefer NO."""
    for hand in range(len(gains)):
        for column in range(gains.shape[1]):
            gain = gains[hand, column]
            if gain > 0:
                yes[row[hand], column] += gain
            else:
                no[row[hand], column] -= gain
