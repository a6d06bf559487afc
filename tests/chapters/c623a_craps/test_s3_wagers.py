"""623a.3: when each wager wins and loses, with the reason. Expected results are written out here, not computed by the game."""

from __future__ import annotations

from itertools import product

import pytest

from chapters.c623a_craps.hand import THROW, Hand
from chapters.harness import names, the
from support import cites, law

A = "623a.3(a)"
ALL = tuple(product(range(1, 7), repeat=2))


def leaves(numbers: range | list[int]) -> list[str]:
    """A paragraph with its winning and its losing half, for each of these numbers."""
    return [f"{A}({n}){half}" for n in numbers for half in ("", "(i)", "(ii)")]


# wager, rolls by total after it is made, how it ends, what returns of $5.00, and why
LINE = [
    ("pass", [7], "won", 1000, [f"{A}(1)(i)(A)", "623a.5(a)"]),
    ("pass", [11], "won", 1000, [f"{A}(1)(i)(A)", "623a.5(a)"]),
    ("pass", [6, 5, 6], "won", 1000, [f"{A}(1)(i)(B)", "623a.5(a)"]),
    ("pass", [2], "lost", 0, [f"{A}(1)(ii)(A)"]),
    ("pass", [3], "lost", 0, [f"{A}(1)(ii)(A)"]),
    ("pass", [12], "lost", 0, [f"{A}(1)(ii)(A)"]),
    ("pass", [9, 11, 7], "lost", 0, [f"{A}(1)(ii)(B)"]),
    ("dont-pass", [2], "won", 1000, [f"{A}(2)(i)(A)", "623a.5(a)"]),
    ("dont-pass", [3], "won", 1000, [f"{A}(2)(i)(A)", "623a.5(a)"]),
    ("dont-pass", [10, 12, 7], "won", 1000, [f"{A}(2)(i)(B)", "623a.5(a)"]),
    ("dont-pass", [7], "lost", 0, [f"{A}(2)(ii)(A)"]),
    ("dont-pass", [11], "lost", 0, [f"{A}(2)(ii)(A)"]),
    ("dont-pass", [8, 6, 8], "lost", 0, [f"{A}(2)(ii)(B)"]),
    ("dont-pass", [12], "returned", 500, [f"{A}(2)(iii)"]),
]
COME = [
    ("come", [7], "won", 1000, [f"{A}(3)(i)(A)", "623a.5(a)"]),
    ("come", [11], "won", 1000, [f"{A}(3)(i)(A)", "623a.5(a)"]),
    ("come", [6, 5, 6], "won", 1000, [f"{A}(3)(i)(B)", "623a.5(a)"]),
    ("come", [2], "lost", 0, [f"{A}(3)(ii)(A)"]),
    ("come", [3], "lost", 0, [f"{A}(3)(ii)(A)"]),
    ("come", [12], "lost", 0, [f"{A}(3)(ii)(A)"]),
    ("come", [9, 11, 7], "lost", 0, [f"{A}(3)(ii)(B)"]),
    ("dont-come", [2], "won", 1000, [f"{A}(4)(i)(A)", "623a.5(a)"]),
    ("dont-come", [3], "won", 1000, [f"{A}(4)(i)(A)", "623a.5(a)"]),
    ("dont-come", [10, 12, 7], "won", 1000, [f"{A}(4)(i)(B)", "623a.5(a)"]),
    ("dont-come", [7], "lost", 0, [f"{A}(4)(ii)(A)"]),
    ("dont-come", [11], "lost", 0, [f"{A}(4)(ii)(A)"]),
    ("dont-come", [8, 6, 8], "lost", 0, [f"{A}(4)(ii)(B)"]),
    ("dont-come", [12], "returned", 500, [f"{A}(4)(iii)"]),
]
LINE_CITES = [
    f"{A}({n}){leaf}" for n in (1, 2, 3, 4) for leaf in ("", "(i)", "(i)(A)", "(i)(B)", "(ii)", "(ii)(A)", "(ii)(B)")
]


