"""The first rounds in plain Python: a preview while everything is compiled. They are not part of the run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from houseway.core import AnyGame
from houseway.core.kernel import Sitting, Tally, alike
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.simulate.figures import Figures, figures
from houseway.simulate.rules_kernel import RulesTable
from houseway.simulate.seat_automaton import Machine

ROUNDS = 2000
BY_RULES = 300  # rounds played by the rules themselves while a kernel is compiled
ALL = "all wagers"


def first_rounds(machine: Machine) -> tuple[Figures, ...]:
    """The figures of a few rounds of one automaton."""
    values: list[dict[int, int]] = [{} for _ in machine.wagers]
    state = 0
    for outcome in Random(1).choices(range(len(machine.weights)), machine.weights, k=ROUNDS):
        for wager, net in machine.decided[state][outcome]:
            values[wager][net] = values[wager].get(net, 0) + 1
        state = machine.after[state][outcome]
    rows = zip(machine.wagers, machine.stakes_cents, values, strict=True)
    return tuple(figures(Tally(wager, stake, found), {}) for wager, stake, found in rows)


def by_rules(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Iterator[tuple[Figures, ...]]:
    """Play round after round with the game's own functions, and yield the figures of each group of equal seats so far."""
    table, groups = RulesTable(game, rules, sitting, SeededSource(1)), alike(sitting)
    values: list[dict[int, int]] = [{} for _ in groups]
    while True:
        table.round()
        for group, found in zip(groups, values, strict=True):
            for seat in group:
                found[table.nets[seat]] = found.get(table.nets[seat], 0) + 1
        yield tuple(
            figures(Tally(ALL, sum(sitting[seat].bets.values()), found), {}, sitting[seat].name)
            for (seat, *_), found in zip(groups, values, strict=True)
        )
