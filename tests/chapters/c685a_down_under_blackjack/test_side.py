"""Insurance and Match-the-Dealer, exactly; and the Board's hold confronted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.games.down_under_blackjack.mathematics.card_counts import counts_of, full_shoe, less, read_cards
from houseway.games.down_under_blackjack.mathematics.hold import CLAIMED, HoldFigure, holds, readings
from houseway.games.down_under_blackjack.mathematics.side_wagers import (
    insurance_expected,
    insurance_worth,
    match_the_dealer,
)
from houseway.games.down_under_blackjack.mathematics.terms import QUESTIONS, Terms
from houseway.games.down_under_blackjack.present.hold_advice import verdict
from houseway.law import BadInput


@pytest.mark.parametrize(("decks", "board"), [(6, "4.06"), (8, "3.67")])
def test_match_the_dealer_comes_out_at_the_boards_figure(decks: int, board: str) -> None:
    found = match_the_dealer(decks)
    assert found is not None
    assert sum(found.results.values()) == 1
    assert f"{-100 * float(found.expected):.2f}" == board
    once = match_the_dealer(decks, "once")
    assert once is not None and f"{-100 * float(once.expected):.2f}" != board


@pytest.mark.parametrize(("decks", "exact"), [(6, Fraction(-1958, 48205)), (8, Fraction(-1052, 28635))])
def test_match_the_dealer_by_counting_cards_one_by_one(decks: int, exact: Fraction) -> None:
    """Every pair of the other cards, against one up card: rank 0, suit 0."""
    suited, unsuited = {6: (11, 4), 8: (14, 3)}[decks]
    cards = [(rank, suit) for rank in range(13) for suit in range(4) for _ in range(decks)]
    cards.remove((0, 0))
    pays = [(suited if suit == 0 else unsuited) if rank == 0 else 0 for rank, suit in cards]
    won = sum((a + b) or -1 for i, a in enumerate(pays) for b in pays[:i])
    counted = Fraction(won, len(pays) * (len(pays) - 1) // 2)
    found = match_the_dealer(decks)
    assert found is not None and found.expected == counted == exact


@pytest.mark.parametrize("decks", [4, 5])
def test_match_the_dealer_is_not_offered_with_fewer_decks(decks: int) -> None:
    assert match_the_dealer(decks) is None


def test_insurance_is_never_worth_it_from_a_fresh_shoe_but_may_be_later() -> None:
    assert insurance_expected(full_shoe(6)) == 0
    assert insurance_expected(full_shoe(6), "always") < insurance_expected(full_shoe(6), "blackjack") < 0
    small = counts_of(read_cards("2,3,4,5,6,7,8,9 " * 20, "seen"))
    assert insurance_worth(less(full_shoe(6), small)) > 0
    assert insurance_expected(less(full_shoe(6), small)) > 0


def test_insurance_against_an_ace_with_two_tens_in_hand() -> None:
    assert insurance_worth(less(full_shoe(6), counts_of((9, 9, 0)))) == Fraction(3 * 94, 309) - 1


@pytest.mark.parametrize("decks", [(6,), pytest.param((6, 8), marks=pytest.mark.nightly)])
def test_no_default_reading_comes_out_at_the_boards_hold(decks: tuple[int, ...]) -> None:
    found = [each for count in decks for each in holds(count, Terms())]
    good = [each for each in found if each.strategy in ("best", "chart")]
    assert all(not each.in_claimed_range for each in good)
    said = " ".join(verdict(found, Terms()))
    assert "No reading puts good play inside" in said and "no proof" in said
    assert sorted(each.decks for each in found if each.strategy == "customary" and each.in_claimed_range) == list(decks)


@pytest.mark.parametrize(("hold", "inside"), [("0.00424", 0), ("0.0043", 1), ("0.0049", 1), ("0.00496", 0)])
def test_what_counts_as_inside_the_claim(hold: str, inside: int) -> None:
    assert CLAIMED == (43, 49)
    assert HoldFigure(6, Terms(), "best", float(hold)).in_claimed_range == bool(inside)


def test_every_answer_to_every_question_is_priced() -> None:
    priced = readings(Terms())
    assert priced[0] == Terms() and len(set(priced)) == len(priced)
    for question in QUESTIONS:
        assert {terms.answers[question.name] for terms in priced} == set(question.ids)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"bust_on_22": "maybe"}, "'maybe' is not one of lose, return (685a.7(n)(1))"),
        ({"bust_on_2": "lose"}, "did you mean bust_on_22"),
    ],
)
def test_a_reading_that_is_none_is_bad_input(answers: dict[str, str], says: str) -> None:
    with pytest.raises(BadInput) as error:
        Terms().with_answers(answers)
    assert says in str(error.value)
