"""Cards as the compiled loops hold them: one byte each.

The lower four bits are the value (aces 0, tens 9), the next two the suit, and the last two say which ten it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.equipment.cards import DECK, RANK, SUITS
from houseway.games.down_under_blackjack.kernel.payouts import NONE, SUITED, UNSUITED
from houseway.games.down_under_blackjack.law.points import POINTS, TEN

KINDS, RELATIONS = 16, 3  # places for a card's value; relations to the up card


def byte_of(card: str) -> int:
    """A card as the compiled loop encodes it."""
    rank = RANK[card]
    return (POINTS[card] - 1) | SUITS.index(card[-1]) << 4 | (TENS.index(rank) << 6 if rank in TENS else 0)


TENS = tuple(dict.fromkeys(RANK[card] for card in DECK if POINTS[card] == TEN))
CARD = {byte_of(card): card for card in DECK}


def _relations() -> Any:
    """How two cards match, by the bits that differ."""
    found = np.full(256, NONE, np.uint8)
    for suits in range(4):
        found[suits << 4] = UNSUITED if suits else SUITED
    return found


RELATION = _relations()
