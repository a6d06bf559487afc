"""685a.7(n)(1): a Double Down Wager against a dealer's 22, read both ways; and the readings that the analyzer prices."""

from __future__ import annotations

import pytest

from chapters.c685a_down_under_blackjack.hands import ended, played
from houseway.games import load
from houseway.games.down_under_blackjack.mathematics.terms import PRICED, Terms, terms_of
from support import law

ON_22 = ("685a.7(n)(1)",)
PAID_ON_22 = (*ON_22, "685a.11(a)")
TWENTY_ONE = "6H 6C 5H 6D KH 10D"  # 11 doubled to 21; the dealer: 6, 6 and 10
TWELVE = "6H 6C 4H 6D 2H 10D"  # 10 doubled to 12
OVER = "6H 6C 6D 6S KH 10D"  # 12 doubled to 22


@law("685a.7(n)(1)")
@pytest.mark.parametrize(
    ("answer", "doubled"), [("paid", ("won", 2000, PAID_ON_22)), ("returned", ("returned", 1000, ON_22))]
)
def test_685a_7_n_1_a_doubled_21_is_paid_with_or_without_its_double(answer: str, doubled: tuple[object, ...]) -> None:
    _, events = played(TWENTY_ONE, "1 double-down", settings=[f"reading.double_on_22={answer}"])
    assert ended(events) == ("won", 2000, PAID_ON_22)
    assert ended(events, "double-down") == doubled


@law("685a.7(n)(1)")
@pytest.mark.parametrize("answer", ["paid", "returned"])
def test_685a_7_n_1_what_is_not_paid_goes_back_or_is_lost_by_either_reading(answer: str) -> None:
    settings = [f"reading.double_on_22={answer}"]
    _, events = played(TWELVE, "1 double-down", settings=settings)
    assert {ended(events, wager) for wager in ("bet", "double-down")} == {("returned", 1000, ON_22)}
    _, events = played(OVER, "1 double-down", settings=settings)
    assert {ended(events, wager) for wager in ("bet", "double-down")} == {("lost", 0, (*ON_22, "685a.7(q)(1)"))}


@law("685a.7(n)(1)")
def test_685a_7_n_1_against_any_other_count_over_21_both_are_paid() -> None:
    _, events = played("6H 6C 5H 5D KH 4D 8D", "1 double-down", settings=["reading.double_on_22=returned"])
    assert ended(events, "double-down") == ("won", 2000, ("685a.7(o)(1)", "685a.11(a)"))


def test_the_analyser_asks_what_the_chapter_asks_and_answers_by_default_as_it_does() -> None:
    game, rules = load("down-under-blackjack")
    assert terms_of(rules) == Terms()
    moves_no_bet = {
        "match_both",
        "loaded_shoe",
        "insurance_after_wrong_light",
        "card_reader_approval",
        "foreign_card",
        "misread_until",
        "even_money",
        "double_for_less",
        "insurance_of_dead_hand",
    }  # another wager; a cut; decks
    assert {each.name for each in game.chapter.readings if len(each.ids) > 1} == {*PRICED, *moves_no_bet}
    assert set(Terms().answers) == set(PRICED)
