"""621a.10(a) for learning agents: they observe four tiles and choose the two that make the low hand."""

from __future__ import annotations

from itertools import combinations

from houseway.core import Asked, Choose, seat_number
from houseway.core.agent import Agent
from houseway.equipment.tiles import PLACE, TILES, Tile, in_order
from houseway.games.pai_gow.law.setting_hands import SET
from houseway.games.pai_gow.law.state import WAGER, State, hand_at
from houseway.law import Rules

LOW_HANDS = tuple(combinations(range(4), 2))  # the two of the four tiles, in order, that make the low hand


def _tiles(state: State, box: int) -> tuple[Tile, ...]:
    return in_order(hand_at(state, box).tiles)


def seen(rules: Rules, state: State) -> tuple[int, ...]:
    """The four tiles of box 1 as indexes into `TILES`; identical tiles share the first index."""
    return tuple(PLACE[tile] for tile in _tiles(state, 1))


def choose(rules: Rules, state: State, asked: Asked, action: int) -> Choose:
    """Set the action's two tiles as the low hand and the others as the high hand."""
    tiles = _tiles(state, seat_number(asked.who))
    low = LOW_HANDS[action]
    high = [tile for place, tile in enumerate(tiles) if place not in low]
    return Choose(asked.who, SET, 0, {"high": high, "low": [tiles[place] for place in low]})


AGENT = Agent("PaiGow", WAGER, (SET,), len(LOW_HANDS), (len(TILES) - 1,) * 4, seen, choose)
