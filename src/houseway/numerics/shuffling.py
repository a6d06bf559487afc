"""The next cards of a shoe for kernels: shuffled only as far as they will be dealt, six per random word."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.streams import turn, wide

BLOCK = 6  # cards shuffled with one word
U0, U1, U2, U3, U4, U5 = (np.uint64(n) for n in range(BLOCK))


@inlined
def swap(deck: Any, place: Any, further: Any) -> None:
    """Swap a card with the one this many places further on."""
    card = deck[place + further]
    deck[place + further] = deck[place]
    deck[place] = card


@compiled
def shuffle_on(a: Any, b: Any, c: Any, d: Any, deck: Any, size: Any, p0: Any, end: Any) -> Any:
    """Shuffle a deck of `size` cards from `p0` to `end` or a little beyond: each next card is equally likely among those left.

    Indices are unsigned, so they never count from the end of the deck. A rejected word swaps every card with itself and advances
    by zero, so the loop has a single back edge: with two, the values that only a rejected word needs would be computed for every
    word.
    """
    none, one, two, three, four, five = U0, U1, U2, U3, U4, U5
    rare = size * size * size * size * size * size  # above any product of six: only below it is the exact check needed
    while p0 < end:
        left, step = size - p0, np.uint64(BLOCK)
        word, a, b, c, d = turn(a, b, c, d)
        j0, word = wide(word, left)
        j1, word = wide(word, left - one)
        j2, word = wide(word, left - two)
        j3, word = wide(word, left - three)
        j4, word = wide(word, left - four)
        j5, word = wide(word, left - five)
        if word < rare:
            product = left * (left - one) * (left - two) * (left - three) * (left - four) * (left - five)
            if word < (~product + one) % product:
                j0 = j1 = j2 = j3 = j4 = j5 = step = none
        swap(deck, p0, j0)
        swap(deck, p0 + one, j1)
        swap(deck, p0 + two, j2)
        swap(deck, p0 + three, j3)
        swap(deck, p0 + four, j4)
        swap(deck, p0 + five, j5)
        p0 += step
    return a, b, c, d, p0


@compiled
def shuffle_out(a: Any, b: Any, c: Any, d: Any, deck: Any, first: int, last: int) -> Any:
    """Shuffle all cards from `first` up to but not including `last`, one per word, for the end of a shoe."""
    at, end, one = np.uint64(first), np.uint64(last), np.uint64(1)
    while at < end:
        left = end - at
        word, a, b, c, d = turn(a, b, c, d)
        j, rest = wide(word, left)
        if rest < left and rest < (~left + one) % left:
            continue
        swap(deck, at, j)
        at += one
    return a, b, c, d
