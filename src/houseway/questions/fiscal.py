"""The value of a change in dollars: revenue before and after, tax at the law's rates, and the savings needed to break even.

All figures are exact expectations: the handle times the house edge of each wager.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.compare.value_changes import OddsChange
from houseway.law.errors import BadArgument, nearest, one_of, shown
from houseway.law.tax import Rate, half_up, tax_law
from houseway.money import dollars, exact
from houseway.odds import Row

HANDLE, STRATEGY, ROUNDS, TABLES, COST = (
    "handle",
    "strategy",
    "rounds-per-day",
    "tables",
    "cost",
)  # argument names for error messages
DAYS = 365  # in a year
PERIODS = ("round", "day", "year")
AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?:\.([0-9]{2}))?")
MOST_CENTS = 10**15
MOST_COUNT = 10**6
Pair = tuple[Fraction, Fraction]  # before and after


@dataclass(frozen=True, slots=True)
class Handle:
    """The amount wagered at one table: on one wager, or in total ("")."""

    cents: int
    wager: str = ""
    per: str = "day"

    def a_day(self, rounds: int | None) -> Fraction:
        """Cents a day."""
        if self.per == "round":
            if rounds is None:
                raise BadArgument(ROUNDS, ": a handle is given for each round; say how many rounds a day has", "1200")
            return Fraction(self.cents * rounds)
        return Fraction(self.cents, DAYS if self.per == "year" else 1)


@dataclass(frozen=True, slots=True)
class Volumes:
    """How much is wagered, at how many tables; `cost_cents` is the one-time cost of the change, such as a device or training."""

    handles: tuple[Handle, ...]
    rounds: int | None = None
    tables: int = 1
    strategy: str | None = None
    cost_cents: int | None = None

    def __post_init__(self) -> None:
        if not self.handles:
            raise BadArgument(HANDLE, ": say how much is wagered", "50000/day")
        for name, count in ((ROUNDS, self.rounds), (TABLES, self.tables)):
            if count is not None and not 1 <= count <= MOST_COUNT:
                raise BadArgument(name, f": {count} is not from 1 to {MOST_COUNT:,}", "1200" if name == ROUNDS else "8")
        named = [each.wager for each in self.handles]
        if "" in named and len(named) > 1:
            raise BadArgument(HANDLE, ": is given in all and by wager; give one or the other", "tie=5000/day")
        for wager in named:
            if named.count(wager) > 1:
                raise BadArgument(HANDLE, f": {shown(wager)} is given twice; add the amounts up", "tie=5000/day")


def read_handles(texts: Iterable[str], rounds: int | None = None) -> tuple[Handle, ...]:
    """`50000`, `tie=5000/day`, `odds:pass@point-4=10/round`: dollars, per round if `rounds` is given, else per day."""
    found = []
    for text in texts:
        wager, _, rest = text.strip().rpartition("=")
        amount, slash, per = rest.partition("/")
        if slash and per not in PERIODS:
            raise BadArgument(HANDLE, f" {shown(text)}: {shown(per)} is not {one_of(PERIODS)}", "tie=5000/day")
        usual = "day" if rounds is None else "round"
        found.append(Handle(read_dollars(amount, HANDLE, text), wager.strip(), per if slash else usual))
    return tuple(found)


def read_dollars(amount: str, argument: str, text: str = "") -> int:
    """An amount in dollars as whole cents: 50000, 50,000 or 12.50."""
    match = AMOUNT.fullmatch(amount.strip())
    cents = 0 if match is None else int(match[1].replace(",", "")) * 100 + int(match[2] or 0)
    if match is None or not 0 < cents <= MOST_CENTS:
        raise BadArgument(argument, f" {shown(text or amount)}: is not an amount in dollars above 0", "50000")
    return cents


@dataclass(frozen=True, slots=True)
class WagerRevenue:
    """One wager: its daily handle at all tables, and its house edge and revenue before and after."""

    name: str
    handle: Fraction  # cents per day
    edges: tuple[Fraction | None, Fraction | None]  # None: not offered
    rounded: bool

    @property
    def revenue(self) -> Pair:
        """Cents per day, before and after; 0 on a side that does not offer the wager."""
        was, now = (self.handle * (edge or 0) for edge in self.edges)
        return was, now

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        was, now = (None if edge is None else exact(edge) for edge in self.edges)
        edges = {"house_edge_was": was, "house_edge_now": now, "rounded": self.rounded}
        return {"wager": self.name, "handle_day_cents": exact(self.handle), **edges, "revenue": _money(self.revenue)}


@dataclass(frozen=True, slots=True)
class Taxed:
    """Tax and the holder's remainder at one of the law's rates, in cents per day."""

    rate: Rate
    tax: Pair
    left: Pair

    @property
    def change(self) -> Fraction:
        """The holder's gain per day, after tax."""
        return self.left[1] - self.left[0]

    @property
    def when(self) -> str:
        """The years of operation to which the rate applies."""
        first, last = self.rate.from_year + 1, self.rate.until_year
        return f"in years {first} to {last} of operation" if last is not None else f"from year {first} of operation on"

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "rate": exact(self.rate.rate),
            "from_year": self.rate.from_year + 1,
            "until_year": self.rate.until_year,
            "tax": _money(self.tax),
            "after_tax": _money(self.left),
        }


