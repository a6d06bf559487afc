"""The readings of 621a that a submission may choose: what each answer does at the table."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c621a_pai_gow.sitting import (
    BEST,
    EXPOSE,
    GOOD,
    MIDDLE,
    POOR,
    Sitting,
    after_a_round,
    banking,
    set_as,
    settled,
    sitting,
    wager,
)
from chapters.harness import NO_MORE_BETS, choose, of, report, step, the
from houseway.games import load
from houseway.law import cites
from houseway.odds import odds_sheet
from support import law

BANKS = "player_bank=true"


def dealt(*settings: str, boxes: tuple[int, ...] = (1000, 2000), player: int = 0) -> Sitting:
    """Wagers on boxes 1, 2, …, and tiles of which nobody has looked at any."""
    here = sitting(*settings)
    for box, cents in enumerate(boxes, 1):
        here.do(wager(box, cents, **({"player": player} if player and player != box else {})))
    here.do(NO_MORE_BETS, {"do": "result", "total": 9})
    return here


@law("621a.12(d)", "621a.13(b)")
@pytest.mark.parametrize("answer", ["that-hand", "all-wagers"])
def test_621a_12_d_a_void_hand_of_a_player_with_several_boxes(answer: str) -> None:
    here = dealt("adjacent_boxes=2", f"reading.void_of_several={answer}", player=1)
    here.do(report("621a.12(d)", position=1), {"do": "result", "tiles": ["6-6"]})
    events = here.do(choose(1, "void"))
    every = [(1, "returned", 1000), (2, "returned", 2000)]
    assert settled(events) == (every if answer == "all-wagers" else every[:1])
    assert {event.cites for event in of(events, "hand-voided")} == {cites("621a.12(d)")}


@law("621a.12(d)")
def test_621a_12_d_a_player_who_has_looked() -> None:
    looked: dict[str, Sitting] = {}
    for answer in ("no", "yes"):
        here = sitting(f"reading.looked_already={answer}")
        here.wager(1000, 2000)
        here.deal({0: MIDDLE, 1: BEST, 2: GOOD})
        looked[answer] = here
    assert looked["no"].refusal(report("621a.12(d)", position=1))[1] == cites("621a.12(d)")
    told = looked["yes"].do(report("621a.12(d)", position=1))
    assert the(told, "tile-exposed").cites == cites("621a.12(d)")
    assert settled(looked["yes"].do(choose(1, "void"))) == [(1, "returned", 1000)]
    looked["yes"].do(set_as(2, GOOD))
    assert settled(looked["yes"].expose()) == [(2, "won", 3900)]


def bank_dealt(*settings: str) -> Sitting:
    """Seat 1 banks against a wager on box 2, and nobody has looked at a tile."""
    here = banking(1, BANKS, *settings)
    here.do(choose(1, "dealer-wager", cents=0), wager(2, 1000), NO_MORE_BETS, choose(1, "standard"))
    here.do({"do": "result", "total": 9})
    return here


@law("621a.12(d)")
@pytest.mark.parametrize("answer", ["round-void", "played-out"])
def test_621a_12_d_an_exposed_tile_of_the_bank(answer: str) -> None:
    here = bank_dealt(f"reading.bank_tile_exposed={answer}")
    told = here.do(report("621a.12(d)", position=1), {"do": "result", "tiles": ["6-6"]})
    assert the(told, "tile-exposed").cites == cites("621a.12(d)")
    if answer == "round-void":
        assert settled(here.do(choose(1, "void"))) == [(2, "returned", 1000)]
    else:
        assert "seat:1" not in here.asked() or "void" not in here.asked()["seat:1"]
        assert here.table.state.hands[0].tiles[:1] == ("6-6",)


@law("621a.10(e)", "621a.11(a)")
@pytest.mark.parametrize("answer", ["to-the-centre", "no-surrender"])
def test_621a_10_e_surrender_to_a_players_bank(answer: str) -> None:
    here = banking(1, BANKS, f"reading.surrender_to_a_bank={answer}")
    here.do(choose(1, "dealer-wager", cents=0), wager(2, 1000))
    here.deal({1: BEST, 2: POOR})
    here.set({1: BEST, 2: POOR})
    if answer == "no-surrender":
        reason, because = here.refusal(choose(2, "surrender"))
        assert "a player is the bank" in reason and because == cites("621a.10(e)", "621a.11(a)")
        assert settled(here.do(EXPOSE)) == [(2, "lost", 0)]
    else:
        events = here.do(choose(2, "surrender"))
        assert settled(events) == [(2, "lost", 0)] and the(events, "surrendered").cites == cites("621a.10(e)")


@law("621a.11(i)", "621a.9")
def test_621a_11_i_deliveries_that_were_not_submitted() -> None:
    submitted, any_ = (
        banking(1, BANKS, "deliveries=[]", f"reading.bank_deliveries={answer}") for answer in ("submitted", "any")
    )
    for here in (submitted, any_):
        here.do(wager(2, 1000), NO_MORE_BETS)
    assert submitted.table.state.phase != "styling"
    told = the(any_.do(choose(1, "chee-yee")), "delivery-chosen")
    assert told.fields["style"] == "chee-yee" and told.cites == cites("621a.9(5)")


@law("621a.11(h)")
@pytest.mark.parametrize(("answer", "cents"), [("own-box", 1000), ("all-boxes", 3000)])
def test_621a_11_h_the_last_wager_of_a_player_with_two_boxes(answer: str, cents: int) -> None:
    here = sitting(BANKS, "adjacent_boxes=2", f"reading.last_wager={answer}")
    here.do(wager(1, 1000), wager(2, 2000, player=1))
    here.deal({0: BEST, 1: MIDDLE, 2: POOR})
    here.do(set_as(2, POOR), set_as(1, MIDDLE))
    here.expose()
    here.do(choose(1, "bank"), wager(2, 1000))
    events = here.do(NO_MORE_BETS)
    assert the(events, "dealer-wager-placed").fields["cents"] == cents
    assert the(events, "dealer-wager-placed").cites == cites("621a.11(h)")


@law("621a.11(c)")
def test_621a_11_c_whether_a_silent_player_has_passed() -> None:
    silent, waits = (
        after_a_round(BANKS, f"reading.offer_open={answer}") for answer in ("silence-passes", "must-answer")
    )
    for here in (silent, waits):
        here.wager(1000)
    assert silent.do(NO_MORE_BETS)[-1].cites
    assert waits.refusal(NO_MORE_BETS) == ("seat 1 is offered the bank and has not answered", cites("621a.11(c)"))
    waits.do(*(choose(seat, "pass-bank") for seat in range(1, 7)), NO_MORE_BETS)


@law("621a.8(a)(1)")
def test_621a_8_a_1_a_generator_that_imitates_the_shaker() -> None:
    here = sitting("starting_position=generator", "reading.generated_numbers=as-three-dice")
    here.wager(1000)
    here.do(NO_MORE_BETS)
    assert (min(here.chance.weights), max(here.chance.weights), here.chance.weights[10]) == (3, 18, 27)
    assert here.do({"do": "result", "total": 9})[0].fields["start"] == 0


@law("621a.11(c)")
@pytest.mark.parametrize(("answer", "asked"), [("one-player-a-round", 2), ("after-the-bank", 4)])
def test_621a_11_c_where_the_next_offer_begins(answer: str, asked: int) -> None:
    here = banking(3, BANKS, f"reading.rotation={answer}")
    here.round({0: MIDDLE, 3: BEST, 1: POOR}, 1000)
    assert [seat for seat, choices in here.asked().items() if "bank" in choices] == [f"seat:{asked}"]


@law("621a.12(c)", "621a.11(c)")
@pytest.mark.parametrize(("answer", "last"), [("not-counted", 0), ("counted", 1)])
def test_621a_12_c_whether_a_void_round_counts_for_the_bank(answer: str, last: int) -> None:
    here = bank_dealt(f"reading.void_and_bank={answer}")
    events = here.do(report("621a.12(c)", total=10))
    assert settled(events) == [(2, "returned", 1000)] and here.table.state.bank.last == last
    here.wager(0, 1000)
    refused: Any = None if answer == "not-counted" else here.refusal(choose(1, "bank"))[1]
    assert refused == (None if answer == "not-counted" else cites("621a.11(c)"))


@law("621a.12(a)", "621a.11(i)")
@pytest.mark.parametrize(("answer", "cite"), [("as-before", "621a.11(i)"), ("dealer", "621a.8(a)(2)")])
def test_621a_12_a_who_shakes_again_while_a_player_banks(answer: str, cite: str) -> None:
    here = banking(1, BANKS, f"reading.who_shakes_again={answer}")
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "standard"))
    events = here.do(report("621a.12(a)"))
    assert the(events, "no-roll").cites == cites("621a.12(a)")
    shaken = [event for event in of(events, "step-done") if "shakes" in event.fields.get("noted", {})]
    assert [event.cites for event in shaken] == [cites(cite)]


@law("621a.6(e)")
def test_621a_6_e_a_tile_that_shows_in_a_finished_stack() -> None:
    again, only = (sitting(f"reading.exposed_in_a_stack={answer}") for answer in ("mixed-again", "only-while-stacking"))
    for here in (again, only):
        here.wager(1000)
    assert the(again.do(report("621a.6(e)")), "remixed").cites == cites("621a.6(e)")
    assert only.refusal(report("621a.6(e)")) == ("the tiles are not being stacked", cites("621a.6(e)"))
    again.do(NO_MORE_BETS)
    assert again.refusal(report("621a.6(e)"))[1] == cites("621a.6(e)")


@law("621a.10(e)")
def test_621a_10_e_surrender_after_all_hands_were_exposed() -> None:
    here = sitting()
    here.wager(1000)
    here.deal({0: MIDDLE, 1: BEST})
    here.by_hand()
    here.do(set_as(1, BEST), step("621a.10(c)", high=["5-5", "5-5"], low=["3-3", "2-2"]), EXPOSE)
    reason, because = here.refusal(choose(1, "surrender"))
    assert reason.startswith("all hands have been exposed") and because == cites("621a.10(e)")


@law("621a.1[Copy hand]", "621a.4(e)", "621a.4(g)")
@pytest.mark.parametrize(
    ("answer", "result", "back", "cite"),
    [("621a.4", "won", 1950, "621a.4(e)"), ("621a.1", "lost", 0, "621a.1[Copy hand]")],
)
def test_621a_1_copy_hand_whether_equal_value_alone_is_a_copy(answer: str, result: str, back: int, cite: str) -> None:
    here = sitting(f"reading.copy_hand={answer}")
    mine = ("5-5", "2-5", "3-3", "4-5")  # 7 over 5, as the dealer has, each with a higher tile
    events = here.round({0: POOR, 1: mine}, 1000)
    assert settled(events) == [(1, result, back)] and cite in of(events, "wager-settled")[0].cites


@law("621a.1[Copy hand]")
def test_621a_1_copy_hand_the_odds_follow_the_reading_of_copies() -> None:
    for answer, expected in (("621a.4", "-3887329/147256200"), ("621a.1", "-218546323/1840702500")):
        game, rules = load("pai-gow", ("house_way=strongest", f"reading.copy_hand={answer}"))
        row = next(row for row in odds_sheet(game, rules).rows(None) if row.strategy == "house-way")
        assert str(row.expected) == expected
