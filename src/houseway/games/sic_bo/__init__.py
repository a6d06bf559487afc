"""Sic Bo, 58 Pa. Code Chapter 625a.

Three dice are shaken under a cover; players wager on what they will show. The dealer enters the three values in an
electrical device that lights every winning area of the layout. Losing wagers are collected, winning ones paid, and the
lights are cleared.
"""

from houseway.games.sic_bo.game import GAME

GAMES = (GAME,)
