"""617a.5: spinning, no more bets, the point marker, and settling."""

from __future__ import annotations

import pytest

from chapters.c617a_roulette.hands import EDITIONS, SPIN, opened, result, rotating, roulette, rules_of, settled, wager
from chapters.harness import NO_MORE_BETS, done, of, report, the
from chapters.harness import floor_step as step
from houseway.core import Procedure, Wagers
from houseway.games import judged
from houseway.law import BadInput
from support import Bench, cites, law

MARK, PAY = step("617a.5(c)", "dealer"), step("617a.5(e)", "dealer")
FIVE = "five_adjacent=true"


@law("617a.5")
def test_617a_5_the_order_of_a_round() -> None:
    table = opened()
    assert isinstance(table.table.due, Wagers)
    events = done(table, wager("red"), SPIN, wager("straight:17", 700, seat=2), NO_MORE_BETS, result("17"), MARK, PAY)
    names = ["wager-placed", "step-done", "wager-placed", "no-more-bets", "result", "step-done", "step-done"]
    assert [e.event for e in events] == [*names, "wager-settled", "wager-settled"]
    assert isinstance(table.table.due, Wagers) and table.table.round == 2


@law("617a.5(a)")
def test_617a_5_a_the_dealer_spins_the_ball_against_the_wheel() -> None:
    (done,) = opened().do(SPIN)
    assert (done.event, done.cites, done.fields["noted"]) == (
        "step-done",
        cites("617a.5(a)"),
        {"direction": "opposite"},
    )
    reason, because = opened().refusal({**SPIN, "by": "floorperson"})
    assert "this is for the dealer" in reason and because == cites("617a.5(a)")


@law("617a.5(a)")
@pytest.mark.parametrize("turns", [0, 1, 3])
def test_617a_5_a_fewer_than_four_revolutions_are_no_valid_spin(turns: int) -> None:
    voided = the(done(rotating(), result("17", revolutions=turns)), "result-voided")
    assert "did not complete the revolutions" in voided.fields["text"] and voided.cites == cites("617a.6(b)")
    table = rotating()
    assert the(done(table, result("17", revolutions=4, direction="opposite")), "result").fields["revolutions"] == 4


@law("617a.5(a)")
def test_617a_5_a_a_ball_spun_with_the_wheel_has_no_result() -> None:
    table = rotating()
    voided = the(done(table, result("17", direction="same")), "result-voided")
    assert (voided.cites, voided.fields["direction"], voided.fields["pocket"]) == (cites("617a.6(a)"), "same", "17")
    assert table.refusal(result("17"))[1] == cites("617a.5(a)") and table.table.accounts["layout"] == 1200
    reason, because = rotating().refusal(result("17", by="floorperson"))
    assert "not a floorperson" in reason and because == cites("617a.5(a)")


@law("617a.5(b)")
def test_617a_5_b_no_more_bets_is_announced_while_the_ball_rotates() -> None:
    table = opened()
    done(table, wager("red"))
    reason, because = table.refusal(NO_MORE_BETS)
    assert "first: Spin the ball" in reason and because == cites("617a.5(a)")
    done(table, SPIN, wager("black"))
    assert the(done(table, NO_MORE_BETS), "no-more-bets").cites == cites("617a.5(b)")


@law("617a.5(b)")
def test_617a_5_b_the_dealer_announces_it() -> None:
    table = opened()
    done(table, SPIN)
    reason, because = table.refusal({**NO_MORE_BETS, "by": "floorperson"})
    assert "announced by the dealer" in reason and because == cites("617a.5(b)")


@law("617a.5(b)")
@pytest.mark.parametrize(
    "act",
    [
        wager("black"),
        wager("red"),
        {"do": "remove", "seat": 1, "id": "red"},
        {"do": "reduce", "seat": 1, "id": "red", "cents": 100},
    ],
)
def test_617a_5_b_after_it_no_chip_on_the_layout_is_touched(act: dict[str, object]) -> None:
    assert rotating().refusal(act)[1] == cites("617a.5(b)")


