"""Reads a journal line by line, with at most one batch in memory; reports every flaw and continues after it."""

from __future__ import annotations

import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from houseway.core import Event
from houseway.core.event_kinds import Opened
from houseway.core.plain import canonical_bytes
from houseway.core.progress import working_on
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.records.hidden_values import Find, opened_event
from houseway.records.lines import (
    FORMAT,
    GENESIS,
    LONGEST_LINE,
    SEALED,
    STARTED,
    HeaderRecord,
    SealRecord,
    digest_of,
    event_of,
    mark_of,
    parsed,
    salvaged,
)

MOST_FLAWS = 1000
TOLD_BYTES = 1 << 16  # bytes between two progress reports
MARK = re.compile(r"[0-9a-f]{64}")
UNMARKED = "was not written by the table of this house file: its mark does not match the house's key"
CHANGED = "its hash does not match: this line was changed, moved or inserted, or the line before it is missing"


class JournalLines(Protocol):
    """A journal that is not a file, for example in a database; `str()` names it in messages."""

    def open(self) -> BinaryIO:
        """The lines from the start, as a file would give them."""

    def size(self) -> int:
        """The number of bytes, for progress."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem in a journal: its line, description and kind."""

    line: int
    problem: str
    kind: str  # tampered, differs, torn, unverified

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@dataclass(slots=True)
class CommandEvents:
    """The readable events of one command, with their line numbers.

    It is not `whole` if a line is damaged or missing; `unsure` has the lines of events that were only partly readable.
    """

    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    whole: bool = True
    unsure: set[int] = field(default_factory=set)  # lines

    def follows(self, event: Event) -> bool:
        """Whether it is the next event of this command."""
        place, count = self.events[-1].batch
        return event.batch == (place + 1, event.batch[1] if self.lines[-1] in self.unsure else count)

    @property
    def complete(self) -> bool:
        """Whether its last event was read."""
        place, count = self.events[-1].batch
        return place == count


