"""Big Six Wheel, 58 Pa. Code Chapter 619a.

A wheel of 54 sections, each with one of seven symbols, is spun past a clapper. Players wager on the symbol at which it
comes to rest. The rarer the symbol, the more it pays, and a certificate holder may pay more than the law's least.
"""

from houseway.games.big_six.game import GAME

GAMES = (GAME,)
