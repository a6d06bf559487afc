"""625a.2: three dice, and how long they may be used."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import SMALL, at, brought_to, by_hand, opening, shake
from chapters.harness import ABOVE, OTHERS, moment, settled
from chapters.harness import floor_step as step
from houseway.core import Chance, Wagers
from houseway.law import BadInput
from support import bench, cites, law

DAY = 24 * 3600
MONTHS = [
    ("2011-06-11 09:00:00", "2011-07-11 09:00:00"),
    ("2011-01-31 23:30:00", "2011-02-28 23:30:00"),
    ("2012-01-31 23:30:00", "2012-02-29 23:30:00"),
    ("2011-02-28 08:00:00", "2011-03-28 07:00:00"),  # the clock in Pennsylvania went forward in between
    ("2011-03-31 08:00:00", "2011-04-30 08:00:00"),
    ("2011-12-15 00:00:00", "2012-01-15 00:00:00"),
]


@law("625a.2", "625a.2(a)")
def test_625a_2_a_throw_is_of_three_dice_and_all_216_are_as_likely() -> None:
    table = bench("sic-bo")
    table.do({"do": "no-more-bets"})
    due = table.table.due
    assert isinstance(due, Chance)
    assert dict(due.outcomes()) == dict.fromkeys(product(range(1, 7), repeat=3), 1)


@law("625a.2")
@pytest.mark.parametrize(
    "dice", [[1, 2], [1, 2, 3, 4], [], [0, 1, 2], [1, 2, 7], [1, 2, True], [1, 2, "3"], "123", None, 6]
)
def test_625a_2_other_dice_are_not_understood_and_nothing_is_lost(dice: Any) -> None:
    table = brought_to("thrown")
    before = table.table.plain
    with pytest.raises(BadInput, match=r'write 3 faces from 1 to 6, like "dice": \[2, 3, 4\]'):
        table.do({"do": "result", "dice": dice})
    assert table.table.plain == before
    assert table.do({"do": "result", "dice": [1, 2, 3]})[0].event == "result"


@law("625a.2(a)")
@pytest.mark.parametrize("noted", [{"dice": 2}, {"dice": 4}, {"dice": 0}, {}])
def test_625a_2_a_there_must_be_three_dice_in_the_shaker(noted: dict[str, Any]) -> None:
    table = by_hand()
    reason, because = table.refusal(step("625a.2(a)", **noted))
    assert "there must be 3 dice in the shaker" in reason and because == cites("625a.2(a)")
    (done,) = table.do(step("625a.2(a)", dice=3))
    assert (done.event, done.cites, done.fields["noted"]) == ("step-done", cites("625a.2(a)"), {"dice": 3})


@law("625a.2(a)")
@pytest.mark.parametrize("role", ["dealer", *OTHERS])
def test_625a_2_a_only_a_floorperson_or_above_sees_to_it(role: str) -> None:
    assert by_hand().refusal(step("625a.2(a)", role, dice=3))[1] == cites("625a.2(a)")


@law("625a.2(b)")
def test_625a_2_b_dice_in_a_manual_shaker_serve_for_24_hours_and_not_a_second_more() -> None:
    table, watch = at("2011-06-11 09:00:00")
    watch.now += DAY
    assert [e.event for e in table.do({"do": "no-more-bets"})] == ["step-done", "no-more-bets"]
    table.do({"do": "result", "dice": [1, 2, 3]})
    watch.now += 1
    reason, because = table.refusal({"do": "no-more-bets"})
    assert "more than 24 hours" in reason and because == cites("625a.2(b)")
    assert isinstance(table.table.due, Wagers)


@law("625a.2(b)")
@pytest.mark.parametrize(("start", "end"), MONTHS)
def test_625a_2_b_dice_locked_in_an_automated_shaker_serve_for_a_calendar_month(start: str, end: str) -> None:
    table, watch = at(start, "automated")
    watch.now = moment(end)
    assert [e.event for e in table.do({"do": "no-more-bets"})] == ["step-done", "no-more-bets"]
    table.do({"do": "result", "dice": [1, 2, 3]})
    watch.now += 1
    reason, because = table.refusal({"do": "no-more-bets"})
    assert "more than 1 month" in reason and because == cites("625a.2(b)")


@law("625a.2(b)")
@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_625a_2_b_a_dealer_who_shakes_by_hand_is_refused_in_the_same_way(shaker: str) -> None:
    table, watch = at("2011-01-31 12:00:00", shaker, procedure="by-hand")
    table.do(*opening(shaker))
    watch.now = moment("2011-02-01 12:00:00" if shaker == "manual" else "2011-02-28 12:00:00") + 1
    assert table.refusal(shake(shaker))[1] == cites("625a.2(b)")
    watch.now -= 1  # a clock that is put back does not make the dice younger
    assert table.refusal(shake(shaker))[1] == cites("625a.2(b)")


@law("625a.2(b)")
@pytest.mark.parametrize(
    ("shaker", "placed", "now"),
    [
        ("manual", "2011-06-10 09:00:00", "2011-06-11 09:00:00"),
        ("automated", "2011-01-31 09:00:00", "2011-02-28 09:00:00"),
    ],
)
def test_625a_2_b_dice_put_in_before_the_opening_are_as_old_as_they_are(shaker: str, placed: str, now: str) -> None:
    table, watch = at(now, shaker, procedure="by-hand")
    old = step("625a.2(b)", dice_placed_at=moment(placed) - 1)
    reason, because = table.refusal(old)
    assert "replace them first" in reason and because == cites("625a.2(b)")
    just = step("625a.2(b)", dice_placed_at=placed.replace(" ", "T") + "Z")
    others = [each for each in opening(shaker) if each["cite"] != "625a.2(b)"]
    assert [e for e in table.do(just, *others) if e.event == "act-refused"] == []
    assert table.do(shake(shaker))[0].event == "step-done"
    table.do({"do": "no-more-bets"}, {"do": "result", "dice": [1, 2, 3]})
    table.do(step("625a.5(e)", "dealer"), step("625a.5(f)", "dealer"))
    watch.now += 1
    assert table.refusal(shake(shaker))[1] == cites("625a.2(b)")


@law("625a.2(b)")
@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_625a_2_b_without_a_note_the_dice_count_from_that_step_and_not_from_the_end_of_the_opening(shaker: str) -> None:
    table, watch = at("2011-06-11 09:00:00", shaker, procedure="by-hand")
    table.do(step("625a.2(b)"))
    watch.now += 3600
    table.do(*(each for each in opening(shaker) if each["cite"] != "625a.2(b)"))
    assert isinstance(table.table.due, Wagers)
    watch.now = moment("2011-06-12 09:00:00" if shaker == "manual" else "2011-07-11 09:00:00")
    assert table.do(shake(shaker))[0].event == "step-done"
    watch.now += 1
    assert table.refusal(shake(shaker))[1] == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_only_the_step_about_the_dice_says_since_when_they_are_there() -> None:
    """625a.2(a) says it as well when an automated shaker returns, and is refused with it elsewhere, not ignored."""
    rules = by_hand().rules
    says = [each["cite"] for each in (*opening("automated"), *opening("manual"), shake("manual"), shake("automated"))]
    assert {cite for cite in says if "dice_placed_at" in rules.step_fields(cite)} == {"625a.2(a)", "625a.2(b)"}
    reason, because = by_hand().refusal(step("625a.2(a)", dice=3, dice_placed_at="2011-05-01T00:00:00Z"))
    assert "with the step of 625a.2(b)" in reason and because == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_dice_cannot_have_been_put_in_tomorrow() -> None:
    table, watch = at("2011-06-11 09:00:00", procedure="by-hand")
    reason, because = table.refusal(step("625a.2(b)", dice_placed_at=watch.now + 1))
    assert "not later than now" in reason and because == cites("625a.2(b)")


@law("625a.2(b)")
@pytest.mark.parametrize(
    "when",
    ["yesterday", "2011-06-11", "2011-06-11T08:00:00", "2011-06-11 08:00:00", "08:00Z", "", True, None, -1, 2**33, [1]],
    ids=str,
)
def test_625a_2_b_a_time_that_names_no_moment_or_no_zone_is_not_understood(when: Any) -> None:
    table, _ = at("2011-06-11 09:00:00", procedure="by-hand")
    before = table.table.plain
    with pytest.raises(
        BadInput, match=r'dice_placed_at: .* is not a time; write it with its zone, like "2011-06-11T09'
    ):
        table.do(step("625a.2(b)", dice_placed_at=when))
    assert table.table.plain == before


@law("625a.2(b)")
@pytest.mark.parametrize("when", ["2011-06-11T08:00:00Z", "2011-06-11T04:00:00-04:00", "2011-06-11 10:00:00+02:00"])
def test_625a_2_b_a_moment_may_be_written_in_any_zone(when: str) -> None:
    table, watch = at("2011-06-11 09:00:00", procedure="by-hand")
    (done,) = table.do(step("625a.2(b)", dice_placed_at=when))
    assert done.fields["noted"] == {"dice_placed_at": watch.now - 3600}


@law("625a.2(b)")
@pytest.mark.parametrize("by", ABOVE)
def test_625a_2_b_fresh_dice_are_put_in_by_a_floorperson_or_above(by: str) -> None:
    table, watch = at("2011-06-11 09:00:00")
    watch.now += DAY + 1
    assert table.refusal({"do": "no-more-bets"})[1] == cites("625a.2(b)")
    (done,) = table.do(step("625a.2(b)", by))
    assert (done.event, done.cites, done.fields["procedure"]) == ("step-done", cites("625a.2(b)"), "replace-dice")
    watch.now += DAY
    assert table.do({"do": "no-more-bets"})[-1].event == "no-more-bets"


@law("625a.2(b)")
@pytest.mark.parametrize("role", ["dealer", *OTHERS])
def test_625a_2_b_nobody_else_replaces_them(role: str) -> None:
    reason, because = bench("sic-bo").refusal(step("625a.2(b)", role))
    assert "the floorperson or above" in reason and because == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_replacing_with_dice_that_are_too_old_is_refused() -> None:
    table, watch = at("2011-06-11 09:00:00")
    watch.now += 10
    assert table.refusal(step("625a.2(b)", dice_placed_at=watch.now - DAY - 1))[1] == cites("625a.2(b)")
    assert table.do(step("625a.2(b)", dice_placed_at=watch.now - DAY))[0].event == "step-done"
    watch.now += 1
    assert table.refusal({"do": "no-more-bets"})[1] == cites("625a.2(b)")


@law("625a.2(b)", "625a.5(b)")
def test_625a_2_b_fresh_dice_must_be_shaken_again() -> None:
    table = brought_to("shaken")
    table.do(step("625a.2(b)"))
    assert table.refusal({"do": "no-more-bets"})[1] == cites("625a.5(b)")
    table.do(shake("manual"))
    assert table.do({"do": "no-more-bets"})[0].event == "no-more-bets"


@law("625a.2(b)")
@pytest.mark.parametrize(("phase", "due"), [("thrown", "625a.5(c)"), ("lit", "625a.5(e)"), ("paid", "625a.5(f)")])
def test_625a_2_b_dice_are_not_replaced_under_the_wagers(phase: str, due: str) -> None:
    assert brought_to(phase).refusal(step("625a.2(b)"))[1] == cites("625a.2(b)", due)


@law("625a.2(b)")
@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_625a_2_b_the_age_counts_when_the_dice_are_revealed_too(shaker: str) -> None:
    table, watch = at("2011-06-11 09:00:00", shaker, procedure="by-hand")
    table.do(*opening(shaker), SMALL)
    watch.now = moment("2011-06-12 09:00:00" if shaker == "manual" else "2011-07-11 09:00:00")
    table.do(shake(shaker))
    watch.now += 1
    reason, because = table.refusal({"do": "no-more-bets"})
    assert "replace them first" in reason and because == cites("625a.2(b)")
    table.do(step("625a.2(b)"), shake(shaker))
    assert table.do({"do": "no-more-bets"})[0].event == "no-more-bets"


@law("625a.2(b)")
def test_625a_2_b_dice_that_grew_too_old_under_the_cover_decide_nothing() -> None:
    table, watch = at("2011-06-11 09:00:00")
    table.do(SMALL)
    watch.now += DAY
    table.do({"do": "no-more-bets"})
    watch.now += 1
    voided, returned = table.do({"do": "result", "dice": [1, 2, 3]})
    assert (voided.event, voided.cites, voided.fields["dice"]) == ("round-voided", cites("625a.2(b)"), [1, 2, 3])
    assert settled([returned]) == [(1, "small", "returned", 500, cites("625a.2(b)"))]
    assert isinstance(table.table.due, Wagers) and table.refusal({"do": "no-more-bets"})[1] == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_dice_of_an_automated_shaker_comply_with_603a_12_c() -> None:
    reason, because = by_hand("automated").refusal(step("625a.2(b)", complies=False))
    assert "do not comply with 603a.12(c)" in reason and because == cites("625a.2(b)", "603a.12(c)")
    assert by_hand("automated").do(step("625a.2(b)", complies=True))[0].event == "step-done"
    assert by_hand("manual").do(step("625a.2(b)", complies=False))[0].event == "step-done"
