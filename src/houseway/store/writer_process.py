"""The writer process of a service: it seals, marks, hashes and stores the events of the tables, and reports the results.

    python -m houseway.store.writer_process DESCRIPTOR

`process_writer.py` starts it and holds the other end of the socket, which is the only way that the service's keys are sent. It
ends when the service does; it still stores every message that arrived completely, with the usual check of the table's owner.
"""

from __future__ import annotations

import signal
import socket
import sys
from typing import Any

import orjson

from houseway.core import Moment
from houseway.records.merkle import Peaks
from houseway.store.database import SERVICE_PATIENCE_MS, open_database
from houseway.store.garbage_collection import settle
from houseway.store.keys import Keys
from houseway.store.sessions import JournalEnd, SessionRecorder
from houseway.store.writer import Append, FencedError, RepeatedError, Told, Writer
from houseway.store.writer_messages import (
    DECIDED,
    DECIDED_ODDLY,
    SETUP,
    TABLE,
    Messages,
    events_of,
    message,
    orders_of,
    read_decided,
    received,
)

FENCED, REPEATED, FAILED = "fenced", "repeated", "failed"


class Writing:
    """The state of the writer process: its socket, the recorders of the service's tables, and the writer."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._tables: dict[int, SessionRecorder] = {}
        self._keys: Any = None
        self._writer: Any = None

    def run(self) -> None:
        """Read messages and store events until the service ends."""
        messages = Messages()
        while piece := received(self._connection):
            group = []
            for kind, body in messages.taken(piece):
                if kind in (DECIDED, DECIDED_ODDLY):
                    for command in read_decided(kind, body):
                        group += self._decided(*command)
                elif kind == TABLE:
                    self._table(*orjson.loads(body))
                else:
                    assert kind == SETUP, kind
                    self._set_up(orjson.loads(body))
            if group:
                self._writer.write_soon(group)
        if self._writer is not None:
            self._writer.close()

    def _set_up(self, given: dict[str, str]) -> None:
        self._keys = Keys(*(bytes.fromhex(given[name]) for name in ("encrypt", "sign", "between")))
        database = open_database(given["address"], create=False, patience_ms=SERVICE_PATIENCE_MS)
        self._writer = Writer(database, self._tell, alone=True)
        settle()
        self._answer([])  # reports that the process is ready

    def _table(
        self, number: int, table_id: str, session: int, epoch: int, key: str, size: int, head: str, peaks: str
    ) -> None:
        end = JournalEnd(size, head, Peaks.unpacked(size, bytes.fromhex(peaks)))
        database = self._writer.database
        self._tables[number] = SessionRecorder(database, self._keys, table_id, session, bytes.fromhex(key), epoch, end)

    def _decided(
        self, number: int, command: int, batches: list[Any], keys: list[Any], snapshot: Any, sealed_at: int | None
    ) -> list[Append]:
        """The append of one command, in a list; an empty list after reporting to the service that it could not be recorded."""
        try:
            recorder = self._tables[number]
            for events, orders in batches:
                recorder.append(events_of(events), orders_of(orders))
            if sealed_at is not None:
                recorder.seal(Moment(sealed_at))
            append = recorder.taken()
            assert append is not None, "a command has events"
            append.commands += map(tuple, keys)
            digest = recorder.add_snapshot(append, *snapshot) if snapshot is not None else None
        except Exception as error:  # the service loads the table again, under another number
            self._tables.pop(number, None)
            self._answer([[command, FAILED, f"it could not be recorded ({type(error).__name__})"]])
            return []
        append.waiting = command, digest
        return [append]

    def _tell(self, told: Told) -> None:
        answers: list[list[Any]] = []
        for append, error in told:
            command, digest = append.waiting
            if error is None:
                size, head, peaks = append.head[:3]
                answers.append([command, size, head, peaks.hex(), digest])
            else:
                kind = FENCED if isinstance(error, FencedError) else REPEATED
                answers.append(
                    [command, kind if isinstance(error, FencedError | RepeatedError) else FAILED, str(error)]
                )
        self._answer(answers)

    def _answer(self, answers: list[list[Any]]) -> None:
        try:
            self._connection.sendall(message(b"R", orjson.dumps(answers)))
        except OSError:
            return  # the service is gone; the next owner of the tables reads the stored records


def main() -> None:
    """Run the writer process on the socket whose descriptor is the first argument."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the service handles them, and ends this process in order
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        connection.setblocking(True)
        Writing(connection).run()


if __name__ == "__main__":
    main()
