"""617a.6: no spin, and the ball that may be damaged."""

from __future__ import annotations

import pytest

from chapters.c617a_roulette.hands import (
    ABOVE,
    AGAIN,
    SPIN,
    WHEELS,
    inspection,
    opened,
    result,
    rotating,
    roulette,
    settled,
    wager,
)
from chapters.harness import NO_MORE_BETS, Command, done, report, the
from chapters.harness import floor_step as step
from houseway.core import Chance, Procedure, Wagers
from support import Bench, cites, law

ALL = ("617a.6(a)", "617a.6(b)", "617a.6(c)", "617a.6(d)")
WITH_BALL = ("617a.6(b)", "617a.6(c)")
GOOD_BALL = {"nonmetallic": True, "diameter_sixteenths": 13}


def awaits(table: Bench) -> str:
    """The procedure that is due, or nothing."""
    due = table.table.due
    return due.name if isinstance(due, Procedure) else ""


def no_spin(cite: str, text: str) -> None:
    """Announced by the dealer while the ball rotates; the wagers lie, the ball is spun again, and that spin counts."""
    table = rotating()
    void = done(table, report(cite))[0]
    assert (void.event, void.cites, void.fields["by"]) == ("result-voided", cites(cite), "dealer")
    assert void.fields["text"].startswith("No spin") and text in void.fields["text"]
    assert table.table.accounts["layout"] == 1200
    if cite in WITH_BALL:
        done(table, step(cite, "dealer", damaged=False))
    assert table.refusal(result("17"))[1] == cites("617a.5(a)")
    done(table, SPIN)
    assert table.refusal(wager("black"))[1] == cites("617a.5(b)")
    assert the(done(table, AGAIN), "no-more-bets").cites == cites("617a.5(b)")
    done(table, result("17"), step("617a.5(c)", "dealer"))
    events = done(table, step("617a.5(e)", "dealer"))
    assert settled(events) == [(1, "red", "lost", 0), (2, "straight:17", "won", 25_200)]


@law("617a.6")
@pytest.mark.parametrize("cite", ALL)
@pytest.mark.parametrize("role", ["player", "floorperson", "pit-manager", "surveillance"])
def test_617a_6_no_spin_is_announced_by_the_dealer(cite: str, role: str) -> None:
    reason, because = rotating().refusal(report(cite, role))
    assert "announced by the dealer" in reason and because == cites(cite)


@law("617a.6")
@pytest.mark.parametrize("cite", ALL)
def test_617a_6_only_a_rotating_ball_can_be_no_spin(cite: str) -> None:
    table = opened()
    done(table, wager("red"))
    reason, because = table.refusal(report(cite))
    assert "no ball is rotating" in reason and because == cites(cite)
    landed = rotating()
    done(landed, result("17"))
    assert landed.refusal(report(cite))[1] == cites(cite)


@law("617a.6")
def test_617a_6_what_is_no_irregularity_is_refused_with_those_that_are() -> None:
    reason, because = rotating().refusal(report("617a.5(c)"))
    assert all(cite in reason for cite in ALL) and because == cites("617a.6")


@law("617a.6")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_6_any_number_of_them_and_money_and_wagers_stay(wheel: str) -> None:
    table = roulette(f"wheel={wheel}")
    done(table, wager("red"), NO_MORE_BETS, *(report(cite) for cite in ALL * 3))
    assert (table.table.accounts["layout"], table.table.round) == (500, 1)
    assert isinstance(table.table.due, Chance)
    assert settled(done(table, result("1"))) == [(1, "red", "won", 1000)]


@law("617a.6")
@pytest.mark.parametrize("cite", ALL)
def test_617a_6_before_no_more_bets_the_betting_stays_open(cite: str) -> None:
    table = opened()
    done(table, wager("red"), SPIN, report(cite))
    if cite in WITH_BALL:
        done(table, step(cite, "dealer", damaged=False))
    assert isinstance(table.table.due, Wagers)
    done(table, {"do": "remove", "seat": 1, "id": "red"}, wager("black"))
    assert table.refusal(NO_MORE_BETS)[1] == cites("617a.5(a)")
    done(table, SPIN, NO_MORE_BETS)


@law("617a.6")
@pytest.mark.parametrize("cite", ALL)
def test_617a_6_after_no_more_bets_chips_stay_untouched(cite: str) -> None:
    table = rotating()
    done(table, report(cite))
    assert table.refusal({"do": "remove", "seat": 1, "id": "red"})[1] == cites("617a.5(b)")
    assert table.do(wager("black"))[0].event == "wager-refused"


