"""625a.7(c) and (d): the automated shaker fails or cannot be used, and how it comes back."""

from __future__ import annotations

import pytest

from chapters.c625a_sic_bo.hands import (
    AUTOMATED,
    CLEAR,
    DEVICE,
    EMPTIED,
    MARKED,
    RESULT,
    SETTLE,
    SMALL,
    THREE_DICE,
    TOSSES,
    at,
    brought_to,
    by_hand,
    fixed,
    opening,
    report,
    shake,
)
from chapters.harness import ABOVE, NO_MORE_BETS, OTHERS, Command, due, said, settled, the
from chapters.harness import floor_step as step
from houseway.core import Procedure, Stopped, Wagers
from support import Bench, bench, cites, law

OUT_OF_ORDER = Stopped(AUTOMATED, cites("625a.7(c)", "625a.7(d)"), ("substitute-manual-shaker",))


@law("625a.7(c)")
@pytest.mark.parametrize("phase", ["betting", "shaken", "thrown"])
@pytest.mark.parametrize("by", ["dealer", *ABOVE])
def test_625a_7_c_an_automated_shaker_that_fails_voids_the_round(phase: str, by: str) -> None:
    table = brought_to(phase, "automated")
    events = table.do(report("625a.7(c)", by))
    because = cites("625a.7(c)")
    assert (events[0].event, events[0].cites) == ("round-voided", because)
    assert settled(events) == [(1, "small", "returned", 500, because), (2, "big", "returned", 700, because)]
    stopped = the(events, "table-stopped")
    assert (stopped.fields["device"], stopped.cites) == (AUTOMATED, cites("625a.7(c)", "625a.7(d)"))
    assert table.refusal(SMALL)[1] == cites("625a.7(c)", "625a.7(d)")


@law("625a.7(c)")
def test_625a_7_c_it_cannot_fail_twice() -> None:
    reason, because = brought_to("betting", "automated").refusal(report("625a.7(c)"), report("625a.7(c)"))
    assert "it is out of order already" in reason and because == cites("625a.7(d)")


@law("625a.7(c)")
def test_625a_7_c_once_fixed_it_tosses_again() -> None:
    table = brought_to("thrown", "automated")
    table.do(report("625a.7(c)"))
    assert [e.event for e in table.do(fixed(AUTOMATED))] == ["device-repaired", "table-resumed"]
    table.do(SMALL)
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")
    table.do(shake("automated"))
    assert table.do(NO_MORE_BETS)[0].event == "no-more-bets"


@law("625a.7(d)")
def test_625a_7_d_an_automated_shaker_that_cannot_be_used_stops_gaming_and_wagers_stay() -> None:
    table = brought_to("betting", "automated")
    events = table.do(report("625a.7(d)"))
    assert (events[0].event, events[0].fields["device"]) == ("device-failed", AUTOMATED)
    assert events[0].cites == cites("625a.7(d)")
    assert the(events, "table-stopped").fields["device"] == AUTOMATED and settled(events) == []
    for act in (SMALL, NO_MORE_BETS, shake("automated"), shake("manual"), step("625a.2(b)")):
        itself = (act["cite"],) if act["do"] == "step" else ()
        assert table.refusal(act)[1] == cites(*itself, "625a.7(c)", "625a.7(d)")


@law("625a.7(d)", "625a.5(d)")
def test_625a_7_d_a_toss_that_was_made_counts_and_is_not_thrown_again() -> None:
    table = brought_to("shaken", "automated")
    reason, because = table.refusal(report("625a.7(d)"))
    assert "has tossed the dice of this round, and they count" in reason and because == cites("625a.7(d)", "625a.5(d)")
    table.do(NO_MORE_BETS, RESULT)
    assert settled(table.do(SETTLE))[-1][:4] == (1, "small", "won", 1000)
    failed = brought_to("shaken", "automated").do(report("625a.7(c)"))
    assert [row[2:] for row in settled(failed)] == [
        ("returned", 500, cites("625a.7(c)")),
        ("returned", 700, cites("625a.7(c)")),
    ]


@law("625a.7(d)")
def test_625a_7_d_a_shaker_that_is_neither_covered_nor_marked_is_not_replaced() -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"))
    reason, because = table.refusal({**EMPTIED, "removed": False})
    assert "removed is noted as no and must be yes" in reason and because == cites("625a.7(d)")
    reason, because = table.refusal(EMPTIED, {**MARKED, "shown": "nothing"})
    assert "out of order sign" in reason and because == cites("625a.7(d)")
    assert table.do({**MARKED, "shown": "sign"})[0].event == "step-done"


