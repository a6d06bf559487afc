"""625a.5(a): the floorperson's inspection before the table is opened for gaming."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import LIT_BY_1_2_3, RESULT, SHAKERS, SMALL, TOSSES, by_hand, opening
from chapters.harness import ABOVE, NO_MORE_BETS, OTHERS, said
from chapters.harness import floor_step as step
from houseway.core import Procedure
from houseway.games import load
from houseway.law import BadInput
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from support import Bench, bench, cites, law


@law("625a.5(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_the_inspection_comes_before_gaming(shaker: str) -> None:
    table = by_hand(shaker)
    assert table.table.due == Procedure("opening", cites("625a.5(a)"))
    *most, last = opening(shaker)
    assert {e.event for e in table.do(*most)} == {"step-done"}
    reason, because = table.refusal(SMALL)
    assert "the procedure 'opening' must be completed first" in reason and because == cites("625a.5(a)")
    opened = table.do(last)[-1]
    assert (opened.event, opened.cites) == ("announced", cites("625a.5(a)"))
    assert table.do(SMALL)[0].event == "wager-placed"


@law("625a.5(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_a_table_may_open_itself_with_every_step_on_record(shaker: str) -> None:
    done = [e for e in bench("sic-bo", f"shaker={shaker}").table.events if e.event == "step-done"]
    assert {e.cites for e in done} == {cites(each["cite"]) for each in opening(shaker)}
    assert {(e.fields["procedure"], e.fields["by"]) for e in done} == {("opening", "floorperson")}


def not_yet_open() -> Bench:
    """A table that nobody has opened."""
    game, rules = load("sic-bo")
    return Bench(game, rules, Table(game, rules, SeededSource("tests")))


@law("601a.2")
@pytest.mark.parametrize("by", ["dealer", *OTHERS])
def test_601a_2_a_table_is_not_for_everybody_to_open(by: str) -> None:
    table = not_yet_open()
    before = table.table.plain
    reason, because = table.refusal({"do": "open", "by": by})
    assert reason == f"{said(by)} cannot open the table; a floorperson or above can" and because == cites("601a.2")
    assert table.table.plain == before
    assert table.do({"do": "open"})[0].event == "table-opened"


@law("601a.2")
@pytest.mark.parametrize("by", ABOVE)
def test_601a_2_a_floorperson_or_above_opens_the_table(by: str) -> None:
    table = not_yet_open()
    opened = table.do({"do": "open", "by": by, "procedure": "by-hand"})
    assert [(e.event, e.cites) for e in opened] == [("table-opened", cites("601a.2"))]


@law("625a.5(a)")
def test_625a_5_a_the_opening_alone_may_be_left_to_people() -> None:
    table = bench("sic-bo", procedure="opening-by-hand")
    assert table.refusal(SMALL)[1] == cites("625a.5(a)")
    table.do(*opening("manual"), SMALL, NO_MORE_BETS)
    assert table.do(RESULT)[-1].event == "cleared"


@law("625a.5(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_what_was_not_found_to_be_so_is_not_done(shaker: str) -> None:
    table = by_hand(shaker)
    for each in opening(shaker):
        reason, because = table.refusal({**each, "verified": False})
        assert "the check failed, so this step is not done: " in reason and because == cites(each["cite"])
    assert "step-done" not in table.names()
    assert [e.event for e in table.do(*opening(shaker))] == ["step-done"] * len(opening(shaker)) + ["announced"]


@law("625a.5(a)")
@pytest.mark.parametrize("item", [7, None, True, ["remove-dice"], {}])
def test_625a_5_a_an_item_that_is_no_text_is_not_understood(item: Any) -> None:
    table = by_hand()
    with pytest.raises(BadInput, match=r"step: item: .* is not the name of one act of a paragraph"):
        table.do(step("625a.1(a)", item=item))
    assert "step-done" not in table.names()


@law("625a.5(a)")
def test_625a_5_a_an_item_that_the_paragraph_does_not_have_is_no_step() -> None:
    assert by_hand().refusal(step("625a.1(a)", item="lid"))[1] == cites("625a.1(a)", "625a.5(a)")


@law("625a.5(a)(1)")
@pytest.mark.parametrize("values", [[1, 2, 3], [6, 6, 6], [4, 1, 4]])
def test_625a_5_a_1_three_values_are_entered_and_the_lights_verified(values: list[int]) -> None:
    (done,) = by_hand().do(step("625a.5(a)(1)", values=values, verified=True))
    assert (done.event, done.cites) == ("step-done", cites("625a.5(a)(1)"))
    assert done.fields["noted"] == {"values": values, "verified": True}


@law("625a.5(a)(1)")
@pytest.mark.parametrize(
    "values",
    [[1, 2], [], [0, 1, 2], [1, 2, 7], [1, 2, 3, 7]],
)
def test_625a_5_a_1_other_entries_are_no_test(values: list[int]) -> None:
    table = by_hand()
    reason, because = table.refusal(step("625a.5(a)(1)", values=values, verified=True))
    assert "enter at least 3 die values in the device" in reason and because == cites("625a.5(a)(1)")
    assert table.do(step("625a.5(a)(1)", values=[1, 2, 3], verified=True))[0].event == "step-done"


@law("625a.5(a)(1)")
def test_625a_5_a_1_more_than_three_values_are_lawful() -> None:
    assert by_hand().do(step("625a.5(a)(1)", values=[1, 2, 3, 4], verified=True))[0].event == "step-done"
    table, both = (
        by_hand(),
        [*LIT_BY_1_2_3, "three-of-a-kind:6", "two-of-a-kind:6", "any-three-of-a-kind", "one-of-a-kind:6"],
    )
    reason, because = table.refusal(step("625a.5(a)(1)", values=[1, 2, 3, 6, 6, 6], lit=LIT_BY_1_2_3))
    assert "any-three-of-a-kind" in reason and "should be lit and is not" in reason and because == cites("625a.5(a)(1)")
    assert table.do(step("625a.5(a)(1)", values=[1, 2, 3, 6, 6, 6], lit=both))[0].event == "step-done"


@law("625a.5(a)(1)")
@pytest.mark.parametrize("noted", [{}, {"verified": False}])
def test_625a_5_a_1_the_lights_must_be_verified_where_they_are_not_listed(noted: dict[str, Any]) -> None:
    table = by_hand()
    reason, because = table.refusal(step("625a.5(a)(1)", values=[1, 2, 3], **noted))
    why = (
        "the check failed, so this step is not done: Enter three"
        if noted
        else "check that every winning area lights up: note"
    )
    assert why in reason and because == cites("625a.5(a)(1)")
    assert "625a.5(a)(1)" in [each.cite for each in table.table.steps()]


@law("625a.5(a)(1)")
@pytest.mark.parametrize(
    "lit",
    [
        ["1", "2", "3"],
        ["total-value:18"],
        ["Small"],
        ["nothing"],
    ],
    ids=str,
)
@pytest.mark.parametrize("verified", [{}, {"verified": True}], ids=["", "verified"])
def test_625a_5_a_1_what_is_lit_is_a_list_of_wager_ids(lit: Any, verified: dict[str, Any]) -> None:
    reason, because = by_hand().refusal(step("625a.5(a)(1)", values=[1, 2, 3], lit=lit, **verified))
    assert reason == '"lit" must list the areas that lit up, by wager id, like ["small"]'
    assert because == cites("625a.5(a)(1)")


@law("625a.5(a)(1)")
def test_625a_5_a_1_one_name_that_is_no_wager_spoils_the_list() -> None:
    reason, _ = by_hand().refusal(step("625a.5(a)(1)", values=[1, 2, 3], lit=[*LIT_BY_1_2_3, "smal"]))
    assert "by wager id" in reason


@law("625a.5(a)(1)")
def test_625a_5_a_1_the_right_lights_do_not_help_where_the_floorperson_says_no() -> None:
    refused = step("625a.5(a)(1)", values=[1, 2, 3], lit=LIT_BY_1_2_3, verified=False)
    assert by_hand().refusal(refused)[1] == cites("625a.5(a)(1)")


@law("625a.5(a)(1)")
@pytest.mark.parametrize(
    ("lit", "problem"),
    [
        (LIT_BY_1_2_3[1:], "total-value:6 should be lit and is not"),
        ([*LIT_BY_1_2_3, "big"], "big is lit and should not be"),
        (
            [*LIT_BY_1_2_3[:-1], "one-of-a-kind:4"],
            "one-of-a-kind:3 should be lit and is not; one-of-a-kind:4 is lit and should not be",
        ),
        ([], f"{', '.join(LIT_BY_1_2_3)} should be lit and is not"),
    ],
)
def test_625a_5_a_1_a_device_that_lights_wrongly_does_not_pass(lit: list[str], problem: str) -> None:
    reason, because = by_hand().refusal(step("625a.5(a)(1)", values=[1, 2, 3], lit=lit, verified=True))
    assert reason == f"the device is not in working order: {problem}"
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
    tests = step("625a.5(a)(1)", role, values=[1, 2, 3], verified=True), {**TOSSES, "by": role}
    for test in tests:
        reason, because = by_hand("automated").refusal(test)
        assert f"this is for the floorperson, not for {said(role)}: " in reason and because == cites(test["cite"])


@law("625a.5(a)(2)")
@pytest.mark.parametrize("operations", [3, 4, 30])
def test_625a_5_a_2_the_automated_shaker_is_operated_three_times_or_more(operations: int) -> None:
    (done,) = by_hand("automated").do(step("625a.5(a)(2)", operations=operations, verified=True))
    assert (done.event, done.cites) == ("step-done", cites("625a.5(a)(2)"))


@law("625a.5(a)(2)")
@pytest.mark.parametrize("noted", [{"operations": 2}, {"operations": 0}, {}])
def test_625a_5_a_2_fewer_are_no_test(noted: dict[str, Any]) -> None:
    reason, because = by_hand("automated").refusal(step("625a.5(a)(2)", verified=True, **noted))
    assert "operate the automated shaker at least 3 times" in reason and because == cites("625a.5(a)(2)")


@law("625a.5(a)(2)")
def test_625a_5_a_2_there_is_no_such_test_of_a_manual_shaker() -> None:
    reason, because = by_hand("manual").refusal(TOSSES)
    assert "625a.5(a)(2) is not a step that is due now" in reason and because == cites("625a.5(a)(2)", "625a.5(a)")


@law("625a.5(a)(2)")
@pytest.mark.parametrize("noted", [{}, {"verified": False}])
def test_625a_5_a_2_the_floorperson_says_that_the_dice_are_tossed_properly(noted: dict[str, Any]) -> None:
    table = by_hand("automated")
    reason, because = table.refusal(step("625a.5(a)(2)", operations=3, **noted))
    why = (
        "the check failed, so this step is not done"
        if noted
        else 'check that the dice are tossed properly and note it: "ver'
    )
    assert why in reason and because == cites("625a.5(a)(2)")
    assert table.do(TOSSES)[0].fields["noted"] == {"operations": 3, "verified": True}
