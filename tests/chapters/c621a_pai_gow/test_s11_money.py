"""621a.11(n) to (r): the money of a player's bank and of a co-bank, from the center of the table."""

from __future__ import annotations

import pytest

from chapters.c621a_pai_gow.sitting import EXPOSE, Sitting, banking, because, set_as, settled, wager
from chapters.harness import NO_MORE_BETS, choose, the
from houseway.core import Event
from houseway.law import cites
from support import law

# As the house way "highest-high" sets them, high over low. Each of the first four beats those that follow in both hands
FIRST = ("6-6", "6-6", "4-6", "4-5")  # a pair over 9
SECOND = ("1-1", "1-1", "1-3", "2-2")  # a pair over 8
THIRD = ("5-5", "3-5", "4-6", "1-6")  # 8 over 7
FOURTH = ("5-6", "1-6", "1-3", "3-3")  # 8 over 0
TIE = ("1-4", "2-3", "5-5", "3-6")  # against SECOND: a lower pair over 9
Four = tuple[str, ...]
ACCOUNTS = ("inventory", "vigorish", "centre", "layout", *(f"seat:{n}" for n in range(1, 7)))


def before(here: Sitting) -> dict[str, int]:
    """The balance of each account."""
    return {name: here.table.accounts.get(name, 0) for name in ACCOUNTS}


def change(here: Sitting, was: dict[str, int]) -> dict[str, int]:
    """The change of each account that changed."""
    now = before(here)
    return {name: now[name] - was[name] for name in ACCOUNTS if now[name] != was[name]}


def bank_round(here: Sitting, hands: dict[int, Four], cents: dict[int, int]) -> list[Event]:
    """A round that seat 2 banks: wagers by box, tiles by position, all settled."""
    here.do(*(wager(box, each) for box, each in cents.items()), NO_MORE_BETS, choose(2, "standard"))
    events = here.do(here.tiles(hands))
    boxes = [box for box in hands if box and not (box == 2 and here.table.state.bank.co_bank)]
    return events + here.do(*(set_as(box, hands[box]) for box in boxes)) + here.expose()


@law("621a.11(n)")
@pytest.mark.parametrize(
    ("dealer", "verdict", "gain"),
    [(FIRST, "won", 1000), (TIE, "returned", 0), (FOURTH, "lost", -1000)],
)
def test_621a_11_n_the_dealers_wager_is_decided_first_against_the_bank(dealer: Four, verdict: str, gain: int) -> None:
    here = banking(2, "house_way=highest-high")
    was = before(here)
    events = bank_round(here, {0: dealer, 2: SECOND}, {})
    decided = the(events, "dealer-wager-decided")
    assert (decided.fields, decided.cites[0]) == (
        {"cents": 1000, "verdict": verdict, "text": decided.fields["text"]},
        "621a.11(n)",
    )
    bank = {"won": -1000, "returned": 0, "lost": 950}[verdict]  # less 5% of a surplus
    moved = {"inventory": gain, "seat:2": bank, "vigorish": 50 if verdict == "lost" else 0}
    assert change(here, was) == {name: cents for name, cents in moved.items() if cents}


@law("621a.11(n)")
def test_621a_11_n_the_banks_hands_are_shown_to_all_after_every_player_has_set() -> None:
    here = banking(2)
    here.do(wager(1, 1000), NO_MORE_BETS, choose(2, "standard"))
    here.do(here.tiles({0: FOURTH, 1: FIRST, 2: SECOND}), set_as(2, SECOND))
    assert here.table.view("seat:1")["hands"][2]["tiles"] == 4
    events = here.do(set_as(1, FIRST))
    shown = the(events, "revealed")
    assert (shown.fields["position"], shown.fields["high"], shown.cites) == (2, ["1-1", "1-1"], cites("621a.11(n)"))
    assert here.table.view("seat:1")["hands"][2]["tiles"] == list(SECOND)


@law("621a.11(o)")
def test_621a_11_o_a_bank_that_wins_takes_the_centre_less_five_percent() -> None:
    here = banking(2, "house_way=highest-high")
    was = before(here)
    events = bank_round(here, {0: FOURTH, 1: THIRD, 2: SECOND}, {1: 3000})
    assert settled(events) == [(1, "lost", 0)]
    assert because(events, 1)[:2] == cites("621a.11(o)", "621a.10(g)")
    surplus = the(events, "bank-surplus")
    assert (surplus.fields["surplus_cents"], surplus.fields["vigorish_cents"]) == (4000, 200)
    assert surplus.cites == cites("621a.11(o)", "621a.10(k)")
    assert change(here, was) == {"inventory": -1000, "vigorish": 200, "seat:1": -3000, "seat:2": 3800}