@law("623a.3", "623a.3(a)")
def test_623a_3_there_are_42_kinds_of_wager() -> None:
    hand = Hand()
    cited = dict.fromkeys(offer.cite for offer in hand.game.law.catalogue(hand.rules).values())
    assert [cite for cite in cited if cite.startswith(A)] == [f"{A}({n})" for n in range(1, 43)]


@law(*(cite for cite in LINE_CITES if cite[9:12] in ("(1)", "(2)")), f"{A}(2)(iii)")
@pytest.mark.parametrize(("wager", "rolls", "result", "returned", "because"), LINE)
def test_623a_3_a_1_pass_and_dont_pass(
    wager: str, rolls: list[int], result: str, returned: int, because: list[str]
) -> None:
    hand = Hand()
    hand.wager(wager)
    for total in rolls[:-1]:
        assert "wager-settled" not in names(hand.roll(total))
    ended = hand.ended(hand.roll(rolls[-1]), wager)
    assert (ended.result, ended.returned_cents, ended.because) == (result, returned, cites(*because))


@law(f"{A}(3)", *(cite for cite in LINE_CITES if cite[9:12] in ("(3)", "(4)")), f"{A}(4)(iii)")
@pytest.mark.parametrize(("wager", "rolls", "result", "returned", "because"), COME)
def test_623a_3_a_3_come_and_dont_come(
    wager: str, rolls: list[int], result: str, returned: int, because: list[str]
) -> None:
    hand = Hand().point(4)
    hand.wager(wager)
    for total in rolls[:-1]:
        assert not [e for e in hand.roll(total) if e.event == "wager-settled" and e.fields["seat"] == 1]
    events = hand.roll(rolls[-1])
    ended = hand.ended(events, wager)
    assert (ended.result, ended.returned_cents, ended.because) == (result, returned, cites(*because))


@law(f"{A}(1)", f"{A}(2)", f"{A}(3)", f"{A}(4)")
@pytest.mark.parametrize(
    ("wager", "with_point", "cite"),
    [("pass", True, f"{A}(1)"), ("dont-pass", True, f"{A}(2)"), ("come", False, f"{A}(3)"), ("dont-come", False, f"{A}(4)")],
)  # fmt: skip
def test_623a_3_a_1_each_line_wager_has_its_time(wager: str, with_point: bool, cite: str) -> None:
    hand = Hand().point(4) if with_point else Hand()
    reason, because = hand.refused("wager", seat=1, id=wager, cents=500)
    assert ("the point 4 is on" if with_point else "no point is on") in reason
    assert because == cites(cite)


@law(f"{A}(3)", f"{A}(4)")
@pytest.mark.parametrize(("wager", "cite"), [("come", f"{A}(3)"), ("dont-come", f"{A}(4)")])
def test_623a_3_a_3_come_bets_move_to_the_number_thrown_and_several_stand_side_by_side(wager: str, cite: str) -> None:
    hand = Hand().point(4)
    for total in (5, 6, 9):
        hand.wager(wager)
        moved = the(hand.roll(total), "wager-moved")
        assert (moved.fields["wager"], moved.fields["number"], moved.cites) == (wager, total, cites(cite))
    assert hand.open_wagers() == {f"{wager}:5": 500, f"{wager}:6": 500, f"{wager}:9": 500}
    settled = [e for e in hand.roll(7) if e.event == "wager-settled" and e.fields["seat"] == 1]
    assert [e.fields["number"] for e in settled] == [5, 6, 9]


@law(f"{A}(3)(i)", f"{A}(3)(i)(B)")
def test_623a_3_a_3_i_a_come_bet_wins_where_another_moves_in() -> None:
    hand = Hand().point(4)
    hand.wager("come", 500)
    hand.roll(6)
    hand.wager("come", 700)
    ended = hand.ended(hand.roll(6), "come")
    assert (ended.result, ended.returned_cents) == ("won", 1000)
    assert hand.open_wagers() == {"come:6": 700}


