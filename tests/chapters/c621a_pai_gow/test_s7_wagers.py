"""621a.7: how wagers are made, who stays, and until when."""

from __future__ import annotations

import pytest

from chapters.c621a_pai_gow.sitting import BEST, EXPOSE, GOOD, MIDDLE, POOR, set_as, settled, sitting, wager
from chapters.harness import NO_MORE_BETS, choose, report
from houseway.law import cites
from support import law


@law("621a.7")
def test_621a_7_wagers_lie_on_the_layout_until_the_round_decides_them() -> None:
    here = sitting()
    here.wager(1000, 2000)
    assert [(placed.seat, placed.id, placed.cents) for placed in here.table.game.law.placed(here.table.state)] == [
        (1, "wager", 1000),
        (2, "wager", 2000),
    ]
    refused = here.refusal({"do": "working", "seat": 1, "id": "wager", "on": False})
    assert refused == ("a wager here is always on: this round decides it", cites("621a.7(c)"))


@law("621a.7(a)")
@pytest.mark.parametrize("how", ["chips", "plaques", "assisted"])
def test_621a_7_a_chips_or_plaques(how: str) -> None:
    here = sitting()
    (placed,) = here.do(wager(1, 1000, how=how))
    assert (placed.event, placed.cites) == ("wager-placed", cites("621a.7(a)"))


@law("621a.7(a)")
def test_621a_7_a_a_spoken_wager_is_not_taken() -> None:
    reason, because = sitting().refusal(wager(1, 1000, how="verbal"))
    assert reason == "a verbal wager with cash is not accepted: place value chips or plaques"
    assert because == cites("621a.7(a)")


@law("621a.7(b)")
def test_621a_7_b_who_has_tiles_does_not_leave() -> None:
    here = sitting()
    here.wager(1000)
    here.deal({0: MIDDLE, 1: POOR})
    reason, because = here.refusal({"do": "cash-out", "seat": 1, "cents": 99_000})
    assert reason == "seat 1 has tiles and must stay until the round is over" and because == cites("621a.7(b)")
    here.do({"do": "cash-out", "seat": 1, "cents": 98_000}, {"do": "cash-out", "seat": 2, "cents": 100_000})


@law("621a.7(b)")
def test_621a_7_b_wagers_of_one_who_left_are_taken_in_their_turn_and_never_shown() -> None:
    here = sitting()
    here.wager(1000, 2000)
    here.deal({0: MIDDLE, 1: BEST, 2: GOOD})
    reason, because = here.refusal(report("621a.7(b)", "dealer", seat=1))
    assert "a floorperson or above can" in reason and because == cites("621a.7(b)")
    here.do(report("621a.7(b)", "floorperson", seat=1), set_as(2, GOOD))
    first = here.do(EXPOSE)
    assert settled(first) == [(1, "lost", 0)] and first[-1].cites == cites("621a.7(b)")
    assert "revealed" not in [event.event for event in first]
    assert settled(here.do(EXPOSE)) == [(2, "won", 3900)]


@law("621a.7(b)")
def test_621a_7_b_only_a_player_with_tiles_can_leave_them() -> None:
    here = sitting()
    here.wager(1000)
    assert here.refusal(report("621a.7(b)", "floorperson", seat=1))[0].startswith("no tiles have been dealt")
    here.deal({0: MIDDLE, 1: POOR})
    assert here.refusal(report("621a.7(b)", "floorperson"))[0] == 'name the seat that left: "seat": 2'
    assert here.refusal(report("621a.7(b)", "floorperson", seat=3))[0] == "seat 3 has no hand in play"


@law("621a.7(c)")
def test_621a_7_c_nothing_is_made_raised_or_withdrawn_after_no_more_bets() -> None:
    here = sitting()
    here.wager(1000, 1000)
    here.do({"do": "remove", "seat": 2, "id": "wager"}, {"do": "reduce", "seat": 1, "id": "wager", "cents": 600})
    here.do(wager(2, 1000), NO_MORE_BETS)
    assert here.refusal(wager(1, 400))[1] == cites("621a.7(c)", "621a.8(a)(2)", "621a.8(b)")
    assert here.refusal(wager(3, 400))[0].endswith("no more bets are taken")
    for act in ({"do": "remove", "seat": 1, "id": "wager"}, {"do": "reduce", "seat": 2, "id": "wager", "cents": 500}):
        reason, because = here.refusal(act)
        assert reason == "wagers stay as they lie once no more bets has been announced" and because == cites(
            "621a.7(c)"
        )


@law("621a.7(c)")
def test_621a_7_c_a_round_needs_a_wager() -> None:
    assert sitting().refusal(NO_MORE_BETS) == ("nobody has made a wager", cites("621a.7(c)"))


@law("621a.7(c)", "621a.8(a)")
def test_621a_7_c_the_dealer_announces_no_more_bets() -> None:
    here = sitting()
    here.wager(1000)
    reason, because = here.refusal({"do": "no-more-bets", "by": "floorperson"})
    assert reason == '"no more bets" is announced by the dealer, not by a floorperson'
    assert because == cites("621a.8(a)(2)")


@law("621a.7(b)", "621a.10(b)")
def test_621a_7_b_a_seat_without_a_wager_has_nothing_to_set() -> None:
    here = sitting()
    here.wager(1000)
    here.deal({0: MIDDLE, 1: POOR})
    reason, because = here.refusal(choose(2, "house-way"))
    assert reason == "box 2 has no tiles to set" and because == cites("621a.10(a)")


@law("621a.7(c)")
def test_621a_7_c_is_the_reason_until_the_tiles_are_mixed_for_the_next_round() -> None:
    here = sitting()
    here.wager(1000)
    here.deal({0: MIDDLE, 1: POOR})
    assert here.refusal(wager(2, 1000))[1] == cites("621a.7(c)", "621a.10(a)")
    here.set({1: POOR})
    assert here.refusal(wager(2, 1000))[1] == cites("621a.7(c)", "621a.10(f)")
    unopened = sitting(procedure="by-hand")
    assert unopened.refusal(wager(1, 1000))[1] == cites("621a.2")  # nobody has announced anything yet


@law("621a.7(b)")
def test_621a_7_b_who_has_lost_or_is_to_be_paid_stays_until_the_round_is_over() -> None:
    here = sitting()
    here.wager(1000, 1000, 1000)
    here.deal({0: MIDDLE, 1: POOR, 2: BEST, 3: GOOD})
    here.set({1: POOR, 2: BEST, 3: GOOD})
    here.do(EXPOSE, EXPOSE)
    for seat in (1, 2):  # one has lost, the other waits for the payment
        leaving = {"do": "cash-out", "seat": seat, "cents": here.table.chips(seat)}
        assert here.refusal(leaving) == (
            f"seat {seat} has tiles and must stay until the round is over",
            cites("621a.7(b)"),
        )
    here.do(EXPOSE)
    assert here.betting
    here.do({"do": "cash-out", "seat": 1, "cents": here.table.chips(1)})
