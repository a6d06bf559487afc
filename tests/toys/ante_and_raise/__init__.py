"""Ante and Raise, the made-up Chapter 905a: two cards each, fold or raise, and a side wager on a pair.

A card game as small as one can be: what every card chapter says alike comes from `houseway.cardroom`.
"""

from .game import GAME

GAMES = (GAME,)
