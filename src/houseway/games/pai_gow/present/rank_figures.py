"""The ranks of 621a.4(a) and (f) as pictures: pairs from the highest down, and single tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import combinations_with_replacement

from houseway.core import Figure
from houseway.equipment.tiles import Tile, tile_name
from houseway.games.pai_gow.law.ranking import PAIR_RANKS, TILE_RANKS, rank
from houseway.games.pai_gow.present.tile_pictures import GAP, LONG, WIDE, drawn_tile
from houseway.law import Citation, Rules

PAIRS_AT, TILES_AT = Citation("621a.4(a)"), Citation("621a.4(f)")
ABREAST, APART, BELOW = 10, 26, 34  # hands in a row of pairs, between hands, room for the words below
TILES_ABREAST = 21
LETTER = 15


@cache
def rank_figures(rules: Rules) -> Mapping[Citation, Figure]:
    """Both pictures, by their paragraphs."""
    del rules  # one text has these ranks
    pairs, tiles = list(_pairs()), list(_tiles())
    return {
        PAIRS_AT: _figure("Pairs from the highest to the lowest", pairs, ABREAST),
        TILES_AT: _figure("Single tiles from the highest to the lowest", tiles, TILES_ABREAST),
    }


def _pairs() -> Iterator[tuple[str, str, tuple[Tile, ...]]]:
    """A rank, its name and its two tiles; a Wong or Gong of several tiles is several hands of one rank."""
    hands = combinations_with_replacement(TILE_RANKS, 2)
    ranked = [(found.pair, two) for two in hands if (found := rank(*two)).pair is not None]
    for place in range(1, PAIR_RANKS + 1):
        for two in (two for pair, two in ranked if pair == place):
            yield str(place), rank(*two).name, two


def _tiles() -> Iterator[tuple[str, str, tuple[Tile, ...]]]:
    for tile, place in TILE_RANKS.items():
        yield str(place), tile_name(tile), (tile,)


def _label(place: str, name: str) -> str:
    """The rank, and what is more than a pair."""
    return f"{place} {name.partition(' ')[0]}" if name.startswith(("Wong", "Gong", "Supreme")) else place


def _figure(title: str, hands: Sequence[tuple[str, str, tuple[Tile, ...]]], abreast: int) -> Figure:
    wide = len(hands[0][2]) * (WIDE + GAP) - GAP
    drawn = []
    for n, (place, name, tiles) in enumerate(hands):
        x, y = n % abreast * (wide + APART), n // abreast * (LONG + BELOW)
        drawn += [drawn_tile(tile, x + k * (WIDE + GAP), y) for k, tile in enumerate(tiles)]
        drawn.append(f'<text x="{x + wide // 2}" y="{y + LONG + LETTER + 3}">{escape(_label(place, name))}</text>')
    rows, columns = -(-len(hands) // abreast), min(abreast, len(hands))
    width, height = columns * (wide + APART) - APART, rows * (LONG + BELOW)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'font-family="Source Sans Pro, sans-serif" font-size="{LETTER}" text-anchor="middle"><title>{escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )
    return Figure(title, f"{title}:\n" + "\n".join(f"{place}  {name}" for place, name, _ in hands) + "\n", svg)
