"""625a.4: placing wagers, and the result that settles them."""

from __future__ import annotations

import pytest

from chapters.c625a_sic_bo.hands import BIG, PHASES, SMALL, brought_to
from chapters.harness import settled, the
from support import bench, cites, law

WHY_NOT = {
    "opening": cites("625a.5(a)"),
    "thrown": cites("625a.5(c)"),
    "lit": cites("625a.5(e)"),
    "paid": cites("625a.5(f)"),
}


@law("625a.4")
@pytest.mark.parametrize("phase", PHASES)
def test_625a_4_wagers_are_placed_until_no_more_bets_and_not_again_before_the_lights_are_cleared(phase: str) -> None:
    table = brought_to(phase)
    before = table.table.chips(3)
    wager = {"do": "wager", "seat": 3, "id": "one-of-a-kind:1", "cents": 500}
    if phase in WHY_NOT:
        assert table.refusal(wager)[1] == WHY_NOT[phase]
        assert table.table.chips(3) == before
    else:
        (placed,) = table.do(wager)
        assert (placed.event, placed.cites) == ("wager-placed", cites("625a.4(a)"))
        assert table.table.chips(3) == before - 500


@law("625a.4")
def test_625a_4_chips_on_the_same_area_add_up_and_limits_hold_for_the_sum() -> None:
    table = bench("sic-bo", "limits.min_cents=500", "limits.max_cents=1000")
    assert table.refusal({**SMALL, "cents": 499})[1] == cites("601a.2")
    table.do({**SMALL, "cents": 600})
    assert table.do({**SMALL, "cents": 400})[0].fields["total_cents"] == 1000
    reason, because = table.refusal({**SMALL, "cents": 1})
    assert "$10.01 with the $10.00 that is on it already is outside the limits of this table, $5.00 to $10.00" in reason
    assert because == cites("601a.2")
    assert table.table.view()["wagers"] == [{"seat": 1, "id": "small", "cents": 1000}]


@law("625a.4")
def test_625a_4_a_wager_needs_chips() -> None:
    table = bench("sic-bo")
    reason, because = table.refusal({**SMALL, "cents": 100_001})
    assert "seat 1 has $1,000.00 in chips" in reason and because == cites("625a.4(a)")


@law("625a.4(a)")
@pytest.mark.parametrize("how", ["chips", "plaques"])
def test_625a_4_a_value_chips_and_plaques_are_taken(how: str) -> None:
    (placed,) = bench("sic-bo").do({**SMALL, "how": how})
    assert (placed.event, placed.cites) == ("wager-placed", cites("625a.4(a)"))


@law("625a.4(a)")
@pytest.mark.parametrize("phase", ["betting", "shaken"])
def test_625a_4_a_a_verbal_wager_with_cash_is_not_taken(phase: str) -> None:
    table = brought_to(phase)
    before = table.table.plain["accounts"]
    reason, because = table.refusal({**SMALL, "how": "verbal"})
    assert "place value chips or plaques on the layout" in reason and because == cites("625a.4(a)")
    assert table.table.plain["accounts"] == before


@law("625a.4(b)")
def test_625a_4_b_a_wager_placed_with_the_dealers_help_is_settled_where_it_lies() -> None:
    table = bench("sic-bo")
    (placed,) = table.do({**BIG, "seat": 1, "how": "assisted"})  # the player had meant small, and did not look
    assert (placed.event, placed.fields["how"], placed.cites) == ("wager-placed", "assisted", cites("625a.4(a)"))
    table.do({"do": "no-more-bets"})
    events = table.do({"do": "result", "dice": [1, 1, 2]})
    assert settled(events) == [(1, "big", "lost", 0, cites("625a.3(7)"))]


@law("625a.4(b)")
def test_625a_4_b_the_player_may_put_it_right_until_no_more_bets() -> None:
    table = bench("sic-bo")
    table.do({**BIG, "seat": 1, "how": "assisted"})
    (removed,) = table.do({"do": "remove", "seat": 1, "id": "big"})
    assert (removed.event, removed.fields["cents"], removed.cites) == ("wager-removed", 700, cites("625a.4(a)"))
    table.do(SMALL, {"do": "no-more-bets"})
    events = table.do({"do": "result", "dice": [1, 1, 2]})
    assert settled(events) == [(1, "small", "won", 1000, cites("625a.3(6)", "625a.6(a)"))]
    assert table.table.chips(1) == 100_500


@law("625a.4(c)")
@pytest.mark.parametrize("phase", ["thrown", "lit"])
@pytest.mark.parametrize("act", [{"do": "remove"}, {"do": "reduce", "cents": 100}], ids=["remove", "reduce"])
def test_625a_4_c_a_wager_stays_as_it_lies_after_no_more_bets(phase: str, act: dict[str, object]) -> None:
    reason, because = brought_to(phase).refusal({**act, "seat": 1, "id": "small"})
    assert "wagers stay as they lie" in reason and because == cites("625a.5(c)", "625a.4(c)")


@law("625a.4(c)")
def test_625a_4_c_it_is_settled_by_its_last_place_and_amount() -> None:
    table = brought_to("shaken")
    table.do({"do": "reduce", "seat": 1, "id": "small", "cents": 200}, {"do": "remove", "seat": 2, "id": "big"})
    table.do({"do": "no-more-bets"}, {"do": "result", "dice": [1, 1, 2]})
    events = table.do({"do": "step", "cite": "625a.5(e)", "by": "dealer"})
    assert settled(events) == [(1, "small", "won", 400, cites("625a.3(6)", "625a.6(a)"))]


@law("625a.4(c)", "625a.5(d)")
def test_625a_4_c_nothing_is_settled_before_the_values_are_entered_and_lit() -> None:
    table = brought_to("lit")
    assert "wager-settled" not in table.names()
    names = table.names()
    assert names.index("result") < names.index("illuminated")
    table.do({"do": "step", "cite": "625a.5(e)", "by": "dealer"})
    names = table.names()
    assert names.index("illuminated") < names.index("wager-settled")
    assert the(table.table.events, "result").fields["dice"] == [1, 2, 3]
