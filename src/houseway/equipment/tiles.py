"""The set of 32 Pai Gow tiles: their names, their spots, and how to read a list of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NewType

from houseway.law import BadInput
from houseway.law.errors import nearest, shown

Tile = NewType("Tile", str)

# The sixteen pairs as they are laid out for inspection, the Supreme Pair first: 621a.6(b), 621a.4(a)
PAIRS: tuple[tuple[Tile, Tile], ...] = tuple(
    (Tile(first), Tile(second))
    for first, second in (
        ("2-4", "1-2"), ("6-6", "6-6"), ("1-1", "1-1"), ("4-4", "4-4"), ("1-3", "1-3"), ("5-5", "5-5"), ("3-3", "3-3"),
        ("2-2", "2-2"), ("5-6", "5-6"), ("4-6", "4-6"), ("1-6", "1-6"), ("1-5", "1-5"), ("3-6", "4-5"), ("3-5", "2-6"),
        ("3-4", "2-5"), ("1-4", "2-3"),
    )
)  # fmt: skip
TILES: tuple[Tile, ...] = tuple(tile for pair in PAIRS for tile in pair)  # 32 tiles; eleven names occur twice
COPIES: dict[Tile, int] = dict(Counter(TILES))
PLACE: dict[Tile, int] = {tile: place for place, tile in reversed(list(enumerate(TILES)))}

_WORDS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten",
          11: "Eleven", 12: "Twelve"}  # fmt: skip


def spots(tile: Tile) -> int:
    """The spots on both ends: 12 of "6-6"."""
    return int(tile[0]) + int(tile[2])


def tile_name(tile: Tile) -> str:
    """The chapter's name of a tile: "Twelve (6-6)"."""
    return f"{_WORDS[spots(tile)]} ({tile})"


def in_order(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The same tiles in the order in which a set is laid out for inspection."""
    return tuple(sorted(tiles, key=PLACE.__getitem__))


def read_tiles(given: object, field: str, count: int) -> tuple[Tile, ...]:
    """Read this many tiles of one set, or raise an error that says what would be right."""
    example = [str(pair[0]) for pair in PAIRS[1 : min(count, 4) + 1]]
    right = f'write {count} names of tiles, like "{field}": {example}'.replace("'", '"') + (" …" if count > 4 else "")
    if not isinstance(given, list | tuple) or len(given) != count:
        raise BadInput(f"{field}: {shown(given)} is not {count} tiles; {right}")
    for name in given:
        if not isinstance(name, str) or name not in COPIES:
            reverse = name[::-1] if isinstance(name, str) else ""
            hint = f"did you mean {reverse}?" if reverse in COPIES else nearest(shown(name), COPIES)
            raise BadInput(f"{field}: {shown(name)} is not a tile; {hint}")
    for name, number in Counter(given).items():
        if number > COPIES[name]:
            times = "only once" if COPIES[name] == 1 else "only twice"
            raise BadInput(f"{field}: {name} is listed {number} times, but is {times} in a set; {right}")
    return tuple(Tile(name) for name in given)
