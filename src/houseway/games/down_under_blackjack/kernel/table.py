"""The kernel of Down Under Blackjack: it deals shoes by the million to several seats, and tallies their results.

The dealer and the way each seat plays are automata. The compiled loops (`rounds.py`, `one_seat.py`) count how often a round
ends in each way; what a way pays is asked of the rules of the chapter (`payouts.py`), so the loops contain no payouts. A test
deals the same shoes to the kernel and to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from houseway.cardroom.card_table import CONTINUOUS
from houseway.cardroom.cut import least_behind
from houseway.core import AnyGame
from houseway.core.kernel import Course, Sitting, Tally, alike
from houseway.equipment.cards import DECK
from houseway.games.down_under_blackjack.kernel.card_bytes import KINDS, RELATION, byte_of
from houseway.games.down_under_blackjack.kernel.lookup_tables import COLUMNS, Tables
from houseway.games.down_under_blackjack.kernel.one_seat import deal_alone
from houseway.games.down_under_blackjack.kernel.player_automaton import plan_from, plan_of
from houseway.games.down_under_blackjack.kernel.rounds import SCRATCH, deal
from houseway.games.down_under_blackjack.law.hole_card import insurance_most
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT
from houseway.games.down_under_blackjack.present.advice import CHART
from houseway.law import Rules
from houseway.numerics.shuffling import BLOCK

STATES_MOST = 500  # of a seat whose rounds are made one automaton
AHEAD = 12  # cards behind the cover card that are shuffled too
SQUARED = {BET: 0, DOUBLE: 1, SPLIT: 2, MATCH: 5, INSURANCE: 6}  # columns of `lookup_tables.COLUMNS`: the results
MADE = {DOUBLE: 3, SPLIT: 4, INSURANCE: 7}  # and whether a wager was made
COVER_CARD = (
    "The exact figures are for a round from a fresh shoe. A shoe whose high cards are gone lasts for more rounds until its cover "
    "card, and these are poor ones: the average round is a few hundredths of a percent lower (docs/simulation.md). "
    "With shuffler=continuous there is no such effect."
)


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
        """The number of cards of a new shoe to shuffle at first."""
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


def _sorted(values: Mapping[int, int]) -> dict[int, int]:
    return {net: often for net, often in sorted(values.items()) if often}
