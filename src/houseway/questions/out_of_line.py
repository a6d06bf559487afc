"""After how many rounds a table that holds so little, or so much, is out of line at one in a thousand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.core.progress import working_on
from houseway.questions.certified import Array, tilted
from houseway.questions.chain import Chain
from houseway.questions.session_law import MOST_SECONDS, estimate, session_law

ONE_IN = 1000
MOST_ROUNDS = 10**12


@dataclass(frozen=True, slots=True)
class OutOfLine:
    """`rounds`: here the chance falls to one in a thousand (one round earlier it is above); None if not found.

    The chance of a lattice of results goes up and down a little from round to round; `for_certain` is where it is below for good.
    """

    side: str  # "low" or "high"; "" if what was held is just the mean
    rounds: int | None
    chance: float | None  # at these rounds
    error: float
    for_certain: int | None


def out_of_line(chain: Chain, share: Fraction | None, cents: int) -> OutOfLine:
    """`share` of the stakes, or an amount in cents if it is None."""
    beyond = chain.less_share(share) if share is not None else chain
    if beyond.mean == 0 or (share is None and beyond.mean < 0):
        return OutOfLine("", None, None, 0.0, None)
    side = "low" if beyond.mean > 0 else "high"
    lower = beyond if side == "low" else beyond.for_player()
    limit = cents if share is None else 0  # what the house wins beyond the share, at most
    last = _for_certain(lower, limit)
    if last is None:
        return OutOfLine(side, None, None, 0.0, None)
    work = estimate(lower, last)
    if min(work.steps, work.frequencies, work.exact) > MOST_SECONDS / 20:
        return OutOfLine(side, None, None, 0.0, last)
    found, chance, error = _crossing(lower, limit, last)
    return OutOfLine(side, found, chance, error, last)


def _crossing(chain: Chain, limit: int, last: int) -> tuple[int, float, float]:
    """A number of rounds with at most one in a thousand, where one round fewer has more, between 1 and `last`."""

    def chance(rounds: int) -> tuple[float, float]:
        law = session_law(chain, rounds)
        return law.chance_up_to(limit), law.error

    low, high, known = 0, last, chance(last)
    while high - low > 1:
        middle = (low + high) // 2 if high < 4 * max(low, 1) else max(low + 1, math.isqrt(max(low, 1) * high))
        working_on(f"out of line after {low:,} to {high:,} rounds")
        found = chance(middle)
        if found[0] + found[1] <= 1 / ONE_IN:
            high, known = middle, found
        else:
            low = middle
    return high, *known


def _for_certain(chain: Chain, limit: int) -> int | None:
    """From here on, P(at most `limit`) is below one in a thousand: Chernoff's bound, with a vector that the chain shrinks."""
    best: float | None = None
    low, grid = chain.nets[0], chain.grid
    spread = float(max(abs(net) for net in chain.nets)) / grid
    for n in range(-60, 8):
        tilt = 2 ** (n / 4) * 4 / spread
        matrix = tilted(chain, -tilt) * math.exp(-tilt * low / grid)  # E exp(-tilt * money in steps)
        shrinks, ratio = _shrinking(matrix)
        if shrinks >= 1 - 1e-12:
            continue
        rounds = (math.log(ONE_IN) + math.log(ratio) + max(0.0, tilt * limit / grid)) / -math.log(shrinks)
        best = rounds if best is None else min(best, rounds)
    return None if best is None or best > MOST_ROUNDS else math.ceil(best) + 1


def _shrinking(matrix: Array) -> tuple[float, float]:
    """A factor and a positive vector v with matrix @ v <= factor * v; its first entry over its least."""
    vector: Array = np.ones(len(matrix))
    for _ in range(200 if len(matrix) > 1 else 1):
        vector = matrix @ vector
        vector = vector / vector.max() + 1e-9
    factor = float((matrix @ vector / vector).max()) * (1 + 1e-12)
    return factor, float(vector[0] / vector.min())
