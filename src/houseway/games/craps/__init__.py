"""Craps and Mini-Craps, 58 Pa. Code Chapter 623a.

A shooter throws two dice. Players wager on the next roll, or on which of several totals comes first. A come out roll of
4, 5, 6, 8, 9 or 10 sets the point, which must be rolled again before a 7. Mini-Craps is the
same game at a smaller table, with at most nine seated players.
"""

from houseway.games.craps.game import CRAPS, MINI_CRAPS

GAME = CRAPS
GAMES = (CRAPS, MINI_CRAPS)