@law("617a.5(b)")
def test_617a_5_b_nor_until_all_wagers_are_settled() -> None:
    table = rotating()
    done(table, result("1"))
    for stage in (MARK, PAY):
        assert table.refusal({"do": "remove", "seat": 1, "id": "red"})[1] == cites("617a.5(b)")
        assert table.refusal(wager("black"))[1] == cites("617a.5(e)")
        done(table, stage)
    assert table.do(wager("black"))[0].event == "wager-placed"


@law("617a.5(b)")
def test_617a_5_b_a_number_that_has_been_seen_closes_the_betting() -> None:
    table = opened()
    done(table, wager("red"), wager("straight:17", 700, seat=2))
    assert table.refusal(result("17"))[1] == cites("617a.5(a)")  # no ball was spun
    told = done(table, SPIN, result("17"))
    assert the(told, "result").cites == cites("617a.5(c)")
    assert "the betting is closed" in the(told, "announced").fields["text"] and the(told, "announced").cites == cites(
        "617a.5(b)"
    )
    assert table.refusal(wager("straight:17", seat=3))[1] == cites("617a.5(e)")
    assert table.refusal({"do": "remove", "seat": 1, "id": "red"})[1] == cites("617a.5(b)")
    assert settled(done(table, MARK, PAY)) == [(1, "red", "lost", 0), (2, "straight:17", "won", 25_200)]
    done(table, wager("straight:17", seat=3))


@law("617a.5(b)", "617a.5(a)")
def test_617a_5_b_what_a_player_calls_out_neither_spins_the_ball_nor_closes_the_betting() -> None:
    table = roulette()
    (refused,) = table.do(result("17", by="player"))
    assert (refused.event, refused.cites) == ("act-refused", cites("617a.5(a)"))
    assert isinstance(table.table.due, Wagers) and not table.table.view()["spun"]


@law("617a.5(b)")
def test_617a_5_b_read_as_void_such_a_spin_decides_nothing() -> None:
    table = roulette("reading.result_before_no_more_bets=void")
    voided = the(done(table, wager("red"), result("1")), "result-voided")
    assert (voided.cites, voided.fields["pocket"]) == (cites("617a.5(b)"), "1")
    assert table.table.accounts["layout"] == 500 and isinstance(table.table.due, Wagers)
    assert settled(done(table, NO_MORE_BETS, result("2"))) == [(1, "red", "lost", 0)]


@law("617a.5(b)", "617a.4(c)(2)")
def test_617a_5_b_a_ball_in_a_covered_00_before_it_is_no_spin() -> None:
    table = roulette("wheel=double-zero-as-single-zero")
    voided = the(done(table, wager("red"), result("00")), "result-voided")
    assert voided.cites == cites("617a.4(c)(2)") and isinstance(table.table.due, Wagers)
    assert settled(done(table, wager("red"), NO_MORE_BETS, result("1"))) == [(1, "red", "won", 2000)]


@law("617a.5(c)")
def test_617a_5_c_the_number_is_announced_and_marked() -> None:
    table = rotating()
    announced = the(done(table, result("17")), "result")
    assert (announced.cites, announced.fields["pocket"], announced.fields["colour"]) == (
        cites("617a.5(c)"),
        "17",
        "black",
    )
    assert table.table.view()["pocket"] == "17"
    reason, because = table.refusal(PAY)
    assert "place the point marker" in reason and because == cites("617a.5(c)")
    assert done(table, MARK)[0].cites == cites("617a.5(c)")
    done(table, PAY)
    assert table.table.view()["pocket"] == ""


@law("617a.5(c)")
def test_617a_5_c_a_table_that_completes_its_procedures_notes_the_marker() -> None:
    events = done(roulette(), wager("red"), NO_MORE_BETS, result("36"))
    marked = next(e for e in events if e.event == "step-done" and e.cites == cites("617a.5(c)"))
    assert marked.fields["noted"] == {"marker": "36", "colour": "red"}


