"""685a.7(e), (f) and 685a.11(c): the deal and its order, and Match-the-Dealer settled at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from chapters.c685a_down_under_blackjack.hands import awaited, dealt, ended, felt, match, options, wager
from chapters.harness import of, settled, state
from houseway.equipment.cards import DECK
from houseway.games import load
from houseway.games.down_under_blackjack.law.wagers import match_lines
from houseway.odds.sheet import rows_of
from support import cites, law


@law("685a.7", "685a.7(e)", "685a.7(e)(1)", "685a.7(e)(2)", "685a.7(e)(3)", "685a.7(e)(4)")
def test_685a_7_e_clockwise_from_the_left_one_each_and_the_dealer_twice() -> None:
    _, events = dealt("2H 3H 4H 5C 6H 7H 8H 9D", bets={3: 1000, 1: 1000, 2: 1000})
    order = [
        (e.fields["place"], e.fields["cards"], e.cites[0])
        for e in events
        if e.event == "result" and "place" in e.fields
    ]
    assert order == [
        ("seat:1", ["2H"], "685a.7(e)(1)"),
        ("seat:2", ["3H"], "685a.7(e)(1)"),
        ("seat:3", ["4H"], "685a.7(e)(1)"),
        ("dealer", ["5C"], "685a.7(e)(2)"),
        ("seat:1", ["6H"], "685a.7(e)(3)"),
        ("seat:2", ["7H"], "685a.7(e)(3)"),
        ("seat:3", ["8H"], "685a.7(e)(3)"),
        ("dealer", ["?"], "685a.7(e)(4)"),
    ]


@law("685a.7(f)", "685a.11(c)")
@pytest.mark.parametrize(
    ("player", "up", "decks", "paid"),
    [
        ("9H 5D", "9C", 6, 4), ("5D 9H", "9C", 6, 4), ("9H 5D", "9H", 6, 11), ("9H 9D", "9C", 6, 8), ("9H 9D", "9H", 6, 15),
        ("9H 9H", "9H", 6, 22), ("9H 5D", "9C", 8, 3), ("9H 5D", "9H", 8, 14), ("9H 9D", "9H", 8, 17), ("KH QD", "KH", 6, 11),
        ("KH QD", "JC", 6, None), ("10H QD", "KC", 6, None), ("9H 5D", "8C", 6, None), ("AH 5D", "AC", 6, 4),
    ],
)  # fmt: skip
def test_685a_7_f_each_card_of_the_up_cards_rank_is_paid(player: str, up: str, decks: int, paid: int | None) -> None:
    one, two = player.split()
    _, events = dealt(f"{one} {up} {two} ?", f"decks={decks}", also=[match(1, 200)])
    result, back, because = ended(events, "match-the-dealer")
    assert (result, back) == (("lost", 0) if paid is None else ("won", 200 * (paid + 1)))
    assert because == cites("685a.7(f)", *(["685a.11(c)"] if paid else []))


@law("685a.7(f)")
@pytest.mark.parametrize(("player", "paid"), [("9H 9D", 11), ("9S 9D", 4), ("9D 9H", 11)])
def test_685a_7_f_read_as_once_only_the_better_line_is_paid(player: str, paid: int) -> None:
    one, two = player.split()
    _, events = dealt(f"{one} 9H {two} ?", "reading.match_both=once", also=[match(1, 200)])
    assert ended(events, "match-the-dealer")[:2] == ("won", 200 * (paid + 1))


@law("685a.7(f)")
def test_685a_7_f_it_is_settled_from_the_right_before_insurance_and_the_reader() -> None:
    bets = {1: 1000, 2: 1000, 3: 1000}
    table, events = dealt("AH 3H 4H AC 6H 7H 8H ?", bets=bets, also=[match(1), match(2), match(3)])
    assert [(seat, result) for seat, wager, result, *_ in settled(events)] == [(3, "lost"), (2, "lost"), (1, "won")]
    assert events[-1].event == "wager-settled"
    assert set(options(table)) == {"seat:1", "seat:2", "seat:3"} and state(table).hole_range == ""
    other, events = dealt("AH 3H 4H 9C 6H 7H 8H ?", bets=bets, also=[match(1)])
    assert events[-1].event == "wager-settled"
    assert awaited(other).what == "light of the card reader"


@law("685a.11(c)")
@pytest.mark.parametrize(("decks", "percent"), [(6, "4.06"), (8, "3.67")])
def test_685a_11_c_the_walk_gives_the_boards_own_figures(decks: int, percent: str) -> None:
    game, rules = load("down-under-blackjack", [f"decks={decks}"])
    (row,) = rows_of(game, rules, "match-the-dealer")  # of this wager alone: the Bet takes long
    assert f"{float(100 * row.house_edge):.2f}" == percent


@law("685a.11(c)")
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("both", ["each", "once"])
def test_685a_11_c_the_walk_equals_counting_all_pairs_of_cards(decks: int, both: str) -> None:
    game, rules = load("down-under-blackjack", [f"decks={decks}", f"reading.match_both={both}"])
    up, left = "9H", {card: decks - (card == "9H") for card in DECK}
    total, worth = 0, 0
    for one, two in product(DECK, DECK):
        ways = left[one] * (left[two] - (one == two))
        lines = match_lines(rules, (one, two), up)
        total += ways
        worth += ways * (sum(line.odds.pays for line in lines) if lines else -1)
    (row,) = rows_of(game, rules, "match-the-dealer")  # of this wager alone: the Bet takes long
    assert row.expected == Fraction(worth, total)
    assert (row.expected < Fraction(-1, 20)) is (both == "once")  # only paid for each it holds what the Board says


@law("685a.7(f)")
def test_685a_7_f_match_the_dealer_needs_no_answer_of_anybody() -> None:
    table = felt()
    table.do(wager(1), match(1))
    assert not of(table.do({"do": "no-more-bets"}), "wager-settled")
