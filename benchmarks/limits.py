"""Bare kernels: the same rounds as fast as we can play them, with one total and no record, as a limit for our simulator."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled
from houseway.numerics.streams import turn, wide


@compiled
def roulette(words: Any, slots: Any, least: Any, rounds: int, worth: Any) -> Any:
    """Eight spins per word in four pairs; `worth[pair]` is the total result of all wagers in two spins."""
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
    """Four throws per word; a table of pairs would not fit into the L1 cache."""
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
        at, bt, ct, dt = s + i, t + j, u + k, v + m  # unsigned: no negative indices
        total += np.int64(worth[at]) + np.int64(worth[bt]) + np.int64(worth[ct]) + np.int64(worth[dt])
        s, t, u, v = np.uint64(after[at]), np.uint64(after[bt]), np.uint64(after[ct]), np.uint64(after[dt])
    return total


@compiled
def casino_war(words: Any, deck: Any, rounds: int, seats: Any, stop: Any) -> Any:  # noqa: PLR0915 - a bare loop
    """Initial Wagers only, always to War; one total in units. Each word shuffles six cards to the front of the deck."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    one, two, three, four, five = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(5)
    six, size, none = np.uint64(6), np.uint64(len(deck)), one - one
    rare = size * size * size * size * size * size  # above any product of six: only below it is the exact check needed
    out, seen, p0 = one, none, none
    won = lost = none
    for _ in range(rounds):
        if p0 < seen + two * (seats + one):
            ahead = np.uint64(80) if np.uint64(80) < stop - out else stop - out
            end = seen + two * (seats + one) + ahead
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
                p0 += six
        end = seen + seats
        dealer = deck[end]
        above, tied = none, none
        while seen < end:
            above += np.uint64(deck[seen] > dealer)
            tied += np.uint64(deck[seen] == dealer)
            seen += one
        seen += one
        out += seats + one
        won += above
        lost += seats - above - tied
        if tied != none:
            end = seen + tied
            dealer = deck[end]
            out += tied + four
            while seen < end:
                won += np.uint64(deck[seen] > dealer) + two * np.uint64(deck[seen] == dealer)
                lost += two * np.uint64(deck[seen] < dealer)
                seen += one
            seen += one
        if out > stop:
            out, seen, p0 = one, none, none
    return np.int64(won) - np.int64(lost)
