"""The journal: an append-only file of hash-chained JSON lines; each event is written before anybody sees it."""

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
from houseway.records.files import NEW, THERE, HeldFile, RecordLost, put_torn_aside, sync_folder
from houseway.records.house_file import HouseFile, house_path, read_house
from houseway.records.journal_reader import JournalReader, read_events
from houseway.records.line_writer import WrittenLines, event_lines
from houseway.records.lines import FORMAT, GENESIS, SEALED, STARTED, marked_lines
from houseway.table.table import OrderSecret

__all__ = ["Journal", "RecordLost", "header_of"]


def header_of(rules: Rules, table: str = "", session: int = 0) -> dict[str, Any]:
    """The first line of a table's journal; in a pit, it also has the table's id and the number of the session."""
    named = {"table": table, "session": session} if table else {}
    return {
        **named,
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
    """A journal being written, with its house file. Only one process can hold it; `append` returns when a batch is on disk."""

    def __init__(self, file: HeldFile, house: HouseFile) -> None:
        self.path, self.house, self._file = file.path, house, file
        self._head, self._events = GENESIS, 0

    @classmethod
    def create(cls, path: Path, rules: Rules, key: bytes) -> Self:
        """Create a journal; an existing file is never changed."""
        try:
            descriptor = os.open(path, NEW, 0o644)
        except FileExistsError as error:
            raise BadInput(f"{path}: already exists; continue it, or name another file") from error
        except OSError as error:
            right = "name a file in a folder that you can write to"
            raise BadInput(f"{path}: cannot be created ({error.strerror}); {right}") from error
        try:
            _lock(path, descriptor)
            house = HouseFile.create(house_path(path), key)
        except BaseException:
            path.unlink(missing_ok=True)
            os.close(descriptor)
            raise
        journal = cls(HeldFile(path, descriptor), house)
        journal._write(journal._marked(header_of(rules)))
        sync_folder(path.parent)
        return journal

    @classmethod
    def resume(cls, path: Path, rules: Rules, key: bytes) -> tuple[Self, JournalReader]:
        """Open an unsealed journal to continue it, and read it; nothing is changed yet (see `go_on_after`).

        `key` is for a journal whose first line is incomplete.
        """
        try:
            descriptor = os.open(path, THERE)
        except OSError as error:
            raise BadInput(f"{path}: cannot be written to ({error.strerror}); name another file") from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise BadInput(f"{path}: is not a file; name a file for the journal")
            _lock(path, descriptor)
            reading = JournalReader(path)
            for _ in reading.batches():
                pass
            if not reading.torn_start:
                _refuse_to_continue(reading)
            file, beside = HeldFile(path, descriptor, reading.good_bytes), house_path(path)
            if reading.torn_start:
                put_torn_aside(file)
            house = HouseFile.start_over(beside, key) if reading.torn_start else HouseFile.resume(beside)
        except BaseException:
            os.close(descriptor)
            raise
        journal = cls(file, house)
        journal._head, journal._events = reading.good_head, reading.events
        return journal, reading

    def go_on_after(self, reading: JournalReader, rules: Rules) -> None:
        """Move torn bytes aside, so that the journal ends before them; write a torn first line again."""
        put_torn_aside(self._file)
        self.house.cut_torn()
        if reading.torn_start:
            self._write(self._marked(header_of(rules)))

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """Write all events of a command to disk, or none if there is an error. Their secrets are written first."""
        self._file.check()
        self.house.check()
        lines, hidden = event_lines(self._head, self.house.key, events)
        self.house.keep({each.commitment: each for each in hidden}.values(), secret)
        self._write(lines)
        self._events += len(events)

    def history(self) -> list[Event]:
        """All events so far, with their hidden values."""
        return read_events(self.path, read_house(self.house.path).find)

    def seal(self) -> str:
        """Write the last line, which makes a missing end detectable; return its hash."""
        self._file.check()
        self._write(self._marked({"event": SEALED, "events": self._events}))
        return self._head

    def _marked(self, record: dict[str, Any]) -> WrittenLines:
        return marked_lines(self._head, self.house.key, [record])

    def _write(self, lines: WrittenLines) -> None:
        self._file.append(b"".join(line for line, _ in lines))
        self._head = lines[-1][1]

    @property
    def head(self) -> str:
        """The hash of the last line: kept elsewhere, it makes a missing end detectable."""
        return self._head

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        self.house.close()


def _lock(path: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BadInput(f"{path}: another table is writing to it; close that one first") from error


def _refuse_to_continue(reading: JournalReader) -> None:
    path = reading.path
    if reading.sealed:
        raise BadInput(f"{path}: is sealed because its table was closed; name another file for a new table")
    wrong = next((flaw for flaw in reading.flaws if flaw.kind != "torn"), None)
    if wrong is not None:
        raise BadInput(f"{path}: {wrong}; it cannot be continued; an audit names every flaw")
