"""Four tiles as bits of a word, and two small tables that map them to their kind of hand.

Tile n of `TILES` is bit n, so the tiles of a pair are adjacent. Each half of the 32 bits has a number, and the sum of both is
the kind's own number, its slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from houseway.equipment.tiles import TILES
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.law.ranking import by_value_alone, rank
from houseway.games.pai_gow.law.settings import Setting

Array = np.ndarray[Any, Any]
HALF, HALF_BITS, TAKEN = 16, 0xFFFF, 4
LEVEL_BITS, LOW = 7, 9  # bits of a level, and the offset of the low hand's level
NOBODY = -1


@cache
def subsets() -> Array:
    """Every set of four of 32 bits, in numeric order, so that for any n those within the first n bits come first."""
    bits = [1 << n for n in range(len(TILES))]
    return np.sort(np.fromiter(map(sum, combinations(bits, 4)), np.uint32))


@cache
def halves() -> tuple[Array, Array]:
    """A number for each lower and each upper half of four tiles; their sums are the slots, from 0 without gaps.

    Hands with the same number of tiles in the lower half form a block of slots, with a row for each kind of lower half and a
    column for each kind of upper half.
    """
    bits = np.arange(1 << HALF, dtype=np.uint32)
    taken = sum((bits >> np.uint32(n)) & np.uint32(1) for n in range(HALF))
    lower, upper, kinds = np.zeros(1 << HALF, np.uint16), np.zeros(1 << HALF, np.uint16), []
    for tiles in range(TAKEN + 1):
        here = taken == tiles
        found, upper[here] = np.unique(_copies(bits[here]), return_inverse=True)
        kinds.append(len(found))
    begin = 0
    for tiles in range(TAKEN + 1):
        here = taken == tiles
        lower[here] = begin + upper[here] * kinds[TAKEN - tiles]
        begin += kinds[tiles] * kinds[TAKEN - tiles]
    return lower, upper


def _copies(masks: Array) -> Array:
    """The number of tiles of each kind, 0, 1 or 2, in two bits each."""
    found: Array = masks - ((masks >> np.uint32(1)) & np.uint32(0x55555555))
    return found


def _slots_of(masks: Array) -> Array:
    lower, upper = halves()
    found: Array = lower[masks & np.uint32(HALF_BITS)].astype(np.int64) + upper[masks >> np.uint32(HALF)]
    return found


@cache
def slots() -> Array:
    """The slot of each kind of hand."""
    kinds = np.sort(np.array([hand.kinds for hand in hand_kinds()], np.uint32), axis=1)
    second = np.diff(kinds, axis=1, prepend=np.uint32(len(TILES))) == 0  # the second tile of a pair
    return _slots_of((np.uint32(1) << (2 * kinds + second)).sum(axis=1, dtype=np.uint32))


@cache
def levels() -> Array:
    """Every possible strength of two tiles, in order."""
    found = np.array(sorted({rank(one, other).strength for one, other in combinations(TILES, 2)}), np.int64)
    assert len(found) <= 1 << LEVEL_BITS
    return found


def setting_table(ways: Sequence[Setting], by_value: bool = False) -> Array:
    """By slot, the levels of the high and low hand as each kind is set, in one number; `by_value`: of equal values alike."""
    found = (way.strengths for way in ways)
    strengths = np.array([tuple(map(by_value_alone, each)) if by_value else each for each in found], np.int64)
    high, low = np.searchsorted(levels(), strengths).T
    table = np.zeros(len(hand_kinds()), np.uint16)
    table[slots()] = high | low << LOW
    return table


def kinds_of(masks: Array) -> Array:
    """The kind of each four tiles, as an index into `hand_kinds`."""
    places = np.full(len(hand_kinds()), NOBODY, np.int16)
    places[slots()] = np.arange(len(hand_kinds()))
    found: Array = places[_slots_of(masks)]
    return found


def hands_of(draws: Array) -> Array:
    """The tiles of each hand from its draw, which selects four of the tiles left by the hands before it."""
    found = np.zeros(draws.shape, np.uint32)
    left = np.full(len(draws), 0xFFFFFFFF, np.uint32)
    for hand in range(draws.shape[1]):
        chosen, rest = subsets()[draws[:, hand]], left.copy()
        while chosen.any():
            lowest = rest & (~rest + np.uint32(1))
            found[:, hand] |= np.where(chosen & np.uint32(1), lowest, np.uint32(0))
            rest ^= lowest
            chosen >>= np.uint32(1)
        left ^= found[:, hand]
    return found
