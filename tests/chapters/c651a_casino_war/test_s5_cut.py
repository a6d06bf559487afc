"""651a.5: the offers of the cut, its depth, and a recut, in the numbering of each edition."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    EARLIER,
    EDITIONS,
    FINAL,
    PROPOSED,
    asked,
    at_war,
    by_hand,
    cut_stack,
    played,
    wager,
    war,
)
from chapters.harness import Command, complete, done, due, state, step, usual
from houseway.core import Procedure, Wagers
from houseway.games import judged, load
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from support import Bench, cites, law

OFFERS = {FINAL: "651a.5(c)", PROPOSED: "651a.5(b)", COMMENT: "651a.5(b)"}
DEALER_CUTS = {FINAL: "651a.5(b)", PROPOSED: "651a.5(c)", COMMENT: "651a.5(c)"}
COVER = {FINAL: "651a.5(d)", PROPOSED: "651a.5(e)", COMMENT: "651a.5(e)"}
RECUT = {FINAL: "651a.5(e)", PROPOSED: "651a.5(f)", COMMENT: "651a.5(f)"}
LOAD = {FINAL: "651a.5(d)", PROPOSED: "651a.5(f)", COMMENT: "651a.5(f)"}
RESHUFFLE = {FINAL: "651a.5(f)", PROPOSED: "651a.5(g)", COMMENT: "651a.5(g)"}
CLOCKWISE = {FINAL: False, PROPOSED: True, COMMENT: True}
EACH = pytest.mark.parametrize("edition", EDITIONS)


def place_of(table: Any) -> int:
    """The place of the next card in the shuffled stack."""
    return int(state(table).cards.shoe.slot.partition(":")[2])


def cut(by: int | str, top: int = 100, refused: tuple[int, ...] = ()) -> Command:
    role = "dealer" if by == "dealer" else "player"
    return step("651a.5(d)", role, item="cut", cut_by=by, cards_from_top=top, refused=list(refused))


def offered(edition: str, table: Bench, first: int, paragraph: int) -> None:
    """Around from the first, in the edition's direction, then the dealer: nobody may cut before his turn."""
    done(table, step("651a.5(b)", item="offer"))
    seats = [1, 2, 3] if CLOCKWISE[edition] else [3, 2, 1]
    order: list[int | str] = [*seats[seats.index(first) :], *seats[: seats.index(first)], "dealer"]
    because = cites(f"{OFFERS[edition]}({paragraph})", DEALER_CUTS[edition])
    named = ", ".join("the dealer" if each == "dealer" else f"seat {each}" for each in order)
    for n, turn in enumerate(order):
        before = tuple(int(seat) for seat in order[:n])
        whose = "the dealer" if turn == "dealer" else f"seat {turn}"
        for other in set(order) - {turn}:
            who = other if other == "dealer" else f"seat {other}"
            assert table.refusal(cut(other, refused=before)) == (
                f"{whose} must cut now, not {who}",
                because,
            )
        if n:
            assert table.refusal(cut(turn, refused=before[::-1] if n > 1 else (6,))) == (
                f"the cut is offered in this order: {named}",
                because,
            )
    done(table, cut("dealer", refused=tuple(int(seat) for seat in order[:-1])))


@law("651a.5(c)(1)", "651a.5(c)", "651a.5(b)", "651a.5(b)(1)")
@EACH
def test_651a_5_c_1_the_first_to_arrive_cuts_when_the_game_begins(edition: str) -> None:
    game = war(edition, procedure="by-hand")
    for seat in (1, 2, 3):  # all leave; then seat 2 is the first to come back
        game.table.cash_out(seat)
    for seat in (2, 1, 3):
        game.table.buy_in(seat, 10_000)
    complete(game, "opening", "shuffle")
    offered(edition, game, 2, 1)


def reshuffled(edition: str, stop: int) -> Bench:
    """The cover card came up after so many cards in a round of seats 1 to 3, and the cards are shuffled again."""
    table = by_hand(edition, stop=stop)
    played(table, [wager(1), wager(2), wager(3)], "?", "9H", "8H", "7H", "2C")
    now = due(table)
    assert isinstance(now, Procedure) and now.name == "shuffle"
    complete(table, "shuffle")
    return table


