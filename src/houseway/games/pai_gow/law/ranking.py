"""How two tiles rank: permissible pairs, Wongs and Gongs, then values, then the highest tile (621a.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from houseway.equipment.tiles import PAIRS, Tile, spots, tile_name
from houseway.law.citation import Citation, cites

Two = tuple[Tile, Tile]

# 621a.4(f). Two tiles of one rank have the same spots or are the Supreme Pair
TILE_RANKS: dict[Tile, int] = {
    Tile(name): rank
    for rank, names in enumerate(
        ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5", "3-6 4-5", "2-6 3-5", "2-5 3-4",
         "2-4", "1-4 2-3", "1-2"), start=1
    )
    for name in names.split()
}  # fmt: skip

SUPREME = PAIRS[0]
SIX_AND_THREE = (
    (6, TILE_RANKS[Tile("2-4")]),
    (3, TILE_RANKS[Tile("1-2")]),
)  # 621a.4(d): spots and the rank for each
LOWEST_RANK = max(TILE_RANKS.values())
NINES, EIGHTS = ("3-6", "4-5"), ("2-6", "3-5", "4-4")
FIRST_WONG, FIRST_GONG, PAIR_RANKS = 17, 19, 20


def _pair_ranks() -> dict[frozenset[tuple[Tile, int]], tuple[int, str]]:
    """621a.4(a): map two tiles, with the number of each, to their rank among pairs and their name."""
    found = {}
    for rank, (one, other) in enumerate(PAIRS, start=1):
        name = "Supreme Pair" if rank == 1 else f"pair of {one}" if one == other else f"mixed pair {one} {other}"
        found[_key(one, other)] = (rank, name)
    wongs_and_gongs = (("6-6", NINES, FIRST_WONG, "Wong"), ("1-1", NINES, FIRST_WONG + 1, "Wong"),
                       ("6-6", EIGHTS, FIRST_GONG, "Gong"), ("1-1", EIGHTS, PAIR_RANKS, "Gong"))  # fmt: skip
    for high_tile, others, rank, word in wongs_and_gongs:
        for low_tile in others:
            found[_key(Tile(high_tile), Tile(low_tile))] = (rank, f"{word} {high_tile} {low_tile}")
    return found


def _key(one: Tile, other: Tile) -> frozenset[tuple[Tile, int]]:
    return frozenset({(one, 2)} if one == other else {(one, 1), (other, 1)})


_PAIRS = _pair_ranks()


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rank of two tiles: a pair rank, or a value with its highest tile. A greater `strength` ranks higher."""

    pair: int | None  # 1 is the Supreme Pair, 20 the lower Gong
    value: int | None  # only of tiles that are not a pair
    top: int | None  # the counted rank of the highest tile; None for a value of zero
    name: str
    cites: tuple[Citation, ...]

    @property
    def strength(self) -> int:
        """One number that orders all hands of two tiles: 0 is the value zero, and equal numbers are copies."""
        if self.pair is not None:
            return 10 * LOWEST_RANK + PAIR_RANKS + 1 - self.pair
        assert self.value is not None
        return 0 if self.top is None else self.value * LOWEST_RANK + (LOWEST_RANK - self.top)

    @property
    def is_pair(self) -> bool:
        """A permissible pair, Wong or Gong."""
        return self.pair is not None

    @property
    def is_supreme(self) -> bool:
        """The Supreme Pair."""
        return self.pair == 1


def _counts(tile: Tile) -> tuple[tuple[int, int], ...]:
    """The spots that a tile may count as, each with the rank it then has."""
    return SIX_AND_THREE if tile in SUPREME else ((spots(tile), TILE_RANKS[tile]),)


def _valued(one: Tile, other: Tile) -> Ranked:
    """Two tiles that are not a pair, counted to rank highest: 621a.4(c), (d) and (e)."""
    found = []
    for count, rank in _counts(one):
        for other_count, other_rank in _counts(other):
            value = (count + other_count) % 10
            top = min(rank, other_rank)
            tile = one if rank <= other_rank else other
            because = cites("621a.4(c)", *(("621a.4(d)",) if {one, other} & set(SUPREME) else ()), "621a.4(e)")
            name = f"{value}, high tile {tile_name(tile)}" if value else "0"
            found.append(Ranked(None, value, top if value else None, name, because))
    return max(found, key=lambda ranked: ranked.strength)


@cache
def rank(one: Tile, other: Tile) -> Ranked:
    """The rank of two tiles, in either order."""
    pair = _PAIRS.get(_key(one, other))
    if pair is None:
        return _valued(one, other)
    return Ranked(pair[0], None, None, pair[1], cites("621a.4(a)"))


@dataclass(frozen=True, slots=True)
class Compared:
    """A player's hand against the corresponding hand of the dealer or bank; it must be higher to win."""

    higher: bool
    copy: bool
    cites: tuple[Citation, ...]


def by_value_alone(strength: int) -> int:
    """The strength if hands of identical value are copies whatever their tiles: 621a.1, as it may be read (`copy_hand`)."""
    return strength if strength >= 10 * LOWEST_RANK else strength - strength % LOWEST_RANK


def compare(player: Ranked, house: Ranked, by_value: bool = False) -> Compared:
    """Is the player's hand higher? Copies, and zero against zero, go to the house: 621a.4.

    `by_value`: hands of identical value are copies, whatever their highest tiles (reading `copy_hand`).
    """
    mine, theirs = player.strength, house.strength
    if by_value:
        mine, theirs = by_value_alone(mine), by_value_alone(theirs)
    higher, copy = mine > theirs, mine == theirs
    if player.is_pair or house.is_pair:
        return Compared(higher, copy, cites("621a.4(a)", "621a.4(b)") if copy else cites("621a.4(a)"))
    apart = cites("621a.4(d)") if "621a.4(d)" in (*player.cites, *house.cites) else ()
    if player.value != house.value:
        return Compared(higher, copy, (*cites("621a.4(c)"), *apart))
    because = cites("621a.4(e)", "621a.4(g)") if copy and player.value else cites("621a.4(e)")
    if by_value and player.value:
        because = cites("621a.1[Copy hand]")
    return Compared(higher, copy, (*apart, *because))
