"""Progress of long commands on standard error: a live line at a terminal, a note every few seconds in a pipe."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from houseway.cli.common import say
from houseway.core.advice import Progress

WORKING = "working it out"
FIRST_NOTE, NEXT_NOTES = 2.0, 5.0  # seconds; shorter work prints nothing
NUMBERED = re.compile(r"([0-9,]+) of (?:about )?([0-9,]+)|([0-9]+(?:\.[0-9]+)?)% done")
EVIDENCE = Fraction(1, 50)  # the share of the work that must be done before the time left is estimated,
LONG_EVIDENCE = 20.0  # unless it has been reported for this many seconds
OF_A_PART = 3.0  # seconds before the time left of one of several parts is estimated: that of a short part only jumps
OVERDUE = 0.2  # an estimate that is late by more than this share of the time is not shown


class Pace:
    """Estimate how long work will still take, from reports that say "3 of 12" or "43.2% done".

    For nested parts, the estimate is for the innermost. There is none until enough of it is done.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.began = clock()
        self.what = ""
        self.key: tuple[object, ...] = ()
        self.first = self.last = (Fraction(0), self.began)

    def heard(self, what: str) -> None:
        """Take in a report of the current work."""
        self.what = what
        parts = [_part(each) for each in NUMBERED.finditer(what)]
        if not parts or not parts[-1][1]:
            self.key = ()
            return
        (done, count), key = parts[-1], (*parts[:-1], parts[-1][1])
        self.last = (done / count, self.clock())
        if key != self.key or self.last[0] < self.first[0]:
            self.key, self.first = key, self.last

    def told(self) -> str:
        """The time so far and the estimate in words: "7 s so far, about 30 s left"."""
        now = self.clock()
        so_far = f"{_duration(now - self.began)} so far"
        (share, heard), (base, since) = self.last, self.first
        reported = heard - since
        too_little = share < base + EVIDENCE and (share == base or reported < LONG_EVIDENCE)
        if not self.key or too_little or (len(self.key) > 1 and reported < OF_A_PART):
            return so_far
        left = reported * float((1 - share) / (share - base)) - (now - heard)
        if left < -OVERDUE * (
            now - since
        ):  # the estimate was wrong: parts that run side by side are all reported at once
            return so_far
        return f"{so_far}, about {_duration(max(left, 1.0))} left{' of this part' if len(self.key) > 1 else ''}"

    def __rich__(self) -> str:
        """The live line at a terminal, made each time it is drawn."""
        return f"{self.what or WORKING} ({self.told()}) …"


class Notes:
    """Prints notes on standard error during long work; none within the first two seconds."""

    def __init__(
        self, write: Callable[[str], None] = say, first: float = FIRST_NOTE, following: float = NEXT_NOTES
    ) -> None:
        self.write, self.first, self.following = write, first, following
        self.pace = Pace()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def heard(self, what: str) -> None:
        """Take in a report of the current work."""
        self.pace.heard(what)

    def _run(self) -> None:
        wait = self.first
        while not self.over.wait(wait):
            self.write(f"houseway: {self.pace.what or WORKING} ({self.pace.told()})")
            wait = self.following

    def __enter__(self) -> Notes:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()


@contextmanager
def showing(quiet: bool = False) -> Iterator[Progress]:
    """Show progress of long work. `quiet`: only at a terminal, so that standard error in a pipe stays JSON."""
    from houseway.core.progress import told_to, working_on

    if not sys.stderr.isatty():
        if quiet:
            yield working_on
            return
        with Notes() as notes, told_to(notes.heard):
            yield working_on
        return
    from rich.console import Console

    err, pace = Console(stderr=True, highlight=False, markup=False), Pace()
    spinner = "line" if err.options.ascii_only else "dots"

    with err.status(pace, spinner=spinner), told_to(pace.heard):
        yield working_on


def _part(found: re.Match[str]) -> tuple[Fraction, int]:
    """How much is done, of how much: "3 of 12" means that two are done and the third is under way."""
    if found[3]:
        return Fraction(found[3]), 100
    return Fraction(max(_number(found[1]) - 1, 0)), _number(found[2])


def _number(text: str) -> int:
    return int(text.replace(",", "") or 0)


def _duration(seconds: float) -> str:
    """A duration, rounded to a readable unit: "8 s", "3 min", "2 h"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"
