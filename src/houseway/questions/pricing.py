"""The house edge of wagers under traced rules: every figure, which readings were asked for, and how much work it was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame, Fact, Step
from houseway.law import Rules
from houseway.odds import odds_sheet
from houseway.odds.figure import Rounded
from houseway.odds.sheet import rows_of
from houseway.odds.single_result import walk_together
from houseway.questions.traced import traced


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
class Priced:
    """The house edge of some rows, the readings that were asked for, and the steps of the rules that it took."""

    edges: dict[RowKey, Fraction]
    asked: tuple[str, ...]
    steps: int
    rounded: bool


ALL = ""  # every wager at once, where a single result decides them all


def units_of(game: AnyGame, rules: Rules) -> tuple[str, ...]:
    """What is priced by itself: each wager, or all at once."""
    return (ALL,) if walk_together(game, rules) is not None else tuple(game.priced(rules))


def price(game: AnyGame, rules: Rules, unit: str) -> Priced:
    """The house edge of one wager, or of all at once; no rows if the rules do not offer it."""
    watched, trace = traced(rules)
    counted = _Counted(game)
    here = counted.game
    quick = here.walk.worth
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
    for row in rows:
        rounded = rounded or isinstance(row.expected, Rounded)
        edges[RowKey(row.id, row.situation or "", row.strategy or "")] = -Fraction(row.expected)
    return Priced(edges, tuple(trace.asked), counted.steps, rounded)


class _Counted:
    """A game whose steps are counted, and whose slow figures are not taken from the cache."""

    def __init__(self, game: AnyGame) -> None:
        self.steps = 0

        def advance(rules: Rules, state: Any, fact: Fact) -> Step[Any]:
            self.steps += 1
            return game.law.advance(rules, state, fact)

        self.game = replace(game, law=replace(game.law, advance=advance), walk=replace(game.walk, takes_long=()))
