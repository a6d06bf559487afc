"""The dealer's hand: every way it may end, and its chances after any cards have left the shoe.

A dealer's finished hand is a multiset of cards. How many orders lead to it from a given up card with the hole card in a
given range does not depend on the shoe, so it is counted once. The chance of one order is a quotient of falling factorials,
the same for every order. The rest is matrix products.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, HARD, KINDS, NAMES, RANGES, TEN, CardCounts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ENDINGS: Final = (17, 18, 19, 20, 21, 22, 23)  # 23 stands for everything above 22
LOW: Final = 4  # kinds are multiplied in two groups, aces to fours and the rest, since few distinct groups occur
BLOCK: Final = 384  # removals processed at once: as many as fit in a CPU cache


@dataclass(frozen=True, slots=True)
class Signal:
    """The signal to the players before they act: the up card, and the cards that the hole card may be (685a.7(h))."""

    up: int
    light: str  # small, medium, large; unknown if the player ignores the light
    holes: tuple[int, ...]

    @property
    def exposed(self) -> bool:
        """Are the up card and hole card both Large, so that the players see them?"""
        return len(self.holes) == 1

    def __str__(self) -> str:
        return f"{NAMES[self.up]} and {'an exposed ' + NAMES[self.holes[0]] if self.exposed else self.light}"


def is_blackjack(first: int, second: int) -> bool:
    """An ace and a card of value 10: 685a.1."""
    return {first, second} == {ACE, TEN}


@lru_cache(maxsize=8)
def signals(ranges: bool) -> tuple[Signal, ...]:
    """Every possible signal, by up card; a dealer's Blackjack ends the round before it."""
    told = RANGES if ranges else {"unknown": tuple(KINDS)}
    found = []
    for up in KINDS:
        for light, kinds in told.items():
            found.append(Signal(up, light, tuple(hole for hole in kinds if not is_blackjack(up, hole))))
    return tuple(found)


def dealer_total(counts: CardCounts, soft_limit: int) -> int:
    """The dealer's total; each ace is 11 unless that makes more than the limit (685a.3(d)(3))."""
    total = sum(count * HARD[kind] for kind, count in enumerate(counts))
    for _ in range(counts[ACE]):
        if total + 10 <= soft_limit:
            total += 10
    return total


@dataclass(frozen=True, slots=True)
class FinishedHands:
    """Finished hands of one ending and one size."""

    ending: int
    size: int
    low_of: Ints  # hand -> its group of aces to fours
    high_of: Ints  # hand -> its group of fives to tens
    orders: Floats  # signals × hands


@dataclass(frozen=True, slots=True)
class DealerHands:
    """Every finished dealer's hand, with the number of orders for each signal."""

    low: Ints  # the different groups of aces to fours
    high: Ints  # the different groups of fives to tens
    parts: tuple[FinishedHands, ...]


Orders = dict[CardCounts, dict[int, int]]  # a finished hand -> signal -> number of orders


def _orders(soft_limit: int, ranges: bool) -> Orders:
    """Count the orders of every finished hand, adding a card at a time to all hands that must still draw: 685a.7(m)."""
    open_hands: Orders = defaultdict(lambda: defaultdict(int))
    for number, signal in enumerate(signals(ranges)):
        for hole in signal.holes:
            pair = [0] * len(KINDS)
            pair[signal.up] += 1
            pair[hole] += 1
            open_hands[tuple(pair)][number] += 1
    finished: Orders = {}
    while open_hands:
        longer: Orders = defaultdict(lambda: defaultdict(int))
        for hand, ways in open_hands.items():
            if dealer_total(hand, soft_limit) >= ENDINGS[0]:
                finished[hand] = ways
                continue
            for kind in KINDS:
                after = longer[*hand[:kind], hand[kind] + 1, *hand[kind + 1 :]]
                for number, count in ways.items():
                    after[number] += count
        open_hands = longer
    return finished


