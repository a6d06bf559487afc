"""Whole shoes of Casino War by the million: burns, cover card, ties, Wars, several boxes. Cards and comparisons, no money.

A box ends a round in one of six ways. How often each came up is counted here; what it pays is asked of the rules of the
chapter, once for each way, so that nothing about a payout stands in this module. A test deals the same shoes to both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from houseway.core import AnyGame, Chance, Choices, Choose, Done, NoMoreBets, Procedure, Result, Wager, Wagers, refuse
from houseway.core.kernel import Tally
from houseway.equipment.card_table import CONTINUOUS
from houseway.equipment.cards import FACE_DOWN, RANKS
from houseway.equipment.compiled import compiled
from houseway.equipment.cut import least_behind
from houseway.equipment.streams import turn, wide
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR
from houseway.law import Rules

LOWER, HIGHER, SURRENDERED, WAR_LOWER, WAR_HIGHER, WAR_EQUAL = WAYS = tuple(range(6))
WAGERS = (INITIAL, TIE, WAR, TIE_ON_WAR)
AT_WAR = (WAR, TIE_ON_WAR)
ROUNDS, WAR_ROUNDS, SQUARES, SPLITS = 6, 7, 8, 12  # places in the counts; after SPLITS: rounds by boxes that won
NONE = -1
BLOCK = 6  # cards shuffled with one word
AHEAD = 40  # cards shuffled at a time, where they will be dealt
# Cards that lead to each way: the box's, the dealer's, then those of the War
LEADS = {
    LOWER: ("2C", "3C"),
    HIGHER: ("3C", "2C"),
    SURRENDERED: ("2C", "2D"),
    WAR_LOWER: ("2C", "2D", "3C", "4C"),
    WAR_HIGHER: ("2C", "2D", "4C", "3C"),
    WAR_EQUAL: ("2C", "2D", "3C", "3D"),
}


@compiled
def shuffle_on(a: Any, b: Any, c: Any, d: Any, deck: Any, ready: int, wanted: int) -> Any:
    """The next cards of a shoe up to `wanted`, each of those left as likely: swapped to the front, six with one word."""
    one, two, three, four, five = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(5)
    size, p0, end = (
        np.uint64(len(deck)),
        np.uint64(ready),
        np.uint64(wanted),
    )  # unsigned: places are not counted from the end
    while p0 < end:
        p1, p2, p3, p4, p5 = p0 + one, p0 + two, p0 + three, p0 + four, p0 + five
        product = (size - p0) * (size - p1) * (size - p2) * (size - p3) * (size - p4) * (size - p5)
        word, a, b, c, d = turn(a, b, c, d)
        j0, word = wide(word, size - p0)
        j1, word = wide(word, size - p1)
        j2, word = wide(word, size - p2)
        j3, word = wide(word, size - p3)
        j4, word = wide(word, size - p4)
        j5, word = wide(word, size - p5)
        if word < product and word < (~product + one) % product:
            continue
        deck[p0], deck[p0 + j0] = deck[p0 + j0], deck[p0]
        deck[p1], deck[p1 + j1] = deck[p1 + j1], deck[p1]
        deck[p2], deck[p2 + j2] = deck[p2 + j2], deck[p2]
        deck[p3], deck[p3 + j3] = deck[p3 + j3], deck[p3]
        deck[p4], deck[p4 + j4] = deck[p4 + j4], deck[p4]
        deck[p5], deck[p5 + j5] = deck[p5 + j5], deck[p5]
        p0 += np.uint64(BLOCK)
    return a, b, c, d, np.int64(p0)


@compiled
def deal(
    words: Any, deck: Any, rounds: int, seats: int, stop: int, first_burn: int, war_burn: int, war: bool,
    nets: Any, counts: Any, ways: Any, dealt: Any,
) -> None:  # fmt: skip
    """Rounds one after the other, shoe after shoe; `stop` 0: all cards go back after each round.

    A burned card is a card that nobody has seen: it counts towards the cover card, and stays among those that may come.
    `ways` and `dealt`, where they have room, get how each box ended, and the ranks that were shown with a mark on a new shoe.
    """
    recording = len(ways) > 0
    a, b, c, d = words[0], words[1], words[2], words[3]
    most = 2 * seats + 2  # cards of a round in which every box goes to War
    ahead = AHEAD if stop > 0 else 0
    out, seen, ready, fresh = first_burn, 0, 0, True
    ends = np.zeros(6, np.int64)
    alone = 0
    for n in range(rounds):
        if ready < seen + most:
            a, b, c, d, ready = shuffle_on(a, b, c, d, deck, ready, seen + most + ahead)
        dealer = deck[seen + seats]
        below, above = 0, 0
        for seat in range(seats):
            card = deck[seen + seat]
            below += card < dealer
            above += card > dealer
        if recording:
            record(ways[n], dealt[n], deck, seen, seats, LOWER, fresh)
        seen += seats + 1
        out += seats + 1
        tied = seats - below - above
        if tied == 0 and seats == 1:
            alone += above
        elif tied == 0:
            counts[SPLITS + above] += 1
        else:
            ends[LOWER], ends[HIGHER] = below, above
            settle_ties(deck, seen, tied, war, ends)
            add_squares(nets, ends, counts)
            if war and recording:
                record(ways[n], dealt[n, seats + 1 :], deck, seen, tied, WAR_LOWER, False)
            seen += (tied + 1) * war
            out += (tied + 1 + war_burn) * war
        fresh = out > stop
        if fresh:
            out, seen, ready = first_burn, 0, 0
    counts[ROUNDS] += rounds
    sum_up(counts, seats, alone)
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def settle_ties(deck: Any, seen: int, tied: int, war: bool, ends: Any) -> None:
    """How many of the tied boxes surrender, or end their War in each way."""
    ends[SURRENDERED], ends[WAR_LOWER], ends[WAR_HIGHER], ends[WAR_EQUAL] = tied, 0, 0, 0
    if war:
        ends[SURRENDERED] = 0
        dealers = deck[seen + tied]
        for each in range(tied):
            mine = deck[seen + each]
            ends[WAR_LOWER + (mine > dealers) + 2 * (mine == dealers)] += 1


@compiled
def sum_up(counts: Any, seats: int, alone: int) -> None:
    """Boxes that won and lost in rounds without a tie; with one box these are what is left of all rounds."""
    if seats == 1:
        tied = counts[SURRENDERED] + counts[WAR_LOWER] + counts[WAR_HIGHER] + counts[WAR_EQUAL]
        counts[SPLITS] += counts[ROUNDS] - tied - alone
        counts[SPLITS + 1] += alone
    for above in range(seats + 1):
        counts[HIGHER] += above * counts[SPLITS + above]
        counts[LOWER] += (seats - above) * counts[SPLITS + above]


@compiled
def add_squares(nets: Any, ends: Any, counts: Any) -> None:
    """A round with ties: how its boxes ended, and the squared result of each wager."""
    for way in range(6):
        counts[way] += ends[way]
    counts[WAR_ROUNDS] += ends[SURRENDERED] == 0
    for wager in range(4):
        total = 0
        for way in range(6):
            total += ends[way] * nets[wager, way]
        counts[SQUARES + wager] += total * total


@compiled
def record(ways: Any, dealt: Any, deck: Any, seen: int, cards: int, lowest: int, fresh: bool) -> None:
    """Note what was shown, and how each box stands after it: those that were tied before, in a War."""
    dealer = deck[seen + cards]
    at = 0
    for seat in range(len(ways)):
        if lowest == LOWER or ways[seat] == SURRENDERED:
            mine = deck[seen + at]
            equal = WAR_EQUAL if lowest == WAR_LOWER else SURRENDERED
            ways[seat] = lowest if mine < dealer else lowest + 1 if mine > dealer else equal
            dealt[at] = mine
            at += 1
    dealt[at] = dealer
    if lowest == LOWER:
        dealt[2 * len(ways) + 2] = fresh


class WarKernel:
    """Casino War under one submission, with so many boxes that wager and choose alike."""

    def __init__(self, game: AnyGame, rules: Rules, bets: Mapping[str, int], seats: int, strategy: str | None) -> None:
        self.rules, self.bets, self.seats, self.round_word = rules, dict(bets), seats, "round"
        self.war = strategy != SURRENDER
        decks = int(rules.option("decks"))
        self.fresh = np.repeat(np.arange(len(RANKS)), 4 * decks).astype(np.int8)
        size, continuous = len(self.fresh), rules.option("shuffler") == CONTINUOUS
        self.stop = 0 if continuous else size - least_behind(rules, size)
        self.first_burn = 0 if continuous else rules.number("first_burn")
        self.war_burn = rules.number("war_burn")
        self.nets_cents = [settled(game, rules, self.bets, way) for way in WAYS]
        self.units = {wager: math.gcd(*(each.get(wager, 0) for each in self.nets_cents)) or 1 for wager in WAGERS}

    def _deal(self, words: Any, rounds: int, ways: Any, dealt: Any) -> Any:
        counts = np.zeros(SPLITS + self.seats + 1, np.int64)
        nets = np.array(
            [[each.get(wager, 0) // self.units[wager] for each in self.nets_cents] for wager in WAGERS], np.int64
        )
        deal(
            words, self.fresh.copy(), rounds, self.seats, self.stop, self.first_burn, self.war_burn, self.war,
            nets, counts, ways, dealt,
        )  # fmt: skip
        return counts

    def play(self, words: Any, rounds: int) -> Any:
        """A chunk begins with a new shoe."""
        return self._deal(words, rounds, np.zeros((0, 0), np.int8), np.zeros((0, 0), np.int8))

    def trace(self, words: Any, rounds: int) -> tuple[Any, Any]:
        """How each box ended, and the ranks that were shown: the boxes', the dealer's, those of a War, and 1 on a new shoe."""
        ways = np.full((rounds, self.seats), NONE, np.int8)
        dealt = np.full((rounds, 2 * self.seats + 3), NONE, np.int8)
        self._deal(words, rounds, ways, dealt)
        return ways, dealt

    def nets(self, words: Any, rounds: int) -> Any:
        """What the first box won or lost in each round."""
        ways, _ = self.trace(words, rounds)
        worth = [sum(net for wager, net in each.items() if wager != WAR) for each in self.nets_cents]
        return np.array(worth, np.int64)[ways[:, :1].T]

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """By wager; the War Wager is part of what became of the Initial Wager, and has a row of its own besides."""
        return tuple(
            self._tally(wager, counts) for wager in WAGERS if wager in self.bets or (wager == WAR and self.war)
        )

    def _tally(self, wager: str, counts: Any) -> Tally:
        values: dict[int, int] = {}
        for way, each in zip(WAYS, self.nets_cents, strict=True):
            if wager in each and counts[way]:
                values[each[wager]] = values.get(each[wager], 0) + int(counts[way])
        stake = self.bets[INITIAL if wager == WAR else wager]
        if self.seats == 1:
            return Tally(wager, stake, dict(sorted(values.items())))
        squares = int(counts[SQUARES + WAGERS.index(wager)]) * self.units[wager] ** 2
        rounds = int(counts[WAR_ROUNDS if wager in AT_WAR else ROUNDS])
        if wager not in AT_WAR:
            won, lost = self.nets_cents[HIGHER][wager], self.nets_cents[LOWER][wager]
            for above, often in enumerate(counts[SPLITS:]):
                squares += int(often) * (above * won + (self.seats - above) * lost) ** 2
        return Tally(wager, stake, dict(sorted(values.items())), squares, rounds)


def settled(game: AnyGame, rules: Rules, bets: Mapping[str, int], way: int) -> dict[str, int]:
    """What the rules of the chapter make of one box that ends this way: the net result of each wager, in cents."""
    nets: dict[str, int] = {}
    cards = iter(LEADS[way])
    state, begun = game.open(rules), False
    while True:
        due = game.due(rules, state)
        if isinstance(due, Wagers) and not due.within:
            if begun:
                break
            begun = True
            facts: list[Any] = [Wager(1, wager, bets[wager]) for wager in (INITIAL, TIE) if wager in bets]
            facts.append(NoMoreBets())
        else:
            facts = [_answer(due, bets, way, cards)]
        for fact in facts:
            assert (refusal := refuse(game, rules, state, fact)) is None, refusal
            step = game.advance(rules, state, fact)
            state = step.state
            for each in step.settled:
                nets[each.wager] = nets.get(each.wager, 0) + each.returned_cents - each.cents
    if WAR in nets:
        nets[INITIAL] += nets[WAR]
    return nets


def _answer(due: Any, bets: Mapping[str, int], way: int, cards: Iterator[str]) -> Any:
    match due:
        case Procedure(name=name):
            return Done(name)
        case Chance(read=read):
            return Result(FACE_DOWN if read is not None else next(cards))
        case Choices(open=(asked, *_)):
            if way == SURRENDERED:
                return Choose(asked.who, SURRENDER)
            more = {"tie_on_war_cents": bets[TIE_ON_WAR]} if TIE_ON_WAR in bets else {}
            return Choose(asked.who, GO_TO_WAR, bets[INITIAL], more)
    return NoMoreBets()
