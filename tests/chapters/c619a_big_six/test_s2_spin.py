"""619a.2: the wagers and the spin."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c619a_big_six.hands import JOKER, ONE, ORDER, SETTLE, brought_to, by_hand, opening
from chapters.harness import ABOVE, OTHERS, Command, closes_the_betting, only_the_dealer_announces, said, settled
from chapters.harness import floor_step as step
from houseway.core import Wagers
from houseway.law import BadInput
from support import Ended, bench, cites, law

NO_MORE_BETS: Command = {"do": "no-more-bets"}
SPIN: Command = {"do": "result", "section": 1}
VOIDS = ("619a.2(b)", "619a.2(d)")
AGAIN = step("619a.2(a)", "dealer")  # no more bets, announced for the spin that follows a void one


def void(cite: str, by: str = "dealer") -> Command:
    """The spin is reported as void."""
    return {"do": "irregularity", "cite": cite, "by": by}


@law("619a.2")
def test_619a_2_a_round_by_hand() -> None:
    table = by_hand()
    table.do(*opening())
    happened = table.do(ONE, JOKER, NO_MORE_BETS, SPIN, SETTLE)
    assert [(e.event, e.cites) for e in happened] == [
        ("wager-placed", cites("619a.1(g)(2)")),
        ("wager-placed", cites("619a.1(g)(2)")),
        ("no-more-bets", cites("619a.2(a)")),
        ("result", cites("619a.2(c)")),
        ("step-done", cites("619a.2(e)")),
        ("wager-settled", cites("619a.2(c)")),
        ("wager-settled", cites("619a.2(c)", "619a.3")),
    ]
    assert table.table.round == 2 and isinstance(table.table.due, Wagers)
    automatic = bench("big-six")
    same = automatic.do(ONE, JOKER, NO_MORE_BETS, SPIN)
    assert [(e.event, e.cites) for e in same] == [(e.event, e.cites) for e in happened]
    assert automatic.table.accounts == table.table.accounts


# The phase, the act, and the citations of the refusal: a step out of turn cites itself and the next act
OUT_OF_ORDER: list[tuple[Any, ...]] = [
    ("opening", NO_MORE_BETS, "619a.1"),
    ("opening", SPIN, "619a.1"),
    ("opening", SETTLE, "619a.2(e)", "619a.1"),
    ("opening", ONE, "619a.1"),
    ("spinning", NO_MORE_BETS, "619a.2(a)"),
    ("betting", SETTLE, "619a.2(e)", "619a.1(g)(2)"),
    ("spinning", SETTLE, "619a.2(e)", "619a.2(a)"),
    ("spinning", ONE, "619a.2(a)"),
    ("betting", AGAIN, "619a.2(a)", "619a.1(g)(2)"),
    ("spinning", AGAIN, "619a.2(a)"),
    ("landed", NO_MORE_BETS, "619a.2(e)"),
    ("landed", SPIN, "619a.2(e)"),
    ("landed", ONE, "619a.2(e)"),
]


@law("619a.2")
@pytest.mark.parametrize(("phase", "act", "because"), [(phase, act, why) for phase, act, *why in OUT_OF_ORDER])
def test_619a_2_an_act_out_of_order_is_refused_and_changes_nothing(
    phase: str, act: Command, because: list[str]
) -> None:
    table = brought_to(phase)
    before = table.table.plain
    assert table.refusal(act)[1] == cites(*because)
    assert table.table.plain == before


@law("619a.2")
@pytest.mark.parametrize("cite", ["619a.2(a)", "619a.2(c)", "619a.2(e)", "619a.3", "619a.2"])
def test_619a_2_other_paragraphs_are_no_irregularities(cite: str) -> None:
    reason, because = brought_to("spinning").refusal(void(cite))
    assert "there are 619a.2(b), 619a.2(d)" in reason and because == cites("619a.2")


@law("619a.2(a)")
def test_619a_2_a_no_more_bets_comes_before_the_spin() -> None:
    table = brought_to("betting")
    closes_the_betting(table, ONE, "619a.2(a)")


@law("619a.2(a)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_619a_2_a_the_dealer_announces_it(role: str) -> None:
    table = brought_to("betting")
    only_the_dealer_announces(table, role, "619a.2(a)")
    assert table.do(ONE)[0].event == "wager-placed"


@law("619a.2(b)")
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("revolutions", [3, 4, 17])
def test_619a_2_b_three_revolutions_or_more_either_way_are_a_valid_spin(direction: str, revolutions: int) -> None:
    table = brought_to("spinning")
    (result,) = table.do({**SPIN, "revolutions": revolutions, "direction": direction})
    assert (result.event, result.cites) == ("result", cites("619a.2(c)"))
    assert (result.fields["revolutions"], result.fields["direction"]) == (revolutions, direction)


@law("619a.2(b)")
@pytest.mark.parametrize("revolutions", [0, 1, 2])
def test_619a_2_b_fewer_settle_nothing_and_the_wheel_is_spun_again(revolutions: int) -> None:
    table = brought_to("spinning")
    (voided,) = table.do({**SPIN, "revolutions": revolutions})
    assert (voided.event, voided.cites) == ("result-voided", cites("619a.2(b)"))
    assert (voided.fields["section"], voided.fields["revolutions"], voided.fields["by"]) == (1, revolutions, "dealer")
    assert table.table.accounts["layout"] == 1200
    table.do(AGAIN)  # the spin that was short is over: the next one is announced
    assert table.do({**SPIN, "revolutions": 3})[0].event == "result"


@law("619a.2(b)")
@pytest.mark.parametrize("revolutions", [3, 7])
def test_619a_2_b_a_valid_spin_is_not_reported_as_short(revolutions: int) -> None:
    table = brought_to("spinning")
    reason, because = table.refusal({**void("619a.2(b)"), "revolutions": revolutions})
    assert reason == f"{revolutions} revolutions are a valid spin: it takes at least 3" and because == cites(
        "619a.2(b)"
    )
    assert table.do({**void("619a.2(b)"), "revolutions": 2})[0].event == "result-voided"


@law("619a.2(d)")
@pytest.mark.parametrize(
    ("between", "right"), [([0, 1], True), ([53, 0], True), ([3, 5], False), ([1], False), ([53, 54], False)]
)
def test_619a_2_d_the_clapper_rests_between_two_neighbors(between: list[int], right: bool) -> None:
    table = brought_to("spinning")
    events = table.do({**void("619a.2(d)"), "between": between})
    assert (events[0].event, events[0].cites) == ("result-voided" if right else "act-refused", cites("619a.2(d)"))


@law("619a.2(b)")
@pytest.mark.parametrize(
    "noted", [{"revolutions": -1}, {"revolutions": "3"}, {"revolutions": True}, {"direction": "up"}, {"speed": 3}]
)
def test_619a_2_b_what_cannot_be_noted_of_a_spin_is_not_understood(noted: dict[str, Any]) -> None:
    table = brought_to("spinning")
    before = table.table.plain
    with pytest.raises(BadInput, match=next(iter(noted))):
        table.do({**SPIN, **noted})
    assert table.table.plain == before


@law("619a.2(b)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_619a_2_b_the_dealer_spins(role: str) -> None:
    reason, because = brought_to("spinning").refusal({**SPIN, "by": role})
    assert "the wheel is spun by the dealer" in reason and because == cites("619a.2(b)")


@law("619a.2(b)", "619a.2(d)")
@pytest.mark.parametrize("cite", VOIDS)
@pytest.mark.parametrize("by", ["dealer", *ABOVE])
def test_619a_2_b_after_a_void_spin_the_wagers_stand_and_none_is_taken(cite: str, by: str) -> None:
    table = brought_to("spinning")
    money, number = table.table.accounts, table.table.round
    (voided,) = table.do(void(cite, by))
    assert (voided.event, voided.fields["by"], voided.cites) == ("result-voided", by, cites(cite))
    assert table.table.accounts == money
    for ready in (False, True):  # before and after the announcement of the next spin
        assert table.refusal({**ONE, "seat": 3})[1] == cites("619a.2(a)")
        assert table.refusal({"do": "remove", "seat": 1, "id": "1"})[1] == cites("619a.2(a)", "619a.2(c)")
        if not ready:
            step_done, announced = table.do(AGAIN)
            assert (step_done.event, announced.event, announced.cites) == (
                "step-done",
                "no-more-bets",
                cites("619a.2(a)"),
            )
    table.do(SPIN)
    assert table.table.round == number
    assert settled(table.do(SETTLE)) == [
        (2, "joker", "lost", 0, cites("619a.2(c)")),
        (1, "1", "won", 1000, cites("619a.2(c)", "619a.3")),
    ]


@law("619a.2(b)", "619a.2(d)")
@pytest.mark.parametrize("cite", VOIDS)
@pytest.mark.parametrize("role", OTHERS)
def test_619a_2_b_a_spin_is_not_for_everybody_to_void(cite: str, role: str) -> None:
    reason, because = brought_to("spinning").refusal(void(cite, role))
    assert f"not by {said(role)}" in reason and because == cites(cite)


@law("619a.2(b)", "619a.2(d)")
@pytest.mark.parametrize("cite", VOIDS)
@pytest.mark.parametrize("phase", ["opening", "landed"])
def test_619a_2_b_there_is_nothing_to_void_when_no_spin_is_under_way(cite: str, phase: str) -> None:
    reason, because = brought_to(phase).refusal(void(cite))
    assert reason == "no spin is under way" and because == cites(cite)


@law("619a.2(c)")
@pytest.mark.parametrize("wager", ["1", "2", "5", "10", "20", "joker", "flag"])
def test_619a_2_c_a_wager_wins_in_every_section_of_its_symbol_and_in_no_other(wager: str) -> None:
    table = bench("big-six")
    for section, symbol in enumerate(ORDER):
        ended = table.settle(wager, 100, section=section)
        if symbol == wager:
            assert (ended.result, ended.because) == ("won", cites("619a.2(c)", "619a.3")), section
        else:
            assert ended == Ended("lost", 0, cites("619a.2(c)")), section


@law("619a.2(c)")
@pytest.mark.parametrize("act", [{"do": "remove"}, {"do": "reduce", "cents": 100}], ids=["remove", "reduce"])
@pytest.mark.parametrize("phase", ["spinning", "landed"])
def test_619a_2_c_a_wager_stays_as_it_lies_after_no_more_bets(act: Command, phase: str) -> None:
    reason, because = brought_to(phase).refusal({**act, "seat": 1, "id": "1"})
    assert "wagers stay as they lie" in reason and because == cites("619a.2(a)", "619a.2(c)")


@law("619a.2(c)")
def test_619a_2_c_it_is_settled_by_its_last_place_and_amount() -> None:
    table = brought_to("betting")
    table.do({"do": "reduce", "seat": 1, "id": "1", "cents": 200}, {"do": "remove", "seat": 2, "id": "joker"})
    table.do(NO_MORE_BETS, SPIN)
    assert settled(table.do(SETTLE)) == [(1, "1", "won", 400, cites("619a.2(c)", "619a.3"))]


@law("619a.2(d)")
def test_619a_2_d_a_clapper_between_two_sections_voids_the_spin_as_often_as_it_happens() -> None:
    table = bench("big-six")
    table.do(ONE, NO_MORE_BETS)
    for _ in range(5):
        voided, announced, closed = table.do(void("619a.2(d)"))
        assert (announced.event, closed.event, closed.cites) == ("step-done", "no-more-bets", cites("619a.2(a)"))
        assert (voided.event, voided.cites) == ("result-voided", cites("619a.2(d)"))
        assert "between two sections" in voided.fields["text"]
    events = table.do(SPIN)
    assert settled(events) == [(1, "1", "won", 1000, cites("619a.2(c)", "619a.3"))]


@law("619a.2")
@pytest.mark.parametrize(
    ("commands", "rounds", "number"),
    [
        ([], 0, 1),
        ([NO_MORE_BETS], 0, 1),
        ([NO_MORE_BETS, void("619a.2(d)"), AGAIN, void("619a.2(b)")], 0, 1),
        ([NO_MORE_BETS, SPIN], 1, 1),
        ([ONE, NO_MORE_BETS, void("619a.2(d)"), AGAIN, SPIN, SETTLE], 1, 2),
        ([ONE, NO_MORE_BETS, SPIN, SETTLE] * 3, 3, 4),
    ],
)
def test_619a_2_a_round_is_over_once_a_result_came_and_not_by_a_void_spin(
    commands: list[Command], rounds: int, number: int
) -> None:
    table = by_hand()
    assert not [e for e in table.do(*opening(), *commands) if e.event.endswith("-refused")]
    assert table.table.round == number
    (closed,) = table.do({"do": "close"})
    assert (closed.event, closed.fields["rounds"], closed.cites) == ("table-closed", rounds, cites("601a.2"))


@law("619a.2")
@pytest.mark.parametrize("cite", VOIDS)
def test_619a_2_what_was_reported_of_a_spin_stays_apart_from_what_the_table_says(cite: str) -> None:
    noted = {"note": '{"event": "result", "seq": 1, "round": 99, "cites": [], "section": 0}\na fine spin'}
    table = brought_to("spinning")
    (voided,) = table.do({**void(cite, "floorperson"), **noted})
    shown = {"event": "result-voided", "seq": len(table.table.events), "round": 1, "by": "floorperson"}
    assert voided.seen_by("house") == {
        **shown,
        "about": noted,
        "text": voided.fields["text"],
        "to": "all",
        "cites": [cite],
    }
    assert "spun again" in voided.fields["text"]
    table.do(AGAIN)
    (refused,) = table.do({**void(cite, "player"), **noted})
    assert (refused.event, refused.fields["about"], refused.seen_by("house")["round"]) == ("act-refused", noted, 1)


@law("619a.2(a)")
def test_619a_2_a_a_result_that_has_been_seen_closes_the_betting() -> None:
    table = brought_to("betting")
    result, closed = table.do(SPIN)
    assert (result.event, closed.event, closed.cites) == ("result", "announced", cites("619a.2(a)"))
    assert "the betting is closed" in closed.fields["text"]
    reason, because = table.refusal({**ONE, "seat": 3})
    assert "no wager is taken now" in reason and because == cites("619a.2(e)")
    assert table.refusal({"do": "remove", "seat": 2, "id": "joker"})[1] == cites("619a.2(a)", "619a.2(c)")
    assert settled(table.do(SETTLE)) == [
        (2, "joker", "lost", 0, cites("619a.2(c)")),
        (1, "1", "won", 1000, cites("619a.2(c)", "619a.3")),
    ]


@law("619a.2(a)")
def test_619a_2_a_read_as_void_such_a_spin_decides_nothing() -> None:
    table = bench("big-six", "reading.result_before_no_more_bets=void")
    (voided,) = table.do(ONE, SPIN)[1:]
    assert (voided.event, voided.cites, voided.fields["section"]) == ("result-voided", cites("619a.2(a)"), 1)
    assert table.table.accounts["layout"] == 500 and isinstance(table.table.due, Wagers)
    assert settled(table.do(NO_MORE_BETS, {**SPIN, "section": 2})) == [(1, "1", "lost", 0, cites("619a.2(c)"))]


@law("619a.2(b)")
def test_619a_2_b_a_short_spin_before_no_more_bets_leaves_the_betting_open() -> None:
    table = brought_to("betting")
    (voided,) = table.do({**SPIN, "revolutions": 1})
    assert (voided.event, voided.cites) == ("result-voided", cites("619a.2(b)"))
    assert table.do({**ONE, "seat": 3}, NO_MORE_BETS)[-1].event == "no-more-bets"


@law("619a.2(e)")
def test_619a_2_e_losing_wagers_are_collected_first_then_winning_ones_paid() -> None:
    table = brought_to("betting")  # 1 and the joker lie there already, the winner first
    for seat, wager in ((3, "1"), (3, "2"), (1, "flag"), (2, "1")):
        table.do({"do": "wager", "seat": seat, "id": wager, "cents": 100})
    table.do(NO_MORE_BETS, SPIN)
    events = table.do(SETTLE)
    assert (events[0].event, events[0].cites) == ("step-done", cites("619a.2(e)"))
    assert [(seat, wager, result) for seat, wager, result, _, _ in settled(events)] == [
        (2, "joker", "lost"),
        (3, "2", "lost"),
        (1, "flag", "lost"),
        (1, "1", "won"),
        (3, "1", "won"),
        (2, "1", "won"),
    ]
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [100_400, 99_400, 100_000]


@law("619a.2(e)")
@pytest.mark.parametrize("role", [*ABOVE, *OTHERS])
def test_619a_2_e_the_dealer_collects_and_pays(role: str) -> None:
    reason, because = brought_to("landed").refusal(step("619a.2(e)", role))
    assert "this is for the dealer" in reason and because == cites("619a.2(e)")


@law("619a.2(d)")
@pytest.mark.parametrize("cite", VOIDS)
def test_619a_2_d_a_spin_that_nobody_announced_can_be_void_too(cite: str) -> None:
    """The wheel was spun before "no more bets": the void spin decides nothing, and the betting is still open."""
    table = brought_to("betting")
    money = table.table.accounts
    (voided,) = table.do(void(cite))
    assert (voided.event, voided.cites) == ("result-voided", cites(cite)) and table.table.accounts == money
    table.do({**ONE, "seat": 3, "id": "2"}, NO_MORE_BETS, SPIN)
    assert [row[:4] for row in settled(table.do(SETTLE))] == [
        (2, "joker", "lost", 0),
        (3, "2", "lost", 0),
        (1, "1", "won", 1000),
    ]


VOID_UNANNOUNCED = "reading.result_before_no_more_bets=void"
UNANNOUNCED = [void("619a.2(d)"), void("619a.2(b)"), {**SPIN, "revolutions": 2}]


@law("619a.2(a)", "619a.2(d)")
@pytest.mark.parametrize("first", UNANNOUNCED)
@pytest.mark.parametrize("phase", ["betting", "spinning"])
def test_619a_2_a_after_a_void_spin_a_result_that_nobody_announced_closes_the_betting_too(
    phase: str, first: Command
) -> None:
    """By hand: the spin was void, and the next one was not announced, for the first time or again."""
    table = brought_to(phase)
    table.do(first, first)  # a void spin that nobody announced is void as well
    result, closed = table.do(SPIN)
    assert (result.event, result.cites) == ("result", cites("619a.2(c)"))
    assert (closed.event, closed.cites) == ("announced", cites("619a.2(a)"))
    assert "the betting is closed" in closed.fields["text"]
    assert table.refusal({**ONE, "seat": 3})[1] == cites("619a.2(e)")
    assert settled(table.do(SETTLE)) == [
        (2, "joker", "lost", 0, cites("619a.2(c)")),
        (1, "1", "won", 1000, cites("619a.2(c)", "619a.3")),
    ]


@law("619a.2(a)", "619a.2(d)")
@pytest.mark.parametrize("first", [*UNANNOUNCED, SPIN])
@pytest.mark.parametrize(("phase", "stay"), [("betting", "and may be changed"), ("spinning", "as they lie")])
def test_619a_2_a_read_as_void_every_spin_that_nobody_announced_is_void(phase: str, stay: str, first: Command) -> None:
    table = brought_to(phase, settings=(VOID_UNANNOUNCED,))
    table.do(void("619a.2(d)") if phase == "spinning" else first, first)
    (voided,) = table.do(SPIN)
    assert (voided.event, voided.cites) == ("result-voided", cites("619a.2(a)"))
    assert voided.fields["text"].endswith(f"Wagers stay {stay}.") and table.table.accounts["layout"] == 1200
    table.do(NO_MORE_BETS, {**SPIN, "section": 2})
    assert [row[:4] for row in settled(table.do(SETTLE))] == [(1, "1", "lost", 0), (2, "joker", "lost", 0)]


@law("619a.2(a)", "619a.2(d)")
@pytest.mark.parametrize("first", UNANNOUNCED)
def test_619a_2_a_an_automatic_table_takes_such_a_result_too(first: Command) -> None:
    table = bench("big-six")
    events = table.do(ONE, first, {**SPIN, "revolutions": 1}, SPIN)
    assert [event.event for event in events[1:5]] == ["result-voided", "result-voided", "result", "announced"]
    assert settled(events) == [(1, "1", "won", 1000, cites("619a.2(c)", "619a.3"))]


@law("619a.2(a)")
def test_619a_2_a_the_second_announcement_may_be_given_like_the_first() -> None:
    table = brought_to("spinning")
    table.do(void("619a.2(d)"))
    assert table.do(NO_MORE_BETS)[-1].cites == cites("619a.2(a)")
    table.do(SPIN)
    assert [row[:4] for row in settled(table.do(SETTLE))] == [(2, "joker", "lost", 0), (1, "1", "won", 1000)]


@law("619a.2(d)")
@pytest.mark.parametrize("cite", VOIDS)
def test_619a_2_d_after_a_void_spin_wagers_may_be_changed_by_the_other_reading(cite: str) -> None:
    table = brought_to("spinning", settings=("reading.void_spin=may-be-changed",))
    voided, told = table.do(void(cite))
    assert voided.cites == cites(cite) and told.cites == cites("619a.2(a)") and isinstance(table.table.due, Wagers)
    table.do({"do": "remove", "seat": 2, "id": "joker"}, {**ONE, "seat": 3}, NO_MORE_BETS, SPIN)
    assert [row[:4] for row in settled(table.do(SETTLE))] == [(1, "1", "won", 1000), (3, "1", "won", 1000)]


@law("619a.2(c)", "619a.1(g)(2)")
def test_619a_2_c_a_verbal_wager_is_a_reading() -> None:
    spoken = {"do": "wager", "seat": 1, "id": "1", "cents": 500, "how": "verbal"}
    assert bench("big-six").do(spoken)[0].event == "wager-placed"
    table = bench("big-six", "reading.verbal_wagers=not-accepted")
    reason, because = table.refusal(spoken)
    assert "verbal wager" in reason and because == cites("619a.1(g)(2)", "619a.2(c)")
    assert table.table.chips(1) == 100_000
