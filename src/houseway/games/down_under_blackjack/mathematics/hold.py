"""The house's hold on a Bet Wager, by decks, readings and the player's strategy."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from houseway.core.advice import Progress
from houseway.games.down_under_blackjack.mathematics.answer_sheet import (
    DOUBLE,
    QUESTION_COUNT,
    SPLIT,
    AnswerValues,
    row_of,
    worth_of,
)
from houseway.games.down_under_blackjack.mathematics.best_play import Solved, solve
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import free_play, worth_by_chart
from houseway.games.down_under_blackjack.mathematics.draw_loops import NO, OPEN
from houseway.games.down_under_blackjack.mathematics.player_hands import hands_under
from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_expected
from houseway.games.down_under_blackjack.mathematics.terms import DECKS, QUESTIONS, Terms

CLAIMED: Final = (43, 49)  # the preamble's hold on required wagers, in hundredths of a percent
STRATEGIES: Final = {
    "best": "best play, by every card of the hand",
    "chart": "the best chart by totals",
    "even-money": "the chart, and even money (insurance) with every Blackjack",
    "insures": "the chart, and insurance whenever it is offered",
    "customary": "best play, but never doubling on 8 or less or on soft 19 or 20, never splitting 4s",
    "no-light": "best play by a player who ignores the light",
}
FOURS: Final = 3
THREADS: Final = 2  # the loops release the GIL; more threads displace each other from the cache
MATTER: Final = ("dealer_soft_22", "bust_on_22", "large_after_split", "double_on_22")  # two aces are split anyway


@dataclass(frozen=True, slots=True)
class HoldFigure:
    """One figure: the house's hold as a share of the Bet Wager."""

    decks: int
    terms: Terms
    strategy: str
    hold: float

    @property
    def in_claimed_range(self) -> bool:
        """Does it round into the preamble's range?"""
        return CLAIMED[0] <= round(self.hold * 10_000) <= CLAIMED[1]


def readings(start: Terms) -> list[Terms]:
    """The given answers, each with one answer changed, and all combinations of those that matter most."""
    singly = [start.with_answers({question.name: answer}) for question in QUESTIONS for answer in question.ids]
    answers = itertools.product(*(question.ids for question in QUESTIONS if question.name in MATTER))
    together = [start.with_answers(dict(zip(MATTER, chosen, strict=True))) for chosen in answers]
    return list(dict.fromkeys([start, *singly, *together]))


def customary(solved: Solved, free: AnswerValues) -> float:
    """The value of a Bet Wager to a player who makes only the customary doubles and splits."""
    here = solved.position
    signal = np.arange(len(here.signals))
    sheet = np.full((QUESTION_COUNT, len(signal)), OPEN, dtype=np.int8)
    for total in range(4, 9):
        sheet[DOUBLE + row_of(total, False)] = NO
    for total in (19, 20):
        sheet[DOUBLE + row_of(total, True)] = NO
    sheet[SPLIT + FOURS] = NO
    return solved.expected - float(free.worth.sum() - worth_of(here, signal, sheet).sum())


def holds(decks: int, terms: Terms) -> list[HoldFigure]:
    """All strategies under one reading."""
    shoe = full_shoe(decks)
    solved = solve(shoe, terms)
    free = free_play(solved.position)
    chart = worth_by_chart(solved, free)
    worth = {
        "best": solved.expected,
        "chart": chart,
        "even-money": chart + float(insurance_expected(shoe, "blackjack")),
        "insures": chart + float(insurance_expected(shoe, "always")),
        "customary": customary(solved, free),
    }
    return [HoldFigure(decks, terms, strategy, -value) for strategy, value in worth.items()]


def without_light(decks: int, terms: Terms) -> HoldFigure:
    """The hold against a player who ignores the light."""
    blind = replace(terms, ranges=False)
    return HoldFigure(decks, terms, "no-light", -solve(full_shoe(decks), blind).expected)


def hold_table(start: Terms, progress: Progress) -> list[HoldFigure]:
    """The hold by decks, readings and strategy, in an order that lets readings share the dealer's endings."""
    every = sorted(readings(start), key=lambda terms: (terms.dealer_soft_22, terms.large_drawn))
    groups = [list(group) for _, group in itertools.groupby(every, key=lambda terms: terms.dealer_soft_22)]
    work = [(decks, group) for decks in sorted(DECKS) for group in groups]
    count, found = len(DECKS) * len(every), list[HoldFigure]()
    progress(f"{count} tables")
    for terms in every:
        hands_under(terms)  # computed once, before the threads need it
    with ThreadPoolExecutor(THREADS) as pool:
        for held in pool.map(lambda part: [each for terms in part[1] for each in holds(part[0], terms)], work):
            found += held
            progress(f"{len(found) // 5} of {count} tables")
        progress("a player who ignores the light")
        return found + list(pool.map(lambda decks: without_light(decks, start), sorted(DECKS)))
