"""617a: the other answers to its open questions, and findings of an examiner who compared the text."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c617a_roulette.hands import (
    AGAIN,
    AS_SINGLE,
    SPIN,
    inspection,
    opened,
    opening,
    result,
    rotating,
    roulette,
    settled,
    wager,
)
from chapters.harness import NO_MORE_BETS, Command, done, report, the
from chapters.harness import floor_step as step
from houseway.core import Procedure, Wagers
from houseway.law import BadInput
from houseway.odds.sheet import rows_of
from support import Bench, bench, cites, law

MARK, PAY = step("617a.5(c)", "dealer"), step("617a.5(e)", "dealer")
MOVABLE = "movable_parts=true"
COVER, LOCK, UNCOVER = (step("617a.2(f)", item=item) for item in ("cover", "lock", "uncover"))


def respun(*settings: str) -> Bench:
    """A foreign object made the spin no spin; the ball rotates again, and nobody has announced anything since."""
    table = rotating(*settings)
    done(table, report("617a.6(d)"), SPIN)
    return table


@law("617a.5(b)")
def test_617a_5_b_a_number_after_a_respin_without_its_announcement_counts() -> None:
    """The betting has been closed since the first announcement: the number was not wagered on after it was seen."""
    table = respun()
    events = done(table, result("17"))
    assert [event.event for event in events] == ["result", "announced"]
    assert events[1].cites == cites("617a.5(b)") and "the wagers on the layout stand" in events[1].fields["text"]
    rows = settled(done(table, MARK, PAY))
    assert rows == [(1, "red", "lost", 0), (2, "straight:17", "won", 25_200)]


@law("617a.5(b)")
def test_617a_5_b_a_number_after_a_respin_without_its_announcement_is_no_spin_by_the_other_reading() -> None:
    table = respun("reading.result_before_no_more_bets=void")
    voided = the(done(table, result("17")), "result-voided")
    assert voided.cites == cites("617a.5(b)") and "Wagers stay as they lie" in voided.fields["text"]
    assert table.table.accounts["layout"] == 1200 and table.refusal(wager("black"))[1] == cites("617a.5(a)")
    rows = settled(done(table, SPIN, AGAIN, result("17"), MARK, PAY))
    assert rows == [(1, "red", "lost", 0), (2, "straight:17", "won", 25_200)]


@law("617a.5(b)")
def test_617a_5_b_the_second_announcement_may_be_given_like_the_first() -> None:
    for again in (AGAIN, NO_MORE_BETS):
        table = respun()
        assert the(done(table, again), "no-more-bets").cites == cites("617a.5(b)")
        assert the(done(table, result("18")), "result").fields["pocket"] == "18"
    reason, because = respun().refusal({**NO_MORE_BETS, "by": "player"})
    assert "this is for the dealer" in reason and because == cites("617a.5(b)")


@law("617a.6")
@pytest.mark.parametrize("cite", ["617a.6(a)", "617a.6(d)"])
def test_617a_6_after_no_spin_wagers_may_be_changed_by_the_other_reading(cite: str) -> None:
    assert rotating().refusal(report(cite), wager("black"))[1] == cites("617a.5(a)")
    table = rotating("reading.no_spin=may-be-changed")
    told = done(table, report(cite))
    assert [event.event for event in told] == ["result-voided", "announced"] and told[1].cites == cites("617a.5(b)")
    done(table, wager("black", 900), {"do": "remove", "seat": 1, "id": "red"})
    assert table.table.accounts["layout"] == 1600 and isinstance(table.table.due, Wagers)
    rows = settled(done(table, SPIN, NO_MORE_BETS, result("17"), MARK, PAY))
    assert rows == [(2, "straight:17", "won", 25_200), (1, "black", "won", 1800)]


@law("617a.4(c)(2)")
def test_617a_4_c_2_a_covered_00_reopens_the_betting_by_the_other_reading_and_no_odds_change() -> None:
    table = rotating(AS_SINGLE, "reading.no_spin=may-be-changed")
    assert the(done(table, result("00")), "result-voided").cites == cites("617a.4(c)(2)")
    assert isinstance(table.table.due, Wagers) and table.table.accounts["layout"] == 1200
    stand, change = (
        bench("roulette", AS_SINGLE, f"reading.no_spin={answer}") for answer in ("wagers-stand", "may-be-changed")
    )
    rows = [[row.expected for row in rows_of(each.game, each.rules, "red")] for each in (stand, change)]
    assert rows[0] == rows[1]


@law("617a.6(b)")
@pytest.mark.parametrize("cite", ["617a.6(b)", "617a.6(c)"])
def test_617a_6_b_a_new_ball_passes_over_the_magnet_by_the_other_reading(cite: str) -> None:
    good: dict[str, Any] = {"nonmetallic": True, "diameter_sixteenths": 13}
    for answer, fails in (("material-and-size", False), ("and-not-magnetic", True)):
        table = rotating(f"reading.new_ball={answer}")
        done(table, report(cite, damaged=True), step(cite, "dealer", item="ask"))
        if fails:
            reason, because = table.refusal(step(cite, item="new-ball", **good))
            assert "magnet or compass" in reason and because == cites("617a.2(a)(1)")
            good["nonmagnetic"] = True
        assert the(done(table, step(cite, item="new-ball", **good)), "ball-replaced").cites == cites(cite)


@law("617a.2(c)")
def test_617a_2_c_an_open_table_is_not_adjusted_by_the_other_reading() -> None:
    adjust = step("617a.2(b)", "maintenance", present="security")
    table = opened(MOVABLE, "reading.adjusted_while_open=not-allowed")
    reason, because = table.refusal(adjust)
    assert "adjusted before them" in reason and because == cites("617a.2(c)")
    assert done(table, step("617a.2(d)", "maintenance"))[0].cites == cites(
        "617a.2(d)"
    )  # parts are replaced at any time
    assert done(table, adjust)[0].cites == cites("617a.2(b)")  # and now nothing has been inspected


@law("617a.2(d)")
def test_617a_2_d_parts_are_replaced_before_security_by_the_other_reading() -> None:
    replace = step("617a.2(d)", "maintenance")
    assert done(opened(MOVABLE), replace)[0].event == "step-done"
    table = opened(MOVABLE, "reading.who_replaces=before-security")
    reason, because = table.refusal(replace)
    assert "security department present" in reason and because == cites("617a.2(d)", "617a.2(b)")
    assert done(table, {**replace, "present": "security"})[0].event == "step-done"


@law("617a.2(e)")
def test_617a_2_e_every_inspection_is_logged_by_the_other_reading() -> None:
    table = roulette(MOVABLE, "reading.log_entries=every-inspection", procedure="by-hand")
    done(table, *inspection(table))
    assert isinstance(table.table.due, Procedure) and table.table.due.name == "inspection-log"
    entry = step("617a.2(e)", table_number="7", work="none", inspected=True)
    reason, because = table.refusal({**entry, "work": "adjustment"})
    assert "say that no work was done" in reason and because == cites("617a.2(e)")
    assert "needs table_number" in table.refusal(step("617a.2(e)", work="none", inspected=True))[0]
    events = done(table, entry)
    assert events[0].fields["noted"]["work"] == "none" and the(events, "announced").cites == cites("617a.2(a)")
    assert done(table, wager("red"))[-1].event == "wager-placed"


@law("617a.2(e)")
def test_617a_2_e_a_table_that_logs_by_itself_enters_what_it_was_told_and_leaves_the_rest_to_paper() -> None:
    told = {"present": "security", "name": "A. Smith", "credential": "C1", "description": "bowl leveled"}
    events = done(roulette(MOVABLE), step("617a.2(b)", "maintenance", **told))
    entry = next(event.fields["noted"] for event in events if event.cites == cites("617a.2(e)"))
    assert entry == {"work": "adjustment", "inspected": True, "description": "bowl leveled", "credential": "C1"}
    events = done(roulette(MOVABLE), step("617a.2(b)", "maintenance", present="security"))
    entry = next(event.fields["noted"] for event in events if event.cites == cites("617a.2(e)"))
    assert entry == {"work": "adjustment", "inspected": True}


@law("617a.1(a)", "617a.1(b)", "617a.6(c)")
def test_617a_1_a_a_table_that_inspects_by_itself_measures_nothing() -> None:
    table = roulette()
    events = [*table.table.events, *done(table, wager("red"), NO_MORE_BETS, report("617a.6(c)", damaged=True))]
    steps = [event for event in events if event.event == "step-done"]
    noted = {(str(event.cites[0]), event.fields.get("item", "")): event.fields.get("noted") for event in steps}
    assert noted["617a.1(a)", "ball"] == noted["617a.6(c)", "new-ball"] == {"nonmetallic": True}
    assert noted["617a.1(b)", ""] is None
    assert not [each for each in noted.values() if each and any("diameter" in name for name in each)]
    assert settled(done(table, result("1"))) == [(1, "red", "won", 1000)]
    by_hand = roulette(procedure="by-hand")  # people measure, and note it
    assert by_hand.refusal(step("617a.1(b)"))[1] == cites("617a.1(b)")


@law("617a.2(e)")
def test_617a_2_e_the_time_of_the_work_is_near_its_record() -> None:
    table = opened(MOVABLE)
    done(table, step("617a.2(b)", "maintenance", present="security"), *opening(MOVABLE))
    fields = {
        "table_number": 7,
        "work": "adjustment",
        "description": "x",
        "inspected": True,
        "signature": "A",
        "credential": "C",
    }
    reason, because = table.refusal(step("617a.2(e)", **fields, made_at="2011-05-30T00:00:00Z"))
    assert "no more than a day before" in reason and because == cites("617a.2(e)")
    assert done(table, step("617a.2(e)", **fields, made_at="2011-05-31T12:00:00Z"))[0].event == "step-done"


@law("617a.2(a)")
def test_617a_2_a_chips_wait_for_the_inspection_by_the_other_reading() -> None:
    buy: Command = {"do": "buy-in", "seat": 1, "cents": 5000}
    for answer in ("given-out", "not-given-out"):
        table = roulette(f"reading.chips_before_opening={answer}", procedure="by-hand")
        if answer == "given-out":
            assert done(table, buy)[0].event == "bought-in"
            continue
        assert table.table.accounts.get("seat:1", 0) == 0
        reason, because = table.refusal(buy)
        assert "after the inspection" in reason and because == cites("617a.2(a)")
        assert table.table.accounts.get("seat:1", 0) == 0
        done(table, *inspection(table))
        assert done(table, buy)[0].event == "bought-in"


@law("617a.2(f)")
def test_617a_2_f_a_ball_in_the_track_is_taken_out_when_the_wheel_is_covered() -> None:
    table = opened()
    voided = the(done(table, SPIN, COVER), "result-voided")
    assert voided.cites == cites("617a.2(f)") and voided.fields["text"].startswith("No spin")
    done(table, LOCK, UNCOVER, *inspection(table))
    assert table.refusal(report("617a.6(d)"))[0] == "no ball is rotating in the wheel"


@law("617a.1(d)")
def test_617a_1_d_the_ring_may_be_read_from_any_number_and_its_colours_are_judged() -> None:
    first = next(each for each in opening() if each.get("item") == "order")
    turned = {**first, "order": [*first["order"][5:], *first["order"][:5]]}
    assert done(roulette(procedure="by-hand"), turned)[0].event == "step-done"
    wrong = {**first, "order": [*first["order"][:-2], first["order"][-1], first["order"][-2]]}
    reason, because = roulette(procedure="by-hand").refusal(wrong)
    assert "place 37 of the wheel must be 14, not '2'" in reason and because == cites("617a.1(d)")
    reason, because = roulette(procedure="by-hand").refusal({**first, "colours": False})
    assert "colours is noted as no" in reason and because == cites("617a.1(d)")


@law("617a.5(c)")
def test_617a_5_c_the_colour_that_is_called_is_that_of_the_number() -> None:
    table = rotating()
    done(table, result("3"))
    reason, because = table.refusal(step("617a.5(c)", "dealer", marker="3", colour="black"))
    assert reason == "3 is red, not black" and because == cites("617a.5(c)", "617a.1")
    assert done(table, step("617a.5(c)", "dealer", marker="3", colour="red"))[0].event == "step-done"


@law("617a.5(d)")
def test_617a_5_d_only_the_fifth_of_a_winning_wager_is_moved() -> None:
    table = opened("five_adjacent=true")
    done(table, wager("five-adjacent:17", 500), SPIN, NO_MORE_BETS, result("17"), MARK)
    reason, because = table.refusal(step("617a.5(d)", "dealer", moved=["nonsense"]))
    assert "$1.00 of five-adjacent:17, seat 1, to 17" in reason and because == cites("617a.5(d)")
    done(table, step("617a.5(d)", "dealer", moved=["$1.00 of five-adjacent:17, seat 1, to 17"]))
    assert settled(done(table, PAY)) == [(1, "five-adjacent:17", "won", 3600)]


@law("617a.1(f)")
def test_617a_1_f_an_approval_that_a_step_notes_is_the_one_of_the_submission() -> None:
    named = (
        'approvals.layout.by="Bureau of Gaming Operations"',
        "approvals.layout.number=BGO-17",
        "approvals.layout.date=2011-01-05",
    )
    table = roulette(*named, procedure="by-hand")
    reason, because = table.refusal(step("617a.1(f)(1)", named=True, approval="BGO-18"))
    assert "is not the one in the Rules Submission" in reason and because == cites("617a.1(f)(1)", "601a.2")
    assert done(table, step("617a.1(f)(1)", named=True, approval="Bureau, bgo-17"))[0].event == "step-done"


@law("617a.1(g)")
def test_617a_1_g_an_approval_that_the_submission_does_not_name_is_not_noted() -> None:
    table = roulette(procedure="by-hand")  # a practice table: every approval is outstanding
    before = table.table.plain
    reason, because = table.refusal(step("617a.1(g)", attached=True, approval="WHATEVER"))
    assert reason == (
        "\"approval\": 'WHATEVER' is not in the Rules Submission, which names no approval of the place of drop box and tip box: "
        'leave "approval" out, as at a practice table, or file a submission that names it as approvals.boxes'
    )
    assert because == cites("617a.1(g)", "601a.2") and table.table.plain == before
    (noted,) = done(table, step("617a.1(g)", attached=True))
    assert noted.cites == cites("617a.1(g)") and noted.fields["noted"] == {"attached": True}


@law("617a.3(b)")
def test_617a_3_b_a_colour_that_there_is_not_is_answered_with_the_colours() -> None:
    with pytest.raises(
        BadInput, match=r"'blue' is not a kind of chips at this table; there are amber, aqua, .*pink, teal$"
    ):
        roulette().do({"do": "buy-in", "seat": 1, "cents": 500, "chips": "blue"})


@law("617a.2(f)")
def test_617a_2_f_a_step_that_is_not_due_is_named_with_those_that_are() -> None:
    reason, because = opened().refusal(LOCK)
    assert reason == "617a.2(f) lock is not a step that is due now; due: 617a.5(a), 617a.2(f) cover"
    assert because == cites("617a.2(f)", "617a.3(a)")
