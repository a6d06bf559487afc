"""Hazard Run, the made-up Chapter 901a: wagers that live over many rolls of two dice.

A come out roll wins, loses or sets a point; later rolls are for the point or a seven. A wager may keep a number of its own,
be called on or off, or be returned on a twelve.
"""

from .round import GAME

GAMES = (GAME,)