class JournalReader:
    """Reads a journal. Its attributes have the results once `parts` has ended.

    After a flaw, reading continues with the next readable line, whose hash is checked against the last good line and against the
    hash that the flawed line claims.
    """

    def __init__(
        self,
        path: Path | JournalLines,
        find: Find | None = None,
        wanted: str | None = None,
        key: bytes = b"",
        after: tuple[int, str] | None = None,
    ) -> None:
        """`after`: begin in the middle, after this many lines, the last of which has this hash; `path` begins there too."""
        self.path, self._find, self._wanted, self._key = path, find, wanted, key
        self.flaws: list[Flaw] = []
        self.header: HeaderRecord | None = None
        self.seal_line = 0  # line number of the seal
        self.events = 0  # number of events in complete batches
        self.head = GENESIS
        self.good_head, self.good_bytes = GENESIS, 0  # up to the first flaw, in complete batches
        # number of events up to a hash that was kept elsewhere; -1 if not found
        self.wanted_after = 0 if wanted == GENESIS else -1
        self.torn_start = False  # the first line is incomplete
        self._number, self._seq, self._claimed = 0, 0, GENESIS
        self._body = ""  # the current line without its hash
        self._part: CommandEvents | None = None
        self._after_hole = False  # the line before could not be read
        if after is not None:
            self._number, self.head = after
            self._seq, self._claimed, self.good_head = self._number - 1, self.head, self.head

    @property
    def sealed(self) -> bool:
        """Whether the journal is sealed."""
        return self.seal_line > 0

    def batches(self) -> Iterator[list[Event]]:
        """The events of each complete command."""
        for part in self.parts():
            if part.whole:
                yield part.events

    def parts(self) -> Iterator[CommandEvents]:
        """The readable part of each command."""
        with _opened(self.path) as file:
            size = _size(self.path, file) if isinstance(self.path, Path) else -1
            position = told = 0
            while line := file.readline(LONGEST_LINE + 1):
                if position >= told + TOLD_BYTES:
                    told = position
                    size = _size(self.path, file) if size < 0 else size  # slow for a database, so only when needed
                    working_on(f"{min(position, size):,} of {size:,} bytes")
                self._number += 1
                position += len(line)
                if not line.endswith(b"\n"):
                    if len(line) <= LONGEST_LINE:
                        self._flaw(f"is cut off after {len(line)} bytes, with no end of line", "torn")
                        self.torn_start = self._number == 1
                        yield from self._broken_off()
                        return
                    position += _skip_line(file)
                    self._unreadable(f"is longer than {LONGEST_LINE} bytes")
                    continue
                yield from self._line(line, position)
        self.torn_start = self._number == 0
        if self._part is not None and self._part.whole:
            place, count = self._part.events[-1].batch
            self._flaw(f"the last command wrote {count} events, but only {place} were found", "torn")
        yield from self._broken_off()

    def _flaw(self, problem: str, kind: str = "tampered") -> None:
        if len(self.flaws) < MOST_FLAWS:
            self.flaws.append(Flaw(self._number, problem, kind))

    def _unreadable(self, problem: str) -> None:
        """Report an unreadable line; its command is then incomplete."""
        self._flaw(problem)
        self._after_hole = True
        self._seq += self._number > 1
        if self._part is not None:
            self._part.whole = False

    def _broken_off(self) -> Iterator[CommandEvents]:
        """The current, incomplete command, if any."""
        part, self._part = self._part, None
        if part is not None:
            part.whole = False
            yield part

    def _line(self, line: bytes, position: int) -> Iterator[CommandEvents]:
        record = self._record(line)
        if record is None:
            return
        if self.sealed:
            self._flaw("comes after the seal")
        done: list[CommandEvents] = []
        if self._number == 1:
            self._header(record)
        elif record.get("event") == SEALED:
            done = list(self._broken_off())
            self._seal(record, bool(done) and not self._after_hole)
        elif record.get("event") == STARTED:
            self._flaw("is a first line in the middle of the journal")
        else:
            done = list(self._event(record))
        self._after_hole = False
        if self._part is None and not self.flaws:
            self.good_head, self.good_bytes = self.head, position
        self.events += sum(len(part.events) for part in done if part.whole)
        yield from done
        if self._wanted is not None and self.head == self._wanted:
            self.wanted_after = self._seq

    def _record(self, line: bytes) -> dict[str, Any] | None:
        """The record of a line, if it can be read; checks its hash and mark."""
        try:
            record = parsed(line)
        except ValueError as error:
            self._unreadable(str(error))
            return None
        given = record.pop("hash", None)
        if not isinstance(given, str):
            self._unreadable("has no hash")
            return None
        body = canonical_bytes(record).decode()
        previous = next(
            (each for each in dict.fromkeys((self.head, self._claimed)) if digest_of(each, body) == given), None
        )
        mark = record.pop("mark", None)
        self._body = canonical_bytes(record).decode()
        self._claimed = given  # the next line may follow this one, or the last good one
        if previous is None:
            self._flaw(CHANGED)
            return record
        self.head = given
        if not isinstance(mark, str) or MARK.fullmatch(mark) is None:
            self._flaw("has no house mark")
        elif self._key and mark != mark_of(self._key, self._body):
            self._flaw(UNMARKED)
        return record

    def _header(self, record: dict[str, Any]) -> None:
        wrong = problem(HeaderRecord, record)
        if wrong is not None or record["event"] != STARTED or record["format"] != FORMAT:
            self._flaw(f"is not the first line of a {FORMAT}" + (f" ({wrong})" if wrong else ""))
            return
        self.header = HeaderRecord(**record)  # type: ignore[typeddict-item]

    def _seal(self, record: dict[str, Any], early: bool) -> None:
        wrong = problem(SealRecord, record)
        there = self._number - 2  # number of lines between the first and this one
        if wrong is not None:
            self._flaw(f"is not a seal ({wrong})")
        elif early:
            self._flaw("seals the journal in the middle of a command")
        elif record["events"] != there:
            self._flaw(f"seals {record['events']} events, but {there} were found")
        self.seal_line = self.seal_line or self._number

    def _event(self, record: dict[str, Any]) -> Iterator[CommandEvents]:
        """Add an event; yield the command that it completes, and an earlier command whose rest is missing."""
        try:
            event, sure = event_of(record, self._body), True
        except (ValueError, RecursionError) as error:
            self._flaw(f"is not an event ({error})")
            event, sure = self._salvaged(record), False
        if event.seq != self._seq + 1:
            self._flaw(f"is event {event.seq}, but {self._seq + 1} was expected")
        self._seq = event.seq
        event = event if self._find is None else opened_event(event, self._find)
        if event.batch[0] == 1 and self._part is not None:
            if self._part.whole:
                self._flaw("begins a command before the previous one is complete")
            yield from self._broken_off()
        part = self._part
        if part is None:
            part = self._part = CommandEvents(whole=sure)
            if event.batch[0] != 1 or not event.batch[1] >= 1:
                part.whole = False
                self._strays(event)
        elif not part.follows(event):
            part.whole = False
            self._strays(event)
        part.events.append(event)
        part.lines.append(self._number)
        if not sure:
            part.whole = False
            part.unsure.add(self._number)
        if part.complete:
            self._part = None
            yield part

    def _strays(self, event: Event) -> None:
        if not self._after_hole:
            self._flaw(f"is part {event.batch[0]} of {event.batch[1]} of a command, which does not follow")

    def _salvaged(self, record: dict[str, Any]) -> Event:
        """The readable parts of a damaged event; the rest is filled in from the line before it."""
        part = self._part
        expected = (part.events[-1].batch[0] + 1, part.events[-1].batch[1]) if part is not None else (1, 2)
        return salvaged(record, self._seq + 1, (1, 2) if "command" in record else expected)


