"""625a.7: each irregularity, in each phase of the round and by each role, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import (
    ABOVE,
    OTHERS,
    SHAKERS,
    SMALL,
    Command,
    at,
    brought_to,
    report,
    settled,
    shake,
    step,
    the,
)
from houseway.core import Stopped, Wagers
from houseway.law import BadInput
from support import bench, cites, law

DEVICE, AUTOMATED = "electrical-device", "automated-shaker"
SETTLE = step("625a.5(e)", "dealer")
RESULT: Command = {"do": "result", "dice": [1, 2, 3]}
EMPTIED, MARKED = step("625a.7(d)", "dealer", item="remove-dice"), step("625a.7(d)", "dealer", item="cover-or-sign")


def fixed(device: str, by: str = "floorperson") -> Command:
    """A device is put back into use."""
    return {"do": "repaired", "device": device, "by": by}


# Where an irregularity may be reported (by the shaker in use), and what refuses it elsewhere
MAY = {
    "625a.7(a)": {"manual": ["thrown"], "automated": ["thrown"]},
    "625a.7(b)": {"manual": ["thrown", "lit", "paid"], "automated": ["thrown", "lit", "paid"]},
    "625a.7(c)": {"automated": ["betting", "shaken", "thrown"]},
    "625a.7(d)": {"automated": ["betting", "shaken"]},
}
MAY_NOT = {
    "625a.7(a)": {
        "manual": ["opening", "betting", "shaken", "lit", "paid"],
        "automated": ["opening", "betting", "lit"],
    },
    "625a.7(b)": {"manual": ["opening", "betting", "shaken"], "automated": ["opening", "betting"]},
    "625a.7(c)": {"manual": ["betting", "shaken", "thrown", "lit", "paid"], "automated": ["lit", "paid"]},
    "625a.7(d)": {"manual": ["betting", "shaken", "thrown", "lit", "paid"], "automated": ["lit", "paid"]},
}
WHY_NOT = {"625a.7(a)": cites("625a.7(a)", "625a.5(d)")}


def cells(table: dict[str, dict[str, list[str]]]) -> list[tuple[str, str, str]]:
    return [(cite, shaker, phase) for cite, rows in table.items() for shaker in rows for phase in rows[shaker]]


@law("625a.7")
@pytest.mark.parametrize(("cite", "shaker", "phase"), cells(MAY))
def test_625a_7_an_irregularity_is_taken_where_its_paragraph_governs(cite: str, shaker: str, phase: str) -> None:
    event = brought_to(phase, shaker).do(report(cite))[0]
    assert event.event in ("round-voided", "device-failed") and event.cites == cites(cite)


@law("625a.7")
@pytest.mark.parametrize(("cite", "shaker", "phase"), cells(MAY_NOT))
def test_625a_7_elsewhere_it_is_refused_and_nothing_comes_of_it(cite: str, shaker: str, phase: str) -> None:
    table = brought_to(phase, shaker)
    before = table.table.plain
    assert table.refusal(report(cite))[1] == WHY_NOT.get(cite, cites(cite))
    assert table.table.plain == before


@law("625a.7")
@pytest.mark.parametrize("role", OTHERS)
@pytest.mark.parametrize("cite", [*MAY, "625a.1(b)"])
def test_625a_7_it_is_not_for_everybody_to_report(cite: str, role: str) -> None:
    phase = MAY[cite]["automated"][0] if cite in MAY else "betting"
    table = brought_to(phase, "automated")
    reason, because = table.refusal(report(cite, role))
    assert f"a {role}" in reason and because == cites(cite)


@law("625a.7")
@pytest.mark.parametrize("cite", ["625a.3(6)", "625a.7", "625a.2(b)"])
def test_625a_7_other_paragraphs_are_no_irregularities(cite: str) -> None:
    reason, because = bench("sic-bo").refusal(report(cite))
    assert "is not an irregularity of this chapter; there are 625a.7(a), 625a.7(b)" in reason
    assert because == cites("625a.7")


@law("625a.7")
@pytest.mark.parametrize("cite", ["625a.7(e)", "625a.8", "619a.2(d)", "nonsense", 7])
def test_625a_7_what_is_no_paragraph_is_not_understood(cite: Any) -> None:
    with pytest.raises(BadInput, match=r"citation|is no paragraph of 2011-proposed"):
        bench("sic-bo").do({"do": "irregularity", "cite": cite, "by": "dealer"})


@law("625a.7(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_7_a_a_no_roll_returns_all_wagers_and_the_next_round_begins(shaker: str) -> None:
    table = brought_to("thrown", shaker)
    events = table.do(report("625a.7(a)"))
    because = cites("625a.7(a)")
    assert (events[0].event, events[0].cites) == ("round-voided", because) and "No roll" in events[0].fields["text"]
    assert settled(events) == [(1, "small", "returned", 500, because), (2, "big", "returned", 700, because)]
    assert [table.table.chips(seat) for seat in (1, 2)] == [100_000, 100_000]
    assert isinstance(table.table.due, Wagers) and table.table.round == 2
    assert table.refusal({"do": "no-more-bets"})[1] == cites("625a.5(b)")


@law("625a.7(a)")
@pytest.mark.parametrize("role", ABOVE)
def test_625a_7_a_the_dealer_calls_it(role: str) -> None:
    reason, because = brought_to("thrown").refusal(report("625a.7(a)", role))
    assert f'"no roll" is called by the dealer, not by a {role}' in reason and because == cites("625a.7(a)")


@law("625a.7(b)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_7_b_a_device_that_fails_before_the_values_are_entered(shaker: str) -> None:
    table = brought_to("thrown", shaker)
    failed = table.do(report("625a.7(b)"))
    assert (failed[0].event, failed[0].fields["device"]) == ("device-failed", DEVICE)
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
    table.do(SMALL, {"do": "wager", "seat": 2, "id": "big", "cents": 700}, {"do": "no-more-bets"})
    table.do(report("625a.7(b)"))
    by_hand_and_stopped(table.do(RESULT))


@law("625a.7(b)")
@pytest.mark.parametrize("phase", ["thrown", "lit", "paid"])
@pytest.mark.parametrize("present", ABOVE)
def test_625a_7_b_the_dealer_settles_before_a_floorperson_or_above(phase: str, present: str) -> None:
    event = brought_to(phase).do(report("625a.7(b)", "dealer", present=present))[0]
    assert (event.event, event.fields["by"], event.fields["present"]) == ("device-failed", "dealer", present)


@law("625a.7(b)")
@pytest.mark.parametrize("phase", ["thrown", "lit", "paid"])
@pytest.mark.parametrize("present", [None, "dealer", *OTHERS])
def test_625a_7_b_alone_or_before_anybody_else_the_dealer_may_not(phase: str, present: str | None) -> None:
    alone = {"do": "irregularity", "cite": "625a.7(b)", "by": "dealer"}
    reason, because = brought_to(phase).refusal(alone if present is None else {**alone, "present": present})
    assert "in the presence of a floorperson or above" in reason and because == cites("625a.7(b)")


@law("625a.7(b)")
@pytest.mark.parametrize("by", ABOVE)
def test_625a_7_b_a_floorperson_or_above_who_reports_it_is_present(by: str) -> None:
    assert brought_to("lit").do(report("625a.7(b)", by))[0].event == "device-failed"


def stopped_by_device(shaker: str = "manual") -> Any:
    table = brought_to("lit", shaker)
    table.do(report("625a.7(b)"), SETTLE)
    assert table.table.due == Stopped(DEVICE, cites("625a.7(b)"))
    return table


@law("625a.7(b)")
@pytest.mark.parametrize(
    "act",
    [SMALL, {"do": "no-more-bets"}, RESULT, shake("manual"), step("625a.2(b)"), step("625a.5(f)", "dealer"), SETTLE],
    ids=["wager", "no-more-bets", "result", "shake", "replace-dice", "clear", "settle"],
)
def test_625a_7_b_all_gaming_ceases_until_it_is_fixed(act: Command) -> None:
    assert stopped_by_device().refusal(act)[1] == cites("625a.7(b)")


@law("625a.7(b)")
@pytest.mark.parametrize("by", [*ABOVE, "gaming-laboratory"])
def test_625a_7_b_once_it_is_fixed_gaming_goes_on(by: str) -> None:
    table = stopped_by_device()
    events = table.do(fixed(DEVICE, by))
    assert [(e.event, e.cites) for e in events] == [
        ("device-repaired", cites("625a.7(b)")),
        ("table-resumed", cites("625a.7(b)")),
    ]
    table.do(SMALL, shake("manual"), {"do": "no-more-bets"})
    assert [e.event for e in table.do(RESULT)] == ["result", "illuminated"]
    assert settled(table.do(SETTLE)) == [(1, "small", "won", 1000, cites("625a.3(6)", "625a.6(a)"))]


@law("625a.7(b)")
@pytest.mark.parametrize("by", ["dealer", "boxperson", "player", "stickperson", "surveillance", "security"])
def test_625a_7_b_not_everybody_may_say_that_it_is_fixed(by: str) -> None:
    reason, because = stopped_by_device().refusal(fixed(DEVICE, by))
    assert f"a {by} cannot put a device back into use" in reason
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
    assert table.refusal({"do": "no-more-bets"})[1] == cites("625a.5(b)")
    table.do(shake("automated"))
    assert table.do({"do": "no-more-bets"})[0].event == "no-more-bets"


@law("625a.7(d)")
@pytest.mark.parametrize("phase", ["betting", "shaken"])
def test_625a_7_d_an_automated_shaker_that_cannot_be_used_stops_gaming_and_wagers_stay(phase: str) -> None:
    table = brought_to(phase, "automated")
    events = table.do(report("625a.7(d)"))
    assert (events[0].event, events[0].fields["device"]) == ("device-failed", AUTOMATED)
    assert events[0].cites == cites("625a.7(d)")
    assert the(events, "table-stopped").fields["device"] == AUTOMATED and settled(events) == []
    for act in (SMALL, {"do": "no-more-bets"}, shake("automated"), shake("manual"), step("625a.2(b)")):
        assert table.refusal(act)[1] == cites("625a.7(c)", "625a.7(d)")


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
    assert "625a.5(b)(2) is no step that is due now" in table.refusal(shake("automated"))[0]
    table.do(shake("manual"), {"do": "no-more-bets"}, RESULT)
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
    assert table.do({"do": "no-more-bets"})[-1].event == "no-more-bets"
    table.do(RESULT)
    watch.now += 1
    reason, because = table.refusal({"do": "no-more-bets"})
    assert "manual shaker for more than 24 hours" in reason and because == cites("625a.2(b)")


@law("625a.7(d)")
def test_625a_7_d_with_the_manual_shaker_in_use_the_automated_one_cannot_fail() -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"), EMPTIED, MARKED)
    for cite in ("625a.7(c)", "625a.7(d)"):
        reason, because = table.refusal(report(cite))
        assert reason == "no automated shaker is in use" and because == cites(cite)
