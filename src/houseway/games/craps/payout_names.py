"""623a.5 and 623a.6: the names of the payout lines on forms."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.games.craps.wagers import KINDS
from houseway.games.craps.wagers.odds import GROUPS, PARAGRAPH
from houseway.law import Rules

MADE = {4: "four different points made", 5: "five different points made", 6: "six different points made"}


def payout_names(rules: Rules) -> Mapping[str, str]:
    """A wager's name and, if it has several lines, what distinguishes them; also for wagers that are not offered."""
    offers = [offer for each in KINDS for offer in each.offers(rules)]
    name = {offer.id: offer.name for offer in offers}
    alone = {offer.payouts[0].line: offer.name for offer in offers if len(offer.payouts) == 1}
    fire = {f"fire-{str(table).lower()}-{made}": f"{name['fire']}, pay table {table}, {words}"
            for table in rules.edition.options["fire.paytable"].choices for made, words in MADE.items()}  # fmt: skip
    odds = {
        f"odds-{line}-{group}": f"Odds on the {name[line]}, {group.replace('-', ' or ')}"
        for line in PARAGRAPH
        for group in dict.fromkeys(GROUPS.values())
    }
    return {
        **alone, **fire, **odds, "field-2-12": f"{name['field']}, 2 or 12",
        "6-7-8-hard": f"{name['6-7-8']}, a 6 or 8 as a pair",
    }  # fmt: skip
