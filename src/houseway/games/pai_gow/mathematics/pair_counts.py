"""Exact odds by counting all 736,281,000 pairs of hands that can be dealt together, kind by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.tiles import TILES
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.law.ranking import by_value_alone
from houseway.games.pai_gow.law.settings import Setting, settings
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.money import exact

Whole = NDArray[np.int64]
Strengths = NDArray[np.int16]  # a row for each kind of hand: high and low

BESIDE = comb(len(TILES) - 4, 4)  # hands that can be dealt with a given one
PAIRS_OF_HANDS = comb(len(TILES), 4) * BESIDE
WAYS_MAX = 3
BLOCK = 64  # rows at a time, to stay within the CPU cache
SUMS = np.uint16  # fits BESIDE; small integers add up faster
assert np.iinfo(SUMS).max >= BESIDE


@cache
def copies() -> Whole:
    """The number of hands of each kind."""
    return np.array([hand.copies for hand in hand_kinds()], dtype=np.int64)


def _masks() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """For each kind of hand, the tiles it holds one of and two of, as bits."""
    once = [sum(1 << kind for kind in set(hand.kinds) if hand.kinds.count(kind) == 1) for hand in hand_kinds()]
    twice = [sum(1 << kind for kind in set(hand.kinds) if hand.kinds.count(kind) == 2) for hand in hand_kinds()]
    return np.array(once, dtype=np.uint16), np.array(twice, dtype=np.uint16)


def _bits() -> NDArray[np.uint8]:
    """The number of set bits in every 16-bit number."""
    found = np.zeros(1, dtype=np.uint8)
    for _ in range(16):
        found = np.concatenate([found, found + 1]).astype(np.uint8)
    return found


@cache
def beside() -> NDArray[np.uint8]:
    """By row and column: given one hand of the row's kind, the number of hands of the column's kind that can be dealt.

    A tile that both hands hold one of can be dealt in one way instead of two; a used-up tile in none.
    """
    once, twice = _masks()
    shared = _bits()[once[:, None] & once[None, :]]
    used_up = (twice[:, None] & (once | twice)[None, :]) | (once[:, None] & twice[None, :])
    found: NDArray[np.uint8] = (copies().astype(np.uint8)[None, :] >> shared) * (used_up == 0)
    return found


def strengths(ways: Sequence[Setting], by_value: bool = False) -> Strengths:
    """The strengths of one setting for each kind of hand; `by_value`: of equal values alike (reading `copy_hand`)."""
    assert len(ways) == len(hand_kinds()), len(ways)
    found = (way.strengths for way in ways)
    return np.array([tuple(map(by_value_alone, each)) if by_value else each for each in found], dtype=np.int16)


@cache
def all_ways(by_value: bool = False) -> tuple[Strengths, ...]:
    """The first, second and third setting of each kind of hand; the last repeats if there are fewer."""
    every = [settings(hand.tiles) for hand in hand_kinds()]
    return tuple(strengths([ways[min(slot, len(ways) - 1)] for ways in every], by_value) for slot in range(WAYS_MAX))


def _columns(house: Strengths) -> tuple[Strengths, Strengths]:
    """High and low hands, each contiguous in memory, since they are read many times."""
    high, low = (np.ascontiguousarray(house[:, side])[None, :] for side in (0, 1))
    return high, low


def against(player: Strengths, house: Strengths, first: int = 0) -> tuple[Whole, Whole]:
    """For each kind of player hand, the number of possible house hands that it beats and loses to.

    Both hands higher wins, none higher loses, and copies go to the house: 621a.10(g), (h) and (j). `first`: the index of the
    player's first row in `hand_kinds`.
    """
    kinds = len(player)
    won, lost = np.empty(kinds, dtype=np.int64), np.empty(kinds, dtype=np.int64)
    high, low = _columns(house)
    for start in range(0, kinds, BLOCK):
        rows = slice(start, start + BLOCK)
        number = beside()[first + start : first + start + BLOCK][: kinds - start]
        above, below = player[rows, 0][:, None] > high, player[rows, 1][:, None] > low
        won[rows] = (number * (above & below)).sum(axis=1, dtype=SUMS)
        lost[rows] = (number * ~(above | below)).sum(axis=1, dtype=SUMS)
    return won, lost


def facing(bank: Strengths, players: Strengths) -> tuple[Whole, Whole]:
    """The same from the bank's side: for each kind of bank hand, the number of player hands that lose and win."""
    kinds = len(bank)
    won, lost = np.empty(kinds, dtype=np.int64), np.empty(kinds, dtype=np.int64)
    high, low = _columns(players)
    for start in range(0, kinds, BLOCK):
        rows = slice(start, start + BLOCK)
        number = beside()[rows]
        above, below = high > bank[rows, 0][:, None], low > bank[rows, 1][:, None]
        won[rows] = (number * ~(above | below)).sum(axis=1, dtype=SUMS)
        lost[rows] = (number * (above & below)).sum(axis=1, dtype=SUMS)
    return won, lost


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The numbers of all pairs of hands that win, lose and tie."""

    win: int
    lose: int
    tie: int

    @classmethod
    def of(cls, won: Whole, lost: Whole) -> PairCounts:
        """Counts from the wins and losses of each kind of hand."""
        win, lose = int(copies() @ won), int(copies() @ lost)
        return cls(win, lose, PAIRS_OF_HANDS - win - lose)

    def expected(self, stake_cents: int = 100, rounding_cents: int = 0) -> Fraction:
        """Expected result per unit staked, after vigorish on wins."""
        net = stake_cents - vigorish(stake_cents, rounding_cents)
        return (self.win * net - self.lose * stake_cents) / (stake_cents * PAIRS_OF_HANDS)

    def variance(self, stake_cents: int = 100, rounding_cents: int = 0) -> Fraction:
        """Variance of the result per unit staked."""
        net = (stake_cents - vigorish(stake_cents, rounding_cents)) / stake_cents
        square = (self.win * net**2 + self.lose) / PAIRS_OF_HANDS
        return square - self.expected(stake_cents, rounding_cents) ** 2

    def as_json(self) -> dict[str, object]:
        """The counts, and their expected result at the exact vigorish."""
        return {"win": self.win, "lose": self.lose, "tie": self.tie, "of": PAIRS_OF_HANDS, "expected": exact(self.expected()),
                "variance": exact(self.variance())}  # fmt: skip


def count(player: Strengths, house: Strengths) -> PairCounts:
    """Count the results of these player settings against these house settings."""
    return PairCounts.of(*against(player, house))
