"""The distribution of the house's win in n results of a chain, by one of three methods, each with a certified error bound.

`exact`: whole numbers, for few results. `steps`: result by result in floats; all terms are positive, so rounding is a relative
error, and the chance cut off at the edges is counted. `frequencies`: powers of the characteristic function and one Fourier
transform, for many results.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from houseway.core.progress import working_on
from houseway.law.errors import BadArgument
from houseway.questions.certified_floats import SLACK, Array, Powers, U, gamma, transformed, window
from houseway.questions.chain import Chain

EXACT, STEPS, FREQUENCIES = "exact", "steps", "frequencies"
CUT = 1e-16  # the chance that may lie outside a window, on either side
TRIMMED_EVERY = 16  # trim after this many results
MOST_SECONDS = 600.0  # the longest estimate to accept, on the machine where the rates below were measured
MOST_CELLS = 1 << 24


@dataclass(frozen=True)
class SessionDistribution:
    """Chances of results: `chances[k]` for low_cents + k * grid_cents. `error` bounds the error of every sum of chances."""

    low_cents: int
    grid_cents: int
    chances: Array  # floats, or whole numbers out of `total`
    error: float
    way: str
    total: int = 0  # 0: floats

    @cached_property
    def _up_to(self) -> Array:
        """The cumulative chances up to each result, added in blocks to keep rounding small."""
        values: Array = self.chances / self.total if self.total else self.chances
        values = np.asarray(values, np.float64)
        width = max(1, math.isqrt(len(values)))
        padded = np.concatenate([values, np.zeros(-len(values) % width)]).reshape(-1, width)
        before = np.concatenate([[0.0], np.cumsum(padded.sum(axis=1))[:-1]])
        found: Array = (before[:, None] + np.cumsum(padded, axis=1)).ravel()[: len(values)]
        return found

    def chance_up_to(self, cents: int) -> float:
        """The chance that the house wins at most this much."""
        at = (cents - self.low_cents) // self.grid_cents
        if at < 0:
            return 0.0
        return min(1.0, max(0.0, float(self._up_to[min(at, len(self._up_to) - 1)])))

    def exactly_up_to(self, cents: int) -> Fraction | None:
        """The same chance as a fraction, if it was computed in whole numbers."""
        if not self.total:
            return None
        at = (cents - self.low_cents) // self.grid_cents
        return Fraction(int(sum(self.chances[: max(0, at + 1)].tolist())), self.total)

    def quantile(self, share: Fraction) -> tuple[int, int]:
        """The least result, in cents, that this share of sessions does not exceed; two if the error allows both."""
        if self.total:
            seen = 0
            for at, weight in enumerate(self.chances.tolist()):
                seen += weight
                if seen * share.denominator >= share.numerator * self.total:
                    return (self.low_cents + at * self.grid_cents,) * 2
        sums, error = self._up_to, self.error + 1e-15
        last = len(sums) - 1
        first = int(np.searchsorted(sums, float(share) - error))
        second = int(np.searchsorted(sums, float(share) + error))
        return tuple(self.low_cents + min(at, last) * self.grid_cents for at in (first, second))  # type: ignore[return-value]

    def columns(self, count: int) -> list[tuple[int, int, float]]:
        """A histogram of at most about this many columns, without the outermost hundred-thousandth: (from, below, chance)."""
        sums = self._up_to
        first = int(np.searchsorted(sums, 1e-5))
        last = min(len(sums) - 1, int(np.searchsorted(sums, 1 - 1e-5)))
        width = max(1, -(-(last - first + 1) // count))
        found = []
        zero = -(
            self.low_cents // self.grid_cents
        )  # a column begins at 0, to separate the house's losses from its wins
        for begin in range(first - (first - zero) % width, last + 1, width):
            at, end = max(begin, first), min(begin + width, last + 1)
            share = float(sums[end - 1]) - (float(sums[at - 1]) if at else 0.0)
            found.append(
                (self.low_cents + at * self.grid_cents, self.low_cents + end * self.grid_cents, max(0.0, share))
            )
        return found


@dataclass(frozen=True, slots=True)
class MethodCosts:
    """An estimate of the seconds that each method takes."""

    exact: float
    steps: float
    frequencies: float
    size: int  # of the transform

    @property
    def best(self) -> str:
        """The method to use: exact if that is quick, else the faster of the other two."""
        if self.exact < 0.3:
            return EXACT
        return STEPS if self.steps <= self.frequencies else FREQUENCIES


def estimate(chain: Chain, rounds: int) -> MethodCosts:
    """Estimate how long each method would take."""
    steps = (chain.nets[-1] - chain.nets[0]) // chain.grid
    low, high = window(chain, rounds, CUT)
    width, full = high - low + 1, rounds * steps + 1
    size = max(2, 1 << (width - 1).bit_length())
    links, states = chain.links, chain.states
    bits = rounds * math.log2(max(2, chain.total))
    exact = rounds * links * full * 1e-7 * (1 + bits / 500) * 0.5
    stepped = rounds * (Links(chain, False).work * width * 3e-10 + 3e-5 * len(chain.nets) + 1e-5)
    powered = size * math.log2(max(2, rounds)) * (4e-8 if states == 1 else 2e-7 + 2e-9 * states**3)
    powered = powered if size * states * states <= MOST_CELLS else math.inf
    return MethodCosts(exact, stepped, powered, size)


def session_distribution(chain: Chain, rounds: int, way: str = "") -> SessionDistribution:
    """The distribution after this many results; `way` forces one of the three methods."""
    work = estimate(chain, rounds)
    chosen = way or work.best
    if not way and min(work.exact, work.steps, work.frequencies) > MOST_SECONDS:
        minutes = min(work.steps, work.frequencies) / 60
        raise BadArgument(
            "rounds",
            f": {rounds:,} rounds of these wagers would take about {minutes:,.0f} minutes; ask for fewer of either",
        )
    found = _by_frequencies(chain, rounds) if chosen == FREQUENCIES else _by_steps(chain, rounds, chosen == EXACT)
    given = float(chain.input_error) * rounds
    if not given:
        return found
    return SessionDistribution(
        found.low_cents, found.grid_cents, found.chances, found.error + SLACK * given, found.way, found.total
    )


# Result by result


class Links:
    """The chain's links by net: for each net, a matrix from the states before to the states after."""

    def __init__(self, chain: Chain, exact: bool) -> None:
        low, grid = chain.nets[0], chain.grid
        found: dict[int, dict[tuple[int, int], int]] = {}
        for state, row in enumerate(chain.ways):
            for (target, net, _), weight in row.items():
                way = found.setdefault((net - low) // grid, {})
                way[target, state] = way.get((target, state), 0) + weight
        self.parts: list[tuple[int, Array, Array, Array]] = []
        incoming = [0] * chain.states
        for steps, ways in sorted(found.items()):
            targets, sources = sorted({target for target, _ in ways}), sorted({source for _, source in ways})
            matrix: Array = np.zeros((len(targets), len(sources)), object if exact else np.float64)
            for (target, source), weight in ways.items():
                matrix[targets.index(target), sources.index(source)] = weight if exact else weight / chain.total
                incoming[target] += 1
            self.parts.append((steps, np.array(targets), np.array(sources), matrix))
        self.span = max(steps for steps, *_ in self.parts)
        self.rounding = max(incoming) + 2  # roundings per cell and result; adding a product with 0 is exact

    def step(self, cells: Array) -> Array:
        """The chances after one more result; the array grows by the span of the nets."""
        new: Array = np.zeros((len(cells), cells.shape[1] + self.span), cells.dtype)
        for steps, targets, sources, matrix in self.parts:
            leaving = cells if len(sources) == len(cells) else cells[sources]
            place = slice(steps, steps + cells.shape[1])
            if len(targets) == len(new):
                new[:, place] += matrix @ leaving
            else:
                new[targets, place] += matrix @ leaving
        return new

    @property
    def work(self) -> int:
        """The number of multiplications per cell and result."""
        return sum(matrix.size + 4 * len(matrix) + 2 for *_, matrix in self.parts)


def _by_steps(chain: Chain, rounds: int, exact: bool) -> SessionDistribution:
    links = Links(chain, exact)
    cells: Array = np.zeros((chain.states, 1), object if exact else np.float64)
    cells[0, 0] = 1
    first, cut, allowed = 0, 0.0, CUT / max(1, rounds // TRIMMED_EVERY + 1)
    for number in range(1, rounds + 1):
        cells = links.step(cells)
        if not exact and not number % TRIMMED_EVERY:
            cells, begin, lost = trimmed(cells, allowed)
            first, cut = first + begin, cut + lost
        if not number % 512:
            working_on(f"{number:,} of {rounds:,} results")
    chances: Array = cells.sum(axis=0)
    low = rounds * chain.nets[0] + first * chain.grid
    if exact:
        return SessionDistribution(low, chain.grid, chances, 1e-14, EXACT, chain.total**rounds)
    relative = math.expm1(SLACK * (rounds * links.rounding + chain.states + 2 * math.isqrt(len(chances)) + 4) * U)
    return SessionDistribution(low, chain.grid, chances, SLACK * (relative + cut), STEPS)


def trimmed(cells: Array, allowed: float) -> tuple[Array, int, float]:
    """The cells without edges of at most this chance on either side; the first cell kept, and the chance cut off."""
    sums = cells.sum(axis=0)
    begin = int(np.searchsorted(np.cumsum(sums), allowed))
    end = len(sums) - int(np.searchsorted(np.cumsum(sums[::-1]), allowed))
    lost = float(sums[:begin].sum() + sums[end:].sum())
    return cells[:, begin:end], begin, SLACK * lost


# Frequencies


def _by_frequencies(chain: Chain, rounds: int) -> SessionDistribution:
    steps = (chain.nets[-1] - chain.nets[0]) // chain.grid
    low, high = window(chain, rounds, CUT)
    size = max(2, 1 << (high - low).bit_length())
    outside = 0.0 if rounds * steps < size and not low else 2 * CUT  # the chance that wraps around to other cells
    working_on(f"{size:,} frequencies")
    found, errors = Powers(chain, size).power(rounds)
    half = len(found)
    whole = np.concatenate([found, np.conj(found[1 : size - half + 1][::-1])])
    spectral, relative = transformed(whole)
    chances = np.roll(spectral.real / size, -(low % size))
    # An error at frequency k enters a sum of neighboring chances with at most 1 / (size * sin(pi k / size))
    weigh: Array = 1 / np.sin(np.pi * np.arange(1, half) / size)
    from_powers = float((errors[1:] * weigh).sum()) * 2 / size
    norm = float(np.sqrt((np.abs(whole) ** 2).sum() / size))
    from_transform = math.sqrt(size) * relative * norm
    from_sums = gamma(2 * math.isqrt(size) + 8)
    error = SLACK * (from_powers + from_transform + from_sums + outside)
    low_cents = rounds * chain.nets[0] + low * chain.grid
    return SessionDistribution(low_cents, chain.grid, chances, error, FREQUENCIES)
