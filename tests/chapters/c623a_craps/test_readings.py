"""The readings of 623a that a submission may choose: what each answer does at the table."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand
from chapters.harness import the
from support import cites, law


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
    assert "no choice is asked for" in hand.refused("choose", seat=1, choice="pass-dice")[0]
    hand.wager("pass", 500)
    hand.do("result", dice=[2, 4])
    assert the(hand.do("choose", seat=1, choice="pass-dice"), "dice-passed").cites == cites("623a.10(a)")
    other = Hand().point(6)
    other.wager("field", 500, 1)
    other.do("choose", seat=2, choice="pass-dice")
    assert other.ended(other.do("result", dice=[2, 4]), "pass", 2).returned_cents == 200
    assert other.table.state.shooter == 1  # seat 3 is asked first and has no wager
