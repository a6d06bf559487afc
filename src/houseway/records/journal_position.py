"""Replays a journal, from its start or from a snapshot, to the position in which the table is resumed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from houseway.core import AnyGame, Event, Moment, fields_problem
from houseway.law import BadInput, Rules
from houseway.records.hidden_values import holds_sealed, unknown_in
from houseway.records.house_file import HouseSecrets
from houseway.records.journal_reader import JournalLines, JournalReader
from houseway.table import Resumed, TablePosition, folded, imbalance, unopened
from houseway.table.position import Plain
from houseway.table.table import OrderSecret


@dataclass(slots=True)
class Followed:
    """The position after the recorded events."""

    position: TablePosition
    events: int
    at: Moment
    drawn: int  # position of a seeded source
    opened: Event | None
    secret: tuple[OrderSecret, ...]
    head: str  # hash of the last line

    def resumed(self) -> Resumed:
        """The state for a table that continues from here."""
        return Resumed(self.position, self.events, self.at, self.secret)


@dataclass(frozen=True, slots=True)
class Start:
    """A stored position to start from, after the first lines of a journal."""

    plain: Plain
    lines: int  # number of lines before it, including the first line
    head: str  # hash of the last of these lines
    at: Moment
    drawn: int
    opened: Event | None


def follow(
    game: AnyGame, rules: Rules, path: Path | JournalLines, secrets: HouseSecrets, start: Start | None = None
) -> Followed:
    """The position after a journal's events; raises BadInput if a table of this game cannot have written one of them."""
    if start is None:
        start = Start(unopened(), 0, "", Moment(0), 0, None)
    plain, at, drawn, opened = start.plain, start.at, start.drawn, start.opened
    count = max(0, start.lines - 1)
    after = (start.lines, start.head) if start.lines else None
    reading = JournalReader(path, secrets.find, key=secrets.key, after=after)
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
        secret = _orders(path, position, secrets)
        return Followed(position, count, at, drawn, opened, secret, reading.head)
    except BadInput:
        raise
    except Exception as error:
        raise _no_position(path, f"{type(error).__name__}: {error}") from error


def _position_of(game: AnyGame, path: Path | JournalLines, plain: Plain) -> TablePosition:
    """The position with these plain values; raises BadInput if they are not a position of this game."""
    try:
        return TablePosition.of(game, plain)
    except BadInput as error:
        raise _no_position(path, str(error)) from error
    except Exception as error:
        raise _no_position(path, f"{type(error).__name__}: {error}") from error


def _no_position(path: Path | JournalLines, problem: str) -> BadInput:
    why = f"its events do not lead to a position of this game ({problem})"[:500]
    return BadInput(f"{path}: {why}; an audit names every flaw")


def _refuse_strange(game: AnyGame, event: Event) -> None:
    if holds_sealed(event):
        raise BadInput("is hidden, and the house file does not reveal it")
    wrong = fields_problem(game, event.event, event.fields)
    if wrong is not None:
        raise BadInput(f"{event.event}: {wrong}")


def _orders(path: Path | JournalLines, position: TablePosition, secrets: HouseSecrets) -> tuple[OrderSecret, ...]:
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