# wager, stake, the total that wins, what returns, the total that loses, its paragraph and the paytable's
NUMBERED = [
    *((f"place-to-win:{n}", 3000, n, back, 7, 5, "623a.5(a)") for n, back in
      ((4, 8400), (5, 7200), (6, 6500), (8, 6500), (9, 7200), (10, 8400))),
    *((f"place-to-lose:{n}", 44000, 7, back, n, 6, "623a.5(a)") for n, back in
      ((4, 64000), (5, 71500), (6, 79200), (8, 79200), (9, 71500), (10, 64000))),
    *((f"buy:{n}", 3000, n, back, 7, 41, "623a.5(g)(1)") for n, back in
      ((4, 8850), (5, 7350), (6, 6450), (8, 6450), (9, 7350), (10, 8850))),
    *((f"lay:{n}", 6000, 7, back, n, 42, "623a.5(g)(2)") for n, back in
      ((4, 8700), (5, 9700), (6, 10700), (8, 10700), (9, 9700), (10, 8700))),
]  # fmt: skip


@law(*leaves([5, 6, 41, 42]), "623a.5(a)", "623a.5(g)(1)", "623a.5(g)(2)")
@pytest.mark.parametrize(("wager", "stake", "wins", "returned", "loses", "paragraph", "paytable"), NUMBERED)
def test_623a_3_a_5_place_buy_and_lay_bets(
    wager: str, stake: int, wins: int, returned: int, loses: int, paragraph: int, paytable: str
) -> None:
    other = 5 if wins != 5 and loses != 5 else 4  # a point that neither decides it nor ends the hand
    for total, result, back, half in ((wins, "won", returned, "(i)"), (loses, "lost", 0, "(ii)")):
        hand = Hand().point(other)
        hand.wager(wager, stake)
        hand.roll(3)
        ended = hand.ended(hand.roll(total), wager)
        assert (ended.result, ended.returned_cents) == (result, back)
        paid = (paytable, *(("623a.5(g)(3)",) if paragraph > 40 else ())) if result == "won" else ()
        assert ended.because == cites(f"{A}({paragraph}){half}", *paid)


@law(*leaves(range(7, 11)))
@pytest.mark.parametrize(("number", "paragraph", "pays"), [(4, 7, 7), (6, 8, 9), (8, 9, 9), (10, 10, 7)])
def test_623a_3_a_7_hardways(number: int, paragraph: int, pays: int) -> None:
    half = number // 2
    for dice, result in (((half, half), "won"), ((half - 1, half + 1), "lost"), ((3, 4), "lost")):
        hand = Hand().point(5)
        hand.wager(f"hardway:{number}", 500)
        hand.throw(1, 2)
        ended = hand.ended(hand.throw(*dice), f"hardway:{number}")
        assert (ended.result, ended.returned_cents) == (result, 500 * (pays + 1) if result == "won" else 0)
        because = (f"{A}({paragraph})(i)", "623a.5(a)") if result == "won" else (f"{A}({paragraph})(ii)",)
        assert ended.because == cites(*because)


INACTIVE = [
    ("place-to-win:6", 600, 6, f"{A}(5)"), ("place-to-lose:6", 500, 7, f"{A}(6)"), ("hardway:4", 500, 4, f"{A}(7)"),
    ("hardway:6", 500, 6, f"{A}(8)"), ("hardway:8", 500, 8, f"{A}(9)"), ("hardway:10", 500, 10, f"{A}(10)"),
    ("buy:6", 1000, 6, f"{A}(41)"), ("lay:6", 1200, 7, f"{A}(42)"),
]  # fmt: skip


