"""625a.7(b), and 625a.1(b) before the dice are uncovered or tossed: the electrical device fails."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import (
    AUTOMATED,
    BIG,
    CLEAR,
    DEVICE,
    RESULT,
    SETTLE,
    SHAKERS,
    SMALL,
    brought_to,
    fixed,
    report,
    shake,
)
from chapters.harness import ABOVE, NO_MORE_BETS, OTHERS, Command, due, said, settled, the
from chapters.harness import floor_step as step
from houseway.core import Stopped, Wagers
from houseway.law import BadInput
from support import Bench, bench, cites, law

RETURNED = cites("625a.1(b)")


@law("625a.1(b)")
@pytest.mark.parametrize(
    ("shaker", "phase"), [("manual", "betting"), ("manual", "shaken"), ("manual", "thrown"), ("automated", "betting")]
)
@pytest.mark.parametrize("by", ["dealer", *ABOVE])
def test_625a_1_b_a_device_that_fails_over_covered_dice_returns_the_wagers_and_stops_gaming(
    shaker: str, phase: str, by: str
) -> None:
    table = brought_to(phase, shaker)
    events = table.do(report("625a.1(b)", by))
    assert [e.event for e in events] == ["round-voided", "wager-settled", "wager-settled", "table-stopped"]
    assert (events[0].cites, events[0].fields["by"]) == (RETURNED, by)
    assert settled(events) == [(1, "small", "returned", 500, RETURNED), (2, "big", "returned", 700, RETURNED)]
    assert (events[-1].fields["device"], events[-1].cites) == (DEVICE, cites("625a.7(b)"))
    assert table.refusal(SMALL)[1] == cites("625a.7(b)")
    assert [e.event for e in table.do(fixed(DEVICE))] == ["device-repaired", "table-resumed"]
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")  # what was shaken before is void


@law("625a.1(b)")
def test_625a_1_b_before_the_opening_a_device_that_fails_just_does_not_pass_its_test() -> None:
    reason, because = brought_to("opening").refusal(report("625a.1(b)"))
    assert "leave the test of a failed device undone" in reason and because == cites("625a.5(a)(1)")


@law("625a.7(b)")
def test_625a_7_b_over_a_manual_shaker_the_report_says_whether_the_dice_were_uncovered() -> None:
    uncovered, covered = brought_to("thrown"), brought_to("thrown")
    assert uncovered.do(report("625a.7(b)"))[0].event == "device-failed"
    assert uncovered.table.view()["wagers"] == covered.table.view()["wagers"] != []
    assert covered.do(report("625a.1(b)"))[0].event == "round-voided"
    assert covered.table.view()["wagers"] == []


@law("625a.7(b)")
def test_625a_7_b_once_an_automated_shaker_has_tossed_the_dice_it_governs_and_betting_goes_on() -> None:
    table = brought_to("shaken", "automated")
    refused = table.refusal(report("625a.1(b)"))
    assert "afterwards 625a.7(b) does" in refused[0] and refused[1] == cites("625a.1(b)", "625a.7(b)")
    assert [e.event for e in table.do(report("625a.7(b)"))] == ["device-failed"]
    assert isinstance(due(table), Wagers) and table.refusal(report("625a.1(b)"))[1] == refused[1]
    table.do({"do": "remove", "seat": 2, "id": "big"}, BIG)
    assert [e.event for e in table.do(NO_MORE_BETS)] == ["no-more-bets"]
    assert [e.event for e in table.do(RESULT)] == ["result"]  # nothing is lit
    by_hand_and_stopped(table.do(SETTLE))
    assert due(table) == Stopped(DEVICE, cites("625a.7(b)"))


@law("625a.7(b)")
def test_625a_7_b_the_same_where_the_table_completes_its_own_procedures_and_the_dealer_tossed_early() -> None:
    table = bench("sic-bo", "shaker=automated")
    table.do(SMALL, BIG, shake("automated"))
    assert [e.event for e in table.do(report("625a.7(b)"), NO_MORE_BETS)] == ["device-failed", "no-more-bets"]
    by_hand_and_stopped(table.do(RESULT))


@law("625a.7(b)")
def test_625a_7_b_before_the_toss_it_does_not_govern() -> None:
    for phase, shaker in (("betting", "automated"), ("shaken", "manual")):
        reason, because = brought_to(phase, shaker).refusal(report("625a.7(b)"))
        assert "the dice are not uncovered; " in reason and "reported under 625a.1(b)" in reason
        assert because == cites("625a.7(b)")


@law("625a.7(b)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_7_b_a_device_that_fails_before_the_values_are_entered(shaker: str) -> None:
    table = brought_to("thrown", shaker)
    failed = table.do(report("625a.7(b)"))
    assert (failed[0].event, failed[0].fields["device"]) == ("device-failed", DEVICE)
    assert (failed[0].fields["by"], failed[0].fields["about"]) == ("dealer", {"present": "floorperson"})
    assert failed[0].cites == cites("625a.7(b)") and "table-stopped" not in [e.event for e in failed]
    read = table.do(RESULT)
    assert [e.event for e in read] == ["result"]  # nothing is lit
    assert table.table.view()["lit"] == []
    by_hand_and_stopped(table.do(SETTLE))


def by_hand_and_stopped(events: list[Any]) -> None:
    """The wagers are settled without the device, under its paragraph, and then gaming stops."""
    assert settled(events) == [
        (2, "big", "lost", 0, cites("625a.7(b)", "625a.3(7)")),
        (1, "small", "won", 1000, cites("625a.7(b)", "625a.3(6)", "625a.6(a)")),
    ]
    stopped = the(events, "table-stopped")
    assert events[-1] is stopped
    assert (stopped.fields["device"], stopped.cites) == (DEVICE, cites("625a.7(b)"))


@law("625a.7(b)")
def test_625a_7_b_a_device_that_fails_after_the_areas_were_lit() -> None:
    table = brought_to("lit")
    assert table.do(report("625a.7(b)"))[0].event == "device-failed"
    assert table.table.view()["lit"] == []
    by_hand_and_stopped(table.do(SETTLE))


@law("625a.7(b)")
def test_625a_7_b_a_device_that_fails_after_payment_stops_gaming_at_once() -> None:
    table = brought_to("paid")
    events = table.do(report("625a.7(b)"))
    assert [(e.event, e.cites) for e in events] == [
        ("device-failed", cites("625a.7(b)")),
        ("table-stopped", cites("625a.7(b)")),
    ]
    assert [table.table.chips(seat) for seat in (1, 2)] == [100_500, 99_300]


@law("625a.7(b)")
def test_625a_7_b_the_same_at_a_table_that_completes_its_own_procedures() -> None:
    table = bench("sic-bo")
    table.do(SMALL, {"do": "wager", "seat": 2, "id": "big", "cents": 700}, NO_MORE_BETS)
    table.do(report("625a.7(b)"))
    by_hand_and_stopped(table.do(RESULT))


@law("625a.7(b)")
@pytest.mark.parametrize("phase", ["thrown", "lit", "paid"])
@pytest.mark.parametrize("present", ABOVE)
def test_625a_7_b_the_dealer_settles_before_a_floorperson_or_above(phase: str, present: str) -> None:
    event = brought_to(phase).do(report("625a.7(b)", "dealer", present=present))[0]
    assert (event.event, event.cites) == ("device-failed", cites("625a.7(b)"))
    assert (event.fields["by"], event.fields["about"]) == ("dealer", {"present": present})


@law("625a.7(b)")
@pytest.mark.parametrize("phase", ["thrown", "lit", "paid"])
@pytest.mark.parametrize("present", [None, "dealer", *OTHERS])
def test_625a_7_b_alone_or_before_anybody_else_the_dealer_may_not(phase: str, present: str | None) -> None:
    alone = {"do": "irregularity", "cite": "625a.7(b)", "by": "dealer"}
    reason, because = brought_to(phase).refusal(alone if present is None else {**alone, "present": present})
    assert "in the presence of a floorperson or above" in reason and because == cites("625a.7(b)")


@law("625a.7(b)")
@pytest.mark.parametrize("by", ABOVE)
@pytest.mark.parametrize("present", [None, "dealer", *ABOVE, *OTHERS])
def test_625a_7_b_a_floorperson_or_above_who_reports_it_is_present_whoever_else_is(
    by: str, present: str | None
) -> None:
    about = {} if present is None else {"present": present}
    event = brought_to("lit").do(report("625a.7(b)", by, **about))[0]
    assert (event.event, event.fields["by"], event.fields.get("about", {})) == ("device-failed", by, about)


@law("625a.7(b)")
@pytest.mark.parametrize("present", ["nobody", "", 7, None])
def test_625a_7_b_who_is_present_is_a_role(present: Any) -> None:
    with pytest.raises(BadInput, match="is not a role"):
        brought_to("lit").do(report("625a.7(b)", "floorperson", present=present))


@law("625a.7(b)")
@pytest.mark.parametrize(("shaker", "phase"), [("automated", "shaken"), ("manual", "thrown"), ("manual", "lit")])
def test_625a_7_b_it_cannot_be_reported_twice(shaker: str, phase: str) -> None:
    table = brought_to(phase, shaker)
    table.do(report("625a.7(b)"))
    before = table.table.plain
    for by in ("dealer", "floorperson"):
        reason, because = table.refusal(report("625a.7(b)", by))
        assert reason == "it has been reported already" and because == cites("625a.7(b)")
    assert table.refusal(report("625a.1(b)"))[1] == cites("625a.1(b)", "625a.7(b)")
    assert table.table.plain == before


@law("625a.7(b)")
def test_625a_7_b_nor_when_it_has_stopped_the_table_already() -> None:
    assert stopped_by_device().refusal(report("625a.7(b)"))[0] == "it has been reported already"


def stopped_by_device(shaker: str = "manual") -> Bench:
    """The wagers were settled by hand, and gaming has stopped."""
    table = brought_to("lit", shaker)
    table.do(report("625a.7(b)"), SETTLE)
    assert due(table) == Stopped(DEVICE, cites("625a.7(b)"))
    return table


@law("625a.7(b)")
@pytest.mark.parametrize(
    "act",
    [SMALL, NO_MORE_BETS, RESULT, shake("manual"), step("625a.2(b)"), CLEAR, SETTLE],
    ids=["wager", "no-more-bets", "result", "shake", "replace-dice", "clear", "settle"],
)
def test_625a_7_b_all_gaming_ceases_until_it_is_fixed(act: Command) -> None:
    table = stopped_by_device()
    before = table.table.plain
    itself = (act["cite"],) if act["do"] == "step" else ()
    assert table.refusal(act)[1] == cites(*itself, "625a.7(b)")
    assert table.table.plain == before


@law("625a.7(b)")
@pytest.mark.parametrize("by", [*ABOVE, "gaming-laboratory"])
def test_625a_7_b_once_it_is_fixed_gaming_goes_on(by: str) -> None:
    table = stopped_by_device()
    events = table.do(fixed(DEVICE, by))
    assert [(e.event, e.cites) for e in events] == [
        ("device-repaired", cites("625a.7(b)")),
        ("table-resumed", cites("625a.7(b)")),
    ]
    table.do(SMALL, shake("manual"), NO_MORE_BETS)
    assert [e.event for e in table.do(RESULT)] == ["result", "illuminated"]
    assert settled(table.do(SETTLE)) == [(1, "small", "won", 1000, cites("625a.3(6)", "625a.6(a)"))]


@law("625a.7(b)")
@pytest.mark.parametrize("by", ["dealer", "boxperson", "player", "stickperson", "surveillance", "security"])
def test_625a_7_b_not_everybody_may_say_that_it_is_fixed(by: str) -> None:
    reason, because = stopped_by_device().refusal(fixed(DEVICE, by))
    assert f"{said(by)} cannot put a device back into use" in reason
    assert because == cites("625a.7(b)", "625a.7(d)")


@law("625a.7(b)")
def test_625a_7_b_what_has_not_failed_cannot_be_fixed() -> None:
    assert "has not stopped the table" in stopped_by_device("automated").refusal(fixed(AUTOMATED))[0]
    assert "has not stopped the table" in bench("sic-bo").refusal(fixed(DEVICE))[0]


@law("625a.7(b)", "625a.7(a)")
def test_625a_7_b_a_no_roll_with_a_failed_device_returns_the_wagers_and_stops_gaming() -> None:
    table = brought_to("thrown")
    table.do(report("625a.7(b)"))
    events = table.do(report("625a.7(a)"))
    because = cites("625a.7(a)")
    assert settled(events) == [(1, "small", "returned", 500, because), (2, "big", "returned", 700, because)]
    assert the(events, "table-stopped").cites == cites("625a.7(b)")
