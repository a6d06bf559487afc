"""The Bet Wager as rows of the odds sheet: best play and the best chart, with the distribution of their results."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np

from houseway.core.advice import Progress
from houseway.core.counted import CountedOdds
from houseway.games.down_under_blackjack.mathematics.answer_sheet import Answers
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import charted
from houseway.games.down_under_blackjack.mathematics.draw_loops import OPEN
from houseway.games.down_under_blackjack.mathematics.round_results import Law, Splits, results
from houseway.games.down_under_blackjack.mathematics.terms import Terms
from houseway.law import cites

CITES: Final = cites(
    "685a.7(h)", "685a.7(i)(1)", "685a.7(k)", "685a.7(m)", "685a.7(n)(1)", "685a.7(o)", "685a.7(p)", "685a.7(q)",
    "685a.9(a)", "685a.10(a)", "685a.11(a)",
)  # fmt: skip
ABOUT: Final = (
    "bet: results are net, per Bet Wager made, from a fresh shoe and without insurance; double-down and split wagers are "
    "counted with it and have no rows of their own. optimal uses every card of the hand and the light; chart uses only "
    "totals (houseway strategy prints it). Both play each hand of a split by its own cards; a player who also looks at "
    "the other hand gains a little more, which is not in these figures."
)


def counted(decks: int, terms: Terms, progress: Progress = lambda _: None) -> tuple[CountedOdds, ...]:
    """A row for each strategy."""
    progress("best play with every hand, and the best chart")
    _, chart = charted(full_shoe(decks), terms)
    ways: dict[str, Answers] = {"optimal": np.full_like(chart.answers, OPEN), "chart": chart.answers}
    splits: Splits = {}
    return tuple(
        CountedOdds(
            strategy,
            exactly_one(results(chart.position, answers, progress, splits)),
            CITES,
            draws=Fraction(0),
            rounded=True,
            about=ABOUT,
        )
        for strategy, answers in ways.items()
    )


def exactly_one(law: Law) -> tuple[tuple[Fraction, Fraction], ...]:
    """The chances as rationals that add up to one; the largest absorbs the rounding."""
    found = {net: Fraction(chance) for net, chance in law.items()}
    most = max(found, key=found.__getitem__)
    found[most] += 1 - sum(found.values())
    return tuple(sorted(found.items()))
