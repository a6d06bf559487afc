"""Open, resume, seal and close a recorded table: for the command line, Python and the service."""

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
from houseway.table.position import Plain
from houseway.table.table import OrderSecret, new_key

Ask = Callable[[Chance], Sequence[Outcome]]


@dataclass(slots=True)
class Desk:
    """A table and, if it is recorded, its journal."""

    table: Table
    journal: Journal | None = None
    notes: list[str] = field(default_factory=list)  # notes for the user about opening it

    def finish(self) -> str:
        """Close the table, seal its journal and return the head; raise BadInput if the table must stay open."""
        assert self.journal is not None, "nothing records this table"
        if not self.table.closed:
            refused = self.table.would_refuse(
                {"do": "close"}
            )  # closing was not requested as a command, so a refusal is not recorded
            if refused:
                right = "continue it with the same journal"
                raise BadInput(f"{self.journal.path}: the table stays open ({refused}); {right}")
            self.table.close()
        return self.journal.seal()

    def close(self) -> None:
        """Close the files; an unfinished table can be resumed."""
        if self.journal is not None:
            self.journal.close()


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


def _resumed(game: AnyGame, rules: Rules, source: Source | ManualSource, record: Journal, reading: Reading) -> Desk:
    """Resume a table; everything is checked before anything is changed."""
    path = record.path
    if reading.header is not None and canonical(_undated(reading.header)) != canonical(_undated(header_of(rules))):
        raise BadInput(f"{path}: belongs to another game or submission; name another file")
    followed = _followed(game, rules, path, read_house(record.house.path))
    if followed.opened is not None:
        _same_source(path, followed.opened, source, record.house.key)
    record.go_on_after(reading, rules)
    if followed.position.table.closed:
        head = record.seal()
        right = f"it is sealed now ({head}). Name another file"
        raise BadInput(f"{path}: its table was closed but the journal not sealed; {right}")
    if isinstance(source, SeededSource):
        source.rewind(followed.drawn)
    clock = ticking(followed.at) if isinstance(source, SeededSource) and followed.events else None
    resumed = Resumed(followed.position, followed.events, followed.at, followed.secret)
    table = Table(game, rules, source, record, clock, record.house.key, resumed)
    return Desk(table, record, [_put_aside(path, reading)] if reading.flaws else [])


def _undated(header: Mapping[str, Any]) -> dict[str, Any]:
    """The first line without the version of the software."""
    return {name: value for name, value in header.items() if name != "software"}


def _put_aside(path: Path, reading: Reading) -> str:
    flaw = reading.flaws[0]
    if reading.torn_start:
        return f"{path}: {flaw}; its bytes were moved to {path}.torn, and the journal starts again"
    return f"{path}: {flaw}; that command was moved to {path}.torn, and the table continues before it"


@dataclass(slots=True)
class _Followed:
    """The position after the recorded events."""

    position: TablePosition
    events: int
    at: Moment
    drawn: int  # position of a seeded source
    opened: Event | None
    secret: tuple[OrderSecret, ...]


def _followed(game: AnyGame, rules: Rules, path: Path, secrets: HouseSecrets) -> _Followed:
    """The position after a journal's events; raises BadInput if a table of this game cannot have written one of them."""
    plain = unopened()
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
                raise BadInput(f"{path}: {why}; it cannot be continued; an audit names every flaw") from error
            opened = event if event.event == "table-opened" and opened is None else opened
        count, at = count + len(batch), batch[-1].at
    wrong = next((flaw for flaw in reading.flaws if flaw.kind != "torn"), None)
    if wrong is not None:
        raise BadInput(f"{path}: {wrong}; it cannot be continued; audit it with its house file, {path}.house")
    position = _position_of(game, path, plain)
    try:
        unbalanced = imbalance(game, position)
        if unbalanced is not None:
            raise BadInput(f"{path}: {unbalanced} after its events; it cannot be continued; an audit names every flaw")
        if position.state is not None:
            game.law.due(rules, position.state)
        return _Followed(position, count, at, drawn, opened, _orders(path, position, secrets))
    except BadInput:
        raise
    except Exception as error:
        raise _no_position(path, f"{type(error).__name__}: {error}") from error


def _position_of(game: AnyGame, path: Path, plain: Plain) -> TablePosition:
    """The position with these plain values; raises BadInput if they are not a position of this game."""
    try:
        return TablePosition.of(game, plain)
    except BadInput as error:
        raise _no_position(path, str(error)) from error
    except Exception as error:
        raise _no_position(path, f"{type(error).__name__}: {error}") from error


def _no_position(path: Path, problem: str) -> BadInput:
    why = f"its events do not lead to a position of this game ({problem})"[:500]
    return BadInput(f"{path}: {why}; an audit names every flaw")


def _refuse_strange(game: AnyGame, event: Event) -> None:
    if holds_sealed(event):
        raise BadInput("is hidden, and the house file does not reveal it")
    wrong = fields_problem(game, event.event, event.fields)
    if wrong is not None:
        raise BadInput(f"{event.event}: {wrong}")


def _orders(path: Path, position: TablePosition, secrets: HouseSecrets) -> tuple[OrderSecret, ...]:
    """The sealed orders in use at the table."""
    needed = [order.commitment for order in position.table.orders if order.commitment]
    kept = [secrets.order(commitment) for commitment in needed]
    if unknown_in(position.plain) or None in kept:
        right = "the table cannot be continued without them"
        raise BadInput(f"{path}.house: does not hold the cards that lie face down at this table; {right}")
    return tuple(order for order in kept if order is not None)


def _position(event: Event) -> int:
    source = event.fields.get("source")
    return int(source.get("position", 0)) if isinstance(source, dict) else 0


def _same_source(path: Path, opened: Event, source: Source | ManualSource, key: bytes) -> None:
    """Refuse another source of results than before: a practice table stays one, with the same seed."""
    was = opened.fields["source"]
    if was != source.name:
        right = {"seeded": "a seed: give it again", "manual": "a dealer: enter them again"}.get(
            was, "the system: give no seed"
        )
        raise BadInput(f"{path}: the results of this table came from {right}, or name another file")
    if isinstance(source, SeededSource) and source.key() != key:
        raise BadInput(f"{path}: the results of this table came from another seed; give that one, or name another file")
