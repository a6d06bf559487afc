"""685a.2(b)(4)(iv), (6) and 685a.12(k): the signs at a Down Under Blackjack table."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core.sign import Sign, odds_sign, out_of_order_sign
from houseway.games.down_under_blackjack.law.state import MATCH
from houseway.games.down_under_blackjack.law.wagers import catalogue
from houseway.law import Citation, Rules

NO_SURRENDER, ODDS = Citation("685a.2(b)(4)(iv)"), Citation("685a.2(b)(6)")


def draw_signs(rules: Rules) -> tuple[Sign, ...]:
    """Signs for words that are not on the layout, and one for a shuffler that is out of order."""
    on_sign = rules.option("no_surrender") == "sign"
    wording = str(rules.option("wording.no_surrender"))
    why = "" if on_sign else "the layout says that there is no surrender"
    return (
        Sign("no-surrender", "No surrender", (NO_SURRENDER,), (wording,), needed=on_sign, why=why),
        odds_sign(rules, ODDS, paid(rules)),
        out_of_order_sign("Card shuffling device", rules.cite("out_of_order"), rules.option("shuffler") != "manual"),
    )


def payout_names(rules: Rules) -> Mapping[str, str]:
    """Names of payout lines that do not belong to one wager alone."""
    matches = {
        f"match-{suit}ed-{decks}": f"Match-the-Dealer, {words} suit, {decks} decks"
        for suit, words in (("suit", "same"), ("unsuit", "other"))
        for decks in (6, 8)
    }
    return {"blackjack": "Bet Wager, a Blackjack", **matches}


def paid(rules: Rules) -> dict[str, str]:
    """The payouts of each wager, with a Blackjack and both matches as their own lines."""
    offers = catalogue(rules)
    rows = {offer.name: str(offer.payouts[0].odds) for wager, offer in offers.items() if wager != MATCH}
    rows["Blackjack"] = str(rules.payout("blackjack").odds)
    if MATCH in offers:
        suited, unsuited = (line.odds for line in offers[MATCH].payouts)
        rows |= {"Match-the-Dealer, same suit": str(suited), "Match-the-Dealer, other suit": str(unsuited)}
    return rows
