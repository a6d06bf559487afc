"""Odds and money are exact or refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.money import Cents, Odds, OddsError, dollars, exact

whole = st.integers(1, 10**6)


@given(whole, whole)
def test_odds_survive_writing_and_reading(pays: int, staked: int) -> None:
    assert Odds.parse(str(Odds(pays, staked))) == Odds(pays, staked)


@given(whole, whole, st.integers(1, 10**6))
def test_winnings_are_exact_or_none(pays: int, staked: int, stake: int) -> None:
    won = Odds(pays, staked).winnings(Cents(stake))
    true = Fraction(stake * pays, staked)
    assert won == (true if true.denominator == 1 else None)


@given(whole, whole, st.integers(1, 1000))
def test_every_multiple_of_the_unit_is_paid_in_whole_cents(pays: int, staked: int, times: int) -> None:
    odds = Odds(pays, staked)
    assert odds.winnings(Cents(odds.unit_cents * times)) is not None
    assert all(odds.winnings(Cents(cents)) is None for cents in range(1, min(odds.unit_cents, 50)))


@pytest.mark.parametrize(
    "text", ["", "1", "1 to 0", "0 to 1", "1.5 to 1", "-1 to 1", "1 to 1 ", "one to 1", "1  to 1", "１ to 1"]
)
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(OddsError, match="odds"):
        Odds.parse(text)


@pytest.mark.parametrize("parts", [(1.0, 1), (True, 1), (0, 1), (1, -1)])
def test_odds_are_whole_numbers(parts: tuple[int, int]) -> None:
    with pytest.raises(OddsError):
        Odds(*parts)


def test_money_reads_as_people_write_it() -> None:
    assert [dollars(c) for c in (0, 5, 50, 500, 123_456, -250)] == [
        "$0.00",
        "$0.05",
        "$0.50",
        "$5.00",
        "$1,234.56",
        "-$2.50",
    ]


def test_rationals_in_documents() -> None:
    assert [exact(v) for v in (Fraction(-1, 36), 0, Fraction(6, 3))] == ["-1/36", "0", "2"]
