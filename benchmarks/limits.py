"""Bare kernels: the same rounds as fast as we can play them, with one total and no record, as a limit for our simulator."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled
from houseway.numerics.shuffling import shuffle_on
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
def casino_war(words: Any, deck: Any, rounds: int, seats: Any, stop: Any) -> Any:
    """Initial Wagers only, always to War; one total of units. Six cards a word to the front of the deck, when needed."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    one, two, four = np.uint64(1), np.uint64(2), np.uint64(4)
    size, none = np.uint64(len(deck)), one - one
    out, seen, ready = one, none, none
    won = lost = none
    for _ in range(rounds):
        if ready < seen + two * (seats + one):
            ahead = np.uint64(80) if np.uint64(80) < stop - out else stop - out
            a, b, c, d, ready = shuffle_on(a, b, c, d, deck, size, ready, seen + two * (seats + one) + ahead)
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
            out, seen, ready = one, none, none
    return np.int64(won) - np.int64(lost)
