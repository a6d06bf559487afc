"""651a.9(d), (h): collect cards into the discard rack so that every hand can be reconstructed, and end the round."""

from __future__ import annotations

from houseway.cardroom.card_round import collect_hands, from_the_right
from houseway.cardroom.card_table import CardPhase, CardTable, round_over
from houseway.core import Fill, Placed, Said, Settled
from houseway.core.frozen import replace
from houseway.core.wagering import find, undo_collecting
from houseway.games.casino_war.state import GO_TO_WAR, Hand, State
from houseway.games.casino_war.wagers import INITIAL, WAR
from houseway.law import Citation, cites


def collect_cards(state: State, hands: tuple[Hand, ...], dealer: bool, cite: str) -> tuple[State, tuple[Said, ...]]:
    """Collect from the dealer's right, keeping each box's cards together, the dealer's cards last."""
    boxes = {hand.seat: _cards(hand) for hand in hands}
    return collect_hands(state, from_the_right(boxes, state.dealer if dealer else ()), cites(cite))


def _cards(hand: Hand) -> tuple[str, ...]:
    return tuple(card for card in (hand.card, hand.war_card) if card)


def original_over(state: State) -> tuple[State, tuple[Said, ...]]:
    """651a.9(d): collect the cards of players not at War, and the dealer's if nobody is."""
    others = tuple(hand for hand in state.hands if hand.choice != GO_TO_WAR)
    state, said = collect_cards(state, others, len(others) == len(state.hands), "651a.9(d)")
    return replace(state, hands=tuple(hand for hand in state.hands if hand.choice == GO_TO_WAR)), said


def ended(state: State) -> tuple[State, Fill | None]:
    """End the round; return the state and the fill if the cards were rearranged."""
    cards, fills = round_over(state.cards)
    left = still_face_up(state, cards, fills)
    return State(cards, face_up=left, exposed=state.exposed and left > 0), fills


def still_face_up(state: State, cards: CardTable, fills: Fill | None) -> int:
    """Number of face-up cards still in the shoe; none once the cards were gathered."""
    return state.face_up if cards.phase is CardPhase.PLAY and fills is None else 0


def uncollected(
    state: State, wagers: tuple[Placed, ...], because: tuple[Citation, ...]
) -> tuple[State, tuple[Settled, ...]]:
    """Put Initial Wagers back on the layout that were collected for these War Wagers, where a War comes to nothing."""
    wars = [placed for placed in wagers if placed.id == WAR]
    gone = [replace(war, id=INITIAL) for war in wars if find(state.placed, war.seat, INITIAL) is None]
    undone = tuple(undo_collecting(initial, because) for initial in gone)
    return replace(state, placed=(*gone, *state.placed)), undone