@law("621a.11(o)")
def test_621a_11_o_winners_are_paid_from_the_centre_as_far_as_it_goes() -> None:
    """Box 1 loses 3000 and the dealer 1000; box 3 wins 2000: the surplus of 2000 pays 100."""
    here = banking(2, "house_way=highest-high")
    was = before(here)
    events = bank_round(here, {0: FOURTH, 1: THIRD, 2: SECOND, 3: FIRST}, {1: 3000, 3: 2000})
    pays = the(events, "bank-pays")
    assert (pays.fields["centre_cents"], pays.fields["owed_cents"], pays.fields["missing_cents"]) == (4000, 2000, 0)
    assert settled(events) == [(1, "lost", 0), (3, "won", 3900)]
    assert change(here, was) == {
        "inventory": -1000, "vigorish": 100 + 100, "seat:1": -3000, "seat:2": 1900, "seat:3": 1900,
    }  # fmt: skip


@law("621a.11(o)")
def test_621a_11_o_a_centre_that_runs_short_is_made_up_by_the_bank() -> None:
    """Box 1 loses 1000; box 3 wins 5000 and the dealer 1000."""
    here = banking(2, "house_way=highest-high")
    was = before(here)
    events = bank_round(here, {0: FIRST, 1: FOURTH, 2: THIRD, 3: SECOND}, {1: 1000, 3: 5000})
    pays = the(events, "bank-pays")
    assert (pays.fields["centre_cents"], pays.fields["owed_cents"], pays.fields["missing_cents"]) == (1000, 6000, 5000)
    assert pays.cites == cites("621a.11(o)", "621a.11(p)")
    assert change(here, was) == {"inventory": 1000, "vigorish": 250, "seat:1": -1000, "seat:2": -5000, "seat:3": 4750}
    assert "bank-surplus" not in [event.event for event in events]


@law("621a.11(o)")
def test_621a_11_o_a_bank_that_loses_everything_it_must_cover_pays_to_the_last_cent() -> None:
    here = banking(2, "house_way=highest-high", cents=6000)
    here.do({"do": "cash-out", "seat": 2, "cents": here.table.chips(2) - 6000})
    events = bank_round(here, {0: FIRST, 1: SECOND, 2: FOURTH}, {1: 5000})
    assert settled(events) == [(1, "won", 9750)]
    assert here.table.chips(2) == 0 and here.table.accounts["centre"] == 0


@law("621a.11(o)")
def test_621a_11_o_ties_go_back_and_players_are_exposed_from_the_dealers_right() -> None:
    here = banking(2, "house_way=highest-high")
    was = before(here)
    events = bank_round(here, {0: FOURTH, 1: FIRST, 2: SECOND, 4: TIE}, {4: 1000, 1: 1000})
    shown = [event.fields["position"] for event in events if event.event == "revealed"]
    assert shown == [2, 1, 4]
    assert settled(events) == [(4, "returned", 1000), (1, "won", 1950)]
    assert because(events, 4)[:2] == cites("621a.11(o)", "621a.10(h)(2)")
    assert change(here, was) == {"inventory": -1000, "seat:1": 950, "vigorish": 50}  # what the dealer lost pays box 1


@law("621a.11(o)", "621a.10(e)")
def test_621a_11_o_a_wager_surrendered_to_a_bank_goes_to_the_centre() -> None:
    here = banking(2)
    here.do(choose(2, "dealer-wager", cents=0), wager(1, 1000), wager(3, 1000), NO_MORE_BETS, choose(2, "standard"))
    here.do(here.tiles({1: THIRD, 2: SECOND, 3: FIRST}))
    reason, cited = here.refusal(choose(1, "surrender"))
    assert "only after the opposing hands are set" in reason and cited == cites("621a.10(e)")
    here.do(set_as(1, THIRD), set_as(2, SECOND), set_as(3, FIRST))
    assert "seat:2" not in here.asked()  # a bank has no wager to surrender
    events = here.do(choose(1, "surrender"))
    assert settled(events) == [(1, "lost", 0)] and here.table.accounts["centre"] == 1000
    assert settled(here.do(EXPOSE)) == [(3, "won", 1950)]
    assert here.table.accounts["centre"] == 0


@law("621a.11(p)")
def test_621a_11_p_what_the_dealer_wins_goes_into_the_inventory_without_vigorish() -> None:
    here = banking(2, "house_way=highest-high")
    was = before(here)
    bank_round(here, {0: FIRST, 2: SECOND}, {})
    assert change(here, was) == {"inventory": 1000, "seat:2": -1000}


@law("621a.11(q)")
def test_621a_11_q_a_winner_against_the_bank_pays_the_vigorish() -> None:
    for rounding, vigorish in ((0, 51), (25, 75)):
        here = banking(2, f"vigorish.rounding_cents={rounding}")
        events = bank_round(here, {0: FOURTH, 1: FIRST, 2: SECOND}, {1: 1020})
        assert settled(events) == [(1, "won", 2040 - vigorish)]
        assert because(events, 1)[-2:] == cites("621a.11(q)", "621a.10(k)")


