"""621a.10(g) to (k): how one wager ends, and the money that moves with it."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.core import LAYOUT, VIGORISH, Move, Placed, Settled, Verdict
from houseway.core.wagering import give_back, settle
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.law.ranking import Ranked, compare, rank
from houseway.games.pai_gow.law.state import Hand
from houseway.games.pai_gow.law.vigorish import vigorish_cents
from houseway.law import Citation, Rules, cites
from houseway.money import Cents


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """The verdict on a hand against the dealer's or the bank's, and its paragraphs."""

    verdict: Verdict
    because: tuple[Citation, ...]
    says: str


def copies_by_value(rules: Rules) -> bool:
    """Are hands of identical value copies, whatever their highest tiles? (a reading)"""
    return rules.reading("copy_hand") == "621a.1"


def verdict(rules: Rules, hand: Hand, house: Hand) -> HandVerdict:
    """Both hands higher wins, neither loses, one is a tie."""
    by_value = copies_by_value(rules)
    high = compare(ranked(hand.high), ranked(house.high), by_value)
    low = compare(ranked(hand.low), ranked(house.low), by_value)
    compared = tuple(dict.fromkeys((*high.cites, *low.cites)))
    if high.higher and low.higher:
        return HandVerdict(Verdict.WON, (*cites("621a.10(j)"), *compared), "both hands are higher: it wins")
    if high.higher:
        return HandVerdict(
            Verdict.RETURNED, (*cites("621a.10(h)(1)"), *compared), "only the high hand is higher: a tie"
        )
    if low.higher:
        return HandVerdict(Verdict.RETURNED, (*cites("621a.10(h)(2)"), *compared), "only the low hand is higher: a tie")
    return HandVerdict(Verdict.LOST, (*cites("621a.10(g)"), *compared), "neither hand is higher: it loses")


def ranked(tiles: tuple[Tile, ...]) -> Ranked:
    """The rank of a hand's two tiles."""
    one, other = tiles
    return rank(one, other)


def collected(placed: Placed, into: str, because: tuple[Citation, ...]) -> Settled:
    """A losing wager goes to the table inventory, or to the center of the table."""
    return settle(placed, Verdict.LOST, (Move(LAYOUT, into, placed.cents),), because)


def given_back(placed: Placed, because: tuple[Citation, ...]) -> Settled:
    """621a.10(i): a wager that is neither won nor lost is returned."""
    return give_back(placed, because)


def paid(rules: Rules, placed: Placed, source: str, because: tuple[Citation, ...]) -> Settled:
    """621a.10(k), 621a.11(q): pay 1 to 1, less the vigorish on the winnings."""
    payout = rules.payout("wager")
    won = payout.odds.winnings(Cents(placed.cents))
    assert won is not None, "1 to 1 is always whole"
    moves = [Move(LAYOUT, placed.purse, placed.cents), Move(source, placed.purse, won)]
    vigorish = vigorish_cents(rules, won)
    if vigorish:
        moves.append(Move(placed.purse, VIGORISH, vigorish))
    return settle(placed, Verdict.WON, tuple(moves), tuple(dict.fromkeys((*because, payout.cite))))
