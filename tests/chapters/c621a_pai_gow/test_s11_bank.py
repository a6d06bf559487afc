"""621a.11(a) to (d), (g): the seats that are offered the bank, in their order, and its conditions and cover."""

from __future__ import annotations

from chapters.c621a_pai_gow.bank_rounds import offered, played
from chapters.c621a_pai_gow.sitting import CHIPS, after_a_round, banking, sitting, wager
from chapters.harness import NO_MORE_BETS, choose, step, the
from houseway.law import cites
from houseway.money import dollars
from support import law


@law("621a.11", "621a.11(a)")
def test_621a_11_players_bank_where_the_submission_says_so() -> None:
    assert offered(after_a_round()) == ["seat:1"]
    here = after_a_round("player_bank=false")
    assert offered(here) == []
    assert here.refusal(choose(1, "bank", cents=5000)) == ("players do not bank at this table", cites("621a.11(a)"))


@law("621a.11(b)")
def test_621a_11_b_nobody_banks_the_first_round_of_a_game() -> None:
    here = sitting()
    assert offered(here) == []
    reason, because = here.refusal(choose(1, "bank", cents=5000))
    assert reason == "no player banks the first round of a game" and because == cites("621a.11(b)")


@law("621a.11(b)", "621a.6(g)")
def test_621a_11_b_after_a_pause_without_gaming_a_new_game_starts() -> None:
    here = after_a_round()
    here.do(step("621a.6(g)"))
    assert here.betting and offered(here) == []
    assert here.refusal(choose(1, "bank", cents=5000))[1] == cites("621a.11(b)")
    played(here, 1, 2)
    assert offered(here) == ["seat:1"]


@law("621a.11(c)")
def test_621a_11_c_the_bank_is_offered_counterclockwise_until_somebody_takes_it() -> None:
    here = after_a_round()
    for seat in (1, 2, 3):
        assert offered(here) == [f"seat:{seat}"]
        reason, because = here.refusal(choose(seat + 1, "bank", cents=5000))
        assert reason == f"the bank is offered to seat {seat} now" and because == cites("621a.11(c)")
        here.do(choose(seat, "pass-bank"))
    taken = the(here.do(choose(4, "bank", cents=5000)), "bank-taken")
    assert taken.cites == cites("621a.11(c)", "621a.1[Marker]") and taken.fields["seat"] == 4
    assert offered(here) == []
    assert here.refusal(choose(5, "bank", cents=5000))[0] == "seat 4 is the bank of this round"


@law("621a.11(c)")
def test_621a_11_c_if_all_pass_the_house_banks() -> None:
    here = after_a_round()
    here.do(*(choose(seat, "pass-bank") for seat in range(1, 7)))
    assert offered(here) == []
    assert here.refusal(choose(1, "bank", cents=5000)) == ("the house banks this round", cites("621a.11(c)"))
    played(here, 1)
    assert here.table.state.bank.last == 0


@law("621a.11(c)")
def test_621a_11_c_the_first_offer_moves_on_each_round_until_it_is_the_dealers_turn() -> None:
    here = after_a_round()
    firsts = []
    for _ in range(9):
        firsts.append(offered(here))
        played(here, *range(1, 7))
    assert firsts == [[f"seat:{n}"] for n in range(1, 7)] + [[]] + [["seat:1"], ["seat:2"]]


@law("621a.11(c)")
def test_621a_11_c_the_next_player_is_asked_first_when_the_first_one_took_it() -> None:
    here = banking(1)
    played(here, 2, 3, 4, 5, 6)
    assert offered(here) == ["seat:2"]
    here.do(choose(2, "pass-bank"), choose(3, "bank"))
    played(here, 1, 2, 4, 5, 6)
    assert offered(here) == ["seat:4"]  # seat 3's turn, who banked the last round and is passed over


@law("621a.11(c)")
def test_621a_11_c_nobody_banks_two_rounds_running() -> None:
    here = banking(1)
    played(here, 2, 3)
    reason, because = here.refusal(choose(1, "bank", cents=5000))
    assert reason == "seat 1 banked the last round, and nobody banks two in a row" and because == cites("621a.11(c)")
    played(here, 1, 2, 3)  # the house banks a round in between
    assert offered(here) == ["seat:3"]
    here.do(choose(3, "pass-bank"), choose(1, "bank"))


