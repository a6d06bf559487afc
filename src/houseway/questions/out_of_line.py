"""The number of rounds after which a table with an unusually low or high hold is out of line, at one in a thousand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.core.progress import working_on
from houseway.questions.certified_floats import Array, tilted
from houseway.questions.chain import Chain
from houseway.questions.session_distribution import MOST_SECONDS, estimate, session_distribution

ONE_IN = 1000
MOST_ROUNDS = 10**12
LOOKED_AHEAD = 40  # rounds after the crossing that must stay below, if rounds are independent


@dataclass(frozen=True, slots=True)
class OutOfLine:
    """`rounds`: where the chance falls to one in a thousand (one round earlier it is above); None if not found.

    The chance goes up and down a little from round to round, because results lie on a lattice; from `for_certain` on it stays
    below.
    """

    side: str  # "low" or "high"; "" if the table held exactly the mean
    rounds: int | None
    chance: float | None  # after `rounds`
    error: float
    for_certain: int | None


@dataclass(frozen=True, slots=True)
class _Limit:
    """A result at or below this limit is out of line: cents per round, plus a fixed number of cents."""

    each: Fraction
    once: int

    def after(self, rounds: int) -> int:
        return math.floor(self.each * rounds + self.once)


def out_of_line(chain: Chain, share: Fraction | None, cents: int) -> OutOfLine:
    """When a result is out of line. The result is `share` of the average stakes, or `cents` if `share` is None."""
    limit = _Limit(Fraction(0), cents) if share is None else _Limit(share * chain.handle, 0)
    if chain.mean == limit.each or (share is None and chain.mean < 0):
        return OutOfLine("", None, None, 0.0, None)
    side = "low" if chain.mean > limit.each else "high"
    lower = chain if side == "low" else chain.for_player()
    limit = limit if side == "low" else _Limit(-limit.each, -limit.once)
    last = _for_certain(lower, limit)
    if last is None:
        return OutOfLine(side, None, None, 0.0, None)
    work = estimate(lower, last)
    if min(work.steps, work.frequencies, work.exact) > MOST_SECONDS / 40:
        return OutOfLine(side, None, None, 0.0, last)
    found, chance, error = _Search(lower, limit).crossing(last)
    return OutOfLine(side, found, chance, error, last)


class _Search:
    """Finds the number of rounds with few evaluations, since each one computes a whole distribution."""

    def __init__(self, chain: Chain, limit: _Limit) -> None:
        self.chain, self.limit = chain, limit

    def chance(self, rounds: int) -> tuple[float, float]:
        """The chance of being at or below the limit, and its error."""
        law = session_distribution(self.chain, rounds)
        return law.chance_up_to(self.limit.after(rounds)), law.error

    def crossing(self, last: int) -> tuple[int, float, float]:
        """A number of rounds, up to `last`, with a chance of at most one in a thousand; one round fewer has more."""
        found, known = self._between(0, 1.0, last, self.chance(last))
        again = True
        while again and self.chain.states == 1 and found < last:
            again = False
            for more in range(min(found + LOOKED_AHEAD, last), found, -1):
                chance = self.chance(more)
                if sum(chance) > 1 / ONE_IN:
                    found, known, again = more + 1, self.chance(more + 1), True
                    break
        return found, *known

    def _between(
        self, low: int, above: float, high: int, known: tuple[float, float]
    ) -> tuple[int, tuple[float, float]]:
        after = False  # look after the guess next, or before it?
        while high - low > 1:
            fall = math.log(above) - math.log(max(known[0], 1e-12))  # the logarithm of the chance falls almost linearly
            guess = low + (high - low) * (math.log(above) + math.log(ONE_IN)) / fall if fall > 0 else (low + high) / 2
            aside = max(1, (high - low) // 64)
            middle = min(high - 1, max(low + 1, round(guess) + (aside if after else -aside)))
            working_on(f"out of line after {low:,} to {high:,} rounds")
            found = self.chance(middle)
            if sum(found) <= 1 / ONE_IN:
                high, known, after = middle, found, False
            else:
                low, above, after = middle, found[0], True
        return high, known


def _for_certain(chain: Chain, limit: _Limit) -> int | None:
    """The round from which the chance stays below one in a thousand (Chernoff bound, with a vector that the chain shrinks)."""
    best: float | None = None
    low, grid = chain.nets[0], chain.grid
    spread = float(max(abs(net) for net in chain.nets)) / grid
    for n in range(-60, 8):
        tilt = 2 ** (n / 4) * 4 / spread
        matrix = tilted(chain, -tilt) * math.exp(tilt * float(limit.each - low) / grid)  # of the money above the limit
        shrinks, ratio = _shrinking(matrix)
        if shrinks >= 1 - 1e-12:
            continue
        rounds = (math.log(ONE_IN) + math.log(ratio) + max(0.0, tilt * limit.once / grid)) / -math.log(shrinks)
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
