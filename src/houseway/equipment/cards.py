"""Playing cards: 52 faces, written as rank and suit (`7H`, `10D`, `KC`), and how to read a list of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import Outcome
from houseway.law import BadInput, Rules
from houseway.law.errors import field_problem, shown
from houseway.law.fields import refuse_others

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")
DECK = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)  # a new deck: by suit, in sequence
NUMBER = {card: n for n, card in enumerate(DECK)}
RANK = {card: card[:-1] for card in DECK}
HEIGHT = {card: RANKS.index(RANK[card]) for card in DECK}  # 0 for a two, 12 for an ace
FACE_DOWN = "?"  # a card that was not shown to anybody
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_WORDS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
ENTERED_MOST = 1000


def card_name(card: str) -> str:
    """`7H` as "the 7 of hearts"."""
    rank = RANK[card]
    return f"the {RANK_WORDS.get(rank, rank)} of {SUIT_WORDS[card[-1]]}"


def is_card(outcome: object) -> bool:
    """Is it a card, shown or not? Either may be face down."""
    return isinstance(outcome, str) and (outcome in NUMBER or outcome == FACE_DOWN)


def card_of(text: object) -> str:
    """Read a card: upper or lower case, `T` for ten, `?` for one that was not shown."""
    if isinstance(text, str):
        card = text.strip().upper()
        card = "10" + card[1:] if len(card) == 2 and card[0] == "T" else card
        if card in NUMBER or card == FACE_DOWN:
            return card
    right = (
        'write rank and suit, like "7H", "10D" or "KC" (suits C, D, H, S), or "?" for a burned card that was not shown'
    )
    raise BadInput(f"cards: {shown(text)} is not a card; {right}")


def read_cards(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """`{"cards": ["7H", "KD"]}`: the cards in the order in which they leave the shoe, burned ones included."""
    cards = fields.get("cards")
    if not isinstance(cards, list | tuple) or not cards or len(cards) > ENTERED_MOST:
        right = 'write them as they leave the shoe, burned ones included, like "cards": ["7H", "KD"]'
        raise BadInput(f"{field_problem(fields, 'cards', f'is not a list of 1 to {ENTERED_MOST} cards')}; {right}")
    return tuple(card_of(card) for card in cards)


def read_dealt(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """A `result` command of a game in which only cards are dealt."""
    refuse_others(fields, ("cards",), 'is not a field of a deal; write "cards": ["7H", "KD"]')
    return read_cards(fields), {}


def typed_cards(line: str) -> dict[str, list[str]]:
    """Read what a dealer types: `7H KD`, with or without commas."""
    return {"cards": line.replace(",", " ").split()}


def shown_card(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """A card as the fields of a `result` command."""
    return {"cards": [outcome]}