@law("625a.7(d)")
@pytest.mark.parametrize("cite", ["625a.7(c)", "625a.7(d)"])
def test_625a_7_d_it_is_emptied_and_marked_in_this_order_before_a_manual_one_is_used(cite: str) -> None:
    table = brought_to("betting", "automated")
    table.do(report(cite))
    reason, because = table.refusal(MARKED)
    assert "first: Take the dice out" in reason and because == cites("625a.7(d)")
    (emptied,) = table.do(EMPTIED)
    assert (emptied.event, emptied.fields["item"], emptied.cites) == ("step-done", "remove-dice", cites("625a.7(d)"))
    assert table.refusal(SMALL)[1] == cites("625a.7(c)", "625a.7(d)")
    assert [e.event for e in table.do(MARKED)] == ["step-done", "table-resumed"]
    assert table.table.view()["shaker"] == "manual"
    table.do(SMALL)
    assert "625a.5(b)(2) is not a step that is due now" in table.refusal(shake("automated"))[0]
    table.do(shake("manual"), NO_MORE_BETS, RESULT)
    assert settled(table.do(SETTLE))[-1][:3] == (1, "small", "won")


@law("625a.7(d)")
@pytest.mark.parametrize("role", OTHERS[1:])
def test_625a_7_d_the_dealer_or_above_sees_to_it(role: str) -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"))
    reason, because = table.refusal({**EMPTIED, "by": role})
    assert "the dealer or above" in reason and because == cites("625a.7(d)")


@law("625a.7(d)", "625a.2(b)")
def test_625a_7_d_the_dice_of_the_manual_shaker_serve_for_24_hours_from_then() -> None:
    table, watch = at("2011-06-01 12:00:00", "automated")
    watch.now += 20 * 24 * 3600
    table.do(report("625a.7(d)"), EMPTIED, MARKED)
    watch.now += 24 * 3600
    assert table.do(NO_MORE_BETS)[-1].event == "no-more-bets"
    table.do(RESULT)
    watch.now += 1
    reason, because = table.refusal(NO_MORE_BETS)
    assert "manual shaker for more than 24 hours" in reason and because == cites("625a.2(b)")


@law("625a.7(d)")
def test_625a_7_d_with_the_manual_shaker_in_use_the_automated_one_cannot_fail() -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"), EMPTIED, MARKED)
    for cite in ("625a.7(c)", "625a.7(d)"):
        reason, because = table.refusal(report(cite))
        assert reason == "no automated shaker is in use" and because == cites(cite)


@law("625a.7(d)")
@pytest.mark.parametrize("phase", ["opening", "betting"])
@pytest.mark.parametrize("by", ["dealer", *ABOVE])
def test_625a_7_d_the_dealer_or_a_floorperson_or_above_reports_it(phase: str, by: str) -> None:
    failed, stopped = brought_to(phase, "automated").do(report("625a.7(d)", by))
    assert (failed.event, failed.fields["by"], failed.cites) == ("device-failed", by, cites("625a.7(d)"))
    assert (stopped.event, stopped.cites) == ("table-stopped", cites("625a.7(c)", "625a.7(d)"))


@law("625a.7(d)")
@pytest.mark.parametrize("phase", ["opening", "betting"])
def test_625a_7_d_a_substitution_that_has_begun_is_completed_and_no_repair_is_taken(phase: str) -> None:
    table = brought_to(phase, "automated")
    table.do(report("625a.7(d)"), EMPTIED)
    before = table.table.plain
    reason, because = table.refusal(fixed(AUTOMATED))
    assert reason == "the procedure 'substitute-manual-shaker' has begun: complete it" and because == cites("625a.7(d)")
    assert table.table.plain == before
    assert table.do(MARKED)[-1].event == "table-resumed" and table.table.view()["shaker"] == "manual"


@law("625a.7(d)")
def test_625a_7_d_a_refused_step_does_not_begin_it() -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"), MARKED, {**EMPTIED, "by": "player"}, {**EMPTIED, "verified": False})
    assert [e.event for e in table.do(fixed(AUTOMATED))] == ["device-repaired", "table-resumed"]


