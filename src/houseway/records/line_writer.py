"""Makes the journal lines of a command's events in one pass: sealed, serialized, marked and chained.

The bytes are the same as from `sealed_event`, `record_of` and `marked_lines` in turn, which the tests compare with. For speed,
each part is serialized only once, directly from the event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from houseway.core import EVERYBODY, Event, Moment
from houseway.core.plain import canonical_bytes
from houseway.core.secret import keyed_hash
from houseway.records.hidden_values import Secret, conceals, sealed_event
from houseway.records.lines import clock_text

WrittenLines = list[tuple[bytes, str]]  # each line, and its hash


def event_lines(previous: str, key: bytes, events: Iterable[Event]) -> tuple[WrittenLines, list[Secret]]:
    """The lines of events after a given hash, and the secrets behind the commitments in them."""
    lines: WrittenLines = []
    hidden: list[Secret] = []
    head = previous
    for event in events:
        first, rest = _spelled(event)
        if event.to != EVERYBODY or (event.command is not None and (conceals(first) or conceals(rest))):
            event, secrets = sealed_event(event, key)  # noqa: PLW2901 - only the sealed event is written
            hidden += secrets
            first, rest = _spelled(event)
        mark = keyed_hash(key, b"{%b,%b}" % (first, rest))
        marked = b'"mark":"%b",%b}' % (mark.encode(), rest)
        head = hashlib.sha256(b"%b\n{%b,%b" % (head.encode(), first, marked)).hexdigest()
        lines.append((b'{%b,"hash":"%b",%b\n' % (first, head.encode(), marked), head))
    return lines, hidden


def _spelled(event: Event) -> tuple[bytes, bytes]:
    """The JSON of an event's fields before its hash and mark, and of those after, each without the outer braces."""
    first: dict[str, Any] = {"at": _clock(event.at), "batch": event.batch, "cites": event.cites, "event": event.event}
    rest: dict[str, Any] = {"round": event.round, "seq": event.seq}
    if event.actor:
        first["actor"], rest["role"] = event.actor, event.role
    if event.command is not None:
        first["command"], rest["patch"] = event.command, event.patch
    if event.sealed:
        rest["sealed"] = event.sealed
    else:
        first["fields"] = dict(event.fields)
    if event.to != EVERYBODY:
        rest["to"] = event.to
    if event.moves:
        rest["moves"] = [(m.source, m.target, m.cents) for m in event.moves]
    return canonical_bytes(first)[1:-1], canonical_bytes(rest)[1:-1]


@lru_cache(maxsize=64)
def _clock(moment: Moment) -> str:
    return clock_text(moment)