@law(f"{A}(5)", f"{A}(6)", f"{A}(7)", f"{A}(8)", f"{A}(9)", f"{A}(10)", f"{A}(41)", f"{A}(42)")
@pytest.mark.parametrize(("wager", "stake", "decides", "cite"), INACTIVE)
def test_623a_3_a_5_inactive_on_a_come_out_roll_unless_called_on(
    wager: str, stake: int, decides: int, cite: str
) -> None:
    hand = Hand()
    hand.wager(wager, stake)
    for total in (7, decides):
        assert not [e for e in hand.roll(total) if e.event == "wager-settled" and e.fields["seat"] == 1]
    assert hand.open_wagers() == {wager: stake}
    on = Hand()
    on.wager(wager, stake)
    assert on.refused("working", seat=1, id=wager, on=False)[1] == cites(cite)  # it is off already
    assert on.do("working", seat=1, id=wager, on=True)[0].event == "wager-working"
    assert on.refused("working", seat=1, id=wager, on=True)[1] == cites(cite)
    ended = on.ended(on.roll(decides), wager)
    assert ended.because[0].startswith(cite)
    off = Hand()
    off.wager(wager, stake)
    off.do("working", seat=1, id=wager, on=True)
    off.do("working", seat=1, id=wager, on=False)
    off.roll(7)
    assert off.open_wagers() == {wager: stake}


@law(f"{A}(11)", f"{A}(5)")
def test_623a_3_a_11_what_works_on_every_roll_is_not_called_on() -> None:
    hand = Hand()
    hand.wager("field")
    reason, because = hand.refused("working", seat=1, id="field", on=True)
    assert "works on every roll" in reason and because == cites(f"{A}(11)")
    assert "has nothing on" in hand.refused("working", seat=1, id="hardway:4", on=True)[0]
    hand.wager("pass")
    hand.table.no_more_bets()
    assert hand.refused("working", seat=1, id="field", on=True)[1] == cites("623a.4(a)")


# wager, its paragraph, and what returns of a stake of $20.00 by total
ONE_ROLL = [
    ("field", 11, {2: 6000, 3: 4000, 4: 4000, 9: 4000, 10: 4000, 11: 4000, 12: 6000}),
    ("any-seven", 12, {7: 10000}),
    ("any-craps", 13, {2: 16000, 3: 16000, 12: 16000}),
    ("craps-2", 14, {2: 62000}),
    ("craps-3", 15, {3: 32000}),
    ("craps-12", 16, {12: 62000}),
    ("eleven", 17, {11: 32000}),
    ("craps-eleven", 18, {2: 8000, 3: 8000, 12: 8000, 11: 16000}),
    ("horn", 19, {2: 15500, 3: 8000, 11: 8000, 12: 15500}),
    ("horn-high:2", 20, {2: 24800, 3: 6400, 11: 6400, 12: 12400}),
    ("horn-high:3", 20, {2: 12400, 3: 12800, 11: 6400, 12: 12400}),
    ("horn-high:11", 20, {2: 12400, 3: 6400, 11: 12800, 12: 12400}),
    ("horn-high:12", 20, {2: 12400, 3: 6400, 11: 6400, 12: 24800}),
    ("whirl", 21, {2: 12400, 3: 6400, 7: 2000, 11: 6400, 12: 12400}),
]
SPLIT = {18: "623a.5(b)", 19: "623a.5(c)", 20: "623a.5(d)", 21: "623a.5(e)"}


@law(*leaves(range(11, 22)), "623a.5(a)", *SPLIT.values())
@pytest.mark.parametrize(("wager", "paragraph", "returns"), ONE_ROLL)
@pytest.mark.parametrize("total", range(2, 13))
def test_623a_3_a_11_wagers_on_the_total_of_one_roll(
    wager: str, paragraph: int, returns: dict[int, int], total: int
) -> None:
    for hand in (Hand(), Hand().point(6)):  # at any time: before a come out roll and with a point on
        hand.wager(wager, 2000)
        hand.wager("pass", 500, 2) if hand.table.state.point == 0 else None
        ended = hand.ended(hand.throw(*THROW[total]), wager)
        half = "(i)" if total in returns else "(ii)"
        paid = (*((SPLIT[paragraph],) if paragraph in SPLIT else ()), "623a.5(a)") if total in returns else ()
        assert (ended.result, ended.returned_cents) == ("won" if total in returns else "lost", returns.get(total, 0))
        assert ended.because == cites(f"{A}({paragraph}){half}", *paid)


