"""621a.2, 621a.3 and 621a.5: the table, the layout, the shaker, the tiles and the dice."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from chapters.c621a_pai_gow.sitting import EXPOSE, Sitting, at, sitting, wager
from chapters.harness import ABOVE, NO_MORE_BETS, Command, step
from houseway.core import Procedure, Wagers
from houseway.equipment.tiles import COPIES, TILES
from houseway.games import judged, load
from houseway.law import cites
from support import law

SIZE = {"length": "2.5", "width": "1", "thickness": "0.375"}
USUAL: dict[str, dict[str, Any]] = {
    "621a.5(a)": {"dice": 3}, "621a.3(a)": {"tiles": 32}, "621a.3(b)(1)": SIZE, "621a.6(a)(1)": {"pairs": 16},
}  # fmt: skip
BY_FLOORPERSON = [
    "621a.2(a)", "621a.2(b)(1)", "621a.2(b)(2)", "621a.2(b)(3)", "621a.2(c)", "621a.2(d)(1)", "621a.2(d)(2)", "621a.5(a)",
    "621a.5(c)",
]  # fmt: skip
BY_DEALER = ["621a.5(b)"]
OF_THE_TILES = ["621a.3(a)", *(f"621a.3(b)({n})" for n in range(1, 7))]
GENERATOR = "starting_position=generator"


def steps(*done: tuple[str, str]) -> list[Command]:
    """Steps as they should go."""
    return [step(cite, by, **USUAL.get(cite, {})) for cite, by in done]


OPENING = [*((cite, "floorperson") for cite in BY_FLOORPERSON), *((cite, "dealer") for cite in BY_DEALER)]
TILES_INSPECTED = [
    *((cite, "dealer") for cite in OF_THE_TILES),
    ("621a.3(d)", "dealer"), ("621a.6(a)(1)", "dealer"), ("621a.6(a)(2)", "dealer"), ("621a.6(a)(3)", "dealer"),
    ("621a.6(a)", "floorperson"), ("621a.6(b)", "dealer"),
]  # fmt: skip


def tiles_received(until: str) -> Sitting:
    """A table that completes nothing by itself, where a set of tiles is inspected up to this paragraph."""
    here = sitting(procedure="by-hand")
    here.do(*steps(*OPENING), *steps(*TILES_INSPECTED[: [cite for cite, _ in TILES_INSPECTED].index(until)]))
    return here


def inspected(cite: str, *settings: str) -> None:
    """Check that the table waits for this step before it opens, and that only the named role may do it."""
    by = "dealer" if cite in BY_DEALER else "floorperson"
    for role in ("player", "surveillance", *(ABOVE if by == "dealer" else ("dealer",))):
        reason, because = sitting(*settings, procedure="by-hand").refusal(step(cite, role, **USUAL.get(cite, {})))
        assert f"this is for the {by}" in reason and because == cites(cite)
    for role in ("dealer",) if by == "dealer" else ABOVE:
        (done,) = sitting(*settings, procedure="by-hand").do(step(cite, role, **USUAL.get(cite, {})))
        assert (done.event, done.cites, done.fields["procedure"]) == ("step-done", cites(cite), "opening")
    here = sitting(*settings, procedure="by-hand")
    others = [*OPENING, *([("621a.2(e)", "floorperson")] if GENERATOR in settings else [])]
    here.do(*steps(*(each for each in others if each[0] != cite)))
    assert here.refusal(wager(1, 1000))[1] == cites("621a.2")
    here.do(*steps((cite, by)))
    assert isinstance(here.table.due, Procedure) and here.table.due.name == "inspect-tiles"


@law("621a.2")
@pytest.mark.parametrize("cite", ["621a.2(c)", "621a.2(d)(1)", "621a.2(d)(2)"])
def test_621a_2_the_table_is_seen_to_before_it_opens(cite: str) -> None:
    inspected(cite)


@law("621a.2(a)")
def test_621a_2_a_six_betting_positions_and_no_other_number() -> None:
    inspected("621a.2(a)")
    assert load("pai-gow")[1].boxes == 6
    for boxes in (5, 7):
        (finding,) = judged("pai-gow", [f"boxes={boxes}"])[0].findings
        assert (finding.field, finding.value, finding.cites) == ("boxes", boxes, cites("621a.2(a)"))


@law("621a.2(b)")
def test_621a_2_b_nothing_on_the_layout_lies_over_anything_else() -> None:
    game, rules = load("pai-gow")
    layout = game.present.layout(rules)
    for one, other in combinations((*layout.areas, *layout.places), 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert beside or apart, (one, other)


@law("621a.2(b)(1)")
def test_621a_2_b_1_the_layout_bears_the_holders_name() -> None:
    inspected("621a.2(b)(1)")
    game, rules = load("pai-gow", ["holder=Keystone Casino"])
    assert game.present.layout(rules).holder == "Keystone Casino"


@law("621a.2(b)(2)")
def test_621a_2_b_2_each_player_has_an_area() -> None:
    inspected("621a.2(b)(2)")
    game, rules = load("pai-gow")
    areas = game.present.layout(rules).areas
    assert [(area.wager, area.seat) for area in areas] == [("wager", seat) for seat in range(1, 7)]
    assert [area.x for area in areas] == sorted(
        (area.x for area in areas), reverse=True
    )  # the first at the dealer's right


@law("621a.2(b)(3)")
def test_621a_2_b_3_the_dead_hand_lies_at_the_dealers_left() -> None:
    inspected("621a.2(b)(3)")
    game, rules = load("pai-gow")
    (place,) = game.present.layout(rules).places
    assert place.lines == ("DEAD HAND",) and place.x == 0  # as the dealer sees it


@law("621a.2(c)")
def test_621a_2_c_drop_box_and_tip_box() -> None:
    inspected("621a.2(c)")


@law("621a.2(d)", "621a.2(d)(1)", "621a.2(d)(2)")
def test_621a_2_d_a_shaker_with_three_dice_is_shaken_before_each_hand() -> None:
    inspected("621a.2(d)(1)")
    inspected("621a.2(d)(2)")
    here = sitting(procedure="opening-by-hand")
    here.do(*steps(*OPENING), wager(1, 1000), NO_MORE_BETS)
    assert here.chance.what == "total of the dice"
    assert here.chance.weights == {
        total: sum(total == a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
        for total in range(3, 19)
    }


@law("621a.2(e)")
def test_621a_2_e_a_generator_is_seen_to_only_where_one_is_used() -> None:
    inspected("621a.2(e)", GENERATOR)
    reason, because = sitting(procedure="by-hand").refusal(step("621a.2(e)", "floorperson"))
    assert "621a.2(e) is not a step that is due now" in reason and because == cites("621a.2(e)", "621a.2")


@law("621a.3", "621a.3(b)")
@pytest.mark.parametrize("cite", OF_THE_TILES)
def test_621a_3_the_tiles_are_seen_to_before_a_wager_is_taken(cite: str) -> None:
    here = tiles_received(until=cite)
    for role in ("player", "surveillance", *ABOVE):
        reason, because = here.refusal(step(cite, role, **USUAL.get(cite, {})))
        assert "this is for the dealer" in reason and because == cites(cite)
    assert here.refusal(wager(1, 1000))[1] == cites("621a.6(a)")
    (done,) = here.do(step(cite, **USUAL.get(cite, {})))
    assert (done.event, done.cites, done.fields["procedure"]) == ("step-done", cites(cite), "inspect-tiles")


@law("621a.3(a)", "621a.3(b)", "621a.6(a)(3)(i)", "621a.6(a)(3)(ii)")
@pytest.mark.parametrize("cite", OF_THE_TILES)
def test_621a_3_a_b_a_set_that_fails_is_sealed_and_the_next_one_is_asked_the_same(cite: str) -> None:
    here = tiles_received(until=cite)
    (found,) = here.do(step(cite, **{**USUAL.get(cite, {}), "verified": False}))
    assert (found.event, found.cites) == ("tiles-unsuitable", cites(cite, "621a.6(a)(3)(i)"))
    assert here.refusal(step(cite, **USUAL.get(cite, {})))[1] == cites(cite, "621a.6(a)(3)(i)")  # not said again
    assert here.refusal(wager(1, 1000))[1] == cites("621a.6(a)(3)(i)")
    here.do(step("621a.6(a)(3)(i)", "floorperson"))
    here.do(step("621a.6(a)(3)(ii)", "floorperson", table="7", signed=["dealer", "floorperson"]))
    reason, because = here.refusal(step("621a.3(d)"))
    assert reason.startswith("first: There are 32 tiles") and because == cites("621a.3(a)")
    here.do(*steps(*TILES_INSPECTED))
    assert here.table.state.tiles == "face-up" and here.table.chips(1) == 100_000


@law("621a.3(a)")
def test_621a_3_a_a_set_has_32_tiles() -> None:
    assert len(TILES) == 32
    reason, because = tiles_received("621a.3(a)").refusal(step("621a.3(a)", tiles=31))  # perhaps a slip of the pen
    assert reason == 'a set has 32 tiles: note "tiles": 32; if the set is unfit, note "verified": false'
    assert because == cites("621a.3(a)")


@law("621a.3(b)(1)", "621a.3(b)(2)", "621a.3(b)(3)", "621a.3(b)(4)", "621a.3(b)(5)", "621a.3(b)(6)")
def test_621a_3_b_1_each_tile_is_seen_to_in_six_points() -> None:
    here = tiles_received("621a.3(b)(1)")
    for field, too_small in (("length", "2.4"), ("width", "0.9"), ("thickness", "0.3")):
        for size in ({**SIZE, field: too_small}, {name: each for name, each in SIZE.items() if name != field}):
            reason, because = here.refusal(step("621a.3(b)(1)", **size))
            assert reason.startswith(f"the {field} of a tile in inches is at least")
            assert reason.endswith('if the set is unfit, note "verified": false') and because == cites("621a.3(b)(1)")
    done = here.do(*(step(f"621a.3(b)({n})", **(SIZE if n == 1 else {})) for n in range(1, 7)))
    assert [event.cites for event in done] == [cites(f"621a.3(b)({n})") for n in range(1, 7)]


@law("621a.3(c)", "621a.4(f)")
def test_621a_3_c_eleven_tiles_stand_twice_in_a_set_and_ten_once() -> None:
    twice = {"6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"}
    once = {"3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2"}
    assert {**dict.fromkeys(twice, 2), **dict.fromkeys(once, 1)} == COPIES


@law("621a.3(d)")
def test_621a_3_d_a_package_that_was_tampered_with_is_not_opened() -> None:
    here = tiles_received("621a.3(d)")
    assert here.refusal(step("621a.6(a)(1)", pairs=16))[0].startswith("first: The package")
    (found,) = here.do(step("621a.3(d)", verified=False))
    assert (found.event, found.cites) == ("tiles-unsuitable", cites("621a.3(d)", "621a.6(a)(3)(i)"))


@law("621a.3(e)")
def test_621a_3_e_tiles_are_changed_after_12_hours() -> None:
    here, watch = at("2011-06-11 08:00:00")
    here.wager(1000)
    here.do(NO_MORE_BETS)
    here.table.draw()
    watch.now += 12 * 3600  # to the second: still lawful
    here.do({"do": "choose", "seat": 1, "choice": "house-way"})
    here.table.draw()
    here.expose()
    assert here.betting
    here.wager(1000)
    here.do(NO_MORE_BETS)
    here.table.draw()
    watch.now += 1
    here.do({"do": "choose", "seat": 1, "choice": "house-way"})
    here.table.draw()
    waits = here.do(EXPOSE)[-1]
    assert (waits.event, waits.cites, waits.fields["procedure"]) == ("table-waits", cites("621a.3(e)"), "mix")
    assert waits.fields["reason"] == "the tiles have been in use for more than 12 hours: change them"
    assert isinstance(here.table.due, Procedure) and here.table.due.name == "mix"
    assert [event.event for event in here.do({"do": "buy-in", "seat": 2, "cents": 500})] == ["bought-in"]
    assert here.refusal(wager(1, 1000))[0] == "no wager is taken now: the procedure 'mix' must be completed first"
    here.do(step("621a.3(e)", "floorperson"))
    assert here.betting


@law("621a.3(e)", "621a.6(a)")
def test_621a_3_e_a_fresh_set_is_inspected_like_the_first_and_laid_open() -> None:
    here = sitting(procedure="by-hand")
    here.do(*steps(*OPENING, *TILES_INSPECTED))
    here.do(step("621a.3(e)", "floorperson"))
    assert here.refusal(step("621a.6(a)", "floorperson"))[0].startswith("first: There are 32 tiles")
    here.do(*steps(*TILES_INSPECTED))
    assert here.table.steps()[0].cite == "621a.6(c)"  # a player looks at them first
    assert here.table.state.first_round


@law("621a.5", "621a.5(a)")
def test_621a_5_three_dice_are_in_the_shaker() -> None:
    inspected("621a.5(a)")
    for dice in (2, 4):
        reason, because = sitting(procedure="by-hand").refusal(step("621a.5(a)", "floorperson", dice=dice))
        assert "3 dice" in reason and because == cites("621a.5(a)")


@law("621a.5(b)")
def test_621a_5_b_the_dealer_takes_charge_of_the_shaker() -> None:
    inspected("621a.5(b)")


@law("621a.5(c)")
def test_621a_5_c_dice_stay_for_24_hours_and_are_then_replaced() -> None:
    here, watch = at("2011-06-11 08:00:00")
    watch.now += 24 * 3600 + 1
    here.do(step("621a.3(e)", "floorperson"))  # the tiles are fresh, the dice are not
    here.wager(1000)
    closed, *_, waits = here.do(NO_MORE_BETS)
    assert (closed.event, waits.event, waits.cites) == ("no-more-bets", "table-waits", cites("621a.5(c)"))
    assert waits.fields["reason"] == "the dice have been on the table for more than 24 hours: replace them"
    here.do(step("621a.5(c)", "floorperson"))
    assert here.chance.what == "total of the dice"


@law("621a.5(c)")
def test_621a_5_c_dice_that_came_earlier_are_as_old_as_they_are() -> None:
    here, watch = at("2011-06-11 08:00:00", procedure="by-hand")
    reason, because = here.refusal(step("621a.5(c)", "floorperson", dice_placed_at=watch.now - 24 * 3600 - 1))
    assert "more than 24 hours" in reason and because == cites("621a.5(c)")
    reason, because = here.refusal(step("621a.5(c)", "floorperson", dice_placed_at=watch.now + 1))
    assert "not later than now" in reason and because == cites("621a.5(c)")
    here.do(step("621a.5(c)", "floorperson", dice_placed_at=watch.now - 24 * 3600))
    assert not isinstance(here.table.due, Wagers)


@law("621a.3(e)")
def test_621a_3_e_tiles_that_lay_stacked_for_too_long_are_not_dealt() -> None:
    here, watch = at("2011-06-11 08:00:00")
    here.wager(1000)
    watch.now += 12 * 3600 + 1
    reason, because = here.refusal(NO_MORE_BETS)
    assert reason == "the tiles have been in use for more than 12 hours: change them" and because == cites("621a.3(e)")
    here.do(step("621a.3(e)", "floorperson"), NO_MORE_BETS)
    assert here.chance.what == "total of the dice"


@law("621a.5(c)")
def test_621a_5_c_dice_grow_old_beside_a_generator_too() -> None:
    here, watch = at("2011-06-11 08:00:00", "starting_position=generator")
    watch.now += 24 * 3600 + 1
    here.do(step("621a.3(e)", "floorperson"))
    here.wager(1000)
    waits = here.do(NO_MORE_BETS)[-1]
    assert (waits.event, waits.cites) == ("table-waits", cites("621a.5(c)"))
    here.do(step("621a.5(c)", "floorperson"))
    assert here.chance.what == "number of the generator"


@law("621a.3(b)(1)")
@pytest.mark.parametrize(
    ("noted", "problem"),
    [
        ({"length": "2.4"}, "the length of a tile in inches is at least 2.5, not 2.4"),
        ({"length": 3, "width": "0.9"}, "the width of a tile in inches is at least 1, not 0.9"),
        (
            {"length": "2.5", "width": 1, "thickness": "0.37"},
            "the thickness of a tile in inches is at least 0.375, not 0.37",
        ),
    ],
)
def test_621a_3_b_1_a_tile_below_the_least_size_is_not_good_enough(noted: dict[str, object], problem: str) -> None:
    here = tiles_received("621a.3(b)(1)")
    unfit = '; if the set is unfit, note "verified": false'
    assert here.refusal(step("621a.3(b)(1)", **noted)) == (problem + unfit, cites("621a.3(b)(1)"))
    here.do(step("621a.3(b)(1)", length="2.5", width=1, thickness="0.375"))
