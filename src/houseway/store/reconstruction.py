"""Reads the records of one round of a session, without reading the journal before it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from houseway.core import Event
from houseway.law.errors import BadArgument
from houseway.records.hidden_values import opened_event
from houseway.records.house_file import HouseSecrets, no_secrets
from houseway.records.lines import event_of, parsed
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.recorded_events import AROUND
from houseway.store.rounds import events_of_round, last_session_with
from houseway.store.schema import events, heads, postings, sessions
from houseway.store.session_lines import SessionLines, session_secrets

OF_SEALS = ("shoe-sealed", "shoe-revealed", "seal-voided")


@dataclass(frozen=True, slots=True)
class RoundRecords:
    """The lines of a round, and everything else that is needed to describe it."""

    lines: SessionLines
    after: tuple[int, str]  # number of lines before the round, and the hash of the last
    secrets: HouseSecrets
    opening: Event | None
    seals: list[Event]  # sealed, revealed and voided orders of the whole session
    accounts: dict[str, int]  # after the round
    last: int  # the session's last round


def chosen_session(database: Database, table: str, session: int | None, round_number: int | None) -> int:
    """The requested session; by default the last one, or the last one with this round."""
    of = sessions.c
    with database.read() as connection:
        known = connection.execute(select(of.session).where(of.table_id == table).order_by(of.session)).scalars().all()
        if not known:
            tables = connection.execute(select(of.table_id).distinct().order_by(of.table_id).limit(20)).scalars().all()
            raise BadArgument("table", f" {table}: there is no such table; there are {', '.join(tables) or 'none'}")
        if session is None and round_number is not None:
            session = last_session_with(connection, table, round_number)
    session = session or known[-1]
    if session not in known:
        raise BadArgument("session", f" {session}: {table} has sessions 1 to {known[-1]}")
    return int(session)


def round_records(database: Database, keys: Keys | None, table: str, session: int, number: int) -> RoundRecords | None:
    """The records of a round; None if there is no such round, or if an order was sealed, revealed or voided in it.

    In the last case, the round must be described from the whole journal.
    """
    of, here = events.c, (events.c.table_id == table, events.c.session == session)
    with database.read() as connection:
        last_round = connection.execute(
            select(heads.c.round).where(heads.c.table_id == table, heads.c.session == session)
        ).scalar_one()
        inside = events_of_round(connection, table, session, number)
        if not inside:
            return None
        first, last = inside[0], inside[-1]
        before = connection.execute(select(of.hash).where(*here, of.seq == first - 1)).scalar_one()
        opened = connection.execute(
            select(of.line).where(*here, of.event == "table-opened").order_by(of.seq).limit(1)
        ).scalar()
        seals = connection.execute(
            select(of.round, of.line).where(*here, of.event.in_(OF_SEALS)).order_by(of.seq)
        ).all()
        accounts: dict[str, int] = {}
        for column, sign in ((postings.c.source, -1), (postings.c.target, 1)):
            query = select(column, func.sum(postings.c.cents)).where(
                postings.c.table_id == table, postings.c.session == session, postings.c.seq <= last
            )
            for account, cents in connection.execute(query.group_by(column)):
                accounts[account] = accounts.get(account, 0) + sign * int(cents)
    if any(row.round == number for row in seals):
        return None
    secrets = session_secrets(database, keys, table, session, first) if keys is not None else no_secrets()
    return RoundRecords(
        SessionLines(database, table, session, first, last),
        (first, before),
        secrets,
        None if opened is None else _event(bytes(opened), secrets),
        [_event(bytes(row.line), secrets) for row in seals],
        accounts,
        last_round,
    )


def _event(line: bytes, secrets: HouseSecrets) -> Event:
    record = parsed(line)
    return opened_event(event_of({name: record[name] for name in record if name not in AROUND}), secrets.find)