@law("651a.5(c)(2)", "651a.5(b)(2)")
@EACH
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_651a_5_c_2_then_the_player_whose_area_the_cover_card_came_up_on(edition: str, seat: int) -> None:
    offered(edition, reshuffled(edition, stop=seat), seat, 2)


@law("651a.5(c)(2)", "651a.5(b)(2)")
@EACH
def test_651a_5_c_2_on_a_box_it_is_the_player_of_that_box(edition: str) -> None:
    table = by_hand(edition, "adjacent_boxes=2", stop=3)
    played(table, [wager(1), wager(2), wager(3, player=2)], "?", "9H", "8H", "7H", "2C")
    complete(table, "shuffle")
    offered(edition, table, 2, 2)


@law("651a.5(c)(3)", "651a.5(b)(3)")
@EACH
def test_651a_5_c_3_the_one_farthest_to_the_right_if_it_came_up_on_the_dealers_hand(edition: str) -> None:
    offered(edition, reshuffled(edition, stop=4), 3, 3)


@law("651a.5(c)(3)", "651a.5(b)(3)")
@EACH
def test_651a_5_c_3_also_where_the_player_of_the_cover_card_has_left(edition: str) -> None:
    table = by_hand(edition, stop=1)
    played(table, [wager(1), wager(2)], "?", "9H", "8H", "2C")
    table.table.cash_out(1)
    complete(table, "shuffle")
    done(table, step("651a.5(b)", item="offer"))
    assert table.refusal(cut(2)) == (
        "seat 3 must cut now, not seat 2",
        cites(f"{OFFERS[edition]}(3)", DEALER_CUTS[edition]),
    )
    done(table, cut(3))


@law("651a.5(c)(2)", "651a.5(b)(2)")
@EACH
def test_651a_5_c_2_who_took_all_chips_away_but_has_a_wager_up_is_still_a_player(edition: str) -> None:
    table = by_hand(edition, stop=1)
    done(table, wager(1), wager(2))
    table.table.cash_out(1)
    played(table, [], "?", "9H", "8H", "2C")
    complete(table, "shuffle")
    done(table, step("651a.5(b)", item="offer"), cut(1))
    assert state(table).cards.cut_by == "seat:1"


@law("651a.5(c)(4)", "651a.5(b)(4)")
@EACH
def test_651a_5_c_4_and_if_a_floorperson_wanted_the_reshuffle(edition: str) -> None:
    table = by_hand(edition)
    assert "for the floorperson or above" in table.refusal(step(RESHUFFLE[edition], item="reshuffle"))[0]
    done(table, step(RESHUFFLE[edition], "floorperson", item="reshuffle"))
    complete(table, "shuffle")
    offered(edition, table, 3, 4)


@law("651a.5(c)", "651a.5(b)")
@EACH
def test_651a_5_c_a_table_that_completes_its_steps_lets_the_first_player_cut(edition: str) -> None:
    events = war(edition).table.events
    (event,) = [e for e in events if e.event == "step-done" and e.fields.get("item") == "cut"]
    assert event.fields["noted"]["cut_by"] == 1 and event.cites == cites("651a.5(d)")


@law("651a.5(c)", "651a.5(b)")
@EACH
def test_651a_5_c_preshuffled_cards_wait_for_a_player_to_be_offered_the_cut(edition: str) -> None:
    game, rules = load("casino-war", [f"edition={edition}", "preshuffled=true"])
    table = Bench(game, rules, Table(game, rules, SeededSource("tests")))
    table.do({"do": "open"})
    assert due(table) == Procedure("cut", cites(DEALER_CUTS[edition]))
    reason, because = table.refusal(step("651a.5(b)", item="offer"))
    assert reason.startswith("no player is at the table yet") and because == cites("651a.5(b)")
    events = done(table, {"do": "buy-in", "seat": 4, "cents": 10000})
    (event,) = [e for e in events if e.event == "step-done" and e.fields.get("item") == "cut"]
    assert event.fields["noted"]["cut_by"] == 4 and isinstance(due(table), Wagers)