# Co-banking


def co_banking(*settings: str) -> Sitting:
    """Seat 2 is the bank, and the house covers half."""
    here = banking(2, "house_way=highest-high", *settings)
    here.do(choose(2, "co-bank"))
    return here


@law("621a.11(e)", "621a.11(r)")
def test_621a_11_e_the_dealer_turns_over_and_sets_the_co_banks_hand() -> None:
    here = co_banking()
    here.do(wager(1, 1000), NO_MORE_BETS, choose(2, "standard"))
    here.do(here.tiles({1: FOURTH, 2: SECOND}))
    assert here.asked() == {"seat:1": ["set", "house-way", "ask"]}
    reason, cited = here.refusal(choose(2, "house-way"))
    assert reason == "the dealer sets the co-bank's hand" and cited == cites("621a.11(e)")
    events = here.do(set_as(1, FOURTH))
    shown = the(events, "dealer-set")
    assert shown.cites == cites("621a.11(e)", "621a.10(d)(2)") and shown.fields["position"] == 2
    assert (shown.fields["high"], shown.fields["low"]) == (["1-1", "1-1"], ["1-3", "2-2"])
    assert [hand.position for hand in here.table.state.hands] == [1, 2]  # the dealer's own tiles were collected


@law("621a.11(r)")
def test_621a_11_r_a_co_banks_surplus_is_halved_before_the_vigorish() -> None:
    here = co_banking()
    was = before(here)
    events = bank_round(here, {1: FOURTH, 2: FIRST}, {1: 3000})
    surplus = the(events, "bank-surplus")
    assert surplus.cites == cites("621a.11(r)", "621a.10(k)")
    assert change(here, was) == {"inventory": 1575, "seat:1": -3000, "seat:2": 1425}, "the vigorish of $.75 too"


@law("621a.11(r)")
def test_621a_11_r_house_and_co_bank_each_make_up_half() -> None:
    """Box 3 loses 1000; box 1 wins 5000: 4000 are missing."""
    here = co_banking()
    was = before(here)
    events = bank_round(here, {1: FIRST, 2: SECOND, 3: FOURTH}, {1: 5000, 3: 1000})
    pays = the(events, "bank-pays")
    assert pays.fields["missing_cents"] == 4000 and pays.cites == cites("621a.11(r)")
    assert settled(events) == [(3, "lost", 0), (1, "won", 9750)]
    assert change(here, was) == {
        "inventory": -2000, "vigorish": 250, "seat:1": 4750, "seat:2": -2000, "seat:3": -1000,
    }  # fmt: skip


@law("621a.11(r)")
def test_621a_11_r_the_odd_cent_is_the_players() -> None:
    here = co_banking("vigorish.rounding_cents=25")
    was = before(here)
    bank_round(here, {1: FOURTH, 2: FIRST}, {1: 1001})
    assert change(here, was) == {"inventory": 550, "seat:1": -1001, "seat:2": 451}
    here = co_banking("vigorish.rounding_cents=25")
    was = before(here)
    bank_round(here, {1: FIRST, 2: SECOND}, {1: 1001})
    assert change(here, was)["seat:2"] == -500 and change(here, was)["inventory"] == -501


@law("621a.11(r)", "621a.10(k)")
def test_621a_11_r_of_half_a_surplus_a_part_of_a_cent_is_not_charged() -> None:
    here = co_banking()
    was = before(here)
    bank_round(here, {1: FOURTH, 2: FIRST}, {1: 1020})
    assert change(here, was) == {"inventory": 535, "seat:1": -1020, "seat:2": 485}  # 5% of 510 is 25.5


@law("621a.11(r)", "621a.10(k)")
def test_621a_11_r_the_vigorish_is_where_the_text_puts_it_and_the_closing_count_adds_up() -> None:
    """The players' own vigorish is kept apart; a co-bank's goes into the table inventory. Nothing is left out of the count."""
    here = co_banking()
    was = before(here)
    events = bank_round(here, {1: FIRST, 2: SECOND, 3: FOURTH}, {1: 1000, 3: 3000})
    assert the(events, "bank-surplus").fields["vigorish_cents"] == 50 and change(here, was)["vigorish"] == 50
    assert change(here, was)["inventory"] == 1000 + 50
    counted = the(here.do({"do": "close"}), "table-closed").fields
    parts = ("inventory_cents", "drop_cents", "seats_cents", "vigorish_cents")
    assert sum(counted[part] for part in parts) == counted["cage_cents"]
    assert counted["vigorish_cents"] == here.table.accounts["vigorish"] > 0
