"""The readings of 623a that a submission may choose: what each answer does at the table."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand, thrown
from chapters.harness import the
from support import Ended, cites, law


@law("623a.5(g)(3)")
@pytest.mark.parametrize(("answer", "vigorish"), [("amount-wagered", 200), ("amount-to-win", 100)])
def test_623a_5_g_3_the_vigorish_on_a_lay_bet(answer: str, vigorish: int) -> None:
    hand = Hand("craps", f"reading.lay_vigorish={answer}").point(5)
    hand.wager("lay:4", 4000)
    assert hand.ended(hand.roll(7), "lay:4").returned_cents == 4000 + 2000 - vigorish


@law("623a.5(g)(3)")
@pytest.mark.parametrize(("answer", "kept"), [("kept", 100), ("returned", 0)])
def test_623a_5_g_3_an_up_front_vigorish_when_the_wager_comes_down(answer: str, kept: int) -> None:
    hand = Hand("craps", "vigorish.when=up-front", f"reading.vigorish_of_removed={answer}").point(5)
    before = hand.table.chips(1)
    paid = the(hand.wager("buy:4", 2000), "vigorish-collected")
    assert (paid.fields["cents"], paid.fields["wager"], paid.cites) == (100, "buy:4", cites("623a.5(g)(3)"))
    down = hand.do("reduce", seat=1, id="buy:4", cents=1000)
    assert [(e.fields["cents"], e.cites) for e in down[1:]] == ([] if kept else [(50, cites("623a.5(g)(3)"))])
    hand.do("remove", seat=1, id="buy:4")
    assert (before - hand.table.chips(1), hand.table.accounts["vigorish"]) == (kept, kept)


def with_odds_before_a_come_out(*settings: str) -> Hand:
    """Seat 1's Come Bet on 9 with odds, and the next roll is a come out roll."""
    hand = Hand("craps", *settings).point(6)
    hand.wager("come", 1000)
    hand.roll(9)
    hand.wager("odds:come:9", 1000)
    hand.roll(6)
    return hand


@law("623a.6(c)")
@pytest.mark.parametrize(("total", "always", "off"), [(7, "lost", "returned"), (9, "won", "returned")])
def test_623a_6_c_come_odds_on_a_come_out_roll(total: int, always: str, off: str) -> None:
    working = with_odds_before_a_come_out()
    assert working.refused("working", seat=1, id="odds:come:9", on=True)[1] == cites("623a.6(c)")
    assert working.ended(working.roll(total), "odds:come:9").result == always
    resting = with_odds_before_a_come_out("reading.come_odds=off-on-come-out")
    ended = resting.ended(resting.roll(total), "odds:come:9")
    assert (ended.result, ended.returned_cents, ended.because) == (off, 1000, cites("623a.6(c)"))
    called = with_odds_before_a_come_out("reading.come_odds=off-on-come-out")
    called.do("working", seat=1, id="odds:come:9", on=True)
    assert called.ended(called.roll(total), "odds:come:9").result == always


@law("623a.3(a)(19)")
def test_623a_3_a_19_a_unit_of_a_horn_bet() -> None:
    assert Hand().refused("wager", seat=1, id="horn", cents=300)[1] == cites("623a.3(a)(19)")
    small = Hand("craps", "reading.unit=cent", "limits.min_cents=1")
    small.wager("horn", 300)
    assert small.refused("wager", seat=1, id="horn", cents=3)[1] == cites("623a.3(a)(19)")


@law("623a.3(b)(1)", "623a.3(a)(20)", "623a.3(a)(21)")
@pytest.mark.parametrize(("wager", "cite"), [("whirl", "623a.3(a)(21)"), ("horn-high:11", "623a.3(a)(20)")])
def test_623a_3_b_1_the_minimum_of_what_a_wager_is_broken_down_into(wager: str, cite: str) -> None:
    settings = ("limits.min_cents=500", "areas.whirl=false", "areas.horn_high=false")
    hand = Hand("craps", *settings)
    reason, because = hand.refused("wager", seat=1, id=wager, cents=500)
    assert "$25.00" in reason and because == cites("623a.3(b)(1)", cite)
    hand.wager(wager, 2500)
    assert min(hand.open_wagers().values()) == 500
    whole = Hand("craps", *settings, "reading.minimum_of_parts=whole-wager")
    whole.wager(wager, 500)
    assert min(whole.open_wagers().values()) == 100
    Hand("craps", "limits.min_cents=500").wager(wager, 500)  # with an area of its own it is one wager


