"""Bank, the made-up Chapter 903a: a player may be the bank.

Between rounds each seat in turn may put up a fund and be the bank; where none does, the house is. The dealer may wager
against a player's bank. Two dice decide, one for all wagers and one for the bank, and a bank's surplus is levied.
"""

from .round import GAME

GAMES = (GAME,)
