"""Deal millions of rounds for any number of seats: burns, cover card, the reader's light. Cards and counts, no money."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.games.down_under_blackjack.kernel.card_bytes import RELATIONS
from houseway.games.down_under_blackjack.kernel.hands import (
    U0,
    U1,
    U2,
    U4,
    U15,
    more_cards,
    play_dealer,
    play_hand,
    play_split,
)
from houseway.games.down_under_blackjack.kernel.lookup_tables import COLUMNS, DEALER_BLACKJACK, ENDS
from houseway.games.down_under_blackjack.kernel.player_automaton import DOUBLE, SPLIT
from houseway.numerics.compiled import compiled

ROW, SCRATCH = 6, 5  # fields of a seat, and of its round


@compiled
def deal(  # noqa: C901, PLR0912, PLR0915 - in one piece: passing all arrays to its parts takes as long as a round
    words: Any, deck: Any, size: int, stop: int, burn: int, ahead: int, need: int, rounds: int,
    seats: Any, told: Any, dealer_first: Any, dealer_after: Any, drawing: int,
    first: Any, split: Any, after: Any, acts: Any, states: int, ends: Any, settled: Any, ways: int, relation: Any,
    counts: Any, worth: Any, sums: Any, now: Any, paid: Any, log: Any, cards: Any,
) -> None:  # fmt: skip
    """Deal rounds, shoe after shoe; `stop` 0 means all cards go back after each round.

    `seats` has one row per seat (`BlackjackKernel._seats`). `now` has, for each seat, its hand or how it ended, its second hand,
    outcome, Match-the-Dealer and insurance.
    """
    players = len(paid)
    at, ready, none, fresh = (
        U0,
        np.int64(0),
        np.int64(0),
        np.int64(1),
    )  # typed: Numba would compile a separate version for literals
    past, count = np.uint64(stop), np.uint64(players)
    for n in range(rounds):
        if fresh:
            at = np.uint64(burn)
            ready = more_cards(words, deck, size, none, none, none, ahead, burn, paid)
        began = np.int64(at)
        up, hole = np.uint64(deck[at + count]), np.uint64(deck[at + U2 * count + U1])
        both = ((up & U15) << U4) + (hole & U15)
        signal = np.uint64(told[both])
        for seat in range(players):
            one, two = np.uint64(deck[began + seat]), np.uint64(deck[began + players + 1 + seat])
            mine, each = SCRATCH * seat, ROW * seat
            if seats[each + 2]:
                now[mine + 3] = np.int64(relation[one ^ up]) * RELATIONS + np.int64(relation[two ^ up])
                counts[seats[each] + seats[each + 2] + now[mine + 3]] += 1
            if seats[each + 3]:
                now[mine + 4] = -1
                if up & U15 == U0:
                    now[mine + 4] = np.int64(signal == DEALER_BLACKJACK)
                    counts[seats[each] + seats[each + 3] + now[mine + 4]] += 1
            now[mine] = np.int64(first[np.uint64(seats[each + 1]) + ((one & U15) << U4) + (two & U15)])
        at += U2 * count + U2
        end, hands = np.uint64(ENDS - 1), 0
        if signal != DEALER_BLACKJACK:
            row = signal * np.uint64(states)
            for seat in range(players):
                if np.int64(at) + need > ready:
                    ready = more_cards(words, deck, size, began, np.int64(at), ready, np.int64(at) + need, burn, paid)
                mine = SCRATCH * seat
                at, state, act = play_hand(deck, at, np.uint64(now[mine]), row, acts, after)
                now[mine + 1] = 0
                if act == SPLIT:
                    pair = np.uint64(seats[ROW * seat + 1]) + ((np.uint64(deck[began + seat]) & U15) << U4)
                    at, one, two = play_split(deck, at, pair, row, acts, after, split, ends)
                    now[mine], now[mine + 1] = np.int64(one), np.int64(two)
                else:
                    now[mine] = np.int64(ends[(state << U1) + np.uint64(act == DOUBLE)])
                paid[seat] = now[mine] == 1
                hands += now[mine] != 1
            if hands:
                if np.int64(at) + need > ready:
                    ready = more_cards(words, deck, size, began, np.int64(at), ready, np.int64(at) + need, burn, paid)
                at, end = play_dealer(deck, at, np.uint64(dealer_first[both]), dealer_after, np.uint64(drawing))
            else:
                end = U0
        else:
            for seat in range(players):
                now[SCRATCH * seat] = np.int64(ends[np.uint64(now[SCRATCH * seat]) << U1])
                now[SCRATCH * seat + 1] = 0
        for seat in range(players):
            mine = SCRATCH * seat
            way = np.int64(settled[(np.uint64(now[mine]) << U4) + end])
            if now[mine + 1]:
                way = ways * (1 + way) + np.int64(settled[(np.uint64(now[mine + 1]) << U4) + end])
            counts[seats[ROW * seat] + way] += 1
            now[mine + 2] = way
            paid[seat] = 0
        if len(sums):
            add_squares(seats, now, worth, sums, counts)
        if len(log):
            record(log, n, now, cards, deck, began, np.int64(at), fresh)
        fresh = np.int64(at > past)


@compiled
def add_squares(seats: Any, now: Any, worth: Any, sums: Any, counts: Any) -> None:
    """For each group of identical seats, add the squared result of each wager and whether any seat made it."""
    for place in range(len(sums)):
        sums[place] = 0
    for seat in range(len(seats) // ROW):
        mine, each = SCRATCH * seat, ROW * seat
        sum_at, worth_at = seats[each + 4], COLUMNS * now[mine + 2]
        for column in range(5):
            sums[sum_at + column] += worth[worth_at + column]
        if seats[each + 2]:
            sums[sum_at + 5] += worth[COLUMNS * now[mine + 3] + 5]
        if seats[each + 3] and now[mine + 4] >= 0:
            sums[sum_at + 6] += worth[COLUMNS * now[mine + 4] + 6]
            sums[sum_at + 7] += 1
    for seat in range(len(seats) // ROW):
        base, sum_at = seats[ROW * seat + 5], seats[ROW * seat + 4]
        if base:  # the first of its group
            for column in range(COLUMNS):
                if column in (3, 4, 7):
                    counts[base + column] += sums[sum_at + column] > 0
                else:
                    counts[base + column] += sums[sum_at + column] * sums[sum_at + column]


@compiled
def record(log: Any, n: int, now: Any, cards: Any, deck: Any, began: Any, at: Any, fresh: Any) -> None:
    """Record how each seat ended, whether the shoe is new, and all cards in dealing order."""
    log[n, 0] = fresh
    for seat in range(len(now) // SCRATCH):
        for column in range(3):
            log[n, 1 + 3 * seat + column] = now[SCRATCH * seat + 2 + column]
    if len(cards):
        cards[n, 0] = at - began
        for place in range(at - began):
            cards[n, 1 + place] = deck[began + place]
