"""623a.10: keeping and passing the dice, and the shooter who only decides Come Bets."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand, by_hand
from chapters.harness import names, the
from support import cites, law


@law("623a.10", "623a.10(a)")
def test_623a_10_after_any_roll_the_shooter_may_go_on_or_pass_the_dice() -> None:
    hand = Hand().point(6)
    hand.roll(5)
    assert hand.table.state.shooter == 2  # goes on without a word
    passed = the(hand.do("choose", seat=2, choice="pass-dice"), "dice-passed")
    assert (passed.fields["seat"], passed.cites) == (2, cites("623a.10(a)"))
    assert hand.table.view()["offered"] == 3


@law("623a.10(a)")
def test_623a_10_a_with_a_point_on_the_successor_shoots_without_a_line_bet() -> None:
    hand = Hand().point(6)
    hand.do("choose", seat=2, choice="pass-dice")
    hand.wager("field", 500, 3)
    assert hand.refused("wager", seat=3, id="pass", cents=500)[1] == cites("623a.3(a)(1)")
    ended = hand.ended(hand.throw(3, 3), "pass", 2)
    assert (hand.table.state.shooter, ended.result) == (3, "won")
    assert hand.refused("no-more-bets")[1] == cites("623a.8(a)")  # the duty is back with the next come out roll


@law("623a.10(a)")
def test_623a_10_a_with_a_point_on_and_nothing_at_stake_somebody_must_accept() -> None:
    hand = Hand()
    hand.wager("dont-pass", 500, 2)
    hand.roll(6)
    hand.do("remove", seat=2, id="dont-pass")
    hand.do("choose", seat=2, choice="pass-dice")
    assert hand.refused("no-more-bets")[1] == cites("623a.10(c)")
    hand.do("choose", seat=3, choice="accept-dice")
    assert "no-more-bets" in names(hand.do("no-more-bets"))


@law("623a.10(a)(1)")
def test_623a_10_a_1_on_a_loser_7_the_dice_are_passed() -> None:
    hand = Hand().point(6)
    passed = the(hand.roll(7), "dice-passed")
    assert (passed.fields["seat"], passed.cites) == (2, cites("623a.10(a)(1)"))
    assert hand.table.view()["shooter"] == 0
    winner = Hand()
    assert "dice-passed" not in names(winner.roll(7))  # a come out 7 is none


@law("623a.10(a)(2)")
@pytest.mark.parametrize(
    ("game", "role", "other"), [("craps", "boxperson", "dealer"), ("mini-craps", "dealer", "stickperson")]
)
def test_623a_10_a_2_the_shooter_may_be_ordered_to_pass_them(game: str, role: str, other: str) -> None:
    hand = Hand(game).point(6)
    cite = "623a.10(a)(2)"
    assert hand.refused("irregularity", cite=cite, by=other, reason="delay")[1] == cites(cite)
    assert "name the reason" in hand.refused("irregularity", cite=cite, by=role)[0]
    passed = the(hand.do("irregularity", cite=cite, by=role, reason="invalid-rolls"), "dice-passed")
    assert (passed.fields["seat"], passed.cites) == (2, cites(cite))
    assert "there is no shooter" in hand.refused("irregularity", cite=cite, by=role, reason="delay")[0]


@law("623a.10(a)(2)", "623a.8(b)")
@pytest.mark.parametrize(("game", "role"), [("craps", "boxperson"), ("mini-craps", "dealer")])
def test_623a_10_a_2_also_after_an_invalid_roll_with_the_dice_out(game: str, role: str) -> None:
    hand = Hand(game).point(6)
    hand.table.no_more_bets()
    hand.do("irregularity", cite="623a.8(b)", by="stickperson")
    passed = the(hand.do("irregularity", cite="623a.10(a)(2)", by=role, reason="invalid-rolls"), "dice-passed")
    assert passed.cites == cites("623a.10(a)(2)")
    assert (hand.table.state.phase, hand.table.state.point, hand.table.view()["offered"]) == ("betting", 6, 3)
    assert hand.open_wagers(2) == {"pass": 100}
    hand.do("choose", seat=3, choice="accept-dice")
    assert hand.ended(hand.throw(2, 4), "pass", 2).result == "won"


@law("623a.10(a)(2)", "623a.10(c)")
def test_623a_10_a_2_a_shooter_ordered_off_does_not_get_the_dice_straight_back() -> None:
    hand = Hand().point(6)
    hand.do("irregularity", cite="623a.10(a)(2)", by="boxperson", reason="violation")
    reason, because = hand.refused("result", dice=[2, 4])  # only seat 2 has a wager
    assert "seat 2 was ordered to pass the dice" in reason and because == cites("623a.10(a)(2)", "623a.10(c)")
    for seat in (3, 1, 3):
        assert hand.table.view()["offered"] == seat  # round and round, past seat 2
        hand.do("choose", seat=seat, choice="reject-dice")
    hand.do("choose", seat=1, choice="accept-dice")
    assert hand.ended(hand.do("result", dice=[2, 4]), "pass", 2).returned_cents == 200
    hand.do("choose", seat=1, choice="pass-dice")
    assert hand.table.view()["offered"] == 2  # another player has had them since
    other = Hand("craps", "reading.ordered_off=after-the-others").point(6)
    other.do("irregularity", cite="623a.10(a)(2)", by="boxperson", reason="violation")
    for seat in (3, 1):
        other.do("choose", seat=seat, choice="reject-dice")
    assert the(other.do("choose", seat=2, choice="accept-dice"), "shooter").fields["shooter"] == 2


def with_come_bets() -> Hand:
    """Seat 2 has made the point; seat 1 has a Come Bet on 9 and a Don't Come Bet against 5."""
    hand = Hand("craps", "boxes=3").point(6)
    hand.wager("come", 500)
    hand.roll(9)
    hand.wager("dont-come", 500)
    hand.roll(5)
    hand.roll(6)
    return hand


