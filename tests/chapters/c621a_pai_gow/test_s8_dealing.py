"""621a.8: the starting position and the standard deal."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c621a_pai_gow.sitting import BEST, EXPOSE, MIDDLE, POOR, Sitting, sitting, wager
from chapters.c621a_pai_gow.test_s6_opening import LOOK, MIX, STACK, opened_by_hand
from chapters.harness import NO_MORE_BETS, choose, step, the
from houseway.core import Chance, InSlot
from houseway.equipment.tiles import PAIRS, TILES
from houseway.games.pai_gow.law.positions import starting_position
from houseway.law import BadInput, cites
from support import law

RING = ("dealer", "box 1", "box 2", "box 3", "box 4", "box 5", "box 6", "Dead Hand")  # counterclockwise


def closed(*settings: str) -> Sitting:
    """A wager on box 1, and no more bets."""
    here = sitting(*settings)
    here.do(wager(1, 1000), NO_MORE_BETS)
    return here


@law("621a.8", "621a.8(a)")
def test_621a_8_a_number_is_found_then_all_tiles_are_dealt() -> None:
    here = closed()
    events = here.do({"do": "result", "total": 9})
    assert [event.cites[0] for event in events] == list(cites("621a.8(b)", "621a.8(d)", "621a.8(e)", "621a.8(f)"))


@law("621a.8(a)(1)")
def test_621a_8_a_1_a_generator_shows_a_number_for_each_position() -> None:
    here = closed("starting_position=generator")
    due = here.table.due
    assert isinstance(due, Chance) and due.what == "number of the generator"
    assert due.weights == dict.fromkeys(range(1, 9), 1)
    assert [event.cites for event in here.table.events if event.event == "no-more-bets"] == [cites("621a.8(a)(1)")]
    announced = here.do({"do": "result", "total": 8})[0]
    assert announced.fields["text"] == "The generator shows 8: the Dead Hand is dealt first."
    assert closed("starting_position=generator").refusal({"do": "result", "total": 9})[1] == cites(
        "621a.8(a)(1)", "621a.8(b)"
    )


@law("621a.8(a)(2)")
@pytest.mark.parametrize("noted", [{"shakes": 2}, {"shakes": 0}, {}])
def test_621a_8_a_2_the_shaker_is_shaken_at_least_three_times(noted: dict[str, Any]) -> None:
    here = closed_by_hand()
    reason, because = here.refusal(step("621a.8(a)(2)", **noted))
    assert "at least 3 times" in reason and because == cites("621a.8(a)(2)")
    here.do(step("621a.8(a)(2)", shakes=4))
    assert isinstance(here.table.due, Chance)


def closed_by_hand() -> Sitting:
    """The same at a table that completes nothing by itself."""
    here = opened_by_hand()
    here.do(LOOK, MIX, STACK, wager(1, 1000), NO_MORE_BETS)
    return here


@law("621a.8(a)(2)")
def test_621a_8_a_2_no_total_before_no_more_bets_and_none_by_another_than_the_dealer() -> None:
    here = sitting()
    here.wager(1000)
    reason, because = here.refusal({"do": "result", "total": 9})
    assert reason == '"no more bets" has not been announced yet' and because == cites("621a.8(a)(2)")
    here.do(NO_MORE_BETS)
    reason, because = here.refusal({"do": "result", "total": 9, "by": "player"})
    assert "not a player" in reason and because == cites("621a.8(a)(2)", "621a.8(b)")


@law("621a.8(b)")
def test_621a_8_b_the_total_is_announced() -> None:
    announced = closed().do({"do": "result", "total": 12})[0]
    assert (announced.event, announced.cites) == ("result", cites("621a.8(b)", "621a.8(c)"))
    assert announced.fields["text"] == "The dice total 12: box 3 is dealt first."


@law("621a.8(c)", "621a.8(c)(1)", "621a.8(c)(2)")
def test_621a_8_c_counted_counterclockwise_with_the_dealer_as_one() -> None:
    counted = {total: RING[(total - 1) % 8] for total in range(1, 19)}
    assert {total: RING[starting_position(total, 0)] for total in range(1, 19)} == counted
    assert (counted[9], counted[15], counted[16]) == ("dealer", "box 6", "Dead Hand")  # the chapter's own examples


@law("621a.8(d)")
@pytest.mark.parametrize("total", range(3, 19))
def test_621a_8_d_stacks_go_out_from_the_right_counterclockwise_from_the_start(total: int) -> None:
    """The stacks are the tiles 1 to 4, 5 to 8 and so on of those entered; every box has a wager."""
    here = sitting()
    here.wager(*(1000,) * 6)
    here.do(NO_MORE_BETS)
    tiles = [str(tile) for pair in reversed(PAIRS) for tile in pair]
    here.do({"do": "result", "total": total, "tiles": tiles})
    first = (total - 1) % 8
    for hand in here.table.state.hands:
        if hand.position:
            stack = (hand.position - first) % 8
            assert list(hand.tiles) == tiles[4 * stack : 4 * stack + 4], hand
    here.do(*(choose(box, "house-way") for box in range(1, 7)))
    dealer = the(here.table.events, "dealer-set")
    stack = (0 - first) % 8
    assert sorted(dealer.fields["high"] + dealer.fields["low"]) == sorted(tiles[4 * stack : 4 * stack + 4])


@law("621a.8(e)")
def test_621a_8_e_tiles_of_positions_without_a_wager_are_never_read() -> None:
    here = sitting()
    here.wager(1000, 0, 1000)
    here.deal({0: MIDDLE, 1: POOR, 3: BEST})
    assert [hand.position for hand in here.table.state.hands] == [0, 1, 3]
    here.do(choose(1, "house-way"), choose(3, "house-way"))
    here.expose()
    read = [event for event in here.table.events if event.event == "result" and "tiles" in event.fields]
    assert len(read) == 3 * 4


@law("621a.8(f)")
def test_621a_8_f_the_shaker_is_covered_once_all_is_dealt() -> None:
    here = closed_by_hand()
    here.do(step("621a.8(a)(2)", shakes=3), {"do": "result", "total": 9})
    reason, because = here.refusal(step("621a.8(f)"))
    assert reason.startswith("first: Deal stack by stack from the right to all eight positions") and because == cites(
        "621a.8(d)"
    )
    here.do(step("621a.8(d)"), step("621a.8(e)"), step("621a.8(f)"))
    assert isinstance(here.table.due, Chance)


def test_tiles_that_are_entered_ahead_lie_in_their_places_and_not_in_the_state() -> None:
    here = closed()
    here.do({"do": "result", "total": 9, "tiles": [str(tile) for tile in TILES]})
    ahead = here.table.position.table.faces
    assert len(ahead) == 32 - 4 and "seat:1" in here.asked()
    here.do(choose(1, "house-way"))
    here.expose()
    assert here.table.position.table.faces == {}  # mixed: what lay there lies there no longer


def test_tiles_are_entered_all_at_once_or_as_they_are_looked_at() -> None:
    here = closed()
    here.do({"do": "result", "total": 9})
    here.do({"do": "result", "tiles": ["6-6", "1-1"]}, {"do": "result", "tiles": ["6-6", "1-1"]})
    assert here.table.state.hands[1].tiles == ("6-6", "1-1", "6-6", "1-1")
    outcomes, data = here.table.game.present.read_result(here.table.rules, {"total": 9, "tiles": [*TILES]})
    assert outcomes[:2] == (9, InSlot("tile:1", "2-4")) and len(outcomes) == 33 and data == {}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "nothing was entered"),
        ({"dice": [1, 2, 3]}, "dice is not a field of a result"),
        ({"total": 19}, "total: 19 is not a total"),
        ({"total": "9"}, "total: '9' is not a total"),
        ({"total": True}, "total: True is not a total"),
        ({"tiles": []}, "is not 32 tiles"),
        ({"tiles": "6-6"}, "is not 32 tiles"),
        ({"tiles": ["6-7"]}, "'6-7' is not a tile"),
        ({"tiles": ["6-5"]}, "did you mean 5-6?"),
        ({"tiles": ["6-6", "6-6", "6-6"]}, "6-6 is listed 3 times"),
        ({"tiles": ["6-6"] * 32}, "6-6 is listed 32 times"),
        ({"tiles": ["6-6"] * 33}, "is not 32 tiles"),
        ({"tiles": [*TILES[:31]]}, "31 tiles are not a whole set; write all 32"),
        ({"tiles": [*TILES[:29]]}, "or at most 28 in the order they are looked at"),
    ],
)
def test_a_result_that_cannot_be_understood_changes_nothing(fields: dict[str, object], problem: str) -> None:
    here = closed()
    before = here.table.plain
    with pytest.raises(BadInput, match="result: ") as raised:
        here.table.do({"do": "result", **fields})
    assert problem in str(raised.value) and here.table.plain == before


def test_a_tile_that_has_been_seen_elsewhere_is_refused() -> None:
    here = closed()
    here.do({"do": "result", "total": 9}, {"do": "result", "tiles": ["2-4"]})
    reason, because = here.refusal({"do": "result", "tiles": ["2-4"]})
    right = "enter the tile that is actually there, like 6-6"  # which can still come would tell what others hold
    assert (reason, because) == (f"2-4 is not possible for the tile of box 1; {right}", cites("621a.10(a)"))


def test_tiles_that_are_refused_are_shown_to_nobody_else() -> None:
    here = sitting()
    here.wager(1000)
    early = here.table.do({"do": "result", "total": 9, "tiles": [str(tile) for tile in TILES]})[-1]
    assert (early.event, early.to) == ("act-refused", "dealer")  # before no more bets
    here.do(NO_MORE_BETS, {"do": "result", "total": 9}, {"do": "result", "tiles": ["2-4"]})
    twice = here.table.do({"do": "result", "tiles": ["2-4"]})[-1]
    assert (twice.event, twice.to) == ("act-refused", "seat:1")


@law("621a.10(a)", "621a.10(b)")
def test_621a_10_a_tiles_entered_with_one_that_cannot_be_are_told_to_nobody_who_may_not_see_them() -> None:
    here = sitting()
    here.do(wager(1, 1000), wager(2, 1000), NO_MORE_BETS)
    (refused,) = here.table.do({"do": "result", "total": 2, "tiles": ["5-5", "4-4"]})
    assert (refused.event, refused.to) == ("act-refused", "dealer")
    here.do({"do": "result", "total": 9, "tiles": ["6-6", "6-6", "1-1", "1-1"]})
    (refused,) = here.table.do({"do": "result", "tiles": ["6-6", "5-5", "4-4"]})
    assert (refused.event, refused.to) == ("act-refused", "dealer")
    looked, refused = here.table.do({"do": "result", "tiles": ["5-5", "6-6", "4-4"]})
    assert (looked.to, looked.fields["tiles"]) == ("seat:2", ["5-5"])
    assert (refused.event, refused.to, refused.fields["tiles"]) == ("act-refused", "seat:2", ["6-6"])


@law("621a.6(f)")
def test_621a_6_f_tiles_that_the_round_did_not_need_are_none_of_the_next() -> None:
    here = sitting()
    here.do(wager(1, 1000), NO_MORE_BETS)
    here.do({"do": "result", "total": 9, "tiles": [*BEST, *MIDDLE, "4-4", "4-4"]})
    events = here.do(choose(1, "house-way"), EXPOSE)
    assert the(events, "entered-dropped").fields["left"] == 2
    here.do(wager(1, 1000), NO_MORE_BETS, {"do": "result", "total": 9})
    assert here.chance.what == "tile of box 1"
