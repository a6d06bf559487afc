"""623a.8: the shooter's wager, the throw, and what makes a roll invalid."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand, thrown
from chapters.harness import names, the
from houseway.law import BadInput
from support import cites, law

NO_ROLL = [f"623a.8(c)({n})" for n in range(1, 7)]


@law("623a.8", "623a.8(a)")
def test_623a_8_nobody_shoots_without_a_line_bet() -> None:
    hand = Hand()
    hand.wager("field")
    reason, because = hand.refused("no-more-bets")
    assert "nobody has made a Pass or Don't Pass Bet" in reason and because == cites("623a.8(a)")
    hand.wager("dont-pass")
    hand.throw(1, 2)
    assert hand.table.state.shooter == 1


@law("623a.8(a)")
def test_623a_8_a_a_shooter_who_accepted_must_bet_the_line_as_well() -> None:
    hand = Hand()
    hand.do("choose", seat=1, choice="accept-dice")
    events = hand.do("result", dice=[3, 4])  # the dice are selected first, and then the wager is asked for
    assert [e.cites[0] for e in events if e.event == "step-done"] == ["623a.7(c)", "623a.7(c)(1)"]
    assert (events[-1].event, events[-1].cites) == ("act-refused", cites("623a.8(a)"))
    hand.wager("pass")
    hand.throw(3, 4)
    assert hand.table.state.shooter == 1
    assert hand.refused("no-more-bets")[1] == cites("623a.8(a)")  # and again for the next come out roll


@law("623a.8(b)")
@pytest.mark.parametrize("game", ["craps", "mini-craps"])
def test_623a_8_b_dice_off_the_table_or_on_top_of_each_other(game: str) -> None:
    hand = thrown(game)
    voided = the(hand.do("irregularity", cite="623a.8(b)", by="stickperson"), "result-voided")
    assert voided.cites == cites("623a.8(b)")
    assert hand.open_wagers() == {"pass": 500}
    assert hand.ended(hand.table.result(dice=[3, 4]), "pass").result == "won"  # thrown again, and it counts
    reason, because = hand.refused("irregularity", cite="623a.8(b)", by="stickperson")
    assert "no dice can have been thrown yet" in reason and because == cites("623a.8(b)", "623a.8(a)")
    assert thrown(game).refused("irregularity", cite="623a.8(b)", by="player")[1] == cites("623a.8(b)")


@law("623a.8(c)", *NO_ROLL, "623a.8(e)", "623a.8(e)(1)")
@pytest.mark.parametrize("cite", NO_ROLL)
def test_623a_8_c_at_craps_boxperson_and_stickperson_call_no_roll(cite: str) -> None:
    for by in ("boxperson", "stickperson"):
        hand = thrown()
        voided = the(hand.do("irregularity", cite=cite, by=by), "result-voided")
        assert voided.cites == cites(cite) and voided.fields["text"].startswith("No roll")
        assert (hand.open_wagers(), hand.table.state.phase) == ({"pass": 500}, "betting")
    for by in ("dealer", "floorperson", "player"):
        assert "623a.8(e)(1)" in thrown().refused("irregularity", cite=cite, by=by)[1]
    waiting = Hand()
    assert waiting.refused("irregularity", cite=cite, by="stickperson")[1] == cites(cite, "623a.8(a)")


@law("623a.8(e)(2)", "623a.8(c)(3)", "623a.8(c)(6)")
@pytest.mark.parametrize("cite", NO_ROLL)
def test_623a_8_e_2_at_mini_craps_dealer_stickperson_and_floorperson_do(cite: str) -> None:
    for by in ("dealer", "stickperson", "floorperson"):
        hand = thrown("mini-craps")
        events = hand.do("irregularity", cite=cite, by=by)
        if cite == "623a.8(c)(3)":  # there is no boxperson, nor a bank of chips in front of one
            assert (names(events), events[0].cites) == (["act-refused"], cites(cite))
        elif cite == "623a.8(c)(6)" and by == "floorperson":  # an improper throw is for dealer or stickperson to find
            assert (names(events), events[0].cites) == (["act-refused"], cites(cite, "623a.8(e)(2)"))
        else:
            assert (names(events), events[0].cites) == (["result-voided"], cites(cite))
    assert "623a.8(e)(2)" in thrown("mini-craps").refused("irregularity", cite=cite, by="boxperson")[1]


@law("623a.8(e)(2)", "623a.7(a)")
def test_623a_8_e_2_a_table_without_a_stickperson_has_none_to_call() -> None:
    for cite, who in (("623a.8(c)(1)", "dealer or floorperson"), ("623a.8(c)(6)", "dealer")):
        hand = Hand("mini-craps", "stickperson=false")
        hand.wager("pass")
        hand.table.no_more_bets()
        reason, because = hand.refused("irregularity", cite=cite, by="stickperson")
        assert f"called by the {who} here" in reason and "623a.8(e)(2)" in because
        assert names(hand.do("irregularity", cite=cite, by="dealer")) == ["result-voided"]


@law("623a.8(d)")
def test_623a_8_d_touching_other_chips_is_no_cause() -> None:
    reason, because = thrown().refused("irregularity", cite="623a.8(d)", by="stickperson")
    assert "still a valid roll" in reason and because == cites("623a.8(d)")


def test_623a_8_c_another_paragraph_is_no_irregularity() -> None:
    reason, because = thrown().refused("irregularity", cite="623a.5(a)", by="stickperson")
    assert "is not an irregularity of this chapter" in reason and because == cites("623a.8")


@law("623a.8(a)")
@pytest.mark.parametrize("dice", [[3], [3, 7], [0, 4], [1, 2, 3], "34", ["3", 4], [True, 2]])
def test_623a_8_a_a_throw_is_two_dice(dice: object) -> None:
    with pytest.raises(BadInput, match="dice"):
        thrown().do("result", dice=dice)


@law("623a.8(b)", "623a.4(c)", "623a.4(a)", "623a.10(a)")
def test_623a_8_b_after_an_invalid_roll_wagers_come_down_and_are_made() -> None:
    hand = thrown()
    hand.do("irregularity", cite="623a.8(b)", by="stickperson")
    before = hand.table.chips(1)
    assert the(hand.do("reduce", seat=1, id="pass", cents=300), "wager-reduced").cites == cites("623a.4(c)")
    hand.wager("field", 500, 3)
    assert hand.table.chips(1) == before + 200
    events = hand.do("result", dice=[5, 6])
    assert hand.ended(events, "pass").returned_cents == 600 and hand.ended(events, "field", 3).returned_cents == 1000
    other = Hand("craps", "reading.void_roll=only-down")
    other.wager("pass")
    other.do("no-more-bets")
    other.do("irregularity", cite="623a.8(b)", by="stickperson")
    assert other.refused("wager", seat=3, id="field", cents=500)[1] == cites("623a.4(a)")
    assert other.do("remove", seat=1, id="pass")[0].event == "wager-removed"


@law("623a.8(b)", "623a.4(a)")
def test_623a_8_b_an_invalid_roll_needs_no_announcement_before_it() -> None:
    hand = Hand().point(6)
    assert hand.do("irregularity", cite="623a.8(b)", by="stickperson")[0].event == "result-voided"
    assert hand.ended(hand.do("result", dice=[2, 4]), "pass", 2).returned_cents == 200
