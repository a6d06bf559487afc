"""Exact results of the other wagers: insurance (685a.8) and Match-the-Dealer (685a.7(f), 685a.11(c))."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, KINDS, TEN, CardCounts, counts_of, less

MATCH_PAYS: Final = {6: (11, 4), 8: (14, 3)}  # 685a.11(c): suited, unsuited; offered with these decks only, 685a.6(e)
INSURES: Final = ("best", "always", "never", "blackjack")  # "blackjack" is equivalent to even money, 685a.7(g)


def insurance_worth(unseen: CardCounts) -> Fraction:
    """The value of a unit of insurance against an ace, given the unseen cards: 2 to 1 on a ten (685a.11(b))."""
    return 3 * Fraction(unseen[TEN], sum(unseen)) - 1


def insurance_expected(shoe: CardCounts, who: str = "best") -> Fraction:
    """The value that insuring half of a Bet Wager adds to it, over all deals; the player knows the up card and two cards."""
    assert who in INSURES
    size, worth = sum(shoe), Fraction(0)
    for first in KINDS:
        for second in range(first, len(KINDS)):
            cards = counts_of((first, second, ACE))
            if any(gone > there for gone, there in zip(cards, shoe, strict=True)):
                continue
            ways = shoe[first] * (shoe[second] - (first == second)) * (1 if first == second else 2)
            aces = shoe[ACE] - (first == ACE) - (second == ACE)
            half = insurance_worth(less(shoe, cards)) / 2
            blackjack = (first, second) == (ACE, TEN)
            taken = {"best": half > 0, "always": True, "never": False, "blackjack": blackjack}[who]
            worth += Fraction(ways * aces, size * (size - 1) * (size - 2)) * half * taken
    return worth


@dataclass(frozen=True, slots=True)
class Match:
    """A Match-the-Dealer Wager: the chance of each result, in units won, with mean and variance."""

    results: dict[int, Fraction]

    @property
    def expected(self) -> Fraction:
        """Expected result per unit staked."""
        return sum((won * chance for won, chance in self.results.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Variance per unit staked."""
        return sum((won * won * chance for won, chance in self.results.items()), Fraction(0)) - self.expected**2


def match_the_dealer(decks: int, both: str = "each") -> Match | None:
    """The wager from a full shoe; None if it may not be offered. With "once", two matches pay only the better one."""
    if decks not in MATCH_PAYS:
        return None
    suited, unsuited = MATCH_PAYS[decks]
    kinds = {suited: decks - 1, unsuited: 3 * decks, 0: 48 * decks}  # payout -> number of cards with it
    size = 52 * decks - 1
    results: dict[int, Fraction] = {}
    for first, there in kinds.items():
        for second, others in kinds.items():
            chance = Fraction(there * (others - (first == second)), size * (size - 1))
            won = (first + second if both == "each" else max(first, second)) or -1
            results[won] = results.get(won, Fraction(0)) + chance
    return Match(results)
