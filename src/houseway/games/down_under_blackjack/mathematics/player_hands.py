"""The player's hands as a graph: every hand that has not gone over 21, and where each further card leads.

A hand is its cards and its origin: dealt, or one of the two hands of a split pair. Split hands are played by their own cards,
but the other card of the pair is known to be out of the shoe.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, HARD, KINDS, TEN, CardCounts, counts_of
from houseway.games.down_under_blackjack.mathematics.dealer_hand import Ints
from houseway.games.down_under_blackjack.mathematics.terms import Terms

Bools = NDArray[np.bool_]
Key = tuple[int, CardCounts]  # the hand's origin and its cards

DEALT: Final = -1  # any other origin is the kind of the split pair
ACES_KEPT: Final = 10  # two aces that drew instead of splitting, if the reading remembers that
OVER: Final = -1  # the hand is over 21


@dataclass(frozen=True, slots=True)
class PlayerHands:
    """All hands, sorted by number of cards; a hand is a row."""

    number: dict[Key, int]  # the row of each hand
    cards: Ints  # hands × kinds
    came: Ints  # DEALT, ACES_KEPT or the kind of the split pair
    size: Ints
    total: Ints
    soft: Bools  # an ace counts 11
    may_draw: Bools  # 685a.7(k), 685a.10(e)
    may_double: Bools  # 685a.9(a)
    after: Ints  # hands × kinds: the row of the hand with one more card, or OVER
    removed: Ints  # the distinct sets of cards that the player has seen leave the shoe
    removal: Ints  # hand -> its row in `removed`
    levels: tuple[slice, ...]  # the hands of two cards, of three, …
    pairs: dict[int, int]  # kind -> row of the dealt pair
    split_deals: Ints  # kind × kinds: the row of a split hand that was dealt its second card


@cache
def player_total(cards: CardCounts) -> tuple[int, bool]:
    """A player's total, and whether an ace counts 11 in it (685a.3(d)(3))."""
    hard = sum(count * HARD[kind] for kind, count in enumerate(cards))
    soft = cards[ACE] > 0 and hard + 10 <= 21
    return hard + 10 * soft, soft


def _add(cards: CardCounts, kind: int) -> CardCounts:
    return (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])


def _grown(start: set[CardCounts], ends: bool = False) -> set[CardCounts]:
    """These starting hands, and every hand within 21 reached from them by drawing."""
    found, new = set(start), start
    while new and not ends:
        longer = {_add(cards, kind) for cards in new if player_total(cards)[0] < 21 for kind in KINDS}
        new = {cards for cards in longer if player_total(cards)[0] <= 21} - found
        found |= new
    return found


def _keys(aces_remembered: bool) -> list[Key]:
    pairs = {counts_of((first, second)) for first in KINDS for second in KINDS}
    keys: list[Key] = [(DEALT, cards) for cards in _grown(pairs)]
    for kind in KINDS:
        dealt = {counts_of((kind, second)) for second in KINDS}
        keys += [(kind, cards) for cards in _grown(dealt, ends=kind == ACE)]
    if aces_remembered:
        three = {counts_of((ACE, ACE, third)) for third in KINDS}
        keys += [(ACES_KEPT, cards) for cards in _grown(three)]
    return sorted(keys, key=lambda key: (sum(key[1]), key))


def _after(key: Key, number: dict[Key, int], aces_remembered: bool) -> list[int]:
    came, cards = key
    if player_total(cards)[0] >= 21 or came == ACE:
        return [OVER] * len(KINDS)
    if aces_remembered and came == DEALT and cards == counts_of((ACE, ACE)):
        came = ACES_KEPT
    return [number.get((came, _add(cards, kind)), OVER) for kind in KINDS]


@lru_cache(maxsize=4)
def hands_of(aces_remembered: bool) -> PlayerHands:
    """Build the graph, which is the same for every shoe and signal."""
    keys = _keys(aces_remembered)
    number = {key: row for row, key in enumerate(keys)}
    seen = [cards if came in (DEALT, ACES_KEPT) else _add(cards, came) for came, cards in keys]
    removal = {cards: row for row, cards in enumerate(sorted(set(seen)))}
    totals = [player_total(cards) for _, cards in keys]
    cards, came = np.array([cards for _, cards in keys]), np.array([came for came, _ in keys])
    size, total = cards.sum(axis=1), np.array([total for total, _ in totals])
    rows: dict[int, list[int]] = defaultdict(list)
    for row, count in enumerate(size.tolist()):
        rows[count].append(row)
    may_draw = (total < 21) & (came != ACE)
    return PlayerHands(
        number=number,
        cards=cards,
        came=came,
        size=size,
        total=total,
        soft=np.array([soft for _, soft in totals]),
        may_draw=may_draw,
        may_double=may_draw & (size == 2),
        after=np.array([_after(key, number, aces_remembered) for key in keys]),
        removed=np.array(list(removal)),
        removal=np.array([removal[cards] for cards in seen]),
        levels=tuple(slice(found[0], found[-1] + 1) for _, found in sorted(rows.items())),
        pairs={kind: number[DEALT, counts_of((kind, kind))] for kind in KINDS},
        split_deals=np.array([[number[kind, counts_of((kind, second))] for second in KINDS] for kind in KINDS]),
    )


def hands_under(terms: Terms) -> PlayerHands:
    """The graph for a reading."""
    return hands_of(terms.large_drawn == "also-after-drawing")


def paid_on_22(hands: PlayerHands, terms: Terms) -> Bools:
    """The hands below 21 that are paid on a dealer's 22: two original Large cards, 685a.7(n)(1)."""
    two_aces = (hands.cards[:, ACE] == 2) & (hands.size == 2)
    two_tens = (hands.cards[:, TEN] == 2) & (hands.size == 2)
    large = two_tens | (two_aces if terms.large_aces == "count" else np.zeros_like(two_aces))
    if terms.large_aces == "count":
        large |= (hands.came == ACES_KEPT) & (hands.total < 21)
    split = (hands.came != DEALT) & (hands.came != ACES_KEPT)
    paid: Bools = large & ~split if terms.large_after_split == "no" else large
    return paid
