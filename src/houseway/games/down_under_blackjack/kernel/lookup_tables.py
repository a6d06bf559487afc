"""The lookup tables of the compiled loops, built from the strategies' plans and the rules' payouts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from houseway.core import AnyGame
from houseway.games.down_under_blackjack.kernel.card_bytes import KINDS, RELATIONS
from houseway.games.down_under_blackjack.kernel.payouts import NumberedPayouts, dealer_of
from houseway.games.down_under_blackjack.kernel.player_automaton import FACES, PlayerAutomaton
from houseway.games.down_under_blackjack.kernel.round_automaton import Parts, round_automaton
from houseway.games.down_under_blackjack.law.points import is_blackjack
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, MATCH, SPLIT
from houseway.games.down_under_blackjack.mathematics.dealer_hand import signals
from houseway.law import Rules

ENDS = 16  # places for the dealer's counts
DEALER_BLACKJACK = 255  # no signal: the round is over
# A group's results in a round: of Bet, doubling and splitting, and whether the two were made; of Match-the-Dealer and
# insurance, and whether insurance was made
COLUMNS = 8


class Tables:
    """The lookup tables for these plans."""

    def __init__(self, game: AnyGame, rules: Rules, plans: Mapping[str, PlayerAutomaton]) -> None:
        self.pays = NumberedPayouts(game, rules)
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

    def _plan(self, plans: list[PlayerAutomaton]) -> None:
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