@dataclass(frozen=True, slots=True)
class Fiscal:
    """The fiscal side of a comparison."""

    volumes: Volumes
    wagers: tuple[WagerRevenue, ...]
    spread: Pair | None  # for a total handle: the smallest and largest daily change if all of it were on one wager
    assumptions: tuple[str, ...]

    @property
    def revenue(self) -> Pair:
        """Expected revenue of all tables, in cents per day."""
        each = [wager.revenue for wager in self.wagers]
        return sum((was for was, _ in each), Fraction(0)), sum((now for _, now in each), Fraction(0))

    @property
    def taxed(self) -> tuple[Taxed, ...]:
        """The tax at each rate of the law."""
        found = []
        for rate in tax_law().rates:
            was, now = (max(cents, Fraction(0)) * rate.rate for cents in self.revenue)
            found.append(Taxed(rate, (was, now), (self.revenue[0] - was, self.revenue[1] - now)))
        return tuple(found)

    def pays(self, taxed: Taxed) -> str:
        """How much the change must save, or may cost, to break even."""
        year = taxed.change * DAYS
        never = "" if self.volumes.cost_cents is None else self._never_back(taxed)
        if year == 0:
            return f"the change itself costs and earns nothing, so whatever it saves pays{never}"
        each = f", {dollars(_up(abs(year) / self.volumes.tables))} a table" if self.volumes.tables > 1 else ""
        if year < 0:
            return f"it must save at least {dollars(_up(-year))} a year to pay{each}{never}"
        text = f"it may cost up to {dollars(math.floor(year))} a year and still pay{each.replace(', ', ', or ')}"
        days = self.days_until_back(taxed)
        if days is not None:
            text += f"; {dollars(self.volumes.cost_cents or 0)} spent once is back after {days:,} days"
        return text

    def _never_back(self, taxed: Taxed) -> str:
        """A sentence about a cost that the change never earns back, and the loss."""
        cost = self.volumes.cost_cents or 0
        text = f"; {dollars(cost)} spent once is never back"
        if taxed.change < 0:
            text += f": in the first year {dollars(_up(cost - taxed.change * DAYS))} is lost with it"
        return text

    def days_until_back(self, taxed: Taxed) -> int | None:
        """The days until the cost is recovered; None if it never is, or if no cost is given."""
        cost = self.volumes.cost_cents
        return None if cost is None or taxed.change <= 0 else math.ceil(cost / taxed.change)

    @property
    def pace(self) -> Fraction | None:
        """The ratio of rounds that the second side needs for the same revenue; None if no number of rounds is enough."""
        was, now = self.revenue
        return was / now if was > 0 and now > 0 else None

    def as_json(self) -> dict[str, Any]:
        """Plain values: whole cents, each with its exact figure."""
        volumes = self.volumes
        return {
            "handle": [{"wager": each.wager or None, "cents": each.cents, "per": each.per} for each in volumes.handles],
            "rounds_per_day": volumes.rounds,
            "tables": volumes.tables,
            "cost_cents": volumes.cost_cents,
            "wagers": [wager.as_json() for wager in self.wagers],
            "revenue": _money(self.revenue),
            "change_if_all_on_one_wager": None if self.spread is None else [exact(each) for each in self.spread],
            "tax": [
                {**taxed.as_json(), "pays": self.pays(taxed), "cost_back_after_days": self.days_until_back(taxed)}
                for taxed in self.taxed
            ],
            "rounds_for_the_same_revenue": None if self.pace is None else exact(self.pace),
            "assumptions": list(self.assumptions),
        }


