"""Checks of a pit's records that must pass after any failure."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

from sqlalchemy import select

from houseway.records.house_file import HouseSecrets
from houseway.records.journal_reader import read_events
from houseway.service.hosted import Answer, Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.store.audit_findings import AuditRequest
from houseway.store.database import Database
from houseway.store.database_audit import audit_database
from houseway.store.keys import Keys
from houseway.store.schema import commands, events, heads, postings
from houseway.store.session_lines import SessionLines, session_secrets
from houseway.table.position import fold

Ack = tuple[str, str, int, int]  # actor, the sender's id, first and last event


def numbers(database: Database, table: str, session: int = 1) -> list[int]:
    """The numbers of the recorded lines."""
    with database.read() as connection:
        query = select(events.c.seq).where(events.c.table_id == table, events.c.session == session)
        return list(connection.execute(query.order_by(events.c.seq)).scalars())


def contiguous(database: Database, table: str, acks: Iterable[Ack]) -> int:
    """Check that every acknowledged command is complete and no number is missing; return the last number."""
    found = numbers(database, table)
    assert found == list(range(len(found))), f"{table}: a number is missing or doubled"
    with database.read() as connection:
        head = connection.execute(select(heads).where(heads.c.table_id == table)).one()
        rows = connection.execute(select(commands).where(commands.c.table_id == table)).all()
        times = connection.execute(
            select(events.c.at).where(events.c.table_id == table).order_by(events.c.seq)
        ).scalars()
        assert head.size == len(found), f"{table}: its head is elsewhere"
        given = list(times)
        assert given == sorted(given), f"{table}: time went backwards"
    recorded = {(row.actor, row.key): (row.first_seq, row.last_seq) for row in rows}
    for actor, key, first, last in acks:
        assert recorded.get((actor, key)) == (first, last), f"{table}: the acknowledged command {key} is not there"
    covered = Counter(seq for first, last in recorded.values() for seq in range(first, last + 1))
    assert not [seq for seq, count in covered.items() if count > 1], f"{table}: two commands have one event"
    assert covered.keys() <= set(found)
    return found[-1]


def money(database: Database, table: str) -> dict[str, int]:
    """The balances by the postings, to compare with a table's; by their form they sum to zero."""
    left: Counter[str] = Counter()
    with database.read() as connection:
        for row in connection.execute(select(postings).where(postings.c.table_id == table)):
            left[row.source] -= row.cents
            left[row.target] += row.cents
    assert sum(left.values()) == 0
    return {name: cents for name, cents in left.items() if cents}


async def once(pit: Pit, table: str, given: ReceivedCommand, sender: Sender, expected: Expected) -> Answer:
    """Send a command as the service does: one that is refused now may have been carried out before."""
    try:
        return await pit.command(table, given, sender, expected)
    except Exception:
        before = await asyncio.to_thread(pit.answered, table, given, sender)
        if before is None:
            raise
        return before


def sound(database: Database, keys: Keys, acks: dict[str, list[Ack]]) -> None:
    """Records of a pit whose process is gone: nothing lost, nothing half, decided as the rules say, equal when replayed."""

    async def resumed() -> None:
        pit = Pit.open(database, keys, "us")
        for table, acked in acks.items():
            last = contiguous(database, table, acked)
            hosted = await pit.take(table)
            assert hosted.standing.seq == last
            found: HouseSecrets = session_secrets(database, keys, table, 1)
            history = read_events(SessionLines(database, table, 1), found.find)
            assert fold(history) == hosted.standing.position.plain, f"{table}: replayed otherwise"
            accounts = {name: cents for name, cents in hosted.standing.position.accounts.items() if cents}
            booked = money(database, table)
            assert {name: booked.get(name, 0) for name in accounts} == accounts, f"{table}: chips are lost or made"
        pit.close()

    asyncio.run(resumed())
    audited = audit_database(database, AuditRequest(keys=keys))
    assert audited.status == "whole", audited.findings[:3]
