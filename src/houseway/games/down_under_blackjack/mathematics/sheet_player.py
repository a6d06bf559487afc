"""An answer sheet as a player at the table, who sees the cards and the light and follows the sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from houseway.core import AnyGame, Asked, Choose
from houseway.games.down_under_blackjack.law.hole_card import INSURE, NO_INSURANCE
from houseway.games.down_under_blackjack.law.player_turns import HIT, STAND
from houseway.games.down_under_blackjack.law.points import POINTS
from houseway.games.down_under_blackjack.law.state import DOUBLE, SPLIT, Hand, State, acting
from houseway.games.down_under_blackjack.mathematics.answer_sheet import Answers, choose
from houseway.games.down_under_blackjack.mathematics.best_play import ShoePosition
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, CardCounts, counts_of
from houseway.games.down_under_blackjack.mathematics.player_hands import ACES_KEPT, DEALT
from houseway.law import Rules

Policy = Callable[[AnyGame, Rules, Any, Asked], Choose]
EXPOSED: Final = "large"  # an exposed hole card was read as Large


def follower(here: ShoePosition, answers: Answers, insures: bool = False) -> Policy:
    """A policy that follows the answers; it insures only if asked to, since from a fresh shoe insurance never pays."""
    signals = {(each.up, each.light): number for number, each in enumerate(here.signals)}
    chosen, hands = choose(here, np.arange(len(signals)), answers), here.hands

    def answer(game: AnyGame, rules: Rules, state: State, asked: Asked) -> Choose:
        options = {option.choice: option.high_cents for option in asked.options}
        if NO_INSURANCE in options:
            return Choose(asked.who, INSURE, options[INSURE]) if insures else Choose(asked.who, NO_INSURANCE)
        if STAND not in options:  # a chart does not cover irregularities
            return Choose(asked.who, asked.options[0].choice, asked.options[0].high_cents)
        hand = acting(state)
        assert hand is not None, "a seat that is asked has a hand"
        row = hands.number[_came(hand, hands.number), _counts(hand.cards)]
        signal = signals[_kind(state.up), state.hole_range or EXPOSED]
        if SPLIT in options and chosen.splits[_kind(hand.cards[0]), signal]:
            return Choose(asked.who, SPLIT, options[SPLIT])
        if DOUBLE in options and chosen.doubles[row, signal]:
            return Choose(asked.who, DOUBLE, options[DOUBLE])
        return Choose(asked.who, HIT if chosen.hits[row, signal] else STAND)

    return answer


def _kind(card: str) -> int:
    return POINTS[card] - 1


def _counts(cards: tuple[str, ...]) -> CardCounts:
    return counts_of(_kind(card) for card in cards)


def _came(hand: Hand, known: dict[tuple[int, CardCounts], int]) -> int:
    """The hand's origin in the analysis."""
    if hand.part:
        return _kind(hand.cards[0])
    two_aces = [_kind(card) for card in hand.cards[:2]] == [ACE, ACE]
    return ACES_KEPT if two_aces and (ACES_KEPT, _counts(hand.cards)) in known else DEALT
