"""The lines of a journal: one event each, as canonical JSON, chained by hash.

Each line's hash covers the hash before it and every byte of its own content, so that no byte can change, no line be
moved, dropped or put in without the chain breaking at that place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from houseway.core import Event, Moment, Move
from houseway.core.plain import canonical
from houseway.law import cites

FORMAT = "houseway-journal/1"
GENESIS = hashlib.sha256(FORMAT.encode()).hexdigest()
STARTED, SEALED = "journal-started", "journal-sealed"


def chained(previous: str, record: Mapping[str, Any]) -> tuple[bytes, str]:
    """The line of a record after a given hash, and the hash of it."""
    body = canonical(record)
    digest = hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()
    return (canonical({**record, "hash": digest}) + "\n").encode(), digest


def record_of(event: Event) -> dict[str, Any]:
    """An event as a journal keeps it: whole."""
    record: dict[str, Any] = {
        "seq": event.seq,
        "event": event.event,
        "cites": list(event.cites),
        "at": clock_text(event.at),
        "round": event.round,
        "batch": list(event.batch),
        "fields": dict(event.fields),
    }
    if event.moves:
        record["moves"] = [[move.source, move.target, move.cents] for move in event.moves]
    if event.command is not None:
        record["command"] = dict(event.command)
        record["patch"] = list(event.patch)
    if event.to != "all":
        record["to"] = event.to
    return record


def event_of(record: Mapping[str, Any]) -> Event:
    """The event that a record keeps; KeyError, TypeError or ValueError where it keeps none."""
    first, count = record["batch"]
    return Event(
        int(record["seq"]),
        str(record["event"]),
        cites(*record["cites"]),
        moment_of(record["at"]),
        int(record["round"]),
        (int(first), int(count)),
        dict(record["fields"]),
        tuple(Move(source, target, int(cents)) for source, target, cents in record.get("moves", ())),
        record.get("command"),
        tuple(record.get("patch", ())),
        record.get("to", "all"),
    )


def clock_text(moment: Moment) -> str:
    """RFC 3339, in UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_of(text: str) -> Moment:
    """The moment of an RFC 3339 text."""
    return Moment(int(datetime.fromisoformat(text).timestamp()))


def parsed(line: bytes) -> dict[str, Any]:
    """A line's record; ValueError says what is wrong with a line that nobody of ours wrote."""
    try:
        record = json.loads(line)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError("is not JSON") from error
    if not isinstance(record, dict):
        raise ValueError("is not a record")
    try:
        if (canonical(record) + "\n").encode() != line:
            raise ValueError("is not written as we write it: a byte was changed")
    except UnicodeEncodeError as error:
        raise ValueError("is not proper text") from error
    return record
