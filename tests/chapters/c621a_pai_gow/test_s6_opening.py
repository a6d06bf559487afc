"""621a.6: inspection, pairing, mixing and stacking."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c621a_pai_gow.sitting import EXPOSE, Sitting, sitting, wager
from chapters.c621a_pai_gow.test_s2_equipment import OPENING, TILES_INSPECTED, steps, tiles_received
from chapters.harness import NO_MORE_BETS, choose, report, step
from houseway.core import Procedure, Wagers
from houseway.equipment.tiles import TILES
from houseway.law import cites
from houseway.numerics.sources import SeededSource
from support import law

LOOK, DOWN = step("621a.6(c)"), step("621a.6(f)")
MIX, STACK = step("621a.6(d)", item="mix", circles=8), step("621a.6(d)", item="stack", stacks=8, of=4)


def tiles_to_inspect() -> Sitting:
    """A table that completes nothing by itself, to which a set of tiles has come."""
    here = sitting(procedure="by-hand")
    here.do(*steps(*OPENING))
    return here


def opened_by_hand() -> Sitting:
    """The same, inspected, with the tiles in pairs."""
    here = tiles_to_inspect()
    here.do(*steps(*TILES_INSPECTED))
    return here


@law("621a.6")
def test_621a_6_inspected_laid_open_mixed_and_stacked_before_a_wager_is_taken() -> None:
    here = opened_by_hand()
    assert here.refusal(wager(1, 1000))[1] == cites("621a.6(c)")
    here.do(LOOK)
    assert here.refusal(wager(1, 1000))[1] == cites("621a.6(d)")
    here.do(MIX, STACK)
    assert here.do(wager(1, 1000))[0].event == "wager-placed"


@law("621a.6(a)")
def test_621a_6_a_the_dealer_inspects_and_the_floorperson_assigned_to_the_table_verifies() -> None:
    here = tiles_to_inspect()
    for cite, by in TILES_INSPECTED:
        for role in ("player", "pit-manager", "floorperson" if by == "dealer" else "dealer"):
            reason, because = here.refusal({**steps((cite, by))[0], "by": role})
            assert f"this is for the {by}" in reason and because == cites(cite)
        here.do(*steps((cite, by)))
    assert isinstance(here.table.due, Procedure) and here.table.due.name == "turn-down"


@law("621a.6(a)(1)")
def test_621a_6_a_1_all_sixteen_pairs_are_there() -> None:
    here = tiles_received("621a.6(a)(1)")
    reason, because = here.refusal(step("621a.6(a)(1)"))
    assert "16 pairs, including the Supreme Pair" in reason and because == cites("621a.6(a)(1)")
    (found,) = here.do(step("621a.6(a)(1)", pairs=15))
    assert (found.event, found.cites) == ("tiles-unsuitable", cites("621a.6(a)(1)", "621a.6(a)(3)(i)"))


@law("621a.6(a)(3)(i)", "621a.6(a)(3)(ii)")
@pytest.mark.parametrize("failing", range(len(TILES_INSPECTED) - 1))
def test_621a_6_a_3_i_a_set_that_fails_its_inspection_is_not_played(failing: int) -> None:
    here = tiles_to_inspect()
    here.do(*steps(*TILES_INSPECTED[:failing]))
    check = steps(TILES_INSPECTED[failing])[0]
    (found,) = here.do({**check, "verified": False})
    assert found.event == "tiles-unsuitable" and found.cites == cites(TILES_INSPECTED[failing][0], "621a.6(a)(3)(i)")
    assert here.refusal(check)[1] == cites(check["cite"], "621a.6(a)(3)(i)")  # nobody says now that it passed
    here.do(step("621a.6(a)(3)(i)", "floorperson"))
    assert here.refusal(check)[1] == cites(check["cite"], "621a.6(a)(3)(i)")
    here.do(step("621a.6(a)(3)(ii)", "floorperson", table="7", signed=["dealer", "floorperson"]))
    here.do(*steps(*TILES_INSPECTED))  # the other set, from the start
    assert here.table.state.tiles == "face-up"


@law("621a.6(a)(2)", "621a.6(a)(3)")
def test_621a_6_a_2_size_shade_backs_and_sides_are_looked_at_before_the_verification() -> None:
    here = tiles_received("621a.6(a)(2)")
    reason, because = here.refusal(step("621a.6(a)", "floorperson"))
    assert reason == "first: Lay the tiles side by side: one size, one shade." and because == cites("621a.6(a)(2)")
    here.do(step("621a.6(a)(2)"))
    reason, because = here.refusal(step("621a.6(a)", "floorperson"))
    assert reason.startswith("first: Look at the back and the sides") and because == cites("621a.6(a)(3)")


@law("621a.6(a)(3)(i)", "621a.6(a)(3)(ii)")
def test_621a_6_a_3_i_an_unfit_set_is_replaced_and_the_inspection_begins_anew() -> None:
    here = tiles_received("621a.6(a)(3)")
    assert here.refusal(step("621a.6(a)(3)(i)"))[1] == cites("621a.6(a)(3)(i)")  # not for the dealer to bring
    here.do(step("621a.6(a)(3)(i)", "floorperson"))
    reason, because = here.refusal(step("621a.6(a)(3)"))
    assert reason.startswith("first: Put the unfit set into a sealed envelope") and because == cites(
        "621a.6(a)(3)(ii)", "621a.6(a)(3)(i)"
    )
    here.do(step("621a.6(a)(3)(ii)", "floorperson", table="7", signed=["dealer", "floorperson"]))
    assert here.refusal(step("621a.6(a)(3)"))[0].startswith(
        "first: There are 32 tiles"
    )  # the other set, from the beginning
    here.do(*steps(*TILES_INSPECTED))


@law("621a.6(a)(3)(ii)")
@pytest.mark.parametrize(
    ("noted", "reason"),
    [
        ({"table": "7", "signed": ["dealer"]}, "the dealer and a floorperson or above must sign"),
        ({"table": "7", "signed": ["floorperson", "shift-manager"]}, "the dealer and a floorperson or above must sign"),
        ({"signed": ["dealer", "pit-manager"]}, "must show the table number"),
        ({}, "the dealer and a floorperson or above must sign"),
    ],
)
def test_621a_6_a_3_ii_a_sealed_set_is_identified_and_signed(noted: dict[str, object], reason: str) -> None:
    here = tiles_to_inspect()
    here.do(step("621a.6(a)(3)(i)", "floorperson"))
    refused = here.refusal(step("621a.6(a)(3)(ii)", "floorperson", **noted))
    assert reason in refused[0] and refused[1] == cites("621a.6(a)(3)(ii)")


@law("621a.6(b)")
def test_621a_6_b_the_pairs_lie_open_by_rank_for_the_first_player() -> None:
    assert TILES[:4] == ("2-4", "1-2", "6-6", "6-6")  # as a set is laid out: the Supreme Pair first
    assert opened_by_hand().table.state.tiles == "face-up"


@law("621a.6(c)")
def test_621a_6_c_the_first_player_looks_before_they_are_mixed() -> None:
    here = opened_by_hand()
    reason, because = here.refusal(MIX)
    assert reason == "621a.6(d) mix is not a step that is due now; due: 621a.6(c), 621a.3(e)"
    assert because == cites("621a.6(d)", "621a.6(c)")
    here.do(LOOK, MIX)


@law("621a.6(e)", "621a.6(c)")
def test_621a_6_e_nothing_is_stacked_that_the_first_player_has_not_looked_at() -> None:
    here = opened_by_hand()
    reason, because = here.refusal(report("621a.6(e)"))
    assert reason == "the tiles have not been turned face down, so none is being stacked"
    assert because == cites("621a.6(e)", "621a.6(c)")
    assert here.table.steps()[0].cite == "621a.6(c)"  # and the look is still to come
    here.do(LOOK, MIX, report("621a.6(e)"), MIX, STACK)
    assert here.betting


@law("621a.6(d)")
@pytest.mark.parametrize("noted", [{"circles": 7}, {"circles": 0}, {}])
def test_621a_6_d_fewer_than_eight_circles_do_not_mix(noted: dict[str, Any]) -> None:
    here = opened_by_hand()
    here.do(LOOK)
    reason, because = here.refusal(step("621a.6(d)", item="mix", **noted))
    assert "at least 8 times" in reason and because == cites("621a.6(d)")


@law("621a.6(d)")
def test_621a_6_d_eight_stacks_of_four_that_a_source_arranges() -> None:
    here = opened_by_hand()
    here.do(LOOK, MIX)
    assert here.refusal(step("621a.6(d)", item="stack", stacks=7, of=4))[1] == cites("621a.6(d)")
    assert isinstance(here.table.source, SeededSource)
    before = here.table.source.position
    here.do(STACK)
    assert here.table.source.position > before  # the source arranged 32 faces, and the state knows none of them
    assert here.table.state.hands == () and here.betting


@law("621a.6(e)")
def test_621a_6_e_a_tile_that_shows_itself_means_mixing_all_again() -> None:
    here = opened_by_hand()
    here.do(LOOK, MIX)
    said = here.do(report("621a.6(e)"))[0]
    assert (said.event, said.cites) == ("remixed", cites("621a.6(e)"))
    assert here.refusal(STACK)[1] == cites("621a.6(d)")  # the mixing that was done counts no more
    here.do(MIX)
    here.do(report("621a.6(e)"))
    assert here.refusal(STACK)[1] == cites("621a.6(d)")
    here.do(MIX, STACK)
    assert here.betting


@law("621a.6(e)")
def test_621a_6_e_wagers_stay_and_a_source_stacks_anew() -> None:
    here = sitting()
    here.wager(1000)
    assert isinstance(here.table.source, SeededSource)
    before = here.table.source.position
    here.do(report("621a.6(e)", "floorperson"))
    assert here.betting and [placed.cents for placed in here.table.state.placed] == [1000]
    assert here.table.source.position > before
    assert here.refusal(report("621a.6(e)", "player"))[1] == cites("621a.6(e)")
    here.do(NO_MORE_BETS)
    assert here.refusal(report("621a.6(e)"))[0] == "the tiles are not being stacked"


@law("621a.6(f)")
def test_621a_6_f_after_a_round_the_tiles_are_turned_down_and_mixed_without_a_look() -> None:
    here = opened_by_hand()
    here.do(LOOK, MIX, STACK, wager(1, 1000), NO_MORE_BETS, step("621a.8(a)(2)", shakes=3))
    here.table.do({"do": "result", "total": 9})
    here.do(step("621a.8(d)"), step("621a.8(e)"), step("621a.8(f)"))
    here.table.draw()
    here.do(choose(1, "house-way"))
    here.table.draw()
    way = here.table.game.law.normal_notes(here.table.rules, here.table.state, here.table.steps()[0])
    here.do(step("621a.10(c)", **way), EXPOSE)
    while isinstance(here.table.due, Procedure) and here.table.due.name != "turn-down":
        here.do(step(here.table.steps()[0].cite))
    assert [each.cite for each in here.table.steps()] == list(cites("621a.6(f)"))
    assert here.refusal(report("621a.6(e)"))[1] == cites("621a.6(e)", "621a.6(f)")
    here.do(DOWN)
    assert [each.cite for each in here.table.steps()] == list(cites("621a.6(d)", "621a.6(d)"))
    here.do(MIX, STACK)
    assert here.betting


@law("621a.6(g)")
def test_621a_6_g_without_gaming_the_tiles_lie_open_until_somebody_comes() -> None:
    here = opened_by_hand()
    here.do(LOOK, MIX, STACK, step("621a.6(g)"))
    due = here.table.due
    assert isinstance(due, Procedure) and due.name == "turn-down"
    assert here.table.steps()[0].cite == "621a.6(c)"
    here.do(LOOK, MIX, STACK)
    assert here.betting


@law("621a.6(g)")
def test_621a_6_g_with_a_wager_on_the_layout_there_is_gaming() -> None:
    here = sitting()
    due = here.table.due
    assert isinstance(due, Wagers) and "no-gaming" in due.may
    here.wager(1000)
    reason, because = here.refusal(step("621a.6(g)"))
    assert "621a.6(g) is not a step that is due now" in reason and because == cites("621a.6(g)", "621a.7(a)")


@law("621a.6(c)", "621a.6(b)")
def test_621a_6_c_the_tiles_lie_open_until_a_player_is_there_to_look_at_them() -> None:
    here = sitting(chips=())
    due = here.table.due
    assert isinstance(due, Procedure) and due.name == "turn-down"
    assert "621a.6(c)" not in [cite for event in here.table.events for cite in event.cites]
    events = here.do({"do": "buy-in", "seat": 3, "cents": 10_000})
    done = [event.cites for event in events if event.event == "step-done"]
    assert events[0].event == "bought-in" and done == [cites("621a.6(c)"), cites("621a.6(d)"), cites("621a.6(d)")]
    assert here.betting


@law("621a.6(c)", "621a.6(g)")
def test_621a_6_c_by_hand_nobody_looks_who_is_not_there() -> None:
    here = sitting(procedure="by-hand", chips=())
    while here.table.steps()[0].cite != "621a.6(c)":
        each = here.table.steps()[0]
        notes = here.table.game.law.normal_notes(here.table.rules, here.table.state, each)
        here.do(step(each.cite, each.by, item=each.item, **notes))
    reason, because = here.refusal(LOOK)
    assert reason.startswith("no player is at the table yet") and because == cites("621a.6(c)")
    here.do({"do": "buy-in", "seat": 1, "cents": 10_000}, LOOK)


@law("621a.6(g)")
def test_621a_6_g_when_the_last_player_leaves_the_tiles_wait_for_another() -> None:
    here = sitting(chips=(10_000,))
    here.do({"do": "cash-out", "seat": 1, "cents": 10_000}, step("621a.6(g)"))
    due = here.table.due
    assert isinstance(due, Procedure) and due.name == "turn-down"
    here.do({"do": "buy-in", "seat": 2, "cents": 10_000})
    assert here.betting
