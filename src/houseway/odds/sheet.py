"""The odds sheet: the exact value of every wager of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any

from houseway.core import AnyGame, Fact
from houseway.core.counted import CountedOdds
from houseway.core.plain import build, plain
from houseway.core.progress import stage
from houseway.law import BadInput, Citation, Rules
from houseway.law.errors import nearest, one_of
from houseway.money import exact
from houseway.odds.figure import Figure, Rounded
from houseway.odds.graph import Graph, Policy, Walker
from houseway.odds.single_result import walk_together
from houseway.odds.solve import Distribution, Solver

WITHIN = "{}: made in the middle of a round, after some results are known; it excludes the round's other wagers."


WORKED_OUT = "worked-out"  # the name of kept counts


@dataclass(frozen=True, slots=True)
class Row:
    """One wager (under one strategy, where there is a choice).

    Figures are per unit staked: exact fractions, or of type `Rounded` if the game computes them in floats.
    """

    id: str
    name: str
    pays: str
    strategy: str | None
    win: Figure
    push: Figure
    lose: Figure
    expected: Figure
    variance: Figure
    draws: Fraction  # average number of results until it is decided; 0: not counted
    distribution: Mapping[Fraction, Figure] = field(
        hash=False
    )  # net result per unit -> its chance, the worst result first
    cites: tuple[Citation, ...]
    situation: str | None = None  # if its value depends on when it is made: at which point
    void: Fraction = Fraction(0)  # the chance that it is returned, neither won nor lost
    rounded: bool = False  # computed in floats
    about: str = ""  # describes the strategy, and what is counted with the wager

    @property
    def house_edge(self) -> Figure:
        """The average that the house keeps of each unit staked."""
        return -self.expected

    @property
    def expected_resolved(self) -> Figure:
        """Expected result per unit resolved: wagers that are returned, neither won nor lost, are not counted."""
        if self.void in (0, 1):
            return self.expected
        if isinstance(self.expected, Rounded):
            return Rounded(self.expected / float(1 - self.void))
        return self.expected / (1 - self.void)

    @property
    def label(self) -> str:
        """The key of this row among the rows of its wager: its situation, its strategy, or both."""
        return ", ".join(f'"{each}"' for each in (self.id, self.situation, self.strategy) if each)

    def is_called(self, word: str) -> bool:
        """Is this its strategy or its situation? The last part of a situation is enough: `6` for `point-6`."""
        return word in (self.strategy, self.situation) or (self.situation or "").endswith(f"-{word}")

    def figure(self, name: str) -> str:
        """One figure as all documents print it: exact, or with twelve significant digits if it is rounded."""
        return str(getattr(self, name))

    def as_json(self) -> dict[str, Any]:
        """The row as plain values."""
        figures = ("win", "push", "lose", "expected", "house_edge", "variance")
        return {
            "id": self.id,
            "name": self.name,
            "pays": self.pays,
            "strategy": self.strategy,
            **{figure: self.figure(figure) for figure in figures},
            "void": exact(self.void),
            "expected_resolved": self.figure("expected_resolved"),
            "draws": exact(self.draws) if self.draws else None,
            "situation": self.situation,
            "rounded": self.rounded,
            "about": self.about,
            "cites": list(self.cites),
        }


class SeveralRows(BadInput):
    """A lookup of a single row for a wager that has several, one per situation or strategy."""


@dataclass(frozen=True, slots=True)
class OddsSheet:
    """Every wager of a game under its rules.

    `sheet["small"]` is the row of a wager that has one. If there is one per situation or strategy, name it:
    `sheet["odds:pass", "6"]`, `sheet["initial", "go-to-war"]`. `sheet.rows("initial")` returns all rows of a wager.
    """

    title: str
    rules: Rules
    every: tuple[Row, ...]
    at_once: bool = False  # one result decides every wager, so the sheet is fast to compute

    def __iter__(self) -> Iterator[Row]:
        return iter(self.every)

    def __len__(self) -> int:
        return len(self.every)

    def __repr__(self) -> str:
        return f"<OddsSheet of {self.title}, {self.rules.edition.id}: {len(self)} rows>"

    def rows(self, wager: str | None = None) -> tuple[Row, ...]:
        """All rows, or those of one wager."""
        if wager is None:
            return self.every
        found = tuple(row for row in self.every if row.id == wager)
        if not found:
            raise no_wager(wager, dict.fromkeys(row.id for row in self.every))
        return found

    def __getitem__(self, wager: str | tuple[str, ...]) -> Row:
        """The only row of a wager, or the row of the given situation or strategy."""
        name, *words = (wager,) if isinstance(wager, str) else wager
        rows = self.rows(name)
        found = [row for row in rows if all(row.is_called(word) for word in words)]
        if len(found) == 1:
            return found[0]
        listed = one_of((f"sheet[{row.label}]" for row in found or rows), len(rows))
        if found:
            problem = f'"{name}" has {len(found)} rows, not one'
        else:
            missing = '", "'.join(words)
            problem = f'"{name}" has no row "{missing}"'
        raise SeveralRows(f'{problem}; choose with {listed}, or take them all with sheet.rows("{name}")')

    def as_json(self) -> dict[str, Any]:
        """The sheet as plain values."""
        return {
            "game": self.rules.game,
            "edition": self.rules.edition.id,
            "submission": self.rules.digest,
            "wagers": [row.as_json() for row in self.every],
        }

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th>{name}</th>" for name in ("wager", "pays", "win", "push", "lose", "house edge", "%", "cites")
        )
        cells = (
            (
                row.id,
                row.pays,
                row.win,
                row.push,
                row.lose,
                row.house_edge,
                percent(row.house_edge),
                ", ".join(row.cites),
            )
            for row in self.every
        )
        body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in cells)
        caption = escape(f"{self.title}, {self.rules.edition.id}")
        return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def percent(value: Figure, digits: int = 3) -> str:
    """A figure as a rounded percentage (half away from zero), for people."""
    scaled = abs(Fraction(value)) * 100 * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // 10**digits}.{whole % 10**digits:0{digits}d}%"
    return f"-{text}" if value < 0 and whole else text


def no_wager(wager: str, known: Collection[str]) -> BadInput:
    """The error for a wager that has no row, with the nearest that have one."""
    return BadInput(f'there is no wager "{wager}"; {nearest(wager, known)}')


def odds_sheet(game: AnyGame, rules: Rules, players: int = 1, only: Collection[str] = ()) -> OddsSheet:
    """Walk every priced wager through the functions that settle a table, with this many players.

    `only`: if each wager is walked by itself, walk just these, by id or kind; all if it names none.
    """
    if players > 1:
        beside = ((wager, game.walk.other_players(rules, wager, players)) for wager in game.priced(rules))
        walked = tuple(row for wager, others in beside if others for row in rows_of(game, rules, wager, others))
        return OddsSheet(game.title, rules, walked)
    notes_what_is_read = type(rules) is not Rules  # rules that note it must be read each time
    together = (_rows_at_once if notes_what_is_read else _kept_rows)(game, rules)
    if together is not None:
        rows = together
    else:
        named = [wager for wager in game.priced(rules) if wager in only or wager.partition(":")[0] in only]
        priced = list(named or game.priced(rules))
        rows = tuple(row for n, wager in enumerate(priced, 1) for row in _staged(game, rules, wager, n, len(priced)))
    return OddsSheet(game.title, rules, rows, at_once=together is not None)


def _rows_at_once(game: AnyGame, rules: Rules) -> tuple[Row, ...] | None:
    """The rows of a game in which one result decides every wager; None for any other game."""
    together = walk_together(game, rules)
    if together is None:
        return None
    return tuple(_row(game, rules, wager, None, *solved) for wager, solved in together.items())


_kept_rows = lru_cache(maxsize=64)(_rows_at_once)


def _staged(game: AnyGame, rules: Rules, wager: str, number: int, count: int) -> tuple[Row, ...]:
    with stage(f"{wager} ({number} of {count} wagers)"):
        return rows_of(game, rules, wager)


def rows_of(game: AnyGame, rules: Rules, wager: str, other_players: tuple[Fact, ...] = ()) -> tuple[Row, ...]:
    """Walk one wager, alone or with other players' wagers: a row for each named strategy, or one row if there is no choice."""
    if other_players or type(rules) is not Rules:  # rules that note what is asked of them are walked each time
        return tuple(_walked(game, rules, wager, other_players))
    return _rows_alone(game, rules, wager)


