"""621a.3 and 621a.4: the set of tiles, the twenty ranks of pairs, values, and which of two hands is the higher."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.tiles import COPIES, PAIRS, TILES, Tile, read_tiles, spots
from houseway.games.pai_gow.law.ranking import TILE_RANKS, Ranked, compare, rank
from houseway.law import BadInput
from support import cites, law


def two(text: str) -> Ranked:
    one, other = text.split()
    return rank(Tile(one), Tile(other))


@law("621a.3(c)", "621a.4(f)")
def test_621a_3_c_a_set_is_thirty_two_tiles_eleven_of_them_twice() -> None:
    assert len(TILES) == 32 and len(COPIES) == 21
    assert sorted(tile for tile, number in COPIES.items() if number == 2) == sorted(
        ["6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"]
    )
    assert {tile: rank for tile, rank in TILE_RANKS.items() if rank in (1, 12, 15, 17)} == {
        "6-6": 1, "3-6": 12, "4-5": 12, "2-4": 15, "1-2": 17,
    }  # fmt: skip
    assert set(TILE_RANKS) == set(COPIES)


@law("621a.4(a)", "621a.1[Supreme Pair]")
def test_621a_4_a_the_twenty_ranks_of_pairs_in_order() -> None:
    in_order = [
        "2-4 1-2", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5", "3-3 3-3", "2-2 2-2", "5-6 5-6", "4-6 4-6",
        "1-6 1-6", "1-5 1-5", "3-6 4-5", "3-5 2-6", "3-4 2-5", "1-4 2-3", "6-6 4-5", "1-1 3-6", "6-6 4-4", "1-1 2-6",
    ]  # fmt: skip
    ranked = [two(text) for text in in_order]
    assert [each.pair for each in ranked] == list(range(1, 21))
    assert [each.strength for each in ranked] == sorted((each.strength for each in ranked), reverse=True)
    assert all(each.cites == cites("621a.4(a)") and each.value is None for each in ranked)


@law("621a.4(a)")
@pytest.mark.parametrize(
    ("texts", "pair"),
    [
        (("6-6 4-5", "6-6 3-6"), 17),
        (("1-1 4-5", "1-1 3-6"), 18),
        (("6-6 2-6", "6-6 3-5", "6-6 4-4"), 19),
        (("1-1 2-6", "1-1 3-5", "1-1 4-4"), 20),
    ],
)
def test_621a_4_a_wongs_and_gongs_of_one_rank(texts: tuple[str, ...], pair: int) -> None:
    assert {two(text).pair for text in texts} == {pair}


@law("621a.4(a)")
def test_621a_4_a_any_pair_is_above_any_value() -> None:
    lowest_pair, highest_value = two("1-1 4-4"), two("6-6 1-6")
    assert highest_value.value == 9
    assert compare(lowest_pair, highest_value).higher and not compare(highest_value, lowest_pair).higher
    assert compare(lowest_pair, highest_value).cites == cites("621a.4(a)")


@law("621a.4(b)", "621a.1[Copy hand]")
def test_621a_4_b_pairs_of_one_rank_are_a_copy_that_the_house_wins() -> None:
    found = compare(two("6-6 4-5"), two("6-6 3-6"))
    assert (found.higher, found.copy, found.cites) == (False, True, cites("621a.4(a)", "621a.4(b)"))


@law("621a.4(c)", "621a.4(c)(1)", "621a.4(c)(2)", "621a.1[Value]")
@pytest.mark.parametrize(
    ("text", "value"), [("1-1 3-3", 8), ("5-6 1-6", 8), ("5-5 4-6", 0), ("6-6 1-6", 9), ("1-4 5-6", 6)]
)
def test_621a_4_c_the_value_is_the_last_digit_of_the_spots(text: str, value: int) -> None:
    assert two(text).value == value == sum(spots(Tile(tile)) for tile in text.split()) % 10


@law("621a.4(c)")
def test_621a_4_c_the_greater_value_is_higher_whatever_the_tiles() -> None:
    found = compare(two("2-2 1-4"), two("6-6 1-5"))  # nine against eight
    assert (found.higher, found.copy, found.cites) == (True, False, cites("621a.4(c)"))


@law("621a.4(d)")
@pytest.mark.parametrize(
    ("text", "value", "top"),
    [
        ("1-2 1-1", 8, TILE_RANKS[Tile("1-1")]),  # six and two
        ("2-4 1-3", 7, TILE_RANKS[Tile("1-3")]),  # three and four
        ("1-2 1-3", 7, TILE_RANKS[Tile("1-3")]),
        ("2-4 1-4", 8, TILE_RANKS[Tile("1-4")]),  # three and five: as a three it ranks below the five
        ("1-2 3-6", 5, TILE_RANKS[Tile("3-6")]),  # six and nine; as a three it would be two
    ],
)
def test_621a_4_d_the_tiles_of_the_supreme_pair_count_three_or_six_as_is_better(
    text: str, value: int, top: int
) -> None:
    found = two(text)
    assert (found.value, found.top) == (value, top)
    assert "621a.4(d)" in found.cites


@law("621a.4(d)")
def test_621a_4_d_both_tiles_of_the_supreme_pair_are_alike_beside_any_other() -> None:
    others = [tile for tile in TILES if tile not in ("2-4", "1-2")]
    assert {rank(Tile("2-4"), tile).strength - rank(Tile("1-2"), tile).strength for tile in others} == {0}


@law("621a.4(e)", "621a.4(f)")
def test_621a_4_e_of_equal_values_the_highest_tile_decides() -> None:
    found = compare(two("6-6 1-5"), two("5-5 3-5"))
    assert (found.higher, found.copy, found.cites) == (True, False, cites("621a.4(e)"))


@law("621a.4(e)")
def test_621a_4_e_zero_against_zero_is_the_house_s_whatever_the_tiles() -> None:
    found = compare(two("5-5 4-6"), two("2-2 1-5"))
    assert (found.higher, found.copy, found.cites) == (False, True, cites("621a.4(e)"))
    assert two("5-5 4-6").strength == two("2-2 1-5").strength == 0


@law("621a.4(g)")
def test_621a_4_g_the_same_value_and_highest_tile_is_a_copy() -> None:
    found = compare(two("6-6 1-3"), two("6-6 2-2"))
    assert (found.higher, found.copy, found.cites) == (False, True, cites("621a.4(e)", "621a.4(g)"))


@law("621a.4")
@given(st.sampled_from(list(combinations(TILES, 2))), st.sampled_from(list(combinations(TILES, 2))))
def test_621a_4_of_two_hands_exactly_one_is_higher_or_they_copy(
    one: tuple[Tile, Tile], other: tuple[Tile, Tile]
) -> None:
    there, back = compare(rank(*one), rank(*other)), compare(rank(*other), rank(*one))
    assert there.higher + back.higher + there.copy == 1 and there.copy == back.copy
    assert there.cites == back.cites and rank(*one) == rank(*one[::-1])


def test_every_pair_of_the_set_laid_out_is_a_pair() -> None:
    assert [rank(*pair).pair for pair in PAIRS] == list(range(1, 17))


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (["6-6", "6-7"], "high: '6-7' is not a tile; "),
        (["6-6", "4-2"], "high: '4-2' is not a tile; did you mean 2-4?"),
        (["2-4", "2-4"], "high: 2-4 is listed 2 times, but is only once in a set; "),
        (["6-6"], "high: ['6-6'] is not 2 tiles; write 2 names of tiles, like \"high\": [\"6-6\", \"1-1\"]"),
        ("6-6", "high: '6-6' is not 2 tiles; "),
        ([6, 6], "high: 6 is not a tile; "),
    ],
)  # fmt: skip
def test_tiles_that_are_none_are_bad_input(given: object, problem: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_tiles(given, "high", 2)
    assert str(raised.value).startswith(problem)


@law("621a.10(g)", "621a.4(a)", "621a.4(c)")
@pytest.mark.parametrize("text", ["5-5 5-5", "4-6 4-6", "1-4 2-3", "6-6 4-4", "1-1 3-5"])
def test_621a_10_g_a_pair_whose_spots_end_in_zero_has_a_rank_and_no_value(text: str) -> None:
    assert sum(spots(Tile(tile)) for tile in text.split()) % 10 == 0
    assert two(text).value is None and compare(two(text), two("6-6 1-6")).higher
