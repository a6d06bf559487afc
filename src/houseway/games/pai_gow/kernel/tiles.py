"""Four tiles as bits of a word, and two small tables that lead from there to the kind of hand that they are.

Tile n of a set laid out is bit n, so that the tiles of a pair lie side by side and, added up two by two, say how many of each
kind there are. A multiplication scatters these numbers; where two of the 3,620 would meet, a table moves them apart.
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
FACTOR = np.uint64(4720721261117928063)  # scatters all kinds so that none has both places in common with another
BUCKET, PLACE, PLACES = np.uint64(54), np.uint64(40), np.uint64(4095)  # where they are read off the product
LEVEL_BITS, LOW = 7, 9  # a level, and how far the low hand's lies behind the high hand's
NOBODY = -1


@cache
def subsets() -> Array:
    """Every four of 32 bits, as numbers in order: those of the first n bits come first, whatever n is."""
    bits = [1 << n for n in range(len(TILES))]
    return np.sort(np.fromiter(map(sum, combinations(bits, 4)), np.uint32))


@cache
def _products() -> Array:
    """What each kind of hand is multiplied to."""
    kinds = np.array([hand.kinds for hand in hand_kinds()], np.uint64)
    found: Array = (np.uint64(1) << (2 * kinds)).sum(axis=1, dtype=np.uint64) * FACTOR
    return found


@cache
def starts() -> Array:
    """For each bucket, how far its hands are moved on so that they meet no others; crowded buckets are placed first."""
    products = _products()
    places: dict[int, list[int]] = {}
    for bucket, place in zip((products >> BUCKET).tolist(), ((products >> PLACE) & PLACES).tolist(), strict=True):
        places.setdefault(bucket, []).append(place)
    found, taken = np.zeros(1 << (64 - int(BUCKET)), np.uint16), 0
    for bucket, own in sorted(places.items(), key=lambda each: -len(each[1])):
        assert len(set(own)) == len(own), "FACTOR does not tell all kinds apart"
        wanted, start = sum(1 << place for place in own), 0
        while taken >> start & wanted:
            start += 1
        taken |= wanted << start
        found[bucket] = start
    return found


@cache
def slots() -> Array:
    """Where each kind of hand is found."""
    products = _products()
    return starts()[(products >> BUCKET).astype(np.int64)] + ((products >> PLACE) & PLACES).astype(np.int64)


def table_size() -> int:
    """Room for every slot."""
    return int(starts().max()) + int(PLACES) + 1


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
    found = np.zeros(table_size(), np.uint16)
    found[slots()] = high | low << LOW
    return found


def kinds_of(masks: Array) -> Array:
    """The kind of each four tiles, by its place among all kinds."""
    products = (masks - ((masks >> np.uint32(1)) & np.uint32(0x55555555))).astype(np.uint64) * FACTOR
    places = np.full(table_size(), NOBODY, np.int16)
    places[slots()] = np.arange(len(hand_kinds()))
    at = starts()[(products >> BUCKET).astype(np.int64)] + ((products >> PLACE) & PLACES).astype(np.int64)
    found: Array = places[at]
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
