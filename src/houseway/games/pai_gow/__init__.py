"""Pai Gow, 58 Pa. Code Chapter 621a.

Thirty-two tiles are mixed, stacked and dealt in fours from a position that dice or a random number generator select. Each
player sets a high hand and a low hand against those of the dealer, who follows the house way, or of a player who banks. Both
hands must be higher to win, and a winner pays 5%.
"""

from houseway.games.pai_gow.game import GAME

GAMES = (GAME,)
