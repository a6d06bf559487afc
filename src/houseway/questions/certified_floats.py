"""Floating-point arithmetic with proven bounds: powers of a chain at many frequencies, and a Fourier transform.

`U` is the unit roundoff of a double. Every bound holds for any order of summation, so it does not depend on the library that
multiplies. Bounds are computed in floats and then enlarged by `SLACK`, which is far more than their own rounding error.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from houseway.questions.chain import Chain

Array = np.ndarray[Any, Any]
U = 2.0**-53
SLACK = 1.001
SMALLEST = 1e-300  # the lowest bound reported, so that none underflows to 0
TWIDDLE = 16 * U  # error of a root of unity: its angle is rounded, then its sine and cosine


def roots(count: int) -> Array:
    """The roots of unity exp(2 pi i k / count), each within `TWIDDLE`."""
    angles = 2 * np.pi * np.arange(count) / count
    found: Array = np.cos(angles) + 1j * np.sin(angles)
    return found


def transformed(values: Array) -> tuple[Array, float]:
    """The discrete Fourier transform of 2^t values, and a bound on its relative error in the Euclidean norm.

    It is radix 2, so the bound is that of Higham, Accuracy and Stability of Numerical Algorithms (2nd ed.), Theorem 24.2.
    """
    count = len(values)
    steps = count.bit_length() - 1
    assert count == 1 << steps, "a power of two"
    rows: Array = values.reshape(1, count).astype(np.complex128)
    while len(rows) < count:
        half = rows.shape[1] // 2
        turned = np.conj(roots(2 * len(rows))[: len(rows), None]) * rows[:, half:]
        rows = np.concatenate([rows[:, :half] + turned, rows[:, :half] - turned])
    each = TWIDDLE + gamma(4) * (math.sqrt(2) + TWIDDLE)
    return rows.ravel(), SLACK * steps * each / (1 - steps * each)


def gamma(count: int) -> float:
    """The relative error of `count` roundings."""
    return count * U / (1 - count * U)


class Powers:
    """The matrices of a chain at each frequency k of `size`, whose powers give the characteristic function of n results.

    Frequencies from 0 to size/2 are enough, since the others are their conjugates. `error` bounds the row-sum norm of the error.
    """

    def __init__(self, chain: Chain, size: int) -> None:
        self.states, self.size = chain.states, size
        low, grid = chain.nets[0], chain.grid
        count = size // 2 + 1
        turns = roots(size)
        at = np.arange(count, dtype=np.int64)
        self.values: Array = np.zeros((count, self.states, self.states), np.complex128)
        for state, row in enumerate(chain.ways):
            joined: dict[tuple[int, int], int] = {}
            for (target, net, _), weight in row.items():
                joined[target, net] = joined.get((target, net), 0) + weight
            for (target, net), weight in joined.items():
                self.values[:, state, target] += (weight / chain.total) * turns[(net - low) // grid % size * at % size]
        terms = max(len(row) for row in chain.ways)
        self.error: Array = np.full(count, SLACK * (TWIDDLE + (terms + 4) * U))

    def power(self, rounds: int) -> tuple[Array, Array]:
        """The characteristic function after this many results, at each frequency, and a bound on its error."""
        vector: Array = np.zeros((len(self.values), self.states), np.complex128)
        vector[:, 0] = 1
        off: Array = np.zeros(len(vector))
        square, error = self.values, self.error
        rest = rounds
        while True:
            if rest & 1:
                vector, off = self._times(vector, off, square, error)
            rest >>= 1
            if not rest:
                break
            square, error = self._squared(square, error)
        total = vector.sum(axis=1)
        bound = SLACK * (off + gamma(2 * self.states) * np.abs(vector).sum(axis=1)) + 1e-290
        total[0], bound[0] = 1, 0.0  # at frequency 0 all chances add up to one
        return total, bound

    def _times(self, vector: Array, off: Array, square: Array, error: Array) -> tuple[Array, Array]:
        ours, theirs = np.abs(vector).sum(axis=1), np.abs(square).sum(axis=2).max(axis=1)
        found = vector * square[:, 0] if self.states == 1 else (vector[:, None, :] @ square)[:, 0]
        return found, SLACK * (off * (theirs + error) + ours * error + self._rounding * ours * theirs)

    def _squared(self, square: Array, error: Array) -> tuple[Array, Array]:
        norm = np.abs(square).sum(axis=2).max(axis=1)
        found = square * square if self.states == 1 else square @ square
        return found, SLACK * (error * (2 * norm + error) + self._rounding * norm * norm)

    @property
    def _rounding(self) -> float:
        """The rounding error of one product of two complex matrices, relative to the product of their norms."""
        return gamma(3 * self.states + 4)


def log_mgf(chain: Chain, tilt: float, rounds: int) -> float:
    """ln E exp(tilt * steps) after this many results, in steps of the chain's grid above its least net; accurate to 1e-6."""
    matrix = tilted(chain, tilt)
    vector: Array = np.zeros(chain.states)
    vector[0] = 1
    scale = vector_scale = 0.0
    rest = rounds
    while True:
        if rest & 1:
            vector = vector @ matrix
            most = vector.max()
            vector, vector_scale = vector / most, vector_scale + scale + math.log(most)
        rest >>= 1
        if not rest:
            return vector_scale + math.log(vector.sum())
        matrix = matrix @ matrix
        most = matrix.max()
        matrix, scale = matrix / most, 2 * scale + math.log(most)