@law("651a.5(b)")
@EACH
def test_651a_5_b_the_stack_is_offered_before_it_is_cut(edition: str) -> None:
    table = by_hand(edition, until="cut")
    assert due(table) == Procedure("cut", cites(DEALER_CUTS[edition]))
    reason, because = table.refusal(cut(1))
    assert reason.startswith("first: Offer the stack to be cut") and because == cites("651a.5(b)")
    assert asked(table) == [("651a.5(b)", "offer"), ("651a.5(d)", "cut"), (COVER[edition], "cover")]


@law("651a.5(d)")
@EACH
@pytest.mark.parametrize("decks", [6, 8])
def test_651a_5_d_at_least_ten_cards_in_from_either_end(edition: str, decks: int) -> None:
    table, size = by_hand(edition, f"decks={decks}", until="cut"), 52 * decks
    done(table, step("651a.5(b)", item="offer"))
    for top in (0, 5, 9, size - 9, size, size + 100):
        reason, because = table.refusal(cut(1, top))
        assert (
            reason
            == f"a cut at card {top} of {size} does not leave 10 cards above and below it: from 10 to {size - 10}"
        )
        assert because == cites("651a.5(d)")
    assert table.refusal(step("651a.5(d)", "player", item="cut", cut_by=1)) == (
        "cards_from_top is missing: the number of cards above the cover card",
        cites("651a.5(d)"),
    )
    done(table, cut(1, 10))
    other = by_hand(edition, f"decks={decks}", until="cut")
    done(other, step("651a.5(b)", item="offer"), cut(1, size - 10))


@law("651a.5(e)", "651a.5(d)")
@EACH
@pytest.mark.parametrize("decks", [6, 8])
def test_651a_5_e_a_quarter_of_the_stack_lies_behind_the_second_cover_card(edition: str, decks: int) -> None:
    table, quarter = by_hand(edition, f"decks={decks}", until="cut"), 13 * decks
    done(table, step("651a.5(b)", item="offer"), cut(1))
    for bottom in (0, quarter - 1, 52 * decks):
        reason, because = table.refusal(step(COVER[edition], item="cover", cards_from_bottom=bottom))
        assert f"not {quarter} to {52 * decks - 1} of {52 * decks}" in reason and because == cites(COVER[edition])
    assert "cards_from_bottom" in table.refusal(step(COVER[edition], item="cover"))[0]
    done(table, step(COVER[edition], item="cover", cards_from_bottom=quarter))
    assert due(table) == Procedure("load", cites(LOAD[edition]), ("recut",))
    assert state(table).cards.shoe.stop == 39 * decks


@law("651a.5(d)", "651a.5(b)")
@EACH
def test_651a_5_d_a_player_who_cuts_says_which_seat_it_is(edition: str) -> None:
    table = by_hand(edition, until="cut")
    done(table, step("651a.5(b)", item="offer"))
    for noted in ({}, {"cut_by": "dealer"}):
        reason, because = table.refusal(step("651a.5(d)", "player", item="cut", cards_from_top=50, **noted))
        assert reason == "cut_by must be the seat of the player who cuts, or dealer"
        assert because == cites(f"{OFFERS[edition]}(1)", DEALER_CUTS[edition])


@law("651a.5(d)", "651a.5(e)")
@EACH
def test_651a_5_d_each_step_of_a_cut_notes_only_what_it_did(edition: str) -> None:
    rules = by_hand(edition, until="cut").rules
    cut_fields = {"cut_by", "refused", "cards_from_top", "verified"}
    assert set(rules.step_fields("651a.5(b)", "offer")) == {"verified"}
    assert set(rules.step_fields("651a.5(d)", "cut")) == cut_fields
    assert set(rules.step_fields(COVER[edition], "cover")) == {"cards_from_bottom", "verified"}


