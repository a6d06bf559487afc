"""617a.1: the ball, the wheel, the table, the layout, and a double zero wheel used as a single zero wheel."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c617a_roulette.hands import (
    ABOVE,
    AS_SINGLE,
    NUMBERS,
    RED,
    WHEELS,
    opened,
    opening,
    result,
    roulette,
    rules_of,
    wager,
)
from chapters.harness import approved_as, done, the
from chapters.harness import floor_step as step
from houseway.core import Wagers
from houseway.games import judged, load
from houseway.games.roulette.wheel import colour_of, order
from support import cites, law

EUROPEAN = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
AMERICAN = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
OPTIONS = ("movable_parts=true", "five_adjacent=true", "compartments=neutral")


def inspected(cite: str, *settings: str, **data: object) -> None:
    """The paragraph is seen to at the opening by a floorperson, security or those above, and by nobody else."""
    for role in ("dealer", "player", "surveillance", "maintenance"):
        reason, because = roulette(*settings, procedure="by-hand").refusal(step(cite, role, **data))
        assert "the floorperson" in reason and because == cites(cite)
    for role in ("floorperson", "security", *ABOVE):
        (done,) = roulette(*settings, procedure="by-hand").do(step(cite, role, **data))
        assert (done.event, done.cites, done.fields["by"]) == ("step-done", cites(cite), role)


@law("617a.1")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_1_every_requirement_is_seen_to_before_a_wager_is_taken(wheel: str) -> None:
    settings = (f"wheel={wheel}", *OPTIONS)
    steps = opening(*settings)
    for missing in steps:
        table = roulette(*settings, procedure="by-hand")
        done(table, *(each for each in steps if each is not missing))
        assert table.refusal(wager("red"))[1] == cites("617a.2(a)")
        done(table, missing)
        assert isinstance(table.table.due, Wagers)


@law("617a.1(a)")
@pytest.mark.parametrize("size", [12, 13, 14])
def test_617a_1_a_the_ball_is_of_no_metal_and_twelve_to_fourteen_sixteenths_across(size: int) -> None:
    inspected("617a.1(a)", nonmetallic=True, diameter_sixteenths=size)


@law("617a.1(a)")
@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"nonmetallic": True, "diameter_sixteenths": 11}, "12/16 to 14/16"),
        ({"nonmetallic": True, "diameter_sixteenths": 15}, "12/16 to 14/16"),
        ({"nonmetallic": True}, "12/16 to 14/16"),
        ({"nonmetallic": False, "diameter_sixteenths": 12}, "nonmetallic"),
        ({"diameter_sixteenths": 12}, "nonmetallic"),
    ],
)
def test_617a_1_a_another_ball_is_refused(data: dict[str, Any], why: str) -> None:
    reason, because = roulette(procedure="by-hand").refusal(step("617a.1(a)", **data))
    assert why in reason and because == cites("617a.1(a)")


@law("617a.1(b)")
def test_617a_1_b_the_wheel_is_at_least_thirty_inches_across() -> None:
    for size in (30, 32, "30.5"):
        inspected("617a.1(b)", diameter_inches=size)
    for noted in ({"diameter_inches": 29}, {"diameter_inches": "29.99"}, {}):
        reason, because = roulette(procedure="by-hand").refusal(step("617a.1(b)", **noted))
        assert "at least 30 inches" in reason and because == cites("617a.1(b)")


@law("617a.1(c)")
def test_617a_1_c_the_single_zero_wheel_has_37_numbers_in_their_order_and_colours() -> None:
    rules = rules_of("wheel=single-zero")
    assert order(rules) == tuple(EUROPEAN.split()) and len(order(rules)) == rules.number("compartments_single") == 37
    assert sorted(order(rules), key=int) == ["0", *NUMBERS]
    colours = [colour_of(number, rules) for number in order(rules)]
    assert colours == ["green", *["red", "black"] * 18]
    assert {number for number in NUMBERS if colour_of(number, rules) == "red"} == RED


@law("617a.1(c)")
def test_617a_1_c_a_wheel_in_another_order_is_refused() -> None:
    inspected("617a.1(c)", "wheel=single-zero", item="order", order=EUROPEAN.split())
    swapped = EUROPEAN.replace("32 15", "15 32").split()
    table = roulette("wheel=single-zero", procedure="by-hand")
    reason, because = table.refusal(step("617a.1(c)", item="order", order=swapped))
    assert "place 2 of the wheel must be 32, not '15'" in reason and because == cites("617a.1(c)")
    reason, because = table.refusal(step("617a.1(c)", item="order", order=AMERICAN.split()))
    assert "has 37 numbers" in reason and because == cites("617a.1(c)")


@law("617a.1(d)")
def test_617a_1_d_the_double_zero_wheel_has_38_numbers_in_their_order_and_colours() -> None:
    for wheel in ("double-zero", "double-zero-as-single-zero"):
        rules = rules_of(f"wheel={wheel}")
        assert (
            order(rules) == tuple(AMERICAN.split()) and len(order(rules)) == rules.number("compartments_double") == 38
        )
        assert set(order(rules)) == {"0", "00", *NUMBERS}
        colours = [colour_of(number, rules) for number in order(rules)]
        half = [*["black", "red"] * 9]
        assert colours == ["green", *half, "green", *reversed(half)]
        assert {number for number in NUMBERS if colour_of(number, rules) == "red"} == RED


@law("617a.1(d)")
@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize(("chosen", "word"), [("coloured", "colors of the ring"), ("neutral", "neutral color")])
def test_617a_1_d_compartments_are_coloured_like_the_ring_or_in_an_approved_neutral_colour(
    wheel: str, chosen: str, word: str
) -> None:
    cite = "617a.1(c)" if wheel == "single-zero" else "617a.1(d)"
    table = roulette(f"wheel={wheel}", f"compartments={chosen}", procedure="by-hand")
    (done,) = table.do(step(cite, item="compartments"))
    assert word in done.fields["text"] and done.cites == cites(cite)
    found, _, _ = judged("roulette", ["compartments=gold"])
    assert [(f.field, f.cites) for f in found.findings] == [("compartments", cites("617a.1(d)"))]


@law("617a.1(e)")
def test_617a_1_e_a_double_zero_wheel_may_be_used_as_a_single_zero_wheel() -> None:
    offered = load("roulette", [AS_SINGLE])[0].law.catalogue(rules_of(AS_SINGLE))
    assert offered and not any("00" in name.partition(":")[2].split("-") for name in offered)
    found, _, _ = judged("roulette", ["wheel=triple-zero"])
    assert [(f.field, f.cites) for f in found.findings] == [("wheel", cites("617a.1(e)"))]


@law("617a.1(e)(1)")
@pytest.mark.parametrize(
    "name",
    [
        "straight:00",
        "split:0-00",
        "split:00-2",
        "split:00-3",
        "three-numbers:0-2-00",
        "three-numbers:00-2-3",
        "first-five",
    ],
)
def test_617a_1_e_1_no_wager_with_00_is_taken_while_it_is_covered(name: str) -> None:
    inspected("617a.1(e)(1)", AS_SINGLE)
    reason, because = roulette(AS_SINGLE).refusal(wager(name))
    assert "00 is covered" in reason and because == cites("617a.1(e)(1)")
    assert roulette().do(wager(name))[0].event == "wager-placed"


@law("617a.1(e)(2)", "617a.4(c)(1)")
def test_617a_1_e_2_the_signs_are_up_and_the_players_are_told() -> None:
    table = roulette(AS_SINGLE)
    notice = the(table.table.events, "notice")
    assert notice.cites == cites("617a.1(e)(2)", "617a.4(c)(1)") and len(notice.fields["notices"]) == 3
    assert set(notice.fields["notices"]) <= set(table.game.present.layout(table.rules).words)
    assert table.table.view()["notices"] == notice.fields["notices"]
    for wheel in ("double-zero", "single-zero"):
        assert "notice" not in roulette(f"wheel={wheel}").names()


@law("617a.1(e)(2)(i)")
def test_617a_1_e_2_i_a_sign_says_that_00_is_not_available() -> None:
    inspected("617a.1(e)(2)(i)", AS_SINGLE)
    assert "00 cannot be wagered on" in roulette(AS_SINGLE).table.view()["notices"][0]


@law("617a.1(e)(2)(ii)")
def test_617a_1_e_2_ii_a_sign_says_that_a_ball_in_00_is_spun_again() -> None:
    inspected("617a.1(e)(2)(ii)", AS_SINGLE)
    assert "in 00 is no spin" in roulette(AS_SINGLE).table.view()["notices"][1]


@law("617a.1(e)(2)(iii)")
def test_617a_1_e_2_iii_a_sign_says_that_even_money_loses_on_0() -> None:
    inspected("617a.1(e)(2)(iii)", AS_SINGLE)
    sign = roulette(AS_SINGLE).table.view()["notices"][2]
    assert "lose on 0" in sign and all(name in sign for name in ("Red", "black", "odd", "even", "1 to 18", "19 to 36"))


@law("617a.1(e)(2)")
@pytest.mark.parametrize(
    "cite", ["617a.1(e)(1)", "617a.1(e)(2)(i)", "617a.1(e)(2)(ii)", "617a.1(e)(2)(iii)", "617a.4(c)(1)"]
)
def test_617a_1_e_2_neither_cover_nor_sign_belongs_to_another_table(cite: str) -> None:
    for wheel in ("double-zero", "single-zero"):
        reason, because = roulette(f"wheel={wheel}", procedure="by-hand").refusal(step(cite))
        assert "not a step that is due" in reason and because == cites(cite, "617a.2(a)")


@law("617a.1(f)", "617a.1(f)(2)")
@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("five", ["true", "false"])
def test_617a_1_f_every_wager_has_a_place_on_the_layout_and_every_place_a_wager(wheel: str, five: str) -> None:
    table = roulette(f"wheel={wheel}", f"five_adjacent={five}")
    layout, offers = table.game.present.layout(table.rules), table.game.law.catalogue(table.rules)
    drawn = [area.wager for area in (*layout.areas, *layout.spots)]
    assert set(drawn) == set(offers)
    twice = {name for name in drawn if drawn.count(name) > 1}
    assert twice == ({"split:0-00"} if wheel == "double-zero" else set())
    assert all(area.pays == offers[area.wager].pays for area in (*layout.areas, *layout.spots))


@law("617a.1(f)(2)")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_1_f_2_no_area_lies_over_another_and_no_spot_over_another_spot(wheel: str) -> None:
    inspected("617a.1(f)(2)", f"wheel={wheel}")
    table = roulette(f"wheel={wheel}", "five_adjacent=true")
    layout = table.game.present.layout(table.rules)
    for group in (layout.areas, layout.spots):
        covered = [(x, y) for a in group for x in range(a.x, a.x + a.width) for y in range(a.y, a.y + a.height)]
        assert len(covered) == len(set(covered))


@law("617a.1(f)(1)")
def test_617a_1_f_1_the_layout_bears_the_holders_name() -> None:
    inspected("617a.1(f)(1)")
    table = roulette("holder=Allegheny Tables")
    assert table.game.present.layout(table.rules).holder == "Allegheny Tables"


@law("617a.1(f)(3)")
def test_617a_1_f_3_a_sign_gives_the_limits_and_they_bind() -> None:
    inspected("617a.1(f)(3)")
    table = roulette("limits.min_cents=500", "limits.max_cents=2000")
    assert "Wagers from $5.00 to $20.00." in table.game.present.layout(table.rules).words
    for cents in (400, 2100):
        reason, because = table.refusal(wager("red", cents))
        assert "outside the limits" in reason and because == cites("601a.2", "617a.1(f)(3)")


@law("617a.1(f)(3)", "617a.3(e)(1)(iii)")
def test_617a_1_f_3_the_limits_hold_for_five_adjacent_numbers_as_a_whole_or_by_the_other_reading_for_each_fifth() -> (
    None
):
    settings = ("five_adjacent=true", "limits.min_cents=500", "limits.max_cents=2000")
    other = (*settings, "reading.five_adjacent_limits=each-fifth")
    for chosen, low, high, because in (
        (settings, 500, 2000, cites("601a.2", "617a.1(f)(3)")),
        (other, 2500, 10_000, cites("601a.2", "617a.1(f)(3)", "617a.3(e)(1)(iii)")),
    ):
        for cents in (low - 5, high + 5):
            assert roulette(*chosen).refusal(wager("five-adjacent:17", cents))[1] == because
        for cents in (low, high):
            assert roulette(*chosen).do(wager("five-adjacent:17", cents))[0].event == "wager-placed"
        assert roulette(*chosen).refusal(wager("straight:17", 2100))[1] == cites("601a.2", "617a.1(f)(3)")


@law("617a.1(f)(4)")
def test_617a_1_f_4_a_replica_of_the_wheel_is_there_where_five_adjacent_numbers_are_offered() -> None:
    inspected("617a.1(f)(4)", "five_adjacent=true")
    reason, _ = roulette(procedure="by-hand").refusal(step("617a.1(f)(4)"))
    assert "not a step that is due" in reason
    for wheel, ring in (("double-zero", AMERICAN), ("single-zero", EUROPEAN)):
        table = roulette(f"wheel={wheel}", "five_adjacent=true")
        areas = [a for a in table.game.present.layout(table.rules).areas if a.wager.startswith("five-adjacent:")]
        clockwise = [a for a in areas if a.y == min(b.y for b in areas)]
        back = [a for a in areas if a not in clockwise]
        assert [a.lines[0] for a in (*clockwise, *reversed(back))] == ring.split()


@law("617a.1(g)")
def test_617a_1_g_drop_box_and_tip_box_are_seen_to() -> None:
    inspected("617a.1(g)")


@law("617a.1(c)", "617a.1(d)")
def test_617a_1_c_only_the_wheel_of_the_table_is_inspected() -> None:
    for wheel, other in (("single-zero", "617a.1(d)"), ("double-zero", "617a.1(c)")):
        reason, because = roulette(f"wheel={wheel}", procedure="by-hand").refusal(step(other, item="compartments"))
        assert "not a step that is due" in reason and because == cites(other, "617a.2(a)")


@law("617a.1(d)")
def test_617a_1_d_every_compartment_is_as_likely_as_the_other() -> None:
    for wheel, count in (("double-zero", 38), ("single-zero", 37), ("double-zero-as-single-zero", 38)):
        table = opened(f"wheel={wheel}")
        table.do(step("617a.5(a)", "dealer"), {"do": "no-more-bets"})
        due = table.table.due
        assert set(due.weights.values()) == {1} and len(due.weights) == count  # type: ignore[union-attr]
        assert table.do(result("0"))[0].fields["colour"] == "green"


# The notes of each inspection step, and the refusal if the table does not meet the law
WRONG: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("617a.1(b)", "", {"diameter_inches": "31.5", "opposite_ends": False}, {"diameter_inches": "31.5"}),
    ("617a.1(b)", "", {"diameter_inches": "29.9"}, {"diameter_inches": "30.0", "opposite_ends": True}),
    ("617a.1(d)", "compartments", {"equal": False}, {"equal": True}),
    ("617a.1(e)(1)", "", {"obscured": False}, {"obscured": True, "approval": "BGO 2011-7"}),
    ("617a.1(e)(1)", "", {"approval": "none"}, {"approval": "BGO 2011-7"}),
    ("617a.1(e)(2)(i)", "", {"posted": False}, {"posted": True}),
    ("617a.1(e)(2)(ii)", "", {"posted": False}, {"posted": True}),
    ("617a.1(e)(2)(iii)", "", {"posted": False}, {"posted": True}),
    ("617a.1(f)(1)", "", {"named": False}, {"named": True}),
    ("617a.1(f)(2)", "", {"complete": False}, {"complete": True}),
    ("617a.1(f)(3)", "", {"posted": False}, {"posted": True}),
    ("617a.1(g)", "", {"attached": False}, {"attached": True}),
    ("617a.2(a)(1)", "", {"nonmagnetic": False}, {"nonmagnetic": True}),
    ("617a.2(a)(2)", "", {"magnet_found": True}, {"magnet_found": False}),
    ("617a.2(a)(3)", "", {"level": False}, {"level": True}),
    ("617a.2(a)(3)", "", {"level": True, "even": False}, {"level": True, "free": True, "even": True}),
    ("617a.2(a)(4)", "", {"secure": False}, {"secure": True}),
    ("617a.2(a)(5)", "", {"complies": False}, {"complies": True}),
    ("617a.4(c)(1)", "", {"posted": False}, {"posted": True}),
]


@law("617a.1", "617a.1(e)", "617a.2(a)")
@pytest.mark.parametrize(("cite", "item", "wrong", "right"), WRONG)
def test_617a_1_what_a_step_notes_is_judged(cite: str, item: str, wrong: dict[str, Any], right: dict[str, Any]) -> None:
    table = roulette(*approved_as("roulette", "2011-7", AS_SINGLE), procedure="by-hand")
    act = {"do": "step", "cite": cite, "item": item, "by": "floorperson"}
    reason, because = table.refusal({**act, **wrong})
    assert reason and because == cites(cite)
    (done,) = table.do({**act, **right})
    assert (done.event, done.cites) == ("step-done", cites(cite))
