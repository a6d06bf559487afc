"""The one place where a recorded table is opened, resumed, sealed and let go: for the command line, Python and the service."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Chance, Event, Moment, Outcome, fields_problem
from houseway.core.plain import canonical
from houseway.law import BadInput, Rules
from houseway.numerics.sources import ManualSource, SeededSource, Source, SystemSource
from houseway.records.house_file import HouseSecrets, read_house
from houseway.records.journal import Journal, header_of
from houseway.records.reading import Reading
from houseway.records.sealing import holds_sealed, unknown_in
from houseway.table import Resumed, Table, TablePosition, folded, imbalance, ticking, unopened
from houseway.table.table import OrderSecret, new_key

Ask = Callable[[Chance], Sequence[Outcome]]


@dataclass(slots=True)
class Desk:
    """A table and, where it is recorded, its journal."""

    table: Table
    journal: Journal | None = None
    notes: list[str] = field(default_factory=list)  # what whoever opened it should be told

    def finish(self) -> str:
        """Close the table and seal its journal: its head, or BadInput says why the table stays open."""
        assert self.journal is not None, "nothing records this table"
        if not self.table.closed:
            refused = self.table.would_refuse(
                {"do": "close"}
            )  # nobody asked for it: what would be refused is not recorded
            if refused:
                right = "continue it with the same journal"
                raise BadInput(f"{self.journal.path}: the table stays open ({refused}); {right}")
            self.table.close()
        return self.journal.seal()

    def close(self) -> None:
        """Let go of the files; a table that was not finished can be resumed."""
        if self.journal is not None:
            self.journal.close()


def open_desk(
    game: AnyGame,
    rules: Rules,
    journal: Path | None = None,
    seed: int | str | None = None,
    ask: Ask | None = None,
) -> Desk:
    """A table with its source, and its journal where one is named: a new one, or one that is continued from its file.

    `ask` has a dealer enter every result; `seed` draws reproducibly, for practice.
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


def _resumed(game: AnyGame, rules: Rules, source: Source | ManualSource, record: Journal, reading: Reading) -> Desk:
    """Everything is checked before anything is changed."""
    path = record.path
    if reading.header is not None and canonical(_undated(reading.header)) != canonical(_undated(header_of(rules))):
        raise BadInput(f"{path}: is of another game or submission; name another file")
    followed = _followed(game, rules, path, read_house(record.house.path))
    if followed.opened is not None:
        _same_source(path, followed.opened, source, record.house.key)
    record.go_on_after(reading, rules)
    if followed.position.plain["table"]["closed"]:
        head = record.seal()
        right = f"it is sealed now ({head}). Name another file"
        raise BadInput(f"{path}: its table was closed, and only the seal was missing; {right}")
    if isinstance(source, SeededSource):
        source.rewind(followed.drawn)
    clock = ticking(followed.at) if isinstance(source, SeededSource) and followed.events else None
    resumed = Resumed(followed.position, followed.events, followed.at, followed.secret)
    table = Table(game, rules, source, record, clock, record.house.key, resumed)
    return Desk(table, record, [_put_aside(path, reading)] if reading.flaws else [])


def _undated(header: Mapping[str, Any]) -> dict[str, Any]:
    """A first line without the software that wrote it."""
    return {name: value for name, value in header.items() if name != "software"}


def _put_aside(path: Path, reading: Reading) -> str:
    flaw = reading.flaws[0]
    if reading.torn_start:
        return f"{path}: {flaw}; its bytes were put aside in {path}.torn, and the journal is started anew"
    return f"{path}: {flaw}; that command was put aside in {path}.torn, the table goes on before it"


@dataclass(slots=True)
class _Followed:
    """Where the recorded events lead."""

    position: TablePosition
    events: int
    at: Moment
    drawn: int  # how far a seeded source has come
    opened: Event | None
    secret: tuple[OrderSecret, ...]


def _followed(game: AnyGame, rules: Rules, path: Path, secrets: HouseSecrets) -> _Followed:
    """Where the events of a journal lead; BadInput where one of them is not what a table of this game would have written."""
    plain: Any = unopened()
    count, at, drawn, opened = 0, Moment(0), 0, None
    reading = Reading(path, secrets.find, key=secrets.key)
    for batch in reading.batches():
        for event in batch:
            try:
                _refuse_strange(game, event)
                plain = folded(plain, event)
                drawn = max(drawn, _position(event))
            except Exception as error:
                why = f"line {event.seq + 1}: {error}"[:500]
                raise BadInput(f"{path}: {why}; it cannot be continued, see: houseway audit {path}") from error
            opened = event if event.event == "table-opened" and opened is None else opened
        count, at = count + len(batch), batch[-1].at
    wrong = next((flaw for flaw in reading.flaws if flaw.kind != "torn"), None)
    if wrong is not None:
        raise BadInput(f"{path}: {wrong}; it cannot be continued; audit it with its house file, {path}.house")
    try:
        position = TablePosition.of(game, plain)
        unbalanced = imbalance(game, position)
        if unbalanced is not None:
            raise BadInput(f"{path}: {unbalanced} after its events; it cannot be continued, see: houseway audit {path}")
        if position.state is not None:
            game.law.due(rules, position.state)
        return _Followed(position, count, at, drawn, opened, _orders(path, plain, secrets))
    except BadInput:
        raise
    except Exception as error:
        why = f"its events lead to no position of this game ({type(error).__name__}: {error})"[:500]
        raise BadInput(f"{path}: {why}; see: houseway audit {path}") from error


def _refuse_strange(game: AnyGame, event: Event) -> None:
    if holds_sealed(event):
        raise BadInput("is hidden, and the house file does not open it")
    wrong = fields_problem(game, event.event, event.fields)
    if wrong is not None:
        raise BadInput(f"{event.event}: {wrong}")


def _orders(path: Path, plain: Any, secrets: HouseSecrets) -> tuple[OrderSecret, ...]:
    """The orders that lie at the table."""
    needed = [order["commitment"] for order in plain["table"]["orders"] if order["commitment"]]
    kept = [secrets.order(commitment) for commitment in needed]
    if unknown_in(plain) or None in kept:
        right = "the table cannot be continued without them"
        raise BadInput(f"{path}.house: does not hold what lies face down at this table; {right}")
    return tuple(order for order in kept if order is not None)


def _position(event: Event) -> int:
    source = event.fields.get("source")
    return int(source.get("position", 0)) if isinstance(source, dict) else 0


def _same_source(path: Path, opened: Event, source: Source | ManualSource, key: bytes) -> None:
    """A table goes on with results from where they came from: practice does not turn into play, nor one seed into another."""
    was = opened.fields["source"]
    if was != source.name:
        right = {"seeded": "a seed: give it again", "manual": "a dealer: enter them again"}.get(
            was, "the system: give no seed"
        )
        raise BadInput(f"{path}: the results of this table came from {right}, or name another file")
    if isinstance(source, SeededSource) and source.key() != key:
        raise BadInput(f"{path}: the results of this table came from another seed; give that one, or name another file")
