"""Down Under Blackjack by plain compiled recursion: the reference of the analyzer's benchmark.

For every up card and light it goes through the player's hands one by one, and for each through everything that the dealer
can draw; it remembers only the value of a player's hand. It is written from 685a.7 to 685a.11 and shares no code
with the analyzer. Settings: the default readings, or a literal 685a.3(d)(3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import float64, int64, njit, types, void
from numba.typed import Dict
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Chances = NDArray[np.float64]
KNOWN: Any = cast("Any", types).DictType(int64, float64)  # a player's hand -> its value
F = TypeVar("F", bound=Callable[..., Any])


def compiled(signature: Any = None) -> Callable[[F], F]:
    """Compile a function and keep its Python type."""
    return cast("Callable[[F], F]", njit if signature is None else njit(signature))


@compiled(void(int64, int64, int64[:], int64, float64, int64, float64[:]))
def dealer(hard: int, aces: int, left: Counts, size: int, chance: float, soft_limit: int, ends: Chances) -> None:
    """Add the chances of 17, 18, 19, 20, 21, 22 and more, starting from a hand's hard total and number of aces."""
    total = hard
    if aces and hard + 10 <= soft_limit:
        total += 10
        if aces > 1 and hard + 20 <= soft_limit:
            total += 10
    if total >= 17:
        ends[min(total, 23) - 17] += chance
        return
    for kind in range(10):
        if left[kind] > 0:
            part = chance * left[kind] / size
            left[kind] -= 1
            dealer(hard + kind + 1, aces + (kind == 0), left, size - 1, part, soft_limit, ends)
            left[kind] += 1


@compiled()
def stand(total: int, large: bool, up: int, holes: Counts, left: Counts, soft_limit: int) -> float:
    """The value of standing: every possible hole card, then everything that the dealer can draw."""
    ends, ways, size = np.zeros(7), 0, left.sum()
    for hole in holes:
        count = left[hole]
        if count > 0:
            left[hole] -= 1
            dealer(up + hole + 2, (up == 0) + (hole == 0), left, size - 1, float(count), soft_limit, ends)
            left[hole] += 1
            ways += count
    worth = ends[6] + (ends[5] if total == 21 or large else 0.0)
    for ending in range(17, 22):
        worth += ends[ending - 17] * np.sign(total - ending)
    return float(worth / ways)


@compiled()
def share(kind: int, holes: Counts, left: Counts) -> float:
    """The chance that the next card is of a kind, while the hole card is known only to be one of some kinds."""
    ways = hidden = 0
    for hole in holes:
        ways += left[hole]
        hidden += hole == kind
    return float(left[kind] * (ways - hidden) / (ways * (left.sum() - 1)))


@compiled(float64(int64, int64, int64, int64, int64, int64[:], int64[:], int64, int64, KNOWN))
def hand(
    hard: int,
    aces: int,
    size: int,
    first: int,
    up: int,
    holes: Counts,
    left: Counts,
    soft_limit: int,
    key: int,
    known: Any,
) -> float:
    """The best value of a hand that cannot be split again; `first` is the kind of a split pair, or -1."""
    if hard > 21:
        return -1.0
    if key in known:
        return float(known[key])
    total = hard + 10 if aces and hard <= 11 else hard
    large = first < 0 and size == 2 and (hard == 20 or aces == 2)
    best = stand(total, large, up, holes, left, soft_limit)
    if total < 21 and not (first == 0 and size == 2):
        hit, double = 0.0, 0.0
        for kind in range(10):
            chance = share(kind, holes, left)
            if chance <= 0.0:
                continue
            left[kind] -= 1
            more, ace = hard + kind + 1, aces + (kind == 0)
            hit += chance * hand(more, ace, size + 1, first, up, holes, left, soft_limit, key + 25**kind, known)
            if size == 2 and more <= 21:
                double += chance * stand(more + 10 if ace and more <= 11 else more, False, up, holes, left, soft_limit)
            elif size == 2:
                double -= chance
            left[kind] += 1
        best = max(best, hit)
        if size == 2:
            best = max(best, 2 * double)
    known[key] = best
    return best


@compiled()
def split(pair: int, up: int, holes: Counts, left: Counts, soft_limit: int) -> float:
    """Both hands of a split, each on its own cards."""
    known = Dict.empty(int64, float64)
    worth = 0.0
    for kind in range(10):
        chance = share(kind, holes, left)
        if chance > 0.0:
            left[kind] -= 1
            hard, aces = pair + kind + 2, (pair == 0) + (kind == 0)
            worth += chance * hand(hard, aces, 2, pair, up, holes, left, soft_limit, 25**pair + 25**kind, known)
            left[kind] += 1
    return 2 * worth


@compiled()
def against(up: int, holes: Counts, shoe: Counts, soft_limit: int) -> float:
    """The total value of all first two cards against one up card and one light."""
    known = Dict.empty(int64, float64)
    left, worth = shoe.copy(), 0.0
    for first in range(10):
        for second in range(first, 10):
            size = left.sum()
            chance = (
                (1 if first == second else 2) * left[first] * (left[second] - (first == second)) / (size * (size - 1))
            )
            if chance <= 0.0 or (first == 0 and second == 9):
                continue
            left[first] -= 1
            left[second] -= 1
            chance *= left[up] / (size - 2)
            left[up] -= 1
            ways = 0
            for hole in holes:
                ways += left[hole]
            if chance > 0.0 and ways > 0:
                hard, aces = first + second + 2, (first == 0) + (second == 0)
                best = hand(hard, aces, 2, -1, up, holes, left, soft_limit, 25**first + 25**second, known)
                if first == second:
                    best = max(best, split(first, up, holes, left, soft_limit))
                worth += chance * ways / (size - 3) * best
            left[up] += 1
            left[second] += 1
            left[first] += 1
    return worth


def lights(up: int) -> list[list[int]]:
    """The possible hole cards under each light, except for a dealer's Blackjack."""
    large = {0: [0], 9: [9]}.get(up, [0, 9])
    return [[1, 2, 3, 4], [5, 6, 7, 8], large]


def blackjacks(shoe: Counts) -> float:
    """The value of Blackjacks: the dealer's takes the wager, the player's pays 3 to 2, both return it."""
    size, aces, tens = int(shoe.sum()), int(shoe[0]), int(shoe[9])
    one = 2 * aces * tens / (size * (size - 1))
    both = one * 2 * (aces - 1) * (tens - 1) / ((size - 2) * (size - 3))
    return 1.5 * (one - both) - (one - both)


def expected(shoe: tuple[int, ...], soft_limit: int = 21) -> float:
    """The value of a Bet Wager under best play, without insurance."""
    counts = np.array(shoe, dtype=np.int64)
    worth = blackjacks(counts)
    for up in range(10):
        for holes in lights(up):
            worth += against(up, np.array(holes), counts, soft_limit)
    return worth
