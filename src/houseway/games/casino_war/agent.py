"""651a.9(c) for learning agents: they observe a tie and the unseen cards of each rank, and choose War or surrender."""

from __future__ import annotations

from houseway.cardroom.card_walk import unseen_ranks
from houseway.core.agent import choosing_agent
from houseway.equipment.cards import HEIGHT, RANKS
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, State
from houseway.games.casino_war.wagers import INITIAL
from houseway.law import Rules

CHOICES = (GO_TO_WAR, SURRENDER)
MOST = 4 * 16  # no shoe has more cards of one rank: 651a.3(c)


def seen(rules: Rules, state: State) -> tuple[int, ...]:
    """The rank of the tie, 0 for a two; then the number of unseen cards of each rank."""
    return HEIGHT[state.dealer[0]], *unseen_ranks(state.cards.shoe)


AGENT = choosing_agent("CasinoWar", INITIAL, CHOICES, (len(RANKS) - 1, *[MOST] * len(RANKS)), seen)
