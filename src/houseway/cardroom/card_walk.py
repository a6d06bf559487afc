"""Keys and lumps of cards for exact walks and simulations, in every card chapter."""

from __future__ import annotations

from collections.abc import Hashable

from houseway.cardroom.card_round import CardState
from houseway.cardroom.card_table import CONTINUOUS, CardPhase, CardTable
from houseway.core import Fact, Outcome, Result
from houseway.equipment.cards import FACE_DOWN, HEIGHT, RANKS
from houseway.equipment.shoe import Shoe
from houseway.law import Rules


def cards_key(cards: CardTable) -> Hashable:
    """The part of a key that determines the future of the cards, except for the unseen ones: each game adds those it needs.

    The discard rack and the age of the cards decide nothing about a wager.
    """
    shoe = cards.shoe
    return (shoe.decks, shoe.stack, shoe.out, shoe.cut, shoe.stop), cards.course


def unseen_ranks(shoe: Shoe) -> tuple[int, ...]:
    """The number of unseen cards of each rank, from twos up, for games in which suits do not matter."""
    return tuple(sum(shoe.unseen[rank :: len(RANKS)]) for rank in range(len(RANKS)))


def height(card: str) -> int:
    """The rank of a card, 0 for a two; -1 if there is none yet."""
    return HEIGHT[card] if card else -1


def rank_lump(rules: Rules, state: CardState, outcome: Outcome) -> Hashable:
    """Cards of one rank do the same: for games in which suits mean nothing."""
    return outcome if outcome == FACE_DOWN else HEIGHT[str(outcome)]


def burned_first(rules: Rules) -> tuple[Fact, ...]:
    """The results that come before the first card that is dealt from a new shoe."""
    return () if rules.option("shuffler") == CONTINUOUS else (Result(FACE_DOWN),) * rules.number("first_burn")


def series(rules: Rules) -> str | None:
    """Rounds come in shoes, except with a continuous shuffler."""
    return None if rules.option("shuffler") == CONTINUOUS else "shoe"


def series_begins(rules: Rules, state: CardState) -> bool:
    """Are the cards shuffled before the next round?"""
    return state.cards.phase is not CardPhase.PLAY
