"""685a.7(n) to (s) and 685a.11(a): every hand against the dealer's count, and the order of settlement."""

from __future__ import annotations

import pytest

from chapters.c685a_down_under_blackjack.hands import cards, choose, ended, felt, played, wager
from chapters.harness import NO_MORE_BETS, done, of, settled, state
from support import cites, law

TWENTY_TWO = "6C 6D"  # and a ten: the dealer's 22
THREE = {1: 1000, 2: 1000, 3: 1000}


def against(
    player: str, dealer: str, *answers: str, settings: tuple[str, ...] = ()
) -> tuple[str, int, tuple[str, ...]]:
    """A hand of two cards and its draws, against the dealer's up card, hole card and draws."""
    (one, two, *more), (up, hole, *draws) = player.split(), dealer.split()
    _, events = played(f"{one} {up} {two} {hole} {' '.join([*more, *draws])}", *answers, settings=settings)
    return ended(events)


@law("685a.7(o)", "685a.7(o)(1)", "685a.7(n)", "685a.7(n)(2)", "685a.11", "685a.11(a)")
@pytest.mark.parametrize("player", ["10H 9H", "10H 2H", "AH 9H"])
def test_685a_7_o_1_over_22_the_dealer_pays_every_hand_within_21(player: str) -> None:
    assert against(player, "6C 10D 10S", "1 stand") == ("won", 2000, ("685a.7(o)(1)", "685a.11(a)"))


@law("685a.7(o)(2)", "685a.7(p)", "685a.7(q)", "685a.7(q)(2)", "685a.7(n)(2)")
@pytest.mark.parametrize(
    ("player", "result", "cite"),
    [("10H 9H", "won", "685a.7(o)(2)"), ("10H 8H", "returned", "685a.7(p)"), ("10H 7H", "lost", "685a.7(q)(2)")],
)
def test_685a_7_o_2_the_higher_count_wins_and_equal_ones_tie(player: str, result: str, cite: str) -> None:
    found = against(player, "9C 9D", "1 stand")
    assert (found[0], found[2][0]) == (result, cite)


@law("685a.7(q)(1)")
@pytest.mark.parametrize("dealer", ["9C 9D", "6C 10D 10S"])
def test_685a_7_q_1_over_21_loses_even_where_the_dealer_goes_over_too(dealer: str) -> None:
    assert against("10H 6H 7H", dealer, "1 hit") == ("lost", 0, ("685a.7(q)(1)",))


# A dealer's 22


@law("685a.7(n)(1)")
@pytest.mark.parametrize("player", ["10H 9H", "9H 9D", "AH 8H", "10H 2H"])
def test_685a_7_n_1_a_dealers_22_returns_what_it_does_not_pay(player: str) -> None:
    assert against(player, f"{TWENTY_TWO} 10S", "1 stand") == ("returned", 1000, ("685a.7(n)(1)",))


@law("685a.7(n)(1)", "685a.1[Large]")
@pytest.mark.parametrize("player", ["10H KH", "QH JD", "AH AD"])
def test_685a_7_n_1_two_original_large_cards_are_paid(player: str) -> None:
    assert against(player, f"{TWENTY_TWO} 10S", "1 stand") == ("won", 2000, ("685a.7(n)(1)", "685a.11(a)"))


@law("685a.7(n)(1)")
@pytest.mark.parametrize(
    ("player", "answers"), [("10H 6H 5H", ["1 hit"]), ("AH 5H 5D", ["1 hit"]), ("5H 6H KH", ["1 double-down"])]
)
def test_685a_7_n_1_a_21_is_paid_hard_or_soft_or_doubled(player: str, answers: list[str]) -> None:
    (one, two, *more) = player.split()
    _, events = played(f"{one} 6C {two} 6D {' '.join(more)} 10S", *answers)
    assert [row[2:] for row in settled(events)] == [("won", 2000, ("685a.7(n)(1)", "685a.11(a)"))] * len(
        settled(events)
    )
    assert len(settled(events)) == 1 + ("double-down" in answers[0])


@law("685a.7(n)(1)")
@pytest.mark.parametrize(("answer", "result"), [("lose", "lost"), ("return", "returned")])
def test_685a_7_n_1_a_hand_over_21_loses_to_a_22_unless_read_otherwise(answer: str, result: str) -> None:
    found = against("10H 6H 7H", f"{TWENTY_TWO} 10S", "1 hit", settings=(f"reading.bust_on_22={answer}",))
    assert found[0] == result
    assert found[2] == (("685a.7(n)(1)", "685a.7(q)(1)") if answer == "lose" else ("685a.7(n)(1)",))