@law("617a.5(c)")
@pytest.mark.parametrize("marker", ["18", "00", ""])
def test_617a_5_c_the_point_marker_goes_on_no_other_number(marker: object) -> None:
    table = rotating()
    done(table, result("17"))
    reason, because = table.refusal({**MARK, "marker": marker})
    assert "the ball rests in 17" in reason and because == cites("617a.5(c)")
    assert done(table, {**MARK, "marker": "17"})[0].fields["noted"] == {"marker": "17"}


def won_five(*settings: str) -> Bench:
    """By hand, at the point marker: seat 1 has $5 on the five around 17, seat 2 $5 on those around 0; the ball is in 22."""
    table = opened(FIVE, *settings)
    wagers = (wager("five-adjacent:17"), wager("five-adjacent:0", seat=2), wager("straight:22", 100, seat=3))
    done(table, *wagers, SPIN, NO_MORE_BETS, result("22"), MARK)
    return table


@law("617a.5(d)")
@pytest.mark.parametrize(
    ("settings", "cite"),
    [
        (("edition=2011-proposed",), "617a.5(d)"),
        (("edition=2011-comment", "five_adjacent_paid=relocate"), "617a.5(d)(ii)"),
    ],
)
def test_617a_5_d_one_fifth_is_moved_to_the_box_of_the_number_and_then_paid(
    settings: tuple[str, ...], cite: str
) -> None:
    table = won_five(*settings)
    reason, because = table.refusal(PAY)
    assert "Take a fifth" in reason and because == cites(cite)
    done(table, step(cite, "dealer"))
    events = done(table, PAY)
    assert settled(events) == [
        (2, "five-adjacent:0", "lost", 0),
        (1, "five-adjacent:17", "won", 3600),
        (3, "straight:22", "won", 3600),
    ]
    paid = [e for e in events if e.event == "wager-settled"][1]
    assert paid.cites == cites("617a.3(e)(1)(iii)", cite, "617a.4(a)") and paid.fields["cents"] == 500


@law("617a.5(d)")
def test_617a_5_d_the_record_says_which_fifth_went_where() -> None:
    events = done(roulette(FIVE), wager("five-adjacent:17"), NO_MORE_BETS, result("22"))
    moved = next(e for e in events if e.event == "step-done" and e.cites == cites("617a.5(d)"))
    assert moved.fields["noted"] == {"moved": ["$1.00 of five-adjacent:17, seat 1, to 22"]}


@law("617a.5(d)", "617a.5(d)(i)")
def test_617a_5_d_as_proposed_it_is_not_paid_on_the_replica() -> None:
    found, _, _ = judged("roulette", ["edition=2011-proposed", "five_adjacent_paid=replica"])
    assert [(f.field, f.cites) for f in found.findings] == [("five_adjacent_paid", cites("617a.5(d)"))]
    assert "617a.5(d)(i)" not in roulette().rules.cites
    with pytest.raises(BadInput, match=r"617a\.5\(d\)\(i\) is not a paragraph of 2011-proposed"):
        won_five().do(step("617a.5(d)(i)", "dealer"))


@law("617a.5(d)(i)")
def test_617a_5_d_i_by_the_comment_it_may_be_paid_on_the_replica() -> None:
    table = won_five("edition=2011-comment")
    reason, because = table.refusal(step("617a.5(d)(ii)", "dealer"))
    assert "not a step that is due" in reason and because == cites("617a.5(d)(ii)", "617a.5(e)")
    done(table, step("617a.5(d)(i)", "dealer"))
    events = done(table, PAY)
    paid = next(e for e in events if e.fields.get("wager") == "five-adjacent:17")
    assert (paid.fields["result"], paid.fields["returned_cents"]) == ("won", 3600)
    assert paid.cites == cites("617a.3(e)(1)(iii)", "617a.5(d)(i)", "617a.4(a)")


@law("617a.5(d)(ii)")
def test_617a_5_d_ii_both_ways_bring_the_player_the_same() -> None:
    chips = set()
    for settings in (("edition=2011-comment",), ("edition=2011-comment", "five_adjacent_paid=relocate"), ()):
        table = roulette(FIVE, *settings)
        done(table, wager("five-adjacent:17"), wager("straight:22"), NO_MORE_BETS, result("22"))
        chips.add(table.table.chips(1))
    assert chips == {100_000 - 1000 + 3600 + 18_000}


