"""Compiled pieces of a round that both loops use: a player's hand, a split pair, the dealer's hand, and more cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.games.down_under_blackjack.kernel.player_automaton import DOUBLE, HIT
from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.shuffling import BLOCK, shuffle_on, shuffle_out

U0, U1, U2, U3, U4, U15 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 15))


@compiled
def play_hand(deck: Any, at: Any, state: Any, row: Any, acts: Any, after: Any) -> Any:
    """Draw as the plan says; return the next place in the shoe, the final state, and the last act."""
    act = acts[row + state]
    while act == HIT:
        state = np.uint64(after[(state << U4) + (np.uint64(deck[at]) & U15)])
        at += U1
        act = acts[row + state]
    if act == DOUBLE:
        state = np.uint64(after[(state << U4) + (np.uint64(deck[at]) & U15)])
        at += U1
    return at, state, act


@compiled
def play_split(deck: Any, at: Any, pair: Any, row: Any, acts: Any, after: Any, split: Any, ends: Any) -> Any:
    """685a.10: play both hands in turn; record how each is settled."""
    at, one, act = play_hand(deck, at + U1, np.uint64(split[pair + (np.uint64(deck[at]) & U15)]), row, acts, after)
    first = np.uint64(ends[(one << U1) + np.uint64(act == DOUBLE)])
    at, two, act = play_hand(deck, at + U1, np.uint64(split[pair + (np.uint64(deck[at]) & U15)]), row, acts, after)
    return at, first, np.uint64(ends[(two << U1) + np.uint64(act == DOUBLE)])


@inlined
def play_dealer(deck: Any, at: Any, state: Any, dealer_after: Any, drawing: Any) -> Any:
    """Draws as the chapter has it; the next place in the shoe, and the dealer's count by its number."""
    while state < drawing:
        state = np.uint64(dealer_after[(state << U4) + (np.uint64(deck[at]) & U15)])
        at += U1
    return at, state - drawing


@compiled
def more_cards(
    words: Any, deck: Any, size: Any, began: Any, at: Any, ready: Any, wanted: Any, burn: Any, paid: Any
) -> Any:
    """Shuffle more cards; near the end of the shoe, append the discards in the order they would be dealt (685a.12(e)).

    `began`: where the round began, 0 for a new shoe. All cards before it, and hands already paid, are in the discard rack.
    """
    a, b, c, d = words[0], words[1], words[2], words[3]
    if at > size:  # now dealing the discards
        return ready
    if wanted + BLOCK <= size:
        a, b, c, d, done = shuffle_on(a, b, c, d, deck, np.uint64(size), np.uint64(ready), np.uint64(wanted))
        ready = np.int64(done)
    else:
        a, b, c, d = shuffle_out(a, b, c, d, deck, min(ready, size), size)
        ready = size
        for place in range(began):
            deck[ready] = deck[place]
            ready += 1
        for seat in range(len(paid)):
            if paid[seat] > 0:
                deck[ready], deck[ready + 1] = deck[began + seat], deck[began + len(paid) + 1 + seat]
                ready += 2
        a, b, c, d = shuffle_out(a, b, c, d, deck, size, ready)
        ready = max(size, ready - burn)
        for place in range(size, ready):
            deck[place] = deck[place + burn]
    words[0], words[1], words[2], words[3] = a, b, c, d
    return ready
