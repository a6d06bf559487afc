"""The best chart: worth what following it is worth by brute force, and better than its neighbours."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from chapters.c685a_down_under_blackjack.oracle import (
    Cards,
    Finished,
    Holes,
    Oracle,
    Shoe,
    drawn,
    is_blackjack,
    without,
)
from chapters.c685a_down_under_blackjack.oracle import total as total_of
from houseway.games.down_under_blackjack.mathematics.answer_sheet import play
from houseway.games.down_under_blackjack.mathematics.best_play import solve
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import Chart, best_chart, charted
from houseway.games.down_under_blackjack.mathematics.terms import Terms
from houseway.games.down_under_blackjack.present.chart_advice import code, pair_code

SHOE = (3, 2, 0, 0, 0, 0, 3, 0, 2, 5)


class Follower:
    """Plays a shoe by a chart's letters, card by card."""

    def __init__(self, chart: Chart, shoe: Shoe, terms: Terms) -> None:
        self.chart, self.oracle = chart, Oracle(shoe, terms)

    def signal(self, up: int, light: str) -> int:
        told = self.chart.position.signals
        return next(n for n, each in enumerate(told) if (each.up, each.light) == (up - 1, light))

    def hand(self, cards: Cards, split: bool, up: int, signal: int, holes: Holes, unseen: Shoe) -> Fraction:
        count = total_of(cards, 21)
        if len(cards) > 1 and (count >= 21 or (split and cards[0] == 1)):
            return self.oracle.settle((Finished(cards, 1, split),), up, holes, unseen)
        letters = "H" if len(cards) == 1 else code(self.chart, signal, count, count != sum(cards))
        double = letters.startswith("D") and len(cards) == 2
        if not double and letters in ("S", "Ds"):
            return self.oracle.settle((Finished(cards, 1, split),), up, holes, unseen)
        worth = Fraction(0)
        for value, left, shoe in self.oracle.next_cards(holes, unseen):
            longer = (*cards, value)
            if double:
                worth += self.oracle.settle((Finished(longer, 2, split),), up, left, shoe)
            else:
                worth += self.hand(longer, split, up, signal, left, shoe)
        return worth

    def expected(self) -> Fraction:
        worth, shoe = Fraction(0), self.oracle.shoe
        for first, chance in drawn(shoe):
            for second, second_chance in drawn(without(shoe, first)):
                for up, up_chance in drawn(without(shoe, first, second)):
                    unseen = without(shoe, first, second, up)
                    worth += chance * second_chance * up_chance * self._round((first, second), up, unseen)
        return worth

    def _round(self, cards: Cards, up: int, unseen: Shoe) -> Fraction:
        lights = self.oracle.signals(up, unseen)
        alive = sum((weight for holes in lights.values() for _, weight in holes), Fraction(0))
        if is_blackjack(cards):
            return Fraction(3, 2) * alive
        worth = alive - 1
        for light, holes in lights.items():
            signal = self.signal(up, light)
            if cards[0] == cards[1] and pair_code(self.chart, signal, cards[0] - 1) == "P":
                worth += 2 * self.hand(cards[:1], True, up, signal, holes, unseen)
            else:
                worth += self.hand(cards, False, up, signal, holes, unseen)
        return worth


@pytest.mark.parametrize(
    "terms", [Terms(), Terms("literal", "return", double_on_22="returned")], ids=["default", "other"]
)
def test_following_the_chart_is_worth_what_it_says(terms: Terms) -> None:
    chart = best_chart(solve(SHOE, terms))
    assert chart.proven
    assert chart.expected == pytest.approx(float(Follower(chart, SHOE, terms).expected()), abs=1e-12)


GIVES_UP = [(6, "0.0010"), *(pytest.param(*each, marks=pytest.mark.nightly) for each in ((4, "0.0032"), (8, "0.0002")))]


@pytest.mark.parametrize(("decks", "gives_up"), GIVES_UP)
def test_what_the_chart_gives_up(decks: int, gives_up: str) -> None:
    solved, chart = charted(full_shoe(decks), Terms())
    assert chart.proven
    assert chart.gives_up.min() >= -1e-14
    assert f"{100 * (solved.expected - chart.expected):.4f}" == gives_up


@pytest.mark.nightly
def test_no_one_or_two_answers_changed_make_a_better_chart() -> None:
    chart = best_chart(solve(SHOE, Terms()))
    here = chart.position
    compared = 0
    for signal in (5, 18, 26, 28):
        column = np.array([signal])
        before = play(here, column, chart.answers[:, column])
        matter = np.flatnonzero(before.gain[:, 0])
        changes = [*((q,) for q in matter), *itertools.combinations(matter, 2)]
        sheets = np.repeat(chart.answers[:, column], len(changes), axis=1)
        for place, change in enumerate(changes):
            sheets[list(change), place] = 1 - sheets[list(change), place]
        after = play(here, np.full(len(changes), signal), sheets)
        compared += len(changes)
        assert after.worth.max() <= before.worth[0] + 1e-14
    assert compared > 100
