"""Pai Gow, 58 Pa. Code Chapter 621a.

Thirty-two tiles are mixed, stacked and dealt four by four from a place that dice or a generator find. Each player sets a high
hand and a low hand against those of the dealer, who sets as the house way says, or of a player who banks; both must be
higher to win, and a winner pays 5%.
"""

from houseway.games.pai_gow.game import GAME

GAMES = (GAME,)
