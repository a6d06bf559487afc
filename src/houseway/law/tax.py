"""The tax on gross table game revenue: dated rates with their source, exact, in whole cents for each gaming day of a holder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from houseway.law import BadInput
from houseway.law.dates import read_day
from houseway.law.errors import BadArgument, one_of, shown
from houseway.law.toml_file import only_keys, read_toml, short, text_of
from houseway.money import dollars, exact

FILE = Path(__file__).parent / "tax.toml"
NO_TAX, CARRIED = "no-tax", "carried"
LOSS_DAYS = (NO_TAX, CARRIED)
PERCENT = re.compile(r"[0-9]{1,3}([.][0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate from one anniversary of a holder's commencement until another; None: for good."""

    rate: Fraction
    from_year: int
    until_year: int | None


@dataclass(frozen=True, slots=True)
class TaxLaw:
    """The rates, and where they come from."""

    source: str
    dated: date
    says: str
    rates: tuple[Rate, ...]
    readings: tuple[tuple[str, str], ...]  # question, answer


@dataclass(frozen=True, slots=True)
class LocalShare:
    """The local share assessment. Our texts name it without a rate, so a setting of the rate must name its source."""

    rate: Fraction
    source: str

    def __post_init__(self) -> None:
        if not 0 < self.rate < 1:
            raise BadInput(
                f"local share: {exact(100 * self.rate)} percent is not between 0 and 100; write for example 2"
            )
        if not self.source.strip():
            right = "our texts name the local share without a rate, so say where it is from (a statute, an agreement)"
            raise BadInput(f"local share: the rate has no source; {right}")


@dataclass(frozen=True, slots=True)
class TaxSettings:
    """Terms of one holder: when its table game operations commenced, how a loss is treated, and the local share.

    `commenced` is None if the stored terms cannot be read, and `wrong` says why: then no tax is computed.
    """

    commenced: date | None
    loss_day: str = NO_TAX
    local_share: LocalShare | None = None
    wrong: str = ""

    def __post_init__(self) -> None:
        if self.loss_day not in LOSS_DAYS:
            raise BadInput(f"loss day: {shown(self.loss_day)} is not a treatment; write {one_of(LOSS_DAYS, 2)}")


@dataclass(frozen=True, slots=True)
class TaxDay:
    """The tax of a holder for one gaming day; `exact_tax` and `exact_local` are cents before rounding.

    Where it cannot be computed, `rate` and `exact_tax` are None and `missing` says why.
    """

    holder: str
    day: date
    revenue: int
    taxed: int  # revenue that is taxed: none of a loss, and less what is carried from earlier losses
    rate: Fraction | None
    exact_tax: Fraction | None
    exact_local: Fraction | None
    missing: str = ""

    @property
    def tax(self) -> int | None:
        """Whole cents."""
        return None if self.exact_tax is None else half_up(self.exact_tax)

    @property
    def local(self) -> int | None:
        """The local share in whole cents; None if no rate is set."""
        return None if self.exact_local is None else half_up(self.exact_local)

    def as_json(self) -> dict[str, Any]:
        """The day as plain values."""
        return {
            "holder": self.holder,
            "day": self.day.isoformat(),
            "revenue_cents": self.revenue,
            "taxed_cents": self.taxed,
            "rate": None if self.rate is None else exact(self.rate),
            "tax_cents": self.tax,
            "tax_exact": None if self.exact_tax is None else exact(self.exact_tax),
            "local_share_cents": self.local,
            **({"missing": self.missing} if self.missing else {}),
        }


@cache
def tax_law() -> TaxLaw:
    """The rates of our texts."""
    file = short(FILE)
    data = only_keys(file, "", read_toml(FILE), ("source", "rate", "local_share", "reading"), ("source", "rate"))
    source = only_keys(file, "source", data["source"], ("title", "date", "says"), ("title", "date", "says"))
    rates = []
    for number, row in enumerate(data["rate"], 1):
        only_keys(file, f"rate {number}", row, ("percent", "from_year", "until_year"), ("percent", "from_year"))
        rates.append(Rate(Fraction(row["percent"], 100), row["from_year"], row.get("until_year")))
    readings = tuple(
        (row["question"], row.get("answers", {}).get(row["answer"], row["answer"])) for row in data["reading"]
    )
    says = text_of(file, "source.says", source["says"])
    return TaxLaw(
        text_of(file, "source.title", source["title"]), read_day(source["date"]), says, tuple(rates), readings
    )


