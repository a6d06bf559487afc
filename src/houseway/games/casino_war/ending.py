"""651a.9(d), (h): cards go into the discard rack in an order from which every hand can be rebuilt, and the round ends."""

from __future__ import annotations

from houseway.cardroom.card_round import collect_hands, from_the_right
from houseway.cardroom.card_table import CardPhase, CardTable, round_over
from houseway.core import Fill, Said
from houseway.core.frozen import replace
from houseway.games.casino_war.state import GO_TO_WAR, Hand, State
from houseway.law import cites


def collect_cards(state: State, hands: tuple[Hand, ...], dealer: bool, cite: str) -> tuple[State, tuple[Said, ...]]:
    """From the dealer's right around, each box with its cards together, the dealer's own last."""
    boxes = {hand.seat: _cards(hand) for hand in hands}
    return collect_hands(state, from_the_right(boxes, state.dealer if dealer else ()), cites(cite))


def _cards(hand: Hand) -> tuple[str, ...]:
    return tuple(card for card in (hand.card, hand.war_card) if card)


def original_over(state: State) -> tuple[State, tuple[Said, ...]]:
    """651a.9(d): the cards of all who do not go to War; with nobody at War the dealer's too."""
    others = tuple(hand for hand in state.hands if hand.choice != GO_TO_WAR)
    state, said = collect_cards(state, others, len(others) == len(state.hands), "651a.9(d)")
    return replace(state, hands=tuple(hand for hand in state.hands if hand.choice == GO_TO_WAR)), said


def ended(state: State) -> tuple[State, Fill | None]:
    """The round is over: wagers may be made again, once the cards are ready; and the faces that were arranged anew."""
    cards, fills = round_over(state.cards)
    return State(cards, face_up=still_face_up(state, cards, fills)), fills


def still_face_up(state: State, cards: CardTable, fills: Fill | None) -> int:
    """A card that was found face up and has not been taken out lies there still, unless the cards were gathered."""
    return state.face_up if cards.phase is CardPhase.PLAY and fills is None else 0
