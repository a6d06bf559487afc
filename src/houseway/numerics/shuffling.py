"""The next cards of a shoe for kernels: shuffled only as far as they will be dealt, six with one word."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled
from houseway.numerics.streams import turn, wide

BLOCK = 6  # cards shuffled with one word


@compiled
def shuffle_on(a: Any, b: Any, c: Any, d: Any, deck: Any, size: Any, p0: Any, end: Any) -> Any:
    """The next of so many cards from `p0` on to `end` or a little beyond, each of those left as likely: swapped to the front.

    Places are unsigned words: they are not counted from the end of the deck.
    """
    one, two, three, four, five = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(5)
    rare = size * size * size * size * size * size  # as large as any product of six: below it, look closer
    while p0 < end:
        p1, p2, p3, p4, p5 = p0 + one, p0 + two, p0 + three, p0 + four, p0 + five
        word, a, b, c, d = turn(a, b, c, d)
        j0, word = wide(word, size - p0)
        j1, word = wide(word, size - p1)
        j2, word = wide(word, size - p2)
        j3, word = wide(word, size - p3)
        j4, word = wide(word, size - p4)
        j5, word = wide(word, size - p5)
        if word < rare:
            product = (size - p0) * (size - p1) * (size - p2) * (size - p3) * (size - p4) * (size - p5)
            if word < (~product + one) % product:
                continue
        deck[p0], deck[p0 + j0] = deck[p0 + j0], deck[p0]
        deck[p1], deck[p1 + j1] = deck[p1 + j1], deck[p1]
        deck[p2], deck[p2 + j2] = deck[p2 + j2], deck[p2]
        deck[p3], deck[p3 + j3] = deck[p3 + j3], deck[p3]
        deck[p4], deck[p4 + j4] = deck[p4 + j4], deck[p4]
        deck[p5], deck[p5 + j5] = deck[p5 + j5], deck[p5]
        p0 += np.uint64(BLOCK)
    return a, b, c, d, p0


@compiled
def shuffle_out(a: Any, b: Any, c: Any, d: Any, deck: Any, first: int, last: int) -> Any:
    """All cards from one place up to before another, each order as likely, one with one word: for the end of a shoe."""
    at, end, one = np.uint64(first), np.uint64(last), np.uint64(1)
    while at < end:
        left = end - at
        word, a, b, c, d = turn(a, b, c, d)
        j, rest = wide(word, left)
        if rest < left and rest < (~left + one) % left:
            continue
        deck[at], deck[at + j] = deck[at + j], deck[at]
        at += one
    return a, b, c, d