@law("621a.11(d)", "621a.11(d)(1)")
def test_621a_11_d_1_a_bank_has_wagered_against_the_dealer_in_the_last_round_of_the_house() -> None:
    here = sitting()
    played(here, 2, 5)
    assert offered(here) == ["seat:2"]
    reason, because = here.refusal(choose(1, "bank", cents=5000))
    assert reason == "seat 1 made no wager against the dealer in the last round that no player banked"
    assert because == cites("621a.11(d)(1)")
    here.do(choose(2, "bank"))
    played(here, 1, 5)  # banked by seat 2: this makes nobody able to bank who was not before
    assert here.refusal(choose(1, "bank", cents=5000))[1] == cites("621a.11(d)(1)")
    assert offered(here) == ["seat:5"]


@law("621a.11(d)", "621a.11(d)(2)")
def test_621a_11_d_2_a_bank_without_cover_is_refused() -> None:
    here = after_a_round(chips=(10_000, *(CHIPS,) * 5))
    has = here.table.chips(1)
    here.do(wager(2, has), wager(3, 2000))
    reason, because = here.refusal(choose(1, "bank"))
    less, needed = dollars(has), dollars(has + 2000)
    assert (
        reason == f"seat 1 has {less} at the table, and that does not cover the wagers of the other players, {needed}"
    )
    assert because == cites("621a.11(d)(2)")
    here.do({"do": "buy-in", "seat": 1, "cents": 2000}, choose(1, "bank"))


@law("621a.11(c)", "621a.11(d)(2)")
def test_621a_11_c_who_cannot_cover_or_has_left_is_passed_over() -> None:
    here = after_a_round(chips=(10_000, 10_000, *(CHIPS,) * 4))
    here.do({"do": "cash-out", "seat": 1, "cents": here.table.chips(1)})
    assert offered(here) == ["seat:2"]  # seat 1 is empty
    assert here.refusal(choose(1, "bank", cents=1000))[1] == cites("621a.11(d)(2)")
    here.do(wager(4, 20_000))
    assert offered(here) == ["seat:3"]
    assert here.refusal(choose(2, "bank"))[1] == cites("621a.11(d)(2)")
    here.do(choose(3, "bank"))
    assert here.table.state.bank.seat == 3


@law("621a.11(d)(2)")
def test_621a_11_d_2_a_players_own_wagers_count_as_chips_at_the_table() -> None:
    here = after_a_round(chips=(10_000, *(CHIPS,) * 5))
    has = here.table.chips(1)
    here.do(wager(1, 1000), wager(2, has))
    assert offered(here) == ["seat:1"]
    assert here.refusal(choose(1, "bank"))[1] == cites("621a.11(f)")
    here.do({"do": "remove", "seat": 1, "id": "wager"}, choose(1, "bank"))
    assert here.table.state.bank.chips_cents == has


@law("621a.11(d)(2)")
def test_621a_11_d_2_all_that_the_bank_has_at_the_table_covers() -> None:
    here = banking(1, cents=1000)
    assert here.table.state.bank.chips_cents == here.table.chips(1)
    here.do(wager(2, 5000))


@law("621a.11(d)(2)")
def test_621a_11_d_2_chips_that_are_not_there_cover_nothing() -> None:
    here = after_a_round()
    held = here.table.chips(1)
    reason, because = here.refusal(choose(1, "bank", cents=held + 20))
    assert reason.startswith("seat 1 has $") and because == cites("621a.11(c)", "621a.11(d)(2)")
    here.do(choose(1, "bank"))  # nothing said: all that is there
    assert here.table.state.bank.chips_cents == held


@law("621a.11(d)(2)")
def test_621a_11_d_2_wagers_beyond_the_cover_are_refused_while_a_player_banks() -> None:
    here = banking(1, chips=(10_000, *(CHIPS,) * 5))
    has = here.table.chips(1)
    here.do(wager(2, has - 2000))
    reason, because = here.refusal(wager(3, 2020))
    assert reason == f"the bank has {dollars(has)} on the table and would have to cover {dollars(has + 20)}"
    assert because == cites("621a.11(d)(2)")
    here.do({"do": "buy-in", "seat": 1, "cents": 20}, wager(3, 2020))