@law("651a.5(d)")
def test_651a_5_d_the_cut_decides_which_card_comes_first() -> None:
    tops = []
    for top in (10, 11, 302):
        table = by_hand(FINAL, until="cut")
        cut_stack(table, 1)
        tops.append(place_of(table))
        other = by_hand(FINAL, until="cut")
        done(other, step("651a.5(b)", item="offer"), cut(1, top))
        done(other, step("651a.5(d)", item="cover", cards_from_bottom=78))
        assert place_of(other) == top + 1
    assert tops == [101, 101, 101]


def recut(edition: str, by: int | str, refused: tuple[int, ...] = (), top: int = 50) -> list[Command]:
    return [
        cut(by, top, refused),
        step(COVER[edition], item="cover", cards_from_bottom=78),
    ]


@law("651a.5(e)", "651a.5(f)")
@EACH
@pytest.mark.parametrize("by", ["floorperson", "pit-manager"])
def test_651a_5_e_a_floorperson_or_above_may_have_the_cards_recut_by_the_same_player(edition: str, by: str) -> None:
    table = by_hand(edition, until="load")
    reason, because = table.refusal(step(RECUT[edition], item="order"))
    assert "for the floorperson or above, not for a dealer" in reason and because == cites(RECUT[edition])
    before = place_of(table)
    done(table, step(RECUT[edition], by, item="order"), *recut(edition, 1))
    assert place_of(table) == before + 50
    assert due(table) == Procedure("load", cites(LOAD[edition]), ("recut",))
    complete(table, "load")
    assert isinstance(due(table), Wagers) and state(table).cards.burns == 1


@law("651a.5(e)", "651a.5(f)")
@EACH
def test_651a_5_e_or_by_the_next_from_the_dealers_right(edition: str) -> None:
    table = by_hand(edition, until="load")
    done(table, step(RECUT[edition], "floorperson", item="order"))
    because = cites(RECUT[edition], f"{OFFERS[edition]}(4)")
    assert table.refusal(cut(2)) == ("seat 3 must cut now, not seat 2", because)
    assert table.refusal(cut("dealer")) == ("seat 3 must cut now, not dealer", because)
    done(table, *recut(edition, 2, refused=(3,)))
    assert state(table).cards.cut_by == "seat:2"


@law("651a.5(e)", "651a.5(f)")
@EACH
def test_651a_5_e_not_once_the_cards_are_in_the_shoe(edition: str) -> None:
    table = by_hand(edition)
    reason, because = table.refusal(step(RECUT[edition], "floorperson", item="order"))
    assert f"{RECUT[edition]} order is not a step that is due now" in reason and because[0] == RECUT[edition]


@law("651a.5(e)", "651a.5(f)")
@EACH
def test_651a_5_e_where_the_dealer_cut_last_the_next_player_is_asked(edition: str) -> None:
    table = by_hand(edition, until="cut")
    order = (1, 2, 3) if CLOCKWISE[edition] else (1, 3, 2)
    cut_stack(table, "dealer", refused=list(order))
    done(table, step(RECUT[edition], "floorperson", item="order"))
    assert table.refusal(cut("dealer"))[1] == cites(RECUT[edition], f"{OFFERS[edition]}(4)")
    done(table, *recut(edition, 3))


@law("651a.5(a)")
def test_651a_5_a_a_device_may_load_the_shoe_and_the_stack_is_cut_all_the_same() -> None:
    settings = ("shuffler=batch", "loads_shoe=true")
    table = by_hand(FINAL, *settings, until="cut")
    assert [item for _, item in asked(table)] == ["offer", "cut", "cover"]
    other = war(FINAL, *settings, "reading.loaded_shoe=no-cut", procedure="by-hand")
    complete(other, "opening", "shuffle")
    assert asked(other) == [("651a.5(d)", "cover")]
    done(other, step("651a.5(d)", item="cover", cards_from_bottom=100))
    assert due(other) == Procedure("load", cites("651a.5(d)")) and asked(other) == [("651a.5(a)", "load")]
    assert state(other).cards.cut_by == "shuffler" and state(other).cards.shoe.stop == 212