@law("617a.5(d)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_617a_5_d_nothing_is_moved_where_no_five_adjacent_number_wager_won(edition: str) -> None:
    table = opened(FIVE, f"edition={edition}")
    done(table, wager("five-adjacent:17"), SPIN, NO_MORE_BETS, result("0"), MARK)
    assert settled(done(table, PAY)) == [(1, "five-adjacent:17", "lost", 0)]


@law("617a.5(d)", "617a.5(d)(i)", "617a.5(d)(ii)")
def test_617a_5_d_the_editions_differ_in_this_paragraph_and_in_nothing_else() -> None:
    proposed, comment = (rules_of(f"edition={edition}") for edition in EDITIONS)
    assert comment.cites ^ proposed.cites == set(cites("617a.5(d)(i)", "617a.5(d)(ii)"))
    ours, theirs = proposed.edition, comment.edition
    assert (ours.values, ours.payouts) == (theirs.values, theirs.payouts)
    assert {name for name in ours.options if ours.options[name] != theirs.options[name]} == {"five_adjacent_paid"}
    assert (ours.options["five_adjacent_paid"].choices, theirs.options["five_adjacent_paid"].choices) == (
        ("relocate",),
        ("replica", "relocate"),
    )


@law("617a.5(e)")
def test_617a_5_e_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    table = roulette(FIVE)
    done(
        table,
        wager("straight:17"),
        wager("five-adjacent:17"),
        wager("red"),
        wager("black", seat=2),
        wager("odd", seat=3),
    )
    done(table, wager("dozen:1", seat=3), NO_MORE_BETS)
    events = done(table, result("17"))
    assert [(e[1], e[2]) for e in settled(events)] == [
        ("red", "lost"),
        ("dozen:1", "lost"),
        ("straight:17", "won"),
        ("five-adjacent:17", "won"),
        ("black", "won"),
        ("odd", "won"),
    ]
    assert [e.cites for e in of(events, "step-done")] == [cites("617a.5(c)"), cites("617a.5(d)"), cites("617a.5(e)")]


@law("617a.5(e)")
def test_617a_5_e_only_the_dealer_settles_and_only_once_the_ball_rests() -> None:
    table = rotating()
    assert table.refusal(PAY)[1] == cites("617a.5(e)", "617a.5(b)")
    done(table, result("17"), MARK)
    reason, because = table.refusal({**PAY, "by": "floorperson"})
    assert "this is for the dealer" in reason and because == cites("617a.5(e)")
    assert isinstance(table.table.due, Procedure)
    assert table.refusal(report("617a.6(c)"))[1] == cites("617a.6(c)")


@law("617a.5(c)")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"pocket": 17}, "is not a compartment"),
        ({"pocket": "37"}, "is not a compartment"),
        ({"pocket": "017"}, "is not a compartment"),
        ({"pocket": None}, "is not a compartment"),
        ({}, "pocket is missing"),
        ({"pocket": ["17"]}, "is not a compartment"),
        ({"pocket": "17", "dice": [1, 2]}, "dice is not a field of a spin"),
        ({"pocket": "17", "revolutions": -1}, "revolutions: -1 is not a whole number"),
        ({"pocket": "17", "revolutions": "four"}, "revolutions: 'four' is not a whole number"),
        ({"pocket": "17", "revolutions": True}, "revolutions: True is not a whole number"),
        ({"pocket": "17", "direction": "north"}, "direction: 'north' is not one of opposite, same"),
    ],
)
def test_617a_5_c_a_result_that_cannot_be_understood_changes_nothing(fields: dict[str, object], why: str) -> None:
    table = rotating()
    before = table.table.plain
    with pytest.raises(BadInput, match=why):
        table.do({"do": "result", **fields})
    assert table.table.plain == before


@law("617a.5(c)")
def test_617a_5_c_a_single_zero_wheel_has_no_compartment_00() -> None:
    with pytest.raises(BadInput, match="'00' is not a compartment of the single-zero wheel"):
        rotating("wheel=single-zero").do(result("00"))
