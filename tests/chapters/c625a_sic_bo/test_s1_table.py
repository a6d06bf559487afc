"""625a.1: the table, the electrical device, the layout and the shaker."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import SHAKERS, SMALL, brought_to, by_hand, opening
from chapters.harness import ABOVE, OTHERS, approved_as, the
from chapters.harness import floor_step as step
from houseway.core import Wagers
from houseway.games import judged, load
from support import bench, cites, law


def inspected(cite: str, shaker: str = "manual") -> None:
    """The paragraph is seen to at the opening by a floorperson or above, by nobody else, and once."""
    for role in ("dealer", *OTHERS):
        reason, because = by_hand(shaker).refusal(step(cite, role))
        assert "the floorperson or above" in reason and because == cites(cite)
    for role in ABOVE:
        (done,) = by_hand(shaker).do(step(cite, role))
        assert (done.event, done.cites) == ("step-done", cites(cite))
        assert done.fields == {"procedure": "opening", "by": role, "text": done.fields["text"]}
    reason, because = by_hand(shaker).refusal(step(cite), step(cite))
    assert f"{cite} is not a step that is due now; due: 625a.1(" in reason and because == cites(cite, "625a.5(a)")


def left_out(cite: str, shaker: str) -> None:
    """Without this one step the table does not open."""
    table = by_hand(shaker)
    table.do(*(each for each in opening(shaker) if each["cite"] != cite))
    assert table.refusal(SMALL)[1] == cites("625a.5(a)")
    table.do(*(each for each in opening(shaker) if each["cite"] == cite))
    assert isinstance(table.table.due, Wagers)


@law("625a.1")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_1_every_requirement_is_seen_to_before_a_wager_is_taken(shaker: str) -> None:
    for each in opening(shaker):
        left_out(each["cite"], shaker)


@law("625a.1")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_1_the_order_of_the_inspection_is_free(shaker: str) -> None:
    table = by_hand(shaker)
    table.do(*reversed(opening(shaker)))
    assert table.do(SMALL)[0].event == "wager-placed"


@law("625a.1(a)")
def test_625a_1_a_drop_box_and_tip_box_are_inspected() -> None:
    inspected("625a.1(a)")


@law("625a.1(b)")
def test_625a_1_b_the_electrical_device_is_inspected() -> None:
    inspected("625a.1(b)")


@law("625a.1(b)", "625a.5(d)")
def test_625a_1_b_the_device_lights_what_wins_once_the_values_are_entered() -> None:
    table = brought_to("thrown")
    assert table.table.view()["lit"] == []
    lit = the(table.do({"do": "result", "dice": [3, 1, 3]}), "illuminated")
    assert lit.fields["areas"] == [
        "two-of-a-kind:3",
        "total-value:7",
        "two-dice-combination:1-3",
        "small",
        "one-of-a-kind:1",
        "one-of-a-kind:3",
    ]
    assert lit.cites == cites("625a.5(d)", "625a.1(b)")
    assert table.table.view()["lit"] == lit.fields["areas"]


@law("625a.1(c)")
def test_625a_1_c_the_layout_holds_all_that_it_must_and_nothing_twice() -> None:
    game, rules = load("sic-bo", ["holder=Keystone Casino"])
    layout = game.present.layout(rules)
    assert layout.holder == "Keystone Casino"
    assert len(layout.areas) == 50
    assert all(area.pays for area in layout.areas)
    for one, other in combinations(layout.areas, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert beside or apart, (one, other)


@law("625a.1(c)(1)")
def test_625a_1_c_1_the_layout_bears_the_holders_name() -> None:
    inspected("625a.1(c)(1)")
    game, rules = load("sic-bo", ["holder=Keystone Casino"])
    assert game.present.layout(rules).holder == "Keystone Casino"


@law("625a.1(c)(2)")
def test_625a_1_c_2_the_layout_has_one_area_for_each_permissible_wager() -> None:
    inspected("625a.1(c)(2)")
    game, rules = load("sic-bo")
    assert sorted(area.wager for area in game.present.layout(rules).areas) == sorted(game.law.catalogue(rules))


@law("625a.1(c)(3)", "625a.6")
def test_625a_1_c_3_the_layout_shows_the_payout_odds() -> None:
    inspected("625a.1(c)(3)")
    game, rules = load("sic-bo")
    layout = game.present.layout(rules)
    assert layout.at("three-of-a-kind:6").pays == "150 to 1"
    assert layout.at("total-value:17").pays == "50 to 1"
    assert layout.at("one-of-a-kind:1").pays == "1, 2 or 3 to 1"
    assert {area.wager: area.pays for area in layout.areas} == {
        wager: offer.pays for wager, offer in game.law.catalogue(rules).items()
    }


@law("625a.1(d)")
def test_625a_1_d_the_game_is_played_with_a_manual_or_an_automated_shaker() -> None:
    assert bench("sic-bo").table.view()["shaker"] == "manual"
    assert bench("sic-bo", "shaker=automated").table.view()["shaker"] == "automated"
    found, _, _ = judged("sic-bo", ["shaker=cup"])
    assert found.rules is None
    assert [(f.field, f.value, f.cites, f.malformed) for f in found.findings] == [
        ("shaker", "cup", cites("625a.1(d)"), False)
    ]


@law("625a.1(d)(1)")
def test_625a_1_d_1_a_manual_shaker_is_inspected_in_all_three_points() -> None:
    table = by_hand("manual")
    done = table.do(*(step(f"625a.1(d)(1)({point})") for point in ("i", "ii", "iii")))
    assert [(e.event, e.cites) for e in done] == [
        ("step-done", cites("625a.1(d)(1)(i)")),
        ("step-done", cites("625a.1(d)(1)(ii)")),
        ("step-done", cites("625a.1(d)(1)(iii)")),
    ]


@law("625a.1(d)(1)(i)")
def test_625a_1_d_1_i_compartment_and_cover_are_inspected() -> None:
    inspected("625a.1(d)(1)(i)")


@law("625a.1(d)(1)(ii)")
def test_625a_1_d_1_ii_seal_or_lock_is_inspected() -> None:
    inspected("625a.1(d)(1)(ii)")


@law("625a.1(d)(1)(iii)")
def test_625a_1_d_1_iii_the_name_on_a_manual_shaker_is_inspected() -> None:
    inspected("625a.1(d)(1)(iii)")


@law("625a.1(d)(2)")
def test_625a_1_d_2_an_automated_shaker_may_be_used_and_has_its_own_inspection() -> None:
    left_out("625a.1(d)(2)(ii)", "automated")
    left_out("625a.5(a)(2)", "automated")
    for other in (step("625a.1(d)(2)(ii)"), step("625a.5(a)(2)", operations=3)):
        assert by_hand("manual").refusal(other)[1] == cites(other["cite"], "625a.5(a)")


@law("625a.1(d)(2)(i)")
def test_625a_1_d_2_i_it_meets_the_demands_of_compartment_cover_and_lock_but_bears_no_name() -> None:
    inspected("625a.1(d)(1)(i)", "automated")
    inspected("625a.1(d)(1)(ii)", "automated")
    reason, because = by_hand("automated").refusal(step("625a.1(d)(1)(iii)"))
    assert "625a.1(d)(1)(iii) is not a step that is due now" in reason
    assert because == cites("625a.1(d)(1)(iii)", "625a.5(a)")


@law("625a.1(d)(2)(ii)")
def test_625a_1_d_2_ii_its_place_and_procedure_are_as_approved() -> None:
    inspected("625a.1(d)(2)(ii)", "automated")


@law("625a.1(c)(3)")
def test_625a_1_c_3_or_the_payout_odds_stand_on_a_sign() -> None:
    game, rules = load("sic-bo", ["payout_odds=sign"])
    layout = game.present.layout(rules)
    assert not any(area.pays for area in layout.areas)
    (sign,) = layout.signs
    assert sign.startswith(
        "payout odds: three of a kind 150 to 1; two of a kind 8 to 1; any three of a kind 24 to 1; total value 4 50 to 1"
    )
    assert "two dice combination 5 to 1; small 1 to 1; big 1 to 1; " in sign
    assert sign.endswith(
        "one of a kind, one die 1 to 1; one of a kind, two dice 2 to 1; one of a kind, three dice 3 to 1"
    )
    assert sign in layout.notes[-1]


# The notes of each inspection step, and the refusal if the table does not meet the law
WRONG: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("manual", "625a.1(a)", {"same_side": False}, {"same_side": True}),
    ("manual", "625a.1(a)", {"approval": "none"}, {"approval": "BCC 2011-7"}),
    ("manual", "625a.1(b)", {"complete": False}, {"complete": True}),
    ("manual", "625a.1(b)", {"approval": "None"}, {"approval": "GLO 2011-7"}),
    ("manual", "625a.1(c)(1)", {"named": False}, {"named": True}),
    ("manual", "625a.1(c)(2)", {"complete": False}, {"complete": True}),
    ("manual", "625a.1(c)(3)", {"posted": False}, {"posted": True}),
    ("manual", "625a.1(d)(1)(i)", {"cover": "transparent"}, {"cover": "opaque"}),
    ("automated", "625a.1(d)(1)(i)", {"compartment": "opaque"}, {"compartment": "transparent", "cover": "opaque"}),
    ("manual", "625a.1(d)(1)(ii)", {"lockable": False}, {"lockable": True}),
    ("manual", "625a.1(d)(1)(iii)", {"named": False}, {"named": True}),
    ("automated", "625a.1(d)(2)(ii)", {"approval": "none"}, {"approval": "BGO 2011-7"}),
]


@law("625a.1", "625a.1(d)")
@pytest.mark.parametrize(("shaker", "cite", "wrong", "right"), WRONG)
def test_625a_1_what_a_step_notes_is_judged(
    shaker: str, cite: str, wrong: dict[str, Any], right: dict[str, Any]
) -> None:
    table = by_hand(shaker, *approved_as("sic-bo", "2011-7", f"shaker={shaker}"))
    reason, because = table.refusal(step(cite, **wrong))
    assert next(iter(wrong)) in reason and because == cites(cite)
    (done,) = table.do(step(cite, **right))
    assert (done.event, done.fields["noted"]) == ("step-done", right)