@lru_cache(maxsize=512)
def _rows_alone(game: AnyGame, rules: Rules, wager: str) -> tuple[Row, ...]:
    return tuple(_walked(game, rules, wager, ()))


def _walked(game: AnyGame, rules: Rules, wager: str, other_players: tuple[Fact, ...]) -> Iterator[Row]:
    worked = () if other_players else _worked_out(game, rules, wager)
    if worked:
        for each in worked:
            row = _figures(game, rules, wager, each.strategy, dict(each.results), each.draws, each.cites)
            row = replace(row, situation=each.situation, about=each.about)
            yield _rounded(row) if each.rounded else row
        return
    others = _policy_of_others(game, rules) if other_players else None
    strategies = {strategy: game.walk.policy(rules, strategy) for strategy in game.walk.strategies(rules, wager)}
    stake = game.law.catalogue(rules)[wager].unit_cents
    graphs: dict[str, Graph] = {}
    for strategy in strategies or (None,):
        for situation in game.walk.setups(rules, wager):
            if situation not in graphs:  # all strategies are walked at once
                walker = Walker(game, rules, None, others, strategies)
                graphs[situation] = walker.graph(wager, stake, situation, other_players)
            graph = graphs[situation].under(strategy) if strategy else graphs[situation]
            solver = Solver(graph)
            row = _row(game, rules, wager, strategy, *solver.solve(), graph.cites)
            within = WITHIN.format(wager) if game.law.made_by(wager) is not None else ""
            yield replace(row, situation=situation or None, void=solver.void(), about=within)


