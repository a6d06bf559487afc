"""The error of repeating one round's distribution instead of dealing whole sessions from a shoe, measured by simulation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.core.progress import working_on
from houseway.law import Rules
from houseway.numerics.seeding import stream
from houseway.questions.certified_floats import Array
from houseway.questions.chain import Chain
from houseway.questions.session_distribution import session_distribution
from houseway.simulate.prepare import begin, chunk_of

ROUNDS = 2_000_000  # simulated
SESSION = 100  # the most rounds in a simulated session
BLOCK = 1 << 16
SEED = "hold"
NINETY_FIVE = 1.3581  # the 95% point of Kolmogorov's distribution


@dataclass(frozen=True, slots=True)
class Measured:
    """Simulated sessions compared with the law: the largest difference of the cumulative chances, and what chance explains."""

    sessions: int
    rounds: int  # in each session
    difference: float
    by_chance: float  # exceeded by chance alone in one case in twenty
    mean_cents: float  # the house's average win in a session
    mean_error_cents: float  # its standard error
    expected_cents: float

    @property
    def shows(self) -> bool:
        """Is the difference larger than chance explains?"""
        return self.difference > self.by_chance


def repetition_error(
    game: AnyGame, rules: Rules, seat: Sitting, chain: Chain, rounds: int, simulated: int
) -> Measured | None:
    """Simulate sessions at the real table; None if the game has no fast kernel."""
    if chunk_of(game, rules) or not simulated:
        return None
    session = min(rounds, SESSION)
    count = simulated // session
    if count < 100:
        return None
    working_on("simulating sessions from a shoe")
    kernel, _ = begin(game, rules, (seat,))
    results = []
    block = max(1, BLOCK // session)
    for number in range(-(-count // block)):
        working_on(f"simulating sessions from a shoe: {number * block:,} of {count:,} sessions")
        each = min(block, count - number * block)
        nets: Array = kernel.course(stream(SEED, number), each * session).nets[0]
        results.append(-nets.sum(axis=0).reshape(each, session).sum(axis=1))
    won: Array = np.sort(np.concatenate(results))
    law = session_distribution(chain, session)
    values, first = np.unique(won, return_index=True)
    below = first / count
    up_to = np.append(first[1:], count) / count
    known = np.array([(law.chance_up_to(int(v) - 1), law.chance_up_to(int(v))) for v in values])
    difference = float(max(np.abs(known[:, 0] - below).max(), np.abs(known[:, 1] - up_to).max()))
    error = float(won.std()) / math.sqrt(count)
    return Measured(count, session, difference, NINETY_FIVE / math.sqrt(count), float(won.mean()), error,
                    float(chain.mean * session))  # fmt: skip
