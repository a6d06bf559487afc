"""Roulette, 58 Pa. Code Chapter 617a.

A ball is spun against a turning wheel of 37 or 38 numbered compartments. Each player wagers with chips of one color on where
it will come to rest. A wager in a box, on a line or on a corner of the layout is settled by that place. A double zero wheel
may be used as a single zero wheel: 00 is then covered, and a ball that lands there is no spin.
"""

from houseway.games.roulette.game import GAME

GAMES = (GAME,)
