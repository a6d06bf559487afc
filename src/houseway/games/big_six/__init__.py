"""Big Six Wheel, 58 Pa. Code Chapter 619a.

A wheel of 54 sections, each with one of seven symbols, is spun past a clapper. Players wager on the symbol where it
stops. Rarer symbols pay more, and a certificate holder may pay more than the law's minimum.
"""

from houseway.games.big_six.game import GAME

GAMES = (GAME,)