@law("623a.10(b)")
def test_623a_10_b_nobody_else_will_shoot_so_the_shooter_only_decides_come_bets() -> None:
    hand = with_come_bets()
    hand.wager("place-to-win:9", 500)
    shooter = the(hand.table.no_more_bets(), "shooter")
    assert shooter.fields["shooter"] == 2 and shooter.fields["deciding"] is True
    assert shooter.cites == cites("623a.10(b)")
    events = hand.table.result(dice=[3, 6])
    assert hand.ended(events, "come").because == cites("623a.3(a)(3)(i)(B)", "623a.5(a)")
    assert hand.open_wagers() == {"dont-come:5": 500, "place-to-win:9": 500}  # with the marker off it was inactive
    assert (hand.table.state.point, hand.table.view()["marker"]) == (0, "off")  # the 9 is no come out point
    events = hand.throw(3, 4)
    assert hand.ended(events, "dont-come").result == "won"
    assert "dice-passed" not in names(events)  # nor is this a loser 7
    assert hand.refused("no-more-bets")[1] == cites("623a.8(a)")  # nothing is left to decide


@law("623a.10(b)", "623a.10(c)")
def test_623a_10_b_by_word_the_offer_goes_round_and_comes_back() -> None:
    hand = with_come_bets()
    hand.do("choose", seat=2, choice="pass-dice")
    for seat in (3, 1):
        assert hand.refused("choose", seat=seat, choice="decide-come-bets")[1] == cites("623a.10(b)")
        hand.do("choose", seat=seat, choice="reject-dice")
    shooter = the(hand.do("choose", seat=2, choice="decide-come-bets"), "shooter")
    assert (shooter.fields["shooter"], shooter.cites) == (2, cites("623a.10(b)"))
    assert hand.refused("wager", seat=1, id="come", cents=500)[1] == cites("623a.3(a)(3)")


@law("623a.10(b)", "623a.3(a)(1)")
def test_623a_10_b_not_while_somebody_has_a_line_bet() -> None:
    hand = with_come_bets()
    hand.do("choose", seat=2, choice="pass-dice")
    hand.wager("pass", 500, 3)
    for seat in (3, 1):
        hand.do("choose", seat=seat, choice="reject-dice")
    assert hand.refused("choose", seat=2, choice="decide-come-bets")[1] == cites("623a.10(b)")
    hand.do("remove", seat=3, id="pass")
    assert the(hand.do("choose", seat=2, choice="decide-come-bets"), "shooter").cites == cites("623a.10(b)")
    hand.wager("pass", 500, 3)  # now a player wishes to: the next roll is a come out roll, and seat 3 shoots
    hand.do("result", dice=[2, 6])
    assert (hand.table.state.shooter, hand.table.state.point, hand.open_wagers(3)) == (3, 8, {"pass": 500})


