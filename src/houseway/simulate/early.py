"""The first rounds of a wager in plain Python, as soon as its automaton is there: something to look at until all are."""

from __future__ import annotations

from random import Random

from houseway.core.kernel import Tally
from houseway.simulate.figures import Figures, figures
from houseway.simulate.machine import Machine

ROUNDS = 2000


def first_rounds(machine: Machine) -> tuple[Figures, ...]:
    """What a few rounds bring; they are no part of the run."""
    values: list[dict[int, int]] = [{} for _ in machine.wagers]
    state = 0
    for outcome in Random(1).choices(range(len(machine.weights)), machine.weights, k=ROUNDS):
        for wager, net in machine.decided[state][outcome]:
            values[wager][net] = values[wager].get(net, 0) + 1
        state = machine.after[state][outcome]
    rows = zip(machine.wagers, machine.stakes_cents, values, strict=True)
    return tuple(figures(Tally(wager, stake, found), {}) for wager, stake, found in rows)
