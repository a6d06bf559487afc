"""The next cards of a shoe for kernels: shuffled only as far as they will be dealt, six with one word."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.streams import turn, wide

BLOCK = 6  # cards shuffled with one word
U0, U1, U2, U3, U4, U5 = (np.uint64(n) for n in range(BLOCK))


@inlined
def swap(deck: Any, place: Any, further: Any) -> None:
    """A card with one that lies so much further on."""
    card = deck[place + further]
    deck[place + further] = deck[place]
    deck[place] = card


@compiled
def shuffle_on(a: Any, b: Any, c: Any, d: Any, deck: Any, size: Any, p0: Any, end: Any) -> Any:
    """The next of so many cards from `p0` on to `end` or a little beyond, each of those left as likely: swapped to the front.

    Places are unsigned words: they are not counted from the end of the deck. A word that is thrown away swaps every card with
    itself and moves on by none, so that the loop has one way back to its beginning: with two, what only such a word needs
    would be worked out for every word.
    """
    none, one, two, three, four, five = U0, U1, U2, U3, U4, U5
    rare = size * size * size * size * size * size  # as large as any product of six: below it, look closer
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
    """All cards from one place up to before another, each order as likely, one with one word: for the end of a shoe."""
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
