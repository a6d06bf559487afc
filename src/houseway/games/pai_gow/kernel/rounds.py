"""Deal millions of Pai Gow rounds: all tiles dealt, six hands compared with the dealer's or a bank's. No money.

A round ends in one of 729 ways, since each of six hands wins, ties or loses. This module counts the ways.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from houseway.games.pai_gow.kernel.tiles import HALF, HALF_BITS, LEVEL_BITS, LOW
from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.streams import threshold, turn, wide

BOXES, HANDS, ENDS = 6, 7, 3
WAYS = ENDS**BOXES
# Number of ways to deal each hand from the remaining tiles; four hands take one word, and three hands of two rounds another
C0, C1, C2, C3, C4, C5, C6 = (np.uint64(comb(left, 4)) for left in range(32, 4, -4))
FIRST_FOUR = np.uint64(threshold(comb(32, 4) * comb(28, 4) * comb(24, 4) * comb(20, 4)))
LAST_THREE = np.uint64(threshold((comb(16, 4) * comb(12, 4) * comb(8, 4)) ** 2))
U1, ALL, BASE, NO_DIGITS = np.uint32(1), np.uint32(0xFFFFFFFF), np.uint32(ENDS), np.uint32(0)
LOWER, UPPER = np.uint32(HALF_BITS), np.uint32(HALF)
HIGHEST = np.uint32((1 << LEVEL_BITS) - 1 | (1 << LEVEL_BITS) - 1 << LOW)  # the highest levels of high and low hands
ABOVE = np.uint32(1 << LEVEL_BITS | 1 << (LEVEL_BITS + LOW))  # the free bits above these levels
HIGH_DIGITS = np.uint32((1 << LOW) - 1)
LAST_WAY = np.uint64(WAYS - 1)


# Choosing among the remaining tiles


def _deposit(typing_context: Any, chosen: Any, among: Any) -> Any:
    """Deposit the bits of `chosen` into the set bits of `among` with one CPU instruction (PDEP)."""
    del typing_context, chosen, among

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(32)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.32", [], kind), arguments)

    return types.uint32(types.uint32, types.uint32), build


@compiled
def deposit_plainly(chosen: Any, among: Any) -> Any:
    """The same bit by bit, for CPUs where the instruction is missing or slow."""
    found = np.uint32(0)
    while chosen != 0:
        lowest = among & (~among + U1)
        if chosen & U1:
            found |= lowest
        among ^= lowest
        chosen >>= U1
    return found


def _has_deposit() -> bool:
    """Whether this CPU has a fast instruction and code is compiled for it."""
    if config.CPU_NAME or config.CPU_FEATURES:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in ("znver1", "znver2")


deposit: Any = intrinsic(_deposit) if _has_deposit() else deposit_plainly


@inlined
def draw_first_four(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Draw, from one word, the four remaining tiles that each of a round's first four hands gets."""
    while True:
        word, a, b, c, d = turn(a, b, c, d)
        i0, word = wide(word, C0)
        i1, word = wide(word, C1)
        i2, word = wide(word, C2)
        i3, word = wide(word, C3)
        if word >= FIRST_FOUR:
            return i0, i1, i2, i3, a, b, c, d


