"""The journal: an append-only file of hash-chained JSON lines, written before anybody sees an event."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from houseway import __version__
from houseway.core import Event
from houseway.core.plain import plain
from houseway.law import BadInput, Rules
from houseway.records.house_file import HouseFile, house_path, read_house
from houseway.records.lines import FORMAT, GENESIS, SEALED, STARTED, chained, record_of
from houseway.records.reading import Reading, read_events
from houseway.records.sealing import sealed_event
from houseway.table.table import OrderSecret


def header_of(rules: Rules) -> dict[str, Any]:
    """The first line of a table's journal."""
    return {
        "event": STARTED,
        "format": FORMAT,
        "software": f"houseway {__version__}",
        "game": rules.game,
        "edition": rules.edition.id,
        "edition_digest": rules.edition.digest,
        "submission": plain(rules.submission),
        "submission_digest": rules.digest,
    }


class Journal:
    """A journal being written, with its house file. One process holds it; each batch is on disk before `append` returns."""

    def __init__(self, path: Path, descriptor: int, house: HouseFile) -> None:
        self.path, self.house, self._file = path, house, descriptor
        self._head, self._size, self._events, self._lost = GENESIS, 0, 0, ""

    @classmethod
    def create(cls, path: Path, rules: Rules, key: bytes) -> Self:
        """A new journal; a file that is there already is never touched."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            descriptor = os.open(path, flags, 0o644)
        except FileExistsError as error:
            raise BadInput(f"{path}: is there already; continue it, or name another file") from error
        except OSError as error:
            right = "name a file in a folder that you can write to"
            raise BadInput(f"{path}: cannot be made ({error.strerror}); {right}") from error
        try:
            _lock(path, descriptor)
            house = HouseFile.create(house_path(path), key)
        except BaseException:
            path.unlink(missing_ok=True)
            os.close(descriptor)
            raise
        journal = cls(path, descriptor, house)
        journal._write([header_of(rules)])
        _sync_folder(path.parent)
        return journal

    @classmethod
    def resume(cls, path: Path, rules: Rules, key: bytes) -> tuple[Self, Reading]:
        """Continue a journal that was not sealed, and what was read of it. A torn tail is put aside, never thrown away.

        `key` is for a journal that was lost before it had a house file.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise BadInput(f"{path}: cannot be written to ({error.strerror}); name another file") from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise BadInput(f"{path}: is not a file; name a file for the journal")
            _lock(path, descriptor)
            reading = Reading(path)
            for _ in reading.batches():
                pass
            anew = reading.torn_start  # not even the first line was ever whole
            if not anew:
                _refuse_to_continue(reading)
            beside = house_path(path)
            house = HouseFile.create(beside, key) if anew and not beside.exists() else HouseFile.resume(beside)
        except BaseException:
            os.close(descriptor)
            raise
        journal = cls(path, descriptor, house)
        try:
            journal._go_on_after(reading, rules)
        except BaseException:
            journal.close()
            raise
        return journal, reading

    def _go_on_after(self, reading: Reading, rules: Rules) -> None:
        """The journal ends where it is good; a first line that was never whole is written anew."""
        self._head, self._size, self._events = reading.good_head, reading.good_bytes, reading.events
        if reading.flaws or reading.torn_start:
            self._put_aside()
        if reading.torn_start:
            self._write([header_of(rules)])

    def _put_aside(self) -> None:
        """The bytes of a command that was not wholly written go to FILE.torn, and the journal ends before them."""
        torn = self.path.with_name(self.path.name + ".torn")
        bytes_left = os.fstat(self._file).st_size - self._size
        if bytes_left:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            try:
                aside = os.open(torn, flags, 0o600)
            except OSError as error:
                raise BadInput(f"{torn}: cannot be written ({error.strerror}); nothing has changed") from error
            try:
                os.write(aside, os.pread(self._file, bytes_left, self._size))
                os.fsync(aside)
            finally:
                os.close(aside)
        os.ftruncate(self._file, self._size)
        os.fsync(self._file)

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """All events of a command, on disk when this returns; on an error none of them. What is hidden is on disk before."""
        self._check()
        covered, hidden = [], []
        for event in events:
            shown, secrets = sealed_event(event, self.house.key)
            covered.append(record_of(shown))
            hidden += secrets
        self.house.keep(hidden, secret)
        self._write(covered)
        self._events += len(events)

    def history(self) -> list[Event]:
        """All events so far, whole."""
        return read_events(self.path, read_house(self.house.path).find)

    def seal(self) -> str:
        """The last line, after which nothing may come: what is cut off before it shows."""
        self._check()
        self._write([{"event": SEALED, "events": self._events}])
        return self._head

    def _check(self) -> None:
        """Is the file still the one that we wrote, and just as we left it? Once it is not, nothing is recorded any more."""
        if not self._lost:
            self._lost = self._changed()
        if self._lost:
            raise RecordLost(f"{self.path}: {self._lost}; the table stops here, and nothing more is recorded")

    def _changed(self) -> str:
        try:
            there, ours = os.stat(self.path, follow_symlinks=False), os.fstat(self._file)
        except OSError:
            return "was removed while the table was open"
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            return "was replaced by another file while the table was open"
        if ours.st_size != self._size:
            return f"has {ours.st_size} bytes, and the table left it with {self._size}: somebody else changed it"
        return ""

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
        """Let go of the files."""
        os.close(self._file)
        self.house.close()


class RecordLost(BadInput):
    """The journal of a running table was removed, replaced or changed by somebody else."""


def _lock(path: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BadInput(f"{path}: another table is writing to it; close that one first") from error


def _refuse_to_continue(reading: Reading) -> None:
    path = reading.path
    if reading.sealed:
        raise BadInput(f"{path}: is sealed, its table was closed; name another file for a new table")
    wrong = next((flaw for flaw in reading.flaws if flaw.kind != "torn"), None)
    if wrong is not None:
        raise BadInput(f"{path}: {wrong}; it cannot be continued, see: houseway audit {path}")


def _sync_folder(folder: Path) -> None:
    """A new file is durable only once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
