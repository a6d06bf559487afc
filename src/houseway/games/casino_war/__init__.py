"""Casino War, Chapter 651a.

Each player and the dealer get one card, and the higher rank wins. On a tie a player surrenders half of the Initial Wager or
goes to War: an equal wager, three cards burned, one more card each. A Tie Wager wins when the ranks are equal.
"""

from houseway.games.casino_war.game import GAME

GAMES = (GAME,)
