"""Reading a journal: line by line, never more than a batch in memory, every flaw named and none of them the end of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from houseway.core import Event
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.records.lines import (
    FORMAT,
    GENESIS,
    LONGEST_LINE,
    SEALED,
    STARTED,
    HeaderRecord,
    SealRecord,
    chained,
    event_of,
    parsed,
)
from houseway.records.sealing import Find, opened_event

CHANGED = "its hash is not that of its content after the line before: it was changed, moved, put in, or one is gone"


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong in a journal: at which line, what, and of what kind."""

    line: int
    problem: str
    kind: str  # tampered, differs, torn, unverified

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


class Reading:
    """A journal's file as it is read. What is found out on the way stands in its attributes when `batches` has ended.

    After a flaw reading goes on with the next line that can be understood: its hash is checked against the last good line and
    against what the flawed line claims.
    """

    def __init__(self, path: Path, find: Find | None = None, wanted: str | None = None) -> None:
        self.path, self._find, self._wanted = path, find, wanted
        self.flaws: list[Flaw] = []
        self.header: HeaderRecord | None = None
        self.sealed = False
        self.events = 0  # of whole batches
        self.head = GENESIS
        self.good_head, self.good_bytes = GENESIS, 0  # up to the first flaw, in whole batches
        self.wanted_after = (
            0 if wanted == GENESIS else -1
        )  # events up to a hash that was kept elsewhere; -1: it is not there
        self.torn_start = False  # not even the first line is whole
        self._number, self._seq, self._claimed = 0, 0, GENESIS
        self._batch: list[Event] = []
        self._skipping = False

    def batches(self) -> Iterator[list[Event]]:
        """The events of each command whose record is whole."""
        with _opened(self.path) as file:
            position = 0
            while line := file.readline(LONGEST_LINE + 1):
                self._number += 1
                position += len(line)
                if not line.endswith(b"\n"):
                    if len(line) > LONGEST_LINE:
                        self._flaw(f"is longer than {LONGEST_LINE} bytes", "tampered")
                        continue
                    self._flaw(f"is cut off after {len(line)} bytes, with no end of line", "torn")
                    self.torn_start = self._number == 1
                    return
                yield from self._line(line, position)
            if self._number == 0:
                self.torn_start = True
            if self._batch:
                got, (_, count) = len(self._batch), self._batch[0].batch
                self._flaw(f"the last command wrote {count} events, and only {got} are there", "torn")

    def _flaw(self, problem: str, kind: str = "tampered") -> None:
        self.flaws.append(Flaw(self._number, problem, kind))

    def _line(self, line: bytes, position: int) -> Iterator[list[Event]]:
        record = self._record(line)
        if record is None:
            self._skipping = True  # the rest of its batch cannot be decided
            return
        whole: list[Event] = []
        if self.sealed:
            self._flaw("comes after the seal")
        if self._number == 1:
            self._header(record)
        elif record.get("event") == SEALED:
            self._seal(record)
        elif record.get("event") == STARTED:
            self._flaw("is a first line, and stands in the middle")
        else:
            whole = self._event(record)
        if not self._batch and not self.flaws:
            self.good_head, self.good_bytes = self.head, position
        if whole:
            self.events += len(whole)
            yield whole
        if self._wanted is not None and self.head == self._wanted:
            self.wanted_after = self._seq

    def _record(self, line: bytes) -> dict[str, Any] | None:
        """The record of a line whose hash fits, or at least whose form does."""
        try:
            record = parsed(line)
        except ValueError as error:
            self._flaw(str(error))
            return None
        given = record.pop("hash", None)
        if not isinstance(given, str):
            self._flaw("has no hash")
            return None
        for previous in dict.fromkeys((self.head, self._claimed)):
            if chained(previous, record)[1] == given:
                self.head = self._claimed = given
                return record
        self._flaw(CHANGED)
        self._claimed = given  # the next line may follow this one, or the last good one
        return record

    def _header(self, record: dict[str, Any]) -> None:
        wrong = problem(HeaderRecord, record)
        if wrong is not None or record["event"] != STARTED or record["format"] != FORMAT:
            self._flaw(f"is not the first line of a {FORMAT}" + (f" ({wrong})" if wrong else ""))
            return
        self.header = HeaderRecord(**record)  # type: ignore[typeddict-item]

    def _seal(self, record: dict[str, Any]) -> None:
        wrong = problem(SealRecord, record)
        if wrong is not None:
            self._flaw(f"is not a seal ({wrong})")
        elif self._batch or record["events"] != self.events:
            self._flaw(f"seals {record['events']} events, and {self.events} are there")
        self.sealed = True

    def _event(self, record: dict[str, Any]) -> list[Event]:
        """The batch that this event completes, or nothing yet."""
        try:
            event = event_of(record)
        except (ValueError, RecursionError) as error:
            self._flaw(f"is not an event ({error})")
            self._skipping, self._batch = True, []
            return []
        if event.seq != self._seq + 1:
            self._flaw(f"is event {event.seq}, and {self._seq + 1} is next")
        self._seq = event.seq
        place, count = event.batch
        if place == 1:
            if self._batch:
                self._flaw("begins a command before the one before it has all of its events")
            self._batch, self._skipping = [], False
        elif self._skipping:
            return []
        if (
            place != len(self._batch) + 1
            or not 1 <= place <= count
            or (self._batch and self._batch[0].batch[1] != count)
        ):
            self._flaw(f"is part {place} of {count} of a command, which does not follow")
            self._skipping, self._batch = True, []
            return []
        self._batch.append(opened_event(event, self._find) if self._find is not None else event)
        if place < count:
            return []
        whole, self._batch = self._batch, []
        return whole


def _opened(path: Path) -> BinaryIO:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError as error:
        right = f"make one with: houseway play GAME --journal {path}"
        raise BadInput(f"{path}: there is no such journal; {right}") from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); give the path of a journal") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadInput(f"{path}: is not a file; give the path of a journal")
    file = os.fdopen(descriptor, "rb")
    start = file.read(1)
    file.seek(0)
    if start not in (b"{", b""):
        file.close()
        raise BadInput(f"{path}: is not a journal; a journal's first line is a JSON record of {FORMAT}")
    return file


def read_events(path: Path, find: Find | None = None) -> list[Event]:
    """All events of a journal's whole batches; flaws are for whoever looks for them."""
    return [event for batch in Reading(path, find).batches() for event in batch]
