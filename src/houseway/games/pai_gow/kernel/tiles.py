"""Four tiles as bits of a word, and two small tables that lead from there to the kind of hand that they are.

Tile n of a set laid out is bit n, so that the tiles of a pair lie side by side. Each half of the 32 bits has a number; both
added up are the kind's own number, its slot: as many tiles as are not in the one half are in the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from houseway.equipment.tiles import TILES
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.law.ranking import rank
from houseway.games.pai_gow.law.settings import Setting

Array = np.ndarray[Any, Any]
HALF, HALF_BITS, TAKEN = 16, 0xFFFF, 4
LEVEL_BITS, LOW = 7, 9  # a level, and how far the low hand's lies behind the high hand's
NOBODY = -1


@cache
def subsets() -> Array:
    """Every four of 32 bits, as numbers in order: those of the first n bits come first, whatever n is."""
    bits = [1 << n for n in range(len(TILES))]
    return np.sort(np.fromiter(map(sum, combinations(bits, 4)), np.uint32))


@cache
def halves() -> tuple[Array, Array]:
    """For each lower and each upper half of four tiles a number: their sum is the slot, from 0 on without a gap.

    Hands with as many tiles in the lower half are a block of slots, with a row for each kind of lower half and in it a place
    for each kind of upper half.
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
    """How many tiles of each kind, two bits for each: 0, 1 or 2."""
    found: Array = masks - ((masks >> np.uint32(1)) & np.uint32(0x55555555))
    return found


def _slots_of(masks: Array) -> Array:
    lower, upper = halves()
    found: Array = lower[masks & np.uint32(HALF_BITS)].astype(np.int64) + upper[masks >> np.uint32(HALF)]
    return found


@cache
def slots() -> Array:
    """Where each kind of hand is found."""
    kinds = np.sort(np.array([hand.kinds for hand in hand_kinds()], np.uint32), axis=1)
    second = np.diff(kinds, axis=1, prepend=np.uint32(len(TILES))) == 0  # the other tile of a pair
    return _slots_of((np.uint32(1) << (2 * kinds + second)).sum(axis=1, dtype=np.uint32))


@cache
def levels() -> Array:
    """Every strength that two tiles can have, in order."""
    found = np.array(sorted({rank(one, other).strength for one, other in combinations(TILES, 2)}), np.int64)
    assert len(found) <= 1 << LEVEL_BITS
    return found


def setting_table(ways: Sequence[Setting]) -> Array:
    """By slot: the levels of the high and the low hand that each kind is set to, in one number."""
    strengths = np.array([way.strengths for way in ways], np.int64)
    high, low = np.searchsorted(levels(), strengths).T
    found = np.zeros(len(hand_kinds()), np.uint16)
    found[slots()] = high | low << LOW
    return found


def kinds_of(masks: Array) -> Array:
    """The kind of each four tiles, by its place among all kinds."""
    places = np.full(len(hand_kinds()), NOBODY, np.int16)
    places[slots()] = np.arange(len(hand_kinds()))
    found: Array = places[_slots_of(masks)]
    return found


def hands_of(draws: Array) -> Array:
    """The tiles of each hand from what was drawn for it: which four of those that the hands before have left, bit by bit."""
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
