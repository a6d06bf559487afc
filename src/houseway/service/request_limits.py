"""How much one request may send: beyond it the connection ends, whatever the server's parser would still take."""

from __future__ import annotations

import asyncio
from typing import Any

MOST_BYTES = 2 * 1024 * 1024  # on the wire, of one request with its head, up to the head of the next one


def bounded(kind: type[asyncio.Protocol], most: int = MOST_BYTES) -> type[asyncio.Protocol]:
    """A protocol of the server that drops a connection once a request has sent more than `most` bytes.

    The body has its own, smaller limit, with an answer. This one ends what comes before or after it: a head
    without an end, empty lines, and a body that goes on after its request was answered.
    """

    class Bounded(kind):  # type: ignore[valid-type, misc]
        """The same protocol, counting."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._request: object = None
            self._taken = 0

        def data_received(self, data: bytes) -> None:
            """Count, and take no more than the limit."""
            if self.cycle is not self._request:
                self._request, self._taken = self.cycle, 0
            self._taken += len(data)
            if self._taken > most:
                self.transport.abort()
                return
            super().data_received(data)

    return Bounded
