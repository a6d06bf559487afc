"""685a.7(i)(2) for learning agents: they observe their cards, the up card and the light, and stand, hit, double or split."""

from __future__ import annotations

from houseway.core.agent import choosing_agent
from houseway.equipment.card_reader import RANGES
from houseway.games.down_under_blackjack.law.player_turns import HIT, STAND
from houseway.games.down_under_blackjack.law.points import POINTS, TEN, is_soft, player_total
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, SPLIT, State, acting
from houseway.law import Rules

ACTIONS = (STAND, HIT, DOUBLE, SPLIT)
LIGHTS = tuple(RANGES)
POINTS_MOST, CARDS_MOST = 21, 21


def seen(rules: Rules, state: State) -> tuple[int, ...]:
    """Total, whether an ace counts 11, number of cards, value of the cards of a pair (else 0), whether it is a split hand.

    Then the up card (an ace as 1), the light (0 small, 1 medium, 2 large), and the exposed hole card, or 0.
    """
    hand = acting(state)
    assert hand is not None, "a seat that is asked has a hand"
    one, two = (POINTS[card] for card in hand.cards[:2])
    return (
        player_total(rules, hand.cards),
        int(is_soft(rules, hand.cards)),
        len(hand.cards),
        one if len(hand.cards) == 2 and one == two else 0,
        int(bool(hand.part)),
        POINTS[state.up],
        LIGHTS.index(state.hole_range) if state.hole_range else len(LIGHTS) - 1,  # only a Large hole card is exposed
        POINTS[state.hole] if state.hole else 0,
    )


AGENT = choosing_agent(
    "DownUnderBlackjack", BET, ACTIONS, (POINTS_MOST, 1, CARDS_MOST, TEN, 1, TEN, len(LIGHTS) - 1, TEN), seen
)
