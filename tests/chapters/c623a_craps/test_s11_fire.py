"""623a.11: the Fire Bet's own procedures and rules."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from chapters.c623a_craps.hand import THROW, Hand, by_hand
from chapters.harness import names, the
from support import cites, law


def make(hand: Hand, *points: int) -> tuple[str, ...]:
    """The shooter makes these points, one after the other; the names of what happened."""
    seen: list[str] = []
    for point in points:
        hand.roll(point)
        seen += names(hand.roll(point))
    return tuple(seen)


@law("623a.11", "623a.11(a)", "623a.11(a)(1)", "623a.3(a)(40)")
def test_623a_11_it_is_made_before_a_new_shooters_initial_come_out_roll() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    hand.point(6)
    reason, because = hand.refused("wager", seat=3, id="fire", cents=500)
    assert "initial come out roll" in reason and because == cites("623a.3(a)(40)", "623a.11(a)(1)")
    hand.roll(6)  # a later come out roll of the same shooter
    assert hand.refused("wager", seat=3, id="fire", cents=500)[1] == because
    hand.roll(7)  # also after a come out 7
    assert hand.refused("wager", seat=3, id="fire", cents=500)[1] == because
    hand.point(6)
    hand.roll(7)
    hand.wager("fire", 500, 3)  # the next shooter is a new one


@law("623a.11(a)(1)", "623a.11(a)(2)")
def test_623a_11_a_1_a_successor_who_took_over_a_point_has_the_initial_come_out_roll_to_come() -> None:
    hand = Hand().point(6)
    hand.do("choose", seat=2, choice="pass-dice")
    hand.do("choose", seat=3, choice="accept-dice")
    reason, because = hand.refused("wager", seat=1, id="fire", cents=500)
    assert "the point 6 is on" in reason and because == cites("623a.3(a)(40)", "623a.11(a)(1)")
    hand.roll(6)
    hand.wager("fire", 500)


@law("623a.11(a)(1)", "623a.3(a)(40)")
def test_623a_11_a_1_who_takes_the_passed_dice_straight_back_is_no_new_shooter() -> None:
    hand = Hand().point(6)
    hand.roll(6)
    hand.do("choose", seat=2, choice="pass-dice")
    reason, because = hand.refused("wager", seat=1, id="fire", cents=500)
    assert "no new player has accepted the dice" in reason and because == cites("623a.3(a)(40)", "623a.11(a)(1)")
    for seat in (3, 1):
        hand.do("choose", seat=seat, choice="reject-dice")
    hand.do("choose", seat=2, choice="accept-dice")
    assert "this shooter has already made it" in hand.refused("wager", seat=1, id="fire", cents=500)[0]
    hand.do("choose", seat=2, choice="pass-dice")
    hand.do("choose", seat=3, choice="accept-dice")
    hand.wager("fire", 500)  # on seat 3
    letter = Hand("craps", "reading.new_shooter=yes").point(6)
    letter.roll(6)
    letter.do("choose", seat=2, choice="pass-dice")
    letter.wager("fire", 500)


@law("623a.11(a)(2)")
def test_623a_11_a_2_a_pending_fire_bet_is_settled_on_the_successors_loser_7() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    make(hand, 4, 5)
    hand.do("choose", seat=2, choice="pass-dice")
    for point in (6, 8):
        hand.wager("pass", 500, 3)
        make(hand, point)
    assert hand.table.state.shooter == 3
    hand.wager("pass", 500, 3)
    hand.roll(9)
    ended = hand.ended(hand.roll(7), "fire")
    assert (ended.result, ended.returned_cents) == ("won", 500 * 25)  # four points, of both together


@law("623a.11(a)(2)")
def test_623a_11_a_2_read_otherwise_only_the_first_shooters_points_stand() -> None:
    hand = Hand("craps", "reading.fire_successor=points-stand")
    hand.wager("fire", 500)
    make(hand, 4, 5)
    hand.do("choose", seat=2, choice="pass-dice")
    for point in (6, 8):
        hand.wager("pass", 500, 3)
        make(hand, point)
    hand.wager("pass", 500, 3)
    hand.roll(9)
    assert hand.ended(hand.roll(7), "fire").result == "lost"


@law("623a.11(a)(3)")
def test_623a_11_a_3_the_dealer_brings_them_in_before_the_roll() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    hand.wager("fire", 300, 3)
    hand.wager("pass", 500, 2)
    steps = [
        e for e in hand.table.no_more_bets() if e.event == "step-done" and e.fields["procedure"] == "bring-in-fire-bets"
    ]
    assert [(e.cites, e.fields["by"]) for e in steps] == [(cites("623a.11(a)(3)"), "dealer")]
    hand.table.result(dice=[2, 4])
    assert "bring-in-fire-bets" not in [e.fields.get("procedure") for e in hand.table.no_more_bets()]


@law("623a.11(a)(4)", "623a.11(b)(2)")
def test_623a_11_a_4_a_marker_for_each_new_point_and_none_for_an_old_one() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    hand.roll(9)
    marker = the(hand.roll(9), "fire-points")
    assert (marker.fields["number"], marker.fields["points"], marker.cites) == (9, 1, cites("623a.11(a)(4)"))
    hand.roll(9)
    again = the(hand.roll(9), "fire-points")
    assert (again.fields["points"], again.cites) == (1, cites("623a.11(b)(2)"))
    hand.roll(4)
    assert the(hand.roll(4), "fire-points").fields["points"] == 2


@law("623a.11(a)(5)")
def test_623a_11_a_5_a_come_out_7_does_not_end_it_and_a_loser_7_does() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    assert not [e for e in hand.roll(7) if e.event == "wager-settled" and e.fields["wager"] == "fire"]
    hand.roll(6)
    ended = hand.ended(hand.roll(7), "fire")
    assert (ended.result, ended.because) == ("lost", cites("623a.3(a)(40)(ii)", "623a.11(a)(5)"))
    other = Hand("craps", "reading.fire_seven=any-7")
    other.wager("fire", 500)
    assert other.ended(other.roll(7), "fire").result == "lost"


@law("623a.11(a)(6)")
def test_623a_11_a_6_surveillance_is_notified_once_at_four_points() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    make(hand, 4, 5, 6)
    assert not hand.table.state.notify
    hand.roll(8)
    alert = the(hand.roll(8), "surveillance-alerted")
    assert alert.cites == cites("623a.11(a)(6)")
    assert [alert.fields[name] for name in ("points", "bets", "wagered_cents")] == [4, 1, 500]
    assert hand.table.state.notify
    hand.wager("pass", 500, 2)
    steps = [
        e
        for e in hand.table.no_more_bets()
        if e.event == "step-done" and e.fields["procedure"] == "notify-surveillance"
    ]
    assert [(e.cites, e.fields["by"]) for e in steps] == [
        (cites("623a.11(a)(6)"), "dealer"),
        (cites("623a.11(a)(6)"), "surveillance"),
    ]
    assert steps[1].fields["noted"] == {"bets": 1, "wagered_cents": 500, "paytable": "a"}
    hand.table.result(dice=[3, 6])
    make_nine = names(hand.roll(9))
    assert "fire-points" in make_nine and not hand.table.state.notify


@law("623a.11(a)(6)")
def test_623a_11_a_6_surveillance_confirms_what_lies_there_before_the_next_throw() -> None:
    hand = by_hand()
    for seat, cents in ((1, 500), (3, 200)):
        hand.wager("fire", cents, seat)
    hand.wager("dont-pass", 500, 2)
    for point in (4, 5, 6, 8):
        for _ in range(2):
            if not hand.open_wagers(2):
                hand.wager("dont-pass", 500, 2)
            hand.prepare()
            hand.do("result", dice=list(THROW[point]))
            hand.do("step", cite="623a.9(d)", by="stickperson")
    hand.wager("dont-pass", 500, 2)
    assert hand.refused("result", dice=[3, 4])[1] == cites("623a.11(a)(6)")
    right = {"bets": 2, "wagered_cents": 700, "paytable": "a"}
    confirm: dict[str, Any] = {"cite": "623a.11(a)(6)", "item": "confirm", **right}
    assert "first: Notify" in hand.refused("step", by="surveillance", **confirm)[0]
    hand.do("step", cite="623a.11(a)(6)", item="notify", by="dealer")
    assert "this is for surveillance, not for a dealer: " in hand.refused("step", by="dealer", **confirm)[0]
    for name, wrong in (("bets", 1), ("wagered_cents", 500), ("paytable", "b")):
        reason, because = hand.refused("step", by="surveillance", **{**confirm, name: wrong})
        assert "(2, $7.00, paid by table A)" in reason and because == cites("623a.11(a)(6)")
    assert hand.do("step", by="surveillance", **confirm)[0].fields["noted"] == right
    assert hand.do("result", dice=[3, 4])[0].event == "result"


@law("623a.11(b)", "623a.11(b)(1)")
@pytest.mark.parametrize("cents", [50, 150, 600])
def test_623a_11_b_one_to_five_dollars_in_whole_dollars(cents: int) -> None:
    hand = Hand("craps", "limits.min_cents=1000")  # its limits are its own, whatever the table's are
    assert hand.refused("wager", seat=1, id="fire", cents=cents)[1] == cites("623a.11(b)(1)")
    for seat, lawful in enumerate((100, 300, 500), 1):
        hand.wager("fire", lawful, seat)


@law("623a.11(b)(2)")
def test_623a_11_b_2_the_same_point_again_does_not_count() -> None:
    hand = Hand()
    hand.wager("fire", 500)
    make(hand, 4, 4, 5, 4, 6)
    hand.roll(4)
    assert hand.ended(hand.roll(7), "fire").result == "lost"


@law("623a.11(b)(3)")
@pytest.mark.parametrize("points", [*list(permutations((4, 6, 9, 10)))[::5], (5, 6, 8, 9)])
def test_623a_11_b_3_in_any_order_and_combination(points: tuple[int, ...]) -> None:
    hand = Hand()
    hand.wager("fire", 500)
    make(hand, *points)
    hand.roll(8)
    ended = hand.ended(hand.roll(7), "fire")
    assert (ended.result, ended.returned_cents) == ("won", 500 * 25)


@law("623a.11", "623a.3(a)(40)")
def test_623a_11_at_mini_craps_it_is_offered_unless_the_submission_reads_the_law_otherwise() -> None:
    assert "fire" in Hand("mini-craps").game.law.catalogue(Hand("mini-craps").rules)
    without = Hand("mini-craps", "reading.fire_in_mini_craps=craps-only")
    assert "fire" not in without.game.law.catalogue(without.rules)
    assert "fire" in Hand("craps", "reading.fire_in_mini_craps=craps-only").game.law.catalogue(Hand().rules)
