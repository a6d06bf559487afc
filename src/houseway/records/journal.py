"""The journal: an append-only file of hash-chained JSON lines, written before anybody sees an event."""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from houseway.core import Event
from houseway.law import BadInput
from houseway.records.lines import FORMAT, GENESIS, SEALED, STARTED, chained, event_of, parsed, record_of


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong in a journal: at which line, what, and of what kind."""

    line: int
    problem: str
    kind: str  # tampered, torn, differs

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@dataclass(slots=True)
class Contents:
    """What is in a journal's file: the events of whole batches, and everything that is wrong with the rest."""

    path: Path
    events: list[Event] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)  # of the header, then of each event
    sealed: bool = False
    flaws: list[Flaw] = field(default_factory=list)
    good_bytes: int = 0  # up to here the file is whole batches
    seal_hash: str | None = None

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return self.seal_hash or (self.hashes[-1] if self.hashes else GENESIS)


def read_journal(path: Path) -> Contents:
    """Read a journal as far as its chain holds; what breaks it is a flaw, and nothing after it is believed."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise BadInput(
            f"{path}: there is no such journal; make one with: houseway play GAME --journal {path}"
        ) from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); give the path of a journal") from error
    if not data.startswith(b"{"):
        raise BadInput(f"{path}: is not a journal; a journal's first line is a JSON record of {FORMAT}")
    return _Reader(path).read(data)


class _Reader:
    """Goes line by line; a batch counts only once all of it has been read."""

    def __init__(self, path: Path) -> None:
        self.contents = Contents(path)
        self.head = GENESIS
        self.number = 0
        self.batch: list[tuple[Event, str]] = []

    def read(self, data: bytes) -> Contents:
        position = 0
        *whole, rest = data.split(b"\n")
        for line in [*(each + b"\n" for each in whole), *([rest] if rest else [])]:
            self.number += 1
            if not line.endswith(b"\n"):
                self._flaw(f"is cut off after {len(line)} bytes, with no end of line", "torn")
                break
            problem = self._line(line)
            if problem:
                self._flaw(problem, "tampered")
                break
            position += len(line)
            if not self.batch:
                self.contents.good_bytes = position
        else:
            if self.batch:
                got, (_, count) = len(self.batch), self.batch[0][0].batch
                self._flaw(f"the last command wrote {count} events, and only {got} are there", "torn")
        return self.contents

    def _flaw(self, problem: str, kind: str) -> None:
        self.contents.flaws.append(Flaw(self.number, problem, kind))

    def _line(self, line: bytes) -> str | None:
        """What is wrong with a line, or None; its event is taken over once its batch is whole."""
        try:
            record = parsed(line)
        except ValueError as error:
            return str(error)
        given = record.pop("hash", None)
        _, digest = chained(self.head, record)
        if given != digest:
            return "its hash is not that of its content after the line before: it was changed, moved, put in, or one is gone"
        if self.contents.sealed:
            return "comes after the seal"
        self.head = digest
        if self.number == 1:
            return self._header(record, digest)
        if record.get("event") == SEALED:
            return self._seal(record, digest)
        return self._event(record, digest)

    def _header(self, record: dict[str, Any], digest: str) -> str | None:
        if record.get("event") != STARTED or record.get("format") != FORMAT:
            return f"is not the first line of a {FORMAT}"
        self.contents.hashes.append(digest)
        return None

    def _seal(self, record: dict[str, Any], digest: str) -> str | None:
        if self.batch or record.get("events") != len(self.contents.events):
            return f"seals {record.get('events')} events, and {len(self.contents.events)} are there"
        self.contents.sealed, self.contents.seal_hash = True, digest
        return None

    def _event(self, record: dict[str, Any], digest: str) -> str | None:
        try:
            event = event_of(record)
        except (KeyError, TypeError, ValueError, AssertionError, BadInput) as error:
            return f"is not an event ({error})"
        expected = len(self.contents.events) + len(self.batch) + 1
        if event.seq != expected:
            return f"is event {event.seq}, and {expected} is next"
        place, count = event.batch
        if place != len(self.batch) + 1 or place > count or (self.batch and self.batch[0][0].batch[1] != count):
            return f"is part {place} of {count} of a command, which does not follow"
        self.batch.append((event, digest))
        if place == count:
            self.contents.events += [each for each, _ in self.batch]
            self.contents.hashes += [each for _, each in self.batch]
            self.batch = []
        return None


class Journal:
    """A journal being written. One process at a time holds it; each batch is on disk before `append` returns."""

    def __init__(self, path: Path, descriptor: int, contents: Contents) -> None:
        self.path, self._file, self._contents = path, descriptor, contents
        self._head = contents.head
        self._size = contents.good_bytes

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new journal; an existing file is never written over."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError as error:
            raise BadInput(f"{path}: is there already; continue it, or name another file") from error
        except OSError as error:
            raise BadInput(
                f"{path}: cannot be made ({error.strerror}); name a file in a folder that you can write to"
            ) from error
        journal = cls(path, descriptor, Contents(path))
        journal._lock()
        journal._write([{"event": STARTED, "format": FORMAT}])
        _sync_folder(path.parent)
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Contents]:
        """Continue a journal that was not sealed. A torn tail is put aside in a file of its own, never thrown away."""
        try:
            descriptor = os.open(path, os.O_RDWR)
        except OSError as error:
            raise BadInput(f"{path}: cannot be written to ({error.strerror})") from error
        journal = cls(path, descriptor, Contents(path))
        journal._lock()
        if os.fstat(descriptor).st_size == 0:  # made, and lost before its first line
            journal._write([{"event": STARTED, "format": FORMAT}])
        try:
            contents = read_journal(path)
            _refuse_to_continue(contents)
        except BadInput:
            journal.close()
            raise
        journal._head, journal._size = contents.head, contents.good_bytes
        if contents.flaws:
            journal._put_aside()
        return journal, contents

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise BadInput(f"{self.path}: another table is writing to it; close that one first") from error

    def _put_aside(self) -> None:
        """The bytes of a command that was not wholly written go to FILE.torn, and the journal ends before them."""
        torn = self.path.with_name(self.path.name + ".torn")
        with torn.open("ab") as aside:
            aside.write(os.pread(self._file, os.fstat(self._file).st_size - self._size, self._size))
            aside.flush()
            os.fsync(aside.fileno())
        os.ftruncate(self._file, self._size)
        os.fsync(self._file)

    def append(self, events: tuple[Event, ...]) -> None:
        """All events of a command, on disk when this returns; on an error none of them."""
        self._write([record_of(event) for event in events])

    def seal(self, events: int) -> str:
        """The last line, after which nothing may come: what is cut off before it shows."""
        self._write([{"event": SEALED, "events": events}])
        return self._head

    def _write(self, records: list[dict[str, Any]]) -> None:
        head, lines = self._head, []
        for record in records:
            line, head = chained(head, record)
            lines.append(line)
        data = b"".join(lines)
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._size + written)
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise BadInput(
                f"{self.path}: could not be written ({error.strerror}); nothing was recorded, nothing has changed"
            ) from error
        self._head, self._size = head, self._size + len(data)

    @property
    def head(self) -> str:
        """The hash of the last line: keep it elsewhere, and nobody can cut the journal's tail unseen."""
        return self._head

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def _refuse_to_continue(contents: Contents) -> None:
    if contents.sealed:
        raise BadInput(f"{contents.path}: is sealed, its table was closed; name another file for a new table")
    wrong = next((flaw for flaw in contents.flaws if flaw.kind != "torn"), None)
    if wrong is not None:
        raise BadInput(f"{contents.path}: {wrong}; it cannot be continued, see: houseway audit {contents.path}")


def _sync_folder(folder: Path) -> None:
    """A new file is durable only once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
