"""Reads recorded events of a session by number, with their hidden values restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from houseway.core import Event, Role
from houseway.law.inputs import read_json
from houseway.records.hidden_values import opened_event
from houseway.records.house_file import no_secrets
from houseway.records.lines import event_of, parsed
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import events, secrets
from houseway.store.session_lines import about

SEATED = frozenset(("bought-in", "chips-brought"))  # events that give a seat to an account
AROUND = ("hash", "mark")  # fields of a line that are not part of its event


def recorded_events(
    database: Database,
    keys: Keys | None,
    table_id: str,
    session: int,
    first: int = 1,
    last: int | None = None,
    most: int | None = None,
) -> list[Event]:
    """Events of a session with all fields; without keys, hidden values stay hidden. Show them with `Event.seen_by`."""
    of = events.c
    query = select(of.line).where(
        of.table_id == table_id, of.session == session, of.seq >= max(first, 1), of.event != "journal-sealed"
    )
    if last is not None:
        query = query.where(of.seq <= last)
    with database.read() as connection:
        lines = [bytes(line) for (line,) in connection.execute(query.order_by(of.seq).limit(most))]
    records = [parsed(line) for line in lines]
    found = [event_of({name: value for name, value in each.items() if name not in AROUND}) for each in records]
    wanted = [event.sealed for event in found if event.sealed]
    if keys is None or not wanted:
        return found
    known = no_secrets()
    kept = select(secrets).where(
        secrets.c.table_id == table_id, secrets.c.session == session, secrets.c.commitment.in_(wanted)
    )
    with database.read() as connection:
        for row in connection.execute(kept):
            known.take(
                read_json(keys.shown(bytes(row.body), about("secret", table_id, session, row.seq)).decode(), "a secret")
            )
    return [opened_event(event, known.find) for event in found]


def buyers(database: Database, table_id: str, session: int, since: int) -> dict[str, str]:
    """The account that last bought in at each seat after event `since`; empty for a player without an account."""
    return {str(seat): buyer for _, seat, buyer in purchases(database, table_id, session, since)}


def purchases(
    database: Database, table_id: str, session: int, since: int, upto: int | None = None
) -> list[tuple[int, int, str]]:
    """Each buy-in after event `since`: its number, the seat, and the account, which is empty for a player without one."""
    of = events.c
    here = (of.table_id == table_id, of.session == session)
    query = select(of.seq, of.actor, of.role, of.line).where(*here, of.seq > since, of.event.in_(SEATED))
    if upto is not None:
        query = query.where(of.seq <= upto)
    found: list[tuple[int, int, str]] = []
    with database.read() as connection:
        for row in connection.execute(query.order_by(of.seq)).all():
            record = parsed(bytes(row.line))
            command, place = record.get("command"), record["batch"][0]
            if command is None and place > 1 and row.role != Role.PLAYER:  # the cage filled the inventory first
                first = select(of.line).where(*here, of.seq == row.seq - place + 1)
                command = parsed(bytes(connection.execute(first).scalar_one())).get("command")
            buyer = buyer_of(str(row.actor), str(row.role), command)
            if buyer is not None:
                found.append((int(row.seq), int(record["fields"]["seat"]), buyer))
    return found


def buyer_of(actor: str, role: str, command: Mapping[str, Any] | None) -> str | None:
    """The account that gets a seat by buying in, even if the dealer entered the buy-in; empty for a player without an account.

    None if the seat does not change, because the chips were bought with a wager that the dealer confirmed.
    """
    if role == Role.PLAYER:
        return actor
    sold = command is not None and command.get("do") in ("buy-in", "chips-in")
    return str(command.get("account", "")) if command is not None and sold else None
