"""Exhaustive counts of Pai Gow as text: all 496 by 496 comparisons of two tiles, and house ways over all pairs of hands.

The file beside this one is made from the rules and compared byte for byte; another implementation can make it too.
`make transcripts` writes it anew (HOUSEWAY_REWRITE=1); review the difference.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from houseway.equipment.tiles import TILES, Tile
from houseway.games.pai_gow.law.ranking import compare, rank
from houseway.games.pai_gow.mathematics.house_way_value import named_worths
from houseway.games.pai_gow.mathematics.pair_counts import PAIRS_OF_HANDS, PairCounts
from support import law

FILE = Path(__file__).parent / "pai-gow.txt"
TWOS = Counter(combinations(TILES, 2))  # 221 by name, 496 with their copies

Row = tuple[
    int, int, int, int
]  # how many such hands, and how many of the 496 each is higher than, a copy of, lower than


def compared() -> dict[str, tuple[Row, str]]:
    """Every two tiles by name against all 496, from the highest rank to the lowest."""
    found = {}
    for two in sorted(TWOS, key=lambda two: -rank(*two).strength):
        counted: Counter[str] = Counter()
        for other, number in TWOS.items():
            result = compare(rank(*two), rank(*other))
            counted["higher" if result.higher else "copy" if result.copy else "lower"] += number
        row = (TWOS[two], counted["higher"], counted["copy"], counted["lower"])
        found[" ".join(two)] = (row, rank(*two).name)
    return found


def house_ways() -> list[str]:
    """Each house way of ours against a player who copies it and against its best reply."""
    found = []
    for each in named_worths():
        for what, counts in (("copied", each.copying), ("best reply", each.reply)):
            found.append(f"{each.name:<14} {what:<10} {_row(counts)}  {counts.expected()}")
    return found


def _row(counts: PairCounts) -> str:
    return f"{counts.win:>11} {counts.lose:>11} {counts.tie:>11}"


def made() -> str:
    """The whole file."""
    lines = [
        "# Pai Gow, Chapter 621a",
        "",
        "# Two tiles: how many such hands there are, and of all 496 how many it is higher than, a copy of, lower than (621a.4)",
        *(f"{two}  {n:>2} {high:>4} {copy:>3} {low:>4}  {name}" for two, ((n, high, copy, low), name) in compared().items()),
        "",
        f"# House ways: of {PAIRS_OF_HANDS} pairs of hands the player wins, loses, ties (621a.10); worth at 5% vigorish",
        *house_ways(),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module", autouse=True)
def _rewritten() -> None:
    """On request, rewrite the file before anything is compared with it."""
    if os.environ.get("HOUSEWAY_REWRITE") == "1":
        FILE.write_text(made(), encoding="utf-8")


@law("621a.4", "621a.10(d)", "621a.10(g)", "621a.10(j)")
def test_621a_4_the_rules_count_as_the_file_says() -> None:
    assert made() == FILE.read_text(encoding="utf-8")


def in_file() -> dict[frozenset[tuple[str, int]], Row]:
    part = FILE.read_text(encoding="utf-8").split("\n\n")[1]
    found = {}
    for line in part.splitlines()[1:]:
        one, other, *numbers = line.split()[:6]
        n, higher, copy, lower = (int(number) for number in numbers)
        found[frozenset(Counter([one, other]).items())] = (n, higher, copy, lower)
    return found


PAIRS_AFRESH = [
    [("2-4", "1-2")], *([(name, name)] for name in ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")),
    [("3-6", "4-5")], [("3-5", "2-6")], [("3-4", "2-5")], [("1-4", "2-3")],
    [("6-6", "4-5"), ("6-6", "3-6")], [("1-1", "4-5"), ("1-1", "3-6")],
    [("6-6", "2-6"), ("6-6", "3-5"), ("6-6", "4-4")], [("1-1", "2-6"), ("1-1", "3-5"), ("1-1", "4-4")],
]  # fmt: skip
ORDER_AFRESH = [
    ["6-6"], ["1-1"], ["4-4"], ["1-3"], ["5-5"], ["3-3"], ["2-2"], ["5-6"], ["4-6"], ["1-6"], ["1-5"], ["3-6", "4-5"],
    ["2-6", "3-5"], ["2-5", "3-4"], ["as six"], ["1-4", "2-3"], ["as three"],
]  # fmt: skip


def afresh(one: str, other: str) -> tuple[int, int, int]:
    """The rank of two tiles, using only our names: pairs, then value, then the place of the highest tile."""
    for place, pairs in enumerate(PAIRS_AFRESH):
        if (one, other) in pairs or (other, one) in pairs:
            return (100 - place, 0, 0)
    best = (0, 0, 0)
    for first, second in product(_faces(one), _faces(other)):
        value = (_spots(first) + _spots(second)) % 10
        highest = min(next(i for i, names in enumerate(ORDER_AFRESH) if face in names) for face in (first, second))
        best = max(best, (0, value, -highest if value else 0))
    return best


def _faces(tile: str) -> list[str]:
    return ["as six", "as three"] if tile in ("2-4", "1-2") else [tile]


def _spots(face: str) -> int:
    return {"as six": 6, "as three": 3}.get(face) or int(face[0]) + int(face[2])


@law("621a.4")
def test_621a_4_the_file_agrees_with_a_count_by_brute_force() -> None:
    worth = [afresh(one, other) for one, other in combinations(TILES, 2)]
    counted: dict[frozenset[tuple[str, int]], Row] = {}
    for (one, other), own in zip(combinations(TILES, 2), worth, strict=True):
        higher, copy = sum(each < own for each in worth), worth.count(own)
        key = frozenset(Counter([str(one), str(other)]).items())
        counted[key] = (counted.get(key, (0, 0, 0, 0))[0] + 1, higher, copy, len(worth) - higher - copy)
    assert counted == in_file()


@law("621a.4(a)", "621a.4(e)")
def test_621a_4_a_counts_that_a_person_can_do_on_paper() -> None:
    rows = in_file()
    assert sum(row[0] for row in rows.values()) == 496
    supreme = frozenset(Counter(["2-4", "1-2"]).items())
    assert rows[supreme] == (1, 495, 1, 0)
    zero = frozenset(Counter(["5-5", "4-6"]).items())
    assert rows[zero][:2] == (4, 0), "a zero is higher than nothing"
    assert sum(row[0] * row[1] for row in rows.values()) == sum(row[0] * row[3] for row in rows.values())


@law("621a.10(d)")
def test_621a_10_d_the_two_simple_house_ways_can_be_beaten_and_ours_cannot() -> None:
    worth = {each.name: each.reply.expected() for each in named_worths()}
    assert worth["highest-high"] > 0 and worth["highest-low"] > 0
    assert worth["strongest"] < worth["readable"] < 0


def test_tiles_of_one_name_are_counted_together() -> None:
    assert TWOS[Tile("6-6"), Tile("6-6")] == 1 and TWOS[Tile("6-6"), Tile("1-1")] == 4 and sum(TWOS.values()) == 496