HOPS = {
    22: (2, 2), 23: (3, 3), 24: (4, 4), 25: (5, 5), 26: (1, 3), 27: (1, 4), 28: (2, 3), 29: (1, 5), 30: (2, 4), 31: (1, 6),
    32: (2, 5), 33: (3, 4), 34: (2, 6), 35: (3, 5), 36: (3, 6), 37: (4, 5), 38: (4, 6),
}  # fmt: skip


@law(*leaves(range(22, 39)), "623a.5(a)")
@pytest.mark.parametrize("paragraph", HOPS)
def test_623a_3_a_22_on_the_hop(paragraph: int) -> None:
    low, high = HOPS[paragraph]
    wager, pays = f"hop:{low}-{high}", 30 if low == high else 15
    for dice in ((low, high), (high, low)):
        hand = Hand()
        hand.wager(wager, 500)
        hand.wager("pass", 500, 2)
        ended = hand.ended(hand.throw(*dice), wager)
        assert (ended.result, ended.returned_cents) == ("won", 500 * (pays + 1))
        assert ended.because == cites(f"{A}({paragraph})(i)", "623a.5(a)")
    same_total = next((d for d in ALL if sum(d) == low + high and sorted(d) != [low, high]), (6, 6))
    for other in (same_total, (1, 2)):
        hand = Hand()
        hand.wager(wager, 500)
        hand.wager("pass", 500, 2)
        ended = hand.ended(hand.throw(*other), wager)
        assert (ended.result, ended.because) == ("lost", cites(f"{A}({paragraph})(ii)"))


@law(*leaves([39]), "623a.5(a)")
@pytest.mark.parametrize("dice", [(low, high) for low, high in ALL if low <= high])
def test_623a_3_a_39_the_6_7_8_bet(dice: tuple[int, int]) -> None:
    hand = Hand()
    hand.wager("6-7-8", 500)
    hand.wager("pass", 500, 2)
    ended = hand.ended(hand.throw(*dice), "6-7-8")
    returned = 1500 if dice in ((3, 3), (4, 4)) else 1000 if sum(dice) in (6, 7, 8) else 0
    assert (ended.result, ended.returned_cents) == ("won" if returned else "lost", returned)
    assert ended.because == (cites(f"{A}(39)(i)", "623a.5(a)") if returned else cites(f"{A}(39)(ii)"))


@law(f"{A}(19)", f"{A}(20)", f"{A}(21)", "623a.5(b)")
@pytest.mark.parametrize(
    ("wager", "cents", "cite"),
    [("horn", 300, f"{A}(19)"), ("horn", 500, f"{A}(19)"), ("horn-high:12", 400, f"{A}(20)"), ("whirl", 600, f"{A}(21)"),
     ("craps-eleven", 501, "623a.5(b)")],
)  # fmt: skip
def test_623a_3_a_19_units_of_four_and_five(wager: str, cents: int, cite: str) -> None:
    reason, because = Hand().refused("wager", seat=1, id=wager, cents=cents)
    assert ("units of" in reason or "two equal wagers" in reason) and because == cites(cite)


@law(f"{A}(20)", f"{A}(21)")
@pytest.mark.parametrize(
    ("wager", "parts", "cite"),
    [("horn-high:11", {"horn": 800, "eleven": 200}, f"{A}(20)"), ("horn-high:12", {"horn": 800, "craps-12": 200}, f"{A}(20)"),
     ("whirl", {"horn": 800, "any-seven": 200}, f"{A}(21)")],
)  # fmt: skip
def test_623a_3_a_20_without_an_area_it_is_broken_down(wager: str, parts: dict[str, int], cite: str) -> None:
    whole, broken = Hand(), Hand("craps", "areas.horn_high=false", "areas.whirl=false")
    told = the(broken.wager(wager, 1000), "wager-broken-down")
    assert told.cites == cites(cite)
    assert broken.open_wagers() == parts
    whole.wager(wager, 1000)
    for hand in (whole, broken):
        hand.wager("pass", 500, 2)
        hand.throw(5, 6)
    assert whole.table.chips(1) == broken.table.chips(1)


