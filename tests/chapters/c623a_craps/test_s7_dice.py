"""623a.7: the five dice, control over them, and the order of offers."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand, by_hand
from chapters.harness import names, the
from houseway.core.judging import choices_open
from houseway.games import load
from houseway.games.craps.shooter import in_turn
from houseway.games.craps.state import Phase, State
from houseway.law import Unlawful
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from support import cites, law


@law("623a.7", "623a.7(a)")
@pytest.mark.parametrize("dice", [4, 6, 2])
def test_623a_7_a_set_of_five_dice_is_at_the_table(dice: int) -> None:
    hand = Hand(procedure="by-hand")
    reason, because = hand.refused("step", cite="623a.7(a)", by="floorperson", dice=dice)
    assert "a set of 5 dice" in reason and because == cites("623a.7(a)")
    assert hand.do("step", cite="623a.7(a)", by="floorperson", dice=5)[0].event == "step-done"


@law("623a.7(a)")
def test_623a_7_a_craps_has_a_stickperson_and_mini_craps_may_do_without() -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("craps", "stickperson=false")
    (finding,) = caught.value.findings
    assert (finding.field, finding.cites) == ("stickperson", cites("623a.7(a)"))
    hand = by_hand("mini-craps", "stickperson=false")
    hand.wager("pass")
    reason, because = hand.refused("step", cite="623a.7(b)(2)", by="stickperson", seat=1)
    assert "for the dealer" in reason and because == cites("623a.7(b)(2)")
    assert the(hand.do("step", cite="623a.7(b)(2)", by="dealer", seat=1), "shooter").fields["shooter"] == 1


@law("623a.7(b)", "623a.7(b)(1)", "623a.7(b)(2)", "623a.7(c)", "623a.7(c)(1)", "623a.7(c)(2)")
@pytest.mark.parametrize(("game", "leaf"), [("craps", "(1)"), ("mini-craps", "(2)")])
def test_623a_7_b_the_dice_are_offered_selected_and_the_rest_put_away(game: str, leaf: str) -> None:
    hand = by_hand(game)
    hand.wager("pass", 500, 2)
    reason, _ = hand.refused("no-more-bets")
    assert "Offer the dice" in reason
    offered = hand.do("step", cite=f"623a.7(b){leaf}", by="stickperson", seat=2)
    assert (the(offered, "shooter").fields["shooter"], the(offered, "shooter").cites) == (2, cites("623a.7(c)"))
    reason, because = hand.refused("step", cite="623a.7(c)", by="player", dice=3)
    assert "keeps 2 of the dice" in reason and because == cites("623a.7(c)")
    assert hand.refused("step", cite=f"623a.7(c){leaf}", by="stickperson")[1] == cites(
        "623a.7(c)"
    )  # first the selecting
    hand.do("step", cite="623a.7(c)", by="player", dice=2)
    hand.do("step", cite=f"623a.7(c){leaf}", by="stickperson")
    assert names(hand.do("no-more-bets")) == ["no-more-bets"]


@law("623a.7(b)(1)", "623a.8(a)")
def test_623a_7_b_1_in_turn_clockwise_to_players_at_the_table() -> None:
    hand = by_hand()
    hand.wager("pass", 500, 2)
    hand.wager("dont-pass", 500, 3)
    hand.wager("field", 500, 1)
    reason, because = hand.refused("step", cite="623a.7(b)(1)", by="stickperson", seat=3)
    assert "seat 2 is offered them before seat 3" in reason and because == cites("623a.7(b)(1)")
    reason, because = hand.refused("step", cite="623a.7(b)(1)", by="stickperson", seat=8)
    assert "players at the table" in reason and because == cites("623a.7(b)(1)")  # nobody sits there
    assert hand.refused("step", cite="623a.7(b)(1)", by="dealer", seat=2)[1] == cites("623a.7(b)(1)")
    taken = the(hand.do("step", cite="623a.7(b)(1)", by="stickperson", seat=1), "shooter")
    assert (taken.fields["shooter"], taken.cites) == (1, cites("623a.7(c)"))
    hand.do("step", cite="623a.7(c)", by="player", dice=2)  # 623a.8(a): first the dice are selected,
    hand.do("step", cite="623a.7(c)(1)", by="stickperson")
    assert hand.refused("result", dice=[3, 4])[1] == cites("623a.8(a)")  # then the shooter's line bet is asked for
    hand.wager("pass", 500, 1)
    assert hand.do("result", dice=[3, 4])[0].event == "result"


@law("623a.7(b)", "623a.7(c)", "623a.10(c)")
def test_623a_7_b_the_dice_are_offered_where_somebody_is() -> None:
    game, rules = load("craps", ["boxes=6"])
    table = Table(game, rules, SeededSource("craps"))
    table.open("automatic")
    assert (table.view()["offered"], choices_open(table.due)) == (0, ())
    table.buy_in(5, 10_000)
    assert table.view()["offered"] == 5
    table.buy_in(3, 10_000)
    assert table.view()["offered"] == 3  # the first from the left of the boxperson
    table.do({"do": "choose", "seat": 3, "choice": "accept-dice"})
    left = table.cash_out(3)
    assert [(e.event, e.cites) for e in left] == [("cashed-out", ()), ("dice-passed", cites("623a.10(c)"))]
    assert table.view()["offered"] == 5
    table.cash_out(5)
    assert table.view()["offered"] == 0


@law("623a.7(b)", "623a.7(b)(1)", "623a.7(c)")
def test_623a_7_b_players_may_say_themselves_that_they_take_or_reject_the_dice() -> None:
    hand = Hand()
    refused = hand.refused("choose", seat=2, choice="accept-dice")
    assert refused == ("the dice are not offered to seat 2: they are offered to seat 1 now", cites("623a.7(b)"))
    assert names(hand.do("choose", seat=1, choice="reject-dice")) == ["chosen"]
    assert "they are offered to seat 2 now" in hand.refused("choose", seat=1, choice="accept-dice")[0]
    taken = the(hand.do("choose", seat=2, choice="accept-dice"), "shooter")
    assert (taken.fields["shooter"], taken.cites) == (2, cites("623a.7(c)"))
    assert "seat 2 has them" in hand.refused("choose", seat=2, choice="accept-dice")[0]


@law("623a.7(b)(1)")
def test_623a_7_b_1_rejected_all_around_the_offer_comes_back_to_the_first() -> None:
    hand = Hand("craps", "boxes=3")
    for seat in (1, 2, 3):
        hand.do("choose", seat=seat, choice="reject-dice")
    assert hand.table.view()["offered"] == 1


@law("623a.7(b)", "623a.8(a)")
def test_623a_7_b_by_itself_the_table_gives_them_to_the_lowest_seat_with_a_line_bet() -> None:
    hand = Hand()
    hand.wager("field", 500, 1)
    hand.wager("dont-pass", 500, 3)
    hand.wager("pass", 500, 2)
    hand.throw(1, 2)
    assert hand.table.state.shooter == 2


@law("623a.7(b)(1)", "623a.10(c)")
@pytest.mark.parametrize("occupied", [(), (3,), (1, 2), (2, 5, 8), tuple(range(1, 9))])
def test_623a_7_b_1_the_order_is_the_walk_around_the_table(occupied: tuple[int, ...]) -> None:
    """From wherever the dice are offered first, the order is that of stepping from seat to seat."""
    _, rules = load("craps", ["boxes=8"])
    for first in range(1, 9):
        walked = [(first - 1 + n) % 8 + 1 for n in range(8)]
        state = State(Phase.BETTING, offered=first, present=occupied)
        assert in_turn(rules, state) == tuple(seat for seat in walked if seat in occupied)
