"""A limit on the bytes of one request; beyond it, the connection is dropped, whatever the server's parser accepts."""

from __future__ import annotations

import asyncio
from typing import Any

MOST_BYTES = 2 * 1024 * 1024  # received for one request, from its header up to the next request


def bounded(kind: type[asyncio.Protocol], most: int = MOST_BYTES) -> type[asyncio.Protocol]:
    """A server protocol that drops the connection once a request has sent more than `most` bytes.

    The body has its own, smaller limit, which sends an answer. This limit covers the rest: endless headers, empty lines, and a
    body that continues after its request was answered.
    """

    class Bounded(kind):  # type: ignore[valid-type, misc]
        """The protocol with a byte counter."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._request: object = None
            self._taken = 0

        def data_received(self, data: bytes) -> None:
            """Count the bytes; drop the connection beyond the limit."""
            if self.cycle is not self._request:
                self._request, self._taken = self.cycle, 0
            self._taken += len(data)
            if self._taken > most:
                self.transport.abort()
                return
            super().data_received(data)

    return Bounded
