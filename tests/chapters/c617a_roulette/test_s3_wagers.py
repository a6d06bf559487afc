"""617a.3(e): when each wager wins, on all compartments of all wheels, with the reason."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from chapters.c617a_roulette.hands import AS_SINGLE, EVEN_MONEY, NUMBERS, RED, WHEELS, result, roulette, rules_of, wager
from chapters.harness import done
from houseway.games.roulette.offers import catalogue
from houseway.games.roulette.wagers import decide
from houseway.games.roulette.wheel import order
from houseway.law import BadInput
from support import cites, law

ZEROS = {"single-zero": ["0"], "double-zero": ["0", "00"], "double-zero-as-single-zero": ["0"]}


def wins_on(name: str, numbers: Iterable[str], cite: str, line: str, *settings: str) -> None:
    """It wins on these and loses on all others, and says by which paragraph."""
    rules, winning = rules_of(*settings), set(numbers)
    assert winning < set(order(rules)), "a wager wins somewhere and loses somewhere"
    for pocket in order(rules):
        if pocket == "00" and AS_SINGLE in settings:
            continue
        payout, because = decide(name, pocket, rules)
        assert (payout is not None) == (pocket in winning), (name, pocket)
        assert because[0] == cite and (payout is None or payout.line == line), (name, pocket)


def of_kind(kind: str, *settings: str) -> dict[str, list[str]]:
    """The choices of a kind that are offered, and their numbers as the id spells them."""
    found = catalogue(rules_of(*settings))
    return {name: name.split(":")[1].split("-") for name in found if name.startswith(f"{kind}:")}


def row(number: int) -> int:
    return (number - 1) // 3


def column(number: int) -> int:
    return (number - 1) % 3


@law("617a.3(e)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_the_kinds_of_wager_in_the_order_of_the_law(wheel: str) -> None:
    kinds = [
        "straight",
        "five-adjacent",
        "split",
        "three-numbers",
        "four-numbers",
        "first-five",
        "six-numbers",
        "column",
    ]
    kinds += ["dozen", *EVEN_MONEY]
    offers = catalogue(rules_of(f"wheel={wheel}", "five_adjacent=true"))
    without = [kind for kind in kinds if kind != "first-five" or wheel == "double-zero"]
    assert list(dict.fromkeys(offer.kind for offer in offers.values())) == without


@law("617a.3(e)(1)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_1_a_straight_wager_wins_on_its_number(wheel: str) -> None:
    setting = f"wheel={wheel}"
    assert set(of_kind("straight", setting)) == {f"straight:{n}" for n in (*ZEROS[wheel], *NUMBERS)}
    for name in of_kind("straight", setting):
        wins_on(name, [name.removeprefix("straight:")], "617a.3(e)(1)", "straight", setting)


@law("617a.3(e)(1)")
def test_617a_3_e_1_a_straight_wager_is_paid_at_a_table() -> None:
    table = roulette()
    won = table.settle("straight:17", 500, pocket="17")
    assert (won.result, won.returned_cents, won.because) == ("won", 18_000, cites("617a.3(e)(1)", "617a.4(a)"))
    lost = table.settle("straight:0", 500, pocket="00")
    assert (lost.result, lost.returned_cents, lost.because) == ("lost", 0, cites("617a.3(e)(1)"))


@law("617a.3(e)(1)(i)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_1_i_five_adjacent_numbers_are_offered_only_if_the_submission_says_so(wheel: str) -> None:
    reason, because = roulette(f"wheel={wheel}").refusal(wager("five-adjacent:17"))
    assert "Rules Submission does not specify it" in reason and because == cites("617a.3(e)(1)(i)")
    assert roulette(f"wheel={wheel}", "five_adjacent=true").do(wager("five-adjacent:17"))[0].event == "wager-placed"


@law("617a.3(e)(1)(i)")
@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
def test_617a_3_e_1_i_the_five_are_adjacent_on_the_wheel(wheel: str) -> None:
    settings = (f"wheel={wheel}", "five_adjacent=true")
    ring = order(rules_of(*settings)) * 3
    for centre in order(rules_of(*settings)):
        at = ring.index(centre, len(ring) // 3)
        wins_on(f"five-adjacent:{centre}", ring[at - 2 : at + 3], "617a.3(e)(1)(iii)", "straight", *settings)
    around = {"single-zero": ["2", "25", "17", "34", "6"], "double-zero": ["20", "32", "17", "5", "22"]}
    wins_on("five-adjacent:17", around[wheel], "617a.3(e)(1)(iii)", "straight", *settings)


@law("617a.3(e)(1)(ii)")
@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
def test_617a_3_e_1_ii_every_number_of_the_replica_can_be_the_centre(wheel: str) -> None:
    settings = (f"wheel={wheel}", "five_adjacent=true")
    assert {name.partition(":")[2] for name in of_kind("five-adjacent", *settings)} == set(order(rules_of(*settings)))


@law("617a.3(e)(1)(ii)", "617a.1(e)(1)")
def test_617a_3_e_1_ii_where_00_is_covered_no_five_reach_over_it() -> None:
    settings = (AS_SINGLE, "five_adjacent=true")
    offered = {name.partition(":")[2] for name in of_kind("five-adjacent", *settings)}
    assert offered == {"0", *NUMBERS} - {"10", "27", "1", "13"}
    table = roulette(*settings)
    for centre in ("10", "27", "1", "13"):
        reason, because = table.refusal(wager(f"five-adjacent:{centre}"))
        assert "is 00, on which no wager is available" in reason
        assert because == cites("617a.1(e)(1)", "617a.3(e)(1)(iii)")
    assert table.refusal(wager("five-adjacent:00"))[1] == cites("617a.1(e)(1)")


@law("617a.3(e)(1)(ii)")
def test_617a_3_e_1_ii_by_the_other_reading_the_ring_closes_over_a_covered_00() -> None:
    settings = (AS_SINGLE, "five_adjacent=true", "reading.five_adjacent_over_00=next-number")
    assert {name.partition(":")[2] for name in of_kind("five-adjacent", *settings)} == {"0", *NUMBERS}
    wins_on("five-adjacent:27", ["13", "1", "27", "10", "25"], "617a.3(e)(1)(iii)", "straight", *settings)
    wins_on("five-adjacent:13", ["24", "36", "13", "1", "27"], "617a.3(e)(1)(iii)", "straight", *settings)
    assert roulette(*settings).refusal(wager("five-adjacent:00"))[1] == cites("617a.1(e)(1)")


@law("617a.3(e)(1)(iii)")
def test_617a_3_e_1_iii_it_is_five_straight_wagers_of_equal_value() -> None:
    """Five separate Straight Wagers of a fifth pay exactly the same as the Five Adjacent Number Wager."""
    settings = ("five_adjacent=true",)
    for pocket in order(rules_of(*settings)):
        table = roulette(*settings)
        done(table, *(wager(f"straight:{n}", 100) for n in ("20", "32", "17", "5", "22")))
        done(table, wager("five-adjacent:17", 500, seat=2), {"do": "no-more-bets"}, result(pocket))
        purse = 103_100 if pocket in ("20", "32", "17", "5", "22") else 99_500
        assert table.table.chips(1) == table.table.chips(2) == purse


@law("617a.3(e)(1)(iii)")
@pytest.mark.parametrize("cents", [101, 499, 502])
def test_617a_3_e_1_iii_what_does_not_divide_by_five_is_refused(cents: int) -> None:
    reason, because = roulette("five_adjacent=true").refusal(wager("five-adjacent:17", cents))
    assert "five equal wagers" in reason and because == cites("617a.3(e)(1)(iii)")


@law("617a.3(e)(1)(iii)")
def test_617a_3_e_1_iii_each_fifth_is_paid_in_whole_cents_where_the_holder_pays_more() -> None:
    table = roulette("five_adjacent=true", "payout.straight=71 to 2")
    assert table.refusal(wager("five-adjacent:17", 505))[1] == cites("617a.3(e)(1)(iii)")
    won = table.settle("five-adjacent:17", 1000, pocket="22")
    assert (won.result, won.returned_cents) == ("won", 200 + 7100)


@law("617a.3(e)(2)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_2_a_split_wager_lies_between_two_numbers_that_share_a_line(wheel: str) -> None:
    pairs = {
        f"split:{a}-{b}"
        for a in range(1, 37)
        for b in range(a + 1, 37)
        if (row(a) == row(b) and b - a == 1) or (column(a) == column(b) and b - a == 3)
    }
    with_zero = {
        "single-zero": {"split:0-1", "split:0-2", "split:0-3"},
        "double-zero": {"split:0-00", "split:0-1", "split:0-2", "split:00-2", "split:00-3"},
        "double-zero-as-single-zero": {"split:0-1", "split:0-2"},
    }
    found = of_kind("split", f"wheel={wheel}")
    assert len(pairs) == 57 and set(found) == pairs | with_zero[wheel]
    for name, numbers in found.items():
        wins_on(name, numbers, "617a.3(e)(2)", "split", f"wheel={wheel}")


@law("617a.3(e)(2)")
def test_617a_3_e_2_zero_and_double_zero_can_be_split() -> None:
    table = roulette()
    for pocket in ("0", "00"):
        won = table.settle("split:0-00", 500, pocket=pocket)
        assert (won.result, won.returned_cents, won.because) == ("won", 9000, cites("617a.3(e)(2)", "617a.4(a)"))
    spots = [spot for spot in table.game.present.layout(table.rules).spots if spot.wager == "split:0-00"]
    assert [spot.lines for spot in spots] == [("0 and 00",), ("2nd 12 and 3rd 12",)]


@law("617a.3(e)(2)")
@pytest.mark.parametrize(("wheel", "name"), [("double-zero", "split:0-3"), ("double-zero-as-single-zero", "split:0-3")])
def test_617a_3_e_2_numbers_whose_boxes_do_not_touch_cannot_be_split(wheel: str, name: str) -> None:
    reason, because = roulette(f"wheel={wheel}").refusal(wager(name))
    assert "no line or corner in common" in reason and because == cites("617a.3(e)(2)")


@law("617a.3(e)(3)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_3_three_numbers_in_a_row(wheel: str) -> None:
    rows = {f"three-numbers:{n}-{n + 1}-{n + 2}": [str(n), str(n + 1), str(n + 2)] for n in range(1, 37, 3)}
    found = of_kind("three-numbers", f"wheel={wheel}")
    assert len(rows) == 12 and rows.items() <= found.items()
    for name, numbers in rows.items():
        wins_on(name, numbers, "617a.3(e)(3)", "three-numbers", f"wheel={wheel}")


@law("617a.3(e)(3)(i)")
@pytest.mark.parametrize(
    ("wheel", "groups"),
    [
        ("double-zero", {"0-1-2", "0-2-00", "00-2-3"}),
        ("single-zero", {"0-1-2"}),
        ("double-zero-as-single-zero", {"0-1-2"}),
    ],
)
def test_617a_3_e_3_i_the_three_groups_with_zeros_as_far_as_they_can_be_wagered_on(
    wheel: str, groups: set[str]
) -> None:
    found = of_kind("three-numbers", f"wheel={wheel}")
    assert {name.partition(":")[2] for name, numbers in found.items() if {"0", "00"} & set(numbers)} == groups
    for group in groups:
        wins_on(f"three-numbers:{group}", group.split("-"), "617a.3(e)(3)(i)", "three-numbers", f"wheel={wheel}")


@law("617a.3(e)(3)(i)")
def test_617a_3_e_3_i_a_group_that_is_not_listed_is_taken_by_the_other_reading_only() -> None:
    reason, because = roulette("wheel=single-zero").refusal(wager("three-numbers:0-2-3"))
    assert "not a group" in reason and because == cites("617a.3(e)(3)(i)")
    other = ("wheel=single-zero", "reading.zero_group_0_2_3=common-corner")
    assert roulette(*other).settle("three-numbers:0-2-3", 500, pocket="3").returned_cents == 6000
    wins_on("three-numbers:0-2-3", ["0", "2", "3"], "617a.3(e)(3)", "three-numbers", *other)


@law("617a.3(e)(3)(ii)")
@pytest.mark.parametrize("reading", ["listed", "common-corner"])
def test_617a_3_e_3_ii_on_a_double_zero_layout_the_corners_are_just_those_that_the_law_lists(reading: str) -> None:
    table = roulette(f"reading.zero_group_0_2_3={reading}")
    groups = set(table.rules.names("zero_groups"))
    found = of_kind("three-numbers", f"reading.zero_group_0_2_3={reading}")
    assert {name.partition(":")[2] for name, numbers in found.items() if {"0", "00"} & set(numbers)} == groups
    spots = {spot.wager: spot.lines[0] for spot in table.game.present.layout(table.rules).spots}
    assert spots["three-numbers:0-2-00"] == "0, 2 and 00"
    assert table.refusal(wager("three-numbers:0-2-3"))[1] == cites("617a.3(e)(3)")


@law("617a.3(e)(4)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_4_four_numbers_around_a_corner(wheel: str) -> None:
    corners = {
        f"four-numbers:{n}-{n + 1}-{n + 3}-{n + 4}": [str(m) for m in (n, n + 1, n + 3, n + 4)]
        for n in range(1, 33)
        if column(n) < 2
    }
    assert len(corners) == 22 and of_kind("four-numbers", f"wheel={wheel}") == corners
    for name, numbers in corners.items():
        wins_on(name, numbers, "617a.3(e)(4)", "four-numbers", f"wheel={wheel}")


@law("617a.3(e)(5)")
def test_617a_3_e_5_first_five_numbers_where_there_is_a_00() -> None:
    wins_on("first-five", ["0", "00", "1", "2", "3"], "617a.3(e)(5)", "first-five")
    won = roulette().settle("first-five", 500, pocket="00")
    assert (won.returned_cents, won.because) == (3500, cites("617a.3(e)(5)", "617a.4(a)"))


@law("617a.3(e)(5)", "617a.1(c)")
def test_617a_3_e_5_without_a_00_there_are_no_first_five() -> None:
    reason, because = roulette("wheel=single-zero").refusal(wager("first-five"))
    assert "a single zero wheel has no 00" in reason and because == cites("617a.1(c)")
    assert roulette(AS_SINGLE).refusal(wager("first-five"))[1] == cites("617a.1(e)(1)")
    assert roulette("wheel=single-zero").refusal(wager("straight:00"))[1] == cites("617a.1(c)")


@law("617a.3(e)(6)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_6_six_numbers_in_two_rows_side_by_side(wheel: str) -> None:
    expected = {f"six-numbers:{n}-{n + 5}": [str(m) for m in range(n, n + 6)] for n in range(1, 32, 3)}
    assert len(expected) == 11 and set(of_kind("six-numbers", f"wheel={wheel}")) == set(expected)
    for name, numbers in expected.items():
        wins_on(name, numbers, "617a.3(e)(6)", "six-numbers", f"wheel={wheel}")


@law("617a.3(e)(7)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_7_a_column_is_twelve_numbers(wheel: str) -> None:
    assert len(of_kind("column", f"wheel={wheel}")) == 3
    for n in (1, 2, 3):
        wins_on(f"column:{n}", map(str, range(n, 37, 3)), "617a.3(e)(7)", "column", f"wheel={wheel}")


@law("617a.3(e)(8)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_8_a_dozen_is_twelve_numbers_in_sequence(wheel: str) -> None:
    assert len(of_kind("dozen", f"wheel={wheel}")) == 3
    for n, first in ((1, 1), (2, 13), (3, 25)):
        wins_on(f"dozen:{n}", map(str, range(first, first + 12)), "617a.3(e)(8)", "dozen", f"wheel={wheel}")


@law("617a.3(e)(9)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_9_red_wins_on_red_numbers(wheel: str) -> None:
    wins_on("red", RED, "617a.3(e)(9)", "red", f"wheel={wheel}")


@law("617a.3(e)(10)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_10_black_wins_on_black_numbers(wheel: str) -> None:
    wins_on("black", set(NUMBERS) - RED, "617a.3(e)(10)", "black", f"wheel={wheel}")


@law("617a.3(e)(11)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_11_odd_wins_on_odd_numbers(wheel: str) -> None:
    wins_on("odd", map(str, range(1, 37, 2)), "617a.3(e)(11)", "odd", f"wheel={wheel}")


@law("617a.3(e)(12)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_12_even_wins_on_even_numbers_and_on_no_zero(wheel: str) -> None:
    wins_on("even", map(str, range(2, 37, 2)), "617a.3(e)(12)", "even", f"wheel={wheel}")


@law("617a.3(e)(13)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_13_the_low_half(wheel: str) -> None:
    wins_on("1-18", map(str, range(1, 19)), "617a.3(e)(13)", "1-18", f"wheel={wheel}")


@law("617a.3(e)(14)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_14_the_high_half(wheel: str) -> None:
    wins_on("19-36", map(str, range(19, 37)), "617a.3(e)(14)", "19-36", f"wheel={wheel}")


@law("617a.3(e)(4)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_4_the_first_four_numbers_have_no_common_corner(wheel: str) -> None:
    table = roulette(f"wheel={wheel}")
    reason, because = table.refusal(wager("four-numbers:0-1-2-3"))
    assert "have no corner in common" in reason and because == cites("617a.3(e)(4)")
    assert table.table.chips(1) == 100_000


@law("617a.3(e)")
@pytest.mark.parametrize(
    "name",
    [
        "straight:37", "straight:", "straight:000", "straight:017", "split:1-3", "split:2-1", "split:3-4", "split:1",
        "three-numbers:2-3-4", "three-numbers:0-1-3", "four-numbers:3-4-6-7", "first-four",
        "six-numbers:2-7", "six-numbers:34-39", "column:4", "dozen:0", "green", "RED", "1-17", "five-adjacent:37", "", "straight",
    ],
)  # fmt: skip
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_3_e_what_is_no_wager_of_the_chapter_is_bad_input(name: str, wheel: str) -> None:
    table = roulette(f"wheel={wheel}")
    with pytest.raises(BadInput, match=r"wager: id: .* is not a wager of roulette"):
        table.do(wager(name))
    assert table.table.chips(1) == 100_000