@lru_cache(maxsize=8)
def dealer_hands(soft_limit: int, ranges: bool) -> DealerHands:
    """All finished hands under one reading; the same for every shoe."""
    finished = _orders(soft_limit, ranges)
    by_part: dict[tuple[int, int], list[CardCounts]] = defaultdict(list)
    for hand in sorted(finished):
        by_part[min(dealer_total(hand, soft_limit), ENDINGS[-1]), sum(hand)].append(hand)
    low = {group: number for number, group in enumerate(sorted({hand[:LOW] for hand in finished}))}
    high = {group: number for number, group in enumerate(sorted({hand[LOW:] for hand in finished}))}
    parts = []
    for (ending, size), hands in sorted(by_part.items()):
        orders = np.zeros((len(signals(ranges)), len(hands)))
        for column, hand in enumerate(hands):
            for number, count in finished[hand].items():
                orders[number, column] = count
        low_of, high_of = (
            np.array([low[hand[:LOW]] for hand in hands]),
            np.array([high[hand[LOW:]] for hand in hands]),
        )
        parts.append(FinishedHands(ending, size, low_of, high_of, orders))
    return DealerHands(np.array(list(low)), np.array(list(high)), tuple(parts))


def _group_ways(groups: Ints, first_kind: int, left: Floats) -> Floats:
    """For each group of cards and each shoe, the number of ways to draw the group in one order: falling factorials."""
    ways = np.ones((len(groups), left.shape[1]))
    for column in range(groups.shape[1]):
        most = int(groups[:, column].max())
        falling = np.ones((most + 1, left.shape[1]))
        for count in range(most):
            falling[count + 1] = falling[count] * np.maximum(left[first_kind + column] - count, 0)
        ways *= falling[groups[:, column]]
    return ways


def signal_chances(shoe: CardCounts, removed: Ints, ranges: bool, only: int | None = None) -> Floats:
    """The chance of each signal (or one) after some cards have left the shoe: signals × removals."""
    left = np.maximum(np.array(shoe)[:, None] - removed.T, 0).astype(np.float64)
    orders = _falling(left.sum(axis=0), 2)
    found = []
    for signal in signals(ranges) if only is None else signals(ranges)[only : only + 1]:
        holes = left[list(signal.holes)].sum(axis=0) - (signal.up in signal.holes)
        found.append(left[signal.up] * holes / orders)
    return np.array(found)


@lru_cache(maxsize=64)
def dealer_hands_against(soft_limit: int, ranges: bool, number: int) -> DealerHands:
    """The finished hands up to 22 that are possible under one signal, with their orders."""
    every = dealer_hands(soft_limit, ranges)
    some = [(part, np.flatnonzero(part.orders[number])) for part in every.parts if part.ending != ENDINGS[-1]]
    low, low_of = np.unique(np.concatenate([part.low_of[here] for part, here in some]), return_inverse=True)
    high, high_of = np.unique(np.concatenate([part.high_of[here] for part, here in some]), return_inverse=True)
    parts, start = [], 0
    for part, here in some:
        if len(here):
            now = slice(start, start + len(here))
            orders = part.orders[number : number + 1, here]
            parts.append(FinishedHands(part.ending, part.size, low_of[now], high_of[now], orders))
            start += len(here)
    return DealerHands(every.low[low], every.high[high], tuple(parts))


def ending_chances(shoe: CardCounts, removed: Ints, soft_limit: int, ranges: bool, only: int | None = None) -> Floats:
    """The chance of each signal (or one) with each ending after some cards have left the shoe: endings × signals × removals.

    The chances are joint: with a dealer's Blackjack they add up to one over all signals and endings.
    """
    hands = dealer_hands(soft_limit, ranges) if only is None else dealer_hands_against(soft_limit, ranges, only)
    told = signal_chances(shoe, removed, ranges, only)
    found = np.zeros((len(ENDINGS), len(told), len(removed)))
    possible = np.flatnonzero((removed <= np.array(shoe)).all(axis=1))  # in a small shoe most hands are impossible
    for start in range(0, len(possible), BLOCK):
        here = possible[start : start + BLOCK]
        left = (np.array(shoe)[:, None] - removed[here].T).astype(np.float64)
        cards = left.sum(axis=0)
        low, high = _group_ways(hands.low, 0, left), _group_ways(hands.high, LOW, left)
        orders = {size: 1 / _falling(cards, size) for size in {part.size for part in hands.parts}}
        for part in hands.parts:
            if part.ending == ENDINGS[-1]:
                continue  # the remainder ends above 22, which saves counting most of the hands
            ways = low[part.low_of]
            ways *= high[part.high_of]
            found[part.ending - ENDINGS[0]][:, here] += (part.orders @ ways) * orders[part.size]
    found[-1] = told - found[:-1].sum(axis=0)
    return found


def _falling(cards: Floats, size: int) -> Floats:
    """Number of orders in which that many cards can leave a shoe, at least 1 to avoid division by zero."""
    orders = np.ones_like(cards)
    for count in range(size):
        orders *= np.maximum(cards - count, 1)
    return orders