@law("625a.7(d)")
@pytest.mark.parametrize("mended", [True, False], ids=["repaired", "substituted"])
def test_625a_7_d_at_the_opening_it_stops_the_table_and_the_opening_follows(mended: bool) -> None:
    table = by_hand("automated")
    table.do(*opening("automated")[:5])
    table.do(report("625a.7(d)"))
    assert due(table) == OUT_OF_ORDER
    assert table.refusal(THREE_DICE)[1] == cites("625a.2(a)", "625a.7(c)", "625a.7(d)")
    after = table.do(*([fixed(AUTOMATED)] if mended else [EMPTIED, MARKED]))
    assert after[-1].event == "table-resumed" and due(table) == Procedure("opening", cites("625a.5(a)"))
    shaker = "automated" if mended else "manual"
    assert {each.cite for each in table.table.steps()} == {each["cite"] for each in opening(shaker)}
    other = step("625a.1(d)(1)(iii)") if mended else step("625a.5(a)(2)", operations=3, verified=True)
    assert table.refusal(other)[1] == cites(other["cite"], "625a.5(a)")
    assert table.do(*opening(shaker))[-1].event == "announced"
    assert [e.event for e in table.do(SMALL, shake(shaker), NO_MORE_BETS)][-1] == "no-more-bets"
    assert table.table.round == 1


@law("625a.7(d)", "625a.2(b)")
def test_625a_7_d_at_the_opening_the_dice_of_the_manual_shaker_count_as_its_inspection_notes() -> None:
    table, watch = at("2011-06-11 09:00:00", "automated", procedure="by-hand")
    table.do(report("625a.7(d)"), EMPTIED, MARKED)
    old = watch.now - 23 * 3600
    table.do(*({**each, "dice_placed_at": old} if each["cite"] == "625a.2(b)" else each for each in opening("manual")))
    watch.now = old + 24 * 3600
    assert table.do(shake("manual"))[0].event == "step-done"
    watch.now += 1
    assert table.refusal(shake("manual"))[1] == cites("625a.2(b)")


def substituted(*commands: Command) -> Bench:
    """A manual shaker stands in for the automated one; $5 on small and $7 on big lie there."""
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"), EMPTIED, MARKED, *commands)
    assert table.table.view()["shaker"] == "manual" and isinstance(due(table), Wagers)
    return table


@law("625a.1(d)(2)")
@pytest.mark.parametrize("steps", [[THREE_DICE, TOSSES], [TOSSES, THREE_DICE]], ids=["dice first", "tosses first"])
def test_625a_1_d_2_after_a_substitution_the_automated_shaker_comes_back_filled_and_tested(
    steps: list[Command],
) -> None:
    table = substituted(shake("manual"))
    happened = table.do(*steps)
    assert [(e.event, e.cites, e.fields["procedure"]) for e in happened] == [
        ("step-done", cites(each["cite"]), "return-automated-shaker") for each in steps
    ]
    assert table.table.view()["shaker"] == "automated" and table.table.round == 1
    assert len(table.table.view()["wagers"]) == 2
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")  # what the manual one shook is void
    assert table.refusal(shake("manual"))[1] == cites("625a.5(b)(1)", "625a.4(a)")
    table.do(shake("automated"), NO_MORE_BETS, RESULT)
    assert [each[:3] for each in settled(table.do(SETTLE))] == [(2, "big", "lost"), (1, "small", "won")]
    table.do(CLEAR)
    assert table.refusal(TOSSES)[1] == cites("625a.5(a)(2)", "625a.4(a)")  # there is nothing to bring back
    assert table.do(report("625a.7(d)"))[0].event == "device-failed"


@law("625a.1(d)(2)")
def test_625a_1_d_2_one_of_the_two_steps_does_not_bring_it_back() -> None:
    for one in (THREE_DICE, TOSSES):
        table = substituted(one)
        assert table.table.view()["shaker"] == "manual"
        assert table.refusal(shake("automated"))[1] == cites("625a.5(b)(2)", "625a.4(a)")
        assert table.refusal(one)[1] == cites(one["cite"], "625a.4(a)")
    assert bench("sic-bo").refusal(TOSSES)[1] == cites("625a.5(a)(2)", "625a.4(a)")


@law("625a.1(d)(2)", "625a.2(a)", "625a.5(a)(2)")
@pytest.mark.parametrize("role", ["dealer", *ABOVE, *OTHERS])
def test_625a_1_d_2_the_floorperson_brings_it_back(role: str) -> None:
    table = substituted()
    filled, tested = {**THREE_DICE, "by": role}, {**TOSSES, "by": role}
    if role in ABOVE:
        assert table.do(filled)[0].event == "step-done"
    else:
        reason, because = table.refusal(filled)
        assert f"this is for the floorperson or above, not for {said(role)}" in reason and because == cites("625a.2(a)")
    if role == "floorperson":
        assert table.do(tested)[0].event == "step-done"
    else:
        reason, because = table.refusal(tested)
        assert f"this is for the floorperson, not for {said(role)}" in reason and because == cites("625a.5(a)(2)")