@law("623a.10(b)")
def test_623a_10_b_until_somebody_makes_a_line_bet() -> None:
    hand = with_come_bets()
    hand.throw(1, 2)
    assert hand.table.state.deciding
    hand.wager("pass", 500, 3)
    assert not hand.table.state.deciding
    hand.throw(2, 6)
    assert (hand.table.state.shooter, hand.table.state.point) == (3, 8)


@law("623a.10(b)")
def test_623a_10_b_another_player_with_a_line_bet_shoots_instead() -> None:
    hand = with_come_bets()
    hand.wager("dont-pass", 500, 1)
    taken = the(hand.table.no_more_bets(), "shooter")
    assert (taken.fields["shooter"], taken.cites) == (1, cites("623a.10(d)"))


@law("623a.10(c)", "623a.10(d)")
def test_623a_10_c_to_the_left_of_the_previous_shooter_then_clockwise() -> None:
    hand = Hand("craps", "boxes=4").point(6)
    hand.roll(7)
    for seat in (3, 1):  # nobody is at seat 4
        asked = hand.table.view()["offered"]
        assert asked == seat
        hand.do("choose", seat=seat, choice="reject-dice")
    taken = the(hand.do("choose", seat=2, choice="accept-dice"), "shooter")  # the last to be asked may take them again
    assert (taken.fields["shooter"], taken.cites) == (2, cites("623a.10(d)"))


@law("623a.10(c)", "623a.10(d)")
def test_623a_10_c_by_itself_the_table_asks_in_the_same_order() -> None:
    hand = Hand("craps", "boxes=4").point(6)
    hand.roll(7)
    hand.wager("pass", 500, 1)
    hand.wager("pass", 500, 3)
    events = hand.table.no_more_bets()
    steps = [(e.cites[0], e.fields.get("item", "")) for e in events if e.event == "step-done"]
    assert steps == [("623a.10(c)", ""), ("623a.10(d)", "select"), ("623a.10(d)", "return")]
    assert hand.table.state.shooter == 3


@law("623a.10(c)", "623a.10(d)")
@pytest.mark.parametrize("word", [True, False])
def test_623a_10_c_dice_given_up_before_the_first_roll_are_given_up_as_well(word: bool) -> None:
    hand = Hand("craps", "boxes=4")
    hand.do("choose", seat=1, choice="accept-dice")
    if word:
        hand.do("choose", seat=1, choice="pass-dice")
    hand.wager("pass", 500, 2)
    events = hand.table.no_more_bets()
    steps = [e.cites[0] for e in events if e.event == "step-done"]
    selected = [] if word else ["623a.7(c)", "623a.7(c)(1)"]  # who accepted selects, and makes no line bet then
    assert steps == [*selected, "623a.10(c)", "623a.10(d)", "623a.10(d)"]
    assert the(events, "shooter").cites == cites("623a.10(d)")


@law("623a.10(c)", "623a.10(d)")
def test_623a_10_c_alone_at_a_table_the_dice_come_back_at_once() -> None:
    hand = Hand("craps", "boxes=1")
    hand.wager("pass", 500)
    hand.throw(2, 4)
    hand.throw(3, 4)
    assert hand.table.view()["offered"] == 1
    assert the(hand.do("choose", seat=1, choice="accept-dice"), "shooter").fields["shooter"] == 1


@law("623a.10(c)", "623a.10(d)")
@pytest.mark.parametrize("at_stake", [True, False])
def test_623a_10_c_by_hand_whoever_is_noted_to_have_accepted_shoots(at_stake: bool) -> None:
    hand = by_hand("craps", "boxes=4")
    hand.wager("dont-pass", 500, 1)
    hand.do("step", cite="623a.7(b)(1)", by="stickperson", seat=1)
    hand.do("step", cite="623a.7(c)", by="player", dice=2)
    hand.do("step", cite="623a.7(c)(1)", by="stickperson")
    hand.do("no-more-bets")
    hand.do("result", dice=[2, 4])
    hand.do("step", cite="623a.9(d)", by="stickperson")
    if not at_stake:
        hand.do("remove", seat=1, id="dont-pass")
    hand.do("choose", seat=1, choice="pass-dice")
    assert hand.refused("step", cite="623a.10(c)", by="stickperson")[1] == cites("623a.10(c)")
    taken = the(hand.do("step", cite="623a.10(c)", by="stickperson", seat=3), "shooter")  # seat 2 let them pass
    assert (taken.fields["shooter"], taken.cites) == (3, cites("623a.10(d)"))


