"""The state of a Casino War table. Unseen cards are not in it: see `equipment.shoe`."""

from __future__ import annotations

from enum import StrEnum

from houseway.cardroom.card_table import CardTable
from houseway.core import Placed, Role, Who, seat_account
from houseway.core.frozen import frozen, replace
from houseway.law import Rules

GO_TO_WAR, SURRENDER = "go-to-war", "surrender"


@frozen
class Hand:
    """A box that is dealt in: its card, what its player chose on a tie, and its War card."""

    seat: int
    card: str = ""
    choice: str = ""
    war_card: str = ""
    passed: bool = False  # 651a.11(c): the card that was due to it goes to the next


class Phase(StrEnum):
    """The next step of a round."""

    BETTING = "betting"
    DEAL = "deal"
    CHOICES = "choices"
    CONFIRM = "confirm"
    WAR = "war"


@frozen
class State:
    """A table between and during rounds."""

    cards: CardTable
    phase: Phase = Phase.BETTING
    placed: tuple[Placed, ...] = ()
    hands: tuple[Hand, ...] = ()  # clockwise: by seat
    dealer: tuple[str, ...] = ()  # the dealer's card and, in a War, the second one
    face_up: int = 0  # the next cards of the shoe are face up and go into the discard rack
    exposed: bool = False  # that card was not found face up but drawn in error and exposed (651a.11(b))
    war_burns: int = 0  # cards still to be burned before the War deal

    def hand(self, seat: int) -> Hand | None:
        """The hand of a box."""
        return next((hand for hand in self.hands if hand.seat == seat), None)


def with_hand(state: State, hand: Hand) -> State:
    """The state with one hand changed."""
    return replace(state, hands=tuple(hand if each.seat == hand.seat else each for each in state.hands))


def at_war(state: State) -> tuple[Hand, ...]:
    """The hands at War, clockwise."""
    return tuple(hand for hand in state.hands if hand.choice == GO_TO_WAR)


def next_hand(state: State) -> Hand | None:
    """The hand that gets the next card; None means the dealer."""
    if state.phase is Phase.DEAL:
        return next((hand for hand in state.hands if not hand.card and not hand.passed), None)
    for hand in state.hands:  # not by `at_war`: walks ask this for every card that may come
        if hand.choice == GO_TO_WAR and not hand.war_card and not hand.passed:
            return hand
    return None


def round_cards(rules: Rules) -> int:
    """The most cards a round can take, with everybody at War."""
    return 2 * (rules.boxes + 1) + rules.number("war_burn")


def toward(state: State) -> Who:
    """Where the next card goes, as reported with the cover card."""
    hand = next_hand(state)
    return Role.DEALER if hand is None else seat_account(hand.seat)
