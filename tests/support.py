"""Helpers of all tests: a bench for one game, and the marker with the paragraphs that a test covers."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest
import typer.main
import typer.testing
from hypothesis.internal.charmap import charmap

from houseway.core import AnyGame, Event
from houseway.core.advice import Advice, Progress
from houseway.core.kernel import Sitting
from houseway.games import games, load
from houseway.law import Citation, Rules, cites
from houseway.numerics.sources import SeededSource
from houseway.table import Table, ticking

__all__ = ["Bench", "Ended", "bench", "cites", "every_rules", "law"]


def law(*citations: str) -> pytest.MarkDecorator:
    """The paragraphs that a test holds to; the outline gate reads these."""
    return pytest.mark.law(*citations)


@dataclass(frozen=True)
class Ended:
    """The settlement of one wager: the result, the money and the reason."""

    result: str
    returned_cents: int
    because: tuple[Citation, ...]


@dataclass
class Bench:
    """A game at a table that has been opened, with chips in front of seats 1 to 3."""

    game: AnyGame
    rules: Rules
    table: Table

    def settle(self, wager: str, stake_cents: int = 500, **result: Any) -> Ended:
        """One wager by seat 1, one result, and how it ended."""
        table = fresh_table(self.game, self.rules)
        placed = table.wager(1, wager, stake_cents)
        assert placed[0].event == "wager-placed", placed[0].seen_by("house")
        table.no_more_bets()
        events = [e for e in table.result(**result) if e.event == "wager-settled"]
        assert len(events) == 1, events
        fields = events[0].fields
        return Ended(fields["result"], fields["returned_cents"], events[0].cites)

    def do(self, *commands: dict[str, Any]) -> list[Event]:
        """Commands one after the other; all of their events."""
        return [event for command in commands for event in self.table.do(command)]

    def refusal(self, *commands: dict[str, Any]) -> tuple[str, tuple[Citation, ...]]:
        """The last of these commands is refused: why, and by which paragraphs."""
        self.do(*commands[:-1])
        event = self.table.do(commands[-1])[-1]
        assert event.event in ("wager-refused", "act-refused"), event.seen_by("house")
        return event.fields["reason"], event.cites

    def names(self) -> list[str]:
        """The names of all events so far."""
        return [event.event for event in self.table.events]


def fresh_table(game: AnyGame, rules: Rules, procedure: str = "automatic", chips_cents: int = 100_000) -> Table:
    """An opened table with chips in front of three seats: a copy of one that was opened once."""
    return copied(_opened(game, rules, procedure, chips_cents))


@lru_cache(maxsize=256)
def _opened(game: AnyGame, rules: Rules, procedure: str, chips_cents: int) -> Table:
    table = Table(game, rules, SeededSource("tests"))
    table.open(procedure)
    for seat in range(1, min(3, rules.boxes) + 1):
        table.buy_in(seat, chips_cents)
    return table


def copied(table: Table) -> Table:
    """Another table that stands where this one stands, and goes on as it would; without a recorder."""
    assert isinstance(table.source, SeededSource) and table.recorder is None
    other = copy(table)  # positions and events are frozen
    other.source = SeededSource(table.source.seed, table.source.position)
    other.clock = ticking(table._latest)
    other._events, other._laid, other._kept = list(table._events), table._laid.copy(), dict(table._kept)
    return other


_loaded = lru_cache(maxsize=512)(load)  # rules are frozen


def bench(what: str, *settings: str, procedure: str = "automatic") -> Bench:
    """A bench for a game or submission under some settings."""
    game, rules = _loaded(what, settings)
    return Bench(game, rules, fresh_table(game, rules, procedure))


@dataclass
class Wanted:
    """Which variants this run wants."""

    night: bool = True

    def now(self, marks: Sequence[pytest.MarkDecorator]) -> bool:
        """Does this run want a variant with these marks?"""
        return self.night or not marks


WANTED = Wanted()


def pytest_configure(config: pytest.Config) -> None:
    """By day (`-m "not nightly"`, the default) thousands of nightly variants would only be collected to be left out."""
    WANTED.night = config.getoption("markexpr") != "not nightly"
    os.environ.pop("COLUMNS", None)  # text folds at it
    built = lru_cache(typer.main.get_command)  # else each call of a verb reads the options of all verbs again
    setattr(typer.testing, "_get_command", built)  # noqa: B010 - mypy knows no private names of a module


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and all modules stay until the end: the garbage collector need not look through them again."""
    if session.config.getoption("forks", 0):  # else each worker makes it: in a new clone, that takes seconds
        charmap()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def variants(day: Iterable[Any], night: Iterable[Any]) -> list[Any]:
    """Values of a parameter: `night` are for the nightly run alone."""
    return [*day, *(pytest.param(each, marks=pytest.mark.nightly) for each in night)]


def every_edition() -> list[Any]:
    """Every game with every edition, as `(game, edition)`; those that are not the default one are for the night."""
    default = {name: load(name)[1].edition.id for name in games()}
    pairs = [(name, edition) for name, game in games().items() for edition in game.chapter.outline.editions]
    return [
        pytest.param(name, edition, marks=() if edition == default[name] else (pytest.mark.nightly,))
        for name, edition in pairs
    ]


def sized(*, day: int, night: int) -> int:
    """The size of a sample: small by day, larger by night."""
    return night if WANTED.night else day


# Walking the states of a card or tile table takes long: of their variants only those run by day that change its course
COURSE = ("shuffler", "player_bank")


TWIN = "mini-craps"  # it is played like craps, whose readings and choices run by day; only its crew is its own


def at_night(game: AnyGame, edition: str, key: str = "", reading: bool = False) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of a variant that is left to the nightly run: by day only the default edition's.

    Other answers to readings wait for the night: each answer of each has its own tests in its chapter, by day. So has
    whatever an earlier edition says otherwise.
    """
    if edition != _loaded(game.id, ())[1].edition.id:
        return (pytest.mark.nightly,)
    if game.id == TWIN:
        return (pytest.mark.nightly,) if key and key != "stickperson" else ()
    takes_long = any(option in game.chapter.edition(edition).options for option in COURSE)
    by_day = not key or not takes_long or key in COURSE
    return () if by_day and not reading else (pytest.mark.nightly,)


def every_rules() -> Iterable[Any]:
    """Every game in every edition and under every answer to every reading that this run wants, as test parameters."""
    for game in games().values():
        for edition in game.chapter.outline.editions:
            chosen = [f"edition={edition}"]
            marks = at_night(game, edition)
            if WANTED.now(marks):
                yield pytest.param(game, load(game.id, chosen)[1], id=f"{game.id}-{edition}", marks=marks)
            for reading in game.chapter.readings:
                marks = at_night(game, edition, reading.name, reading=True)
                if (reading.only and edition not in reading.only) or not WANTED.now(marks):
                    continue
                for answer in reading.ids[1:]:
                    rules = load(game.id, [*chosen, f"reading.{reading.name}={answer}"])[1]
                    yield pytest.param(game, rules, id=f"{game.id}-{edition}-{reading.name}-{answer}", marks=marks)


def made_kernel(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Any:
    """The game's own kernel for these seats."""
    assert game.simulate is not None and game.simulate.kernel is not None
    return game.simulate.kernel(game, rules, sitting)


def advised(game: AnyGame) -> Callable[[Rules, Mapping[str, str], Progress], Advice]:
    """The game's own advice."""
    assert game.advise is not None and game.advise.advice is not None
    return game.advise.advice