def tilted(chain: Chain, tilt: float) -> Array:
    """The chain's matrix of E exp(tilt * steps), with positive entries."""
    low, grid = chain.nets[0], chain.grid
    matrix: Array = np.zeros((chain.states, chain.states))
    for state, row in enumerate(chain.ways):
        for (target, net, _), weight in row.items():
            matrix[state, target] += weight / chain.total * math.exp(tilt * ((net - low) // grid))
    return matrix


def window(chain: Chain, rounds: int, outside: float) -> tuple[int, int]:
    """The range of steps that leaves a chance of at most `outside` on either side (Chernoff bound)."""
    low, grid = chain.nets[0], chain.grid
    steps = (chain.nets[-1] - low) // grid
    need = math.log(1 / outside) + 1e-3
    mean = float((chain.mean - low) / grid)
    spread = max(sum(float((net - low) / grid - mean) ** 2 * w for row in chain.ways for (_, net, _), w in row.items())
                 / (chain.total * chain.states), 1e-12)  # fmt: skip
    guess = math.sqrt(2 * need / (rounds * spread))
    tilts = [tilt for n in range(-10, 11) if (tilt := guess * 2 ** (n / 2)) * steps < 300]
    high = min((math.floor((log_mgf(chain, tilt, rounds) + need) / tilt) for tilt in tilts), default=rounds * steps)
    least = max((math.ceil(-(log_mgf(chain, -tilt, rounds) + need) / tilt) for tilt in tilts), default=0)
    return max(0, least), min(rounds * steps, high)


def tail_bound(chain: Chain, rounds: int, cents: int) -> float:
    """An upper bound on the chance that the house wins at most `cents` (Chernoff bound, which also works for tiny chances)."""
    low, grid = chain.nets[0], chain.grid
    steps = (cents - rounds * low) // grid
    if steps < 0:
        return 0.0
    mean, most = rounds * float((chain.mean - low) / grid), (chain.nets[-1] - low) // grid
    if steps >= mean or not most:
        return 1.0
    tilts = (2 ** (n / 4) / most for n in range(-60, 29))
    least = min(0.0, *(log_mgf(chain, -tilt, rounds) + tilt * steps for tilt in tilts))
    return min(1.0, max(SMALLEST, SLACK * math.exp(least)))
