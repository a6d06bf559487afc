"""Rounds of Pai Gow by the million: all tiles dealt, six hands compared with the dealer's or a bank's. No money.

A round ends in one of 729 ways: each of six hands wins, ties or loses. How often each came up is counted.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from houseway.games.pai_gow.kernel.tiles import BUCKET, FACTOR, LEVEL_BITS, LOW, PLACE, PLACES
from houseway.numerics.compiled import compiled
from houseway.numerics.streams import threshold, turn, wide

BOXES, HANDS, ENDS = 6, 7, 3
WAYS = ENDS**BOXES
# In how many ways each hand can be dealt from the tiles that are left; four hands take one word, and three hands of two rounds
# another
C0, C1, C2, C3, C4, C5, C6 = (np.uint64(comb(left, 4)) for left in range(32, 4, -4))
FIRST_FOUR = np.uint64(threshold(comb(32, 4) * comb(28, 4) * comb(24, 4) * comb(20, 4)))
LAST_THREE = np.uint64(threshold((comb(16, 4) * comb(12, 4) * comb(8, 4)) ** 2))
U1, ODD, ALL, BASE = np.uint32(1), np.uint32(0x55555555), np.uint32(0xFFFFFFFF), np.uint32(ENDS)
ABOVE = np.uint32(
    1 << LEVEL_BITS | 1 << (LEVEL_BITS + LOW)
)  # the free bits above the levels of the high and the low hand
HIGH_DIGITS = np.uint32((1 << LOW) - 1)


# Choosing among what is left


def _deposit(typing_context: Any, chosen: Any, among: Any) -> Any:
    """The bits of `among` whose numbers among its bits are chosen, by one instruction of the processor."""
    del typing_context, chosen, among

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(32)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.32", [], kind), arguments)

    return types.uint32(types.uint32, types.uint32), build


@compiled
def deposit_plainly(chosen: Any, among: Any) -> Any:
    """The same bit by bit, where the processor has no such instruction, or a slow one."""
    found = np.uint32(0)
    while chosen != 0:
        lowest = among & (~among + U1)
        if chosen & U1:
            found |= lowest
        among ^= lowest
        chosen >>= U1
    return found


def _has_deposit() -> bool:
    """Not where code is made for another processor than this one."""
    if config.CPU_NAME or config.CPU_FEATURES:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in ("znver1", "znver2")


deposit: Any = intrinsic(_deposit) if _has_deposit() else deposit_plainly


@compiled
def draw(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Three words: which four tiles of those that are left each of seven hands gets, in two rounds."""
    while True:
        word, a, b, c, d = turn(a, b, c, d)
        i0, word = wide(word, C0)
        i1, word = wide(word, C1)
        i2, word = wide(word, C2)
        i3, word = wide(word, C3)
        if word >= FIRST_FOUR:
            break
    while True:
        word, a, b, c, d = turn(a, b, c, d)
        j0, word = wide(word, C0)
        j1, word = wide(word, C1)
        j2, word = wide(word, C2)
        j3, word = wide(word, C3)
        if word >= FIRST_FOUR:
            break
    while True:
        word, a, b, c, d = turn(a, b, c, d)
        i4, word = wide(word, C4)
        i5, word = wide(word, C5)
        i6, word = wide(word, C6)
        j4, word = wide(word, C4)
        j5, word = wide(word, C5)
        j6, word = wide(word, C6)
        if word >= LAST_THREE:
            break
    return a, b, c, d, (i0, i1, i2, i3, i4, i5, i6), (j0, j1, j2, j3, j4, j5, j6)


# A round


@compiled
def set_hand(hand: Any, moved: Any, tables: Any, table: Any) -> Any:
    """The levels of the high and the low hand that a table of settings makes of four tiles."""
    product = np.uint64(hand - ((hand >> U1) & ODD)) * FACTOR  # two tiles of a kind add up to a two in its place
    return np.uint32(tables[np.uint64(moved[product >> BUCKET]) + ((product >> PLACE) & PLACES) + table])


@compiled
def play_round(drawn: Any, fours: Any, moved: Any, tables: Any, by: Any) -> Any:
    """How a round ended: a digit for each hand, the number of its two hands that are not higher than the bank's.

    The bank's hand is the first one. Where a level is taken from one that is not lower, the bit above it is left over.
    """
    hand = fours[drawn[0]]
    left = hand ^ ALL
    bank = set_hand(hand, moved, tables, by[0]) | ABOVE
    digits = np.uint32(0)
    for n in range(1, HANDS):
        hand = deposit(fours[drawn[n]], left)
        left ^= hand
        digits = digits * BASE + ((bank - set_hand(hand, moved, tables, by[n])) & ABOVE)
    digits >>= LEVEL_BITS
    return np.uint64((digits & HIGH_DIGITS) + (digits >> LOW))  # of the high hands, and of the low hands


@compiled
def deal(words: Any, rounds: int, fours: Any, moved: Any, tables: Any, by: Any, counts: Any) -> None:
    """Rounds two by two, counted by how they ended; `by`: which table of settings sets each hand."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for n in range(0, rounds, 2):
        a, b, c, d, first, second = draw(a, b, c, d)
        counts[play_round(first, fours, moved, tables, by)] += 1
        if n + 1 < rounds:
            counts[play_round(second, fours, moved, tables, by)] += 1
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def deal_openly(words: Any, fours: Any, moved: Any, tables: Any, by: Any, ways: Any, draws: Any) -> None:
    """The same rounds one by one: how each ended, and what was drawn for each hand; `draws` begins anew when it is full."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for n in range(0, len(ways), 2):
        a, b, c, d, first, second = draw(a, b, c, d)
        ways[n], draws[n % len(draws)] = play_round(first, fours, moved, tables, by), first
        if n + 1 < len(ways):
            ways[n + 1], draws[(n + 1) % len(draws)] = play_round(second, fours, moved, tables, by), second
    words[0], words[1], words[2], words[3] = a, b, c, d
