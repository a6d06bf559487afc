"""625a.5(b) to (f): the dealer's order in a round."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import (
    BIG,
    CLEAR,
    LIT_BY_1_2_3,
    RESULT,
    SETTLE,
    SHAKERS,
    SMALL,
    brought_to,
    by_hand,
    opening,
    shake,
)
from chapters.harness import (
    ABOVE,
    NO_MORE_BETS,
    OTHERS,
    Command,
    closes_the_betting,
    only_the_dealer_announces,
    said,
    settled,
    the,
)
from chapters.harness import floor_step as step
from houseway.core import Wagers
from support import bench, cites, law


@law("625a.5")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_round_by_hand_from_the_opening_to_the_clearing(shaker: str) -> None:
    table = by_hand(shaker)
    table.do(*opening(shaker), SMALL, BIG)
    happened = table.do(shake(shaker), NO_MORE_BETS, RESULT, SETTLE, CLEAR)
    mixed = "625a.5(b)(1)" if shaker == "manual" else "625a.5(b)(2)"
    assert [(e.event, e.cites) for e in happened] == [
        ("step-done", cites(mixed)),
        ("no-more-bets", cites("625a.5(c)")),
        ("result", cites("625a.5(d)")),
        ("illuminated", cites("625a.5(d)", "625a.1(b)")),
        ("step-done", cites("625a.5(e)")),
        ("wager-settled", cites("625a.3(7)")),
        ("wager-settled", cites("625a.3(6)", "625a.6(a)")),
        ("step-done", cites("625a.5(f)")),
        ("cleared", cites("625a.5(f)")),
    ]
    assert table.table.round == 2 and isinstance(table.table.due, Wagers)
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")  # the dice are to be shaken anew


@law("625a.5")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_a_table_that_completes_its_own_procedures_does_the_same(shaker: str) -> None:
    table = bench("sic-bo", f"shaker={shaker}")
    automatic = table.do(SMALL, BIG, NO_MORE_BETS, RESULT)
    hand = by_hand(shaker)
    hand.do(*opening(shaker))
    by_dealer = hand.do(SMALL, BIG, shake(shaker), NO_MORE_BETS, RESULT, SETTLE, CLEAR)
    assert [(e.event, e.cites) for e in automatic] == [(e.event, e.cites) for e in by_dealer]
    assert table.table.accounts == hand.table.accounts


# The phase, the act, and the citations of the refusal: a step out of turn cites itself and the next act
OUT_OF_ORDER: list[tuple[Any, ...]] = [
    ("opening", shake("manual"), "625a.5(b)(1)", "625a.5(a)"),
    ("opening", NO_MORE_BETS, "625a.5(a)"),
    ("opening", RESULT, "625a.5(a)"),
    ("opening", SETTLE, "625a.5(e)", "625a.5(a)"),
    ("betting", NO_MORE_BETS, "625a.5(b)"),
    ("betting", RESULT, "625a.5(b)"),
    ("betting", SETTLE, "625a.5(e)", "625a.4(a)"),
    ("shaken", CLEAR, "625a.5(f)", "625a.4(a)"),
    ("thrown", shake("manual"), "625a.5(b)(1)", "625a.5(c)"),
    ("thrown", NO_MORE_BETS, "625a.5(c)"),
    ("thrown", SETTLE, "625a.5(e)", "625a.5(c)"),
    ("thrown", CLEAR, "625a.5(f)", "625a.5(c)"),
    ("lit", shake("manual"), "625a.5(b)(1)", "625a.5(e)"),
    ("lit", NO_MORE_BETS, "625a.5(e)"),
    ("lit", RESULT, "625a.5(e)"),
    ("lit", CLEAR, "625a.5(f)", "625a.5(e)"),
    ("paid", shake("manual"), "625a.5(b)(1)", "625a.5(f)"),
    ("paid", NO_MORE_BETS, "625a.5(f)"),
    ("paid", RESULT, "625a.5(f)"),
    ("paid", SETTLE, "625a.5(e)", "625a.5(f)"),
]


@law("625a.5")
@pytest.mark.parametrize(("phase", "act", "because"), [(phase, act, why) for phase, act, *why in OUT_OF_ORDER])
def test_625a_5_an_act_out_of_order_is_refused_and_changes_nothing(
    phase: str, act: Command, because: list[str]
) -> None:
    table = brought_to(phase)
    before = table.table.plain
    assert table.refusal(act)[1] == cites(*because)
    assert table.table.plain == before


@law("625a.5")
def test_625a_5_a_step_that_is_not_due_says_what_is() -> None:
    reason, _ = brought_to("paid").refusal(SETTLE)
    assert reason == "625a.5(e) is not a step that is due now; due: 625a.5(f)"
    reason, _ = brought_to("thrown").refusal(SETTLE)
    assert reason == "625a.5(e) is not a step that is due now"


@law("625a.5(c)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_c_dice_that_have_been_seen_close_the_betting(shaker: str) -> None:
    table = brought_to("shaken", shaker)
    uncovered, lit, closed = table.do(RESULT)
    assert (uncovered.event, lit.event, closed.event) == ("result", "illuminated", "announced")
    assert "the betting is closed" in closed.fields["text"] and closed.cites == cites("625a.5(c)")
    reason, because = table.refusal({**SMALL, "seat": 3})
    assert "no wager is taken now" in reason and because == cites("625a.5(e)")
    assert table.refusal({"do": "remove", "seat": 2, "id": "big"})[1] == cites("625a.5(c)", "625a.4(c)")
    assert settled(table.do(SETTLE)) == [
        (2, "big", "lost", 0, cites("625a.3(7)")),
        (1, "small", "won", 1000, cites("625a.3(6)", "625a.6(a)")),
    ]


@law("625a.5(c)")
def test_625a_5_c_read_as_void_such_dice_return_every_wager() -> None:
    table = bench("sic-bo", "shaker=manual", "reading.result_before_no_more_bets=void")
    _, _, voided, returned = table.do(SMALL, RESULT)
    assert (voided.event, voided.cites, voided.fields["dice"]) == ("round-voided", cites("625a.5(c)"), [1, 2, 3])
    assert settled([returned]) == [(1, "small", "returned", 500, cites("625a.5(c)"))]
    assert (table.table.chips(1), table.table.round) == (100_000, 2)


@law("625a.5(b)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_b_no_more_bets_waits_for_the_dice_to_be_mixed(shaker: str) -> None:
    table = brought_to("betting", shaker)
    reason, because = table.refusal(NO_MORE_BETS)
    assert "first: Mix the dice" in reason and because == cites("625a.5(b)")
    table.do(shake(shaker))
    assert table.do(NO_MORE_BETS)[0].event == "no-more-bets"


@law("625a.5(b)")
@pytest.mark.parametrize(("shaker", "other"), [("manual", "automated"), ("automated", "manual")])
def test_625a_5_b_the_way_of_mixing_is_that_of_the_shaker_in_use(shaker: str, other: str) -> None:
    reason, because = brought_to("betting", shaker).refusal(shake(other))
    assert f"{shake(other)['cite']} is not a step that is due now; due: {shake(shaker)['cite']}" in reason
    assert because == cites(shake(other)["cite"], "625a.4(a)")


@law("625a.5(b)")
def test_625a_5_b_wagers_are_still_taken_after_the_shaking() -> None:
    assert brought_to("shaken").do(SMALL)[0].event == "wager-placed"


@law("625a.5(b)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_5_b_the_dice_may_be_shaken_again_before_no_more_bets_and_not_after(shaker: str) -> None:
    table = brought_to("shaken", shaker)
    for _ in range(3):
        (again,) = table.do(shake(shaker))
        assert (again.event, again.fields["procedure"], again.cites) == (
            "step-done",
            "shake",
            cites(shake(shaker)["cite"]),
        )
        assert table.do(SMALL)[0].event == "wager-placed"
    table.do(NO_MORE_BETS)
    assert table.refusal(shake(shaker))[1] == cites(shake(shaker)["cite"], "625a.5(c)")


@law("625a.5(b)")
def test_625a_5_b_a_poor_second_shake_does_not_undo_the_first() -> None:
    table = brought_to("shaken")
    assert table.refusal(step("625a.5(b)(1)", "dealer", shakes=2))[1] == cites("625a.5(b)(1)")
    assert table.do(NO_MORE_BETS)[0].event == "no-more-bets"


@law("625a.5(b)(1)")
@pytest.mark.parametrize("noted", [{"shakes": 2}, {"shakes": 0}, {}])
def test_625a_5_b_1_fewer_than_three_shakes_do_not_count(noted: dict[str, Any]) -> None:
    table = brought_to("betting")
    reason, because = table.refusal(step("625a.5(b)(1)", "dealer", **noted))
    assert "shake the covered shaker at least 3 times" in reason and because == cites("625a.5(b)(1)")
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")


@law("625a.5(b)(1)")
@pytest.mark.parametrize("shakes", [3, 4, 12])
def test_625a_5_b_1_three_or_more_do(shakes: int) -> None:
    (done,) = brought_to("betting").do(step("625a.5(b)(1)", "dealer", shakes=shakes))
    assert (done.event, done.cites, done.fields["noted"]) == ("step-done", cites("625a.5(b)(1)"), {"shakes": shakes})


@law("625a.5(b)(1)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_b_1_the_dealer_shakes(role: str) -> None:
    reason, because = brought_to("betting").refusal(shake("manual", role))
    assert "this is for the dealer" in reason and because == cites("625a.5(b)(1)")


@law("625a.5(b)(2)")
def test_625a_5_b_2_the_dealer_activates_the_automated_shaker() -> None:
    (done,) = brought_to("betting", "automated").do(step("625a.5(b)(2)", "dealer"))
    assert (done.event, done.cites) == ("step-done", cites("625a.5(b)(2)"))
    for role in (*ABOVE, *OTHERS):
        assert brought_to("betting", "automated").refusal(shake("automated", role))[1] == cites("625a.5(b)(2)")


@law("625a.5(c)")
def test_625a_5_c_no_more_bets_closes_the_betting_before_the_dice_are_shown() -> None:
    closes_the_betting(brought_to("shaken"), SMALL, "625a.5(c)")


@law("625a.5(c)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_c_the_dealer_announces_it(role: str) -> None:
    only_the_dealer_announces(brought_to("shaken"), role, "625a.5(c)")


@law("625a.5(c)")
@pytest.mark.parametrize("shaker", SHAKERS)
@pytest.mark.parametrize("role", ["floorperson", "player"])
def test_625a_5_c_announced_by_another_it_has_no_effect_not_even_a_shake(shaker: str, role: str) -> None:
    table = bench("sic-bo", f"shaker={shaker}")  # it would shake by itself
    table.do(SMALL)
    before = table.table.plain
    refused = table.do({**NO_MORE_BETS, "by": role})
    assert [(e.event, e.cites) for e in refused] == [("act-refused", cites("625a.5(c)"))]
    assert table.table.plain == before
    assert [e.event for e in table.do(NO_MORE_BETS)] == ["step-done", "no-more-bets"]


@law("625a.5(d)")
def test_625a_5_d_the_values_are_announced_and_entered_and_light_the_winning_areas() -> None:
    table = brought_to("thrown")
    result, lit = table.do({"do": "result", "dice": [3, 1, 2]})
    assert (result.event, result.fields["dice"], result.fields["total"]) == ("result", [3, 1, 2], 6)
    assert result.cites == cites("625a.5(d)")
    assert (lit.event, lit.fields["areas"]) == ("illuminated", LIT_BY_1_2_3)
    assert lit.cites == cites("625a.5(d)", "625a.1(b)")
    assert table.table.view()["dice"] == [3, 1, 2]


@law("625a.5(d)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_d_the_dealer_uncovers_and_announces(role: str) -> None:
    reason, because = brought_to("thrown").refusal({**RESULT, "by": role})
    assert reason == f"the dealer uncovers and announces the dice, not {said(role)}" and because == cites("625a.5(d)")


@law("625a.5(e)")
def test_625a_5_e_losing_wagers_are_collected_first_then_winning_ones_paid() -> None:
    table = brought_to("shaken")  # small and big lie there already, the winner first
    for seat, wager in (
        (3, "total-value:6"),
        (3, "total-value:7"),
        (1, "two-dice-combination:1-2"),
        (2, "one-of-a-kind:6"),
    ):
        table.do({"do": "wager", "seat": seat, "id": wager, "cents": 100})
    table.do(NO_MORE_BETS, RESULT)
    events = table.do(SETTLE)
    assert (events[0].event, events[0].cites) == ("step-done", cites("625a.5(e)"))
    assert settled(events) == [
        (2, "big", "lost", 0, cites("625a.3(7)")),
        (3, "total-value:7", "lost", 0, cites("625a.3(4)")),
        (2, "one-of-a-kind:6", "lost", 0, cites("625a.3(8)")),
        (1, "small", "won", 1000, cites("625a.3(6)", "625a.6(a)")),
        (3, "total-value:6", "won", 1500, cites("625a.3(4)", "625a.6(a)")),
        (1, "two-dice-combination:1-2", "won", 600, cites("625a.3(5)", "625a.6(a)")),
    ]
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [101_000, 99_200, 101_300]


@law("625a.5(e)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_e_the_dealer_collects_and_pays(role: str) -> None:
    reason, because = brought_to("lit").refusal(step("625a.5(e)", role))
    assert "this is for the dealer" in reason and because == cites("625a.5(e)")


@law("625a.5(e)")
def test_625a_5_e_a_manual_shaker_is_not_covered_before_all_is_paid() -> None:
    reason, because = brought_to("lit").refusal(shake("manual"))
    assert reason == "625a.5(b)(1) is not a step that is due now; due: 625a.5(e)"
    assert because == cites("625a.5(b)(1)", "625a.5(e)")


@law("625a.5(f)")
def test_625a_5_f_the_lights_stay_until_all_is_paid_and_are_then_cleared() -> None:
    table = brought_to("lit")
    table.do(SETTLE)
    assert table.table.view()["lit"] == LIT_BY_1_2_3
    cleared = the(table.do(CLEAR), "cleared")
    assert cleared.cites == cites("625a.5(f)")
    assert (table.table.view()["lit"], table.table.view()["dice"]) == ([], [])


@law("625a.5(f)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_625a_5_f_the_dealer_clears_them(role: str) -> None:
    reason, because = brought_to("paid").refusal(step("625a.5(f)", role))
    assert "this is for the dealer" in reason and because == cites("625a.5(f)")