@law("685a.7(n)(1)")
@pytest.mark.parametrize(("answer", "result"), [("count", "won"), ("do-not-count", "returned")])
def test_685a_7_n_1_two_aces_are_two_large_cards_unless_read_otherwise(answer: str, result: str) -> None:
    found = against("AH AD", f"{TWENTY_TWO} 10S", "1 stand", settings=(f"reading.large_aces={answer}",))
    assert found[0] == result


@law("685a.7(n)(1)")
@pytest.mark.parametrize(("answer", "result"), [("two-cards-only", "returned"), ("also-after-drawing", "won")])
def test_685a_7_n_1_a_third_card_ends_it_unless_read_otherwise(answer: str, result: str) -> None:
    found = against("AH AD 7H", f"{TWENTY_TWO} 10S", "1 hit", "1 stand", settings=(f"reading.large_drawn={answer}",))
    assert found[0] == result


@law("685a.7(n)(1)")
@pytest.mark.parametrize(("answer", "result"), [("no", "returned"), ("yes", "won")])
def test_685a_7_n_1_a_split_hand_has_no_two_original_cards_unless_read_otherwise(answer: str, result: str) -> None:
    settings = [f"reading.large_after_split={answer}"]
    _, events = played("10H 6C KH 6D QS 9S 10S", "1 split", "1 stand", "1 stand", settings=settings)
    assert ended(events)[0] == result  # ten and queen
    assert ended(events, "split")[0] == "returned"  # king and nine


# In which order, and where the cards go


@law("685a.7(r)", "685a.7(r)(1)")
def test_685a_7_r_1_losing_wagers_first_from_the_right_then_the_others() -> None:
    _, events = played("10H 10S 9H 8C 7H 9S 10D 10D", "1 stand", "2 stand", "3 stand", bets=THREE)
    assert [(seat, result) for seat, _, result, *_ in settled(events)] == [(1, "lost"), (3, "won"), (2, "won")]


@law("685a.7(r)(2)")
def test_685a_7_r_2_or_player_by_player_from_the_right() -> None:
    settings = ["settlement=seat-by-seat"]
    table, events = played(
        "10H 10S 9H 8C 7H 9S 10D 10D", "1 stand", "2 stand", "3 stand", bets=THREE, settings=settings
    )
    assert [(seat, result) for seat, _, result, *_ in settled(events)] == [(3, "won"), (2, "won"), (1, "lost")]
    moves = [(move.source, move.target) for event in of(events, "wager-settled") for move in event.moves]
    assert ("layout", "inventory") in moves  # losing chips go into the inventory …
    assert {source for source, target in moves if target.startswith("seat")} == {"layout", "inventory"}  # … which pays
    assert state(table).phase == "betting"


@law("685a.7(r)(1)", "685a.7(r)(2)")
@pytest.mark.parametrize(("settlement", "order"), [("collect-then-pay", [3, 1, 4, 2]), ("seat-by-seat", [4, 3, 2, 1])])
def test_685a_7_r_1_both_losing_and_winning_wagers_go_from_the_right_around(settlement: str, order: list[int]) -> None:
    four = dict.fromkeys((2, 4, 1, 3), 1000)  # in whatever order they were made
    table = felt(f"settlement={settlement}")
    done(table, {"do": "buy-in", "seat": 4, "cents": 1000}, *(wager(*each) for each in four.items()), NO_MORE_BETS)
    done(table, cards("? 10H 10S 9H 10C 8C 7H 9S 7D 9C 10D"))
    events = done(table, *(choose(f"{seat} stand") for seat in sorted(four)))
    assert [seat for seat, *_ in settled(events)] == order
    assert {seat for seat, _, result, *_ in settled(events) if result == "lost"} == {1, 3}  # 17 and 16 against 18


@law("685a.7(s)")
def test_685a_7_s_the_rack_holds_each_hand_together_the_dealers_last() -> None:
    table, events = played(
        "8H 10S 7C 8D 9S 9D 2S 3S KS 5S", "1 split", "1 stand", "1 hit", "2 stand", bets={1: 1000, 2: 1000}
    )
    (said,) = of(events, "cards-collected")
    assert said.cites == cites("685a.7(s)")
    assert said.fields["hands"] == [
        {"from": "seat:2", "cards": 2},
        {"from": "seat:1 second", "cards": 3},
        {"from": "seat:1 first", "cards": 2},
        {"from": "dealer", "cards": 3},
    ]
    rack = ("?", "10S", "9S", "8D", "3S", "KS", "8H", "2S", "7C", "9D", "5S")
    assert state(table).cards.rack == rack