@law("617a.6(a)")
def test_617a_6_a_a_ball_spun_in_the_direction_of_the_wheel() -> None:
    no_spin("617a.6(a)", "direction of the wheel")


@law("617a.6(a)")
def test_617a_6_a_it_is_no_spin_also_if_the_ball_was_not_caught() -> None:
    table = rotating()
    assert done(table, report("617a.6(a)", removed=False))[0].fields["about"] == {"removed": False}
    assert awaits(table) == "spin"


@law("617a.6(a)", "617a.5(a)")
def test_617a_6_a_a_ball_spun_against_the_wheel_is_another_matter() -> None:
    reason, because = rotating().refusal(report("617a.6(a)", direction="opposite"))
    assert 'note "direction": "same"' in reason and because == cites("617a.5(a)", "617a.6(a)")
    assert rotating().do(report("617a.6(a)", direction="same"))[0].event == "result-voided"


@law("617a.6(a)", "617a.5(a)")
@pytest.mark.parametrize("closed", [True, False], ids=["after-no-more-bets", "before"])
def test_617a_6_a_a_spin_recorded_in_the_direction_of_the_wheel_is_no_spin(closed: bool) -> None:
    table = opened()
    done(table, wager("red"), *((SPIN, NO_MORE_BETS, report("617a.6(d)")) if closed else ()))
    spun, voided = done(table, {**SPIN, "direction": "same"})
    assert (spun.event, spun.fields["noted"]) == ("step-done", {"direction": "same"})
    assert (voided.event, voided.cites) == ("result-voided", cites("617a.6(a)"))
    assert table.table.accounts["layout"] == 500
    if closed:
        assert awaits(table) == "spin"
        done(table, SPIN, AGAIN)
    else:
        assert table.refusal(NO_MORE_BETS)[1] == cites("617a.5(a)")
        done(table, SPIN, NO_MORE_BETS)
    done(table, result("1"), step("617a.5(c)", "dealer"))
    assert settled(done(table, step("617a.5(e)", "dealer"))) == [(1, "red", "won", 1000)]


@law("617a.6(b)")
@pytest.mark.parametrize("turns", [0, 3])
def test_617a_6_b_a_short_spin_that_was_reported_stays_no_spin(turns: int) -> None:
    table = rotating()
    (voided,) = done(table, result("17", revolutions=turns))
    assert (voided.event, voided.cites, voided.fields["pocket"]) == ("result-voided", cites("617a.6(b)"), "17")
    assert (voided.fields["revolutions"], voided.fields["by"], awaits(table)) == (turns, "dealer", "inspect-ball")
    assert table.refusal(result("17"))[1] == cites("617a.6(b)")
    assert table.table.accounts["layout"] == 1200
    done(table, step("617a.6(b)", "dealer", damaged=False), SPIN, AGAIN, result("1"), step("617a.5(c)", "dealer"))
    events = done(table, step("617a.5(e)", "dealer"))
    assert settled(events) == [(2, "straight:17", "lost", 0), (1, "red", "won", 1000)]


@law("617a.6(b)")
def test_617a_6_b_a_ball_that_falls_short_of_four_revolutions() -> None:
    no_spin("617a.6(b)", "did not complete the revolutions")


@law("617a.6(b)", "617a.5(a)")
def test_617a_6_b_four_revolutions_are_a_valid_spin() -> None:
    reason, because = rotating().refusal(report("617a.6(b)", revolutions=4))
    assert "4 revolutions are a valid spin" in reason and because == cites("617a.5(a)")
    assert rotating().do(report("617a.6(b)", revolutions=3))[0].event == "result-voided"


@law("617a.6(b)")
@pytest.mark.parametrize("cite", WITH_BALL)
def test_617a_6_b_the_dealer_inspects_the_ball_first(cite: str) -> None:
    table = rotating()
    done(table, report(cite))
    assert awaits(table) == "inspect-ball"
    assert table.refusal(SPIN)[1] == cites("617a.5(a)", cite)
    reason, because = table.refusal(step(cite, "dealer"))
    assert "note what was found" in reason and because == cites(cite)
    reason, because = table.refusal(step(cite, "floorperson", damaged=False))
    assert "this is for the dealer" in reason and because == cites(cite)
    done(table, step(cite, "dealer", damaged=False))
    assert awaits(table) == "spin"


