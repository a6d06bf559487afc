"""Live display of a simulation: progress, speed, and the figures so far."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.cli.long_work import Notes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from houseway.simulate.figures import Figures

SHOWN = 12  # wagers shown at a time during a run
LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Watched:
    """Callbacks for progress of a simulation."""

    told: Callable[[Any, int], None]
    heard: Callable[[int, Callable[[], tuple[Figures, ...]]], None]
    followed: Callable[[int], None]
    preview: Callable[[tuple[Figures, ...], int], None] | None = None


@contextmanager
def watched(rounds: int, quiet: bool) -> Iterator[Watched]:
    """Show a run on standard error at a terminal: first rounds of each wager during compilation, then the run itself.

    If the run is interrupted before it has figures of its own, those of the first rounds stay on the screen. In a pipe, print a
    note every few seconds; with `quiet`, nothing.
    """
    if quiet:
        yield Watched(lambda _machine, _of: None, lambda _done, _look: None, lambda _done: None)
        return
    if not sys.stderr.isatty():
        with Notes() as notes:
            notes.heard("preparing")
            lines = ProgressLines(rounds, notes)
            yield Watched(lines.told, lines.heard, lines.followed)
        return
    from rich.console import Console
    from rich.live import Live

    from houseway.simulate import Interrupted

    err = Console(stderr=True)
    screen = Screen(rounds, err)
    try:
        with Live(get_renderable=screen.shown, console=err, transient=True, refresh_per_second=4):
            yield Watched(screen.told, screen.heard, screen.followed, screen.preview)
    except KeyboardInterrupt as stopped:
        if screen.figures and not isinstance(stopped, Interrupted):
            err.print(screen.figures_so_far())
        raise


class ProgressLines:
    """Progress in words, for notes in a pipe."""

    def __init__(self, rounds: int, notes: Notes) -> None:
        self.rounds, self.notes, self.compiled = rounds, notes, 0

    def told(self, machine: Any, of: int) -> None:
        """An automaton is ready."""
        self.compiled += 1
        self.notes.heard(f"compiling from the rules: {self.compiled:,} of {of:,} wagers")

    def heard(self, done: int, look: Callable[[], tuple[Figures, ...]]) -> None:
        """Take in the number of rounds played."""
        self.notes.heard(f"playing: {done:,} of {self.rounds:,} rounds")

    def followed(self, done: int) -> None:
        """Take in the number of rounds of sessions followed."""
        self.notes.heard(f"following sessions: {done:,} of {self.rounds:,} rounds")


class Screen:
    """A progress bar with speed and time left, above some of the figures."""

    def __init__(self, rounds: int, out: Console) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        rate = TextColumn("{task.fields[rate]}")
        self.progress = Progress(TextColumn("{task.description}"), BarColumn(), rate, TimeRemainingColumn())
        self.rounds, self.out, self.what, self.looked = rounds, out, "", 0.0
        self.task = self.progress.add_task("preparing", total=None, rate="")
        self.figures: list[Figures] = []
        self.note = ""

    def told(self, machine: Any, of: int) -> None:
        """An automaton is ready: show its first rounds, played in plain Python."""
        from houseway.simulate.preview import ROUNDS, first_rounds

        self.figures += first_rounds(machine)
        self.note = f"the first {ROUNDS:,} rounds of each"
        done = (self.progress.tasks[0].completed if self.what == "compiling from the rules" else 0) + 1
        self._update("compiling from the rules", int(done), of)

    def preview(self, rows: tuple[Figures, ...], done: int) -> None:
        """Show rounds played by the rules themselves while machine code is compiled."""
        self.figures, self.note = list(rows), f"the first {done:,} rounds, by the rules themselves"
        self._update("making machine code", 0, None)

    def heard(self, done: int, look: Callable[[], tuple[Figures, ...]]) -> None:
        """Take in the number of rounds played."""
        self._update("playing", done, self.rounds, "million a second")
        if time.monotonic() - self.looked > LOOK_SECONDS:
            self.looked = time.monotonic()
            self.figures, self.note = list(look()), f"after {done:,} rounds"

    def followed(self, done: int) -> None:
        """Take in the number of rounds of sessions followed."""
        self._update("following sessions", done, self.rounds, "million a second")

    def _update(self, what: str, done: int, of: int | None, unit: str = "") -> None:
        if what != self.what:
            self.what = what
            self.progress.reset(self.task, description=what, total=of)
        speed = self.progress.tasks[0].speed
        rate = f"{speed / 1e6:,.1f} {unit}" if speed and unit else ""
        self.progress.update(self.task, completed=done, rate=rate)

    def shown(self) -> Any:
        """The current screen."""
        from rich.console import Group

        return Group(self.progress, self.figures_so_far()) if self.figures else self.progress

    def figures_so_far(self) -> Any:
        """Some of the figures so far, and of how many rounds they are."""
        from rich.console import Group
        from rich.text import Text

        rows = self.figures[-SHOWN:] if self.what != "playing" else self.figures[:SHOWN]
        more = len(self.figures) - len(rows)
        note = f"{self.note}; {more} more wagers" if more else self.note
        named = any(row.player for row in rows)
        return Group(figures_table(rows, named, self.out), Text(note, style="dim"))


COLUMNS = ("made", "won", "returned", "lost", "staked", "back", "result", "exact", "± error", "away")
NARROWER = (
    (),
    ("staked", "back"),
    ("staked", "back", "won", "returned", "lost"),
    COLUMNS[:6],
)  # columns to leave out first


def figures_table(rows: Sequence[Figures], named: bool, out: Console) -> Table:
    """A table of wagers with their results, by player if there are several; columns that do not fit are left out."""
    tables = (_figures_table(rows, named, left_out) for left_out in NARROWER)
    found = next(tables)
    while out.measure(found, options=out.options.update(max_width=1000)).maximum > out.width:
        narrower = next(tables, None)
        if narrower is None:
            break
        found = narrower
    return found


def _figures_table(rows: Sequence[Figures], named: bool, left_out: Collection[str]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    if named:
        table.add_column("player", no_wrap=True)
    table.add_column("wager", style="bold", no_wrap=True)
    for heading in COLUMNS:
        if heading not in left_out:
            table.add_column(heading, justify="right", no_wrap=True)
    for before, row in zip((None, *rows), rows, strict=False):
        first = before is None or before.player != row.player
        who = [row.player if first else ""] if named else []
        cells = (
            f"{row.count:,}", f"{row.win:,}", f"{row.push:,}", f"{row.lose:,}",
            dollars(row.staked_cents), dollars(row.returned_cents), percent(row.mean),
            percent(None if row.exact is None else float(row.exact.value)), percent(row.standard_error, ""),
            "" if row.z is None else f"{row.z:+.2f}",
        )  # fmt: skip
        shown = (cell for heading, cell in zip(COLUMNS, cells, strict=True) if heading not in left_out)
        table.add_row(*who, row.id, *shown)
    return table


def dollars(cents: float, digits: int = 0) -> str:
    """Cents as dollars, with some digits."""
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.{digits}f}"


def percent(value: float | None, sign: str = "+") -> str:
    """A share of the stake as a percentage; empty if there is none."""
    return "" if value is None else f"{100 * value:{sign}.4f}%"
