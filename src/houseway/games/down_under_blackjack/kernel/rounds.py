"""Deal millions of Down Under Blackjack shoes: burns, cover card, the reader's light, several seats. Cards, no money.

The dealer and the way each seat plays are automata. How often each way to end a round came up is counted here; what it pays is
asked of the rules of the chapter (`payouts.py`), so that nothing about a payout stands in this module. A test deals the same
shoes to both.

A card is a byte: its value in the lower four bits (aces 0, tens 9), its suit in the next two, which ten in the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from houseway.cardroom.card_table import CONTINUOUS
from houseway.cardroom.cut import least_behind
from houseway.core import AnyGame
from houseway.core.kernel import Course, Sitting, Tally, alike
from houseway.equipment.cards import DECK, RANK, SUITS
from houseway.games.down_under_blackjack.kernel.payouts import NONE, SUITED, UNSUITED, Pays, dealer_of
from houseway.games.down_under_blackjack.kernel.player_automaton import DOUBLE as DOUBLES
from houseway.games.down_under_blackjack.kernel.player_automaton import FACES, HIT, Plan, plan_from, plan_of
from houseway.games.down_under_blackjack.kernel.player_automaton import SPLIT as SPLITS
from houseway.games.down_under_blackjack.kernel.round_automaton import Parts, round_automaton
from houseway.games.down_under_blackjack.law.hole_card import insurance_most
from houseway.games.down_under_blackjack.law.points import POINTS, TEN, is_blackjack
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT
from houseway.games.down_under_blackjack.mathematics.dealer_hand import signals
from houseway.games.down_under_blackjack.present.advice import CHART
from houseway.law import Rules
from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.shuffling import BLOCK, shuffle_on, shuffle_out

KINDS, RELATIONS = 16, 3  # places for a card's value; relations to the up card
ENDS = 16  # places for the dealer's counts
DEALER_BLACKJACK = 255  # no signal: the round is over
STATES_MOST = 500  # of a seat whose rounds are made one automaton
AHEAD = 12  # cards behind the cover card that are shuffled too
ROW, SCRATCH, COLUMNS = 6, 5, 8  # fields of a seat, of its round, and of a group's results in a round
# The last: results of Bet, doubling and splitting and whether the two were made; of Match-the-Dealer and insurance, likewise
SQUARED = {BET: 0, DOUBLE: 1, SPLIT: 2, MATCH: 5, INSURANCE: 6}
MADE = {DOUBLE: 3, SPLIT: 4, INSURANCE: 7}
COVER_CARD = (
    "The exact figures are for a round from a fresh shoe. A shoe whose high cards are gone lasts for more rounds until its cover "
    "card, and these are poor ones: the average round lies a few hundredths of a percent lower (docs/simulation.md). "
    "With shuffler=continuous there is no such effect."
)
U0, U1, U2, U3, U4, U15 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 15))


@compiled
def play_hand(deck: Any, at: Any, state: Any, row: Any, acts: Any, after: Any) -> Any:
    """Draw as the plan says; return the next place in the shoe, the final state, and the last act."""
    act = acts[row + state]
    while act == HIT:
        state = np.uint64(after[(state << U4) + (np.uint64(deck[at]) & U15)])
        at += U1
        act = acts[row + state]
    if act == DOUBLES:
        state = np.uint64(after[(state << U4) + (np.uint64(deck[at]) & U15)])
        at += U1
    return at, state, act


@compiled
def play_split(deck: Any, at: Any, pair: Any, row: Any, acts: Any, after: Any, split: Any, ends: Any) -> Any:
    """685a.10: play both hands in turn; record how each is settled."""
    at, one, act = play_hand(deck, at + U1, np.uint64(split[pair + (np.uint64(deck[at]) & U15)]), row, acts, after)
    first = np.uint64(ends[(one << U1) + np.uint64(act == DOUBLES)])
    at, two, act = play_hand(deck, at + U1, np.uint64(split[pair + (np.uint64(deck[at]) & U15)]), row, acts, after)
    return at, first, np.uint64(ends[(two << U1) + np.uint64(act == DOUBLES)])


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


@compiled
def deal(  # noqa: C901, PLR0912, PLR0915 - in one piece: passing all arrays to its parts takes as long as a round
    words: Any, deck: Any, size: int, stop: int, burn: int, ahead: int, need: int, rounds: int,
    seats: Any, told: Any, dealer_first: Any, dealer_after: Any, drawing: int,
    first: Any, split: Any, after: Any, acts: Any, states: int, ends: Any, settled: Any, ways: int, relation: Any,
    counts: Any, worth: Any, sums: Any, now: Any, paid: Any, log: Any, cards: Any,
) -> None:  # fmt: skip
    """Deal rounds, shoe after shoe; `stop` 0 means all cards go back after each round.

    `seats` has one row per seat, from `_seats`. `now` has, for each seat, its hand or how it ended, its second hand, outcome,
    Match-the-Dealer and insurance.
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
                if act == SPLITS:
                    pair = np.uint64(seats[ROW * seat + 1]) + ((np.uint64(deck[began + seat]) & U15) << U4)
                    at, one, two = play_split(deck, at, pair, row, acts, after, split, ends)
                    now[mine], now[mine + 1] = np.int64(one), np.int64(two)
                else:
                    now[mine] = np.int64(ends[(state << U1) + np.uint64(act == DOUBLES)])
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


