"""685a.5(a) to (f), 685a.7(a), (c) and (d): shuffle, cut, cover card, burned cards."""

from __future__ import annotations

import pytest

from chapters.c685a_down_under_blackjack.hands import cards, choose, felt, steps_of, wager
from chapters.harness import NO_MORE_BETS, complete, done, due, of, state, step, usual
from houseway.core import Procedure, Wagers
from houseway.games import load
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from support import Bench, cites, law

OFFER = step("685a.5(b)", item="offer")


def at_cut(*settings: str) -> Bench:
    table = felt(*settings, procedure="by-hand")
    complete(table, "opening", "shuffle")
    return table


def cut(by: int | str, top: int = 100, **more: object) -> dict[str, object]:
    return step(
        "685a.5(d)", "dealer" if by == "dealer" else "player", item="cut", cut_by=by, cards_from_top=top, **more
    )


def cover(bottom: int) -> dict[str, object]:
    return step("685a.5(d)", item="cover", cards_from_bottom=bottom)


def short_shoe(cards_before_cover: int = 4, *settings: str) -> Bench:
    """The cover card comes up after so many cards, the burned one included."""
    table = at_cut(*settings)
    done(table, OFFER, cut(1), cover(312 - cards_before_cover))
    complete(table, "load")
    return table


@law("685a.5", "685a.5(a)")
def test_685a_5_a_the_dealer_or_the_device_shuffles_into_one_stack() -> None:
    assert [each[:2] for each in steps_of(felt(procedure="by-hand"), "shuffle")] == [
        ("685a.5(a)", "shuffle"),
        ("685a.5(a)", "stack"),
    ]
    device = steps_of(felt("shuffler=batch", procedure="by-hand"), "shuffle")
    assert ("685a.5(a)", "device", "dealer") in device and ("685a.5(a)", "shuffle", "dealer") not in device


@law("685a.5(a)", "685a.7(a)")
def test_685a_5_a_a_device_may_put_the_stack_into_the_shoe_itself() -> None:
    table = at_cut("shuffler=batch", "loads_shoe=true")
    complete(table, "cut")
    assert [each[:2] for each in steps_of(table, "load")] == [("685a.7(a)", "load")]
    plain = at_cut("shuffler=batch")
    complete(plain, "cut")
    assert [each[:2] for each in steps_of(plain, "load")] == [("685a.5(d)", "load")]


@law("685a.5(b)", "685a.5(c)", "685a.5(c)(1)")
def test_685a_5_b_the_first_to_arrive_is_asked_and_the_dealer_cuts_only_if_nobody_will() -> None:
    table = at_cut()
    done(table, OFFER)
    assert table.refusal(cut("dealer"))[1] == cites("685a.5(c)(1)", "685a.5(b)")
    assert table.refusal(cut(2))[0] == "seat 1 must cut now, not seat 2"
    assert table.refusal(cut("dealer", refused=[1]))[0].startswith("seat 3 must cut")  # from seat 1 counterclockwise
    done(table, cut("dealer", refused=[1, 3, 2]))


@law("685a.5(d)")
@pytest.mark.parametrize(("top", "lawful"), [(9, False), (10, True), (302, True), (303, False)])
def test_685a_5_d_the_cut_is_ten_cards_in(top: int, lawful: bool) -> None:
    table = at_cut()
    done(table, OFFER)
    if lawful:
        done(table, cut(1, top), cover(78))
        assert state(table).cards.shoe.cut == top
    else:
        assert table.refusal(cut(1, top))[1] == cites("685a.5(d)")


@law("685a.5(d)")
@pytest.mark.parametrize(("bottom", "lawful"), [(77, False), (78, True), (311, True), (312, False)])
def test_685a_5_d_the_cover_card_goes_back_a_quarter_of_the_stack_from_the_bottom(bottom: int, lawful: bool) -> None:
    table = at_cut()
    done(table, OFFER, cut(1))
    if lawful:
        done(table, cover(bottom))
        assert state(table).cards.shoe.stop == 312 - bottom
    else:
        reason, because = table.refusal(cover(bottom))
        assert "behind the cover card" in reason and because == cites("685a.5(d)")  # there is only one


