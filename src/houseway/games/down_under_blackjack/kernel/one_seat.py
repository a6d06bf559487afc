"""Deal millions of rounds for one seat: the same rounds as `rounds.deal`, faster."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.games.down_under_blackjack.kernel.card_bytes import RELATIONS
from houseway.games.down_under_blackjack.kernel.hands import (
    U0,
    U1,
    U2,
    U3,
    U4,
    U15,
    more_cards,
    play_dealer,
    play_hand,
    play_split,
)
from houseway.games.down_under_blackjack.kernel.lookup_tables import DEALER_BLACKJACK
from houseway.games.down_under_blackjack.kernel.player_automaton import DOUBLE, SPLIT
from houseway.numerics.compiled import compiled, inlined


@inlined
def play_round(
    words: Any, deck: Any, size: int, burn: int, need: int, at: Any, ready: Any, told: Any, dealer_first: Any,
    dealer_after: Any, drawing: Any, first: Any, split: Any, after: Any, acts: Any, states: Any, ends: Any, settled: Any,
    ways: int, paid: Any,
) -> Any:  # fmt: skip
    """One round of one seat: the next place in the shoe, how far it is shuffled, and how the round ended."""
    began = np.int64(at)
    one, up = np.uint64(deck[at]) & U15, np.uint64(deck[at + U1]) & U15
    two, hole = np.uint64(deck[at + U2]) & U15, np.uint64(deck[at + U3]) & U15
    both, state = (up << U4) + hole, np.uint64(first[(one << U4) + two])
    at += U4
    if told[both] == DEALER_BLACKJACK:
        return at, ready, np.int64(settled[(np.uint64(ends[state << U1]) << U4) + U15])
    if np.int64(at) + need > ready:
        ready = more_cards(words, deck, size, began, np.int64(at), ready, np.int64(at) + need, burn, paid)
    row = np.uint64(told[both]) * states
    at, state, act = play_hand(deck, at, state, row, acts, after)
    mine, other, end = np.uint64(ends[(state << U1) + np.uint64(act == DOUBLE)]), U0, U0
    if act == SPLIT:
        at, mine, other = play_split(deck, at, one << U4, row, acts, after, split, ends)
    if mine != U1:
        if np.int64(at) + need > ready:
            ready = more_cards(words, deck, size, began, np.int64(at), ready, np.int64(at) + need, burn, paid)
        at, end = play_dealer(deck, at, np.uint64(dealer_first[both]), dealer_after, drawing)
    way = np.int64(settled[(mine << U4) + end])
    if other:
        way = ways * (1 + way) + np.int64(settled[(other << U4) + end])
    return at, ready, way


@compiled
def deal_alone(
    words: Any, deck: Any, size: int, stop: int, burn: int, ahead: int, need: int, rounds: int,
    match: int, insurance: int, told: Any, dealer_first: Any, dealer_after: Any, drawing: Any,
    first: Any, split: Any, after: Any, acts: Any, states: Any, ends: Any, settled: Any, ways: int, relation: Any,
    whole: Any, counts: Any, paid: Any, begins: Any, ended: Any,
) -> None:  # fmt: skip
    """Do what `rounds.deal` does, for one seat and a shoe with a cover card: the same rounds, shoes and counts.

    Rounds follow the automaton `whole` card by card, without branches that a processor could mispredict. A split and the last
    round of a shoe are played as `deal` plays them. `deal` also shuffles more cards while it deals, and the next shoe's random
    words begin where that ended: the last round with a turn determines it.
    """
    past, splits, none = np.uint64(stop), np.uint64(ways), np.int64(0)
    while rounds > 0:
        ready = more_cards(words, deck, size, none, none, none, ahead, burn, paid)
        at, state, n, turned = np.uint64(burn), U0, U0, U0
        begins[0] = at
        while at <= past:
            state = np.uint64(whole[(state << U4) + (np.uint64(deck[at]) & U15)])
            at += U1
            ended[n], begins[n + U1] = state, at
            n += np.uint64(state < splits)
            if state == splits or (at > past and state > splits):  # in this order: only the second depends on cards
                at, ready, way = play_round(
                    words, deck, size, burn, need, np.uint64(begins[n]), ready, told, dealer_first, dealer_after, drawing,
                    first, split, after, acts, states, ends, settled, ways, paid,
                )  # fmt: skip
                ended[n], begins[n + U1] = way, at
                n += U1
                state, turned = U0, n
        last = n - U1
        while last > U0 and is_dealers(deck, np.uint64(begins[last]), told):
            last -= U1
        if turned != last + U1:
            _, ready, _ = play_round(
                words, deck, size, burn, need, np.uint64(begins[last]), ready, told, dealer_first, dealer_after, drawing,
                first, split, after, acts, states, ends, settled, ways, paid,
            )  # fmt: skip
        played: Any = min(np.int64(n), np.int64(rounds))
        for place in range(played):
            counts[np.uint64(ended[place])] += 1
        if match or insurance:
            count_beside(deck, begins, played, match, insurance, told, relation, counts)
        rounds -= played


@inlined
def is_dealers(deck: Any, began: Any, told: Any) -> Any:
    """Did the dealer have a Blackjack in this round? Then no seat had a turn."""
    return told[((np.uint64(deck[began + U1]) & U15) << U4) + (np.uint64(deck[began + U3]) & U15)] == DEALER_BLACKJACK


@inlined
def count_beside(
    deck: Any, begins: Any, played: int, match: int, insurance: int, told: Any, relation: Any, counts: Any
) -> None:
    """Match-the-Dealer and insurance of one seat, in the rounds that began at these places."""
    for place in range(played):
        at = np.uint64(begins[place])
        one, up, two = np.uint64(deck[at]), np.uint64(deck[at + U1]), np.uint64(deck[at + U2])
        if match:
            counts[match + np.int64(relation[one ^ up]) * RELATIONS + np.int64(relation[two ^ up])] += 1
        if insurance and up & U15 == U0:
            counts[insurance + np.int64(is_dealers(deck, at, told))] += 1
