"""Deal millions of Casino War shoes: burns, cover card, ties, Wars, several boxes. Cards and comparisons, no money.

A box ends a round in one of six ways, which are counted here. The chapter's rules settle each way once, so this module has
no payouts. A test deals the same shoes to the kernel and to the rules.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.cardroom.card_table import CONTINUOUS
from houseway.cardroom.cut import least_behind
from houseway.core import AnyGame, Choose, Wager, Who
from houseway.core.driver import Answers, Driver, never, one_round
from houseway.core.kernel import Course, Sitting, Tally, alike
from houseway.equipment.cards import FACE_DOWN, RANKS
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR
from houseway.law import Rules
from houseway.numerics.bits import lowest, ones
from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.shuffling import BLOCK, shuffle_on

LOWER, HIGHER, SURRENDERED, WAR_LOWER, WAR_HIGHER, WAR_EQUAL = WAYS = tuple(range(6))
WAGERS = (INITIAL, TIE, WAR, TIE_ON_WAR)
HOW_MANY = len(WAGERS)
AT_WAR = (WAR, TIE_ON_WAR)
ROUNDS, WAR_ROUNDS, SQUARES = 6, 7, 8  # indexes into a group's counts, after those of the ways
PLACES = 12
NONE = -1
AHEAD = 80  # cards shuffled at a time, just before they are dealt
U0, U1, U2, U4 = (np.uint64(n) for n in (0, 1, 2, 4))
EVERY_OTHER = np.uint64(0x5555555555555555)
assert 4 + AHEAD + BLOCK <= 2 * 64, "one word must have a bit for each pair of cards shuffled at a time"
# Example cards for each way: the box's, the dealer's, then those of the War
LEADS = {
    LOWER: ("2C", "3C"),
    HIGHER: ("3C", "2C"),
    SURRENDERED: ("2C", "2D"),
    WAR_LOWER: ("2C", "2D", "3C", "4C"),
    WAR_HIGHER: ("2C", "2D", "4C", "3C"),
    WAR_EQUAL: ("2C", "2D", "3C", "3D"),
}


@compiled
def deal(
    words: Any, deck: Any, rounds: int, seats: Any, stop: Any, first_burn: Any, war_burn: Any, war: Any, counts: Any,
) -> None:  # fmt: skip
    """Deal rounds, shoe after shoe, with boxes that all choose alike; `stop` 0 means all cards go back each round.

    A round is counted at [boxes above, below or surrendering, above and equal in a War], each up to `seats`. A burned card
    counts toward the cover card but, as nobody saw it, stays among the cards that may come.
    """
    a, b, c, d = words[0], words[1], words[2], words[3]
    one, ahead = np.uint64(1), np.uint64(AHEAD)
    none = one - one
    side = seats + one
    most = side + side  # cards in a round where every box goes to War
    out, seen, ready = first_burn, none, none
    for _ in range(rounds):
        if ready < seen + most:
            more = ahead if ahead < stop - out else stop - out  # no more than can still come before the cover card
            a, b, c, d, ready = shuffle_on(a, b, c, d, deck, np.uint64(len(deck)), ready, seen + most + more)
        dealer = deck[seen + seats]
        end = seen + seats
        above, tied = none, none
        while seen < end:
            card = deck[seen]
            above += np.uint64(card > dealer)
            tied += np.uint64(card == dealer)
            seen += one
        seen += one
        out += side
        place = above * side
        if tied != none and war == none:
            place += tied
        elif tied != none:
            out += tied + one + war_burn
            end = seen + tied
            dealer = deck[end]
            higher, equal = none, none
            while seen < end:
                card = deck[seen]
                higher += np.uint64(card > dealer)
                equal += np.uint64(card == dealer)
                seen += one
            seen += one
            place += tied - higher - equal + side * side * (higher + side * equal)
        counts[place] += one
        if out > stop:
            out, seen, ready = first_burn, none, none
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def deal_alone(
    words: Any, deck: Any, rounds: int, stop: Any, first_burn: Any, war_burn: Any, war: Any, counts: Any,
) -> None:  # fmt: skip
    """Do what `deal` does for one box and a shoe with a cover card: the same rounds and counts, many rounds at a time.

    A box and the dealer take two cards, and two more in a War, so the shoe comes in pairs. For the shuffled pairs, one word
    has a bit where the box is higher and another where it ties. These give the Wars, and counting bits does the rest.
    """
    a, b, c, d = words[0], words[1], words[2], words[3]
    size, left = np.uint64(len(deck)), np.uint64(rounds)
    out, seen, ready = first_burn, U0, U0
    above = tied = higher = equal = U0
    while left != U0:
        if ready < seen + U4:
            more = min(np.uint64(AHEAD), stop - out)  # no more than can still come before the cover card
            a, b, c, d, ready = shuffle_on(a, b, c, d, deck, size, ready, seen + U4 + more)
        pairs = (ready - seen) >> U1
        over, same = compare_pairs(deck, seen, pairs)
        wars = every_other_of_a_run(same) << U1 if war else U0
        end = pairs - U1  # a round that begins with the last pair may need another
        if U2 * end + war_burn * ones(wars) > stop - out:
            end = min(end, pairs_until(wars, np.int64(stop - out), np.int64(war_burn)))
        begun = ~wars & ((U1 << end) - U1)
        while ones(begun) > left:
            end -= U1
            begun &= (U1 << end) - U1
        left -= ones(begun)
        ties = begun & same
        above += ones(begun & over)
        tied += ones(ties)
        if war:
            fought = ties << U1
            higher += ones(fought & over)
            equal += ones(fought & same)
            end += (wars >> end) & U1
            out += war_burn * ones(ties)
        seen += U2 * end
        out += U2 * end
        if out > stop:
            out, seen, ready = first_burn, U0, U0
    counts[0] += np.uint64(rounds) - above - tied
    counts[1] += tied - higher - equal
    counts[2] += above
    counts[4] += higher
    counts[8] += equal
    words[0], words[1], words[2], words[3] = a, b, c, d


@inlined
def compare_pairs(deck: Any, seen: Any, pairs: Any) -> Any:
    """Compare consecutive pairs; return one bit per pair for "first card higher", and one for "equal"."""
    over = same = U0
    for pair in range(pairs):
        first, second = deck[seen], deck[seen + U1]
        over |= np.uint64(first > second) << np.uint64(pair)
        same |= np.uint64(first == second) << np.uint64(pair)
        seen += U2
    return over, same


@inlined
def every_other_of_a_run(bits: Any) -> Any:
    """The first, third and so on of each run of adjacent bits: a tie within a War does not start another.

    Adding a run's first bit carries through the run, which finds the runs that begin at an even place.
    """
    even = bits & ~(bits + (bits & ~(bits << U1) & EVERY_OTHER))
    return (even & EVERY_OTHER) | ((bits ^ even) & ~EVERY_OTHER)


@inlined
def pairs_until(wars: Any, room: Any, war_burn: Any) -> Any:
    """The pair before which the cover card comes out, `room` cards away: no round begins there or later."""
    end = np.int64(0)
    while wars != U0 and 2 * np.int64(lowest(wars)) - 2 <= room:  # the round with this War still begins
        end = np.int64(lowest(wars)) + 1
        room -= war_burn
        wars &= wars - U1
    return np.uint64(max(end, (room >> 1) + 1))


@compiled
def deal_each(
    words: Any, deck: Any, rounds: int, stop: int, first_burn: int, war_burn: int, wars: Any, group_of: Any,
    nets: Any, counts: Any, totals: Any, ended: Any, shown: Any, ways: Any, dealt: Any,
) -> None:  # fmt: skip
    """The same for boxes with their own wagers and choices: `wars[box]`, `group_of[box]`, `counts[group]`.

    Unless empty, `ways` receives how each box ended, and `dealt` the ranks shown, with a mark on a new shoe.
    """
    a, b, c, d = words[0], words[1], words[2], words[3]
    seats, recording = len(wars), len(ways) > 0
    most = 2 * seats + 2
    out, seen, fresh = first_burn, 0, True
    ready = np.uint64(0)
    for n in range(rounds):
        if ready < np.uint64(seen + most):
            more = min(AHEAD, stop - out)
            a, b, c, d, ready = shuffle_on(a, b, c, d, deck, np.uint64(len(deck)), ready, np.uint64(seen + most + more))
        at_war = compare(deck, seen, wars, ended, shown)
        seen += seats + 1
        out += seats + 1
        if at_war > 0:
            compare_again(deck, seen, at_war, wars, ended, shown)
            seen += at_war + 1
            out += at_war + 1 + war_burn
        add_round(ended, group_of, nets, totals, counts)
        if recording:
            for seat in range(seats):  # item by item: compiling the assignment of a slice takes seconds
                ways[n, seat] = ended[seat]
            for place in range(seats + 1 + (at_war + 1) * (at_war > 0)):
                dealt[n, place] = shown[place]
            dealt[n, most] = fresh
        fresh = out > stop
        if fresh:
            out, seen, ready = first_burn, 0, np.uint64(0)
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def compare(deck: Any, seen: int, wars: Any, ended: Any, shown: Any) -> int:
    """Compare each box's card with the dealer's; return how many go to War. A tie counts as surrendered until then."""
    seats, at_war = len(ended), 0
    dealer = deck[np.uint64(seen + seats)]
    for seat in range(seats):
        card = deck[np.uint64(seen + seat)]
        ended[seat] = SURRENDERED if card == dealer else LOWER + (card > dealer)
        at_war += (card == dealer) & wars[seat]
        shown[seat] = card
    shown[seats] = dealer
    return at_war


@compiled
def compare_again(deck: Any, seen: int, at_war: int, wars: Any, ended: Any, shown: Any) -> None:
    """One more card for each tied box that goes to War, and one for the dealer."""
    seats, at = len(ended), 0
    dealer = deck[seen + at_war]
    for seat in range(seats):
        if ended[seat] == SURRENDERED and wars[seat]:
            card = deck[seen + at]
            ended[seat] = WAR_LOWER if card < dealer else WAR_HIGHER if card > dealer else WAR_EQUAL
            shown[seats + 1 + at] = card
            at += 1
    shown[seats + 1 + at] = dealer


@compiled
def add_round(ended: Any, group_of: Any, nets: Any, totals: Any, counts: Any) -> None:
    """Count how the boxes of each group ended, and the squared result of each wager."""
    for group in range(totals.shape[0]):
        for place in range(totals.shape[1]):
            totals[group, place] = 0
    for seat in range(len(ended)):
        group, way = group_of[seat], np.int64(ended[seat])
        counts[group, way] += 1
        totals[group, HOW_MANY] += way >= WAR_LOWER
        for wager in range(HOW_MANY):
            totals[group, wager] += nets[group, wager, way]
    for group in range(counts.shape[0]):
        counts[group, WAR_ROUNDS] += totals[group, HOW_MANY] > 0
        for wager in range(HOW_MANY):
            counts[group, SQUARES + wager] += totals[group, wager] * totals[group, wager]


class WarKernel:
    """Casino War under one submission: boxes with the same wagers and choices are counted together, others in groups."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.rules, self.sitting, self.seats, self.round_word = rules, sitting, len(sitting), "round"
        self.groups = alike(sitting)
        decks = int(rules.option("decks"))
        self.fresh = np.repeat(np.arange(len(RANKS)), 4 * decks).astype(np.int8)
        size, continuous = len(self.fresh), rules.option("shuffler") == CONTINUOUS
        self.stop = 0 if continuous else size - least_behind(rules, size)
        assert self.stop + 2 * self.seats + 2 + BLOCK <= size, "too few cards behind the cover card"
        self.first_burn = 0 if continuous else rules.number("first_burn")
        self.war_burn = rules.number("war_burn")
        self.wars = np.array([each.strategy != SURRENDER for each in sitting])
        self.group_of = np.array([n for seat in range(self.seats) for n, g in enumerate(self.groups) if seat in g])
        self.nets_cents = [[settled(game, rules, sitting[g[0]].bets, way) for way in WAYS] for g in self.groups]
        self.units = [
            {wager: math.gcd(*(each.get(wager, 0) for each in nets)) or 1 for wager in WAGERS}
            for nets in self.nets_cents
        ]
        self.nets_units = np.array(
            [
                [[each.get(wager, 0) // units[wager] for each in nets] for wager in WAGERS]
                for nets, units in zip(self.nets_cents, self.units, strict=True)
            ],
            np.int64,
        )

    def play(self, words: Any, rounds: int) -> Any:
        """Play one chunk, which begins with a new shoe."""
        if len(self.groups) > 1:
            counts = np.zeros((len(self.groups), PLACES), np.int64)
            nothing = np.zeros((0, 0), np.int8)
            self._deal_each(words, rounds, counts, nothing, nothing)
            counts[:, ROUNDS] = rounds
            return counts.ravel()
        alone = np.zeros((self.seats + 1) ** 4, np.uint64)
        numbers = (self.seats, self.stop, self.first_burn, self.war_burn, self.wars[0])
        seats, stop, first_burn, war_burn, war = (np.uint64(number) for number in numbers)
        if self.seats == 1 and self.stop:
            deal_alone(words, self.fresh.copy(), rounds, stop, first_burn, war_burn, war, alone)
        else:
            deal(words, self.fresh.copy(), rounds, seats, stop, first_burn, war_burn, war, alone)
        return alone.astype(np.int64)

    def _deal_each(self, words: Any, rounds: int, counts: Any, ways: Any, dealt: Any) -> None:
        deal_each(
            words, self.fresh.copy(), rounds, self.stop, self.first_burn, self.war_burn, self.wars, self.group_of,
            self.nets_units, counts, np.zeros((len(self.groups), len(WAGERS) + 1), np.int64),
            np.zeros(self.seats, np.int8), np.zeros(2 * self.seats + 2, np.int8), ways, dealt,
        )  # fmt: skip

    def trace(self, words: Any, rounds: int) -> tuple[Any, Any]:
        """How each box ended, and the ranks shown: the boxes', the dealer's, those of a War, and 1 on a new shoe."""
        ways = np.full((rounds, self.seats), NONE, np.int8)
        dealt = np.full((rounds, 2 * self.seats + 3), NONE, np.int8)
        self._deal_each(words, rounds, np.zeros((len(self.groups), PLACES), np.int64), ways, dealt)
        return ways, dealt

    def course(self, words: Any, rounds: int) -> Course:
        """The course of a box's results; each round decides all its wagers."""
        ways, dealt = self.trace(words, rounds)
        worth = np.array(
            [[sum(net for w, net in each.items() if w != WAR) for each in nets] for nets in self.nets_cents], np.int64
        )
        nets = tuple(worth[self.group_of[seat]][ways[:, seat]].reshape(1, -1) for seat in range(self.seats))
        return Course(nets, dealt[:, -1] == 1)

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """Tallies by group and wager; the War Wager counts in the Initial Wager's result and also has its own row."""
        rows = counts.reshape(len(self.groups), -1) if len(self.groups) > 1 else [self._gathered(counts)]
        return tuple(
            self._tally(n, wager, rows[n])
            for n, group in enumerate(self.groups)
            for wager in WAGERS
            if wager in self.sitting[group[0]].bets or (wager == WAR and self.wars[group[0]])
        )

    def _gathered(self, counts: Any) -> Any:
        """If all boxes are alike, derive the group's counts from rounds counted by how all boxes ended."""
        (places,) = np.nonzero(counts)
        often, side = counts[places], self.seats + 1
        above, lower, higher, equal = (places // side**n % side for n in (1, 0, 2, 3))
        tied = lower + higher + equal
        war = int(self.wars[0])
        nothing = np.zeros_like(lower)
        ways = np.stack(
            [self.seats - above - tied, above, *((nothing, lower) if war else (lower, nothing)), higher, equal]
        )
        found = np.zeros(PLACES, np.int64)
        found[: len(WAYS)] = ways @ often
        found[ROUNDS], found[WAR_ROUNDS] = often.sum(), often[tied > 0].sum() * war
        found[SQUARES : SQUARES + len(WAGERS)] = (self.nets_units[0] @ ways) ** 2 @ often
        return found

    def _tally(self, n: int, wager: str, counts: Any) -> Tally:
        values: dict[int, int] = {}
        group, nets = self.groups[n], self.nets_cents[n]
        for way, each in zip(WAYS, nets, strict=True):
            if wager in each and counts[way]:
                values[each[wager]] = values.get(each[wager], 0) + int(counts[way])
        stake = self.sitting[group[0]].bets[INITIAL if wager == WAR else wager]
        if len(group) == 1:
            return Tally(wager, stake, dict(sorted(values.items())), sitting=group[0])
        squares = int(counts[SQUARES + WAGERS.index(wager)]) * self.units[n][wager] ** 2
        rounds = int(counts[WAR_ROUNDS if wager in AT_WAR else ROUNDS])
        return Tally(wager, stake, dict(sorted(values.items())), squares, rounds, sitting=group[0])


def settled(game: AnyGame, rules: Rules, bets: Mapping[str, int], way: int) -> dict[str, int]:
    """Settle one box that ends this way by the chapter's rules: the net result of each wager, in cents."""
    nets: dict[str, int] = {}
    cards = iter(LEADS[way])
    answers = Answers(
        lambda due, _: FACE_DOWN if due.read is not None else next(cards),
        lambda due, _: _choice(due.open[0].who, bets, way),
        one_round(*(Wager(1, wager, bets[wager]) for wager in (INITIAL, TIE) if wager in bets)),
    )
    for step in Driver(game, rules, game.law.open(rules)).until(never, answers):
        for each in step.settled:
            nets[each.wager] = nets.get(each.wager, 0) + each.returned_cents - each.cents
    if WAR in nets:
        nets[INITIAL] += nets[WAR]
    return nets


def _choice(who: Who, bets: Mapping[str, int], way: int) -> Choose:
    if way == SURRENDERED:
        return Choose(who, SURRENDER)
    more = {"tie_on_war_cents": bets[TIE_ON_WAR]} if TIE_ON_WAR in bets else {}
    return Choose(who, GO_TO_WAR, bets[INITIAL], more)
