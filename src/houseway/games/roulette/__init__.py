"""Roulette, 58 Pa. Code Chapter 617a.

A ball is spun against a turning wheel of 37 or 38 numbered compartments; players wager with chips of their own colour on
where it will come to rest. Each wager lies in a box, on a line or on a corner of the layout and is settled by that place.
A double zero wheel may stand in for a single zero wheel: then 00 is covered, and a ball in it is no spin.
"""

from houseway.games.roulette.game import GAME

GAMES = (GAME,)
