"""The dealing shoe: how many cards have left it, what nobody has seen yet, and where its cover card lies.

The faces are not here. A card that is still to come is a slot, its place in the stack as it was shuffled; what the state knows
is how many of each face nobody has seen: those in the shoe, and those that were burned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from houseway.core import Chance, Outcome
from houseway.equipment.cards import DECK, FACE_DOWN, NUMBER
from houseway.law import Citation


@dataclass(frozen=True, slots=True)
class Shoe:
    """A stack of whole decks in a dealing shoe."""

    decks: int
    unseen: tuple[int, ...]  # by face, in the order of DECK
    out: int = 0  # cards that have left the shoe, burned ones included
    cut: int = 0  # cards that the cut took from the top of the shuffled stack to its bottom
    stop: int = 0  # the cover card comes up after so many cards; 0: there is none

    @property
    def size(self) -> int:
        """Cards in a full shoe."""
        return self.decks * len(DECK)

    @property
    def left(self) -> int:
        """Cards still in the shoe."""
        return self.size - self.out

    @property
    def slot(self) -> str:
        """The place of the next card in the stack as it was shuffled, before the cut."""
        return str((self.cut + self.out) % self.size + 1)

    @property
    def at_cover(self) -> bool:
        """Does the cover card come up before the next card?"""
        return self.stop != 0 and self.out == self.stop

    def weights(self) -> Mapping[str, int]:
        """The faces that the next card may have, each as often as it is still unseen."""
        return {card: count for card, count in zip(DECK, self.unseen, strict=True) if count}

    def seen(self, card: str) -> Shoe:
        """A card left the shoe and was shown."""
        return replace(self.known(card), out=self.out + 1)

    def known(self, card: str) -> Shoe:
        """A card that had left the shoe before is shown now."""
        n = NUMBER[card]
        assert self.unseen[n] > 0, f"{card} is not among the unseen cards"
        return replace(self, unseen=(*self.unseen[:n], self.unseen[n] - 1, *self.unseen[n + 1 :]))

    def face_down(self) -> Shoe:
        """A card left the shoe and nobody was shown it."""
        return replace(self, out=self.out + 1)


def full_shoe(decks: int) -> Shoe:
    """All cards, none of them seen."""
    return Shoe(decks, (decks,) * len(DECK))


def faces_of(decks: int) -> tuple[str, ...]:
    """What a shuffle arranges."""
    return DECK * decks


def next_card(shoe: Shoe, what: str, cites: tuple[Citation, ...]) -> Chance:
    """The next card of the shoe, for all to see."""
    return Chance(what, shoe.weights(), cites, (shoe.slot,))


def burned_card(shoe: Shoe, cites: tuple[Citation, ...], what: str = "burned card") -> Chance:
    """The next card of the shoe goes into the discard rack, and nobody is shown it."""
    return Chance(what, shoe.weights(), cites, (shoe.slot,), not_shown)


def not_shown(face: Outcome) -> Outcome:
    """All that anybody sees of a card that stays face down."""
    del face
    return FACE_DOWN