@law("621a.11(d)(2)")
def test_621a_11_d_2_a_banks_chips_stay_on_the_table() -> None:
    here = banking(1)
    here.do(wager(2, 5000))
    held = here.table.chips(1)
    reason, because = here.refusal({"do": "cash-out", "seat": 1, "cents": held - 4980})
    assert reason == "$49.80 would be left, and the bank must cover $50.00" and because == cites("621a.11(d)(2)")
    here.do({"do": "cash-out", "seat": 1, "cents": held - 5500})
    assert here.refusal(wager(3, 520))[1] == cites("621a.11(d)(2)")
    here.do(NO_MORE_BETS)
    assert the(here.table.events, "dealer-wager-placed").fields["cents"] == 500  # lowered to what is left
    assert here.refusal({"do": "cash-out", "seat": 1, "cents": 20})[1] == cites("621a.11(d)(2)")


@law("621a.11(b)", "621a.3(e)")
def test_621a_11_b_a_bank_ends_when_a_fresh_set_starts_a_new_game() -> None:
    here = banking(1)
    here.do(wager(2, 1000))
    ended = the(here.do(step("621a.3(e)", "floorperson")), "bank-lapsed")
    assert (ended.fields["seat"], ended.cites) == (1, cites("621a.11(b)"))
    assert offered(here) == [] and here.refusal(choose(1, "bank"))[1] == cites("621a.11(b)")
    here.do(wager(1, 1000))  # who is not the bank wagers like the others
    assert here.table.state.bank.seat == 0 and len(here.table.state.placed) == 2


@law("621a.11(d)(2)", "621a.11(c)")
def test_621a_11_d_2_a_bank_that_takes_its_chips_away_is_none_and_the_next_is_asked() -> None:
    here = banking(1)
    ended = the(here.do({"do": "cash-out", "seat": 1, "cents": here.table.chips(1)}), "bank-lapsed")
    assert (ended.fields["seat"], ended.cites) == (1, cites("621a.11(d)(2)"))
    assert offered(here) == ["seat:2"]
    here.do(choose(2, "bank"), wager(3, 1000))
    assert here.table.state.bank.seat == 2
    here = banking(1)
    here.do({"do": "cash-out", "seat": 1, "cents": here.table.chips(1) - 99})  # less than any wager at this table
    assert offered(here) == ["seat:2"]


@law("621a.11(g)", "621a.6(d)")
def test_621a_11_g_stacks_that_a_bank_cut_before_it_ended_are_mixed_again() -> None:
    here = banking(1)
    here.do(choose(1, "cut", right=[3]))
    events = here.do({"do": "cash-out", "seat": 1, "cents": here.table.chips(1)})
    assert [event.cites for event in events if event.event == "step-done"] == [cites("621a.6(d)"), cites("621a.6(d)")]
    here.do(choose(2, "bank"))
    assert here.table.state.order == () and "cut" in here.asked()["seat:2"]


@law("621a.11(c)")
def test_621a_11_c_only_who_is_offered_the_bank_passes_it() -> None:
    here = after_a_round()
    assert here.refusal(choose(3, "pass-bank")) == ("the bank is offered to seat 1 now", cites("621a.11(c)"))
    here.do(choose(1, "pass-bank"))
    assert here.refusal(choose(1, "pass-bank")) == ("the bank is offered to seat 2 now", cites("621a.11(c)"))
    here.do(choose(2, "bank"))
    assert here.refusal(choose(3, "pass-bank")) == ("seat 2 is the bank of this round", cites("621a.11(c)"))


@law("621a.11(d)(2)")
def test_621a_11_d_2_the_chips_of_every_seat_are_known_after_each_round() -> None:
    here = banking(2)
    for _ in range(4):
        played(here, *(box for box in range(1, 7) if box != here.table.state.bank.seat))
        assert here.table.state.purses == tuple(here.table.chips(seat) for seat in range(1, 7))
    here.do({"do": "cash-out", "seat": 1, "cents": 500}, {"do": "buy-in", "seat": 3, "cents": 700}, wager(4, 1000))
    assert here.table.state.purses == tuple(here.table.chips(seat) for seat in range(1, 7))
