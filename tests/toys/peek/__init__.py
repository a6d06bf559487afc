"""Peek, the made-up Chapter 902a: a small shuffled deck, a hole card of which only the range is read, choices at once.

Each player has a card that only that player sees, the dealer one for all to see and a hole card. A device reads the range
of the hole card; then every player stands, draws or doubles, in any order. The higher total that is not above eight wins.
"""

from .round import GAME

GAMES = (GAME,)