@law("651a.5(a)", "651a.11(e)")
def test_651a_5_a_by_hand_there_is_a_cut_whatever_the_device_would_have_done() -> None:
    table = war(FINAL, "shuffler=batch", "loads_shoe=true", "reading.loaded_shoe=no-cut", procedure="by-hand")
    complete(table, "opening")
    done(table, {"do": "irregularity", "cite": "651a.11(e)", "by": "dealer"}, step("651a.11(e)"))
    complete(table, "shuffle")
    assert [item for _, item in asked(table)] == ["offer", "cut", "cover"]


@law("651a.5(a)")
@pytest.mark.parametrize("edition", EARLIER)
def test_651a_5_a_the_2011_texts_know_no_device_that_loads_the_shoe(edition: str) -> None:
    (finding,) = judged("casino-war", [f"edition={edition}", "shuffler=batch", "loads_shoe=true"])[0].findings
    assert finding.field == "loads_shoe" and finding.cites == cites("651a.5(a)")


@law("651a.5", "651a.5(a)")
@EACH
@pytest.mark.parametrize(("shuffler", "item"), [("manual", "shuffle"), ("batch", "device")])
def test_651a_5_shuffled_by_the_dealer_or_the_device_into_one_stack(edition: str, shuffler: str, item: str) -> None:
    table = war(edition, f"shuffler={shuffler}", procedure="by-hand")
    complete(table, "opening")
    assert asked(table)[0] == ("651a.5(a)", item) and asked(table)[-1] == ("651a.5(a)", "stack")
    reason, because = table.refusal(step("651a.5(a)", "floorperson", item=item))
    assert "this is for the dealer" in reason and because == cites("651a.5(a)")


@law("651a.5(f)", "651a.5(g)", "651a.8(d)")
@EACH
def test_651a_5_f_a_floorperson_may_have_the_cards_reshuffled_after_any_round_with_wagers_up(edition: str) -> None:
    table = by_hand(edition)
    played(table, [wager(1)], "?", "9H", "5C")
    done(table, wager(2), step(RESHUFFLE[edition], "shift-manager", item="reshuffle"))
    now = due(table)
    assert isinstance(now, Procedure) and now.name == "shuffle" and table.table.accounts["layout"] == 1000


@law("651a.5(g)", "651a.5(h)")
@pytest.mark.parametrize("edition", [FINAL, COMMENT])
def test_651a_5_g_from_a_continuous_device_no_reshuffle_is_ordered_and_no_cards_are_spread(edition: str) -> None:
    table = by_hand(edition, "shuffler=continuous")
    for cite in ("651a.5(f)", "651a.5(g)", "651a.5(h)"):
        for item in ("reshuffle", "spread"):
            reason, because = table.refusal(step(cite, "floorperson", item=item))
            assert f"{cite} {item} is not a step that is due now" in reason and because == cites(cite, "651a.7(a)")


@law("651a.5(c)(1)", "651a.3(d)")
def test_651a_5_c_1_after_a_change_of_cards_the_game_begins_again() -> None:
    table, _ = at_war(procedure="by-hand")
    table.table.buy_in(3, 10_000)
    complete(table, "opening", "shuffle")
    cut_stack(table, 1)
    complete(table, "load")
    done(table, step("651a.3(d)", "floorperson"))
    complete(table, "opening", "shuffle")
    done(table, step("651a.5(b)", item="offer"))
    assert table.refusal(cut(3))[1] == cites("651a.5(c)(1)", "651a.5(b)")
    done(table, cut(1))


@law("651a.5(e)", "651a.5(f)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
def test_651a_5_e_a_recut_that_was_required_is_completed_before_the_shoe_is_loaded(edition: str) -> None:
    table = by_hand(edition, until="load")
    (load,) = table.table.steps()
    order = "651a.5(e)" if edition == FINAL else "651a.5(f)"
    done(table, step(order, "floorperson", item="order"))
    again = [each for each in table.table.steps(optional=True) if each.item in ("cut", "cover")]
    for each in again:
        reason, because = table.refusal(step(load.cite, item="load"))
        assert reason == f"first: {each.says}" and because == cites(*dict.fromkeys((each.cite, order)))
        done(table, usual(table, each))
    done(table, step(load.cite, item="load"))
