"""Opens, resumes, seals and closes a recorded table, for the command line and Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Chance, Event, Outcome
from houseway.core.plain import canonical
from houseway.law import BadInput, Rules
from houseway.numerics.sources import ManualSource, SeededSource, Source, SystemSource
from houseway.records.house_file import read_house
from houseway.records.journal import Journal, header_of
from houseway.records.journal_position import follow
from houseway.records.journal_reader import JournalReader
from houseway.table import Table, ticking
from houseway.table.table import new_key

Ask = Callable[[Chance], Sequence[Outcome]]


@dataclass(slots=True)
class Desk:
    """A table and, if it is recorded, its journal. As a context manager, it closes the files at the end."""

    table: Table
    journal: Journal | None = None
    notes: list[str] = field(default_factory=list)  # notes for the user about the opening
    files_closed: bool = False

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finish(self) -> str:
        """Close the table, seal its journal, close the files and return the head; raises BadInput if the table must stay open."""
        assert self.journal is not None, "nothing records this table"
        if not self.table.closed:
            refused = self.table.would_refuse(
                {"do": "close"}
            )  # no command asked to close, so a refusal is not recorded
            if refused:
                right = "continue it with the same journal"
                raise BadInput(f"{self.journal.path}: the table stays open ({refused}); {right}")
            self.table.close()
        head = self.journal.seal()
        self.close()
        return head

    def close(self) -> None:
        """Close the files; an unfinished table can be resumed."""
        if self.journal is not None and not self.files_closed:
            self.journal.close()
        self.files_closed = True


def open_desk(
    game: AnyGame,
    rules: Rules,
    journal: Path | None = None,
    seed: int | str | None = None,
    ask: Ask | None = None,
) -> Desk:
    """Open a table with its source of results, and with a new or continued journal if a path is given.

    With `ask` a dealer enters every result; with `seed` results are reproducible, for practice.
    """
    source = _source(seed, ask)
    if journal is None:
        return Desk(Table(game, rules, source))
    if not journal.is_symlink() and not journal.exists():
        key = new_key(source)
        record = Journal.create(journal, rules, key)
        return Desk(Table(game, rules, source, record, key=key), record)
    record, reading = Journal.resume(journal, rules, new_key(source))
    try:
        return _resumed(game, rules, source, record, reading)
    except BaseException:
        record.close()
        raise


def _source(seed: int | str | None, ask: Ask | None) -> Source | ManualSource:
    if ask is not None:
        return ManualSource(ask)
    return SystemSource() if seed is None else SeededSource(seed)


def _resumed(
    game: AnyGame, rules: Rules, source: Source | ManualSource, record: Journal, reading: JournalReader
) -> Desk:
    """Resume a table; everything is checked before anything is changed."""
    path = record.path
    if reading.header is not None and canonical(_undated(reading.header)) != canonical(_undated(header_of(rules))):
        raise BadInput(f"{path}: belongs to another game or submission; name another file")
    followed = follow(game, rules, path, read_house(record.house.path))
    if followed.opened is not None:
        same_source(path, followed.opened, source, record.house.key)
    record.go_on_after(reading, rules)
    if followed.position.table.closed:
        head = record.seal()
        right = f"it is sealed now ({head}). Name another file"
        raise BadInput(f"{path}: its table was closed but the journal not sealed; {right}")
    if isinstance(source, SeededSource):
        source.rewind(followed.drawn)
    clock = ticking(followed.at) if isinstance(source, SeededSource) and followed.events else None
    table = Table(game, rules, source, record, clock, record.house.key, followed.resumed())
    return Desk(table, record, [_put_aside(path, reading)] if reading.flaws else [])


def _undated(header: Mapping[str, Any]) -> dict[str, Any]:
    """The first line without the version of the software."""
    return {name: value for name, value in header.items() if name != "software"}


def _put_aside(path: Path, reading: JournalReader) -> str:
    flaw = reading.flaws[0]
    if reading.torn_start:
        return f"{path}: {flaw}; its bytes were moved to {path}.torn, and the journal starts again"
    return f"{path}: {flaw}; that command was moved to {path}.torn, and the table continues before it"


def same_source(path: object, opened: Event, source: Source | ManualSource, key: bytes) -> None:
    """Raise BadInput if the source of results is not the same as before: a practice table keeps its seed."""
    was = opened.fields["source"]
    if was != source.name:
        right = {"seeded": "a seed: give it again", "manual": "a dealer: enter them again"}.get(
            was, "the system: give no seed"
        )
        raise BadInput(f"{path}: the results of this table came from {right}, or name another file")
    if isinstance(source, SeededSource) and source.key() != key:
        raise BadInput(f"{path}: the results of this table came from another seed; give that one, or name another file")