@law("623a.10(a)", "623a.10(c)")
def test_623a_10_a_passing_before_a_roll_and_who_takes_the_dice_with_a_point_on() -> None:
    hand = Hand("craps", "reading.pass_before_a_roll=after-a-roll")
    hand.do("choose", seat=1, choice="accept-dice")
    refused = hand.refused("choose", seat=1, choice="pass-dice")
    assert refused == ("the dice can be passed only after a roll", cites("623a.10(a)"))
    hand.wager("pass", 500)
    hand.do("result", dice=[2, 4])
    assert the(hand.do("choose", seat=1, choice="pass-dice"), "dice-passed").cites == cites("623a.10(a)")
    other = Hand().point(6)
    other.wager("field", 500, 1)
    other.do("choose", seat=2, choice="pass-dice")
    assert other.ended(other.do("result", dice=[2, 4]), "pass", 2).returned_cents == 200
    assert other.table.state.shooter == 1  # seat 3 is asked first and has no wager


@law("623a.10(c)")
@pytest.mark.parametrize(("answer", "shooter"), [("first-with-a-wager", 1), ("first-in-turn", 3)])
def test_623a_10_c_who_takes_the_dice_with_a_point_on(answer: str, shooter: int) -> None:
    hand = Hand("craps", f"reading.taker_with_a_point={answer}").point(6)
    hand.wager("field", 500, 1)
    told = hand.do("choose", seat=2, choice="pass-dice")
    assert the(told, "dice-passed").cites == cites("623a.10(a)")
    events = hand.do("result", dice=[2, 4])
    assert the(events, "shooter").fields["shooter"] == shooter and the(events, "shooter").cites == cites("623a.10(d)")
    assert hand.ended(events, "pass", 2).returned_cents == 200


@law("623a.10(a)", "623a.8(a)")
@pytest.mark.parametrize(("answer", "shooter"), [("not-until-the-next-come-out", 3), ("line-bet-on-the-layout", 1)])
def test_623a_10_a_a_successor_with_a_point_on(answer: str, shooter: int) -> None:
    hand = Hand("craps", f"reading.passed_with_a_point={answer}")
    hand.wager("dont-pass", 500, 1)
    hand.do("choose", seat=1, choice="reject-dice")
    hand.wager("pass", 500, 2)
    hand.do("result", dice=[2, 4])
    hand.wager("field", 500, 3)
    hand.do("choose", seat=2, choice="pass-dice")
    events = hand.do("result", dice=[2, 4])
    assert the(events, "shooter").fields["shooter"] == shooter
    assert hand.ended(events, "pass", 2).returned_cents == 1000
    alone = Hand("craps", f"reading.passed_with_a_point={answer}").point(6)  # no other player has a line bet
    alone.wager("field", 500, 3)
    alone.do("choose", seat=2, choice="pass-dice")
    assert alone.table.game.law.view(alone.rules, alone.table.state, "all")["offered"] == (3 if shooter == 3 else 2)


@law("623a.3(a)(5)", "623a.3(a)(7)")
@pytest.mark.parametrize(("answer", "left"), [("until-called-off", {"hardway:8": 500}), ("next-come-out", None)])
def test_623a_3_a_5_how_long_a_wager_stays_called_on(answer: str, left: dict[str, int] | None) -> None:
    hand = Hand("craps", f"reading.called_on={answer}")
    for wager in ("place-to-win:6", "hardway:8"):
        hand.wager(wager, 600 if wager == "place-to-win:6" else 500)
        hand.do("working", seat=1, id=wager, on=True)
    hand.roll(11)  # a come out roll: nothing is decided for them, and the next roll is a come out roll too
    events = hand.roll(6)
    if left is None:
        assert hand.open_wagers() == {"place-to-win:6": 600, "hardway:8": 500}
    else:
        assert hand.ended(events, "place-to-win:6") == Ended("won", 1300, cites("623a.3(a)(5)(i)", "623a.5(a)"))
        assert hand.open_wagers() == left


def deciding(*settings: str) -> Hand:
    """Seat 2 rolls only to decide seat 1's Come Bet on the 6."""
    hand = Hand("craps", *settings).point(4)
    hand.wager("come", 500)
    hand.throw(2, 4)
    hand.throw(1, 3)  # the point is made
    hand.wager("place-to-win:8", 600)
    for seat in (3, 1):
        hand.do("choose", seat=seat, choice="reject-dice") if hand.table.state.shooter == 0 else None
    return hand


@law("623a.10(b)", "623a.3(a)(5)")
@pytest.mark.parametrize(("answer", "second"), [("no-point", ""), ("first-roll-inactive", "won")])
def test_623a_10_b_inactive_wagers_on_rolls_that_only_decide_come_bets(answer: str, second: str) -> None:
    hand = deciding(f"reading.off_rolls={answer}")
    first = hand.throw(2, 6)
    assert hand.table.state.deciding and hand.table.state.point == 0
    assert not [e for e in first if e.event == "wager-settled"]  # a come out roll by 623a.1 under either answer
    events = hand.throw(2, 6)
    if second:
        assert hand.ended(events, "place-to-win:8") == Ended("won", 1300, cites("623a.3(a)(5)(i)", "623a.5(a)"))
    else:
        assert hand.open_wagers() == {"come:6": 500, "place-to-win:8": 600}
    assert hand.ended(hand.throw(3, 3), "come").returned_cents == 1000


