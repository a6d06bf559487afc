"""The two hands of a split with every card seen: the second is played knowing how the first ended (685a.10(b)).

The first hand's result does not depend on how many cards the second takes, since cards are exchangeable. So the first hand
maximizes its own value plus that of the second hand, and the second maximizes its own. All of this is for one pair and one
signal; values are joint and raised, as in best play.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from houseway.core.advice import Progress
from houseway.games.down_under_blackjack.mathematics.best_play import ShoePosition, standing_pays
from houseway.games.down_under_blackjack.mathematics.card_counts import KINDS, counts_of
from houseway.games.down_under_blackjack.mathematics.dealer_hand import (
    ENDINGS,
    Floats,
    Ints,
    ending_chances,
    signal_chances,
)
from houseway.games.down_under_blackjack.mathematics.player_hands import OVER, paid_on_22

AT_ONCE: Final = 40_000  # pairs of hands processed at once
FIRSTS_AT_ONCE: Final = 500
THREADS: Final = 4  # NumPy releases the GIL, so they run in parallel
ON_22: Final = ENDINGS.index(22)
BASE: Final = 64  # more cards of one kind than two hands can hold
CODE: Final = BASE ** np.arange(len(KINDS), dtype=np.int64)  # cards by kind as one number


@dataclass(frozen=True, slots=True)
class _Split:
    """One pair against one signal: the hands that a card of the pair may become, as rows of the analysis."""

    here: ShoePosition
    pair: int
    signal: int
    rows: Ints  # hands within 21, by number of cards
    cards: Ints  # hands × kinds, the other card of the pair not counted
    local: Ints  # row of the analysis -> index here
    pays: Floats  # hands × endings: win or loss of standing

    @property
    def levels(self) -> list[Ints]:
        """Indexes of the hands that may draw, by number of cards, the longest first."""
        size = self.here.hands.size[self.rows]
        draws = self.here.hands.may_draw[self.rows]
        return [np.flatnonzero((size == count) & draws) for count in range(int(size.max()), 1, -1)]


def _split(here: ShoePosition, pair: int, signal: int) -> _Split:
    hands = here.hands
    rows = np.flatnonzero(hands.came == pair)
    local = np.full(len(hands.total), OVER)
    local[rows] = np.arange(len(rows))
    pays = np.array([standing_pays(int(total), here.terms) for total in hands.total[rows]])
    if here.terms.returns_on_22:
        pays[paid_on_22(hands, here.terms)[rows], ON_22] = 1  # paid despite the 22
    return _Split(here, pair, signal, rows, hands.cards[rows], local, pays)


@dataclass(frozen=True, slots=True)
class _Gone:
    """The dealer's endings after each set of cards that two hands can take; many pairs of hands share a set."""

    codes: Ints  # every set of cards that two hands can take, each as one number, sorted
    endings: Floats  # endings × sets of cards
    lost: Floats  # the cost of a hand over 21, by set of cards

    def place(self, codes: Ints) -> Ints:
        """The indexes of these sets of cards."""
        return np.searchsorted(self.codes, codes)