def fiscal(changes: Sequence[OddsChange], volumes: Volumes) -> Fiscal:
    """The fiscal side of a comparison's odds."""
    wagers, spread, more = [], None, list(_assumed(volumes))
    for handle in volumes.handles:
        a_day = handle.a_day(volumes.rounds) * volumes.tables
        if handle.wager:
            wagers.append(_revenue(_chosen(changes, handle.wager, volumes.strategy), a_day))
            continue
        every = list(_by_themselves(changes, volumes.strategy))
        wagers += [_revenue(change, a_day / len(every)) for change in every]
        by_one = [now - was for was, now in (_revenue(change, a_day).revenue for change in every)]
        spread = min(by_one), max(by_one)
        more.append(f"The handle is spread evenly over {len(every)} wagers, since it is given in all.")
    played = dict.fromkeys(change.row.strategy for change in changes if change.name in {w.name for w in wagers})
    named = [each for each in played if each]
    if named:
        more.append(f"Players play {', '.join(named)}.")
    return Fiscal(volumes, tuple(wagers), spread, tuple(more))


def _assumed(volumes: Volumes) -> Iterator[str]:
    law = tax_law()
    yield "The same is wagered before and after, and every figure is an expectation."
    tables = f"{volumes.tables} tables" if volumes.tables > 1 else "that table"
    yield f"The handle is one table's, and the figures are for {tables}; a year has {DAYS} days."
    yield "Each figure is rounded to the cent by itself."
    if volumes.rounds is not None and all(each.per != "round" for each in volumes.handles):
        yield (
            "The handle is given for a day or a year, so that the number of rounds a day does not change it: it only tells how "
            "many more or fewer rounds hold the same."
        )
    yield f"Tax on gross table game revenue by {law.source}. Days with a loss, which have no tax, are not counted apart."
    yield "The local share is not computed: our texts give no rate."


def _by_themselves(changes: Sequence[OddsChange], strategy: str | None) -> Iterator[OddsChange]:
    """The wagers made before a round begins, each with one strategy."""
    whole = [each for each in changes if not each.within and each.row.situation is None]
    for wager in dict.fromkeys(each.row.id for each in whole):
        yield _chosen(whole, wager, strategy)


def _chosen(changes: Sequence[OddsChange], wanted: str, strategy: str | None) -> OddsChange:
    """The row of a wager, with the requested strategy or else the first, and in the named situation."""
    wager, _, situation = wanted.partition("@")
    rows = [each for each in changes if each.row.id == wager]
    if not rows:
        known = dict.fromkeys(each.row.id for each in changes)
        raise BadArgument(HANDLE, f": there is no wager {shown(wager)}; {nearest(wager, known)}")
    situations = list(dict.fromkeys(each.row.situation for each in rows if each.row.situation))
    if situation and situation not in situations:
        raise BadArgument(
            HANDLE, f" {wanted}: {shown(situation)} is no situation of it; {nearest(situation, situations)}"
        )
    if situations and not situation:
        right = f"{wager}@{situations[0]}=5000/day"
        raise BadArgument(HANDLE, f" {wager}: it is worth something else in each of {one_of(situations)}", right)
    rows = [each for each in rows if not situation or each.row.situation == situation]
    named = [each.row.strategy for each in rows if each.row.strategy]
    if strategy is not None and named and strategy not in named:
        raise BadArgument(STRATEGY, f": {shown(strategy)} is no strategy of {wager}; {nearest(strategy, named)}")
    return next((each for each in rows if strategy and each.row.strategy == strategy), rows[0])


def _revenue(change: OddsChange, handle: Fraction) -> WagerRevenue:
    was, now = _edge(change.was), _edge(change.now)
    return WagerRevenue(change.name, handle, (was, now), change.row.rounded)


def _edge(row: Row | None) -> Fraction | None:
    """The house edge as a fraction; for a rounded figure, its twelve known digits."""
    return None if row is None else Fraction(str(row.house_edge))


def _up(cents: Fraction) -> int:
    return math.ceil(cents)


def _money(pair: Pair) -> dict[str, Any]:
    """Whole cents per day and per year, and the exact cents per day."""
    was, now = pair
    return {
        "day_cents": {"was": half_up(was), "now": half_up(now), "difference": half_up(now - was)},
        "year_cents": {
            "was": half_up(was * DAYS),
            "now": half_up(now * DAYS),
            "difference": half_up((now - was) * DAYS),
        },
        "exact_day_cents": {"was": exact(was), "now": exact(now), "difference": exact(now - was)},
    }
