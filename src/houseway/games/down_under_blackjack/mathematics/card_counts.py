"""Cards as the analysis counts them: ten kinds by value, the three ranges of 685a.1, and shoes as counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from houseway.law import BadInput

CardCounts = tuple[int, ...]  # how many of each kind, aces first

ACE: Final = 0
TEN: Final = 9
KINDS: Final = range(10)
NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
HARD: Final = tuple(kind + 1 for kind in KINDS)  # an ace as 1; 685a.3(d)(3) counts it as 11 where possible
RANGES: Final[Mapping[str, tuple[int, ...]]] = {
    "small": (1, 2, 3, 4),
    "medium": (5, 6, 7, 8),
    "large": (TEN, ACE),
}
_FACES: Final = {**{name: kind for kind, name in enumerate(NAMES)}, "T": TEN, "J": TEN, "Q": TEN, "K": TEN, "1": ACE}
_SUITS: Final = "SHDC♠♥♦♣"


def range_of(kind: int) -> str:
    """The value range of a card: 685a.1."""
    return next(name for name, kinds in RANGES.items() if kind in kinds)


def full_shoe(decks: int) -> CardCounts:
    """Whole decks by kind: four of each value a deck, sixteen of value 10 (685a.3(a) and (d))."""
    return tuple(decks * (16 if kind == TEN else 4) for kind in KINDS)


def counts_of(kinds: Iterable[int]) -> CardCounts:
    """Count cards by kind."""
    counts = [0] * len(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def less(shoe: CardCounts, gone: CardCounts) -> CardCounts:
    """A shoe without cards that have left it."""
    left = tuple(a - b for a, b in zip(shoe, gone, strict=True))
    assert min(left) >= 0, f"{gone} cannot leave {shoe}"
    return left


def read_cards(text: str, where: str) -> tuple[int, ...]:
    """Read cards written by face, with or without a suit: "8,8", "KD 5S A"."""
    return tuple(_read_card(word, where) for word in text.replace(",", " ").split())


def _read_card(word: str, where: str) -> int:
    face = word.upper()
    if face not in _FACES and len(face) > 1 and face[-1] in _SUITS:
        face = face[:-1]
    if face not in _FACES:
        raise BadInput(
            f'{where}: "{word}" is not a card; write A, 2 to 10, J, Q or K, with or without a suit, as in 8,8'
        )
    return _FACES[face]