@law("685a.5(e)")
def test_685a_5_e_a_floorperson_may_have_the_cut_repeated() -> None:
    table = at_cut()
    done(table, OFFER, cut(1), cover(78))
    order = step("685a.5(e)", "floorperson", item="order")
    assert table.refusal(order | {"by": "dealer"})[1] == cites("685a.5(e)")
    done(table, order)
    assert table.refusal(cut(2, 50))[1] == cites("685a.5(e)", "685a.5(c)")  # not the last, and not the next
    done(table, cut(1, 50), cover(80))
    assert (state(table).cards.shoe.cut, state(table).cards.shoe.stop) == (150, 232)


@law("685a.5(e)", "685a.5(c)(1)")
@pytest.mark.parametrize("refused", [[], [1], [1, 3], [2], [2, 1, 3], [2, 1], [1, 3, 2]])
def test_685a_5_e_a_recut_goes_around_from_the_one_who_cut_and_may_be_asked_of_every_seat(refused: list[int]) -> None:
    table = at_cut()
    done(table, OFFER, cut("dealer", refused=[1, 3, 2]), cover(78), step("685a.5(e)", "floorperson", item="order"))
    assert table.refusal(cut(2, 50))[0] == "seat 1 must cut now, not seat 2"  # after the dealer all are asked again
    done(table, cut(2, 50, refused=[1, 3]), cover(78), step("685a.5(e)", "floorperson", item="order"))
    others = [seat for seat in (1, 3) if seat not in refused]
    done(table, cut(others[0] if others else "dealer", 60, refused=refused), cover(78))
    assert state(table).cards.cut_by == (f"seat:{others[0]}" if others else "dealer")


@law("685a.5(e)")
def test_685a_5_e_a_recut_is_offered_in_no_other_order() -> None:
    table = at_cut()
    done(table, OFFER, cut(1), cover(78), step("685a.5(e)", "floorperson", item="order"))
    reason, because = table.refusal(cut(3, 50, refused=[2]))
    assert reason == "the cut is offered in this order: seat 3, seat 2, the dealer"
    assert because == cites("685a.5(e)", "685a.5(c)")


@law("685a.5(a)", "685a.5(h)")
def test_685a_5_a_a_floorperson_may_direct_a_shuffle_by_a_continuous_device() -> None:
    table = felt("shuffler=continuous")
    events = done(table, step("685a.5(a)", "floorperson", item="direct"))
    steps = [(e.fields["procedure"], e.cites) for e in of(events, "step-done")]
    assert ("direct-reshuffle", cites("685a.5(a)")) in steps and ("shuffle", cites("685a.5(a)")) in steps


@law("685a.5(g)", "685a.4(b)")
def test_685a_5_g_a_spread_is_due_once_everybody_has_left_and_the_opening_waits_for_a_player() -> None:
    table = felt()
    done(table, *({"do": "cash-out", "seat": seat, "cents": 100000} for seat in (1, 2, 3)))
    assert due(table) == Procedure("resume", cites("685a.5(g)"))
    reason, because = table.refusal(step("685a.5(g)", item="look"))
    assert reason.startswith("no player is at the table yet") and because == cites("685a.5(g)")
    events = done(table, {"do": "buy-in", "seat": 2, "cents": 5000})
    assert of(events, "step-done")[0].fields["procedure"] == "resume"
    assert state(table).cards.cut_by == "seat:2"


@law("685a.4(b)", "685a.4(c)", "685a.5(c)(1)")
def test_685a_4_b_the_opening_waits_for_the_first_player() -> None:
    game, rules = load("down-under-blackjack", [])
    table = Bench(game, rules, Table(game, rules, SeededSource("tests")))
    table.do({"do": "open"})
    reason, because = table.refusal(step("685a.4(b)"))
    assert reason.startswith("no player is at the table yet") and because == cites("685a.4(b)")
    done(table, {"do": "buy-in", "seat": 4, "cents": 10000})
    assert state(table).cards.cut_by == "seat:4" and isinstance(due(table), Wagers)


def next_cut(table: Bench) -> tuple[str, tuple[str, ...]]:
    """The player who must cut after a reshuffle, and the paragraph that says so."""
    complete(table, "shuffle")
    done(table, OFFER)
    reason, because = table.refusal(cut("dealer"))
    return reason.partition(" must cut")[0], because


