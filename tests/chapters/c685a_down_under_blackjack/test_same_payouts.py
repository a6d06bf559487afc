"""The analysis has two payouts as numbers of its own: they are those of the edition."""

from __future__ import annotations

from houseway.games import load
from houseway.games.down_under_blackjack.analysis.best import BLACKJACK
from houseway.games.down_under_blackjack.analysis.side import MATCH_PAYS
from support import law

PAYOUTS = load("down-under-blackjack")[1].edition.payouts


@law("685a.11(a)")
def test_685a_11_a_the_analysis_pays_a_blackjack_as_the_edition_does() -> None:
    assert PAYOUTS["blackjack"].odds.ratio == BLACKJACK


@law("685a.11(c)")
def test_685a_11_c_the_analysis_pays_a_match_as_the_edition_does() -> None:
    paid = {
        decks: tuple(PAYOUTS[f"match-{how}-{decks}"].odds.ratio for how in ("suited", "unsuited"))
        for decks in MATCH_PAYS
    }
    assert paid == MATCH_PAYS
