"""The 3,620 kinds of four tiles: hands that differ only in which of two identical tiles they hold are one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import prod

from houseway.core.frozen import frozen
from houseway.equipment.tiles import PAIRS, Tile
from houseway.games.pai_gow.law.settings import KIND_OF, Hand, as_hand

Kinds = tuple[int, int, int, int]


@frozen
class HandKind:
    """Hands that every rule of the chapter treats alike: an example, and the number of such hands."""

    kinds: Kinds
    tiles: Hand
    copies: int


def _hand_kind(kinds: Kinds) -> HandKind:
    held = Counter(kinds)
    tiles = [PAIRS[kind][place] for kind, number in held.items() for place in range(number)]
    return HandKind(kinds, as_hand(tiles), prod(2 // number for number in held.values()))


@cache
def hand_kinds() -> tuple[HandKind, ...]:
    """Every kind of hand, in order; their copies add up to all 35,960 hands of four tiles."""
    every = combinations_with_replacement(range(len(PAIRS)), 4)
    return tuple(_hand_kind(kinds) for kinds in every if max(Counter(kinds).values()) <= 2)


@cache
def _places() -> dict[Kinds, int]:
    return {hand.kinds: place for place, hand in enumerate(hand_kinds())}


def place_of(tiles: Sequence[Tile]) -> int:
    """The index of these tiles' kind in `hand_kinds`."""
    a, b, c, d = sorted(KIND_OF[tile] for tile in tiles)
    return _places()[a, b, c, d]
