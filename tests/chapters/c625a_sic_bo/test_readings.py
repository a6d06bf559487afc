"""625a: the other answers to its open questions, and findings of an examiner who compared the text."""

from __future__ import annotations

from chapters.c625a_sic_bo.hands import (
    AUTOMATED,
    BIG,
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
    report,
    shake,
)
from chapters.harness import HOUR, NO_MORE_BETS, Command, Watch, done, settled, the
from chapters.harness import floor_step as step
from houseway.core import Event, Stopped, Wagers
from support import Bench, cites, law

DAY = 24 * 3600
RETURNED = [(1, "small", "returned", 500), (2, "big", "returned", 700)]
WON = [(2, "big", "lost", 0), (1, "small", "won", 1000)]
ACTIVATE = shake("automated")


def money(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """Seat, wager, result and what came back."""
    return [row[:4] for row in settled(events)]


def locked(days: int, *settings: str) -> tuple[Bench, Watch]:
    """An automated shaker, out of use for so many days after its dice were locked in, with a manual one in its place."""
    table, watch = at("2011-06-01 12:00:00", "automated", settings=settings)
    watch.now += days * DAY
    done(table, report("625a.7(d)"), EMPTIED, MARKED)
    return table, watch


@law("625a.2(b)")
def test_625a_2_b_taking_dice_out_and_putting_them_back_does_not_start_their_month_anew() -> None:
    table, watch = locked(20)
    watch.now += 5 * DAY
    done(table, THREE_DICE, TOSSES, SMALL)
    watch.now += 5 * DAY  # 30 days since they were first locked in
    assert done(table, ACTIVATE)[0].event == "step-done"
    watch.now += 1
    reason, because = table.refusal(ACTIVATE)
    assert "in the automated shaker for more than 1 month" in reason and because == cites("625a.2(b)")
    done(table, step("625a.2(b)", dice=3), ACTIVATE, NO_MORE_BETS)  # others
    assert money(done(table, RESULT)) == [(1, "small", "won", 1000)]


@law("625a.2(b)")
def test_625a_2_b_an_automated_shaker_does_not_return_with_dice_that_are_too_old() -> None:
    table, watch = locked(31)
    reason, because = table.refusal(THREE_DICE)
    assert "the dice that were taken out are too old" in reason and because == cites("625a.2(b)")
    reason, because = table.refusal({**THREE_DICE, "dice_placed_at": watch.now - 32 * DAY})
    assert "more than 1 month" in reason and because == cites("625a.2(b)")
    reason, because = table.refusal({**THREE_DICE, "dice_placed_at": watch.now + 1})
    assert "not later than now" in reason and because == cites("625a.2(b)")
    reason, because = table.refusal({**THREE_DICE, "dice_placed_at": watch.now, "complies": False})
    assert "do not comply" in reason and because == cites("625a.2(b)", "603a.12(c)")
    watch.now += 10 * DAY
    done(table, {**THREE_DICE, "dice_placed_at": watch.now - 10 * DAY}, TOSSES, SMALL)
    watch.now += 20 * DAY
    assert done(table, ACTIVATE)[0].event == "step-done"
    watch.now += DAY + 1
    assert table.refusal(ACTIVATE)[1] == cites("625a.2(b)")


@law("625a.2(b)", "625a.7(d)")
def test_625a_2_b_new_dice_were_not_put_in_before_the_others_were_taken_out() -> None:
    table, watch = locked(20)
    out, first = watch.now, watch.now - 20 * DAY
    watch.now += 5 * DAY
    for refuted in (out - 1, first + 1, first - 1):
        before = table.table.plain
        reason, because = table.refusal({**THREE_DICE, "dice_placed_at": refuted})
        assert "other dice were in the automated shaker then" in reason and because == cites("625a.2(b)")
        assert table.table.plain == before
    for said, still in ((first, 5), (out, 25)):  # the same dice, or others from then on
        table, watch = locked(20)
        watch.now += 5 * DAY
        done(table, {**THREE_DICE, "dice_placed_at": said}, TOSSES, SMALL)
        watch.now += still * DAY
        assert done(table, ACTIVATE)[0].event == "step-done"
        watch.now += DAY
        assert table.refusal(ACTIVATE)[1] == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_dice_that_do_not_comply_do_not_begin_to_by_being_put_back() -> None:
    table, watch = at("2011-07-01 12:00:00", "automated", settings=("reading.automated_dice=24-hours",))
    done(table, step("625a.2(b)", complies=False), report("625a.7(d)"), EMPTIED, MARKED, THREE_DICE, TOSSES, SMALL)
    watch.now += DAY
    assert done(table, ACTIVATE)[0].event == "step-done"
    watch.now += 1
    reason, because = table.refusal(ACTIVATE)
    assert "for more than 24 hours" in reason and because == cites("625a.2(b)")


INSPECTED = (
    step("625a.1(d)"),
    step("625a.1(d)(1)(i)"),
    step("625a.1(d)(1)(ii)"),
    step("625a.1(d)(1)(iii)"),
    THREE_DICE,
)


@law("625a.2(b)", "625a.7(d)")
def test_625a_2_b_an_exchange_of_shakers_does_not_start_the_24_hours_of_the_manual_one_anew() -> None:
    for answer in ("dice-count-from-then", "inspected"):
        look = (*INSPECTED, step("625a.2(b)")) if answer == "inspected" else ()
        table, watch = at("2011-06-01 12:00:00", "automated", settings=(f"reading.substituted_shaker={answer}",))
        done(table, report("625a.7(d)"), EMPTIED, MARKED, *look)
        watch.now += 20 * HOUR
        done(table, THREE_DICE, TOSSES, SMALL)
        watch.now += 2 * HOUR
        done(table, report("625a.7(d)"), EMPTIED, MARKED, *look)
        watch.now += 2 * HOUR
        assert done(table, shake("manual"))[0].event == "step-done"
        watch.now += 1
        reason, because = table.refusal(NO_MORE_BETS)
        assert "in the manual shaker for more than 24 hours" in reason and because == cites("625a.2(b)")
        done(table, step("625a.2(b)"), shake("manual"), NO_MORE_BETS)  # new ones are noted
        assert money(done(table, RESULT)) == [(1, "small", "won", 1000)]


@law("625a.2(b)", "625a.7(d)")
def test_625a_2_b_a_manual_shaker_that_returns_notes_only_dice_that_can_be_new() -> None:
    table, watch = at("2011-06-01 12:00:00", "automated", settings=("reading.substituted_shaker=inspected",))
    done(table, report("625a.7(d)"), EMPTIED, MARKED, *INSPECTED, step("625a.2(b)"))
    watch.now += HOUR
    done(table, THREE_DICE, TOSSES)
    back = watch.now
    watch.now += 23 * HOUR + 1
    done(table, report("625a.7(d)"), EMPTIED, MARKED, *INSPECTED)
    reason, because = table.refusal(step("625a.2(b)"))
    assert "the dice that were in it are too old" in reason and because == cites("625a.2(b)")
    reason, because = table.refusal(step("625a.2(b)", dice_placed_at=back - 1))
    assert "other dice were in the manual shaker then" in reason and because == cites("625a.2(b)")
    done(table, step("625a.2(b)", dice_placed_at=back), SMALL)
    assert money(done(table, shake("manual"), NO_MORE_BETS, RESULT)) == [(1, "small", "won", 1000)]


@law("625a.2(b)")
def test_625a_2_b_a_month_is_30_days_by_the_other_reading() -> None:
    for answer, last in (("calendar", 31), ("30-days", 30)):
        table, watch = at("2011-07-01 12:00:00", "automated", settings=(f"reading.month={answer}",))
        done(table, SMALL)
        watch.now += last * DAY
        assert done(table, ACTIVATE)[0].event == "step-done"
        watch.now += 1
        limit = "1 month" if answer == "calendar" else "30 days"
        reason, because = table.refusal(ACTIVATE)
        assert f"for more than {limit}" in reason and because == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_other_dice_serve_an_automated_shaker_for_a_day_by_the_other_reading() -> None:
    poor = step("625a.2(b)", complies=False)
    table, _ = at("2011-07-01 12:00:00", "automated")
    assert table.refusal(poor)[1] == cites("625a.2(b)", "603a.12(c)")
    table, watch = at("2011-07-01 12:00:00", "automated", settings=("reading.automated_dice=24-hours",))
    done(table, poor, SMALL)
    watch.now += DAY
    assert done(table, ACTIVATE)[0].event == "step-done"
    watch.now += 1
    reason, because = table.refusal(ACTIVATE)
    assert "for more than 24 hours" in reason and because == cites("625a.2(b)")


@law("625a.2(b)")
def test_625a_2_b_dice_that_were_shaken_in_time_count_by_the_other_reading() -> None:
    for answer in ("void", "shaken-in-time"):
        table, watch = at("2011-07-01 12:00:00", settings=(f"reading.dice_too_old_when_revealed={answer}",))
        watch.now += DAY
        done(table, SMALL, shake("manual"))
        watch.now += 1
        if answer == "void":
            assert table.refusal(NO_MORE_BETS)[1] == cites("625a.2(b)")
        else:
            assert money(done(table, NO_MORE_BETS, RESULT)) == [(1, "small", "won", 1000)]


@law("625a.2(a)")
def test_625a_2_a_three_dice_replace_those_in_the_shaker() -> None:
    reason, because = brought_to("betting").refusal(step("625a.2(b)", dice=2))
    assert reason == "there must be 3 dice in the shaker: not 2" and because == cites("625a.2(a)")
    reason, because = by_hand().refusal(step("625a.2(a)"))
    assert reason == 'there must be 3 dice in the shaker: note "dice": 3' and because == cites("625a.2(a)")


@law("625a.7(a)")
def test_625a_7_a_dice_that_were_revealed_too_early_can_be_a_no_roll() -> None:
    for shaker in ("manual", "automated"):
        table = brought_to("shaken", shaker)
        voided, *rows = done(table, report("625a.7(a)"))
        assert (voided.event, voided.cites) == ("round-voided", cites("625a.7(a)")) and money(rows) == RETURNED
        assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")  # the dice are shaken again
    reason, because = brought_to("betting").refusal(report("625a.7(a)"))
    assert reason == "no tossed dice are waiting to be read" and because == cites("625a.7(a)", "625a.5(d)")


@law("625a.7(b)")
def test_625a_7_b_a_failed_device_over_tossed_dice_fixes_the_layout() -> None:
    add: Command = {"do": "wager", "seat": 3, "id": "small", "cents": 900}
    take: Command = {"do": "remove", "seat": 1, "id": "small"}
    table = brought_to("shaken", "automated")
    done(table, report("625a.7(b)"))
    for act in (add, take):
        reason, because = table.refusal(act)
        assert "the electrical device has failed" in reason and because == cites("625a.7(b)")
    assert table.table.accounts["layout"] == 1200
    assert money(done(table, NO_MORE_BETS, RESULT, SETTLE)) == WON and isinstance(table.table.due, Stopped)
    table = brought_to("shaken", "automated", (1, 2, 3), "reading.device_fails_while_betting=until-no-more-bets")
    done(table, report("625a.7(b)"), add, take)
    rows = money(done(table, NO_MORE_BETS, RESULT, SETTLE))
    assert rows == [(2, "big", "lost", 0), (3, "small", "won", 1800)]


@law("625a.1(b)")
def test_625a_1_b_wagers_lie_until_the_device_is_fixed_by_the_other_reading() -> None:
    for phase in ("betting", "shaken", "thrown"):
        table = brought_to(phase, "manual", (1, 2, 3), "reading.device_before_uncovering=wagers-stand")
        failed = the(done(table, report("625a.1(b)")), "device-failed")
        assert failed.cites == cites("625a.1(b)") and table.table.accounts["layout"] == 1200
        assert isinstance(table.table.due, Stopped) and table.refusal(RESULT)[1] == cites("625a.7(b)")
        repaired = the(done(table, fixed(DEVICE)), "device-repaired")
        assert repaired.fields["text"] == "The electrical device is fixed, and nothing on it is lit."
        assert money(done(table, shake("manual"), NO_MORE_BETS, RESULT, SETTLE)) == WON
        assert money(done(brought_to(phase), report("625a.1(b)"))) == RETURNED


@law("625a.7(d)")
def test_625a_7_d_a_shaker_that_cannot_be_used_voids_the_round_by_the_other_reading() -> None:
    table = brought_to("betting", "automated", (1, 2, 3), "reading.shaker_before_activation=void")
    voided = the(events := done(table, report("625a.7(d)")), "round-voided")
    assert voided.cites == cites("625a.7(d)") and money(events) == RETURNED
    assert isinstance(table.table.due, Stopped) and table.table.due.device == AUTOMATED
    table = brought_to("betting", "automated")
    assert money(done(table, report("625a.7(d)"))) == [] and table.table.accounts["layout"] == 1200


@law("625a.7(d)")
def test_625a_7_d_the_manual_shaker_that_takes_over_is_inspected_by_the_other_reading() -> None:
    table = brought_to("betting", "automated", (1, 2, 3), "reading.substituted_shaker=inspected")
    done(table, report("625a.7(d)"), EMPTIED, MARKED)
    assert table.refusal(BIG)[1] == cites("625a.7(c)", "625a.7(d)")
    reason, because = table.refusal(step("625a.1(d)", approval="X1"))
    assert "names no approval of the Sic Bo shaker" in reason and because == cites("625a.1(d)", "601a.2")
    done(table, step("625a.1(d)"))
    reason, because = table.refusal(step("625a.1(d)(1)(i)", cover="transparent"))
    assert "must be 'opaque'" in reason and because == cites("625a.1(d)(1)(i)")
    done(table, step("625a.1(d)(1)(i)"), step("625a.1(d)(1)(ii)"))
    assert table.refusal(step("625a.1(d)(1)(iii)", named=False))[1] == cites("625a.1(d)(1)(iii)")
    done(table, step("625a.1(d)(1)(iii)"), THREE_DICE)
    reason, because = table.refusal(step("625a.2(b)", dice_placed_at="2011-05-01T00:00:00Z"))
    assert "in the manual shaker for more than 24 hours" in reason and because == cites("625a.2(b)")
    done(table, step("625a.2(b)"))
    assert isinstance(table.table.due, Wagers) and table.table.view()["shaker"] == "manual"
    assert money(done(table, shake("manual"), NO_MORE_BETS, RESULT, SETTLE)) == WON


@law("625a.5(a)(1)")
def test_625a_5_a_1_the_device_is_tested_with_three_throws_by_the_other_reading() -> None:
    table = by_hand("manual", "reading.device_test=three-throws")
    reason, because = table.refusal(step("625a.5(a)(1)", values=[1, 2, 3], verified=True))
    assert "at least 9 die values" in reason and because == cites("625a.5(a)(1)")
    assert done(table, step("625a.5(a)(1)", values=[1, 2, 3] * 3, verified=True))[0].event == "step-done"
