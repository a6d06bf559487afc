"""623a.4: when wagers are made, and when they may come down."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c623a_craps.hand import Hand, by_hand
from chapters.harness import names, the
from houseway.law import BadInput
from support import cites, law


@law("623a.4", "623a.4(a)")
def test_623a_4_no_wager_is_made_once_the_dice_are_out() -> None:
    hand = Hand()
    hand.wager("pass")
    hand.table.no_more_bets()
    reason, because = hand.refused("wager", seat=1, id="field", cents=500)
    assert "no wager is taken now" in reason and because == cites("623a.4(a)")
    assert hand.refused("wager", seat=3, id="any-seven", cents=500)[1] == cites("623a.4(a)")
    assert hand.open_wagers() == {"pass": 500}
    hand.table.result(dice=[1, 2])
    hand.wager("field")


@law("623a.4(a)", "623a.9(a)")
@pytest.mark.parametrize("game", ["craps", "mini-craps"])
def test_623a_4_a_the_throw_closes_the_betting_and_nobody_announces_it(game: str) -> None:
    hand = Hand(game)
    hand.wager("pass")
    events = hand.do("result", dice=[3, 4])
    assert "no-more-bets" not in names(events) and the(events, "result").cites == cites("623a.9(a)")
    assert hand.ended(events, "pass").returned_cents == 1000
    by_word = by_hand(game)
    by_word.wager("pass")
    by_word.prepare()
    by_word.do("result", dice=[3, 4])
    reason, _ = by_word.refused("wager", seat=1, id="any-seven", cents=500)  # what has been seen is not wagered on
    assert "no wager is taken now" in reason


@law("623a.4(a)", "623a.8(a)")
def test_623a_4_a_a_throw_that_nobody_could_make_is_refused() -> None:
    hand = Hand()
    hand.wager("field")
    assert hand.refused("result", dice=[3, 4])[1] == cites("623a.8(a)")


@law("623a.4(a)")
def test_623a_4_a_a_table_that_draws_needs_no_announcement_either() -> None:
    hand = Hand()
    assert hand.table.draw()[-1].cites == cites("623a.8(a)")  # nobody shoots yet: refused, and nothing is drawn
    hand.wager("pass")
    assert "result" in names(hand.table.draw())


@law("623a.4(a)")
def test_623a_4_a_who_deals_may_announce_it_all_the_same() -> None:
    hand = Hand()
    hand.wager("pass")
    refused = the(hand.do("no-more-bets", by="player"), "act-refused")  # the dice were offered and taken before
    assert refused.cites == cites("623a.4(a)")
    closed = the(hand.do("no-more-bets", by="stickperson"), "no-more-bets")
    assert closed.cites == ()  # a courtesy: the chapter does not ask for it


@law("623a.4(b)")
def test_623a_4_b_chips_plaques_and_spoken_wagers_with_cash() -> None:
    hand = Hand()
    for how in ("chips", "plaques"):
        placed = hand.do("wager", seat=1, id="field", cents=500, how=how)[0]
        assert placed.event == "wager-placed" and "623a.4(b)" in placed.cites
    assert hand.open_wagers() == {"field": 1000}


@law("623a.4(b)", "623a.2(d)(3)")
def test_623a_4_b_a_spoken_wager_needs_cash_and_the_dealers_word() -> None:
    hand = Hand("craps", "boxes=5", "vigorish.when=up-front")
    for spoken in ({}, {"confirmed": True}, {"cash_cents": 2000}, {"cash_cents": 2000, "confirmed": True}):
        fields: dict[str, Any] = {"seat": 5, "id": "buy:4", "cents": 2000, "how": "verbal", **spoken}
        reason, because = hand.refused("wager", **fields)  # the last one lacks the vigorish
        assert '"cash_cents": 2100' in reason and because == cites("623a.4(b)")
    drop = hand.table.accounts["drop"]
    events = hand.do("wager", seat=5, id="buy:4", cents=2000, how="verbal", cash_cents=2500, confirmed=True)
    assert names(events) == ["bought-in", "wager-placed", "vigorish-collected"]
    assert (events[1].fields["cash_cents"], events[1].fields["how"]) == (2500, "verbal")
    assert (hand.open_wagers(5), hand.table.chips(5), hand.table.accounts["drop"]) == (
        {"buy:4": 2000},
        400,
        drop + 2500,
    )
    with pytest.raises(BadInput, match="goes with a verbal wager"):
        hand.do("wager", seat=5, id="field", cents=500, cash_cents=500)
    with pytest.raises(BadInput, match="confirmed: 1 is not true or false"):
        hand.do("wager", seat=5, id="field", cents=500, how="verbal", confirmed=1)


@law("623a.4(c)")
@pytest.mark.parametrize(
    "wager", ["place-to-win:4", "hardway:6", "field", "horn", "buy:10", "lay:5", "hop:1-3", "6-7-8", "any-craps"]
)
def test_623a_4_c_other_wagers_come_down_before_the_roll(wager: str) -> None:
    hand = Hand().point(9)
    hand.wager(wager, 12000)
    before = hand.table.chips(1)
    assert hand.do("reduce", seat=1, id=wager, cents=6000)[0].event == "wager-reduced"
    assert hand.open_wagers() == {wager: 6000}
    assert hand.do("remove", seat=1, id=wager)[0].event == "wager-removed"
    assert (hand.open_wagers(), hand.table.chips(1)) == ({}, before + 12000)


@law("623a.4(c)")
def test_623a_4_c_not_once_the_dice_are_out() -> None:
    hand = Hand().point(9)
    hand.wager("field")
    hand.table.no_more_bets()
    reason, because = hand.refused("remove", seat=1, id="field")
    assert "the dice are out" in reason and because == cites("623a.4(c)")


@law("623a.4(c)", "623a.5(a)")
def test_623a_4_c_what_is_left_must_be_paid_in_whole_cents() -> None:
    hand = Hand().point(9)
    hand.wager("place-to-win:6", 1200)
    reason, because = hand.refused("reduce", seat=1, id="place-to-win:6", cents=500)
    assert "not paid in whole cents" in reason and because == cites("623a.5(a)")


@law("623a.4(c)(1)")
def test_623a_4_c_1_a_pass_bet_stays_once_its_point_is_established() -> None:
    hand = Hand()
    hand.wager("pass", 1000)
    assert hand.do("reduce", seat=1, id="pass", cents=600)[0].event == "wager-reduced"  # before the come out roll
    hand.roll(6)
    for do, fields in (("remove", {}), ("reduce", {"cents": 100})):
        reason, because = hand.refused(do, seat=1, id="pass", **fields)
        assert "come out point 6 is established" in reason and because == cites("623a.4(c)(1)")


@law("623a.4(c)(2)")
@pytest.mark.parametrize("name", ["come", "come:9"])
def test_623a_4_c_2_a_come_bet_stays_once_its_point_is_established(name: str) -> None:
    hand = Hand().point(6)
    hand.wager("come", 1000)
    assert hand.do("reduce", seat=1, id="come", cents=500)[0].event == "wager-reduced"  # still on the Come Line
    hand.roll(9)
    reason, because = hand.refused("remove", seat=1, id=name)
    assert "come point 9 is established" in reason and because == cites("623a.4(c)(2)")


@law("623a.4(c)(3)")
def test_623a_4_c_3_a_fire_bet_is_neither_changed_nor_removed() -> None:
    hand = Hand()
    hand.wager("fire", 300)
    assert hand.refused("wager", seat=1, id="fire", cents=100)[1] == cites("623a.4(c)(3)")
    for do, fields in (("remove", {}), ("reduce", {"cents": 100})):
        assert hand.refused(do, seat=1, id="fire", **fields)[1] == cites("623a.4(c)(3)")


@law("623a.4(d)")
def test_623a_4_d_dont_bets_come_down_at_any_time() -> None:
    hand = Hand()
    hand.wager("dont-pass", 1000)
    hand.wager("pass", 500, 2)
    hand.roll(6)
    hand.wager("dont-come", 800)
    hand.roll(9)
    assert hand.do("reduce", seat=1, id="dont-pass", cents=400)[0].event == "wager-reduced"
    assert hand.do("reduce", seat=1, id="dont-come:9", cents=300)[0].event == "wager-reduced"
    assert hand.open_wagers() == {"dont-pass": 400, "dont-come:9": 300}
    assert hand.do("remove", seat=1, id="dont-come")[0].event == "wager-removed"
    assert hand.do("remove", seat=1, id="dont-pass")[0].event == "wager-removed"
    assert hand.open_wagers() == {}


@law("623a.4(d)")
@pytest.mark.parametrize(("do", "fields"), [("remove", {}), ("reduce", {"cents": 500})])
def test_623a_4_d_and_are_then_not_replaced_or_increased(do: str, fields: dict[str, int]) -> None:
    hand = Hand()
    hand.wager("dont-pass", 1000)
    hand.do(do, seat=1, id="dont-pass", **fields)
    reason, because = hand.refused("wager", seat=1, id="dont-pass", cents=500)
    assert "may not be replaced or increased" in reason and because == cites("623a.4(d)")
    hand.wager("dont-pass", 500, 3)  # another player's is another wager
    hand.roll(7)
    hand.wager("dont-pass", 500)  # and so is one on a later come out roll


@law("623a.4(d)")
def test_623a_4_d_dont_come_on_its_line_likewise() -> None:
    hand = Hand().point(6)
    hand.wager("dont-come", 1000)
    hand.do("remove", seat=1, id="dont-come")
    assert hand.refused("wager", seat=1, id="dont-come", cents=500)[1] == cites("623a.4(d)")


@law("623a.4(d)")
@pytest.mark.parametrize(("answer", "bars"), [("next-roll", True), ("same-wager", False)])
def test_623a_4_d_a_dont_come_bet_that_had_moved_is_not_replaced_before_the_next_roll(answer: str, bars: bool) -> None:
    hand = Hand("craps", f"reading.dont_come_replaced={answer}").point(6)
    hand.wager("dont-come", 1000)
    hand.roll(9)
    hand.do("remove", seat=1, id="dont-come:9")
    if bars:
        assert hand.refused("wager", seat=1, id="dont-come", cents=500)[1] == cites("623a.4(d)")
        hand.roll(5)
    hand.wager("dont-come", 500)


@law("623a.4(e)")
def test_623a_4_e_only_a_seat_can_wager_at_mini_craps() -> None:
    hand = Hand("mini-craps", "boxes=9")
    hand.table.buy_in(9, 1000)
    assert "wager-placed" in names(hand.wager("field", 500, 9))
    for seat in (0, 10):
        with pytest.raises(BadInput, match="not a seat at this table; write 1 to 9"):
            hand.do("wager", seat=seat, id="field", cents=500)


@law("623a.4(e)")
def test_623a_4_e_and_stays_seated_until_the_round_is_over() -> None:
    for game, stays in (("mini-craps", True), ("craps", False)):
        hand = Hand(game)
        hand.wager("field", 500)
        assert hand.table.cash_out(1, 500)[0].event == "cashed-out"  # part of the chips, still seated
        if stays:
            reason, because = hand.refused("cash-out", seat=1, cents=hand.table.chips(1))
            assert "must stay until" in reason and because == cites("623a.4(e)")
            hand.roll(7)
        assert hand.table.cash_out(1)[0].event == "cashed-out"


@law("623a.4(c)", "623a.4(d)")
def test_623a_4_c_a_wager_that_is_not_there_cannot_come_down() -> None:
    hand = Hand().point(6)
    reason, because = hand.refused("remove", seat=1, id="dont-come")
    assert "has nothing on Don't Come Bet" in reason and because == cites("623a.4(d)")
    assert hand.refused("remove", seat=1, id="field")[1] == cites("623a.4(c)")
    assert hand.refused("reduce", seat=2, id="pass", cents=500)[1] == cites("623a.4(c)")
    with pytest.raises(BadInput, match="is not a wager of craps"):
        hand.do("remove", seat=1, id="come:7")
    with pytest.raises(BadInput, match="is not a wager of craps"):
        hand.do("wager", seat=1, id="come:6", cents=500)
