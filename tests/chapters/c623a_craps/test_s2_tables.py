"""623a.2: the table, its layout and, for the Fire Bet, what more must be there."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c623a_craps.hand import Hand
from houseway.core import Area
from houseway.games.craps.steps import shown_at_the_table
from houseway.law import Unlawful
from support import cites, law

SEEN = [
    "623a.2(a)", "623a.2(b)", "623a.2(d)(1)", "623a.2(d)(2)", "623a.2(d)(3)", "623a.2(e)", "623a.2(f)(1)", "623a.2(f)(2)",
    "623a.2(f)(3)(i)", "623a.2(f)(3)(ii)", "623a.2(f)(3)(iii)", "623a.3(c)", "623a.7(a)",
]  # fmt: skip
FIRE = [cite for cite in SEEN if cite.startswith("623a.2(f)")]


def inspected(hand: Hand) -> list[str]:
    return [e.cites[0] for e in hand.table.events if e.event == "step-done" and e.fields["procedure"] == "opening"]


@law(
    "623a.2", "623a.2(a)", "623a.2(d)(1)", "623a.2(d)(2)", "623a.2(d)(3)", "623a.2(e)", "623a.2(f)", "623a.2(f)(2)",
    "623a.2(f)(3)", "623a.2(f)(3)(i)", "623a.2(f)(3)(ii)", "623a.2(f)(3)(iii)", "623a.3(c)",
)  # fmt: skip
def test_623a_2_the_table_is_inspected_before_it_opens() -> None:
    assert inspected(Hand()) == SEEN


@law("623a.2(f)")
def test_623a_2_f_without_the_fire_bet_nothing_of_it_is_asked_for() -> None:
    assert inspected(Hand("craps", 'wagers=["pass","field"]')) == [cite for cite in SEEN if cite not in FIRE]


@law("623a.2(a)", "623a.2(e)")
@pytest.mark.parametrize("cite", SEEN)
def test_623a_2_a_every_inspection_is_for_a_floorperson(cite: str) -> None:
    hand = Hand(procedure="by-hand")
    reason, because = hand.refused("step", cite=cite, by="dealer")
    assert "floorperson or above" in reason and because == cites(cite)


@law("623a.2(b)")
def test_623a_2_b_a_craps_table_is_at_most_14_feet_long() -> None:
    hand = Hand(procedure="by-hand")
    reason, because = hand.refused("step", cite="623a.2(b)", by="floorperson", length_inches=169)
    assert "at most 168 inches" in reason and because == cites("623a.2(b)")
    assert hand.do("step", cite="623a.2(b)", by="floorperson", length_inches=168)[0].event == "step-done"


@law("623a.2(c)")
def test_623a_2_c_a_mini_craps_table_is_at_most_nine_and_a_half_feet_long_and_seats_nine() -> None:
    hand = Hand("mini-craps", procedure="by-hand")
    for fields, said in (
        ({"length_inches": 115, "seats": 9}, "at most 114"),
        ({"length_inches": 114, "seats": 10}, "at most 9"),
    ):
        reason, because = hand.refused("step", cite="623a.2(c)", by="floorperson", **fields)
        assert said in reason and because == cites("623a.2(c)")
    assert hand.do("step", cite="623a.2(c)", by="floorperson", length_inches=114, seats=9)[0].event == "step-done"


@law("623a.2(c)", "623a.4(e)")
def test_623a_2_c_a_submission_for_mini_craps_may_not_have_ten_seats() -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("mini-craps", "boxes=10")
    (finding,) = caught.value.findings
    assert (finding.field, finding.cites) == ("boxes", cites("623a.2(c)"))
    assert Hand("mini-craps", "boxes=9").rules.boxes == 9
    assert Hand("craps", "boxes=10").rules.boxes == 10


@law("623a.2(f)(1)")
def test_623a_2_f_1_there_are_at_most_16_fire_bet_areas() -> None:
    hand = Hand(procedure="by-hand")
    reason, because = hand.refused("step", cite="623a.2(f)(1)", by="floorperson", areas=17)
    assert "at most 16" in reason and because == cites("623a.2(f)(1)")
    wide = Hand("craps", "boxes=18")
    wide.table.buy_in(17, 1000)
    reason, because = wide.refused("wager", seat=17, id="fire", cents=100)
    assert "none for seat 17" in reason and because == cites("623a.2(f)(1)")


def overlap(one: Area, other: Area) -> bool:
    beside = one.x >= other.x + other.width or other.x >= one.x + one.width
    above = one.y >= other.y + other.height or other.y >= one.y + one.height
    return not (beside or above)


@law("623a.2(d)", "623a.2(d)(1)", "623a.2(d)(2)", "623a.2(d)(3)")
@pytest.mark.parametrize("game", ["craps", "mini-craps"])
def test_623a_2_d_the_layout_has_an_area_for_each_wager_a_name_and_the_words(game: str) -> None:
    hand = Hand(game, "holder=The Sample Casino")
    layout = hand.game.present.layout(hand.rules)
    assert layout.holder == "The Sample Casino"
    assert layout.words == ("NO CALL BETS",)
    assert {area.wager for area in layout.areas} == set(hand.game.law.catalogue(hand.rules))
    areas = layout.areas
    assert not [(a.wager, b.wager) for n, a in enumerate(areas) for b in areas[n + 1 :] if overlap(a, b)]


@law("623a.2(d)(2)", "623a.3(a)(20)", "623a.3(a)(21)")
def test_623a_2_d_2_a_layout_without_horn_high_and_whirl_areas() -> None:
    hand = Hand("craps", "areas.horn_high=false", "areas.whirl=false")
    drawn = {area.wager for area in hand.game.present.layout(hand.rules).areas}
    assert set(hand.game.law.catalogue(hand.rules)) - drawn == {"whirl", *(f"horn-high:{n}" for n in (2, 3, 11, 12))}


NOT_SO = [
    ("623a.2(a)", {"oblong": False}), ("623a.2(a)", {"oblong": True, "rounded_corners": False}),
    ("623a.2(d)(1)", {"approved": False}), ("623a.2(d)(2)", {"area_for_each_wager": False}),
    ("623a.2(d)(3)", {"says_no_call_bets": False}), ("623a.2(e)", {"drop_box": True, "tip_box": False}),
    ("623a.2(f)(2)", {"numbered": False}), ("623a.2(f)(3)(i)", {"posted": False}), ("623a.2(f)(3)(i)", {"paytable": "b"}),
    ("623a.2(f)(3)(ii)", {"posted": False}), ("623a.2(f)(3)(iii)", {"min_cents": 100, "max_cents": 1000}),
    ("623a.3(c)", {"posted": False}), ("623a.3(c)", {"posted": True, "min_cents": 500}),
]  # fmt: skip


@law(*dict.fromkeys(cite for cite, _ in NOT_SO))
@pytest.mark.parametrize(("cite", "noted"), NOT_SO)
def test_623a_2_a_what_an_inspection_finds_wrong_keeps_the_table_closed(cite: str, noted: dict[str, Any]) -> None:
    hand = Hand(procedure="by-hand")
    reason, because = hand.refused("step", cite=cite, by="floorperson", **noted)
    assert list(noted)[-1] in reason and because == cites(cite)
    assert hand.table.state.phase == "opening"
    right = {"paytable": "a", "min_cents": 100, "max_cents": 500 if "(f)" in cite else 1_000_000}
    shown = shown_at_the_table(hand.rules).get(cite, {})
    fields = {**{n: right.get(n, True) for n in noted}, **shown}
    assert hand.do("step", cite=cite, by="floorperson", **fields)[0].event == "step-done"


@law("623a.2(b)", "623a.2(c)")
def test_623a_2_b_lengths_have_parts_of_an_inch() -> None:
    for game, cite, longest in (("craps", "623a.2(b)", 168), ("mini-craps", "623a.2(c)", 114)):
        hand = Hand(game, procedure="by-hand")
        seats = {"seats": 8} if game == "mini-craps" else {}
        too_long = hand.refused("step", cite=cite, by="floorperson", length_inches=f"{longest}.25", **seats)
        assert too_long[1] == cites(cite)
        done = hand.do("step", cite=cite, by="floorperson", length_inches=f"{longest - 1}.75", **seats)
        assert done[0].event == "step-done"