@law("617a.6(b)", "617a.1(a)")
@pytest.mark.parametrize("cite", WITH_BALL)
@pytest.mark.parametrize("role", ["floorperson", *ABOVE])
def test_617a_6_b_for_a_damaged_ball_a_new_one_is_asked_of_the_floorperson_or_above(cite: str, role: str) -> None:
    table = rotating()
    done(table, report(cite), step(cite, "dealer", damaged=True))
    assert awaits(table) == "new-ball"
    reason, because = table.refusal(step(cite, role, item="new-ball", **GOOD_BALL))
    assert "first: Ask the floorperson" in reason and because == cites(cite)
    done(table, step(cite, "dealer", item="ask"))
    for wrong in ("dealer", "security", "maintenance"):
        reason, because = table.refusal(step(cite, wrong, item="new-ball", **GOOD_BALL))
        assert "the floorperson or above" in reason and because == cites(cite)
    for bad in ({"nonmetallic": False, "diameter_sixteenths": 13}, {"nonmetallic": True, "diameter_sixteenths": 9}):
        assert table.refusal(step(cite, role, item="new-ball", **bad))[1] == cites("617a.1(a)")
    events = done(table, step(cite, role, item="new-ball", **GOOD_BALL))
    assert the(events, "ball-replaced").cites == cites(cite)
    assert awaits(table) == "spin" and table.table.accounts["layout"] == 1200


@law("617a.6(b)")
@pytest.mark.parametrize("cite", WITH_BALL)
@pytest.mark.parametrize("damaged", [True, False])
def test_617a_6_b_the_report_may_say_what_the_inspection_found(cite: str, damaged: bool) -> None:
    table = rotating()
    done(table, report(cite, damaged=damaged))
    assert awaits(table) == ("new-ball" if damaged else "spin")
    automatic = roulette()
    events = done(automatic, wager("red"), NO_MORE_BETS, report(cite, damaged=damaged), result("1"))
    assert ("ball-replaced" in [e.event for e in events]) == damaged
    assert settled(events) == [(1, "red", "won", 1000)]


@law("617a.6(a)", "617a.6(b)", "617a.6(c)", "617a.6(d)")
@pytest.mark.parametrize("procedure", ["automatic", "opening-by-hand"])
@pytest.mark.parametrize("cite", ["617a.6(a)", "617a.6(b)", "617a.6(c)", "617a.6(d)"])
def test_617a_6_a_an_automatic_table_takes_a_no_spin_before_no_more_bets_too(cite: str, procedure: str) -> None:
    table = roulette(procedure=procedure)
    if procedure != "automatic":
        done(table, *inspection(table))
    done(table, wager("red"))
    spun, voided, *_ = done(table, report(cite))
    assert (spun.event, spun.cites) == ("step-done", cites("617a.5(a)"))
    assert (voided.event, voided.cites, voided.fields["by"]) == ("result-voided", cites(cite), "dealer")
    assert table.table.accounts["layout"] == 500
    done(table, wager("straight:17", 700, seat=2))  # the betting is still open
    assert settled(done(table, NO_MORE_BETS, result("1"))) == [(2, "straight:17", "lost", 0), (1, "red", "won", 1000)]


@law("617a.6(a)", "617a.6(b)", "617a.5(a)")
@pytest.mark.parametrize(
    ("told", "why", "because"),
    [
        (report("617a.6(b)", revolutions=4), "4 revolutions are a valid spin", "617a.5(a)"),
        (report("617a.6(d)", "floorperson"), "announced by the dealer", "617a.6(d)"),
    ],
)
def test_617a_6_a_no_ball_is_spun_for_a_report_that_is_refused(told: Command, why: str, because: str) -> None:
    table = roulette()
    done(table, wager("red"))
    before = table.table.plain
    (refused,) = table.do(told)
    assert (refused.event, refused.cites) == ("act-refused", cites(because)) and why in refused.fields["reason"]
    assert table.table.plain == before


@law("617a.6(a)", "617a.6(d)")
@pytest.mark.parametrize("cite", ["617a.6(a)", "617a.6(d)"])
def test_617a_6_a_no_inspection_of_the_ball_is_asked_for(cite: str) -> None:
    table = rotating()
    assert "damaged" not in (table.rules.report_fields(cite) or {})
    done(table, report(cite))
    assert awaits(table) == "spin"


@law("617a.6(c)")
def test_617a_6_c_a_ball_that_leaves_the_wheel() -> None:
    no_spin("617a.6(c)", "left the wheel")


@law("617a.6(d)")
def test_617a_6_d_a_foreign_object_in_the_wheel() -> None:
    no_spin("617a.6(d)", "foreign object")
