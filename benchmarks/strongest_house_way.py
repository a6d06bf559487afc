"""Find the strongest house way of Pai Gow: house and player learn from each other's play until neither gains.

Its output is in `games/pai_gow/house_way/house_ways.toml` (the exceptions to the readable rules) and `strongest.py` (the
player's mixture). The proof there does not depend on this search; run it again if the rules or the vigorish change.

Run: python benchmarks/strongest_house_way.py [rounds of learning, 3000 by default]
"""

from __future__ import annotations

import sys
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.house_way.house_ways import house_ways
from houseway.games.pai_gow.law.settings import Setting, settings
from houseway.games.pai_gow.mathematics.pair_counts import beside, copies, strengths
from houseway.games.pai_gow.mathematics.strongest import (
    LOST,
    PARTS,
    WON,
    Options,
    change,
    options,
    rows,
    undominated,
    value,
)

Real = NDArray[np.float64]
SURE = 0.999


class Side:
    """One side of the game: the settings it can choose from, and its regrets."""

    def __init__(self, choices: Options) -> None:
        self.ways = [way for ways in choices for way in ways]
        self.hands = np.repeat(np.arange(len(choices)), [len(ways) for ways in choices])
        self.starts = np.flatnonzero(np.diff(self.hands, prepend=-1))
        self.regret, self.total = np.zeros(len(self.ways)), np.zeros(len(self.ways))
        self.play = self.shares(self.regret)

    def shares(self, weights: Real) -> Real:
        """Weights as a mixture for each hand; uniform if there are none."""
        sums = np.add.reduceat(weights, self.starts)[self.hands]
        even = 1 / np.add.reduceat(np.ones(len(self.ways)), self.starts)[self.hands]
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), even)

    def learn(self, gain: Real, weight: int) -> None:
        """Regret matching that forgets negative regret; later rounds have more weight in the average."""
        mean = np.add.reduceat(self.play * gain, self.starts)[self.hands]
        self.regret = np.maximum(self.regret + gain - mean, 0)
        self.play = self.shares(self.regret)
        self.total += weight * self.play

    def settled(self) -> list[Setting]:
        """The most likely setting of each hand."""
        ends = [*self.starts[1:], len(self.ways)]
        return [self.ways[a + int(self.total[a:b].argmax())] for a, b in zip(self.starts, ends, strict=True)]


def payoffs(player: Side, house: Side) -> NDArray[np.float32]:
    """The player's gain for each setting (row) against the house's (column), weighted by how often the two hands meet."""
    mine, theirs = (np.array([way.strengths for way in side.ways]) for side in (player, house))
    found = np.empty((len(mine), len(theirs)), dtype=np.float32)
    meet = (beside() * copies()[:, None])[:, house.hands]
    for row, (high, low) in enumerate(mine):
        above, below = high > theirs[:, 0], low > theirs[:, 1]
        found[row] = meet[player.hands[row]] * (WON * (above & below) - LOST * ~(above | below))
    return found


def improved(house: Side, completion: list[Setting]) -> list[Setting]:
    """The best completion among all that differ only where the house was undecided."""
    shares = house.shares(house.total)
    unsure = [int(hand) for hand in np.unique(house.hands) if shares[house.hands == hand].max() < SURE]
    worth = rows(strengths(completion))
    changes = {(hand, way): change(hand, completion[hand], way) for hand in unsure for way in options()[hand]}
    trials = product(*(options()[hand] for hand in unsure))
    pairs = ([*zip(unsure, ways, strict=True)] for ways in trials)
    best = min(pairs, key=lambda pairs: int((worth + sum(changes[pair] for pair in pairs)).max(axis=0).sum()))
    for hand, way in best:
        completion[hand] = way
    return completion


def main(rounds: int) -> None:
    """Learn, settle, and print the differences from the readable rules and from a pure best reply."""
    player = Side(tuple(undominated(settings(hand.tiles)) for hand in hand_kinds()))
    house = Side(options())
    table = payoffs(player, house)
    for number in range(1, rounds + 1):
        player.learn((table @ house.play.astype(np.float32)).astype(np.float64), number)
        house.learn(-(player.play.astype(np.float32) @ table).astype(np.float64), number)
    completion = improved(house, house.settled())
    print(f"the best reply to it: {value(strengths(completion))}")
    for hand, own, readable in zip(hand_kinds(), completion, house_ways()["readable"].settings, strict=True):
        if own.strengths != readable.strengths:
            print(f'{{ when = "tiles {" ".join(hand.tiles)}", play = "{own.high[0]} with {own.high[1]}" }},')
    shares = player.shares(player.total)
    for place, hand in enumerate(hand_kinds()):
        parts = np.round(shares[player.hands == place] * PARTS).astype(int)
        if 0 < parts.max() < PARTS:
            print(" ".join(hand.tiles), [int(part) for part in parts])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
