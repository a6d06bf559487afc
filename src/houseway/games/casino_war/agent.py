"""651a.9(c) for who learns: a tie is seen, and how many cards of each rank are unseen; War or surrender is chosen."""

from __future__ import annotations

from houseway.core import Asked, Choose
from houseway.core.agent import Agent
from houseway.equipment.cards import HEIGHT, RANKS
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, State
from houseway.games.casino_war.wagers import INITIAL
from houseway.law import Rules

CHOICES = (GO_TO_WAR, SURRENDER)
MOST = 4 * 16  # no shoe has more cards of one rank: 651a.3(c)


def seen(rules: Rules, state: State) -> tuple[int, ...]:
    """The rank of the tie, 0 for a two; then how many of each rank nobody has seen yet."""
    unseen = state.cards.shoe.unseen
    return HEIGHT[state.dealer[0]], *(sum(unseen[rank :: len(RANKS)]) for rank in range(len(RANKS)))


def choose(rules: Rules, state: State, asked: Asked, action: int) -> Choose:
    """War with a War Wager as large as may be, or surrender."""
    high = next((option.high_cents for option in asked.options if option.choice == CHOICES[action]), 0)
    return Choose(asked.who, CHOICES[action], high)


AGENT = Agent("CasinoWar", INITIAL, CHOICES, len(CHOICES), (len(RANKS) - 1, *[MOST] * len(RANKS)), seen, choose)
