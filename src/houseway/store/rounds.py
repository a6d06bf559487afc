"""Finds the events of a round by binary search, because rounds never decrease along a journal.

That takes about twenty queries by primary key in a journal of a million events. An index by round would be faster to read, but
each command would have to write one more page of the database. A changed column could lead the search astray, so the lines around
both ends of a round, which the journal's hashes cover, must say the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from houseway.law import BadInput
from houseway.records.lines import SEALED, parsed
from houseway.store.schema import events, heads

_OF = events.c
_HERE = (_OF.table_id == bindparam("table"), _OF.session == bindparam("session"))
_END = select(func.max(_OF.seq)).where(*_HERE)
_ROUND_FROM = select(_OF.round).where(*_HERE, _OF.seq >= bindparam("seq")).order_by(_OF.seq).limit(1)
_ENDS = select(_OF.seq, _OF.round, _OF.line).where(*_HERE, _OF.seq.in_(bindparam("ends", expanding=True)))


def events_of_round(connection: Connection, table: str, session: int, number: int) -> range:
    """The numbers of a round's events in a session; empty if there is no such round.

    Raises BadInput if the rows at its ends were changed.
    """
    where = {"table": table, "session": session}
    end = connection.execute(_END, where).scalar()
    if not end:  # only the first line, or no such session
        return range(0)

    def round_at(seq: int) -> int:
        return int(connection.execute(_ROUND_FROM, {**where, "seq": seq}).scalar_one())

    numbers = range(1, int(end) + 1)
    first = bisect_left(numbers, number, key=round_at)
    found = numbers[first : bisect_right(numbers, number, lo=first, key=round_at)]
    ends = [found.start - 1, found.start, found.stop - 1, found.stop]
    for seq, column, line in connection.execute(_ENDS, {**where, "ends": ends}).all():
        record = _record(bytes(line))
        if record.get("event") == SEALED:
            found = range(found.start, min(found.stop, seq))
        elif seq and record.get("round") != column:
            raise BadInput(
                f"{table} session {session}: the round of event {seq} does not match its line; an audit lists every flaw"
            )
    return found


def _record(line: bytes) -> dict[str, Any]:
    try:
        return parsed(line)
    except ValueError:  # a damaged line says nothing about its round
        return {}


def last_session_with(connection: Connection, table: str, number: int) -> int | None:
    """The last session of a table that has a round with this number; None if there is none."""
    of = heads.c
    query = select(of.session).where(of.table_id == table, of.round >= number).order_by(of.session.desc())
    sessions = connection.execute(query).scalars().all()
    return next((each for each in sessions if events_of_round(connection, table, each, number)), None)


def last_round(connection: Connection, table: str) -> int | None:
    """The highest number of a round in any session of a table; None if it has no session."""
    return connection.execute(select(func.max(heads.c.round)).where(heads.c.table_id == table)).scalar()
