"""The distribution of a Bet Wager's net result per round, for any strategy that plays each hand by its own cards.

Hands over 21 are never counted one by one: they are all hands less those that stop within 21. The two hands of a split meet
the same dealer, so their joint distribution is needed. Cards are exchangeable: the chance of two finished hands and a dealer's
ending depends only on the cards removed, in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.core.advice import Progress
from houseway.games.down_under_blackjack.mathematics.answer_sheet import Answers, Choosing, choose, dealt, draw_on
from houseway.games.down_under_blackjack.mathematics.best_play import (
    BLACKJACK,
    ShoePosition,
    endings_of,
    first_two,
    standing_pays,
)
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, KINDS, TEN
from houseway.games.down_under_blackjack.mathematics.dealer_hand import ENDINGS, Floats, Ints, ending_chances
from houseway.games.down_under_blackjack.mathematics.player_hands import DEALT, OVER, Bools, paid_on_22

MOST: Final = 4  # most wagers that a round can win or lose: two hands, both doubled
ON_22: Final = ENDINGS.index(22)
DIGIT: Final = 32  # more cards of one kind than two hands can hold
NONE: Final = 1e-15  # smaller chances are rounding errors

Law = dict[Fraction, float]  # net result per Bet Wager -> chance
Joint = tuple[Floats, Ints]  # the joint distribution of both hands of a split, and the index of each net result
Splits = dict[tuple[int, int, bytes], Joint]  # by pair, signal, and how often each hand stops


@dataclass(frozen=True, slots=True)
class StopFrequencies:
    """How often hands stop: from the first two cards and, for each split pair, given that the pair was dealt."""

    start: Floats  # hands × signals: with two cards, before anything is chosen
    single: Floats  # hands × signals: stopped with one wager
    raised: Floats  # hands × signals: with two cards, doubled down
    doubled: Floats  # hands × signals: stopped with a doubled wager, within 21


@dataclass(frozen=True, slots=True)
class HandResults:
    """The result of each hand against each ending of the dealer's hand, with one wager and with a doubled one."""

    single: Floats  # hands × endings
    doubled: Floats  # hands × endings
    over: Floats  # endings: a hand over 21

    def over_21(self) -> Floats:
        """A hand over 21 as two rows: with one wager, and with a doubled one."""
        return np.array([self.over, 2 * self.over])


def results(
    here: ShoePosition, answers: Answers, progress: Progress = lambda _: None, splits: Splits | None = None
) -> Law:
    """The distribution of a round's net result under these answers; where one is open, each hand plays its best.

    `splits`: the splits that other answers at this position have worked out. Answers that play a pair alike share them.
    """
    known = {} if splits is None else splits
    chosen = choose(here, np.arange(len(here.signals)), answers)
    stops, pays = stops_of(here, chosen), pays_of(here)
    found = np.zeros(4 * MOST + 1)  # by half wagers
    _add_dealt(found, here, stops, pays)
    _add_blackjacks(found, here)
    for kind, row in here.hands.pairs.items():
        chance = first_two(here.shoe).get(tuple(here.hands.cards[row].tolist()), 0.0)
        for signal in np.flatnonzero(chosen.splits[kind]) if chance else ():
            progress(f"both hands of a split, pair by pair: {kind + 1} of {len(KINDS)}")
            played = _played(here, stops, kind, int(signal))
            if played not in known:
                known[played] = _split(here, stops, pays, kind, int(signal))
            joint, nets = known[played]
            np.add.at(found, nets, chance * joint)
    assert abs(found.sum() - 1) < 1e-11, f"the chances add up to {found.sum()}"
    return {Fraction(n - 2 * MOST, 2): float(p) for n, p in enumerate(found) if abs(p) > NONE}


def _played(here: ShoePosition, stops: StopFrequencies, kind: int, signal: int) -> tuple[int, int, bytes]:
    """Everything that a split depends on at one position."""
    rows = np.flatnonzero(here.hands.came == kind)
    often = np.array([each[rows, signal] for each in (stops.single, stops.raised, stops.doubled)])
    return kind, signal, often.tobytes()


def _place(net: Floats) -> Ints:
    """The index of a net result."""
    return np.rint(2 * (net + MOST)).astype(np.int64)


def pays_of(here: ShoePosition) -> HandResults:
    """685a.7(n) to (q), as in best play."""
    hands, terms = here.hands, here.terms
    single = np.array([standing_pays(total, terms) for total in range(22)])[hands.total]
    over = -np.ones(len(ENDINGS))
    if terms.returns_on_22:
        single[paid_on_22(hands, terms), ON_22] = 1
        over[ON_22] = 0 if terms.bust_on_22 == "return" else -1
    doubled = 2 * single
    if terms.returns_on_22 and terms.double_on_22 == "returned":
        doubled[:, ON_22] = single[:, ON_22]
    return HandResults(single, doubled, over)


def stops_of(here: ShoePosition, chosen: Choosing) -> StopFrequencies:
    hands = here.hands
    start = dealt(here, len(here.signals))
    for kind, row in hands.pairs.items():
        apart = chosen.splits[kind]
        start[row] = np.where(apart, 0, start[row])
        start[hands.split_deals[kind]] += np.where(apart, here.chance[row][:, None], 0)
    two = hands.levels[0]
    raised, doubled = np.zeros_like(start), np.zeros_like(start)
    raised[two] = np.where(chosen.doubles, start[two], 0)
    for kind in KINDS:
        after = hands.after[two, kind]
        goes = after != OVER
        np.add.at(doubled, after[goes], (raised[two] * here.chance[two, kind][:, None])[goes])
    reach = start - raised
    draw_on(here, reach, chosen.hits)
    return StopFrequencies(start, np.where(chosen.hits, 0, reach), raised, doubled)


