"""The Bet Wager by brute force, in exact rationals, for small shoes: nothing here is shared with the analyser but its terms.

It goes through the round card by card, as 685a.7 does. Every possible hole card is carried along with its weight; the
player, who sees only its range, must do the same whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from houseway.games.down_under_blackjack.mathematics.terms import Terms

Cards = tuple[int, ...]  # values; an ace is 1, every ten-valued card 10
Shoe = tuple[int, ...]  # how many of each value are unseen or left, aces first
Holes = tuple[tuple[int, Fraction], ...]  # every possible hole card with its weight


def total(cards: Cards, limit: int) -> int:
    """The total of a hand: as many aces at 11 as stay within the limit."""
    count = sum(cards)
    for _ in range(cards.count(1)):
        if count + 10 <= limit:
            count += 10
    return count


def without(shoe: Shoe, *values: int) -> Shoe:
    left = list(shoe)
    for value in values:
        left[value - 1] -= 1
    assert min(left) >= 0
    return tuple(left)


def drawn(shoe: Shoe) -> Iterator[tuple[int, Fraction]]:
    """Every next card with its chance."""
    size = sum(shoe)
    assert size > 0, "the shoe is too small for an oracle"
    for value in range(1, 11):
        if shoe[value - 1]:
            yield value, Fraction(shoe[value - 1], size)


def is_blackjack(cards: Cards) -> bool:
    return sorted(cards) == [1, 10]


@dataclass(frozen=True)
class Finished:
    """A hand that is done: its cards, how many wagers lie on it, and whether it came of a split."""

    cards: Cards
    wagers: int
    split: bool


@dataclass(frozen=True)
class Oracle:
    shoe: Shoe
    terms: Terms

    # The dealer

    def dealer(self, cards: Cards, shoe: Shoe) -> dict[int, Fraction]:
        """The chances of the dealer's totals from these cards on."""
        return _dealer(tuple(sorted(cards)), shoe, self.terms.dealer_soft_limit)

    def pays(self, hand: Finished, dealer: int) -> int:
        """The win or loss of a finished hand against a dealer's total."""
        count = total(hand.cards, 21)
        if dealer == 22 and self.terms.returns_on_22:
            if count > 21:
                return 0 if self.terms.bust_on_22 == "return" else -hand.wagers
            paid = 1 if self.terms.double_on_22 == "returned" else hand.wagers
            return paid if count == 21 or self._two_large(hand) else 0
        if count > 21:
            return -hand.wagers
        if dealer > 21 or count > dealer:
            return hand.wagers
        return 0 if count == dealer else -hand.wagers

    def _two_large(self, hand: Finished) -> bool:
        if hand.split and self.terms.large_after_split == "no":
            return False
        if len(hand.cards) > 2 and (hand.split or self.terms.large_drawn == "two-cards-only"):
            return False
        return hand.cards[:2] == (10, 10) or (hand.cards[:2] == (1, 1) and self.terms.large_aces == "count")

    # The player

    def settle(self, hands: tuple[Finished, ...], up: int, holes: Holes, unseen: Shoe) -> Fraction:
        """The joint worth of finished hands: the hole card is turned, the dealer draws."""
        worth = Fraction(0)
        for hole, weight in holes:
            for count, chance in self.dealer((up, hole), without(unseen, hole)).items():
                worth += weight * chance * sum(self.pays(hand, count) for hand in hands)
        return worth

    def next_cards(self, holes: Holes, unseen: Shoe) -> Iterator[tuple[int, Holes, Shoe]]:
        """Every card the player may be dealt, with the weights of the hole cards once it is seen."""
        for value in range(1, 11):
            left = []
            for hole, weight in holes:
                shoe = without(unseen, hole)
                if shoe[value - 1]:
                    left.append((hole, weight * Fraction(shoe[value - 1], sum(shoe))))
            if left:
                yield value, tuple(left), without(unseen, value)

    def play(
        self,
        cards: Cards,
        split: bool,
        up: int,
        holes: Holes,
        unseen: Shoe,
        done: Callable[[Finished, Holes, Shoe], Fraction],
    ) -> dict[str, Fraction]:
        """The value of each choice for one hand; `done` gives the value of the rest once it is finished."""
        if split and len(cards) == 1:
            worth = Fraction(0)
            for value, left, shoe in self.next_cards(holes, unseen):
                worth += self._best((*cards, value), split, up, left, shoe, done)
            return {"deal": worth}
        choices = {"stand": done(Finished(cards, 1, split), holes, unseen)}
        if total(cards, 21) >= 21 or (split and cards[0] == 1):
            return choices
        hit = double = Fraction(0)
        for value, left, shoe in self.next_cards(holes, unseen):
            longer = (*cards, value)
            hit += self._best(longer, split, up, left, shoe, done)
            double += done(Finished(longer, 2, split), left, shoe) if len(cards) == 2 else 0
        choices["hit"] = hit
        if len(cards) == 2:
            choices["double-down"] = double
        return choices

    def _best(
        self,
        cards: Cards,
        split: bool,
        up: int,
        holes: Holes,
        unseen: Shoe,
        done: Callable[[Finished, Holes, Shoe], Fraction],
    ) -> Fraction:
        return max(self.play(cards, split, up, holes, unseen, done).values())

    def split_seeing_all(self, pair: int, up: int, holes: Holes, unseen: Shoe) -> Fraction:
        """Both hands of a split, the second played with the first's cards seen: 685a.10(b)."""

        def second(first: Finished, left: Holes, shoe: Shoe) -> Fraction:
            def both(other: Finished, last: Holes, rest: Shoe) -> Fraction:
                return self.settle((first, other), up, last, rest)

            return self._best((pair,), True, up, left, shoe, both)

        return self._best((pair,), True, up, holes, unseen, second)

    def split_seeing_own(self, pair: int, up: int, holes: Holes, unseen: Shoe) -> Fraction:
        """Both hands of a split, each by the best rule that looks at its own cards only, dealt one after the other."""

        def alone(hand: Finished, left: Holes, shoe: Shoe) -> Fraction:
            return self.settle((hand,), up, left, shoe)

        def rule(cards: Cards) -> str:
            seen_holes, seen = holes, unseen
            for value in cards[1:]:
                _, seen_holes, seen = next(each for each in self.next_cards(seen_holes, seen) if each[0] == value)
            choices = self.play(cards, True, up, seen_holes, seen, alone)
            return max(choices, key=lambda choice: choices[choice])

        ruled = cache(rule)

        def follow(
            cards: Cards, left: Holes, shoe: Shoe, done: Callable[[Finished, Holes, Shoe], Fraction]
        ) -> Fraction:
            choice = "deal" if len(cards) == 1 else ruled(cards)
            if choice == "stand":
                return done(Finished(cards, 1, True), left, shoe)
            worth = Fraction(0)
            for value, after, rest in self.next_cards(left, shoe):
                longer = (*cards, value)
                if choice == "double-down":
                    worth += done(Finished(longer, 2, True), after, rest)
                else:
                    worth += follow(longer, after, rest, done)
            return worth

        def second(first: Finished, left: Holes, shoe: Shoe) -> Fraction:
            return follow((pair,), left, shoe, lambda other, last, rest: self.settle((first, other), up, last, rest))

        return follow((pair,), holes, unseen, second)

    def choices(self, cards: Cards, up: int, holes: Holes, unseen: Shoe, seeing_all: bool) -> dict[str, Fraction]:
        """The value of each choice with the first two cards."""

        def alone(hand: Finished, left: Holes, shoe: Shoe) -> Fraction:
            return self.settle((hand,), up, left, shoe)

        found = self.play(cards, False, up, holes, unseen, alone)
        if cards[0] == cards[1]:
            if seeing_all:
                found["split"] = self.split_seeing_all(cards[0], up, holes, unseen)
            else:
                one = self.play((cards[0],), True, up, holes, unseen, alone)["deal"]
                found["split"] = 2 * one
        return found

    # The round

    def signals(self, up: int, unseen: Shoe) -> dict[str, Holes]:
        """685a.7(h): the ranges that the reader may show for the hole card, and the cards of each, without Blackjacks."""
        size = sum(unseen)
        told: dict[str, list[tuple[int, Fraction]]] = {}
        for hole in range(1, 11):
            if unseen[hole - 1] and not is_blackjack((up, hole)):
                name = "small" if 2 <= hole <= 5 else "medium" if 6 <= hole <= 9 else "large"
                told.setdefault(name if self.terms.ranges else "unknown", []).append(
                    (hole, Fraction(unseen[hole - 1], size))
                )
        return {name: tuple(holes) for name, holes in told.items()}

    def expected(self) -> Fraction:
        """The worth of one Bet Wager under best play, each hand on its own cards, without insurance."""
        worth = Fraction(0)
        for first, chance in drawn(self.shoe):
            for second, second_chance in drawn(without(self.shoe, first)):
                if second < first:
                    continue
                both = chance * second_chance * (1 if first == second else 2)
                for up, up_chance in drawn(without(self.shoe, first, second)):
                    unseen = without(self.shoe, first, second, up)
                    worth += both * up_chance * self._round((first, second), up, unseen)
        return worth

    def _round(self, cards: Cards, up: int, unseen: Shoe) -> Fraction:
        blackjack = Fraction(0)
        if up in (1, 10):
            blackjack = Fraction(unseen[0 if up == 10 else 9], sum(unseen))
        if is_blackjack(cards):
            return Fraction(3, 2) * (1 - blackjack)
        worth = -blackjack
        for holes in self.signals(up, unseen).values():
            worth += max(self.choices(cards, up, holes, unseen, seeing_all=False).values())
        return worth


@cache
def _dealer(cards: Cards, shoe: Shoe, limit: int) -> dict[int, Fraction]:
    count = total(cards, limit)
    if count >= 17:
        return {count: Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, chance in drawn(shoe):
        for ending, later in _dealer(tuple(sorted((*cards, value))), without(shoe, value), limit).items():
            found[ending] = found.get(ending, Fraction(0)) + chance * later
    return found
