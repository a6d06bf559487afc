"""Play by an answer sheet: the value of hands when the total decides, and how often each question comes up.

A sheet answers three questions about a hand: Split this pair? Double down on two cards of this total? Otherwise, hit?
Hands with the same total get the same answer, also after a split. Where an answer is left open, each hand makes the best
choice for its own cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.games.down_under_blackjack.mathematics.best_play import BARRED, ShoePosition, drawn, first_two
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, KINDS, TEN
from houseway.games.down_under_blackjack.mathematics.dealer_hand import Floats, Ints
from houseway.games.down_under_blackjack.mathematics.draw_loops import OPEN, YES, add_by_row, sweep_back, sweep_on
from houseway.games.down_under_blackjack.mathematics.player_hands import DEALT, Bools, PlayerHands

Answers = NDArray[np.int8]  # questions × columns
SOFT: Final = 21  # a row is a total; the rows of soft totals are offset by this
ROWS: Final = SOFT + 21
HIT: Final = 0  # where each kind of question begins: hit? by row, then double down? by row, then split? by kind
DOUBLE: Final = ROWS
SPLIT: Final = 2 * ROWS
QUESTION_COUNT: Final = SPLIT + len(KINDS)


def row_of(total: int, soft: bool) -> int:
    """The row of a total below 21."""
    return total + SOFT * soft


@dataclass(frozen=True, slots=True)
class Choosing:
    """All hands under the answers. Values are joint and raised, as in best play; a gain is the value of YES over NO."""

    value: Floats  # hands × columns
    hit_gain: Floats  # hands × columns
    double_gain: Floats  # first two cards × columns
    split_gain: Floats  # pairs × columns
    hits: Bools
    doubles: Bools
    splits: Bools


@dataclass(frozen=True, slots=True)
class AnswerValues:
    """The value of the answers, column by column."""

    worth: Floats  # over all first two cards except a Blackjack
    gain: Floats  # questions × columns: the gain of YES over NO, weighted by how often the question comes up
    loss: Floats  # questions × columns: the least that hands preferring the other answer lose


def _answered(gain: Floats, answer: Answers) -> Bools:
    result: Bools = np.where(answer == OPEN, gain > 0, answer == YES)
    return result


def _rows(hands: PlayerHands) -> Ints:
    """The row of every hand; arbitrary for hands with no question."""
    return np.where(hands.total < 21, hands.total + SOFT * hands.soft, 0)


def _columns(values: Floats, signal: Ints) -> Floats:
    """The columns of these signals; not copied if they are all there are, in order."""
    return values if np.array_equal(signal, np.arange(values.shape[1])) else values.take(signal, axis=1)


def choose(here: ShoePosition, signal: Ints, answers: Answers) -> Choosing:
    """Evaluate the hands from the longest to the first two cards; each column has its own signal."""
    hands, row = here.hands, _rows(here.hands)
    stand, lost, doubled = (_columns(each, signal) for each in (here.stand, here.lost, here.doubled))
    value, hit_gain = stand.copy(), np.full_like(stand, BARRED)
    hits = np.zeros(stand.shape, dtype=np.bool_)
    sweep_back(hands.may_draw, hands.after, here.chance, row + HIT, answers, value, hit_gain, hits)
    np.subtract(hit_gain, stand, out=hit_gain, where=hands.may_draw[:, None])
    two = hands.levels[0]
    once = drawn(here.chance[two], hands.after[two], doubled)
    may = hands.may_double[two][:, None]
    double_gain = np.where(may, 2 * once - lost[two] - value[two], BARRED)
    doubles = _answered(double_gain, answers[DOUBLE + row[two]]) & may
    value[two] += np.where(doubles, double_gain, 0)
    pairs = list(hands.pairs.values())
    split_gain = 2 * drawn(here.chance[pairs], hands.split_deals, value) - lost[pairs] - value[pairs]
    splits = _answered(split_gain, answers[SPLIT:])
    value[pairs] += np.where(splits, split_gain, 0)
    return Choosing(value, hit_gain, double_gain, split_gain, hits, doubles, splits)


def dealt(here: ShoePosition, columns: int) -> Floats:
    """How often each first two cards are dealt; a Blackjack has no question."""
    reach = np.zeros((len(here.hands.total), columns))
    for cards, chance in first_two(here.shoe).items():
        if not (cards[ACE] and cards[TEN]):
            reach[here.hands.number[DEALT, cards]] = chance
    return reach


def worth_of(here: ShoePosition, signal: Ints, answers: Answers) -> Floats:
    """Only the value of the answers, column by column."""
    return _worth(here, signal, choose(here, signal, answers), dealt(here, len(signal)))


def _worth(here: ShoePosition, signal: Ints, chosen: Choosing, reach: Floats) -> Floats:
    """The value over all first two cards, weighted by their chances."""
    two = here.hands.levels[0]
    worth: Floats = (reach[two] * (chosen.value[two] - here.lost[two][:, signal])).sum(axis=0)
    return worth


def play(here: ShoePosition, signal: Ints, answers: Answers) -> AnswerValues:
    """The value of the answers, and the gain of each, weighted by how often play by the answers reaches it."""
    hands, chosen = here.hands, choose(here, signal, answers)
    two, pairs = hands.levels[0], list(hands.pairs.values())
    reach = dealt(here, len(signal))
    worth = _worth(here, signal, chosen, reach)
    split_gains = reach[pairs] * chosen.split_gain
    apart = np.where(chosen.splits, reach[pairs], 0)
    reach[pairs] -= apart
    for kind, row in hands.pairs.items():
        reach[hands.split_deals[kind]] += 2 * apart[kind] * here.chance[row][:, None]
    double_gains = np.where(hands.may_double[two][:, None], reach[two] * chosen.double_gain, 0)
    reach[two] = np.where(chosen.doubles, 0, reach[two])
    draw_on(here, reach, chosen.hits)
    hit_gains = np.where(hands.may_draw[:, None], reach * chosen.hit_gain, 0)
    gathered = [_by_row(hands, hit_gains), _by_row(hands, double_gains), _sides(split_gains)]
    gain, loss = (np.concatenate(parts) for parts in zip(*gathered, strict=True))
    return AnswerValues(worth, gain, loss)


def gains_anywhere(here: ShoePosition, signal: Ints, answers: Answers) -> Floats:
    """Gains of YES over NO if every hand keeps drawing, also for questions that good play never reaches."""
    hands, chosen = here.hands, choose(here, signal, answers)
    two = hands.levels[0]
    reach = dealt(here, len(signal))
    double_gains = np.where(hands.may_double[two][:, None], reach[two] * chosen.double_gain, 0)
    split_gains = reach[list(hands.pairs.values())] * chosen.split_gain
    draw_on(here, reach, np.broadcast_to(hands.may_draw[:, None], reach.shape))
    hit_gains = np.where(hands.may_draw[:, None], reach * chosen.hit_gain, 0)
    return np.concatenate([_by_row(hands, hit_gains)[0], _by_row(hands, double_gains)[0], split_gains])


def draw_on(here: ShoePosition, reach: Floats, hits: Bools) -> None:
    """Compute how often each hand is reached, from the first two cards to the longest hands."""
    sweep_on(here.hands.after, here.chance, np.ascontiguousarray(hits), reach)


def _sides(gains: Floats) -> tuple[Floats, Floats]:
    """Gains of questions that concern a single hand, which cannot cost another hand anything."""
    return gains, np.zeros_like(gains)


def _by_row(hands: PlayerHands, gains: Floats) -> tuple[Floats, Floats]:
    """Gains summed by row, and the smaller of the stakes of the hands that prefer YES and those that prefer NO."""
    yes, no = np.zeros((2, ROWS, gains.shape[1]))
    add_by_row(_rows(hands), gains, yes, no)
    return yes - no, np.minimum(yes, no)
