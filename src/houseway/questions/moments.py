"""Mean and variance of the house's win in n results: fractions if results are independent, else floats with error bounds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.questions.certified_floats import SLACK, Array, U, gamma
from houseway.questions.chain import Chain


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean in cents and variance in cents squared; the errors are 0 if the figures are fractions."""

    mean: Fraction | float
    variance: Fraction | float
    mean_error: float = 0.0
    variance_error: float = 0.0


def moments(chain: Chain, rounds: int) -> Moments:
    """The mean and variance after this many results from the chain's first state."""
    if chain.states == 1:
        second = Fraction(sum(w * net * net for (_, net, _), w in chain.ways[0].items()), chain.total)
        return Moments(chain.mean * rounds, (second - chain.mean**2) * rounds)
    power = _Taylor.of(chain).power(rounds)
    first, second_moment = float(power.parts[1][0].sum()), float(power.parts[2][0].sum())
    errors = [SLACK * (e + gamma(chain.states) * n) for e, n in zip(power.errors, power.norms, strict=True)]
    mean = float(rounds * chain.mean) + first
    variance_error = errors[2] + errors[1] * (2 * abs(first) + errors[1]) + 4 * U * abs(second_moment)
    return Moments(mean, second_moment - first * first, errors[1] + 4 * U * abs(mean), SLACK * variance_error)


class _Taylor:
    """A matrix of exp(t x) up to the second derivative at 0, where x is the money minus its long-run mean; with error bounds."""

    def __init__(self, parts: list[Array], errors: list[float]) -> None:
        self.parts, self.errors = parts, errors
        self.norms = [float(np.abs(part).sum(axis=1).max()) for part in parts]

    @classmethod
    def of(cls, chain: Chain) -> _Taylor:
        parts: list[Array] = [np.zeros((chain.states, chain.states)) for _ in range(3)]
        for state, row in enumerate(chain.ways):
            for (target, net, _), weight in row.items():
                chance, away = weight / chain.total, float(net - chain.mean)
                for power, part in enumerate(parts):
                    part[state, target] += chance * away**power
        terms = max(len(row) for row in chain.ways) + 6
        return cls(parts, [SLACK * gamma(terms) * float(np.abs(part).sum(axis=1).max()) * 2 for part in parts])

    def power(self, rounds: int) -> _Taylor:
        size = len(self.parts[0])
        found = _Taylor([np.eye(size), np.zeros((size, size)), np.zeros((size, size))], [0.0] * 3)
        rest, square = rounds, self
        while rest:
            found = found.times(square) if rest & 1 else found
            rest >>= 1
            square = square.times(square) if rest else square
        return found

    def times(self, other: _Taylor) -> _Taylor:
        """The product; each part is a sum of products of parts, with the factors of Leibniz's rule."""
        terms = (((0, 0, 1),), ((0, 1, 1), (1, 0, 1)), ((0, 2, 1), (1, 1, 2), (2, 0, 1)))
        rounding = gamma(len(self.parts[0]) + 4)
        parts, errors = [], []
        for each in terms:
            part: Array = np.zeros_like(self.parts[0])
            error = 0.0
            for a, b, factor in each:
                part = part + factor * (self.parts[a] @ other.parts[b])
                ours, theirs = self.norms[a], other.norms[b]
                lost = self.errors[a] * (theirs + other.errors[b]) + ours * other.errors[b] + rounding * ours * theirs
                error += factor * lost
            parts.append(part)
            errors.append(SLACK * error)
        return _Taylor(parts, errors)
