"""A bare kernel of Pai Gow: eight hands dealt, six of them compared with the dealer's, one total and no record.

Measured with the other rows: make bench-simulation.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from houseway.games import load
from houseway.games.pai_gow.kernel.rounds import ALL, BOXES, C0, C1, C2, C3, C4, C5, C6, FIRST_FOUR, LAST_THREE, deposit
from houseway.games.pai_gow.kernel.table import PaiGowKernel
from houseway.games.pai_gow.kernel.tiles import BUCKET, FACTOR, LEVEL_BITS, LOW, PLACE, PLACES, starts, subsets
from houseway.numerics.compiled import compiled
from houseway.numerics.streams import stream, turn, wide
from houseway.simulate.chunks import CHUNK, chunk_player, run
from houseway.simulate.prepare import prepare
from houseway.simulate.request import seated
from rows import Row, Work

U1, ODD, FIELD = np.uint32(1), np.uint32(0x55555555), np.uint32((1 << LOW) - 1)
ABOVE = np.uint32(1 << LEVEL_BITS | 1 << (LEVEL_BITS + LOW))


@compiled
def set_hand(hand: Any, moved: Any, table: Any) -> Any:
    """Both levels of four tiles, all set by one table."""
    product = np.uint64(hand - ((hand >> U1) & ODD)) * FACTOR
    return np.uint32(table[np.uint64(moved[product >> BUCKET]) + ((product >> PLACE) & PLACES)])


@compiled
def one_round(i0: Any, i1: Any, i2: Any, i3: Any, i4: Any, i5: Any, i6: Any, fours: Any, moved: Any, table: Any) -> Any:
    """How many of the twelve hands of six players are not higher than the dealer's."""
    hand = fours[i0]
    left = hand ^ ALL
    dealer = set_hand(hand, moved, table) | ABOVE
    hand = deposit(fours[i1], left)
    left ^= hand
    total = (dealer - set_hand(hand, moved, table)) & ABOVE
    hand = deposit(fours[i2], left)
    left ^= hand
    total += (dealer - set_hand(hand, moved, table)) & ABOVE
    hand = deposit(fours[i3], left)
    left ^= hand
    total += (dealer - set_hand(hand, moved, table)) & ABOVE
    hand = deposit(fours[i4], left)
    left ^= hand
    total += (dealer - set_hand(hand, moved, table)) & ABOVE
    hand = deposit(fours[i5], left)
    left ^= hand
    total += (dealer - set_hand(hand, moved, table)) & ABOVE
    total += (dealer - set_hand(deposit(fours[i6], left), moved, table)) & ABOVE
    total >>= LEVEL_BITS
    return np.int64((total & FIELD) + (total >> LOW))


@compiled
def pai_gow(words: Any, rounds: int, fours: Any, moved: Any, table: Any) -> Any:
    """Two rounds with three words; what six wagers of one unit gain together, before any vigorish."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    total: Any = 0
    for _ in range(rounds // 2):
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
        total += 12 - one_round(i0, i1, i2, i3, i4, i5, i6, fours, moved, table)
        total -= one_round(j0, j1, j2, j3, j4, j5, j6, fours, moved, table)
    return total


def product(seats: int) -> tuple[Work, object]:
    """The engine as the verb runs it, on one thread: chunks, counts, and the record of every wager."""
    game, rules = load("pai-gow")
    kernel, _ = prepare(game, rules, seated({"wager": 1000}, seats, "house-way"))
    play = chunk_player(kernel, "bench")
    return Work(CHUNK, lambda: kernel.tallies(run(play, CHUNK, threads=1).counts)), kernel


def bare(kernel: object) -> Work:
    """The same house way, which the players copy."""
    assert isinstance(kernel, PaiGowKernel)
    return Work(CHUNK, lambda: pai_gow(stream("bench", 0), CHUNK, subsets(), starts(), kernel.tables))


ROWS = (Row("Pai Gow, six players against the dealer", partial(product, BOXES), bare),)
