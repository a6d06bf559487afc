"""685a.1 and 685a.3(d): the values of cards, Blackjacks, and hands of two Large cards."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.equipment.card_reader import LARGE, range_of
from houseway.equipment.cards import DECK, RANK
from houseway.law import Rules

ACE = 1  # an ace's base value; ten is added where it may count 11
TEN = 10
MORE = 10  # the difference between an ace's 11 and 1
POINTS: Mapping[str, int] = {
    card: ACE if RANK[card] == "A" else int(RANK[card]) if RANK[card].isdigit() else TEN for card in DECK
}


def hard_total(cards: tuple[str, ...]) -> int:
    """685a.1: the total with every ace as 1."""
    return sum(POINTS[card] for card in cards)


def _counted(cards: tuple[str, ...], most: int) -> tuple[int, bool]:
    """685a.3(d)(3): the total with as many aces at 11 as fit within `most`, and whether any does."""
    total, soft = hard_total(cards), False
    for card in cards:
        if POINTS[card] == ACE and total + MORE <= most:
            total, soft = total + MORE, True
    return total, soft


def player_total(rules: Rules, cards: tuple[str, ...]) -> int:
    """A player's ace counts 11 unless that makes more than 21."""
    return _counted(cards, rules.number("blackjack_points"))[0]


def is_soft(rules: Rules, cards: tuple[str, ...]) -> bool:
    """685a.1: does an ace count 11 in a player's hand?"""
    return _counted(cards, rules.number("blackjack_points"))[1]


def dealer_total(rules: Rules, cards: tuple[str, ...]) -> int:
    """The dealer's ace counts 11 up to 22 by the letter of the text, up to 21 by custom: a reading."""
    literal = rules.reading("dealer_soft_22") == "literal"
    return _counted(cards, rules.number("dealer_ace_most" if literal else "blackjack_points"))[0]


def ace_at_22(rules: Rules, cards: tuple[str, ...]) -> bool:
    """685a.3(d)(3): would an ace at 11 make just 22, so that the paragraph decides what the dealer's hand counts?"""
    by_letter, by_custom = (_counted(cards, rules.number(most))[0] for most in ("dealer_ace_most", "blackjack_points"))
    return by_letter != by_custom


def is_blackjack(cards: tuple[str, ...]) -> bool:
    """685a.1: an ace and a card that counts 10, as the first two cards."""
    return len(cards) == 2 and sorted(POINTS[card] for card in cards) == [ACE, TEN]


def two_large(rules: Rules, cards: tuple[str, ...], split: bool) -> bool:
    """685a.7(n)(1): exactly two original Large cards; aces, drawn cards and split hands are readings."""
    if split and rules.reading("large_after_split") == "no":
        return False
    if len(cards) != 2 and (split or rules.reading("large_drawn") == "two-cards-only"):
        return False
    first = cards[:2]
    if rules.reading("large_aces") == "do-not-count" and any(POINTS[card] == ACE for card in first):
        return False
    return all(range_of(card) == LARGE for card in first)
