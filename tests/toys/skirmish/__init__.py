"""Skirmish, the made-up Chapter 904a: a die against the dealer's, and a second throw on a tie, in four editions.

Two of them pay every round alike and move the chips differently; one pays more in a rare round; one only settles the other
way around the table.
"""

from .round import GAME

GAMES = (GAME,)
