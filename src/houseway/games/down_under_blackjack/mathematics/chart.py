"""The best chart by totals, and the proof that no other is better.

Answers are improved, each weighted by how often the chart itself reaches it, until no change helps. Then branch and bound
covers all other charts: a sheet with open answers bounds the value of every chart that fills them in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from houseway.games.down_under_blackjack.mathematics.answer_sheet import (
    QUESTION_COUNT,
    Answers,
    AnswerValues,
    gains_anywhere,
    play,
)
from houseway.games.down_under_blackjack.mathematics.best_play import ShoePosition, Solved, solve
from houseway.games.down_under_blackjack.mathematics.card_counts import CardCounts
from houseway.games.down_under_blackjack.mathematics.dealer_hand import Floats, Ints
from houseway.games.down_under_blackjack.mathematics.draw_loops import NO, OPEN, YES
from houseway.games.down_under_blackjack.mathematics.player_hands import Bools
from houseway.games.down_under_blackjack.mathematics.terms import Terms

CLOSE: Final = 1e-14  # values that differ by less are equal
ABREAST: Final = 30  # number of sheets played at once
SHEETS_MAX: Final = 6000  # the proof gives up after this many
ROUNDS_MAX: Final = 60  # rounds of improvement; a handful suffice

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart for every signal, its value, and its loss against best play."""

    position: ShoePosition
    answers: Answers  # questions × signals
    expected: float
    gives_up: Floats  # per signal, joint
    proven: bool  # no other chart is better; if False, only that no single change helps
    sheets: int  # number of sheets in the proof


def best_chart(solved: Solved, progress: Progress = lambda _: None) -> Chart:
    """The best chart for a shoe whose best play is known."""
    here = solved.position
    free = free_play(here)
    answers, worth, sheets = _best_answers(here, free, progress)
    answers = np.where(_comes_up(here, answers), answers, _otherwise(here, answers)).astype(np.int8)
    gives_up = free.worth - worth
    return Chart(here, answers, solved.expected - float(gives_up.sum()), gives_up, sheets <= SHEETS_MAX, sheets)


def free_play(here: ShoePosition) -> AnswerValues:
    """Leave every question open: each hand makes its own best choice."""
    signal = np.arange(len(here.signals))
    return play(here, signal, np.full((QUESTION_COUNT, len(signal)), OPEN, dtype=np.int8))


def worth_by_chart(solved: Solved, free: AnswerValues) -> float:
    """The value of a Bet Wager by the best chart; `best_chart` gives the answers too and takes twice as long."""
    _, worth, _ = _best_answers(solved.position, free, lambda _: None)
    return solved.expected - float((free.worth - worth).sum())


def _best_answers(here: ShoePosition, free: AnswerValues, progress: Progress) -> tuple[Answers, Floats, int]:
    """The best answers to all questions that come up, their value, and the number of sheets in the proof."""
    answers = np.where(free.gain > 0, YES, NO).astype(np.int8)
    progress("improving the chart")
    answers, worth = _improved(here, np.arange(len(here.signals)), answers)
    return _proven(here, answers, worth, free, progress)


@lru_cache(maxsize=2)
def charted(shoe: CardCounts, terms: Terms) -> tuple[Solved, Chart]:
    """Best play from a shoe and the best chart, with a small cache."""
    solved = solve(shoe, terms)
    return solved, best_chart(solved)


def _comes_up(here: ShoePosition, answers: Answers) -> Bools:
    """The questions that play by the chart can reach."""
    played = play(here, np.arange(answers.shape[1]), answers)
    result: Bools = (played.gain != 0) | (played.loss != 0)
    return result


def _otherwise(here: ShoePosition, answers: Answers) -> Answers:
    """Answers for hands that the chart never reaches: the best on average over all hands that drawing can make."""
    gain = gains_anywhere(here, np.arange(answers.shape[1]), answers)
    return np.where(gain > 0, YES, NO).astype(np.int8)


def _improved(here: ShoePosition, signal: Ints, answers: Answers) -> tuple[Answers, Floats]:
    """Change every answer that gains, or only the one that gains most if changing all does not help."""
    now = play(here, signal, answers)
    for _ in range(ROUNDS_MAX):
        wrong = np.where(answers == YES, now.gain < -CLOSE, now.gain > CLOSE)
        if not wrong.any():
            break
        tried = np.where(wrong, 1 - answers, answers).astype(np.int8)
        then = play(here, signal, tried)
        worse = np.flatnonzero(wrong.any(axis=0) & (then.worth <= now.worth + CLOSE))
        for column in worse:
            most = int(np.argmax(np.where(wrong[:, column], np.abs(now.gain[:, column]), 0)))
            tried[:, column] = answers[:, column]
            tried[most, column] = 1 - answers[most, column]
        answers, now = tried, play(here, signal, tried) if len(worse) else then
    return answers, now.worth


def _proven(
    here: ShoePosition, answers: Answers, worth: Floats, free: AnswerValues, progress: Progress
) -> tuple[Answers, Floats, int]:
    """Branch and bound over all charts, all signals at once; return the best answers and the number of sheets.

    `free`: the result of the starting sheets, on which nothing is answered.
    """
    best, best_worth = answers.copy(), worth.copy()
    waiting = [(column, np.full(QUESTION_COUNT, OPEN, dtype=np.int8)) for column in range(len(worth))]
    sheets = 0
    while waiting and sheets <= SHEETS_MAX:
        batch, waiting = waiting[-ABREAST:], waiting[:-ABREAST]
        signal = np.array([column for column, _ in batch])
        if not sheets and len(batch) == len(worth):
            played = free
        else:
            played = play(here, signal, np.stack([sheet for _, sheet in batch], axis=1))
        sheets += len(batch)
        progress(f"proving the chart: {sheets} sheets")
        for place, (column, sheet) in enumerate(batch):
            if played.worth[place] <= best_worth[column] + CLOSE:
                continue
            at_odds = np.where(sheet == OPEN, played.loss[:, place], 0)
            question = int(np.argmax(at_odds))
            if at_odds[question] <= CLOSE:  # all hands agree: this is a better chart
                filled = np.where(played.gain[:, place] > 0, YES, NO).astype(np.int8)
                best[:, column] = np.where(sheet == OPEN, filled, sheet)
                best_worth[column] = played.worth[place]
                continue
            for answer in (NO, YES):
                branch = sheet.copy()
                branch[question] = answer
                waiting.append((column, branch))
    return best, best_worth, sheets