def _gone(split: _Split, firsts: Ints, progress: Progress) -> _Gone:
    """All sets of cards that a first and a second hand can take from the shoe."""
    own, other = split.cards @ CODE, firsts @ CODE
    codes = np.unique(other + CODE[split.pair])  # a second hand with only its card of the pair
    for start in range(0, len(other), FIRSTS_AT_ONCE):
        codes = np.union1d(codes, own[:, None] + other[start : start + FIRSTS_AT_ONCE])
    endings, lost = np.empty((len(ENDINGS), len(codes))), np.empty(len(codes))
    for start in range(0, len(codes), AT_ONCE):
        progress(f"the dealer after {start:,} of {len(codes):,} sets of cards")
        now = slice(start, start + AT_ONCE)
        removed = (codes[now, None] // CODE) % BASE
        endings[:, now] = _endings(split, removed)
        lost[now] = _lost(split, removed, endings[ON_22, now])
    return _Gone(codes, endings, lost)


def _lost(split: _Split, removed: Ints, on_22: Floats) -> Floats:
    """The cost of a hand over 21 after these cards are removed."""
    terms = split.here.terms
    told: Floats = signal_chances(split.here.shoe, removed, terms.ranges, split.signal)[0]
    return told - on_22 if terms.returns_on_22 and terms.bust_on_22 == "return" else told


def _endings(split: _Split, removed: Ints) -> Floats:
    terms = split.here.terms
    found: Floats = ending_chances(split.here.shoe, removed, terms.dealer_soft_limit, terms.ranges, split.signal)[:, 0]
    return found


def _standing(split: _Split, gone: _Gone, places: Ints) -> tuple[Floats, Floats]:
    """Values of standing with one wager and, per wager, with a doubled one: hands × first hands."""
    terms, pays = split.here.terms, split.pays
    endings, lost = gone.endings[:, places], gone.lost[places]
    stand = np.einsum("he,ehf->hf", pays, endings) + lost
    if not (terms.returns_on_22 and terms.double_on_22 == "returned"):
        return stand, stand
    return stand, stand - endings[ON_22] * pays[:, ON_22][:, None] / 2


def _second(split: _Split, gone: _Gone, firsts: Ints) -> Floats:
    """The value of the second hand after each first hand, joint with the signal."""
    hands = split.here.hands
    removed = split.cards[:, None, :] + firsts[None]
    taken = gone.place((split.cards @ CODE)[:, None] + (firsts @ CODE)[None])
    stand, doubled = _standing(split, gone, taken)
    left = np.maximum(np.array(split.here.shoe) - removed, 0)
    chance = left / np.maximum(left.sum(axis=2, keepdims=True), 1)
    after = np.where(hands.after[split.rows] == OVER, OVER, split.local[hands.after[split.rows]])
    value = np.vstack([stand, np.zeros((1, len(firsts)))])  # the last row is a hand over 21 (OVER)
    doubled = np.vstack([doubled, np.zeros((1, len(firsts)))])
    for places in split.levels:
        hit = sum((chance[places, :, kind] * value[after[places, kind]] for kind in KINDS), np.zeros(()))
        best = np.maximum(value[places], hit)
        if len(places) and hands.may_double[split.rows[places[0]]]:
            once = sum((chance[places, :, kind] * doubled[after[places, kind]] for kind in KINDS), np.zeros(()))
            best = np.maximum(best, 2 * once - gone.lost[taken[places]])
        value[places] = best
    begun = firsts + np.array(counts_of((split.pair,)))
    left = np.maximum(np.array(split.here.shoe) - begun, 0)
    share = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
    deals = split.local[hands.split_deals[split.pair]]
    result: Floats = np.einsum("fk,kf->f", share, value[deals]) - gone.lost[gone.place(begun @ CODE)]
    return result


def _first_hands(split: _Split) -> tuple[Ints, Ints]:
    """Every possible first hand, including those over 21, and hands × kinds: the hand after one more card."""
    cards = [tuple(each) for each in split.cards.tolist()]
    number = {each: place for place, each in enumerate(cards)}
    after = np.full((len(cards), len(KINDS)), 0)
    draws = split.here.hands.may_draw[split.rows]
    for place in np.flatnonzero(draws):
        for kind in KINDS:
            longer = (*cards[place][:kind], cards[place][kind] + 1, *cards[place][kind + 1 :])
            after[place, kind] = number.setdefault(longer, len(number))
    return np.array(list(number)), after


def split_seeing_all(here: ShoePosition, pair: int, signal: int, progress: Progress = lambda _: None) -> float:
    """The value of splitting per unit of the first wager, with both hands played best by every card seen."""
    split, hands = _split(here, pair, signal), here.hands
    firsts, after = _first_hands(split)
    other = np.array(counts_of((pair,)))
    possible = np.flatnonzero(((firsts + other) <= np.array(here.shoe)).all(axis=1))
    second = np.zeros(len(firsts))
    chunk = max(1, AT_ONCE // len(split.rows))
    gone = _gone(split, firsts[possible], progress)
    parts = [possible[start : start + chunk] for start in range(0, len(possible), chunk)]
    with ThreadPoolExecutor(THREADS) as pool:
        for number, worth in enumerate(pool.map(lambda some: _second(split, gone, firsts[some]), parts)):
            progress(f"the second hand after {number * chunk:,} of {len(possible):,} first hands")
            second[parts[number]] = worth
    over = np.zeros(len(firsts) - len(split.rows))
    value = np.concatenate([here.stand[split.rows, signal], over]) + second
    doubled = np.concatenate([2 * here.doubled[split.rows, signal], over]) + second
    for places in split.levels:
        rows = split.rows[places]
        hit = (here.chance[rows] * value[after[places]]).sum(axis=1)
        best = np.maximum(value[places], hit)
        if len(places) and hands.may_double[rows[0]]:
            double = (here.chance[rows] * doubled[after[places]]).sum(axis=1) - here.lost[rows, signal]
            best = np.maximum(best, double)
        value[places] = best
    row = hands.pairs[pair]
    dealt = split.local[hands.split_deals[pair]]
    both = float((here.chance[row] * value[dealt]).sum()) - float(here.lost[row, signal])
    return both / float(here.signal[row, signal])
