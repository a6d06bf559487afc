"""623a.9: the call, cocked dice, disputes, and settling what the throw decides."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c623a_craps.hand import Hand, by_hand, thrown
from chapters.harness import names, the
from houseway.law import BadInput
from support import cites, law


@law("623a.9", "623a.9(a)")
def test_623a_9_the_sum_is_called_at_once() -> None:
    called = thrown().table.result(dice=[2, 6])[0]
    assert (called.event, called.fields["total"], called.cites) == ("result", 8, cites("623a.9(a)"))


@law("623a.9(a)")
@pytest.mark.parametrize(
    ("game", "settings", "callers"),
    [
        ("craps", (), {"stickperson"}),
        ("mini-craps", ("stickperson=true",), {"dealer", "stickperson"}),
        ("mini-craps", ("stickperson=false",), {"dealer"}),
    ],
)
def test_623a_9_a_the_throw_is_called_by_whom_the_chapter_names(
    game: str, settings: tuple[str, ...], callers: set[str]
) -> None:
    for role in ("dealer", "stickperson", "boxperson", "floorperson", "player"):
        hand = Hand(game, *settings)
        hand.wager("pass", 500)
        hand.do("no-more-bets")
        if role in callers:
            assert hand.do("result", dice=[2, 6], by=role)[0].event == "result"
        elif role == "player" or (role == "boxperson" and game == "mini-craps"):
            reason, because = hand.refused("result", dice=[2, 6], by=role)
            assert "the throw is called out by the" in reason and because == cites("623a.9(a)")
        elif role != "stickperson":  # there is none at this table
            seen = hand.do("result", dice=[2, 6], by=role)[0]
            assert (seen.event, seen.cites, hand.table.state.point) == ("dice-seen", cites("623a.4(a)", "623a.9(a)"), 0)


@law("623a.9(a)", "623a.4(a)")
def test_623a_9_a_dice_that_were_seen_are_called_as_they_lie_and_not_wagered_on() -> None:
    hand = Hand()
    hand.wager("pass", 500)
    assert the(hand.do("result", dice=[3, 4], by="dealer"), "dice-seen").fields["dice"] == [3, 4]
    assert "no wager is taken now" in hand.refused("wager", seat=1, id="any-seven", cents=500)[0]
    assert hand.refused("remove", seat=1, id="pass")[1] == cites("623a.4(c)")
    order = hand.refused("irregularity", cite="623a.10(a)(2)", by="boxperson", reason="delay")
    assert "a throw is on the table" in order[0]
    reason, because = hand.refused("result", dice=[3, 3])
    assert "3 4, 4 3" in reason.replace(" or ", ", ") and because == cites("623a.9(a)")
    assert hand.ended(hand.do("result", dice=[4, 3]), "pass").returned_cents == 1000
    drawn = Hand()
    drawn.wager("pass", 500)
    drawn.do("result", dice=[3, 4], by="boxperson")
    assert drawn.ended(drawn.table.draw(), "pass").returned_cents == 1000  # the table's own source draws nothing else
    void = Hand()
    void.wager("pass", 500)
    void.do("result", dice=[3, 4], by="dealer")
    void.do("irregularity", cite="623a.8(b)", by="stickperson")
    void.do("result", dice=[2, 4])
    assert void.table.state.point == 6


@law("623a.9(a)")
def test_623a_9_a_a_player_does_not_call_the_throw() -> None:
    assert thrown().refused("result", dice=[2, 6], by="player")[1] == cites("623a.9(a)")


@law("623a.9(b)")
def test_623a_9_b_the_face_opposite_the_side_that_a_cocked_die_rests_on() -> None:
    called = thrown().table.result(dice=[2, 6], resting=[0, 1])[0]
    assert (called.fields["resting"], called.cites) == ([0, 1], cites("623a.9(a)", "623a.9(b)"))
    for resting in ([0, 2], [1], "x", [0, True]):
        with pytest.raises(BadInput, match="resting"):
            thrown().do("result", dice=[2, 6], resting=resting)


@law("623a.9(b)")
def test_623a_9_b_more_than_one_side_voids_the_roll() -> None:
    hand = thrown()
    voided = the(hand.do("irregularity", cite="623a.9(b)", by="boxperson"), "result-voided")
    assert voided.cites == cites("623a.9(b)") and hand.table.state.phase == "betting"


@law("623a.9(c)", "623a.9(c)(1)", "623a.9(c)(2)")
@pytest.mark.parametrize(
    ("game", "role", "leaf"), [("craps", "boxperson", "(1)"), ("mini-craps", "floorperson", "(2)")]
)
def test_623a_9_c_a_dispute_is_decided_by_one_person(game: str, role: str, leaf: str) -> None:
    cite = f"623a.9(c){leaf}"
    other = "623a.9(c)(2)" if leaf == "(1)" else "623a.9(c)(1)"
    hand = thrown(game)
    assert hand.refused("irregularity", cite=cite, by="stickperson", void=True)[1] == cites(cite)
    assert hand.refused("irregularity", cite=other, by=role, void=True)[1] == cites(cite)
    for about in ({}, {"dice": [1]}, {"dice": [1, 9]}, {"void": False}):
        fields: dict[str, Any] = dict(about)
        assert "say which faces" in hand.refused("irregularity", cite=cite, by=role, **fields)[0]
    assert the(hand.do("irregularity", cite=cite, by=role, void=True), "result-voided").cites == cites(cite)
    reason, because = hand.refused("irregularity", cite=cite, by=role, dice=[3, 4])
    assert "void counts for nothing" in reason and because == cites(cite)
    hand.do("no-more-bets")
    events = hand.do("irregularity", cite=cite, by=role, dice=[3, 4])
    called = the(events, "result")
    assert (called.fields["dice"], called.fields["total"], called.cites) == ([3, 4], 7, cites(cite))
    assert hand.ended(events, "pass").result == "won"


@law("623a.9(c)", "623a.9(c)(1)", "623a.9(c)(2)")
@pytest.mark.parametrize(
    ("game", "role", "cite"), [("craps", "boxperson", "623a.9(c)(1)"), ("mini-craps", "floorperson", "623a.9(c)(2)")]
)
def test_623a_9_c_a_throw_may_be_disputed_after_the_call_and_before_the_settlement(
    game: str, role: str, cite: str
) -> None:
    settle = "623a.9(d)" if game == "craps" else "623a.9(e)"
    for decision, ended in (({"dice": [3, 3]}, None), ({"dice": [3, 4]}, "won"), ({"void": True}, None)):
        hand = by_hand(game)
        hand.wager("pass", 500)
        hand.prepare()
        hand.do("result", dice=[3, 5])
        found: dict[str, Any] = dict(decision)
        told = hand.do("irregularity", cite=cite, by=role, **found)[0]
        assert (told.event, told.cites) == ("result-voided" if "void" in found else "result", cites(cite))
        if "void" not in found:
            assert "has decided" in hand.refused("irregularity", cite=cite, by=role, **found)[0]
        else:
            hand.do("result", dice=[2, 4])
        events = hand.do("step", cite=settle, by="stickperson")
        if ended:
            assert hand.ended(events, "pass").returned_cents == 1000
        else:
            assert (hand.table.state.point, hand.open_wagers()) == (6, {"pass": 500})
        reason, because = hand.refused("irregularity", cite=cite, by=role, dice=[1, 6])
        assert "settled stands" in reason and because == cites(cite)


@law("623a.9(c)", "623a.9(c)(1)", "623a.9(c)(2)")
@pytest.mark.parametrize(
    ("game", "role", "cite"), [("craps", "boxperson", "623a.9(c)(1)"), ("mini-craps", "floorperson", "623a.9(c)(2)")]
)
def test_623a_9_c_nobody_disputes_faces_that_the_table_drew(game: str, role: str, cite: str) -> None:
    for decision in ({"dice": [1, 1]}, {"void": True}):
        hand = by_hand(game)
        hand.wager("pass", 500)
        hand.prepare()
        hand.table.draw(once=True)
        one, other = drawn = hand.table.state.dice
        about: dict[str, Any] = dict(decision)
        reason, because = hand.refused("irregularity", cite=cite, by=role, **about)
        assert reason == f"the table itself drew {one} and {other}: no face is in dispute"
        assert because == cites(cite, "623a.9(a)") and hand.table.state.dice == drawn


@law("623a.9(c)(1)")
def test_623a_9_c_1_dice_that_were_reported_and_then_called_by_the_table_stay_open_to_dispute() -> None:
    hand = by_hand()
    hand.wager("pass", 500)
    hand.prepare()
    hand.do("result", dice=[3, 5], by="dealer")
    hand.table.draw(once=True)  # the table calls what somebody saw
    told = the(hand.do("irregularity", cite="623a.9(c)(1)", by="boxperson", dice=[3, 4]), "result")
    assert (told.fields["total"], told.cites) == (7, cites("623a.9(c)(1)"))


@law("623a.9(c)(1)")
def test_623a_9_c_1_whether_a_call_ends_the_dispute_is_a_reading() -> None:
    hand = by_hand("craps", "reading.disputed_until=call")
    hand.wager("pass", 500)
    hand.prepare()
    hand.do("result", dice=[3, 5])
    reason, because = hand.refused("irregularity", cite="623a.9(c)(1)", by="boxperson", dice=[3, 4])
    assert reason == "the throw was called as 3 and 5: it can no longer be disputed" and because == cites(
        "623a.9(c)(1)"
    )


@law("623a.9(d)", "623a.9(e)")
@pytest.mark.parametrize(
    ("game", "settings", "cite", "by"),
    [("craps", (), "623a.9(d)", "stickperson"), ("mini-craps", (), "623a.9(e)", "stickperson"),
     ("mini-craps", ("stickperson=false",), "623a.9(e)", "dealer")],
)  # fmt: skip
def test_623a_9_d_all_that_the_throw_decides_is_settled_then(
    game: str, settings: tuple[str, ...], cite: str, by: str
) -> None:
    hand = by_hand(game, *settings)
    hand.wager("pass", 500, 1)
    hand.wager("field", 500, 3)
    hand.wager("hardway:6", 500, 3)
    offer, cup = ("623a.7(b)(1)", "623a.7(c)(1)") if game == "craps" else ("623a.7(b)(2)", "623a.7(c)(2)")
    hand.do("step", cite=offer, by=by, seat=1)
    hand.do("step", cite="623a.7(c)", by="player", dice=2)
    hand.do("step", cite=cup, by=by)
    hand.do("no-more-bets")
    assert names(hand.do("result", dice=[3, 4], by=by)) == ["result"]
    assert hand.refused("step", cite=cite, by="player")[1] == cites(cite)
    events = hand.do("step", cite=cite, by=by)
    settled = [(e.fields["seat"], e.fields["wager"], e.fields["result"]) for e in events if e.event == "wager-settled"]
    assert settled == [(3, "field", "lost"), (1, "pass", "won")]  # losing wagers first; what is undecided stays
    assert hand.open_wagers(3) == {"hardway:6": 500}