def _skip_line(file: BinaryIO) -> int:
    """Skip the rest of an overlong line."""
    skipped = 0
    while rest := file.readline(LONGEST_LINE):
        skipped += len(rest)
        if rest.endswith(b"\n"):
            break
    return skipped


def _size(path: Path | JournalLines, file: BinaryIO) -> int:
    if not isinstance(path, Path):
        return path.size()
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    return size


def _opened(path: Path | JournalLines) -> BinaryIO:
    if not isinstance(path, Path):
        return path.open()
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError as error:
        raise BadInput(f"{path}: there is no such journal; give the path of a table's journal") from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); give the path of a journal") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadInput(f"{path}: is not a file; give the path of a journal")
    file = os.fdopen(descriptor, "rb")
    start = file.read(len(BOM_UTF8))
    file.seek(0)
    if start == BOM_UTF8:
        file.close()
        raise BadInput(
            f"{path}: begins with a byte-order mark, which no journal has; an editor has saved it: take the original file"
        )
    if start[:1] not in (b"{", b""):
        file.close()
        raise BadInput(f"{path}: is not a journal; a journal's first line is a JSON record of {FORMAT}")
    return file


def openings(path: Path | JournalLines) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """The secrets that a journal reveals to everybody: each commitment with its salt, and the faces shown."""
    with _opened(path) as file:
        while line := file.readline(LONGEST_LINE + 1):
            if b'"opened":' not in line:
                continue
            try:
                event = event_of({name: value for name, value in parsed(line).items() if name not in ("hash", "mark")})
            except (ValueError, RecursionError):
                continue
            opened, listed = event.fields.get("opened"), event.fields.get("cards", event.fields.get("tiles"))
            if problem(Opened, opened) is None and isinstance(listed, list):
                yield dict(opened or {}), listed


def read_events(path: Path | JournalLines, find: Find | None = None) -> list[Event]:
    """All events of a journal's complete batches; flaws are ignored."""
    return [event for batch in JournalReader(path, find).batches() for event in batch]
