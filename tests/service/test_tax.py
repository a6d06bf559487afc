"""The tax on gross table game revenue: rates by date, whole cents, losses, and a local share that must give its source."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.law import BadInput
from houseway.law.tax import (
    CARRIED,
    LocalShare,
    TaxSettings,
    anniversary,
    half_up,
    in_words,
    rate_on,
    read_percent,
    says,
    tax_law,
    taxes,
)

BEGAN = date(2010, 7, 18)


def test_the_rates_and_their_source() -> None:
    law = tax_law()
    assert [str(rate.rate) for rate in law.rates] == ["7/50", "3/25"]
    assert law.dated == date(2011, 5, 12)
    assert "item 19" in law.source
    assert len(law.readings) == 4


@pytest.mark.parametrize(
    ("day", "rate"),
    [("2010-07-18", 14), ("2012-07-17", 14), ("2012-07-18", 12), ("2012-07-19", 12), ("2040-01-01", 12)],
)
def test_two_years_from_the_commencement(day: str, rate: int) -> None:
    assert rate_on(date.fromisoformat(day), BEGAN) == Fraction(rate, 100)


def test_a_commencement_on_february_29() -> None:
    began = date(2012, 2, 29)
    assert anniversary(began, 2) == date(2014, 3, 1)
    assert [rate_on(day, began) * 100 for day in (date(2014, 2, 28), date(2014, 3, 1))] == [14, 12]


def test_no_revenue_before_the_commencement() -> None:
    with pytest.raises(BadInput, match="2010-07-17: is before the holder's table game operations commenced"):
        rate_on(date(2010, 7, 17), BEGAN)


@given(st.dates(date(2010, 7, 18), date(2030, 1, 1)))
def test_every_day_has_one_rate_and_it_never_rises(day: date) -> None:
    assert rate_on(day + timedelta(days=1), BEGAN) <= rate_on(day, BEGAN)


def test_whole_cents_by_hand() -> None:
    """14% of $1.23 is 17.22 cents, of $0.25 it is 3.5; 12% of $10,000.01 is $1,200.0012."""
    first, second, third = taxes(
        "Parx",
        [(date(2012, 7, 16), 123), (date(2012, 7, 17), 25), (date(2012, 7, 18), 1_000_001)],
        TaxSettings(BEGAN, local_share=LocalShare(Fraction(2, 100), "4 Pa.C.S.")),
    )
    assert (first.tax, str(first.exact_tax), first.local) == (17, "861/50", 2)
    assert (second.tax, str(second.exact_tax), second.local) == (4, "7/2", 1)
    assert (third.tax, third.local) == (120_000, 20_000)
    assert in_words(third) == ("2012-07-18: revenue $10,000.01, tax $1,200.00 (12% of $10,000.01); local share $200.00")
    assert third.as_json()["tax_exact"] == "3000003/25"


@pytest.mark.parametrize(
    ("cents", "whole"), [("1/2", 1), ("3/2", 2), ("49/100", 0), ("51/100", 1), ("-1/2", 0), ("7", 7)]
)
def test_half_a_cent_is_rounded_up(cents: str, whole: int) -> None:
    assert half_up(Fraction(cents)) == whole


def test_a_day_with_a_loss() -> None:
    days = [(date(2011, 1, 1), -10_000), (date(2011, 1, 2), 4_000), (date(2011, 1, 3), 8_000)]
    assert [each.taxed for each in taxes("Parx", days, TaxSettings(BEGAN))] == [0, 4_000, 8_000]
    assert [each.taxed for each in taxes("Parx", days, TaxSettings(BEGAN, CARRIED))] == [0, 0, 2_000]


@given(st.lists(st.integers(-(10**6), 10**6), max_size=20))
def test_carried_losses_never_tax_more_than_was_won(revenue: list[int]) -> None:
    days = [(BEGAN + timedelta(days=number), cents) for number, cents in enumerate(revenue)]
    carried = sum(each.taxed for each in taxes("Parx", days, TaxSettings(BEGAN, CARRIED)))
    plain = sum(each.taxed for each in taxes("Parx", days, TaxSettings(BEGAN)))
    assert max(sum(revenue), 0) <= carried <= plain


@pytest.mark.parametrize("source", ["", "   "])
def test_a_local_share_without_its_source_is_refused(source: str) -> None:
    with pytest.raises(BadInput, match="the rate has no source; our texts name the local share without a rate"):
        LocalShare(Fraction(2, 100), source)


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(1), Fraction(-1, 100), Fraction(3)])
def test_a_local_share_is_a_share(rate: Fraction) -> None:
    with pytest.raises(BadInput, match="percent is not between 0 and 100"):
        LocalShare(rate, "a statute")


@pytest.mark.parametrize(("text", "share"), [("2", "1/50"), ("1.5%", "3/200"), ("0.25", "1/400")])
def test_a_percentage_is_read_exactly(text: str, share: str) -> None:
    assert str(read_percent(text)) == share


@pytest.mark.parametrize("text", ["", "two", "1e9", "-1", "1/3", "nan", "1" * 50])
def test_what_is_no_percentage_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="^local_percent: .* is not a percentage; write for example 1.5$"):
        read_percent(text)


@pytest.mark.parametrize("text", ["200", "100", "0", "0.0"])
def test_a_percentage_is_between_0_and_100(text: str) -> None:
    with pytest.raises(BadInput, match=f"^local_percent: {text} is not between 0 and 100; write for example 2$"):
        read_percent(text)


def test_the_terms_in_words() -> None:
    first, loss, local = says(TaxSettings(BEGAN))
    assert first.startswith("Tax on gross table game revenue: 14% from 2010-07-18, 12% from 2012-07-18 on (Regulatory")
    assert loss == "A day with a loss has no tax, and lowers no other day's."
    assert local == "Local share: not computed. Our texts give no rate; set one with its source."
