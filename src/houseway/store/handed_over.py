"""What goes between a service and the process that writes for it (`process_writer.py`, `writing.py`), over a pair of sockets.

Each message is a length, a letter and JSON. To the writer: S sets it up, T names a table and the end of its journal, A is what
one command at a table decided (a is the same, where orjson could not spell it out). Back: answers, one for each command.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from houseway.core import Event, Move
from houseway.core.plain import CANONICAL
from houseway.table.table import OrderSecret

SETUP, TABLE, DECIDED, DECIDED_ODDLY = b"S", b"T", b"A", b"a"
LENGTH_BYTES, AT_ONCE = 4, 1 << 18


def message(kind: bytes, body: bytes) -> bytes:
    """A message as it is sent."""
    return b"%b%b%b" % ((len(body) + 1).to_bytes(LENGTH_BYTES, "big"), kind, body)


class Messages:
    """Messages as they come in, in pieces."""

    def __init__(self) -> None:
        self._left = b""

    def taken(self, received: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The letters and bodies of all messages that are complete with this piece."""
        data, at = self._left + received if self._left else received, 0
        while len(data) >= at + LENGTH_BYTES:
            end = at + LENGTH_BYTES + int.from_bytes(data[at : at + LENGTH_BYTES], "big")
            if len(data) < end:
                break
            at += LENGTH_BYTES
            yield data[at : at + 1], data[at + 1 : end]
            at = end
        self._left = data[at:]


def received(connection: socket.socket) -> bytes:
    """All that is there, after waiting for some; empty at the end."""
    pieces = [connection.recv(AT_ONCE)]
    while len(pieces[-1]) == AT_ONCE:
        try:
            pieces.append(connection.recv(AT_ONCE, socket.MSG_DONTWAIT))
        except BlockingIOError:
            break
    return b"".join(pieces)


def spelled(events: Iterable[Event], secret: Iterable[OrderSecret]) -> tuple[bytes, bool]:
    """The events of a command as JSON, and whether only `json` can read it; nothing in it is hidden or hashed yet."""
    plain = (
        [
            (e.seq, e.event, e.cites, e.at, e.round, e.batch, e.fields, [(m.source, m.target, m.cents) for m in e.moves],
             e.command, e.patch, e.to, e.actor, e.role)
            for e in events
        ],
        [(each.commitment, each.fill, each.salt, each.faces) for each in secret],
    )  # fmt: skip
    try:
        return orjson.dumps(plain), False
    except TypeError:  # as in `canonical_bytes`
        return CANONICAL.encode(plain).encode(), True


def decided_message(about: tuple[int, int], batches: list[bytes], rest: tuple[Any, ...], oddly: bool) -> bytes:
    """What one command decided, with all batches that `spelled` gave, as a message."""
    if not oddly:
        try:
            return message(DECIDED, orjson.dumps((*about, list(map(orjson.Fragment, batches)), *rest)))
        except TypeError:
            pass
    return message(DECIDED_ODDLY, CANONICAL.encode((*about, [json.loads(each) for each in batches], *rest)).encode())


def read_decided(kind: bytes, body: bytes) -> Any:
    """The content of an A or a."""
    return orjson.loads(body) if kind == DECIDED else json.loads(body)


def events_of(plain: list[list[Any]]) -> tuple[Event, ...]:
    """The events that `spelled` spelled out."""
    return tuple(
        Event(
            seq, event, tuple(cites), at, number, (place, count), fields, tuple(Move(*move) for move in moves),
            command, tuple(patch), to, "", actor, role,
        )
        for seq, event, cites, at, number, (place, count), fields, moves, command, patch, to, actor, role in plain
    )  # fmt: skip


def orders_of(plain: list[list[Any]]) -> tuple[OrderSecret, ...]:
    """The secret orders that `spelled` spelled out."""
    return tuple(OrderSecret(named, fill, salt, tuple(faces)) for named, fill, salt, faces in plain)