@law(*leaves([40]))
def test_623a_3_a_40_a_fire_bet_loses_with_three_points_and_wins_with_four() -> None:
    for made, result in (([4, 5, 6], "lost"), ([4, 5, 6, 8], "won")):
        hand = Hand()
        hand.wager("fire", 500)
        for point in made:
            hand.roll(point)
            hand.roll(point)
        hand.point(10)
        ended = hand.ended(hand.roll(7), "fire")
        assert ended.result == result
        assert ended.returned_cents == (500 * 25 if result == "won" else 0)
        half = "(i)" if result == "won" else "(ii)"
        assert ended.because[:2] == cites(f"{A}(40){half}", "623a.11(a)(5)")


@law("623a.3(b)", "623a.3(b)(1)", "623a.3(b)(2)", "623a.5(i)")
def test_623a_3_b_not_below_the_least_nor_above_the_largest_wager() -> None:
    hand = Hand("craps", "limits.min_cents=500", "limits.max_cents=5000")
    reason, because = hand.refused("wager", seat=1, id="field", cents=400)
    assert "$5.00 to $50.00" in reason and because == cites("623a.3(b)(1)")
    assert hand.refused("wager", seat=1, id="field", cents=5100)[1] == cites("623a.3(b)(2)", "623a.5(i)")
    hand.wager("field", 3000)
    assert hand.refused("wager", seat=1, id="field", cents=3000)[1] == cites("623a.3(b)(2)", "623a.5(i)")


@law("623a.3(c)")
def test_623a_3_c_that_the_limits_are_posted_is_seen_to() -> None:
    hand = Hand(procedure="by-hand")
    reason, because = hand.refused("step", cite="623a.3(c)", by="floorperson", posted=True)
    assert reason.startswith("note what is shown at the table") and because == cites("623a.3(c)")
    shown = {"min_cents": hand.rules.min_cents, "max_cents": hand.rules.max_cents}
    done = hand.do("step", cite="623a.3(c)", by="floorperson", **shown)[0]
    assert (done.event, done.cites) == ("step-done", cites("623a.3(c)"))


@law("623a.3(b)(2)", "623a.3(a)(20)", "623a.3(a)(21)", "623a.5(i)")
@pytest.mark.parametrize(("wager", "area"), [("horn-high:11", "horn_high"), ("whirl", "whirl")])
def test_623a_3_b_2_what_is_broken_down_stays_within_the_maximum(wager: str, area: str) -> None:
    hand = Hand("craps", f"areas.{area}=false", "limits.max_cents=800")
    hand.wager("horn", 400)
    hand.wager(wager, 500)
    reason, because = hand.refused("wager", seat=1, id=wager, cents=500)
    assert reason == "broken down, it puts $12.00 on horn, and the maximum is $8.00"
    assert because == cites("623a.3(b)(2)", "623a.5(i)")


@law("623a.3(a)(20)", "623a.3(a)(21)")
@pytest.mark.parametrize(
    ("wager", "cite", "needed"),
    [("horn-high:11", "623a.3(a)(20)", "horn and eleven"), ("whirl", "623a.3(a)(21)", "horn and any-seven")],
)
def test_623a_3_a_20_what_cannot_be_broken_down_is_not_offered(wager: str, cite: str, needed: str) -> None:
    offered = 'wagers=["pass","horn-high","whirl"]'
    hand = Hand("craps", offered, "areas.horn_high=false", "areas.whirl=false")
    reason, because = hand.refused("wager", seat=1, id=wager, cents=500)
    assert f"to break it down, the submission must also offer {needed}" in reason and because == cites(cite)
    Hand("craps", offered).wager(wager, 500)  # with an area of its own it needs no other
