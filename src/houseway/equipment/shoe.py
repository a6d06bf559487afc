"""The dealing shoe: how many cards have left it, which faces nobody has seen yet, and the position of its cover card.

It does not hold the faces. A card still to come is a slot, its index in the shuffled stack; the state knows only how many of
each face nobody has seen, which includes the cards in the shoe and the burned ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from houseway.core import Chance, Fill, Outcome
from houseway.core.frozen import changer, frozen, replace
from houseway.equipment.cards import DECK, FACE_DOWN, NUMBER
from houseway.law import Citation

SHOWN = "its face, like 7H"  # what to enter for a card
NOT_SHOWN = '"?", or its face if it was seen, like 7H'


class Counts(Mapping[str, int]):
    """The number of each face, without faces that have none. It is created for every card, so it copies nothing."""

    __slots__ = ("_counts",)

    def __init__(self, counts: tuple[int, ...]) -> None:
        self._counts = counts

    def __getitem__(self, card: str) -> int:
        count = self._counts[NUMBER[card]]
        if not count:
            raise KeyError(card)
        return count

    def __iter__(self) -> Iterator[str]:
        return (card for card, count in zip(DECK, self._counts, strict=True) if count)

    def __len__(self) -> int:
        return sum(count > 0 for count in self._counts)

    def __repr__(self) -> str:
        return f"Counts({dict(self)})"


@frozen
class Shoe:
    """A stack of whole decks in a dealing shoe."""

    decks: int
    unseen: tuple[int, ...]  # by face, in the order of DECK
    out: int = 0  # cards that have left the shoe, burned ones included
    cut: int = 0  # cards that the cut took from the top of the shuffled stack to its bottom
    stop: int = 0  # the cover card comes up after this many cards; 0: there is none
    fill: int = 0  # number of shuffles at this table
    stack: int = 0  # cards in a stack of discards that was shuffled mid-round; 0: whole decks

    @property
    def size(self) -> int:
        """Cards in a full shoe."""
        return self.stack or self.decks * len(DECK)

    @property
    def left(self) -> int:
        """Cards still in the shoe."""
        return self.size - self.out

    @property
    def slot(self) -> str:
        """The slot of the next card: its index in the shuffled stack, before the cut."""
        return f"{self.fill}:{(self.cut + self.out) % self.size + 1}"  # as `fill_of` names them

    def fill_of(self, faces: tuple[str, ...]) -> Fill:
        """The shuffle of these faces, with its own slots."""
        return Fill(f"{self.fill}:", faces)

    @property
    def at_cover(self) -> bool:
        """Does the cover card come up before the next card?"""
        return self.stop != 0 and self.out == self.stop

    def weights(self, beside: Collection[str] = ()) -> Mapping[str, int]:
        """The weights of the next card: how many copies of each face are unseen.

        `beside`: a card is face down on the table and is known only to be one of these faces. If the next card is one of them,
        that leaves one fewer for the face-down card.
        """
        if not beside:
            return Counts(self.unseen)
        unseen, apart = self.unseen, frozenset(beside)
        possible = sum([unseen[NUMBER[card]] for card in apart])
        weighed = [count * (possible - (card in apart)) for card, count in zip(DECK, unseen, strict=True)]
        return {card: weight for card, weight in zip(DECK, weighed, strict=True) if weight}

    def among(self, faces: Collection[str]) -> Mapping[str, int]:
        """The weights of a face-down card that is known to be one of these faces."""
        wanted = frozenset(faces)
        return {card: count for card, count in zip(DECK, self.unseen, strict=True) if count and card in wanted}

    def copies(self, card: Outcome) -> int | None:
        """How many copies of a face nobody has seen; None if it is not a card."""
        return self.unseen[NUMBER[card]] if isinstance(card, str) and card in NUMBER else None

    def foreign(self, card: Outcome) -> bool:
        """Is it a card of which every copy that the decks have has been seen already?"""
        return self.copies(card) == 0

    def seen(self, card: str) -> Shoe:
        """A card left the shoe and was shown."""
        return _seen(self, unseen=self._without(card), out=self.out + 1)

    def known(self, card: str) -> Shoe:
        """A card that had left the shoe before is shown now."""
        return replace(self, unseen=self._without(card))

    def _without(self, card: str) -> tuple[int, ...]:
        n, unseen = NUMBER[card], list(self.unseen)
        assert unseen[n] > 0, f"{card} is not among the unseen cards"
        unseen[n] -= 1
        return tuple(unseen)

    def face_down(self) -> Shoe:
        """A card left the shoe face down."""
        return replace(self, out=self.out + 1)


_seen = changer(Shoe, "unseen", "out")


def full_shoe(decks: int, fill: int = 0) -> Shoe:
    """All cards, none of them seen."""
    return Shoe(decks, (decks,) * len(DECK), fill=fill)


def shuffled(shoe: Shoe) -> tuple[Shoe, Fill]:
    """Shuffle all cards of the shoe."""
    full = full_shoe(shoe.decks, shoe.fill + 1)
    return full, full.fill_of(DECK * shoe.decks)


def rest_shuffled(shoe: Shoe) -> tuple[Shoe, Fill]:
    """Shuffle all unseen cards mid-round; the next card is the first of them."""
    refilled = replace(shoe, cut=shoe.size - shoe.out, fill=shoe.fill + 1)
    return refilled, refilled.fill_of(unseen_faces(shoe))


def unseen_faces(shoe: Shoe) -> tuple[str, ...]:
    """Every unseen card."""
    return tuple(card for card, count in zip(DECK, shoe.unseen, strict=True) for _ in range(count))


def discards_shuffled(shoe: Shoe, rack: tuple[str, ...], cut: int) -> tuple[Shoe, Fill]:
    """Shuffle the discards, seen and unseen, into the stack; cards on the table are not among them."""
    unseen = list(shoe.unseen)
    for card in rack:
        if card != FACE_DOWN:
            unseen[NUMBER[card]] += 1
    refilled = Shoe(shoe.decks, tuple(unseen), cut=cut % len(rack), fill=shoe.fill + 1, stack=len(rack))
    return refilled, refilled.fill_of(unseen_faces(refilled))


def next_card(
    shoe: Shoe, what: str, cites: tuple[Citation, ...], beside: Collection[str] = (), misdeals: bool = False
) -> Chance:
    """The next card of the shoe, face up; `beside` as in `Shoe.weights`. `misdeals`: an impossible card may be reported."""
    weights = shoe.weights(beside)
    wrong = _not_among(weights) if misdeals else None
    return Chance(what, weights, cites, (shoe.slot,), copies=shoe.copies, right=SHOWN, irregular=wrong)


def burned_card(
    shoe: Shoe,
    cites: tuple[Citation, ...],
    what: str = "burned card",
    beside: Collection[str] = (),
    misdeals: bool = False,
) -> Chance:
    """The next card of the shoe goes into the discard rack face down; `misdeals` as for one that is shown."""
    weights = shoe.weights(beside)
    wrong = _not_among(weights) if misdeals else None
    return Chance(what, weights, cites, (shoe.slot,), not_shown, copies=shoe.copies, right=NOT_SHOWN, irregular=wrong)


def face_down_card(shoe: Shoe, what: str, cites: tuple[Citation, ...]) -> Chance:
    """The next card of the shoe is dealt face down, to be read later; only then does a card come out that cannot be."""
    wrong = _not_among(Counts(shoe.unseen))
    return Chance(
        what,
        shoe.weights(),
        cites,
        (shoe.slot,),
        not_shown,
        again=True,
        copies=shoe.copies,
        right=NOT_SHOWN,
        irregular=wrong,
    )


def _not_among(weights: Mapping[str, int]) -> Callable[[Outcome], bool]:
    """Is it a card that cannot be the next one?"""
    return lambda card: card in NUMBER and card not in weights


def not_shown(face: Outcome) -> Outcome:
    """The public view of a card that stays face down."""
    del face
    return FACE_DOWN
