"""The toys: what later chapters ask of the protocol, carried by it, with exact figures and whole rounds at a table."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from contract import checks
from contract.hiding import Watched
from contract.play import TOYS, new_table, toy
from houseway.core import Choices, Event
from houseway.games import games
from houseway.law import cites
from houseway.numerics.sources import SeededSource
from houseway.odds import odds_sheet
from houseway.simulate.seat_automaton import Compiler
from houseway.table import Table

NAMES = ("hazard-run", "peek", "bank", "skirmish", "ante-and-raise")


def settled(events: tuple[Event, ...] | list[Event]) -> list[tuple[int, str, str, int]]:
    """Seat, wager, result and what came back of each settled wager."""
    return [
        (e.fields["seat"], e.fields["wager"], e.fields["result"], e.fields["returned_cents"])
        for e in events
        if e.event == "wager-settled"
    ]


def test_toys_are_found_where_the_environment_says_and_nowhere_else() -> None:
    command = "from houseway.games import games; print(*games())"
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "HOUSEWAY_GAMES": str(TOYS)}
    told = subprocess.run([sys.executable, "-c", command], env=paths, capture_output=True, text=True, check=True)
    assert set(NAMES) <= set(told.stdout.split())
    assert set(games()) == set(told.stdout.split()) - set(NAMES)


# 901a: wagers that live over many rolls


def hazard() -> Table:
    return new_table(*toy("hazard-run"))


def roll(table: Table, *dice: int) -> tuple[Event, ...]:
    """No more bets, and a roll."""
    table.no_more_bets()
    return table.result(dice=list(dice))


def test_901a_exact_odds_of_absorbing_chains() -> None:
    sheet = odds_sheet(*toy("hazard-run"))
    assert {row.id: row.expected for row in sheet} == {
        "run": Fraction(-7, 495),
        "against": Fraction(-3, 220),
        "follow": Fraction(-7, 495),
        "six": Fraction(-1, 66),
    }
    assert sheet["run"].draws == sheet["follow"].draws == Fraction(557, 165)
    assert sheet["against"].push == Fraction(1, 36)


def test_901a_2_b_a_reading_moves_the_odds() -> None:
    sheet = odds_sheet(*toy("hazard-run", "reading.twelve=lost"))
    assert sheet["against"].expected == Fraction(-3, 220) - Fraction(1, 36)


def test_901a_compiled_automata_are_small() -> None:
    """A follow has one state more: until there is a point, it waits."""
    game, rules = toy("hazard-run")
    states = {
        wager: Compiler(game, rules, {wager: 600}).automaton().states_in_play for wager in game.law.catalogue(rules)
    }
    assert states == {"run": 7, "against": 7, "follow": 8, "six": 7}


def test_901a_2_a_a_run_lives_until_the_point_or_a_seven() -> None:
    table = hazard()
    table.wager(1, "run", 500)
    assert settled(roll(table, 2, 2)) == []
    assert settled(roll(table, 3, 3)) == []
    assert table.remove(1, "run")[0].cites == cites("901a.2(a)")
    assert settled(roll(table, 1, 3)) == [(1, "run", "won", 1000)]
    assert table.state.point == 0


def test_901a_2_c_a_follow_moves_to_its_number_and_another_may_follow() -> None:
    table = hazard()
    assert table.wager(1, "follow", 500)[0].event == "wager-refused"
    roll(table, 2, 2)
    table.wager(1, "follow", 500)
    roll(table, 3, 3)
    table.wager(1, "follow", 700)
    roll(table, 4, 4)
    assert [(p.cents, p.data) for p in table.game.law.placed(table.state)] == [(500, (6,)), (700, (8,))]
    assert settled(roll(table, 5, 3)) == [(1, "follow", "won", 1400)]
    assert settled(roll(table, 5, 2)) == [(1, "follow", "lost", 0)]
    assert checks.conservation(table.game, table.events) == []


def test_901a_2_d_a_six_works_while_there_is_a_point_or_when_it_is_called_on() -> None:
    table = hazard()
    table.wager(1, "six", 600)
    assert settled(roll(table, 5, 2)) == []
    table.do({"do": "working", "seat": 1, "id": "six", "on": True})
    assert settled(roll(table, 4, 2)) == [(1, "six", "won", 1300)]
    table.wager(1, "six", 600)
    table.do({"do": "working", "seat": 1, "id": "six", "on": False})
    assert table.state.point == 6
    assert settled(roll(table, 5, 2)) == []
    table.wager(1, "run", 500)
    refused = table.do({"do": "working", "seat": 1, "id": "run", "on": True})[0]
    assert (refused.event, refused.cites) == ("act-refused", cites("901a.2(d)"))


def test_901a_2_b_an_against_is_returned_on_twelve() -> None:
    table = hazard()
    table.wager(1, "against", 500)
    table.wager(2, "run", 500)
    events = roll(table, 6, 6)
    assert settled(events) == [(2, "run", "lost", 0), (1, "against", "returned", 500)]
    assert events[-1].cites == cites("901a.2(b)")


# 902a: hidden cards and several choosers


def value(card: str) -> int:
    return int(card[0])


def best_by_hand() -> Fraction:
    """Best play counted another way: over whole deals, with the hole card chosen first and the draws after it."""
    deck = [f"{v}{suit}" for v in range(1, 7) for suit in "ab"]

    def net(total: int, dealer: int) -> int:
        if total > 8 or total < dealer <= 8:
            return -1
        return 0 if total == dealer else 1

    worth = Fraction(0)
    for own in deck:
        for up in deck:
            if up == own:
                continue
            left = [card for card in deck if card not in (own, up)]
            for low in (True, False):
                holes = [card for card in left if (value(card) <= 3) == low]
                stand = draw = Fraction(0)
                for hole in holes:
                    dealer = value(up) + value(hole)
                    stand += net(value(own), dealer)
                    drawn = [card for card in left if card != hole]
                    draw += Fraction(sum(net(value(own) + value(card), dealer) for card in drawn), len(drawn))
                worth += max(stand, draw, 2 * stand) / len(left)
    return worth / (12 * 11)


def test_902a_best_play_by_the_walk_is_best_play_counted_by_hand() -> None:
    rows = {row.strategy: row for row in odds_sheet(*toy("peek"))}
    assert rows["optimal"].expected == best_by_hand()
    assert rows["always-stand"].expected < rows["optimal"].expected


def peeking(seed: str, *seats: int) -> Table:
    """A dealt table of Peek, up to the choices."""
    game, rules = toy("peek")
    table = new_table(game, rules, Watched(seed))
    for seat in seats:
        table.wager(seat, "hand", 500)
    table.deal()
    return table


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_902a_3_b_the_reader_tells_the_range_of_the_card_that_is_turned_up_later(seed: str) -> None:
    table = peeking(seed, 1, 2)
    told = table.state.range
    for seat in (1, 2):
        table.do({"do": "choose", "seat": seat, "choice": "stand"})
    hole = table.draw()[0].fields["cards"][0]
    source = table.source
    assert isinstance(source, Watched)
    assert hole == source.orders[-1][3]  # after the two players' and the dealer's first
    assert told == ("low" if value(hole) <= 3 else "high")


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_902a_4_seats_choose_in_any_order_with_the_same_end(order: tuple[int, ...]) -> None:
    choices = {1: "draw", 2: "stand", 3: "double"}
    table = peeking("order", 1, 2, 3)
    for seat in order:
        due = table.due
        assert isinstance(due, Choices)
        assert f"seat:{seat}" in {asked.who for asked in due.open}
        cents = 500 if choices[seat] == "double" else 0
        table.do({"do": "choose", "seat": seat, "choice": choices[seat], "cents": cents})
    events = table.draw()
    first = peeking("order", 1, 2, 3)
    for seat, choice in choices.items():
        first.do({"do": "choose", "seat": seat, "choice": choice, "cents": 500 if choice == "double" else 0})
    assert settled(events) == settled(first.draw())
    assert {seat for seat, *_ in settled(events)} == {1, 2, 3}


def test_902a_3_a_a_card_is_shown_to_its_own_seat_alone() -> None:
    table = peeking("private", 1, 2)
    private = [event for event in table.events if event.to == "seat:1"]
    assert [event.fields["cards"] for event in private] == [[table.state.hands[0].cards[0]]]
    hands = table.view("seat:2")["hands"]
    assert hands[0]["cards"] == 1
    assert hands[1]["cards"] == list(table.state.hands[1].cards)


def test_902a_4_nobody_doubles_without_the_chips_for_it() -> None:
    game, rules = toy("peek")
    table = Table(game, rules, SeededSource("poor"))
    table.open()
    table.buy_in(1, 700)
    table.wager(1, "hand", 500)
    table.deal()
    refused = table.do({"do": "choose", "seat": 1, "choice": "double", "cents": 500})
    assert refused[0].event == "act-refused"
    assert table.chips(1) == 200


def test_902a_cards_that_were_read_ahead_are_judged_like_any_others() -> None:
    game, rules = toy("peek")
    table = new_table(game, rules)
    table.wager(1, "hand", 500)
    table.wager(2, "hand", 500)
    table.no_more_bets()
    events = table.result(cards=["3a", "3a"])
    assert events[-1].event == "act-refused"
    assert [hand.cards for hand in table.state.hands] == [("3a",), ()]


def test_902a_3_b_a_hole_card_that_was_read_ahead_is_told_only_by_its_range() -> None:
    """Cards are given as they leave the deck, the hole card among them; the device reads that one."""
    game, rules = toy("peek")
    table = new_table(game, rules)
    table.wager(1, "hand", 500)
    table.no_more_bets()
    events = table.result(cards=["3a", "4a", "5a"])
    assert table.state.range == "high"
    assert all("'5a'" not in str(event.seen_by("house")) for event in events)


def test_902a_a_refused_choice_is_shown_to_the_one_who_made_it() -> None:
    """A refusal does not make public what a seat said about its own cards."""
    table = peeking("refused", 1)
    refused = table.do({"do": "choose", "seat": 2, "choice": "stand"})[0]
    assert (refused.event, refused.to) == ("act-refused", "seat:2")


# 903a: a player as the bank


def banked(fund_cents: int = 5000, dealer_cents: int = 0, *settings: str) -> Table:
    """Seat 2 banks, seats 1 and 3 wager 1000 and 3000, and the dealer may."""
    table = new_table(*toy("bank", *settings))
    roll(table, 1, 1)
    table.do({"do": "choose", "seat": 1, "choice": "pass-bank"})
    table.do({"do": "choose", "seat": 2, "choice": "bank", "cents": fund_cents})
    table.wager(1, "bank-wager", 1000)
    table.wager(3, "bank-wager", 3000)
    assert table.wager(2, "bank-wager", 1000)[0].cites == cites("903a.3")
    table.no_more_bets()
    answer: dict[str, Any] = {"choice": "wager", "cents": dealer_cents} if dealer_cents else {"choice": "decline"}
    table.do({"do": "choose", "by": "dealer", **answer})
    return table


def test_903a_exact_odds_are_the_same_against_house_and_bank() -> None:
    assert {row.id: row.expected for row in odds_sheet(*toy("bank"))} == {
        "wager": Fraction(-1, 6),
        "bank-wager": Fraction(-1, 6),
    }


def test_903a_5_a_banks_surplus_is_levied_and_the_rest_goes_back() -> None:
    table = banked()
    before = table.accounts
    events = table.result(dice=[2, 5])
    assert settled(events) == [(1, "bank-wager", "lost", 0), (3, "bank-wager", "lost", 0)]
    after = table.accounts
    assert (after["vigorish"], after["bank"]) == (200, 0)  # 5% of 4000
    assert after["seat:2"] - before["seat:2"] == 5000 + 4000 - 200
    assert after["inventory"] == before["inventory"]
    assert checks.conservation(table.game, table.events) == []


def test_903a_4_a_a_bank_pays_as_far_as_its_money_goes() -> None:
    table = banked(fund_cents=2500)
    events = table.result(dice=[6, 5])
    assert settled(events) == [(1, "bank-wager", "won", 2000), (3, "bank-wager", "won", 4500)]
    assert (table.accounts["bank"], table.accounts.get("vigorish", 0)) == (0, 0)
    table = banked(fund_cents=1000)
    assert settled(table.result(dice=[6, 5])) == [(1, "bank-wager", "won", 2000), (3, "bank-wager", "returned", 3000)]
    assert checks.conservation(table.game, table.events) == []


def test_903a_3_c_the_dealer_wagers_the_houses_money_against_the_bank() -> None:
    table = banked(20_000, 700)
    before = table.accounts["inventory"]
    table.result(dice=[6, 1])
    assert table.accounts["inventory"] == before + 1400
    table = banked(20_000, 700)
    before = table.accounts["inventory"]
    table.result(dice=[1, 1])
    assert table.accounts["inventory"] == before
    assert table.accounts["vigorish"] == (4700 * 5) // 100
    assert checks.conservation(table.game, table.events) == []


@pytest.mark.parametrize(("reading", "levy_cents"), [("down", 200), ("up", 201)])
def test_903a_5_a_reading_rounds_the_levy(reading: str, levy_cents: int) -> None:
    table = banked(5000, 1, f"reading.levy_rounding={reading}")
    table.result(dice=[1, 1])
    assert table.accounts["vigorish"] == levy_cents  # 5% of 4001
