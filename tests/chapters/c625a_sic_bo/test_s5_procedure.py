"""625a.5: opening the table, and the dealer's order in a round."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import (
    ABOVE,
    BIG,
    OTHERS,
    SHAKERS,
    SMALL,
    Command,
    brought_to,
    by_hand,
    opening,
    settled,
    shake,
    step,
    the,
)
from houseway.core import Chance, Procedure, Wagers
from support import bench, cites, law

NO_MORE_BETS: Command = {"do": "no-more-bets"}
RESULT: Command = {"do": "result", "dice": [1, 2, 3]}
SETTLE, CLEAR = step("625a.5(e)", "dealer"), step("625a.5(f)", "dealer")
LIT_BY_1_2_3 = [
    "total-value:6", "two-dice-combination:1-2", "two-dice-combination:1-3", "two-dice-combination:2-3", "small",
    "one-of-a-kind:1", "one-of-a-kind:2", "one-of-a-kind:3",
]  # fmt: skip


@law("625a.5")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_round_by_hand_from_the_opening_to_the_clearing(shaker: str) -> None:
    table = by_hand(shaker)
    table.do(*opening(shaker), SMALL, BIG)
    happened = table.do(shake(shaker), NO_MORE_BETS, RESULT, SETTLE, CLEAR)
    mixed = "625a.5(b)(1)" if shaker == "manual" else "625a.5(b)(2)"
    assert [(e.event, e.cites) for e in happened] == [
        ("step-done", cites(mixed)),
        ("no-more-bets", cites("625a.5(c)")),
        ("result", cites("625a.5(d)")),
        ("illuminated", cites("625a.5(d)", "625a.1(b)")),
        ("step-done", cites("625a.5(e)")),
        ("wager-settled", cites("625a.3(7)")),
        ("wager-settled", cites("625a.3(6)", "625a.6(a)")),
        ("step-done", cites("625a.5(f)")),
        ("cleared", cites("625a.5(f)")),
    ]
    assert table.table.round == 2 and isinstance(table.table.due, Wagers)
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")  # the dice are to be shaken anew


@law("625a.5")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_table_that_completes_its_own_procedures_does_the_same(shaker: str) -> None:
    table = bench("sic-bo", f"shaker={shaker}")
    automatic = table.do(SMALL, BIG, NO_MORE_BETS, RESULT)
    hand = by_hand(shaker)
    hand.do(*opening(shaker))
    by_dealer = hand.do(SMALL, BIG, shake(shaker), NO_MORE_BETS, RESULT, SETTLE, CLEAR)
    assert [(e.event, e.cites) for e in automatic] == [(e.event, e.cites) for e in by_dealer]
    assert table.table.accounts == hand.table.accounts


OUT_OF_ORDER = [
    ("opening", shake("manual"), "625a.5(a)"),
    ("opening", NO_MORE_BETS, "625a.5(a)"),
    ("opening", RESULT, "625a.5(a)"),
    ("opening", SETTLE, "625a.5(a)"),
    ("betting", NO_MORE_BETS, "625a.5(b)"),
    ("thrown", shake("manual"), "625a.5(c)"),
    ("thrown", NO_MORE_BETS, "625a.5(c)"),
    ("thrown", SETTLE, "625a.5(c)"),
    ("thrown", CLEAR, "625a.5(c)"),
    ("lit", shake("manual"), "625a.5(e)"),
    ("lit", NO_MORE_BETS, "625a.5(e)"),
    ("lit", RESULT, "625a.5(e)"),
    ("lit", CLEAR, "625a.5(e)"),
    ("paid", shake("manual"), "625a.5(f)"),
    ("paid", NO_MORE_BETS, "625a.5(f)"),
    ("paid", RESULT, "625a.5(f)"),
    ("paid", SETTLE, "625a.5(f)"),
]


@law("625a.5")
@pytest.mark.parametrize(("phase", "act", "because"), OUT_OF_ORDER)
def test_625a_5_an_act_out_of_order_is_refused_and_changes_nothing(phase: str, act: Command, because: str) -> None:
    table = brought_to(phase)
    before = table.table.plain
    assert table.refusal(act)[1] == cites(because)
    assert table.table.plain == before


@law("625a.5(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_the_inspection_comes_before_gaming(shaker: str) -> None:
    table = by_hand(shaker)
    assert table.table.due == Procedure("opening", cites("625a.5(a)"))
    *most, last = opening(shaker)
    assert {e.event for e in table.do(*most)} == {"step-done"}
    reason, because = table.refusal(SMALL)
    assert "the procedure 'opening' is to be completed first" in reason and because == cites("625a.5(a)")
    opened = table.do(last)[-1]
    assert (opened.event, opened.cites) == ("announced", cites("625a.5(a)"))
    assert table.do(SMALL)[0].event == "wager-placed"


@law("625a.5(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_a_table_may_open_itself_with_every_step_on_record(shaker: str) -> None:
    done = [e for e in bench("sic-bo", f"shaker={shaker}").table.events if e.event == "step-done"]
    assert {e.cites for e in done} == {cites(each["cite"]) for each in opening(shaker)}
    assert {e.fields["by"] for e in done} == {"floorperson"}


@law("625a.5(a)")
def test_625a_5_a_the_opening_alone_may_be_left_to_people() -> None:
    table = bench("sic-bo", procedure="opening-by-hand")
    assert table.refusal(SMALL)[1] == cites("625a.5(a)")
    table.do(*opening("manual"), SMALL, NO_MORE_BETS)
    assert table.do(RESULT)[-1].event == "cleared"


@law("625a.5(a)(1)")
@pytest.mark.parametrize("values", [[1, 2, 3], [6, 6, 6], [4, 1, 4]])
def test_625a_5_a_1_three_values_are_entered_and_the_lights_verified(values: list[int]) -> None:
    (done,) = by_hand().do(step("625a.5(a)(1)", values=values, verified=True))
    assert (done.event, done.cites, done.fields["values"]) == ("step-done", cites("625a.5(a)(1)"), values)


@law("625a.5(a)(1)")
@pytest.mark.parametrize("values", [[1, 2], [1, 2, 3, 4], [], [0, 1, 2], [1, 2, 7], ["1", "2", "3"], "123", 6, None])
def test_625a_5_a_1_other_entries_are_no_test(values: Any) -> None:
    table = by_hand()
    reason, because = table.refusal(step("625a.5(a)(1)", values=values, verified=True))
    assert "enter 3 die values in the device" in reason and because == cites("625a.5(a)(1)")
    assert table.do(step("625a.5(a)(1)", values=[1, 2, 3], verified=True))[0].event == "step-done"


@law("625a.5(a)(1)")
@pytest.mark.parametrize("noted", [{}, {"verified": False}, {"verified": 1}, {"verified": "yes"}])
def test_625a_5_a_1_the_lights_must_be_verified(noted: dict[str, Any]) -> None:
    reason, because = by_hand().refusal(step("625a.5(a)(1)", values=[1, 2, 3], **noted))
    assert "verify that every winning area is lit" in reason and because == cites("625a.5(a)(1)")


@law("625a.5(a)(1)")
@pytest.mark.parametrize(
    ("lit", "said"),
    [
        (LIT_BY_1_2_3[1:], "total-value:6 should be lit and is not"),
        ([*LIT_BY_1_2_3, "big"], "big is lit and should not be"),
        ([*LIT_BY_1_2_3[:-1], "one-of-a-kind:4"], "one-of-a-kind:4 is lit and should not be"),
        ([], "small"),
    ],
)
def test_625a_5_a_1_a_device_that_lights_wrongly_does_not_pass(lit: list[str], said: str) -> None:
    reason, because = by_hand().refusal(step("625a.5(a)(1)", values=[1, 2, 3], lit=lit, verified=True))
    assert "the device is not in working order" in reason and said in reason
    assert because == cites("625a.5(a)(1)")


@law("625a.5(a)(1)")
def test_625a_5_a_1_the_areas_that_were_seen_may_be_noted_in_any_order() -> None:
    (done,) = by_hand().do(step("625a.5(a)(1)", values=[3, 2, 1], lit=LIT_BY_1_2_3[::-1]))
    assert (done.event, done.cites) == ("step-done", cites("625a.5(a)(1)"))


@law("625a.5(a)(1)", "625a.3(2)")
def test_625a_5_a_1_what_must_light_depends_on_the_reading_of_two_of_a_kind() -> None:
    triple = ["three-of-a-kind:2", "any-three-of-a-kind", "total-value:6", "one-of-a-kind:2"]
    exactly = bench("sic-bo", "reading.two_of_a_kind=exactly-two", procedure="by-hand")
    assert exactly.do(step("625a.5(a)(1)", values=[2, 2, 2], lit=triple))[0].event == "step-done"
    reason, because = by_hand().refusal(step("625a.5(a)(1)", values=[2, 2, 2], lit=triple))
    assert "two-of-a-kind:2 should be lit and is not" in reason and because == cites("625a.5(a)(1)")


@law("625a.5(a)(1)", "625a.5(a)(2)")
@pytest.mark.parametrize("role", ["dealer", *ABOVE[1:], *OTHERS])
def test_625a_5_a_1_the_tests_are_for_the_floorperson_of_the_table_alone(role: str) -> None:
    tests = step("625a.5(a)(1)", role, values=[1, 2, 3], verified=True), step("625a.5(a)(2)", role, operations=3)
    for test in tests:
        reason, because = by_hand("automated").refusal(test)
        assert "this is for the floorperson, not for a" in reason and because == cites(test["cite"])


@law("625a.5(a)(2)")
@pytest.mark.parametrize("operations", [3, 4, 30])
def test_625a_5_a_2_the_automated_shaker_is_operated_three_times_or_more(operations: int) -> None:
    (done,) = by_hand("automated").do(step("625a.5(a)(2)", operations=operations, verified=True))
    assert (done.event, done.cites) == ("step-done", cites("625a.5(a)(2)"))


@law("625a.5(a)(2)")
@pytest.mark.parametrize("noted", [{"operations": 2}, {"operations": 0}, {"operations": "3"}, {"operations": True}, {}])
def test_625a_5_a_2_fewer_are_no_test(noted: dict[str, Any]) -> None:
    reason, because = by_hand("automated").refusal(step("625a.5(a)(2)", verified=True, **noted))
    assert "operate the automated shaker at least 3 times" in reason and because == cites("625a.5(a)(2)")


@law("625a.5(a)(2)")
def test_625a_5_a_2_there_is_no_such_test_of_a_manual_shaker() -> None:
    reason, because = by_hand("manual").refusal(step("625a.5(a)(2)", operations=3))
    assert "625a.5(a)(2) is no step that is due now" in reason and because == cites("625a.5(a)")


@law("625a.5(b)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_b_no_more_bets_waits_for_the_dice_to_be_mixed(shaker: str) -> None:
    table = brought_to("betting", shaker)
    reason, because = table.refusal(NO_MORE_BETS)
    assert "first: Mix the dice" in reason and because == cites("625a.5(b)")
    table.do(shake(shaker))
    assert table.do(NO_MORE_BETS)[0].event == "no-more-bets"


@law("625a.5(b)")
@pytest.mark.parametrize(("shaker", "other"), [("manual", "automated"), ("automated", "manual")])
def test_625a_5_b_the_way_of_mixing_is_that_of_the_shaker_in_use(shaker: str, other: str) -> None:
    reason, _ = brought_to("betting", shaker).refusal(shake(other))
    assert f"{shake(other)['cite']} is no step that is due now; due are {shake(shaker)['cite']}" in reason


@law("625a.5(b)")
def test_625a_5_b_wagers_are_still_taken_after_the_shaking() -> None:
    assert brought_to("shaken").do(SMALL)[0].event == "wager-placed"


@law("625a.5(b)(1)")
@pytest.mark.parametrize("noted", [{"shakes": 2}, {"shakes": 0}, {"shakes": -3}, {"shakes": "3"}, {"shakes": True}, {}])
def test_625a_5_b_1_fewer_than_three_shakes_do_not_count(noted: dict[str, Any]) -> None:
    table = brought_to("betting")
    reason, because = table.refusal(step("625a.5(b)(1)", "dealer", **noted))
    assert "shake the covered shaker at least 3 times" in reason and because == cites("625a.5(b)(1)")
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")


@law("625a.5(b)(1)")
@pytest.mark.parametrize("shakes", [3, 4, 12])
def test_625a_5_b_1_three_or_more_do(shakes: int) -> None:
    (done,) = brought_to("betting").do(step("625a.5(b)(1)", "dealer", shakes=shakes))
    assert (done.event, done.cites, done.fields["shakes"]) == ("step-done", cites("625a.5(b)(1)"), shakes)


@law("625a.5(b)(1)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_b_1_the_dealer_shakes(role: str) -> None:
    reason, because = brought_to("betting").refusal(shake("manual", role))
    assert "this is for the dealer" in reason and because == cites("625a.5(b)(1)")


@law("625a.5(b)(2)")
def test_625a_5_b_2_the_dealer_activates_the_automated_shaker() -> None:
    (done,) = brought_to("betting", "automated").do(step("625a.5(b)(2)", "dealer"))
    assert (done.event, done.cites) == ("step-done", cites("625a.5(b)(2)"))
    for role in (*ABOVE, *OTHERS):
        assert brought_to("betting", "automated").refusal(shake("automated", role))[1] == cites("625a.5(b)(2)")


@law("625a.5(c)")
def test_625a_5_c_no_more_bets_closes_the_betting_before_the_dice_are_shown() -> None:
    table = brought_to("shaken")
    (said,) = table.do(NO_MORE_BETS)
    assert (said.event, said.fields["text"], said.cites) == ("no-more-bets", "No more bets.", cites("625a.5(c)"))
    assert isinstance(table.table.due, Chance)
    reason, because = table.refusal(SMALL)
    assert "no more bets are taken" in reason and because == cites("625a.5(c)")


@law("625a.5(c)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_c_the_dealer_announces_it(role: str) -> None:
    reason, because = brought_to("shaken").refusal({**NO_MORE_BETS, "by": role})
    assert "is announced by the dealer" in reason and because == cites("625a.5(c)")


@law("625a.5(d)")
def test_625a_5_d_the_values_are_announced_and_entered_and_light_the_winning_areas() -> None:
    table = brought_to("thrown")
    result, lit = table.do({"do": "result", "dice": [3, 1, 2]})
    assert (result.event, result.fields["dice"], result.fields["total"]) == ("result", [3, 1, 2], 6)
    assert result.cites == cites("625a.5(d)")
    assert (lit.event, lit.fields["areas"]) == ("illuminated", LIT_BY_1_2_3)
    assert lit.cites == cites("625a.5(d)", "625a.1(b)")
    assert table.table.view()["dice"] == [3, 1, 2]


@law("625a.5(d)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_d_the_dealer_uncovers_and_announces(role: str) -> None:
    reason, because = brought_to("thrown").refusal({**RESULT, "by": role})
    assert "the dealer uncovers" in reason and because == cites("625a.5(d)")


@law("625a.5(e)")
def test_625a_5_e_losing_wagers_are_collected_first_then_winning_ones_paid() -> None:
    table = brought_to("shaken")  # small and big lie there already, the winner first
    for seat, wager in (
        (3, "total-value:6"),
        (3, "total-value:7"),
        (1, "two-dice-combination:1-2"),
        (2, "one-of-a-kind:6"),
    ):
        table.do({"do": "wager", "seat": seat, "id": wager, "cents": 100})
    table.do(NO_MORE_BETS, RESULT)
    events = table.do(SETTLE)
    assert (events[0].event, events[0].cites) == ("step-done", cites("625a.5(e)"))
    assert settled(events) == [
        (2, "big", "lost", 0, cites("625a.3(7)")),
        (3, "total-value:7", "lost", 0, cites("625a.3(4)")),
        (2, "one-of-a-kind:6", "lost", 0, cites("625a.3(8)")),
        (1, "small", "won", 1000, cites("625a.3(6)", "625a.6(a)")),
        (3, "total-value:6", "won", 1500, cites("625a.3(4)", "625a.6(a)")),
        (1, "two-dice-combination:1-2", "won", 600, cites("625a.3(5)", "625a.6(a)")),
    ]
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [101_000, 99_200, 101_300]


@law("625a.5(e)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_e_the_dealer_collects_and_pays(role: str) -> None:
    reason, because = brought_to("lit").refusal(step("625a.5(e)", role))
    assert "this is for the dealer" in reason and because == cites("625a.5(e)")


@law("625a.5(e)")
def test_625a_5_e_a_manual_shaker_is_not_covered_before_all_is_paid() -> None:
    reason, because = brought_to("lit").refusal(shake("manual"))
    assert "625a.5(b)(1) is no step that is due now; due are 625a.5(e)" in reason and because == cites("625a.5(e)")


@law("625a.5(f)")
def test_625a_5_f_the_lights_stay_until_all_is_paid_and_are_then_cleared() -> None:
    table = brought_to("lit")
    table.do(SETTLE)
    assert table.table.view()["lit"] == LIT_BY_1_2_3
    cleared = the(table.do(CLEAR), "cleared")
    assert cleared.cites == cites("625a.5(f)")
    assert (table.table.view()["lit"], table.table.view()["dice"]) == ([], [])


@law("625a.5(f)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_f_the_dealer_clears_them(role: str) -> None:
    reason, because = brought_to("paid").refusal(step("625a.5(f)", role))
    assert "this is for the dealer" in reason and because == cites("625a.5(f)")
