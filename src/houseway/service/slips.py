"""Warnings about fills and credits whose slip number was used before in the same session of a table."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from houseway.core import Event
from houseway.law.inputs import visible
from houseway.records.lines import parsed
from houseway.store.database import Database
from houseway.store.schema import events as recorded

KINDS = {"table-filled": "fill", "table-credited": "credit"}


def slip_warnings(database: Database, table: str, session: int, events: Iterable[Event]) -> tuple[str, ...]:
    """Warnings for the sender of a fill or credit. They depend only on earlier events, so they never change."""
    found = []
    for event in events:
        if event.event not in KINDS or "slip" not in event.fields:
            continue
        of, slip = recorded.c, event.fields["slip"]
        here = (of.table_id == table, of.session == session, of.event == event.event, of.seq < event.seq)
        with database.read() as connection:
            rows = connection.execute(select(of.seq, of.line).where(*here).order_by(of.seq)).all()
        before = next((row.seq for row in rows if parsed(bytes(row.line))["fields"].get("slip") == slip), None)
        if before is not None:
            what = f"the slip {visible(str(slip))} was used before, for the {KINDS[event.event]} of event {before}"
            found.append(f"{what}; this one is recorded too, and the report names both")
    return tuple(found)