@law("625a.1(d)(2)", "625a.5(a)(2)", "625a.2(a)")
@pytest.mark.parametrize(
    ("poor", "cite"),
    [
        ({**THREE_DICE, "dice": 2}, "625a.2(a)"),
        ({**THREE_DICE, "verified": False}, "625a.2(a)"),
        ({**TOSSES, "operations": 2}, "625a.5(a)(2)"),
        ({**TOSSES, "verified": False}, "625a.5(a)(2)"),
        (step("625a.5(a)(2)", operations=3), "625a.5(a)(2)"),
    ],
)
def test_625a_1_d_2_it_is_filled_and_tested_as_at_the_opening(poor: Command, cite: str) -> None:
    assert substituted().refusal(poor)[1] == cites(cite)


@law("625a.1(d)(2)", "625a.2(b)")
def test_625a_1_d_2_other_dice_that_are_locked_in_then_serve_for_a_month_from_then() -> None:
    table, watch = at("2011-06-01 12:00:00", "automated")
    table.do(report("625a.7(d)"), EMPTIED, MARKED)
    watch.now += 14 * 24 * 3600
    table.do({**THREE_DICE, "dice_placed_at": watch.now}, TOSSES)
    watch.now += 30 * 24 * 3600
    assert table.do(NO_MORE_BETS)[-1].event == "no-more-bets"
    table.do(RESULT)
    watch.now += 1
    reason, because = table.refusal(NO_MORE_BETS)
    assert "automated shaker for more than 1 month" in reason and because == cites("625a.2(b)")


@law("625a.1(d)(2)")
def test_625a_1_d_2_what_was_done_of_it_is_forgotten_when_the_round_goes_on() -> None:
    table = substituted(THREE_DICE, shake("manual"))
    table.do(NO_MORE_BETS)
    assert table.refusal(TOSSES)[1] == cites("625a.5(a)(2)", "625a.5(c)")
    table.do(RESULT, SETTLE, CLEAR)
    table.do(TOSSES)
    assert table.table.view()["shaker"] == "manual"  # the dice are to be counted again
    table.do(THREE_DICE)
    assert table.table.view()["shaker"] == "automated"


@law("625a.7(d)")
def test_625a_7_d_what_was_done_of_the_opening_is_forgotten_when_the_shaker_fails() -> None:
    table = by_hand("automated")
    *most, last = opening("automated")
    table.do(*most, report("625a.7(d)"), fixed(AUTOMATED), last)
    assert table.refusal(SMALL)[1] == cites("625a.5(a)")
    assert {each.cite for each in table.table.steps()} == {each["cite"] for each in most}


@law("625a.7(d)", "625a.1(b)")
def test_625a_7_d_a_substitution_that_has_begun_is_not_overtaken_by_the_device() -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"), EMPTIED)
    reason, because = table.refusal(report("625a.1(b)"))
    assert reason == "gaming has already stopped: fix the shaker first" and because == cites("625a.7(d)")
    assert table.do(MARKED)[-1].event == "table-resumed"
    assert isinstance(due(table), Wagers)


@law("625a.7(b)", "625a.7(c)")
def test_625a_7_b_with_both_devices_out_of_order_mending_one_stops_the_table_for_the_other() -> None:
    table = brought_to("thrown", "automated")
    table.do(report("625a.7(b)"))
    events = table.do(report("625a.7(c)"))
    assert (events[-1].event, events[-1].fields["device"]) == ("table-stopped", DEVICE)
    assert table.refusal(fixed(AUTOMATED))[1] == cites("625a.7(b)")  # one after the other
    mended, stopped = table.do(fixed(DEVICE))
    assert (mended.event, mended.cites) == ("device-repaired", cites("625a.7(b)"))
    assert (stopped.event, stopped.fields["device"]) == ("table-stopped", AUTOMATED)
    assert stopped.cites == cites("625a.7(c)", "625a.7(d)") and due(table) == OUT_OF_ORDER
    assert table.refusal(SMALL)[1] == cites("625a.7(c)", "625a.7(d)")
    assert [e.event for e in table.do(fixed(AUTOMATED))] == ["device-repaired", "table-resumed"]
    assert isinstance(due(table), Wagers) and table.table.round == 2
