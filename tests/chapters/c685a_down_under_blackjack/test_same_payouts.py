"""The analysis has two payouts as numbers of its own: they are those of the edition."""

from __future__ import annotations

from fractions import Fraction

from houseway.games import load
from houseway.games.down_under_blackjack.mathematics.best_play import BLACKJACK
from houseway.games.down_under_blackjack.mathematics.side_wagers import MATCH_PAYS
from support import law

PAYOUTS = load("down-under-blackjack")[1].edition.payouts


@law("685a.11(a)")
def test_685a_11_a_the_analysis_pays_a_blackjack_as_the_edition_does() -> None:
    assert float(PAYOUTS["blackjack"].odds.ratio) == BLACKJACK


@law("685a.11(c)")
def test_685a_11_c_the_analysis_pays_a_match_as_the_edition_does() -> None:
    for decks, pays in MATCH_PAYS.items():
        lines = [PAYOUTS[f"match-{how}-{decks}"] for how in ("suited", "unsuited")]
        assert [line.odds.ratio for line in lines] == list(map(Fraction, pays))