# One seat


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
    mine, other, end = np.uint64(ends[(state << U1) + np.uint64(act == DOUBLES)]), U0, U0
    if act == SPLITS:
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
    """What `deal` does, for one seat and a shoe with a cover card: the same rounds, shoe after shoe, and the same counts.

    Rounds follow the automaton `whole` card by card: a processor that guesses where a branch leads has nothing to guess
    there. A split and the last round of a shoe are played as `deal` plays them. `deal` also shuffles on while it deals, and how
    far it came then is where the next shoe's random words begin: the last round with a turn says that.
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
    """Did the dealer have a Blackjack in this round? Then nobody had a turn."""
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


# Several seats that sit alike, and the record of a round


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


class BlackjackKernel:
    """Down Under Blackjack under one submission, with one entry per seat for its wagers and strategy."""

    round_word = "round"

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.game, self.rules, self.sitting, self.groups = game, rules, sitting, alike(sitting)
        decks, continuous = int(rules.option("decks")), rules.option("shuffler") == CONTINUOUS
        self.fresh = np.array([byte_of(card) for card in DECK * decks], np.uint8)
        self.size = len(self.fresh)
        self.stop = 0 if continuous else self.size - least_behind(rules, self.size)
        self.burn = 0 if continuous else rules.number("first_burn")
        self.note = "" if continuous else COVER_CARD
        self.names = tuple(dict.fromkeys(each.strategy or CHART for each in sitting))
        self.made: Tables | None = None

    # Slow parts are computed when needed or taken from a cache

    def works(self) -> tuple[str, ...]:
        """The strategies in use."""
        return self.names

    def work(self, name: str) -> Any:
        """Compute the plan of a strategy, as plain values."""
        return plan_of(self.rules, name).plain()

    def take(self, found: Mapping[str, Any]) -> None:
        """Accept plans that `work` made."""
        self.made = Tables(self.game, self.rules, {name: plan_from(found[name]) for name in self.names})

    @property
    def tables(self) -> Tables:
        """All tables that the compiled loop needs."""
        if self.made is None:
            self.take({name: self.work(name) for name in self.names})
        assert self.made is not None
        return self.made

    # Playing

    def _seats(self) -> Any:
        """For each seat: offsets of its counts, plan, Match-the-Dealer and insurance counts, sums and squares."""
        tables, rows = self.tables, []
        group_of = {seat: (n, seat == group[0]) for n, group in enumerate(self.groups) for seat in group}
        for seat, each in enumerate(self.sitting):
            group, leads = group_of[seat]
            name = each.strategy or CHART
            rows += [
                group * tables.block, KINDS * KINDS * self.names.index(name), tables.match if MATCH in each.bets else 0,
                tables.insurance if tables.insures[name] else 0, COLUMNS * group,
                group * tables.block + tables.squares if leads else 0,
            ]  # fmt: skip
        return np.array(rows, np.int64)

    def _deal(self, words: Any, rounds: int, log: Any, cards: Any) -> Any:
        tables, seats = self.tables, len(self.sitting)
        deck = np.zeros(2 * self.size, np.uint8)
        deck[: self.size] = self.fresh
        counts = np.zeros(len(self.groups) * tables.block, np.int64)
        several = len(self.groups) < seats
        sums = np.zeros(COLUMNS * len(self.groups) if several else 0, np.int64)
        now, paid = np.zeros(SCRATCH * seats, np.int64), np.zeros(seats, np.int64)
        deal(
            words, deck, self.size, self.stop, self.burn, self._ahead(), tables.need, rounds,
            self._seats(), tables.told, tables.dealer_first, tables.dealer_after, tables.drawing,
            tables.first, tables.split, tables.after, tables.acts, tables.states, tables.ends, tables.settled,
            tables.ways, RELATION, counts, tables.worth.ravel(), sums, now, paid, log, cards,
        )  # fmt: skip
        return counts

    def play(self, words: Any, rounds: int) -> Any:
        """Play one chunk, which begins with a new shoe."""
        if self.follows_automaton():
            return self._deal_alone(words, rounds)
        return self._deal(words, rounds, np.zeros((0, 0), np.int16), np.zeros((0, 0), np.uint8))

    def follows_automaton(self) -> bool:
        """One seat with a plan that is not too large, and a shoe that a round never comes to the end of."""
        tables, farthest = self.tables, self.stop + 2 * (1 + len(self.sitting)) + 2 * self.tables.need
        return (
            len(self.sitting) == 1
            and tables.states <= STATES_MOST
            and 0 < self.stop >= self.burn
            and farthest + BLOCK <= self.size
        )

    def _deal_alone(self, words: Any, rounds: int) -> Any:
        tables, (_, _, match, insurance, *_) = self.tables, self._seats().tolist()
        counts = np.zeros(tables.block, np.int64)
        begins, ended = np.zeros(self.size, np.uint16), np.zeros(self.size, np.uint16)
        deal_alone(
            words, self.fresh.copy(), self.size, self.stop, self.burn, self._ahead(), tables.need, rounds,
            match, insurance, tables.told, tables.dealer_first, tables.dealer_after, np.uint64(tables.drawing),
            tables.first, tables.split, tables.after, tables.acts, np.uint64(tables.states), tables.ends, tables.settled,
            tables.ways, RELATION, tables.whole, counts, np.zeros(1, np.int64), begins, ended,
        )  # fmt: skip
        return counts

    def _ahead(self) -> int:
        """How far a new shoe is shuffled at once."""
        dealt = 2 * len(self.sitting) + 2
        assert self.stop + dealt <= self.size, "too few cards behind the cover card"
        return min(max(self.stop, self.burn) + dealt + AHEAD, self.size)

    def trace(self, words: Any, rounds: int, with_cards: bool = True) -> tuple[Any, Any]:
        """For each round: whether the shoe is new and how each seat ended; the number of cards dealt, and the cards."""
        log = np.zeros((rounds, 1 + 3 * len(self.sitting)), np.int16)
        cards = np.zeros((rounds if with_cards else 0, 2 * self.size), np.uint8)
        self._deal(words, rounds, log, cards)
        return log, cards

    # Results

    def course(self, words: Any, rounds: int) -> Course:
        """The course of a seat's results; each round decides all its wagers."""
        log, _ = self.trace(words, rounds, with_cards=False)
        tables, nets = self.tables, []
        for seat, each in enumerate(self.sitting):
            outcome, matched, insured = (log[:, 1 + 3 * seat + n] for n in range(3))
            net = tables.worth[outcome, 0] * (each.bets[BET] // tables.pays.unit)
            if MATCH in each.bets:
                net = net + tables.worth[matched, 5] * self._unit(each, MATCH)
            if tables.insures[each.strategy or CHART]:
                net = net + np.where(insured >= 0, tables.worth[insured, 6], 0) * self._unit(each, INSURANCE)
            nets.append(net.reshape(1, -1))
        return Course(tuple(nets), log[:, 0] == 1)

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """Tallies by group and wager; doubling and splitting count in the Bet's result and also have their own rows."""
        rows = counts.reshape(len(self.groups), -1)
        found = []
        for group, row in zip(self.groups, rows, strict=True):
            each = self.sitting[group[0]]
            found += [self._added(group, wager, row) for wager in (BET, DOUBLE, SPLIT)]
            if self.tables.insures[each.strategy or CHART]:
                found.append(self._beside(group, INSURANCE, row))
            if MATCH in each.bets:
                found.append(self._beside(group, MATCH, row))
        return tuple(found)

    def _unit(self, each: Sitting, wager: str) -> int:
        """The factor from the tables' one-unit results to this wager's amount."""
        if wager == INSURANCE:
            return insurance_most(self.rules, each.bets[BET])
        return each.bets[wager] // self.game.law.catalogue(self.rules)[wager].unit_cents

    def _added(self, group: tuple[int, ...], wager: str, row: Any) -> Tally:
        """Tally the Bet with everything added to it, or only the added wagers, of which a round may have two."""
        tables, each = self.tables, self.sitting[group[0]]
        scale, values, squares, rounds = self._unit(each, BET), dict[int, int](), 0, 0
        for outcome, often in enumerate(row[: len(tables.parts)].tolist()):
            nets = tables.nets(wager, outcome)
            for net in nets:
                values[net * scale] = values.get(net * scale, 0) + often
            squares += often * sum(nets) ** 2
            rounds += often * (len(nets) > 0)
        found = Tally(wager, each.bets[BET], _sorted(values), sitting=group[0])
        if len(group) > 1:
            return self._together(found, group, row, scale)
        return found if wager != DOUBLE else replace(found, squares=squares * scale**2, rounds=rounds)

    def _beside(self, group: tuple[int, ...], wager: str, row: Any) -> Tally:
        """Tally a wager that is decided separately."""
        tables, each, values = self.tables, self.sitting[group[0]], dict[int, int]()
        at, nets = (tables.insurance, tables.insured) if wager == INSURANCE else (tables.match, tables.matched)
        scale = self._unit(each, wager)
        for net, often in zip(nets, row[at : at + len(nets)].tolist(), strict=True):
            values[net * scale] = values.get(net * scale, 0) + often
        stake = scale if wager == INSURANCE else each.bets[wager]
        found = Tally(wager, stake, _sorted(values), sitting=group[0])
        return self._together(found, group, row, scale) if len(group) > 1 else found

    def _together(self, found: Tally, group: tuple[int, ...], row: Any, scale: int) -> Tally:
        """Tally seats that share rounds: the squared result over rounds where any of them made this wager."""
        sums = row[self.tables.squares :].tolist()
        made = MADE.get(found.wager)
        rounds = sum(row[: len(self.tables.parts)].tolist()) // len(group) if made is None else sums[made]
        return replace(found, squares=sums[SQUARED[found.wager]] * scale**2, rounds=rounds)


class Tables:
    """Lookup tables of the compiled loop, built from the strategies' plans and the rules' payouts."""

    def __init__(self, game: AnyGame, rules: Rules, plans: Mapping[str, Plan]) -> None:
        self.pays = Pays(game, rules)
        self.insures = {name: plan.insures for name, plan in plans.items()}
        self._tell()
        dealer = dealer_of(rules, FACES)
        assert len(dealer.counts) < ENDS
        self.counts, self.drawing = dealer.counts, len(dealer.after)
        self.dealer_first = _spread(np.array(dealer.first), KINDS).astype(np.uint8)
        self.dealer_after = _spread(np.array(dealer.after), KINDS).astype(np.uint8)
        self._plan(list(plans.values()))
        self.need = max(dealer.longest, *(2 * (plan.longest + 1) for plan in plans.values()))
        self._settle(rules)

    def _tell(self) -> None:
        """685a.7(h): the signal of each up card and hole card."""
        self.told = np.full(KINDS * KINDS, DEALER_BLACKJACK, np.uint8)
        for number, signal in enumerate(signals(True)):
            for hole in signal.holes:
                self.told[KINDS * signal.up + hole] = number

    def _plan(self, plans: list[Plan]) -> None:
        """Concatenate all plans, with each plan's states after those of the plans before it."""
        begins = np.cumsum([0, *(len(plan.after) for plan in plans)])
        self.states = int(begins[-1])
        parts = [(plan, int(begin)) for plan, begin in zip(plans, begins, strict=False)]
        self.first = np.concatenate([_square(plan.first + begin) for plan, begin in parts]).astype(np.uint16)
        self.split = np.concatenate([_square(plan.split + begin) for plan, begin in parts]).astype(np.uint16)
        self.after = np.concatenate([_spread(plan.after + begin, KINDS) for plan, begin in parts]).astype(np.uint16)
        self.acts = np.concatenate([plan.acts for plan in plans], axis=1).astype(np.uint8).ravel()
        self.samples = [plan.samples[n] for plan in plans for n in plan.sample]

    def _settle(self, rules: Rules) -> None:
        """Number the endings: how a hand stops, with or without a Double Down Wager; 0 is none, 1 a Blackjack."""
        pays, against = self.pays, self.pays.against_blackjack(False)
        rows = [(0,) * ENDS, (pays.blackjack(),) * (ENDS - 1) + (pays.against_blackjack(True),)]
        known: dict[tuple[Any, bool], int] = {}
        for cards, split in dict.fromkeys(self.samples):
            for doubled in (False, True):
                found = [pays.hand(cards, split, doubled, count) for count in self.counts]
                row = (
                    rows[1] if is_blackjack(cards) and not split else (*found, *[0] * (ENDS - 1 - len(found)), against)
                )
                if row not in rows[1:]:
                    rows.append(row)
                known[(cards, split), doubled] = rows.index(row, 1)
        ends = [known[sample, doubled] for sample in self.samples for doubled in (False, True)]
        self.ends, self.settled = np.array(ends, np.uint8), np.array(rows, np.uint8).ravel()
        self.ways = len(pays.ways)
        outcomes = self.ways * (1 + self.ways)
        self.match, self.insurance = outcomes, outcomes + RELATIONS**2
        self.squares, self.block = self.insurance + 2, self.insurance + 2 + COLUMNS
        self.parts = [self._parts(outcome) for outcome in range(outcomes)]
        self._value(rules)

    @cached_property
    def whole(self) -> Any:
        """Rounds of one seat as one automaton."""
        return round_automaton(
            Parts(
                told=self.told, dealer_first=self.dealer_first, dealer_after=self.dealer_after, drawing=self.drawing,
                first=self.first, after=self.after, acts=self.acts, states=self.states, ends=self.ends, settled=self.settled,
                ways=self.ways, dealer_blackjack=DEALER_BLACKJACK,
            )
        )  # fmt: skip

    def _parts(self, outcome: int) -> tuple[tuple[int, int | None], ...]:
        """The ways of the one or two hands in a seat's outcome."""
        first, second = divmod(outcome, self.ways)
        return (self.pays.ways[second],) if first == 0 else (self.pays.ways[first - 1], self.pays.ways[second])

    def nets(self, wager: str, outcome: int) -> tuple[int, ...]:
        """Net results of this kind of wager in an outcome, for a one-unit Bet; the Bet includes everything added to it."""
        parts = self.parts[outcome]
        if wager == BET:
            return (sum(net + (doubled or 0) for net, doubled in parts),)
        if wager == SPLIT:
            return tuple(net for net, _ in parts[1:])
        return tuple(doubled for _, doubled in parts if doubled is not None)

    def _value(self, rules: Rules) -> None:
        """Fill the results by outcome: Bet, doubling and splitting, whether they were made, and the other two wagers."""
        self.worth = np.zeros((max(len(self.parts), RELATIONS**2), COLUMNS), np.int64)
        for outcome in range(len(self.parts)):
            bet, double, split = (self.nets(wager, outcome) for wager in (BET, DOUBLE, SPLIT))
            self.worth[outcome, :5] = sum(bet), sum(double), sum(split), len(double), len(split)
        self.insured = [self.pays.insurance(won) for won in (False, True)]
        self.worth[:2, 6] = self.insured
        self.matched = [0] * RELATIONS**2
        if MATCH in self.pays.game.law.catalogue(rules):
            self.matched = [self.pays.match(one, two) for one in range(RELATIONS) for two in range(RELATIONS)]
            self.worth[: RELATIONS**2, 5] = self.matched


def byte_of(card: str) -> int:
    """A card as the compiled loop encodes it."""
    rank = RANK[card]
    return (POINTS[card] - 1) | SUITS.index(card[-1]) << 4 | (TENS.index(rank) << 6 if rank in TENS else 0)


TENS = tuple(dict.fromkeys(RANK[card] for card in DECK if POINTS[card] == TEN))
CARD = {byte_of(card): card for card in DECK}


def _relations() -> Any:
    """How two cards match, by the bits that differ."""
    found = np.full(256, NONE, np.uint8)
    for suits in range(4):
        found[suits << 4] = UNSUITED if suits else SUITED
    return found


RELATION = _relations()


def _sorted(values: Mapping[int, int]) -> dict[int, int]:
    return {net: often for net, often in sorted(values.items()) if often}


def _square(table: Any) -> Any:
    """Pad a kinds × kinds table to 16 × 16."""
    wide = np.zeros((KINDS, KINDS), np.int64)
    wide[: len(table), : table.shape[1]] = table
    return wide.ravel()


def _spread(table: Any, places: int) -> Any:
    """Flatten a table whose rows are padded to this many places."""
    wide = np.zeros((len(table), places), np.int64)
    wide[:, : table.shape[1]] = table
    return wide.ravel()
