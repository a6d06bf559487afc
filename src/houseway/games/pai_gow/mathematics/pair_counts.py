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
from houseway.games.pai_gow.law.settings import Setting, settings
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.money import exact

Whole = NDArray[np.int64]
Strengths = NDArray[np.int16]  # a row for each kind of hand: high and low

BESIDE = comb(len(TILES) - 4, 4)  # hands that can be dealt beside a given one
PAIRS_OF_HANDS = comb(len(TILES), 4) * BESIDE
WAYS_MAX = 3
BLOCK = 64  # rows at a time, so that what is compared stays near the processor
SUMS = np.uint16  # hands beside one: at most BESIDE, and small numbers are added up faster
assert np.iinfo(SUMS).max >= BESIDE


@cache
def copies() -> Whole:
    """How many hands there are of each kind."""
    return np.array([hand.copies for hand in hand_kinds()], dtype=np.int64)


def _masks() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """For each kind of hand, which tiles it holds one of, and which two of, as bits."""
    once = [sum(1 << kind for kind in set(hand.kinds) if hand.kinds.count(kind) == 1) for hand in hand_kinds()]
    twice = [sum(1 << kind for kind in set(hand.kinds) if hand.kinds.count(kind) == 2) for hand in hand_kinds()]
    return np.array(once, dtype=np.uint16), np.array(twice, dtype=np.uint16)


def _bits() -> NDArray[np.uint8]:
    """How many bits are set in every number of sixteen bits."""
    found = np.zeros(1, dtype=np.uint8)
    for _ in range(16):
        found = np.concatenate([found, found + 1]).astype(np.uint8)
    return found


@cache
def beside() -> NDArray[np.uint8]:
    """By row and column: beside one given hand of the row's kind, how many hands of the column's kind can be dealt.

    A single tile that the other hand also holds one of can be dealt in one way instead of two; a tile that is used up, in none.
    """
    once, twice = _masks()
    shared = _bits()[once[:, None] & once[None, :]]
    used_up = (twice[:, None] & (once | twice)[None, :]) | (once[:, None] & twice[None, :])
    found: NDArray[np.uint8] = (copies().astype(np.uint8)[None, :] >> shared) * (used_up == 0)
    return found


def strengths(ways: Sequence[Setting]) -> Strengths:
    """One setting for each kind of hand, as numbers."""
    assert len(ways) == len(hand_kinds()), len(ways)
    return np.array([way.strengths for way in ways], dtype=np.int16)


@cache
def all_ways() -> tuple[Strengths, ...]:
    """The first, second and third way of setting each kind of hand; where there are fewer, the last again."""
    every = [settings(hand.tiles) for hand in hand_kinds()]
    return tuple(strengths([ways[min(slot, len(ways) - 1)] for ways in every]) for slot in range(WAYS_MAX))


def _columns(house: Strengths) -> tuple[Strengths, Strengths]:
    """High and low hands each in a row of their own, one behind the other in memory: many times read."""
    high, low = (np.ascontiguousarray(house[:, side])[None, :] for side in (0, 1))
    return high, low


def against(player: Strengths, house: Strengths, first: int = 0) -> tuple[Whole, Whole]:
    """For each kind of the player's hand: how many of the hands of the house beside it he beats, and loses to.

    Both hands higher wins, none higher loses, and copies are the house's: 621a.10(g), (h) and (j). `first`: where the
    kind of the player's first row stands among all kinds.
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
    """The same from the other side of the table: for each kind of the bank's hand, how many players' hands lose, and win."""
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
class Counts:
    """Of all pairs of hands: how many win, lose and tie."""

    win: int
    lose: int
    tie: int

    @classmethod
    def of(cls, won: Whole, lost: Whole) -> Counts:
        """From what each kind of hand wins and loses."""
        win, lose = int(copies() @ won), int(copies() @ lost)
        return cls(win, lose, PAIRS_OF_HANDS - win - lose)

    def expected(self, stake_cents: int = 100, rounding_cents: int = 0) -> Fraction:
        """What a stake gains on average, per unit of it, after vigorish on what is won."""
        net = stake_cents - vigorish(stake_cents, rounding_cents)
        return (self.win * net - self.lose * stake_cents) / (stake_cents * PAIRS_OF_HANDS)

    def variance(self, stake_cents: int = 100, rounding_cents: int = 0) -> Fraction:
        """The variance of what a stake gains, per square of its unit."""
        net = (stake_cents - vigorish(stake_cents, rounding_cents)) / stake_cents
        square = (self.win * net**2 + self.lose) / PAIRS_OF_HANDS
        return square - self.expected(stake_cents, rounding_cents) ** 2

    def as_json(self) -> dict[str, object]:
        """The counts, and what they are worth at the exact vigorish."""
        return {"win": self.win, "lose": self.lose, "tie": self.tie, "of": PAIRS_OF_HANDS, "expected": exact(self.expected()),
                "variance": exact(self.variance())}  # fmt: skip


def count(player: Strengths, house: Strengths) -> Counts:
    """A player who sets so against a house that sets so."""
    return Counts.of(*against(player, house))