def _policy_of_others(game: AnyGame, rules: Rules) -> Policy | None:
    """Other players choose by the first strategy that any wager has."""
    named = [name for each in game.law.catalogue(rules) for name in game.walk.strategies(rules, each)]
    return game.walk.policy(rules, named[0]) if named else None


def counted_depends(game: AnyGame, rules: Rules, wager: str) -> dict[str, str]:
    """Everything that the cached counts of a wager depend on."""
    return {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "wager": wager}


def _worked_out(game: AnyGame, rules: Rules, wager: str) -> tuple[CountedOdds, ...]:
    """The game's own counts; cached if they take long."""
    if wager not in game.walk.takes_long:
        return game.walk.counted(rules, wager)
    from houseway.cache import kept

    value = kept(WORKED_OUT, counted_depends(game, rules, wager), lambda: plain(game.walk.counted(rules, wager)))
    found: tuple[CountedOdds, ...] = build(tuple[CountedOdds, ...], value)
    return found


def _row(
    game: AnyGame,
    rules: Rules,
    wager: str,
    strategy: str | None,
    distribution: Distribution,
    draws: Fraction,
    because: tuple[Citation, ...],
) -> Row:
    stake = game.law.catalogue(rules)[wager].unit_cents
    units = {Fraction(net, stake): chance for net, chance in distribution.items()}
    return _figures(game, rules, wager, strategy, units, draws, because)


def _figures(
    game: AnyGame,
    rules: Rules,
    wager: str,
    strategy: str | None,
    units: Mapping[Fraction, Fraction],
    draws: Fraction,
    because: tuple[Citation, ...],
) -> Row:
    """A row from every net result per unit staked and its chance."""
    offer = game.law.catalogue(rules)[wager]
    rank = {p.cite: n for n, p in enumerate((*rules.paragraphs, *rules.chapter.outline.elsewhere))}
    assert sum(units.values()) == 1, f"{wager}: the chances do not add up to one"
    mean = sum((net * chance for net, chance in units.items()), Fraction(0))
    return Row(
        wager, offer.name, offer.pays, strategy,
        win=sum((c for net, c in units.items() if net > 0), Fraction(0)),
        push=units.get(Fraction(0), Fraction(0)),
        lose=sum((c for net, c in units.items() if net < 0), Fraction(0)),
        expected=mean,
        variance=sum((c * net * net for net, c in units.items()), Fraction(0)) - mean * mean,
        draws=draws,
        distribution=dict(sorted(units.items())),
        cites=tuple(sorted(because, key=rank.__getitem__)),
    )  # fmt: skip


def _rounded(row: Row) -> Row:
    """The same row with `Rounded` figures; multiples of one half stay exact."""

    def shown(value: Figure) -> Figure:
        return value if isinstance(value, Fraction) and value.denominator <= 2 else Rounded(value)

    figures: dict[str, Any] = {
        name: shown(getattr(row, name)) for name in ("win", "push", "lose", "expected", "variance")
    }
    chances = {net: shown(chance) for net, chance in row.distribution.items()}
    return replace(row, **figures, distribution=chances, rounded=True)
