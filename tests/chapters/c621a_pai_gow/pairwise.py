"""Two players' hands against each hand of the bank, counted by the tiles that they share: another way than the product's."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.tiles import PAIRS
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.house_way.house_ways import house_ways
from houseway.games.pai_gow.mathematics.pair_counts import BESIDE, Strengths, Whole, beside, strengths

THIRD = comb(24, 4)  # hands that can be dealt beside two given ones
BLOCK = 64
SCALE = 16  # every number of ways to deal four tiles or fewer by kinds divides it


@dataclass(frozen=True, slots=True)
class _Parts:
    """All kinds of at most four tiles: first those of fewer than four, then the hands."""

    ways: NDArray[np.float32]  # in how many ways each part of fewer than four tiles (row) is part of each hand (column)
    signs: NDArray[np.float64]
    beside: NDArray[np.uint8]  # beside a hand (row), in how many ways the part (column) can be dealt


@cache
def _parts() -> _Parts:
    small = [
        kinds
        for size in range(4)
        for kinds in combinations_with_replacement(range(len(PAIRS)), size)
        if not kinds or max(Counter(kinds).values()) <= 2
    ]
    places = {kinds: place for place, kinds in enumerate(small)}
    ways = np.zeros((len(small), len(hand_kinds())), dtype=np.float32)
    for place, hand in enumerate(hand_kinds()):
        for part, times in _parts_of(hand.kinds):
            if len(part) < 4:
                ways[places[part], place] = times
    every = (*small, *(hand.kinds for hand in hand_kinds()))
    signs = np.array([(-1.0) ** len(kinds) for kinds in every])
    return _Parts(ways, signs, _dealt(every))


def _parts_of(kinds: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Every part of a hand, with the number of ways in which it is one."""
    held = Counter(kinds)
    found = []
    for numbers in product(*(range(number + 1) for number in held.values())):
        part = tuple(kind for kind, number in zip(held, numbers, strict=True) for _ in range(number))
        found.append((part, prod(comb(held[kind], n) for kind, n in zip(held, numbers, strict=True))))
    return found


def _dealt(parts: tuple[tuple[int, ...], ...]) -> NDArray[np.uint8]:
    """Beside one hand of each kind (row), in how many ways each part (column) can be dealt."""
    ways = np.array([[1, 2, 1], [1, 1, 0], [1, 0, 0]], dtype=np.uint8)  # by how many of two are gone and are wanted
    found = np.ones((len(hand_kinds()), len(parts)), dtype=np.uint8)
    for kind in range(len(PAIRS)):
        gone = np.array([hand.kinds.count(kind) for hand in hand_kinds()])
        wanted = np.array([part.count(kind) for part in parts])
        found *= ways[gone][:, wanted]
    return found


@dataclass(frozen=True, slots=True)
class Joint:
    """For each kind of the bank's hand: how many players' hands lose and tie, and how many pairs of them do together."""

    lose: Whole
    tie: Whole
    lose_lose: Whole  # ordered pairs
    lose_tie: Whole
    tie_tie: Whole

    @property
    def win(self) -> Whole:
        """Players' hands that win."""
        return BESIDE - self.lose - self.tie

    @property
    def together(self) -> Whole:
        """The sum over ordered pairs of the product of two results, each 1 where the bank wins and -1 where it loses."""
        lose_win = self.lose * THIRD - self.lose_lose - self.lose_tie
        tie_win = self.tie * THIRD - self.lose_tie - self.tie_tie
        win_win = self.win * THIRD - lose_win - tie_win
        found: Whole = self.lose_lose + win_win - 2 * lose_win
        return found


def _within(hands: NDArray[np.float32]) -> NDArray[np.float64]:
    """Numbers of hands (columns), added up for each kind of part (columns) that they have.

    Sums of hands beside a bank's are at most 20,475 in number, so floats are exact: here, and in the products of two of them.
    """
    return np.concatenate([hands @ _parts().ways.T, hands], axis=1).astype(np.float64)


def joint(bank: Strengths, players: Strengths) -> Joint:
    """The joint results of two players' hands against each hand of the bank, by inclusion and exclusion of shared tiles."""
    parts = _parts()
    kinds = len(bank)
    out = np.empty((5, kinds), dtype=np.int64)
    high, low = players[:, 0][None, :], players[:, 1][None, :]
    for start in range(0, kinds, BLOCK):
        rows = slice(start, start + BLOCK)
        above, below = high > bank[rows, 0][:, None], low > bank[rows, 1][:, None]
        number = beside()[rows].astype(np.float32)
        share = SCALE // np.maximum(parts.beside[rows], 1) * parts.signs
        lose, tie = (number * chosen for chosen in (~(above | below), above ^ below))
        in_lose, in_tie = _within(lose), _within(tie)
        of_lose, of_tie = share * in_lose, share * in_tie
        pairs = [np.einsum("ij,ij->i", one, other).astype(np.int64) // SCALE for one, other in
                 ((of_lose, in_lose), (of_lose, in_tie), (of_tie, in_tie))]  # fmt: skip
        out[:, rows] = [lose.sum(axis=1), tie.sum(axis=1), *pairs]
    return Joint(*out)


def settings(name: str) -> Strengths:
    """The setting of every kind of hand by a house way of the chapter."""
    return strengths(house_ways()[name].settings)


@cache
def pairs(name: str) -> Joint:
    """The joint results of two players who copy a house way, against a bank that does too."""
    return joint(settings(name), settings(name))
