"""Exact differences between the odds of every wager under two editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame, Choose, Result
from houseway.core.progress import stage
from houseway.law import Rules
from houseway.odds import Row, odds_sheet
from houseway.odds.figure import Figure, Rounded
from houseway.odds.values_read import share_counts

FIGURES = ("win", "push", "lose", "expected", "variance", "void", "draws")


@dataclass(frozen=True, slots=True)
class OddsChange:
    """One wager (with one strategy and situation) under both editions; None if an edition does not have it."""

    was: Row | None
    now: Row | None
    within: bool = False  # made within a round: the figures leave out the round's other wagers

    @property
    def row(self) -> Row:
        """The row of the second edition, or else of the first."""
        row = self.now or self.was
        assert row is not None
        return row

    @property
    def name(self) -> str:
        """The wager, its situation and the strategy."""
        within = "within a round" if self.within else ""
        more = [each for each in (self.row.situation, self.row.strategy, within) if each]
        return f"{self.row.id} ({', '.join(more)})" if more else self.row.id

    def difference(self, figure: str) -> Figure | None:
        """The increase of a figure in the second edition; None if only one edition has the wager."""
        if self.was is None or self.now is None:
            return None
        change: Fraction | float = getattr(self.now, figure) - getattr(self.was, figure)
        return change if isinstance(change, Fraction) else Rounded(change)

    @property
    def differs(self) -> bool:
        """Whether its results or their chances differ; whether a result is called returned or won does not count."""
        return self.was is None or self.now is None or self.was.distribution != self.now.distribution

    def as_json(self) -> dict[str, Any]:
        """Both rows and the exact differences, as plain values."""
        return {
            "id": self.row.id,
            "strategy": self.row.strategy,
            "situation": self.row.situation,
            "within_round": self.within,
            "was": None if self.was is None else self.was.as_json(),
            "now": None if self.now is None else self.now.as_json(),
            "differs": self.differs,
            "difference": {
                figure: str(change) for figure in FIGURES if (change := self.difference(figure)) is not None
            },
        }


def grouped(changes: Iterable[OddsChange]) -> list[list[OddsChange]]:
    """The wagers that differ, those with the same figures on both sides together."""
    groups: dict[tuple[object, ...], list[OddsChange]] = {}
    for change in changes:
        if change.differs:
            rows = (None if row is None else (*row.distribution.items(),) for row in (change.was, change.now))
            groups.setdefault((change.row.strategy, change.within, *rows), []).append(change)
    return list(groups.values())


Key = tuple[str, str | None, str | None]  # wager, situation, strategy


def _rows(game: AnyGame, rules: Rules, name: str) -> dict[Key, Row]:
    with stage(f"odds under {name or rules.edition.id}"):
        return {(row.id, row.situation, row.strategy): row for row in odds_sheet(game, rules)}


def odds_changes(
    game: AnyGame, rules: tuple[Rules, Rules], names: tuple[str, str] = ("", "")
) -> tuple[OddsChange, ...]:
    """Every wager of either edition, with each strategy and situation. Slow counts are shared where the rules allow it."""
    share_counts(game, *rules)
    was, now = (_rows(game, each, name) for each, name in zip(rules, names, strict=True))
    found = []
    for key, other in _paired(was, now):
        own = rules[0] if key in was else rules[1]
        setups = game.walk.setups(own, key[0])
        within = any(isinstance(fact, Result | Choose) for fact in setups.get(key[1] or "", ()))
        found.append(OddsChange(was.get(key), now.get(other), within))
    return tuple(found)


def _paired(was: Mapping[Key, Row], now: Mapping[Key, Row]) -> Iterator[tuple[Key, Key]]:
    """The keys of the rows that belong together. A wager whose worth depends on the situation on one side only is still one."""
    only_was, only_now = ([key for key in rows if key not in others] for rows, others in ((was, now), (now, was)))
    turned = {}
    for key in only_was:
        alike = [[each for each in rows if (each[0], each[2]) == (key[0], key[2])] for rows in (was, now)]
        if len(alike[0]) == len(alike[1]) == 1 and alike[1][0] in only_now:
            turned[key] = alike[1][0]
    yield from ((key, turned.get(key, key)) for key in was)
    yield from ((key, key) for key in now if key not in was and key not in turned.values())