def anniversary(day: date, years: int) -> date:
    """The same day some years later; March 1 for a February 29 that the year does not have."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def rate_on(day: date, commenced: date) -> Fraction:
    """The rate of a gaming day for a holder whose table game operations commenced on a day; BadInput before that."""
    if day < commenced:
        right = "correct the day of commencement"
        raise BadInput(f"{day}: is before the holder's table game operations commenced ({commenced}); {right}")
    for rate in tax_law().rates:
        last = None if rate.until_year is None else anniversary(commenced, rate.until_year)
        if anniversary(commenced, rate.from_year) <= day and (last is None or day < last):
            return rate.rate
    raise AssertionError("the rates cover every day after the commencement")


def _rate(day: date, settings: TaxSettings) -> Fraction:
    if settings.commenced is None:
        raise BadInput(settings.wrong)
    return rate_on(day, settings.commenced)


def half_up(cents: Fraction) -> int:
    """The nearest whole cent; half a cent is rounded up."""
    return (2 * cents.numerator + cents.denominator) // (2 * cents.denominator)


def taxes(holder: str, revenue: Iterable[tuple[date, int]], settings: TaxSettings) -> tuple[TaxDay, ...]:
    """The tax for each gaming day, given the revenue of all tables of a holder on it, in the order of days."""
    found, loss = [], 0
    for day, cents in sorted(revenue):
        try:
            rate = _rate(day, settings)
        except BadInput as error:
            found.append(TaxDay(holder, day, cents, 0, None, None, None, str(error)))
            continue
        taxed = max(cents, 0)
        if settings.loss_day == CARRIED:
            used = min(loss, taxed)
            taxed, loss = taxed - used, loss - used + max(-cents, 0)
        share = settings.local_share
        found.append(
            TaxDay(holder, day, cents, taxed, rate, taxed * rate, None if share is None else taxed * share.rate)
        )
    return tuple(found)


def read_percent(text: str, argument: str = "local_percent") -> Fraction:
    """A percentage between 0 and 100 as a share: "2" or "1.5"; anything else is refused, naming the argument."""
    digits = text.strip().removesuffix("%")
    if PERCENT.fullmatch(digits) is None:
        raise BadArgument(argument, f": {shown(text)} is not a percentage", "1.5")
    if not 0 < Fraction(digits) < 100:
        raise BadArgument(argument, f": {digits} is not between 0 and 100", "2")
    return Fraction(digits) / 100


def says(settings: TaxSettings) -> list[str]:
    """The terms in words, with their sources."""
    law, share = tax_law(), settings.local_share
    (first, later), since = law.rates, settings.commenced
    if since is None:
        return [f"Tax: not computed. {settings.wrong[0].upper()}{settings.wrong[1:]}."]
    until = anniversary(since, later.from_year)
    rates = f"{int(first.rate * 100)}% from {since}, {int(later.rate * 100)}% from {until} on"
    lines = [f"Tax on gross table game revenue: {rates} ({law.source})."]
    chosen = {
        NO_TAX: "A day with a loss has no tax, and lowers no other day's.",
        CARRIED: "A day's loss is carried forward.",
    }
    lines.append(chosen[settings.loss_day])
    if share is None:
        lines.append("Local share: not computed. Our texts give no rate; set one with its source.")
    else:
        lines.append(f"Local share: {share.rate * 100}% ({share.source}).")
    return lines


def in_words(day: TaxDay) -> str:
    """One day's tax as a sentence."""
    if day.rate is None or day.tax is None:
        return f"{day.day}: revenue {dollars(day.revenue)}, no tax computed: {day.missing}"
    local = "" if day.local is None else f"; local share {dollars(day.local)}"
    percent = int(day.rate * 100)
    return (
        f"{day.day}: revenue {dollars(day.revenue)}, tax {dollars(day.tax)} ({percent}% of {dollars(day.taxed)}){local}"
    )
