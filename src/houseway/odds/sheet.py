"""The odds sheet: what every wager of a game is exactly worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from houseway.core import AnyGame, Fact
from houseway.core.plain import build, plain
from houseway.core.progress import stage
from houseway.core.worked import WorkedOut
from houseway.law import BadInput, Citation, Rules
from houseway.law.errors import nearest
from houseway.money import exact
from houseway.odds.graph import Walker
from houseway.odds.solve import Distribution, Solver
from houseway.odds.together import walk_together

WITHIN = (
    "{}: made in the middle of a round, when chance has spoken; what the round's other wagers win or lose is not in it."
)


@dataclass(frozen=True, slots=True)
class Row:
    """One wager (under one strategy, where there is a choice). Figures are per unit staked, and exact unless rounded."""

    id: str
    name: str
    pays: str
    strategy: str | None
    win: Fraction
    push: Fraction
    lose: Fraction
    expected: Fraction
    variance: Fraction
    draws: Fraction  # how many results decide it on average; 0: not counted
    distribution: tuple[tuple[Fraction, Fraction], ...]  # (net per unit, probability)
    cites: tuple[Citation, ...]
    situation: str | None = None  # where its worth differs by when it is made: at which point
    void: Fraction = Fraction(0)  # the chance that it is given back, neither won nor lost
    rounded: bool = False  # worked out in floats
    about: str = ""  # what the strategy is, and what is counted with the wager

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit staked, on average."""
        return -self.expected

    @property
    def expected_resolved(self) -> Fraction:
        """Per unit resolved: wagers that are given back, neither won nor lost, are left out of the count."""
        return self.expected / (1 - self.void) if self.void != 1 else self.expected

    def figure(self, name: str) -> str:
        """One figure as it stands in every document: exact, or with twelve significant digits where it is rounded."""
        value: Fraction = getattr(self, name)
        return f"{float(value):.12g}" if self.rounded and value.denominator > 2 else exact(value)

    def as_json(self) -> dict[str, Any]:
        """As it stands in `houseway odds --json`."""
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


@dataclass(frozen=True, slots=True)
class OddsSheet:
    """Every wager of a game under its rules; `sheet["small"]` is one of them."""

    title: str
    rules: Rules
    rows: tuple[Row, ...]
    at_once: bool = False  # one result decides every wager, so that the sheet is quickly made

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, wager: str) -> Row:
        for row in self.rows:
            if row.id == wager:
                return row
        raise BadInput(f'there is no wager "{wager}"; {nearest(wager, dict.fromkeys(row.id for row in self.rows))}')

    def as_json(self) -> dict[str, Any]:
        """As `houseway odds --json` prints it."""
        return {
            "game": self.rules.game,
            "edition": self.rules.edition.id,
            "submission": self.rules.digest,
            "wagers": [row.as_json() for row in self.rows],
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
            for row in self.rows
        )
        body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in cells)
        caption = escape(f"{self.title}, {self.rules.edition.id}")
        return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def percent(value: Fraction, digits: int = 3) -> str:
    """A rational as a rounded percentage (half away from zero), for people."""
    scaled = abs(value) * 100 * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // 10**digits}.{whole % 10**digits:0{digits}d}%"
    return f"-{text}" if value < 0 and whole else text


def odds_sheet(game: AnyGame, rules: Rules, players: int = 1, only: Collection[str] = ()) -> OddsSheet:
    """Walk every wager that can be priced through the functions that settle a table, with so many players at it.

    `only`: where each wager is walked by itself, these alone, by id or kind; all of them if it names none.
    """
    if players > 1:
        beside = ((wager, game.company(rules, wager, players)) for wager in game.priced(rules))
        walked = tuple(row for wager, others in beside if others for row in rows_of(game, rules, wager, others))
        return OddsSheet(game.title, rules, walked)
    together = walk_together(game, rules)
    if together is not None:
        rows = tuple(_row(game, rules, wager, None, *solved) for wager, solved in together.items())
    else:
        named = [wager for wager in game.priced(rules) if wager in only or wager.partition(":")[0] in only]
        priced = list(named or game.priced(rules))
        rows = tuple(row for n, wager in enumerate(priced, 1) for row in _staged(game, rules, wager, n, len(priced)))
    return OddsSheet(game.title, rules, rows, at_once=together is not None)


def _staged(game: AnyGame, rules: Rules, wager: str, number: int, count: int) -> list[Row]:
    with stage(f"{wager} ({number} of {count} wagers)"):
        return list(rows_of(game, rules, wager))


def rows_of(game: AnyGame, rules: Rules, wager: str, company: tuple[Fact, ...] = ()) -> Iterator[Row]:
    """One wager walked by itself, or beside those of others: a row for each named strategy, or one where nobody chooses."""
    worked = () if company else _worked_out(game, rules, wager)
    if worked:
        for each in worked:
            row = _figures(game, rules, wager, each.strategy, dict(each.results), each.draws, each.cites)
            yield replace(row, situation=each.situation, rounded=each.rounded, about=each.about)
        return
    named = [name for each in game.catalogue(rules) for name in game.strategies(rules, each)]
    others = game.policy(rules, named[0]) if company and named else None
    for strategy in game.strategies(rules, wager) or (None,):
        policy = game.policy(rules, strategy) if strategy else None
        for situation in game.preludes(rules, wager):
            stake = game.catalogue(rules)[wager].unit_cents
            graph = Walker(game, rules, policy, others).graph(wager, stake, situation, company)
            solver = Solver(graph)
            row = _row(game, rules, wager, strategy, *solver.solve(), graph.cites)
            within = WITHIN.format(wager) if game.made_by(wager) is not None else ""
            yield replace(row, situation=situation or None, void=solver.void(), about=within)


def _worked_out(game: AnyGame, rules: Rules, wager: str) -> tuple[WorkedOut, ...]:
    """What the game counts itself; kept, where that takes long."""
    if wager not in game.takes_long:
        return game.worked_out(rules, wager)
    from houseway.cache import kept

    depends = {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "wager": wager}
    value = kept("worked-out", depends, lambda: plain(game.worked_out(rules, wager)))
    found: tuple[WorkedOut, ...] = build(tuple[WorkedOut, ...], value)
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
    stake = game.catalogue(rules)[wager].unit_cents
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
    offer = game.catalogue(rules)[wager]
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
        distribution=tuple(sorted(units.items())),
        cites=tuple(sorted(because, key=rank.__getitem__)),
    )  # fmt: skip