@inlined
def draw(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Draw, from three words, the four remaining tiles that each of seven hands gets, in two rounds."""
    i0, i1, i2, i3, a, b, c, d = draw_first_four(a, b, c, d)
    j0, j1, j2, j3, a, b, c, d = draw_first_four(a, b, c, d)
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


# Two rounds


@inlined
def next_hands(i: Any, j: Any, left: Any, rest: Any, fours: Any) -> Any:
    """The next hand of each round, and the tiles left after it."""
    one, two = deposit(fours[i], left), deposit(fours[j], rest)
    return one, two, left ^ one, rest ^ two


@inlined
def set_hand(hand: Any, lower: Any, upper: Any, tables: Any, table: Any) -> Any:
    """The levels of the high and low hand when a table of settings sets these tiles."""
    slot = np.uint64(lower[np.uint64(hand & LOWER)]) + np.uint64(upper[np.uint64(hand >> UPPER)])
    return np.uint32(tables[slot + table])


@inlined
def add_hand(digits: Any, hand: Any, short: Any, lower: Any, upper: Any, tables: Any, table: Any) -> Any:
    """Append a digit: how many of the two hands are higher than the bank's, which is `short` of the highest levels."""
    return digits * BASE + ((set_hand(hand, lower, upper, tables, table) + short) & ABOVE)


@inlined
def way_of(digits: Any) -> Any:
    """How a round ended: one digit per hand, the number of its two hands that are not higher than the bank's."""
    digits >>= LEVEL_BITS
    return LAST_WAY - np.uint64((digits & HIGH_DIGITS) + (digits >> LOW))  # high hands plus low hands


@inlined
def play_two(first: Any, second: Any, fours: Any, lower: Any, upper: Any, tables: Any, by: Any) -> Any:
    """Play two independent rounds and return how they ended. The bank's hand is the first one.

    Interleaving their hands keeps the CPU from waiting for the remaining tiles of either round.
    """
    h0, g0 = fours[first[0]], fours[second[0]]
    h1, g1, left, rest = next_hands(first[1], second[1], h0 ^ ALL, g0 ^ ALL, fours)
    h2, g2, left, rest = next_hands(first[2], second[2], left, rest, fours)
    h3, g3, left, rest = next_hands(first[3], second[3], left, rest, fours)
    h4, g4, left, rest = next_hands(first[4], second[4], left, rest, fours)
    h5, g5, left, rest = next_hands(first[5], second[5], left, rest, fours)
    h6, g6, left, rest = next_hands(first[6], second[6], left, rest, fours)
    h, g = HIGHEST - set_hand(h0, lower, upper, tables, by[0]), HIGHEST - set_hand(g0, lower, upper, tables, by[0])
    one = add_hand(NO_DIGITS, h1, h, lower, upper, tables, by[1])
    two = add_hand(NO_DIGITS, g1, g, lower, upper, tables, by[1])
    one, two = add_hand(one, h2, h, lower, upper, tables, by[2]), add_hand(two, g2, g, lower, upper, tables, by[2])
    one, two = add_hand(one, h3, h, lower, upper, tables, by[3]), add_hand(two, g3, g, lower, upper, tables, by[3])
    one, two = add_hand(one, h4, h, lower, upper, tables, by[4]), add_hand(two, g4, g, lower, upper, tables, by[4])
    one, two = add_hand(one, h5, h, lower, upper, tables, by[5]), add_hand(two, g5, g, lower, upper, tables, by[5])
    one, two = add_hand(one, h6, h, lower, upper, tables, by[6]), add_hand(two, g6, g, lower, upper, tables, by[6])
    return way_of(one), way_of(two)


@compiled
def deal(words: Any, rounds: int, fours: Any, lower: Any, upper: Any, tables: Any, by: Any, counts: Any) -> None:
    """Deal rounds in pairs and count how they ended; `by`: the table of settings for each hand."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for n in range(0, rounds, 2):
        a, b, c, d, first, second = draw(a, b, c, d)
        one, two = play_two(first, second, fours, lower, upper, tables, by)
        counts[one] += 1
        if n + 1 < rounds:
            counts[two] += 1
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def deal_openly(words: Any, fours: Any, lower: Any, upper: Any, tables: Any, by: Any, ways: Any, draws: Any) -> None:
    """Deal the same rounds one by one, recording how each ended and its draws; `draws` is reused when it is full."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for n in range(0, len(ways), 2):
        a, b, c, d, first, second = draw(a, b, c, d)
        one, two = play_two(first, second, fours, lower, upper, tables, by)
        ways[n], draws[n % len(draws)] = one, first
        if n + 1 < len(ways):
            ways[n + 1], draws[(n + 1) % len(draws)] = two, second
    words[0], words[1], words[2], words[3] = a, b, c, d