@law("685a.5(c)(2)", "685a.5(f)", "685a.7(d)", "685a.7(d)(1)", "685a.7(d)(2)")
def test_685a_5_c_2_the_player_at_whose_area_the_cover_card_came_up_cuts() -> None:
    table = short_shoe()
    done(table, wager(1), wager(2), NO_MORE_BETS)
    events = done(table, cards("? 10H 10C 9C 10D 10S 10C"), choose("1 stand"), choose("2 stand"))
    (event,) = of(events, "cover-card")
    assert (event.fields["place"], event.cites) == ("seat:1", cites("685a.7(d)"))
    assert len(of(events, "wager-settled")) == 2  # the round was completed
    assert due(table) == Procedure("shuffle", cites("685a.5(a)"), ("change-cards",))
    assert steps_of(table, "shuffle")[0] == ("685a.7(d)(1)", "", "dealer")
    assert next_cut(table) == ("seat 1", cites("685a.5(c)(2)", "685a.5(b)"))


@law("685a.5(c)(2)", "685a.6(f)")
def test_685a_5_c_2_on_a_box_it_is_the_player_of_that_box_who_cuts() -> None:
    table = short_shoe(5, "adjacent_boxes=2")
    done(table, wager(1), wager(2, player=1), NO_MORE_BETS)
    events = done(table, cards("? 10H 10C 9C 10D 10S 10C"), choose("1 stand"), choose("2 stand"))
    assert of(events, "cover-card")[0].fields["place"] == "seat:2"
    assert next_cut(table) == ("seat 1", cites("685a.5(c)(2)", "685a.5(b)"))


@law("685a.5(c)(3)", "685a.7(d)")
def test_685a_5_c_3_at_the_dealers_hand_the_player_farthest_right_cuts() -> None:
    table = short_shoe(3)
    done(table, wager(1), wager(2), NO_MORE_BETS)
    events = done(table, cards("? 10H 10C 9C 10D 10S 10C"), choose("1 stand"), choose("2 stand"))
    assert of(events, "cover-card")[0].fields["place"] == "dealer"
    assert next_cut(table) == ("seat 3", cites("685a.5(c)(3)", "685a.5(b)"))


@law("685a.5(c)(4)", "685a.5(f)")
def test_685a_5_c_4_after_a_floorpersons_order_the_player_farthest_right_cuts() -> None:
    table = short_shoe(100)
    done(table, step("685a.5(f)", "floorperson"))
    assert next_cut(table) == ("seat 3", cites("685a.5(c)(4)", "685a.5(b)"))


@law("685a.7(d)")
def test_685a_7_d_a_cover_card_that_comes_first_ends_the_shoe_after_that_round() -> None:
    table = short_shoe(1)
    done(table, wager(1), NO_MORE_BETS)
    events = done(table, cards("? 10H 9C 10D 10S"), choose("1 stand"))
    assert of(events, "cover-card")[0].fields["place"] == "seat:1"
    assert state(table).cards.phase == "shuffle"


@law("685a.7(c)")
def test_685a_7_c_the_first_card_of_a_shoe_and_one_by_each_new_dealer_are_burned() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS)
    events = done(table, cards("? 10H 9C 10D 10S"), choose("1 stand"))
    (burned,) = of(events, "card-burned")
    assert burned.cites == cites("685a.7(c)") and burned.fields["place"] == "discard-rack"
    done(table, wager(1), NO_MORE_BETS)
    assert not of(done(table, cards("10H 9C 10D 10S"), choose("1 stand")), "card-burned")
    done(table, step("685a.7(c)", "dealer"), wager(1), NO_MORE_BETS)
    assert len(of(done(table, cards("? 10H 9C 10D 10S"), choose("1 stand")), "card-burned")) == 1


@law("685a.7(a)")
def test_685a_7_a_the_dealer_deals_from_the_shoe_that_stands_in_its_place() -> None:
    assert ("685a.7(a)", "place", "floorperson") in steps_of(felt(procedure="by-hand"), "opening")
    table = felt()
    done(table, wager(1), NO_MORE_BETS)
    assert table.refusal(cards("? 9H") | {"by": "player"})[0] == "the dealer deals the cards, not a player"


@law("685a.5(e)")
def test_685a_5_e_a_recut_that_was_required_is_completed_before_the_shoe_is_loaded() -> None:
    table = at_cut()
    done(table, OFFER, cut(1), cover(100), step("685a.5(e)", "floorperson", item="order"))
    again = [each for each in table.table.steps(optional=True) if each.item in ("cut", "cover")]
    assert len(again) == 2
    for each in again:
        reason, because = table.refusal(step("685a.5(d)", item="load"))
        assert reason == f"first: {each.says}" and because == cites(*dict.fromkeys((each.cite, "685a.5(e)")))
        done(table, usual(table, each))
    done(table, step("685a.5(d)", item="load"))
