"""The expected win of a table: the stakes of decided wagers times their exact edge, with a confidence band.

The band follows from Bernstein's inequality (Freedman's for wagers that stay up through several results) and does not assume a
normal distribution. Wagers on the layout at the same time are treated as fully correlated, so the band may be too wide, but
never too narrow. It does not account for two things: cards dealt without a new shuffle, where the edge changes from round to
round, and players who do not follow the named strategy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

from houseway.core import AnyGame
from houseway.law import Rules
from houseway.law.errors import BadInput, nearest
from houseway.money import exact
from houseway.odds import Row, odds_sheet
from houseway.odds.sheet import rows_of

CONFIDENCE = "99.9%"
LOGARITHM = Fraction(7601, 1000)  # ln(2 / 0.001), rounded up
SCALE = 10**6  # standard deviations are rounded up to millionths of the stake
BANKED = "a player holds the bank, so players settle with each other"
LONG = "its odds take long and are not in the cache; houseway odds computes them"
OTHERWISE = "its edge depends on when it is made"
NO_ODDS = "the odds sheet has no row for it"


@dataclass(frozen=True, slots=True)
class WagerEdge:
    """The house edge of a wager, and how far the result of one unit can swing; `left_out` says why there is no edge."""

    edge: Fraction = Fraction(0)
    deviation: int = 0  # in millionths of the stake, rounded up
    span: int = 0  # from the worst to the best result, likewise
    strategy: str = ""
    rounded: bool = False  # computed in floats, good to twelve digits
    follows: bool = False  # made by a choice within a round: the edge of the original wager includes its result
    left_out: str = ""


@dataclass(slots=True)
class Expectation:
    """The expected and actual win of the decided wagers, as sums."""

    stakes: int = 0  # of wagers with an edge
    wagers: int = 0
    by_edge: dict[tuple[int, int], int] = field(default_factory=dict)  # the same stakes, by edge
    actual: int = 0  # the house's win on them
    variance: int = 0  # an upper bound, in cents² times SCALE²
    largest: int = 0  # the largest possible swing at one time, in cents times SCALE
    strategies: dict[str, str] = field(default_factory=dict)  # by wager
    rounded: bool = False
    left_out: dict[str, int] = field(default_factory=dict)  # stakes without a fixed edge, by reason

    def vigorish(self, cents: int) -> None:
        """Add vigorish that was collected with a wager, or returned, before the wager was decided."""
        self.actual += cents

    def leave_out(self, reason: str, cents: int) -> None:
        """Add a decided wager that has no fixed edge."""
        self.left_out[reason] = self.left_out.get(reason, 0) + cents

    @property
    def expected(self) -> Fraction:
        """The average win of the house on these stakes, in cents."""
        return sum((cents * Fraction(*edge) for edge, cents in self.by_edge.items()), Fraction(0))

    @property
    def band(self) -> int:
        """The actual win differs from the expected by more than this at most once in a thousand; whole cents, rounded up."""
        span, variance = Fraction(self.largest, SCALE) * LOGARITHM / 3, Fraction(max(self.variance, 0), SCALE * SCALE)
        inside = span * span + 2 * variance * LOGARITHM
        root = isqrt(inside.numerator // inside.denominator) + 1
        return _up(span) + root if inside else 0

    @property
    def line(self) -> str:
        """`in-line`, or `above` or `below` the band; `no-wagers` if no wager with an edge was decided."""
        if not self.wagers:
            return "no-wagers"
        off = self.actual - self.expected
        return "in-line" if abs(off) <= self.band else "above" if off > 0 else "below"

    def plus(self, other: Expectation) -> Expectation:
        """The sums of both."""
        left_out = dict(self.left_out)
        for reason, stakes in other.left_out.items():
            left_out[reason] = left_out.get(reason, 0) + stakes
        by_edge = dict(self.by_edge)
        for edge, stakes in other.by_edge.items():
            by_edge[edge] = by_edge.get(edge, 0) + stakes
        return Expectation(
            self.stakes + other.stakes,
            self.wagers + other.wagers,
            by_edge,
            self.actual + other.actual,
            self.variance + other.variance,
            max(self.largest, other.largest),
            {**self.strategies, **other.strategies},
            self.rounded or other.rounded,
            left_out,
        )

    def copy(self) -> Expectation:
        """A copy of the sums that later wagers do not change."""
        return Expectation().plus(self)

    def as_json(self) -> dict[str, Any]:
        """The sums as plain values."""
        return {
            "wagers": self.wagers,
            "stakes_cents": self.stakes,
            "expected_cents": exact(self.expected),
            "actual_cents": self.actual,
            "band_cents": self.band,
            "confidence": CONFIDENCE,
            "line": self.line,
            "strategies": dict(self.strategies),
            "rounded": self.rounded,
            "left_out": [
                {"reason": reason, "stakes_cents": stakes} for reason, stakes in sorted(self.left_out.items())
            ],
        }


class Worths:
    """The edge of each wager of a table, computed on first use."""

    def __init__(self, game: AnyGame, rules: Rules, strategy: str = "") -> None:
        self.game, self.rules, self._strategy = game, rules, strategy
        self._found: dict[str, WagerEdge] = {}
        self._at_once: dict[str, list[Row]] | None = None
        if strategy:
            named = [name for wager in game.law.catalogue(rules) for name in game.walk.strategies(rules, wager)]
            if strategy not in named:
                right = nearest(strategy, dict.fromkeys(named)) if named else f"{game.id} has no choices; leave it out"
                raise BadInput(f'"{strategy}" is not a strategy at {game.id}; {right}')

    def __call__(self, wager: str) -> WagerEdge:
        """The edge of a wager."""
        found = self._found.get(wager)
        if found is None:
            found = self._found[wager] = self._of(wager)
        return found

    def on_layout(self) -> OnLayout:
        """An empty layout whose wagers have these edges."""
        return OnLayout(self)

    def _of(self, wager: str) -> WagerEdge:
        game, rules = self.game, self.rules
        if wager not in game.law.catalogue(rules):
            return WagerEdge(left_out=NO_ODDS)
        if game.law.made_by(wager) is not None:
            lead = next((each for each in game.priced(rules) if game.walk.strategies(rules, each)), None)
            return WagerEdge(follows=True, left_out="" if lead is None else self(lead).left_out)
        if wager in game.walk.takes_long and not self._cached(wager):
            return WagerEdge(left_out=LONG)
        strategies = game.walk.strategies(rules, wager)
        strategy = self._strategy if self._strategy in strategies else strategies[0] if strategies else ""
        rows = [row for row in self._rows(wager) if (row.strategy or "") == strategy]
        if not rows:
            return WagerEdge(left_out=NO_ODDS)
        if len({row.expected for row in rows}) > 1:
            return WagerEdge(left_out=OTHERWISE)
        nets = [net for row in rows for net in row.distribution]
        return WagerEdge(
            -Fraction(str(rows[0].expected)),
            max(_deviation(Fraction(str(row.variance))) for row in rows),
            _up((max(nets) - min(nets)) * SCALE),
            strategy,
            any(row.rounded for row in rows),
        )

    def _rows(self, wager: str) -> list[Row]:
        if wager not in self.game.priced(self.rules):
            return []
        if self._at_once is None:
            simple = not any(self.game.walk.strategies(self.rules, each) for each in self.game.priced(self.rules))
            sheet = odds_sheet(self.game, self.rules, only=(wager,)) if simple else None
            self._at_once = {}
            for row in sheet if sheet is not None and sheet.at_once else ():
                self._at_once.setdefault(row.id, []).append(row)
        return self._at_once.get(wager) or list(rows_of(self.game, self.rules, wager))

    def _cached(self, wager: str) -> bool:
        from houseway.cache import look

        depends = {
            "game": self.game.id,
            "rules": self.rules.digest,
            "edition": self.rules.edition.digest,
            "wager": wager,
        }
        return look("worked-out", depends) is not None


def _deviation(variance: Fraction) -> int:
    """The square root in millionths, rounded up."""
    return isqrt(_up(variance * SCALE * SCALE)) + 1 if variance else 0


def _up(value: Fraction) -> int:
    """A fraction rounded up to a whole number."""
    return -(-value.numerator // value.denominator)


class OnLayout:
    """The wagers on a layout: stakes by box and wager, and how far their results can swing together."""

    __slots__ = ("_peak", "_players", "_stakes", "_swing", "_widest", "_width", "_worths")

    def __init__(self, worths: Worths) -> None:
        self._worths = worths
        self._stakes: dict[tuple[int, str], int] = {}
        self._players: dict[tuple[int, str], int] = {}
        self._swing = self._peak = 0  # stakes times deviations: now, and the maximum since the layout was last empty
        self._width = self._widest = 0  # stakes times spans: likewise

    def player(self, seat: int, wager: str) -> int:
        """The seat of the player who made a wager in another box; 0 if it is their own."""
        return self._players.get((seat, wager), 0)

    def placed(self, seat: int, wager: str, cents: int, player: int = 0) -> None:
        """Add chips to a wager."""
        if not self._stakes:
            self._peak = self._widest = 0
        self._stakes[seat, wager] = self._stakes.get((seat, wager), 0) + cents
        if player and player != seat:
            self._players[seat, wager] = player
        self._moved(wager, cents)

    def gone(self, seat: int, wager: str, cents: int) -> int:
        """Remove chips from a wager; return how many of them had been placed there."""
        there = self._stakes.get((seat, wager), 0)
        taken = min(cents, there)
        if taken == there:
            self._stakes.pop((seat, wager), None)
            self._players.pop((seat, wager), None)
        else:
            self._stakes[seat, wager] = there - taken
        self._moved(wager, -taken)
        return taken

    def settled(self, to: Expectation, seat: int, wager: str, cents: int, returned: int, banked: bool) -> None:
        """Add a decided wager to `to`; a reversed settlement has negative amounts and puts the wager back."""
        won, worth = cents - returned, self._worths(wager)
        peak, widest = self._peak, self._widest
        stake = self.gone(seat, wager, cents)
        if banked or worth.left_out:
            to.leave_out(BANKED if banked else f"{wager}: {worth.left_out}", cents)
            return
        to.actual += won
        if worth.follows:
            return
        to.stakes += stake
        to.wagers += 1 if stake > 0 else -1 if stake < 0 else 0
        edge = (worth.edge.numerator, worth.edge.denominator)
        to.by_edge[edge] = to.by_edge.get(edge, 0) + stake
        to.variance += stake * worth.deviation * peak
        to.largest = max(to.largest, widest)
        to.rounded = to.rounded or worth.rounded
        if worth.strategy:
            to.strategies[wager] = worth.strategy

    def _moved(self, wager: str, cents: int) -> None:
        worth = self._worths(wager)
        self._swing += cents * worth.deviation
        self._width += cents * worth.span
        self._peak, self._widest = max(self._peak, self._swing), max(self._widest, self._width)
