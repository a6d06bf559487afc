"""The house edge of wagers under traced rules: the figures, the readings that were used, and the amount of work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.core import AnyGame
from houseway.law import Rules
from houseway.odds import odds_sheet
from houseway.odds.figure import Rounded
from houseway.odds.sheet import rows_of
from houseway.odds.single_result import walk_together
from houseway.questions.recording import Recording


@dataclass(frozen=True, slots=True, order=True)
class RowKey:
    """One row of the odds sheet."""

    wager: str
    situation: str = ""
    strategy: str = ""

    @property
    def label(self) -> str:
        """The row in words."""
        return ", ".join(filter(None, (self.wager, self.situation.replace("-", " "), self.strategy)))


@dataclass(frozen=True, slots=True)
class PricedRows:
    """The house edge of some rows, the readings that were used, and the number of steps of the rules that it took."""

    edges: dict[RowKey, Fraction]
    asked: tuple[str, ...]
    steps: int
    rounded: bool


ALL = ""  # every wager at once, if a single result decides them all


def units_of(game: AnyGame, rules: Rules) -> tuple[str, ...]:
    """The units to price: each wager, or all at once."""
    return (ALL,) if walk_together(game, rules) is not None else tuple(game.priced(rules))


def price(game: AnyGame, rules: Rules, unit: str) -> PricedRows:
    """The house edge of one wager, or of all at once; no rows if the rules do not offer it."""
    return price_recorded(game, rules, unit)[0]


def price_recorded(game: AnyGame, rules: Rules, unit: str) -> tuple[PricedRows, Recording]:
    """The house edge and the recording of its computation."""
    recording = Recording(game, rules)
    here, watched = recording.game, recording.rules
    quick = here.walk.expected_result
    rounded = False
    edges: dict[RowKey, Fraction] = {}
    if unit == ALL:
        rows = tuple(odds_sheet(here, watched))
    elif unit not in here.priced(watched):
        rows = ()
    elif quick is not None and unit in game.walk.takes_long:
        rounded = True
        for strategy in here.walk.strategies(watched, unit):
            edges[RowKey(unit, "", strategy)] = -quick(watched, unit, strategy)
        rows = ()
    else:
        rows = tuple(rows_of(here, watched, unit))
    recording.end()
    for row in rows:
        rounded = rounded or isinstance(row.expected, Rounded)
        edges[RowKey(row.id, row.situation or "", row.strategy or "")] = -Fraction(row.expected)
    return PricedRows(edges, recording.asked, recording.steps, rounded), recording


def price_again(known: PricedRows, recording: Recording, rules: Rules) -> PricedRows | None:
    """The price under other answers if they change nothing, without computing it; None if it must be computed."""
    trace = recording.again(rules)
    return None if trace is None else replace(known, asked=tuple(dict.fromkeys((*known.asked, *trace.asked))))
