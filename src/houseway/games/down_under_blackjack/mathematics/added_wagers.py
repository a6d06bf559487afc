"""Average results of doubling, splitting and insuring by themselves, under a given strategy.

Expectations add up, so the two hands of a split need no joint distribution here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.games.down_under_blackjack.mathematics.answer_sheet import Answers, choose
from houseway.games.down_under_blackjack.mathematics.best_play import ShoePosition, endings_of, first_two
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, CardCounts, counts_of, less
from houseway.games.down_under_blackjack.mathematics.dealer_hand import Floats, Ints
from houseway.games.down_under_blackjack.mathematics.player_hands import ACES_KEPT, DEALT
from houseway.games.down_under_blackjack.mathematics.round_results import (
    HandResults,
    StopFrequencies,
    pays_of,
    stops_of,
)
from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_worth


@dataclass(frozen=True, slots=True)
class AddedWager:
    """How often a round has such a wager, and its expected result per round, in units of the Bet Wager."""

    made: float
    gained: float

    @property
    def expected(self) -> float:
        """Expected result per wager made."""
        return self.gained / self.made


def doubles_and_splits(here: ShoePosition, answers: Answers) -> tuple[AddedWager, AddedWager]:
    """Double Down Wagers, and wagers on second hands of a split."""
    chosen = choose(here, np.arange(len(here.signals)), answers)
    stops, pays, hands = stops_of(here, chosen), pays_of(here), here.hands
    dealt = np.flatnonzero(np.isin(hands.came, (DEALT, ACES_KEPT)))
    doubles = [_doubled(here, stops, pays, dealt)]
    splits = []
    for kind, row in hands.pairs.items():
        chance = first_two(here.shoe).get(tuple(hands.cards[row].tolist()), 0.0)
        split = np.flatnonzero(hands.came == kind)
        double = _doubled(here, stops, pays, split)
        doubles.append(AddedWager(2 * chance * double.made, 2 * chance * double.gained))
        told = float((here.signal[row] * chosen.splits[kind]).sum())
        splits.append(AddedWager(chance * told, chance * _second(here, stops, pays, split)))
    return _sum(doubles), _sum(splits)


def insured(shoe: CardCounts) -> Fraction:
    """Expected result of always insuring against an ace, knowing only the ace."""
    return insurance_worth(less(shoe, counts_of((ACE,))))


def _sum(parts: list[AddedWager]) -> AddedWager:
    return AddedWager(sum(part.made for part in parts), sum(part.gained for part in parts))


def _ended(here: ShoePosition, stop: Floats, rows: Ints) -> Floats:
    """How often hands stop this way against each ending of the dealer's hand: hands × endings."""
    endings = endings_of(here)[:, :, here.hands.removal[rows]]
    result: Floats = np.einsum("hs,esh->he", stop[rows], endings)
    return result


def _doubled(here: ShoePosition, stops: StopFrequencies, pays: HandResults, rows: Ints) -> AddedWager:
    raised, within = _ended(here, stops.raised, rows), _ended(here, stops.doubled, rows)
    over = (raised - within).sum(axis=0)  # all doubled hands less those that stayed within 21
    mine = pays.doubled[rows] - pays.single[rows]
    return AddedWager(float(raised.sum()), float((within * mine).sum() + over @ pays.over))


def _second(here: ShoePosition, stops: StopFrequencies, pays: HandResults, rows: Ints) -> float:
    """Expected result of one hand of a split pair, without its Double Down Wager."""
    begun = _ended(here, stops.start, rows)
    within = _ended(here, stops.single, rows) + _ended(here, stops.doubled, rows)
    return float((within * pays.single[rows]).sum() + (begun.sum(axis=0) - within.sum(axis=0)) @ pays.over)
