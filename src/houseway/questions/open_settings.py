"""The settings that the law leaves to the certificate holder, and which of them change a wager's odds.

Readings of the text are not open settings: the law decides them, not the holder. Every setting that is tried goes through
the same check as a submission.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.core.plain import canonical
from houseway.core.progress import stage
from houseway.games import rules_for
from houseway.law import Citation, Finding, Rules, SubmissionOption
from houseway.law.rules import nested
from houseway.law.submission import Submission
from houseway.money import Odds
from houseway.odds.figure import Figure, Rounded
from houseway.odds.sheet import Row, rows_of

PAYOUT = "payout."
PERCENT = "percent"  # the form of an option that is a rate, from 0 up to the legal maximum
PERCENT_STEPS = 5  # equal steps from 0 to the default rate
MOST_VARIANTS = 400
MOST_TRIED = 200  # the most combinations of irrelevant settings to try in order to make a relevant one lawful

Settings = Mapping[str, Any]  # by dotted key
Figures = tuple[Fraction, tuple[tuple[Fraction, Figure], ...]]  # the edge, and the chance of each net result


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A payout line for which the law says "no less than"."""

    line: str
    least: Odds
    cite: Citation

    @property
    def key(self) -> str:
        """Its key in the submission."""
        return PAYOUT + self.line


class DesignTable:
    """A game under its base rules, on which other lawful settings are tried; prices are cached."""

    def __init__(self, game: AnyGame, rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.options = {key: tuple(_values(option)) for key, option in rules.edition.options.items()}
        self.options = {key: values for key, values in self.options.items() if len(values) > 1}
        self._judged: dict[str, tuple[Rules | None, tuple[Finding, ...]]] = {}
        self._rows: dict[tuple[str, str], Row] = {}
        self.lines = {line.line: line for line in self._open_lines()}

    def with_settings(self, settings: Settings) -> Rules | None:
        """The rules with these settings, after the same check as any submission; None if they are unlawful."""
        found, _ = self.checked(settings)
        return found

    def checked(self, settings: Settings) -> tuple[Rules | None, tuple[Finding, ...]]:
        """The rules with these settings, or the findings against them."""
        mark = canonical({key: value for key, value in settings.items() if self.rules.submission.get(key) != value})
        if mark not in self._judged:
            data = nested({**self.rules.submission, **settings})
            found = rules_for(self.game, Submission(self.game.id, data))
            self._judged[mark] = found.rules, found.findings
        return self._judged[mark]

    def row(self, wager: str, settings: Settings) -> Row | None:
        """A wager's row under these settings: first strategy, first situation. None if the wager is not offered."""
        rules = self.with_settings(settings)
        if rules is None or wager not in self.game.priced(rules):
            return None
        key = (wager, rules.digest)
        if key not in self._rows:
            named = (None, *self.game.walk.strategies(rules, wager)[:1])
            with stage(wager):
                self._rows[key] = next(row for row in rows_of(self.game, rules, wager) if row.strategy in named)
        return self._rows[key]

    def figures(self, wager: str, settings: Settings) -> Figures | None:
        """The edge and the distribution; only the edge if the distribution is slow and the edge is not."""
        exact = self.game.simulate.exact_worths if self.game.simulate is not None else None
        if wager not in self.game.walk.takes_long or exact is None:
            row = self.row(wager, settings)
            return None if row is None else (edge_of(row), tuple(row.distribution.items()))
        rules = self.with_settings(settings)
        if rules is None or wager not in self.game.priced(rules):
            return None
        seat = Sitting(
            {wager: self.game.law.catalogue(rules)[wager].unit_cents}, self.game.walk.strategies(rules, wager)[0]
        )
        with stage(wager):
            return figure_of(Rounded(-exact(rules, (seat,))[0, wager])), ()

    def takes(self, settings: Settings, wagers: Iterable[str]) -> bool:
        """Are these settings lawful, and does the table then offer all of these wagers?"""
        rules = self.with_settings(settings)
        return rules is not None and set(wagers) <= set(self.game.priced(rules))

    def lacks(self, settings: Settings, wagers: Iterable[str]) -> list[str]:
        """The wagers that a table with these lawful settings does not offer."""
        rules = self.with_settings(settings)
        assert rules is not None, settings
        taken = set(self.game.priced(rules))
        return [wager for wager in wagers if wager not in taken]

    def _open_lines(self) -> Iterator[OpenLine]:
        """The lines that may pay more, according to the check."""
        for line, payout in self.rules.edition.payouts.items():
            more = Odds(payout.odds.pays + payout.odds.staked, payout.odds.staked)
            if self.with_settings({PAYOUT + line: str(more)}) is not None:
                yield OpenLine(line, payout.odds, payout.cite)

    def least(self) -> dict[str, str]:
        """Every open line at its legal minimum."""
        return {line.key: str(line.least) for line in self.lines.values()}


def _values(option: SubmissionOption) -> Iterator[Any]:
    """The values of an option that can be tried one by one."""
    if option.form == PERCENT and isinstance(option.default, str):
        most = Fraction(option.default.removesuffix("%"))
        for step in range(PERCENT_STEPS, -1, -1):
            rate = most * step / PERCENT_STEPS
            yield f"{rate.numerator}%" if rate.denominator == 1 else f"{rate}%"
    elif option.form == "choice":
        yield from option.choices


def matters(table: DesignTable, wager: str) -> tuple[str, ...]:
    """The options that change the odds of a wager by themselves."""
    base, present = table.figures(wager, {}), table.rules.option
    others = {
        key: [v for v in reversed(values) if v != present(key) and table.with_settings({key: v}) is not None]
        for key, values in table.options.items()
    }
    keys, found = list(others), list[str]()

    def changes(settings: Settings) -> bool:
        figures = table.figures(wager, settings)
        return figures is not None and figures != base

    for n, key in enumerate(keys):
        rest = {each: others[each][0] for each in keys[n:] if others[each]}
        if table.takes(rest, (wager,)) and not changes(rest):
            break  # changing all of the rest at once has no effect
        if any(changes({key: value}) for value in others[key]):
            found.append(key)
    return tuple(found)


def edge_of(row: Row) -> Fraction:
    """The house edge as a fraction, even if it was computed in floats."""
    return figure_of(row.house_edge)


def figure_of(value: object) -> Fraction:
    """A figure of the odds sheet as a fraction, even if it was computed in floats."""
    return value if isinstance(value, Fraction) else Fraction(str(value))


def variants(table: DesignTable, keys: tuple[str, ...], beside: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Lawful combinations of these options, the current ones first; irrelevant options change if that is needed."""
    listed = [_first(table.rules.option(key), table.options[key]) for key in keys]
    for n, values in enumerate(product(*listed)):
        if n >= MOST_VARIANTS:
            return
        chosen = dict(zip(keys, values, strict=True))
        found = _lawful(table, chosen, [key for key in beside if key not in chosen])
        if found is not None:
            yield found


def _first(now: Any, values: tuple[Any, ...]) -> list[Any]:
    return [now, *(value for value in values if value != now)] if now in values else [now, *values]


def _lawful(table: DesignTable, chosen: dict[str, Any], beside: list[str]) -> dict[str, Any] | None:
    if table.with_settings(chosen) is not None:
        return chosen
    others = [_first(table.rules.option(key), table.options[key]) for key in beside]
    for n, values in enumerate(product(*others)):
        tried = {**chosen, **{k: v for k, v in zip(beside, values, strict=True) if v != table.rules.option(k)}}
        if table.with_settings(tried) is not None:
            return tried
        if n >= MOST_TRIED:
            break
    return None
