"""Craps and Mini-Craps, 58 Pa. Code Chapter 623a.

A shooter throws two dice, and players wager on what they will show: on the next roll, or on which of several totals comes
first. A come out roll that shows 4, 5, 6, 8, 9 or 10 sets the point, which must come again before a 7. Mini-Craps is the
same game at a smaller table, with at most nine seated players.
"""

from houseway.games.craps.game import CRAPS, MINI_CRAPS

GAME = CRAPS
GAMES = (CRAPS, MINI_CRAPS)
