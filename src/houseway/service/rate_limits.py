"""Rate limits as token buckets, for requests of an account or an address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_KEPT = 50_000  # buckets; the least recently used one is dropped first, when it is usually full again


@dataclass(slots=True)
class Limit:
    """A limit for each key: `burst` requests at once, then `rate` per second."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take tokens; return 0, or how many seconds to wait."""
        now = self.clock()
        left, since = self._left.get(key, (self.burst, now))
        left = min(self.burst, left + max(0.0, now - since) * self.rate)
        if left < cost:
            self._left[key] = (left, now)
            self._left.move_to_end(key)
            return (cost - left) / self.rate
        self._left[key] = (left - cost, now)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
        return 0.0


@dataclass(slots=True)
class Limits:
    """The limits of a service."""

    account: Limit = field(default_factory=lambda: Limit(50, 200))
    address: Limit = field(default_factory=lambda: Limit(200, 1000))
    sign_in: Limit = field(default_factory=lambda: Limit(0.5, 20))  # an address's attempts to sign in
