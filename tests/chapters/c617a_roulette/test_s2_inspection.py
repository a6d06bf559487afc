"""617a.2: the inspection before opening, work on the wheel, the log, and the locked cover."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c617a_roulette.hands import (
    ABOVE,
    AGAIN,
    AS_SINGLE,
    SPIN,
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
from houseway.games import judged
from support import Bench, cites, law

MOVABLE = "movable_parts=true"
ADJUST = step("617a.2(b)", "maintenance", present="security")
REPLACE = step("617a.2(d)", "maintenance")


def entry(made: str, by: str = "maintenance", **other: Any) -> Command:
    """A complete entry of the inspection log."""
    fields = {
        "table_number": 7, "work": made, "description": "bowl levelled", "inspected": True,
        "signature": "J. Doe", "credential": "PGCB-1234",
    }  # fmt: skip
    return step("617a.2(e)", by, **{**fields, **other})


def awaits(table: Bench) -> str:
    """The procedure that is due, or nothing where wagers are taken."""
    due = table.table.due
    return due.name if isinstance(due, Procedure) else ""


@law("617a.2")
def test_617a_2_no_table_opens_without_its_inspection() -> None:
    table = roulette(procedure="by-hand")
    reason, because = table.refusal(wager("red"))
    assert "'opening' must be completed first" in reason and because == cites("617a.2(a)")


@law("617a.2(a)")
@pytest.mark.parametrize("cite", [f"617a.2(a)({n})" for n in range(1, 6)])
def test_617a_2_a_a_floorperson_or_security_inspects_and_nobody_else(cite: str) -> None:
    data = {"nonmagnetic": True} if cite == "617a.2(a)(1)" else {}
    for role in ("dealer", "maintenance", "surveillance", *ABOVE):
        reason, because = roulette(AS_SINGLE, procedure="by-hand").refusal(step(cite, role, **data))
        assert "the floorperson or security" in reason and because == cites(cite)
    for role in ("floorperson", "security"):
        (done,) = roulette(AS_SINGLE, procedure="by-hand").do(step(cite, role, **data))
        assert (done.event, done.cites) == ("step-done", cites(cite))


@law("617a.2(a)")
def test_617a_2_a_the_order_of_the_inspections_is_free() -> None:
    table = roulette(procedure="by-hand")
    events = done(table, *reversed(opening()))
    assert the(events, "announced").cites == cites("617a.2(a)")
    assert isinstance(table.table.due, Wagers)


@law("617a.2(a)(1)")
def test_617a_2_a_1_the_ball_is_passed_over_a_magnet_or_compass() -> None:
    for seen in (step("617a.2(a)(1)"), step("617a.2(a)(1)", nonmagnetic=False)):
        reason, because = roulette(procedure="by-hand").refusal(seen)
        assert "magnet or compass" in reason and because == cites("617a.2(a)(1)")


@law("617a.2(a)(2)")
def test_617a_2_a_2_no_magnet_or_contrivance() -> None:
    (done,) = roulette(procedure="by-hand").do(step("617a.2(a)(2)"))
    assert "contrivance" in done.fields["text"] and done.cites == cites("617a.2(a)(2)")


@law("617a.2(a)(3)")
def test_617a_2_a_3_level_free_and_even() -> None:
    (done,) = roulette(procedure="by-hand").do(step("617a.2(a)(3)", "security"))
    assert "level" in done.fields["text"] and done.cites == cites("617a.2(a)(3)")


@law("617a.2(a)(4)")
def test_617a_2_a_4_all_parts_are_secure() -> None:
    (done,) = roulette(procedure="by-hand").do(step("617a.2(a)(4)", "security"))
    assert "secure" in done.fields["text"] and done.cites == cites("617a.2(a)(4)")


@law("617a.2(a)(5)")
def test_617a_2_a_5_cover_and_signs_are_confirmed_where_00_is_covered_and_only_there() -> None:
    (done,) = roulette(AS_SINGLE, procedure="by-hand").do(step("617a.2(a)(5)"))
    assert done.cites == cites("617a.2(a)(5)")
    for wheel in ("single-zero", "double-zero"):
        reason, because = roulette(f"wheel={wheel}", procedure="by-hand").refusal(step("617a.2(a)(5)"))
        assert "not a step that is due" in reason and because == cites("617a.2(a)(5)", "617a.2(a)")


@law("617a.2(b)")
def test_617a_2_b_a_floorperson_or_maintenance_adjusts_before_security() -> None:
    for role in ("floorperson", "maintenance"):
        table = roulette(MOVABLE, procedure="by-hand")
        done = table.do(step("617a.2(b)", role, present="security"))[0]
        assert (done.event, done.cites, done.fields["noted"]) == (
            "step-done",
            cites("617a.2(b)"),
            {"present": "security"},
        )
    for role in ("dealer", "security", "pit-manager"):
        reason, because = roulette(MOVABLE, procedure="by-hand").refusal(step("617a.2(b)", role, present="security"))
        assert "the floorperson or maintenance" in reason and because == cites("617a.2(b)")


@law("617a.2(b)")
@pytest.mark.parametrize("data", [{}, {"present": "floorperson"}, {"present": "surveillance"}])
def test_617a_2_b_without_security_nothing_is_adjusted(data: dict[str, str]) -> None:
    reason, because = roulette(MOVABLE, procedure="by-hand").refusal(step("617a.2(b)", **data))
    assert "member of the security department" in reason and because == cites("617a.2(b)")


@law("617a.2(b)")
def test_617a_2_b_a_wheel_without_movable_parts_has_nothing_to_adjust() -> None:
    for command in (ADJUST, REPLACE):
        reason, because = roulette(procedure="by-hand").refusal(command)
        assert "not a step that is due" in reason and because == cites(command["cite"], "617a.2(a)")
    found, _, _ = judged("roulette", ["movable_parts=sometimes"])
    assert [f.cites for f in found.findings] == [cites("617a.2(b)")]


@law("617a.2(c)")
def test_617a_2_c_an_adjustment_during_the_inspection_means_all_of_it_again() -> None:
    table = roulette(MOVABLE, procedure="by-hand")
    *most, last = opening(MOVABLE)
    done(table, *most, ADJUST, last)
    assert awaits(table) == "opening"
    assert table.refusal(wager("red"))[1] == cites("617a.2(a)")
    done(table, *most)
    assert awaits(table) == "inspection-log"


@law("617a.2(c)")
def test_617a_2_c_an_adjustment_while_the_table_is_open_closes_it_until_it_is_inspected() -> None:
    table = opened(MOVABLE)
    done(table, wager("red"), SPIN, ADJUST)
    assert awaits(table) == "opening"
    for act in (wager("black"), NO_MORE_BETS):
        assert table.refusal(act)[1] == cites("617a.2(a)")
    reduced = done(table, {"do": "reduce", "seat": 1, "id": "red", "cents": 400})[0]  # no more bets was not announced
    assert reduced.event == "wager-reduced"
    done(table, *opening(MOVABLE), entry("adjustment"))
    assert table.refusal(NO_MORE_BETS)[1] == cites("617a.5(a)")  # the ball that was in the track is not any more
    done(table, SPIN, NO_MORE_BETS, result("1"), step("617a.5(c)", "dealer"))
    assert settled(table.do(step("617a.5(e)", "dealer"))) == [(1, "red", "won", 800)]


@law("617a.2(d)", "617a.2(c)", "617a.5(b)")
@pytest.mark.parametrize("cite", ["617a.6(c)", "617a.6(d)"])
def test_617a_2_d_after_no_more_bets_work_on_the_wheel_leaves_the_wagers_untouched(cite: str) -> None:
    """The ball is out of the wheel: work, inspection, log, and then the ball is spun for the wagers as they lay."""
    table = rotating(MOVABLE)
    assert table.refusal(REPLACE)[1] == cites("617a.2(d)", "617a.5(b)")  # not while the ball rotates
    done(table, report(cite), REPLACE)
    if cite == "617a.6(c)":
        done(table, step(cite, "dealer", damaged=False))
    assert awaits(table) == "opening"
    remove = {"do": "remove", "seat": 1, "id": "red"}
    assert table.refusal(remove)[1] == cites("617a.5(b)")
    events = done(table, *opening(MOVABLE), entry("replacement"))
    assert "wagers stay as they lie" in the(events, "announced").fields["text"] and awaits(table) == "spin"
    assert table.refusal(remove)[1] == cites("617a.5(b)") and table.refusal(wager("black"))[1] == cites("617a.5(a)")
    done(table, SPIN, AGAIN, result("17"), step("617a.5(c)", "dealer"))
    events = done(table, step("617a.5(e)", "dealer"))
    assert settled(events) == [(1, "red", "lost", 0), (2, "straight:17", "won", 25_200)]
    assert isinstance(table.table.due, Wagers)


@law("617a.2(c)", "617a.2(e)")
def test_617a_2_c_work_after_the_inspection_means_all_of_it_again_before_the_log() -> None:
    table = opened(MOVABLE)
    done(table, ADJUST, *opening(MOVABLE))
    assert awaits(table) == "inspection-log"
    done(table, REPLACE)
    assert awaits(table) == "opening"
    done(table, *opening(MOVABLE), entry("adjustment"), entry("replacement"))
    assert isinstance(table.table.due, Wagers)


@law("617a.2(d)")
def test_617a_2_d_parts_may_be_replaced_at_any_time_and_the_inspection_follows() -> None:
    for role in ("floorperson", "maintenance"):
        table = opened(MOVABLE)
        (event,) = done(table, step("617a.2(d)", role))
        assert event.cites == cites("617a.2(d)") and awaits(table) == "opening"
    reason, because = opened(MOVABLE).refusal(step("617a.2(d)", "dealer"))
    assert "the floorperson or maintenance" in reason and because == cites("617a.2(d)")


@law("617a.2(e)")
def test_617a_2_e_each_work_has_its_entry_once_the_inspection_is_complete() -> None:
    table = opened(MOVABLE)
    done(table, ADJUST, REPLACE)
    assert table.refusal(entry("adjustment"))[1] == cites("617a.2(e)", "617a.2(a)")
    done(table, *opening(MOVABLE))
    (first,) = done(table, entry("adjustment", made_at="2011-05-31T09:00:00Z"))
    assert first.cites == cites("617a.2(e)") and awaits(table) == "inspection-log"
    fields = ("table_number", "work", "description", "inspected", "signature", "credential", "made_at")
    assert all(first.fields["noted"][name] for name in fields) and first.at > 0
    events = done(table, entry("replacement", "floorperson"))
    assert the(events, "announced").cites == cites("617a.2(a)") and awaits(table) == ""


@law("617a.2(e)")
@pytest.mark.parametrize("field", ["table_number", "work", "description", "inspected", "signature", "credential"])
def test_617a_2_e_no_field_of_the_log_is_missing(field: str) -> None:
    table = opened(MOVABLE)
    done(table, ADJUST, *opening(MOVABLE))
    without = {name: value for name, value in entry("adjustment").items() if name != field}
    empty = [] if field in ("work", "inspected") else [{**without, field: text} for text in ("", "  ")]
    for each in (without, *empty):
        reason, because = table.refusal(each)
        assert field in reason and because == cites("617a.2(e)")


@law("617a.2(e)")
def test_617a_2_e_the_entry_is_true() -> None:
    table = opened(MOVABLE)
    done(table, ADJUST, *opening(MOVABLE))
    for wrong, why in (
        ({"work": "replacement"}, "must name the adjustment"),
        ({"inspected": False}, "must certify"),
        ({"work": "none"}, "must name the adjustment"),
        ({"made_at": "2099-01-01T00:00:00Z"}, "not later than now"),
        ({"made_at": "2001-01-01T00:00:00Z"}, "no more than a day before the table recorded it"),
    ):
        reason, because = table.refusal(entry("adjustment", **wrong))
        assert why in reason and because == cites("617a.2(e)")
    reason, because = table.refusal(entry("adjustment", "dealer"))
    assert "the floorperson or maintenance" in reason and because == cites("617a.2(e)")


@law("617a.2(f)")
def test_617a_2_f_the_wheel_is_covered_and_locked_before_the_table_is_closed() -> None:
    table = opened()
    reason, because = table.refusal({"do": "close"})
    assert "Cover the whole wheel" in reason and because == cites("617a.2(f)")
    reason, because = table.refusal(step("617a.2(f)", item="lock"))
    assert "not a step that is due now" in reason and because == cites("617a.2(f)", "617a.3(a)")
    done(table, step("617a.2(f)", item="cover"), step("617a.2(f)", "security", item="lock"))
    assert table.refusal(wager("red"))[1] == cites("617a.2(f)")
    assert done(table, {"do": "close"})[-1].event == "table-closed"


@law("617a.2(f)")
def test_617a_2_f_a_table_that_completes_its_procedures_covers_the_wheel_when_it_closes() -> None:
    table = roulette()
    events = done(table, {"do": "close"})
    steps = [(e.fields["item"], e.cites) for e in events if e.event == "step-done"]
    assert steps == [("cover", cites("617a.2(f)")), ("lock", cites("617a.2(f)"))]
    assert events[-1].event == "table-closed" and table.table.closed


@law("617a.2(f)")
def test_617a_2_f_a_wheel_that_was_never_uncovered_is_covered_already() -> None:
    table = roulette(procedure="by-hand")
    done(table, step("617a.3(b)", "dealer"))
    events = done(table, {"do": "close"})
    assert [e.event for e in events] == ["table-closed"]


@law("617a.2(f)")
@pytest.mark.parametrize("procedure", ["automatic", "by-hand"])
def test_617a_2_f_a_covered_wheel_takes_no_wager_until_it_was_uncovered_and_inspected(procedure: str) -> None:
    table = roulette(procedure=procedure)
    if procedure == "by-hand":
        done(table, *opening())
    done(table, step("617a.2(f)", item="cover"))
    reason, because = table.refusal(wager("red"))
    assert "no wager is taken now" in reason and because == cites("617a.2(f)")
    done(table, step("617a.2(f)", item="lock"))
    assert table.refusal(wager("red"))[1] == cites("617a.2(f)")
    assert "layout" not in table.table.accounts and awaits(table) == "uncover-wheel"
    done(table, step("617a.2(f)", "security", item="uncover"))
    if procedure == "by-hand":
        assert table.refusal(wager("red"))[1] == cites("617a.2(a)")
        done(table, *opening())
    assert done(table, wager("red"))[-1].event == "wager-placed"


@law("617a.2(b)", "617a.2(d)")
@pytest.mark.parametrize(
    ("work", "said"), [(ADJUST, "adjustment"), (REPLACE, "replacement")], ids=["adjust", "replace"]
)
def test_617a_2_b_work_on_the_wheel_with_the_ball_rotating_is_told(work: Command, said: str) -> None:
    table = opened(MOVABLE)
    done(table, wager("red"), SPIN)
    told = the(done(table, work), "announced")
    assert told.fields["text"].startswith(f"No spin: the {said} was made") and told.cites == cites(work["cite"])
    done(table, *opening(MOVABLE), entry(said))
    assert table.refusal({"do": "no-more-bets"})[1] == cites("617a.5(a)") and table.table.accounts["layout"] == 500
    assert [e.event for e in done(opened(MOVABLE), work)] == ["step-done"]  # no ball was in the track


@law("617a.2(e)")
@pytest.mark.parametrize("work", [ADJUST, REPLACE], ids=["adjust", "replace"])
def test_617a_2_e_the_log_is_signed_by_the_person_who_did_the_work(work: Command) -> None:
    table, kind = opened(MOVABLE), "adjustment" if work is ADJUST else "replacement"
    done(table, {**work, "name": "J. Doe", "credential": "PGCB-1234"}, *opening(MOVABLE))
    for wrong in ({"signature": "R. Roe"}, {"credential": "PGCB-9999"}):
        reason, because = table.refusal(entry(kind, **wrong))
        assert f"signed by the person who made the {kind}" in reason and because == cites("617a.2(e)")
    done(table, entry(kind))
    assert isinstance(table.table.due, Wagers)


@law("617a.2(f)")
def test_617a_2_f_the_wheel_is_not_covered_over_wagers() -> None:
    table = opened()
    done(table, wager("red"))
    reason, because = table.refusal(step("617a.2(f)", item="cover"))
    assert "there are wagers on the layout" in reason and because == cites("617a.2(f)")
    assert rotating().refusal(step("617a.2(f)", item="cover"))[1] == cites("617a.2(f)", "617a.5(b)")


@law("617a.2(e)", "617a.2(f)")
def test_617a_2_e_no_work_stays_out_of_the_log_when_the_table_is_closed_without_inspection() -> None:
    table = opened(MOVABLE)
    done(table, ADJUST, step("617a.2(f)", item="cover"), step("617a.2(f)", item="lock"))
    reason, because = table.refusal({"do": "close"})
    assert "inspection log" in reason and because == cites("617a.2(e)")
    reason, because = table.refusal(entry("adjustment"))
    assert "no inspection has been completed" in reason and because == cites("617a.2(e)")
    done(table, entry("adjustment", inspected=False))
    assert awaits(table) == "uncover-wheel"
    assert done(table, {"do": "close"})[-1].event == "table-closed"


@law("617a.2(f)")
def test_617a_2_f_who_covers_and_locks() -> None:
    for role in ("dealer", "maintenance", "surveillance"):
        reason, because = opened().refusal(step("617a.2(f)", role, item="cover"))
        assert "the floorperson or above or security" in reason and because == cites("617a.2(f)")
    for role in ("floorperson", "security", *ABOVE):
        assert done(opened(), step("617a.2(f)", role, item="cover"))[0].fields["by"] == role


@law("617a.2(f)")
def test_617a_2_f_reopening_takes_the_whole_inspection() -> None:
    table = opened(MOVABLE)
    done(table, ADJUST, step("617a.2(f)", item="cover"), step("617a.2(f)", item="lock"))
    assert awaits(table) == "uncover-wheel"
    done(table, step("617a.2(f)", item="uncover"))
    assert awaits(table) == "opening"
    done(table, *opening(MOVABLE), entry("adjustment"), wager("red"))
    assert table.table.chips(1) == 99_500
