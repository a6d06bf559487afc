"""623a.1: the words of the chapter, as the table uses them."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand
from chapters.harness import the
from support import cites, law


@law("623a.1", "623a.1[Come out point]")
@pytest.mark.parametrize("total", [4, 5, 6, 8, 9, 10])
def test_623a_1_a_come_out_point_is_one_of_six_totals(total: int) -> None:
    established = the(Hand().roll(total), "point-established")
    assert (established.fields["point"], established.cites) == (total, cites("623a.1[Come out point]"))


@law("623a.1", "623a.1[Come out point]")
@pytest.mark.parametrize("total", [2, 3, 7, 11, 12])
def test_623a_1_no_other_total_is_a_come_out_point(total: int) -> None:
    hand = Hand()
    hand.roll(total)
    assert hand.table.state.point == 0


@law("623a.1", "623a.1[Come out roll]")
def test_623a_1_a_come_out_roll_follows_each_decision_of_the_line() -> None:
    hand = Hand().point(6)
    made = the(hand.roll(6), "point-made")
    assert made.cites == cites("623a.1[Come out roll]")
    assert hand.table.view()["marker"] == "off"
    hand.roll(7)  # a come out 7 is no loser 7: the shooter goes on, to another come out roll
    assert (hand.table.state.point, hand.table.state.shooter) == (0, 2)


@law("623a.1", "623a.1[Come point]")
def test_623a_1_a_come_point_is_thrown_on_the_roll_after_the_come_bet() -> None:
    hand = Hand().point(6)
    hand.wager("come")
    moved = the(hand.roll(9), "wager-moved")
    assert (moved.fields["number"], moved.cites) == (9, cites("623a.3(a)(3)"))
    assert hand.open_wagers() == {"come:9": 500}


@law("623a.1", "623a.1[Buy Bet]", "623a.1[Lay Bet]", "623a.5(g)")
@pytest.mark.parametrize("number", [4, 5, 6, 8, 9, 10])
def test_623a_1_buy_and_lay_bets_offer_true_odds(number: int) -> None:
    ways = 6 - abs(number - 7)
    rules = Hand().rules
    assert rules.payout(f"buy-{number}").odds.ratio * ways == 6
    assert rules.payout(f"lay-{number}").odds.ratio * 6 == ways


@law("623a.1", "623a.1[Call Bet]", "623a.2(d)(3)", "623a.4(b)")
def test_623a_1_a_call_bet_without_cash_or_chips_is_not_taken() -> None:
    reason, because = Hand().refused("wager", seat=5, id="field", cents=500, how="verbal")
    assert "accompanied by cash and confirmed by the dealer" in reason
    assert "623a.4(b)" in because


@law("623a.1", "623a.1[Boxperson]", "623a.1[Stickperson]", "623a.8(e)(1)")
def test_623a_1_boxperson_and_stickperson_watch_the_dice_at_craps() -> None:
    for by in ("boxperson", "stickperson"):
        hand = Hand()
        hand.wager("pass")
        hand.table.no_more_bets()
        voided = the(hand.do("irregularity", cite="623a.8(c)(1)", by=by), "result-voided")
        assert voided.cites == cites("623a.8(c)(1)")
