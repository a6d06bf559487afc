"""Limits on failed sign-ins, kept in the database so that they survive a restart.

A name is locked only for the address that failed, so a stranger who guesses passwords does not lock the owner out elsewhere.
Guesses from many addresses are slowed down together, except from addresses where the name signed in before.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from houseway.store.database import SQLITE, Database
from houseway.store.people_schema import tries
from houseway.table.table import Clock

MINUTE, DAY = 60, 86400
MOST_FAILURES = 5  # failed sign-ins with one name from one address before it is locked there
MOST_FROM_ADDRESS = 30  # … from one address, with any names
MOST_BY_NAME = 20  # … with one name from all addresses, before unknown addresses must wait between tries
WINDOW_SECONDS = 15 * MINUTE  # failures are forgotten after this time
LOCK_SECONDS = 15 * MINUTE
SLOW_SECONDS = 20  # between two tries with a name that fails from many addresses
KNOWN_SECONDS = 90 * DAY  # how long an address from which a name signed in stays known
LONGEST_ADDRESS = 120


class TooManyTries(Exception):  # noqa: N818 - named like the errors in access.py
    """Too many sign-ins with this name or from this address failed; another try is allowed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        wait = f"{max(1, seconds)} seconds" if seconds < MINUTE else f"{-(-seconds // MINUTE)} minutes"
        super().__init__(f"too many failed sign-ins; try again in {wait}")
        self.seconds = seconds


def account_key(account: str) -> str:
    """The key for counting an account's attempts."""
    return f"account:{account}"


def unknown_key(name: str) -> str:
    """The key for tries with an unknown name: four digits of its digest, because the name may be a mistyped password."""
    return f"unknown:{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:4]}"


class Tries:
    """The counts of failed sign-ins in a database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._kind, self._clock = database.kind, clock

    def take(self, connection: Connection, name: str, address: str) -> int:
        """Count a try before its password is checked; return the seconds to wait, or 0 if the try is allowed now."""
        waits = [self._counted(connection, key, most) for key, most in _limits(name, address).items()]
        return max(*waits, self._slowed(connection, name, address))

    def failed(self, connection: Connection, name: str, address: str) -> bool:
        """Handle a failed try: lock the name or address if it reached its limit. Return True if the name is now locked here."""
        now, of, locked = self._clock(), tries.c, False
        for key, most in _limits(name, address).items():
            full = (of.key == key) & (of.failures >= most) & (of.locked_until <= now)
            done = connection.execute(update(tries).where(full).values(locked_until=now + LOCK_SECONDS))
            locked = locked or (bool(done.rowcount) and key == _here(name, address))
        if locked:
            self._tidy(connection, now)
        return locked

    def succeeded(self, connection: Connection, name: str, address: str) -> None:
        """Handle a successful try: reset the counts, and remember the address as known."""
        of, now = tries.c, self._clock()
        here = _here(name, address)
        connection.execute(update(tries).where(or_(of.key == here, of.key == name)).values(failures=0, locked_until=0))
        connection.execute(
            update(tries).where(of.key == _address(address), of.failures > 0).values(failures=of.failures - 1)
        )
        self._make(connection, _known(name, address))
        connection.execute(update(tries).where(of.key == _known(name, address)).values(since=now))

    def forget(self, connection: Connection, name: str) -> None:
        """Let a name try again from all addresses."""
        of = tries.c
        mine = or_(of.key == name, of.key.startswith(f"{name} from ", autoescape=True))
        connection.execute(update(tries).where(mine).values(failures=0, locked_until=0))

    def _counted(self, connection: Connection, key: str, most: int) -> int:
        now = self._clock()
        self._make(connection, key)
        there = connection.execute(select(tries).where(tries.c.key == key).with_for_update()).one()
        if there.locked_until > now + LOCK_SECONDS:  # the clock was set back
            connection.execute(update(tries).where(tries.c.key == key).values(locked_until=now + LOCK_SECONDS))
        if there.locked_until > now:
            return min(LOCK_SECONDS, int(there.locked_until - now))
        fresh = there.locked_until > 0 or there.since + WINDOW_SECONDS <= now or there.since > now
        failures = 0 if fresh else there.failures
        if failures >= most:  # other tries are being checked right now
            return MINUTE
        changed = {"failures": failures + 1, "since": now if fresh else there.since, "locked_until": 0}
        connection.execute(update(tries).where(tries.c.key == key).values(changed))
        return 0

    def _slowed(self, connection: Connection, name: str, address: str) -> int:
        """Count a try with a name from any address; return the seconds to wait if there are too many from unknown addresses."""
        now, of = self._clock(), tries.c
        self._make(connection, name)
        there = connection.execute(select(tries).where(of.key == name).with_for_update()).one()
        fresh = there.since + WINDOW_SECONDS <= now or there.since > now
        failures = 0 if fresh else there.failures
        known = connection.execute(select(of.since).where(of.key == _known(name, address))).scalar_one_or_none()
        slow = failures >= MOST_BY_NAME and (known is None or not now - KNOWN_SECONDS < known <= now)
        if slow and now < there.locked_until <= now + SLOW_SECONDS:
            return int(there.locked_until - now)
        changed = {"failures": failures + 1, "since": now if fresh else there.since}
        changed["locked_until"] = now + SLOW_SECONDS if slow else there.locked_until
        connection.execute(update(tries).where(of.key == name).values(changed))
        return 0

    def _make(self, connection: Connection, key: str) -> None:
        make = sqlite_insert if self._kind == SQLITE else postgresql_insert
        row = {"key": key, "failures": 0, "since": self._clock(), "locked_until": 0}
        connection.execute(make(tries).values(row).on_conflict_do_nothing())

    def _tidy(self, connection: Connection, now: int) -> None:
        """Remove expired rows."""
        of = tries.c
        lasts = of.key.startswith("known:")
        old = (~lasts & (of.since < now - DAY) & (of.locked_until <= now)) | (lasts & (of.since < now - KNOWN_SECONDS))
        connection.execute(delete(tries).where(old))


def _limits(name: str, address: str) -> dict[str, int]:
    return {_here(name, address): MOST_FAILURES, _address(address): MOST_FROM_ADDRESS}


def _here(name: str, address: str) -> str:
    return f"{name} from {address[:LONGEST_ADDRESS]}"


def _address(address: str) -> str:
    return f"address:{address[:LONGEST_ADDRESS]}"


def _known(name: str, address: str) -> str:
    return f"known:{name} {address[:LONGEST_ADDRESS]}"
