"""Setting four tiles into a high hand and a low hand, and the dealer's open settings (621a.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from houseway.core import Refusal
from houseway.equipment.tiles import PAIRS, PLACE, Tile, in_order, read_tiles
from houseway.games.pai_gow.law.ranking import FIRST_GONG, FIRST_WONG, TILE_RANKS, Ranked, Two, rank
from houseway.law.citation import Citation, cites

Hand = tuple[Tile, Tile, Tile, Tile]

# A tile and its mate compare alike (621a.4(d) makes it true even of the Supreme Pair): sixteen kinds of two
KIND_OF: dict[Tile, int] = {tile: kind for kind, pair in enumerate(PAIRS) for tile in pair}
GOOD_VALUES = (9, 8, 7)  # 621a.10(d)(3)


@dataclass(frozen=True, slots=True)
class Setting:
    """Four tiles set into two hands, each in the order of `TILES`."""

    high: Two
    low: Two

    @property
    def ranks(self) -> tuple[Ranked, Ranked]:
        """The ranks of the high and low hand."""
        return rank(*self.high), rank(*self.low)

    @property
    def strengths(self) -> tuple[int, int]:
        """The strengths of the high and low hand; a setting that is greater in one and not less in the other is better."""
        high, low = self.ranks
        return high.strength, low.strength

    def __str__(self) -> str:
        return f"{' '.join(self.high)} over {' '.join(self.low)}"


def _set(one: Two, other: Two) -> Setting:
    """Two hands of two tiles, the higher one as the high hand."""
    first, second = in_order(one), in_order(other)
    if rank(*one).strength < rank(*other).strength:
        first, second = second, first
    return Setting((first[0], first[1]), (second[0], second[1]))


@lru_cache(maxsize=40_000)
def settings(hand: Hand) -> tuple[Setting, ...]:
    """The one to three distinct settings of four tiles; swapping identical tiles makes no new one."""
    a, b, c, d = in_order(hand)
    found: dict[tuple[tuple[int, ...], ...], Setting] = {}
    for one, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        way = _set(one, other)
        found.setdefault(tuple(sorted(tuple(sorted(KIND_OF[t] for t in two)) for two in (way.high, way.low))), way)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Open:
    """The settings that 621a.10(d) leaves to the house way, and the paragraph."""

    ways: tuple[Setting, ...]
    cite: Citation


@lru_cache(maxsize=40_000)
def lawful(hand: Hand) -> Open:
    """The dealer's lawful settings of four tiles, by the first paragraph of 621a.10(d) that applies."""
    ways = settings(hand)
    supreme = tuple(way for way in ways if any(two.is_supreme for two in way.ranks))
    if supreme:
        return Open(supreme, cites("621a.10(d)(1)")[0])
    pairs = tuple(way for way in ways if any(two.is_pair for two in way.ranks))
    if pairs:
        return Open(pairs, cites("621a.10(d)(2)")[0])
    good = tuple(way for way in ways if any(two.value in GOOD_VALUES for two in way.ranks))
    if good:
        return Open(good, cites("621a.10(d)(3)")[0])
    return Open((_highest_with_lowest(hand, ways),), cites("621a.10(d)(4)")[0])


def _highest_with_lowest(hand: Hand, ways: tuple[Setting, ...]) -> Setting:
    """621a.10(d)(4); four tiles without a pair have four different ranks, so there is one such setting."""
    ordered = sorted(hand, key=TILE_RANKS.__getitem__)
    ends = {ordered[0], ordered[-1]}
    (way,) = (way for way in ways if ends in (set(way.high), set(way.low)))
    return way


def listed_first(found: Open) -> Open:
    """The open settings if 621a.10(d)(2) and (3) listed their combinations in order of preference.

    They do not: "any" of the values may be played. This shows the effect of the other reading.
    """
    best = max(_listed(way) for way in found.ways)
    return Open(tuple(way for way in found.ways if _listed(way) == best), found.cite)


def _listed(way: Setting) -> tuple[int, int]:
    """A pair before a Wong before a Gong; nine before eight before seven."""
    pairs = [two.pair for two in way.ranks if two.pair is not None]
    if pairs:
        first = min(pairs)
        return 1, -(first >= FIRST_WONG) - (first >= FIRST_GONG)
    return 0, max(two.value or 0 for two in way.ranks)


def as_hand(tiles: Sequence[Tile]) -> Hand:
    """Four tiles in order."""
    assert len(tiles) == 4, tiles
    a, b, c, d = in_order(tiles)
    return a, b, c, d


def read_two(given: object, field: str) -> Two:
    """Read the two tiles of one hand; raise `BadInput` if they are not tiles."""
    one, other = read_tiles(given, field, 2)
    return one, other


def right_setting(hand: Sequence[Tile]) -> str:
    """An example of a valid setting, for errors: "right is for example 6-6 1-5 over 5-6 1-4"."""
    return f"right is for example {settings(as_hand(hand))[0]}"


def refuse_setting(hand: Sequence[Tile], high: Two, low: Two) -> Refusal | None:
    """Refuse a setting that does not use the player's four tiles, or whose high hand ranks lower than its low hand."""
    missing = Counter((*high, *low)) - Counter(hand)
    if missing:
        tile = min(missing, key=PLACE.__getitem__)
        again = "a second " if tile in hand else ""
        return Refusal(f"{again}{tile} is not among the four tiles dealt; {right_setting(hand)}", cites("621a.10(a)"))
    above, below = rank(*high), rank(*low)
    if above.strength < below.strength:
        reason = (
            f"the high hand ({' '.join(high)}: {above.name}) is lower than the low hand ({' '.join(low)}: {below.name}); "
            f"right is {' '.join(low)} over {' '.join(high)}"
        )
        return Refusal(reason, cites("621a.1[High hand]", "621a.1[Low hand]", "621a.10(a)"))
    return None