@law("623a.10(c)")
def test_623a_10_c_a_shooter_who_bets_the_line_no_more_gives_the_dice_up() -> None:
    hand = Hand("craps", "boxes=4").point(6)
    hand.roll(6)
    hand.wager("pass", 500, 1)
    hand.throw(1, 2)
    assert hand.table.state.shooter == 1


@law("623a.7(b)(1)", "623a.7(c)", "623a.10(c)", "623a.10(d)")
def test_623a_7_b_1_a_player_who_rejected_the_dice_is_not_made_the_shooter() -> None:
    hand = Hand()
    hand.wager("pass", 1000)
    for seat in (1, 2, 3):
        hand.do("choose", seat=seat, choice="reject-dice")
    reason, because = hand.refused("result", dice=[2, 2])
    assert reason.startswith("seats 1, 2, 3 rejected the dice") and because == cites("623a.7(b)")
    hand.do("cash-out", seat=3, cents=hand.table.chips(3))
    reason, because = hand.refused("result", dice=[2, 2])
    assert reason.startswith("seats 1, 2 rejected the dice") and because == cites("623a.7(b)")  # who left is not named
    hand.do("buy-in", seat=3, cents=10_000)
    hand.do("choose", seat=1, choice="accept-dice")  # all are asked again
    hand.do("result", dice=[2, 2])
    hand.do("choose", seat=1, choice="pass-dice")
    for seat in (2, 3, 1):
        hand.do("choose", seat=seat, choice="reject-dice")
    assert hand.refused("result", dice=[2, 2])[1] == cites("623a.10(c)")
    hand.do("choose", seat=2, choice="accept-dice")
    assert hand.ended(hand.do("result", dice=[2, 2]), "pass").returned_cents == 2000


@law("623a.7(b)(1)", "623a.7(c)", "623a.8(a)", "623a.10(c)")
def test_623a_7_b_1_no_offer_takes_the_dice_from_a_player_who_accepted_them() -> None:
    hand = by_hand("craps")
    hand.do("choose", seat=1, choice="reject-dice")
    hand.do("step", cite="623a.7(b)(1)", by="stickperson", seat=3)
    reason, because = hand.refused("step", cite="623a.7(b)(1)", by="stickperson", seat=1)
    assert reason.startswith("seat 3 has accepted the dice") and because == cites("623a.7(c)", "623a.8(a)")
    assert hand.table.state.shooter == 3
    hand.do("step", cite="623a.7(c)", item="select", by="player", dice=2)
    hand.do("step", cite="623a.7(c)(1)", by="stickperson")
    reason, because = hand.refused("step", cite="623a.7(b)(1)", by="stickperson", seat=1)
    assert "is not a step that is due now; due: 623a.10(c)" in reason
    hand.wager("pass", 500, 3)  # the shooter's wager is in time
    assert "not a step that is due now" in hand.refused("step", cite="623a.10(c)", by="stickperson", seat=1)[0]
    events = (*hand.do("result", dice=[3, 4]), *hand.do("step", cite="623a.9(d)", by="stickperson"))
    assert hand.ended(events, "pass", 3).returned_cents == 1000


@law("623a.10(c)", "623a.10(a)(2)")
def test_623a_10_c_after_an_order_nobody_who_rejects_the_dice_gets_them() -> None:
    hand = Hand()
    hand.wager("pass", 500, 1)
    hand.wager("pass", 500, 2)
    hand.do("choose", seat=1, choice="accept-dice")
    hand.do("irregularity", cite="623a.10(a)(2)", by="boxperson", reason="delay")
    for seat in (2, 3):
        hand.do("choose", seat=seat, choice="reject-dice")
    assert "must accept" in hand.refused("result", dice=[2, 2])[0]


@law("623a.8(a)", "623a.11(a)(1)")
def test_623a_8_a_a_shooter_without_a_line_bet_gives_up_the_dice_on_record() -> None:
    hand = Hand()
    hand.do("choose", seat=1, choice="accept-dice")
    hand.wager("pass", 500, 3)
    events = hand.do("result", dice=[1, 2])
    assert (the(events, "dice-passed").fields["seat"], the(events, "dice-passed").cites) == (1, cites("623a.8(a)"))
    assert the(events, "shooter").fields["shooter"] == 3
    hand.wager("pass", 500, 1)
    reason, because = hand.refused("wager", seat=1, id="fire", cents=100)
    assert reason.endswith("one may be made when another player has accepted the dice")
    assert because == cites("623a.3(a)(40)", "623a.11(a)(1)")
    hand.do("choose", seat=3, choice="pass-dice")
    hand.do("choose", seat=1, choice="accept-dice")
    hand.wager("fire", 100, 1)


