"""Messages between a service and its writer process (`process_writer.py`, `writer_process.py`), over a pair of sockets.

Each message is a length, a letter and JSON. To the writer process: S sets it up, T announces a table and the end of its journal,
A is a list of commands with their events (`a` is the same for commands that orjson cannot serialize). From the writer process:
R is a list of answers, one per command.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any

import orjson

from houseway.core import Event, Move
from houseway.core.frozen import maker
from houseway.core.plain import CANONICAL
from houseway.table.table import OrderSecret

SETUP, TABLE, DECIDED, DECIDED_ODDLY = b"S", b"T", b"A", b"a"
LENGTH_BYTES, AT_ONCE = 4, 1 << 18
_NAMES = ("seq", "event", "cites", "at", "round", "batch", "fields", "moves", "command", "patch", "to", "actor", "role")
_PARTS, _MOVES = attrgetter(*_NAMES), _NAMES.index("moves")
_event, _move = maker(Event), maker(Move)

Batch = tuple[list[Any], list[tuple[Any, ...]]]  # events and secret orders
Spelled = tuple[Any, ...]  # one command: number of its table, its own number, batches, ids, snapshot, time of the seal


def message(kind: bytes, body: bytes) -> bytes:
    """A message as bytes."""
    return b"%b%b%b" % ((len(body) + 1).to_bytes(LENGTH_BYTES, "big"), kind, body)


class Messages:
    """Reassembles messages that arrive in pieces."""

    def __init__(self) -> None:
        self._left = b""

    def taken(self, received: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The letters and bodies of the messages that are complete after this piece."""
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
    """Wait for data and return all that has arrived; empty at the end, even if the other side was killed."""
    try:
        pieces = [connection.recv(AT_ONCE)]
    except ConnectionResetError:  # everything it sent was read before
        return b""
    while len(pieces[-1]) == AT_ONCE:
        try:
            pieces.append(connection.recv(AT_ONCE, socket.MSG_DONTWAIT))
        except BlockingIOError:
            break
    return b"".join(pieces)


def decided_messages(commands: Sequence[Spelled]) -> Iterator[bytes]:
    """The messages for commands: one for all, or one for each if orjson cannot serialize one of them."""
    try:
        yield message(DECIDED, orjson.dumps(commands))
        return
    except TypeError:  # as in `canonical_bytes`
        if len(commands) > 1:
            for each in commands:
                yield from decided_messages((each,))
            return
    yield message(DECIDED_ODDLY, CANONICAL.encode([_without_moves(each) for each in commands]).encode())


def spelled(events: Iterable[Event], secret: Iterable[OrderSecret]) -> Batch:
    """The events of a command as plain values, not yet hidden or hashed. orjson serializes the moves itself."""
    return list(map(_PARTS, events)), [(each.commitment, each.fill, each.salt, each.faces) for each in secret]


def _without_moves(command: Spelled) -> Spelled:
    """A command whose moves are plain values, for `json`."""
    number, place, batches, *rest = command
    plain = [
        (
            [(*event[:_MOVES], [asdict(move) for move in event[_MOVES]], *event[_MOVES + 1 :]) for event in events],
            secret,
        )
        for events, secret in batches
    ]
    return number, place, plain, *rest


def read_decided(kind: bytes, body: bytes) -> Any:
    """The commands of a message A or `a`."""
    return orjson.loads(body) if kind == DECIDED else json.loads(body)


def events_of(plain: list[list[Any]]) -> tuple[Event, ...]:
    """The events from their plain values, the reverse of `spelled`."""
    return tuple(
        [
            _event(
                seq, event, tuple(cites), at, number, (place, count), fields, tuple([_move(**move) for move in moves]),
                command, tuple(patch), to, "", actor, role,
            )
            for seq, event, cites, at, number, (place, count), fields, moves, command, patch, to, actor, role in plain
        ]
    )  # fmt: skip


def orders_of(plain: list[list[Any]]) -> tuple[OrderSecret, ...]:
    """The secret orders from their plain values, the reverse of `spelled`."""
    return tuple(OrderSecret(named, fill, salt, tuple(faces)) for named, fill, salt, faces in plain)
