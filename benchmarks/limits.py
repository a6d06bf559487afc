"""Bare kernels: the same rounds as fast as we can make them, with one total and no record; the product is set beside them."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.equipment.compiled import compiled
from houseway.equipment.streams import turn, wide


@compiled
def roulette(words: Any, slots: Any, least: Any, rounds: int, worth: Any) -> Any:
    """Eight spins a word in four pairs; `worth[pair]` is what all wagers together bring in two spins."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    bound = slots * slots
    total: Any = 0
    for _ in range(rounds // 8):
        while True:
            word, a, b, c, d = turn(a, b, c, d)
            i, word = wide(word, bound)
            j, word = wide(word, bound)
            k, word = wide(word, bound)
            m, word = wide(word, bound)
            if word >= least:
                break
        total += np.int64(worth[i]) + np.int64(worth[j]) + np.int64(worth[k]) + np.int64(worth[m])
    return total


@compiled
def sic_bo(words: Any, slots: Any, least: Any, rounds: int, worth: Any) -> Any:
    """Four throws a word; a table of pairs would not fit the nearest memory."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    total: Any = 0
    for _ in range(rounds // 4):
        while True:
            word, a, b, c, d = turn(a, b, c, d)
            i, word = wide(word, slots)
            j, word = wide(word, slots)
            k, word = wide(word, slots)
            m, word = wide(word, slots)
            if word >= least:
                break
        total += np.int64(worth[i]) + np.int64(worth[j]) + np.int64(worth[k]) + np.int64(worth[m])
    return total


@compiled
def craps(words: Any, slots: Any, least: Any, rounds: int, after: Any, worth: Any) -> Any:
    """Four tables side by side, two rolls at a time."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    bound = slots * slots
    s = t = u = v = np.uint64(0)
    total: Any = 0
    for _ in range(rounds // 8):
        while True:
            word, a, b, c, d = turn(a, b, c, d)
            i, word = wide(word, bound)
            j, word = wide(word, bound)
            k, word = wide(word, bound)
            m, word = wide(word, bound)
            if word >= least:
                break
        at, bt, ct, dt = s + i, t + j, u + k, v + m  # unsigned: places are not counted from the end
        total += np.int64(worth[at]) + np.int64(worth[bt]) + np.int64(worth[ct]) + np.int64(worth[dt])
        s, t, u, v = np.uint64(after[at]), np.uint64(after[bt]), np.uint64(after[ct]), np.uint64(after[dt])
    return total


@compiled
def shuffled(a: Any, b: Any, c: Any, d: Any, deck: Any, ready: int, wanted: int) -> Any:
    """Six cards a word to the front of the deck."""
    one, two, three, four, five = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(5)
    size, p0, end = (
        np.uint64(len(deck)),
        np.uint64(ready),
        np.uint64(wanted),
    )  # unsigned: places are not counted from the end
    while p0 < end:
        p1, p2, p3, p4, p5 = p0 + one, p0 + two, p0 + three, p0 + four, p0 + five
        product = (size - p0) * (size - p1) * (size - p2) * (size - p3) * (size - p4) * (size - p5)
        word, a, b, c, d = turn(a, b, c, d)
        j0, word = wide(word, size - p0)
        j1, word = wide(word, size - p1)
        j2, word = wide(word, size - p2)
        j3, word = wide(word, size - p3)
        j4, word = wide(word, size - p4)
        j5, word = wide(word, size - p5)
        if word < product and word < (~product + one) % product:
            continue
        deck[p0], deck[p0 + j0] = deck[p0 + j0], deck[p0]
        deck[p1], deck[p1 + j1] = deck[p1 + j1], deck[p1]
        deck[p2], deck[p2 + j2] = deck[p2 + j2], deck[p2]
        deck[p3], deck[p3 + j3] = deck[p3 + j3], deck[p3]
        deck[p4], deck[p4 + j4] = deck[p4 + j4], deck[p4]
        deck[p5], deck[p5 + j5] = deck[p5 + j5], deck[p5]
        p0 += np.uint64(6)
    return a, b, c, d, np.int64(p0)


@compiled
def casino_war(words: Any, deck: Any, rounds: int, seats: int, stop: int) -> Any:
    """Initial Wagers only, always to War; one total of units."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    out, seen, ready = 1, 0, 0
    total: Any = 0
    for _ in range(rounds):
        if ready <= seen + 2 * seats + 2:
            a, b, c, d, ready = shuffled(a, b, c, d, deck, ready, seen + 2 * seats + 60)
        dealer = deck[seen + seats]
        tied = 0
        for seat in range(seats):
            card = deck[seen + seat]
            total += (card > dealer) - np.int64(card < dealer)
            tied += card == dealer
        seen += seats + 1
        out += seats + 1
        if tied:
            dealers = deck[seen + tied]
            for each in range(tied):
                mine = deck[seen + each]
                total += 1 if mine > dealers else 2 if mine == dealers else -2
            seen += tied + 1
            out += tied + 4
        if out > stop:
            out, seen, ready = 1, 0, 0
    return total