@law("623a.5(g)(3)")
def test_623a_5_g_3_a_vigorish_that_is_no_whole_cent() -> None:
    exact = Hand("craps", "vigorish.when=up-front")
    reason, because = exact.refused("wager", seat=1, id="buy:4", cents=1050)
    assert "is not whole cents" in reason and because == cites("623a.5(g)(3)")
    down = Hand("craps", "vigorish.when=up-front", "reading.vigorish_rounding=down-to-the-cent")
    told = the(down.wager("buy:4", 1050), "vigorish-collected")
    assert (told.fields["cents"], told.cites) == (52, cites("623a.5(g)(3)"))
    on_win = Hand("craps", "reading.vigorish_rounding=down-to-the-cent")
    on_win.wager("buy:4", 1050)
    on_win.point(6)
    ended = on_win.ended(on_win.roll(4), "buy:4")
    assert ended == Ended("won", 1050 + 2100 - 52, cites("623a.3(a)(41)(i)", "623a.5(g)(1)", "623a.5(g)(3)"))


@law("623a.4(d)", "623a.6(b)")
def test_623a_4_d_a_dont_pass_bet_that_comes_down_with_its_odds() -> None:
    first = Hand()
    both = Hand("craps", "reading.dont_with_odds=odds-come-down")
    for hand in (first, both):
        hand.wager("dont-pass", 1000)
        hand.point(6)
        hand.wager("odds:dont-pass", 1200)
    reason, because = first.refused("remove", seat=1, id="dont-pass")
    assert "take down odds:dont-pass first" in reason and because == cites("623a.6(b)", "623a.6(e)")
    chips = both.table.accounts["seat:1"]
    events = both.do("remove", seat=1, id="dont-pass")
    assert both.ended(events, "odds:dont-pass") == Ended("returned", 1200, cites("623a.4(d)", "623a.6(b)"))
    assert both.open_wagers() == {} and both.table.accounts["seat:1"] == chips + 2200
    kept = Hand("craps", "reading.dont_with_odds=odds-come-down")
    kept.wager("dont-pass", 1000)
    kept.point(6)
    kept.wager("odds:dont-pass", 1200)
    kept.do("reduce", seat=1, id="dont-pass", cents=500)  # still supports ten times as much
    assert kept.open_wagers() == {"dont-pass": 500, "odds:dont-pass": 1200}


@law("623a.9(d)")
@pytest.mark.parametrize(
    ("answer", "order"), [("collect-then-pay", ["any-craps", "pass"]), ("as-made", ["pass", "any-craps"])]
)
def test_623a_9_d_the_order_of_settlement(answer: str, order: list[str]) -> None:
    hand = Hand("craps", f"reading.order_of_settlement={answer}")
    hand.wager("pass", 500)
    hand.wager("any-craps", 500)
    events = hand.throw(5, 6)
    assert [e.fields["wager"] for e in events if e.event == "wager-settled"] == order
    assert hand.ended(events, "pass").returned_cents == 1000


@law("623a.8(c)(6)", "623a.8(e)(2)")
def test_623a_8_c_6_whether_the_floorperson_of_mini_craps_calls_an_improper_throw() -> None:
    call = {"cite": "623a.8(c)(6)", "by": "floorperson"}
    assert thrown("mini-craps").refused("irregularity", **call)[1] == cites("623a.8(c)(6)", "623a.8(e)(2)")
    hand = Hand("mini-craps", "reading.no_roll_persons=subsection-e-alone")
    hand.wager("pass", 500)
    hand.do("no-more-bets")
    assert the(hand.do("irregularity", **call), "result-voided").cites == cites("623a.8(c)(6)")
    assert hand.open_wagers() == {"pass": 500}


@law("623a.7(a)", "623a.10(c)")
def test_623a_7_a_more_than_five_dice_are_a_reading() -> None:
    six = {"cite": "623a.7(a)", "by": "floorperson", "dice": 6}
    assert Hand("craps", procedure="by-hand").refused("step", **six)[1] == cites("623a.7(a)")
    more = Hand("craps", "reading.dice_in_set=five-or-more", procedure="by-hand")
    assert more.refused("step", **{**six, "dice": 4})[1] == cites("623a.7(a)")
    assert more.do("step", **six)[0].event == "step-done"


@law("623a.4(e)")
def test_623a_4_e_when_the_round_of_a_mini_craps_player_is_over() -> None:
    stays, goes = Hand("mini-craps"), Hand("mini-craps", "reading.staying_seated=one-roll")
    for hand in (stays, goes):
        hand.wager("place-to-win:6", 600)
    chips = {"seat": 1, "cents": stays.table.accounts["seat:1"]}
    assert stays.refused("cash-out", **chips)[1] == cites("623a.4(e)")
    assert goes.do("cash-out", **chips)[0].event == "cashed-out" and goes.open_wagers() == {"place-to-win:6": 600}
