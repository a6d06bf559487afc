"""The journal lines of a command's events, made in one go: sealed, spelled out, marked and chained.

The same bytes as `sealed_event`, `record_of` and `marked_lines` one after the other, which are the oracle of this. Each part is
spelled out once, straight from the event; what repeats from event to event is spelled out once for all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from houseway.core import EVERYBODY, Event, Moment
from houseway.core.plain import canonical_bytes
from houseway.core.secret import keyed_hash
from houseway.law import Citation
from houseway.records.hidden_values import Secret, conceals, sealed_event
from houseway.records.lines import clock_text

Lines = list[tuple[bytes, str]]  # each line, and its hash


def event_lines(previous: str, key: bytes, events: Iterable[Event]) -> tuple[Lines, list[Secret]]:
    """The lines of events after a given hash, and the secrets behind the commitments in them."""
    lines: Lines = []
    hidden: list[Secret] = []
    head = previous
    for event in events:
        command = patch = b""
        if event.command is not None:
            command, patch = canonical_bytes(event.command), canonical_bytes(event.patch)
        if event.to != EVERYBODY or conceals(command) or conceals(patch):
            event, secrets = sealed_event(event, key)  # noqa: PLW2901 - from here on, only this is written
            hidden += secrets
            if event.command is not None:
                command, patch = canonical_bytes(event.command), canonical_bytes(event.patch)
        first, rest = _spelled(event, command, patch)
        mark = keyed_hash(key, b"{%b,%b}" % (first, rest))
        marked = b'"mark":"%b",%b}' % (mark.encode(), rest)
        head = hashlib.sha256(b"%b\n{%b,%b" % (head.encode(), first, marked)).hexdigest()
        lines.append((b'{%b,"hash":"%b",%b\n' % (first, head.encode(), marked), head))
    return lines, hidden


def _spelled(event: Event, command: bytes, patch: bytes) -> tuple[bytes, bytes]:
    """The parts of an event before its hash and mark, and those after; an empty command is none."""
    place, count = event.batch
    actor, role = _sender(event.actor, event.role) if event.actor else (b"", b"")
    first = b'%b"at":"%b","batch":[%d,%d],"cites":%b,%b"event":%b' % (
        actor,
        _clock(event.at),
        place,
        count,
        _cites(event.cites),
        b'"command":%b,' % command if command else b"",
        _text(event.event),
    )
    rest = b'%b"round":%d,' % (role, event.round)
    if event.sealed:
        rest += b'"sealed":%b,' % _text(event.sealed)
    else:
        first += b',"fields":%b' % canonical_bytes(dict(event.fields))
    rest += b'"seq":%d' % event.seq
    if event.to != EVERYBODY:
        rest += b',"to":%b' % _text(event.to)
    if command:
        rest = b'"patch":%b,%b' % (patch, rest)
    if event.moves:
        rest = b'"moves":%b,%b' % (canonical_bytes([(m.source, m.target, m.cents) for m in event.moves]), rest)
    return first, rest


@lru_cache(maxsize=64)
def _clock(moment: Moment) -> bytes:
    return clock_text(moment).encode()


@lru_cache(maxsize=4096)
def _cites(cites: tuple[Citation, ...]) -> bytes:
    return canonical_bytes(cites)


@lru_cache(maxsize=4096)
def _text(text: str) -> bytes:
    return canonical_bytes(text)


@lru_cache(maxsize=4096)
def _sender(actor: str, role: str) -> tuple[bytes, bytes]:
    return b'"actor":%b,' % canonical_bytes(actor), b'"role":%b,' % canonical_bytes(role)
