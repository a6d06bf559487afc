"""651a.9(c) for learning agents: they observe a tie and the unseen cards of each rank, and choose War or surrender."""

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
    """Go to War with the largest War Wager allowed, or surrender."""
    high = next((option.high_cents for option in asked.options if option.choice == CHOICES[action]), 0)
    return Choose(asked.who, CHOICES[action], high)


AGENT = Agent("CasinoWar", INITIAL, CHOICES, len(CHOICES), (len(RANKS) - 1, *[MOST] * len(RANKS)), seen, choose)
