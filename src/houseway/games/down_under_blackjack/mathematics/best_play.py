"""Best play from a finite shoe: the value of every choice with every hand against every signal.

All values here are *joint*: multiplied by the chance of the signal, given the cards seen. Cards are exchangeable, so a
card's chance is its share of the unseen cards whatever the signal, and one sweep over the hands solves all signals
together. Values are also *raised* by the cost of going over 21, so that a hand over 21 has value 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, KINDS, TEN, CardCounts, counts_of
from houseway.games.down_under_blackjack.mathematics.dealer_hand import (
    ENDINGS,
    Floats,
    Ints,
    Signal,
    ending_chances,
    signal_chances,
    signals,
)
from houseway.games.down_under_blackjack.mathematics.draw_loops import OPEN, sweep_back
from houseway.games.down_under_blackjack.mathematics.player_hands import (
    DEALT,
    OVER,
    PlayerHands,
    hands_under,
    paid_on_22,
)
from houseway.games.down_under_blackjack.mathematics.terms import Terms

STAND, HIT, DOUBLE, SPLIT = range(4)
CHOICES: Final = ("stand", "hit", "double-down", "split")
BLACKJACK: Final = 1.5  # 685a.11(a): 3 to 2
BARRED: Final = -9.0  # below the value of any choice


@dataclass(frozen=True, slots=True)
class ShoePosition:
    """A shoe under one reading, before any choice: the values of standing and the chances of the next card."""

    shoe: CardCounts
    terms: Terms
    hands: PlayerHands
    chance: Floats  # hands × kinds: chance of the next card
    signal: Floats  # hands × signals: chance of the signal, given these cards
    lost: Floats  # hands × signals: cost of a hand over 21
    stand: Floats  # hands × signals, raised
    doubled: Floats  # hands × signals, raised: standing with a wager doubled, per wager

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The signals of the columns."""
        return signals(self.terms.ranges)


@dataclass(frozen=True, slots=True)
class Solved:
    """Best play, each hand by its own cards; values are joint and raised."""

    position: ShoePosition
    hit: Floats  # hands × signals
    double: Floats  # hands of two cards × signals
    split: Floats  # pairs × signals
    value: Floats  # hands × signals
    expected: float  # result of a Bet Wager, before insurance


def standing_pays(total: int, terms: Terms) -> Floats:
    """Win or loss of a standing total against each ending of the dealer's hand: 685a.7(n) to (q)."""
    on_22 = 1 if total == 21 or not terms.returns_on_22 else 0
    ordinary = [int(np.sign(total - ending)) for ending in ENDINGS[:5]]
    return np.array([*ordinary, on_22, 1], dtype=np.float64)


@lru_cache(maxsize=4)
def _endings(shoe: CardCounts, soft_limit: int, ranges: bool) -> Floats:
    """The dealer's endings after every hand, shared by readings that differ only in payouts.

    Remembering two aces adds hands, but no new sets of cards.
    """
    return ending_chances(shoe, hands_under(Terms()).removed, soft_limit, ranges)


def endings_of(here: ShoePosition) -> Floats:
    """The joint chances of signals and the dealer's endings: endings × signals × sets of removed cards."""
    terms = here.terms
    return _endings(here.shoe, terms.dealer_soft_limit, terms.ranges)


def position(shoe: CardCounts, terms: Terms) -> ShoePosition:
    """Compute everything about a shoe that does not depend on choices."""
    hands = hands_under(terms)
    endings = _endings(shoe, terms.dealer_soft_limit, terms.ranges)
    assert endings.shape[2] == len(hands.removed)
    told = signal_chances(shoe, hands.removed, terms.ranges)
    on_22 = endings[ENDINGS.index(22)]
    lost = told - on_22 if terms.returns_on_22 and terms.bust_on_22 == "return" else told
    stand = np.empty((len(hands.total), len(told)))
    for total in (16, *ENDINGS[:5]):
        rows = np.flatnonzero(np.maximum(hands.total, 16) == total)
        paid = (standing_pays(total, terms) @ endings.reshape(len(endings), -1)).reshape(lost.shape) + lost
        stand[rows] = np.ascontiguousarray(paid.T)[hands.removal[rows]]
    doubled = stand
    if terms.returns_on_22:
        rows = np.flatnonzero(paid_on_22(hands, terms))
        stand[rows] += on_22.T[hands.removal[rows]]
        if terms.double_on_22 == "returned":
            doubled = stand.copy()
            rows = np.flatnonzero(paid_on_22(hands, terms) | (hands.total == 21))
            doubled[rows] -= on_22.T[hands.removal[rows]] / 2
    left = np.maximum(np.array(shoe) - hands.removed, 0)
    chance = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
    signal = np.ascontiguousarray(told.T)[hands.removal]
    costs = signal if lost is told else np.ascontiguousarray(lost.T)[hands.removal]
    return ShoePosition(shoe, terms, hands, chance[hands.removal], signal, costs, stand, doubled)


def drawn(chance: Floats, after: Ints, worth: Floats) -> Floats:
    """The mean value after one more card; a hand over 21 has value 0."""
    shares = np.where(after == OVER, 0, chance)
    result: Floats = np.matmul(shares[:, None, :], worth[after])[:, 0, :]
    return result


def solve(shoe: CardCounts, terms: Terms) -> Solved:
    """Solve best play with every hand, from the longest to the first two cards."""
    return best_play(position(shoe, terms))


def best_play(here: ShoePosition) -> Solved:
    """The same for a shoe that is already analyzed."""
    hands = here.hands
    value, hit = here.stand.copy(), np.full_like(here.stand, BARRED)
    first, free = np.zeros(len(value), dtype=np.int64), np.full((1, value.shape[1]), OPEN, dtype=np.int8)
    sweep_back(hands.may_draw, hands.after, here.chance, first, free, value, hit, np.zeros(value.shape, dtype=np.bool_))
    two = hands.levels[0]
    once = drawn(here.chance[two], hands.after[two], here.doubled)
    double = np.where(hands.may_double[two][:, None], 2 * once - here.lost[two], BARRED)
    np.maximum(value[two], double, out=value[two])
    split = split_worth(here, value)
    for kind, row in hands.pairs.items():
        np.maximum(value[row], split[kind], out=value[row])
    return Solved(here, hit, double, split, value, expected(here, value))


def split_worth(here: ShoePosition, value: Floats) -> Floats:
    """The value of splitting each pair: twice that of one hand, since cards are exchangeable (685a.10)."""
    rows = [here.hands.pairs[kind] for kind in KINDS]
    result: Floats = 2 * drawn(here.chance[rows], here.hands.split_deals, value) - here.lost[rows]
    return result


def first_two(shoe: CardCounts) -> dict[CardCounts, float]:
    """The chance of every first two cards."""
    size = sum(shoe)
    found = {}
    for first in KINDS:
        for second in range(first, 10):
            ways = shoe[first] * (shoe[second] - (first == second)) * (1 if first == second else 2)
            if ways:
                found[counts_of((first, second))] = ways / (size * (size - 1))
    return found


def expected(here: ShoePosition, value: Floats) -> float:
    """The value of a Bet Wager over every deal, with Blackjacks settled by 685a.7(h) and (i)."""
    worth = 0.0
    for cards, chance in first_two(here.shoe).items():
        row = here.hands.number[DEALT, cards]
        signal = float(here.signal[row].sum())  # the chance that the dealer has no Blackjack
        if cards[ACE] and cards[TEN]:
            worth += chance * BLACKJACK * signal
        else:
            worth += chance * (float((value[row] - here.lost[row]).sum()) - (1 - signal))
    return worth