def _add_dealt(found: Floats, here: ShoePosition, stops: StopFrequencies, pays: HandResults) -> None:
    """Add the hands that were not split."""
    hands = here.hands
    rows = np.flatnonzero(~_came_of_split(here))
    endings = endings_of(here)[:, :, hands.removal[rows]]
    begun, single, raised, doubled = (
        np.einsum("hs,esh->he", stop[rows], endings)
        for stop in (stops.start, stops.single, stops.raised, stops.doubled)
    )
    np.add.at(found, _place(pays.single[rows]), single)
    np.add.at(found, _place(pays.doubled[rows]), doubled)
    over = [(begun - raised - single).sum(axis=0), (raised - doubled).sum(axis=0)]
    np.add.at(found, _place(pays.over_21()), np.array(over))


def _came_of_split(here: ShoePosition) -> Bools:
    result: Bools = np.isin(here.hands.came, KINDS)
    return result


def _add_blackjacks(found: Floats, here: ShoePosition) -> None:
    """685a.7(h) and (i): a dealer's Blackjack takes every Bet except that of a Blackjack and ends the round."""
    for cards, chance in first_two(here.shoe).items():
        none = float(here.signal[here.hands.number[DEALT, cards]].sum())
        blackjack = bool(cards[ACE] and cards[TEN])
        if blackjack:
            found[_place(np.array(BLACKJACK))] += chance * none
        found[_place(np.array(0.0 if blackjack else -1.0))] += chance * (1 - none)


# Both hands of a split


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways one hand of a split can go: its cards, the number of their orders, and its class.

    The last two classes count starting hands: all hands, and all doubled hands.
    """

    cards: Ints  # ways × kinds, without the card of the pair
    orders: Floats
    member: Floats  # ways × classes
    pays: Floats  # classes × endings; the last two are over 21 with one wager, and doubled
    doubled: Bools  # for the classes before the last two


def _ways(here: ShoePosition, stops: StopFrequencies, pays: HandResults, kind: int, signal: int) -> _Ways:
    hands = here.hands
    rows = np.flatnonzero(hands.came == kind)
    parts = [(stop[rows, signal], paid[rows], n) for n, (stop, paid) in enumerate(
        ((stops.single, pays.single), (stops.doubled, pays.doubled)))]  # fmt: skip
    kept = [np.flatnonzero(reach > 0) for reach, _, _ in parts]
    marked = np.vstack([np.insert(paid[some], 0, n, axis=1) for (_, paid, n), some in zip(parts, kept, strict=True)])
    classes, of = np.unique(marked, axis=0, return_inverse=True)
    begun = np.flatnonzero(stops.raised[rows, signal] > 0)
    own = hands.cards[rows] - np.eye(len(KINDS), dtype=np.int64)[kind]
    cards = np.vstack([own[kept[0]], own[kept[1]], np.zeros((1, len(KINDS)), dtype=np.int64), own[begun]])
    reach = np.concatenate([parts[0][0][kept[0]], parts[1][0][kept[1]], np.ones(1), stops.raised[rows, signal][begun]])
    of = np.concatenate([of.ravel(), [len(classes)], np.full(len(begun), len(classes) + 1)])
    member = np.eye(len(classes) + 2)[of]
    paid = np.vstack([classes[:, 1:], pays.over_21()])
    return _Ways(cards, reach / _drawn(here, kind, cards), member, paid, classes[:, 0] == 1)


def _drawn(here: ShoePosition, kind: int, cards: Ints) -> Floats:
    """The chance that these cards leave the shoe in a given order after the pair is dealt."""
    left = np.array(here.shoe, dtype=np.float64)
    left[kind] -= 2
    size, chance = left.sum(), np.ones(len(cards))
    for each in KINDS:
        for count in range(int(cards[:, each].max(initial=0))):
            chance *= np.where(cards[:, each] > count, left[each] - count, 1)
    drawn = cards.sum(axis=1)
    for count in range(int(drawn.max(initial=0))):
        chance /= np.where(drawn > count, size - count, 1)
    return np.maximum(chance, 0)


def _split(here: ShoePosition, stops: StopFrequencies, pays: HandResults, kind: int, signal: int) -> Joint:
    """The joint distribution of both hands, classes × classes × endings, and the index of each net result."""
    ways, terms = _ways(here, stops, pays, kind, signal), here.terms
    digits = DIGIT ** np.arange(len(KINDS), dtype=np.int64)
    codes = ways.cards @ digits
    sums, of = np.unique(codes[:, None] + codes[None], return_inverse=True)
    gone = sums[:, None] // digits % DIGIT
    removed = gone + 2 * np.eye(len(KINDS), dtype=np.int64)[kind]
    endings = ending_chances(here.shoe, removed, terms.dealer_soft_limit, terms.ranges, signal)[:, 0]
    chance = endings * _drawn(here, kind, gone)
    weigh = ways.member * ways.orders[:, None]
    of = of.reshape(len(codes), len(codes))
    joint = np.stack([weigh.T @ each[of] @ weigh for each in chance], axis=2)
    apart = _apart(ways.doubled)
    joint = np.einsum("ai,bj,ije->abe", apart, apart, joint)
    return joint, _place(ways.pays[:, None] + ways.pays[None])


def _apart(doubled: Bools) -> Floats:
    """A matrix that turns the last two classes into hands over 21, with one wager and doubled."""
    count = len(doubled)
    apart = np.eye(count + 2)
    apart[count, :count] = -1.0 * ~doubled
    apart[count, count + 1] = -1
    apart[count + 1, :count] = -1.0 * doubled
    return apart