@law("623a.8(b)", "623a.8(c)(1)", "623a.9(b)")
@pytest.mark.parametrize("cite", ["623a.8(b)", "623a.8(c)(1)", "623a.9(b)"])
def test_623a_8_b_the_first_throw_may_be_void_where_it_may_be_a_result(cite: str) -> None:
    hand = Hand()
    hand.wager("pass", 500)
    events = hand.do("irregularity", cite=cite, by="stickperson")
    assert the(events, "shooter").fields["shooter"] == 1 and the(events, "result-voided").cites == cites(cite)
    assert hand.open_wagers() == {"pass": 500} and hand.table.state.rethrow


@law("623a.9(d)")
def test_623a_9_d_the_dice_are_passed_on_when_the_wagers_are_settled() -> None:
    hand = Hand().point(6)
    assert names(hand.roll(7))[-2:] == ["wager-settled", "dice-passed"]


@law("623a.9(a)")
@pytest.mark.parametrize("answer", ["closes-the-betting", "call-decides"])
def test_623a_9_a_a_report_that_the_call_contradicts(answer: str) -> None:
    hand = Hand("craps", f"reading.dice_seen={answer}")
    hand.wager("pass", 500)
    hand.do("result", dice=[2, 2], by="boxperson")
    assert hand.refused("wager", seat=1, id="field", cents=500)[1][0] == "623a.4(a)"
    if answer == "closes-the-betting":
        assert hand.refused("result", dice=[3, 4], by="stickperson")[1] == cites("623a.9(a)")
        return
    events = hand.do("result", dice=[3, 4], by="stickperson")
    told = the(events, "called-otherwise")
    assert (told.fields["reported"], told.fields["dice"], told.cites) == ([2, 2], [3, 4], cites("623a.9(a)"))
    assert hand.ended(events, "pass").returned_cents == 1000


@law("623a.11(b)(1)", "623a.3(b)")
def test_623a_11_b_1_the_posted_limits_and_a_fire_bet() -> None:
    Hand("craps", "limits.min_cents=1000").wager("fire", 100)
    low = Hand("craps", "limits.min_cents=300", "reading.fire_limits=posted-too")
    assert low.refused("wager", seat=1, id="fire", cents=200)[1] == cites("623a.3(b)(1)")
    low.wager("fire", 300)
    high = Hand("craps", "limits.max_cents=300", "reading.fire_limits=posted-too")
    assert high.refused("wager", seat=1, id="fire", cents=400)[1] == cites("623a.3(b)(2)", "623a.5(i)")


@law("623a.2(f)(1)", "623a.11(a)(1)")
def test_623a_2_f_1_positions_beyond_the_sixteenth() -> None:
    for answer in ("own-area", "closest-area"):
        hand = Hand("craps", "boxes=20", f"reading.fire_positions={answer}")
        hand.do("buy-in", seat=20, cents=1000)
        if answer == "own-area":
            assert hand.refused("wager", seat=20, id="fire", cents=100)[1] == cites("623a.2(f)(1)")
        else:
            hand.wager("fire", 100, 20)


@law("623a.3(a)(40)", "623a.2(f)", "623a.11(a)")
def test_623a_3_a_40_a_fire_bet_at_craps_only() -> None:
    hand = Hand("mini-craps", "reading.fire_in_mini_craps=craps-only")
    reason, because = hand.refused("wager", seat=1, id="fire", cents=100)
    assert "at Craps only" in reason and because == cites("623a.2(f)", "623a.11(a)")


@law("623a.3(a)(5)", "623a.3(a)(7)")
def test_623a_3_a_5_calling_a_wager_on_cites_its_paragraph() -> None:
    hand = Hand()
    hand.wager("hardway:4", 500)
    assert hand.do("working", seat=1, id="hardway:4", on=True)[0].cites == cites("623a.3(a)(7)")
    assert hand.refused("working", seat=1, id="place-to-win:6", on=True)[1] == cites("623a.3(a)(5)")
