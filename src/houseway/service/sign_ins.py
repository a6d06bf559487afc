"""Sign-ins: sessions and API tokens, their accounts, and when they end.

The secret of a sign-in has 256 random bits and is stored as a SHA-256 digest. Guests of practice tables have a sign-in and no
password; this module also cleans up after guests who are gone.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from houseway.core import Moment
from houseway.law.inputs import visible
from houseway.records.lines import clock_text
from houseway.service.access import GUEST, Office, Principal
from houseway.service.devices import devices_of
from houseway.store.database import Database
from houseway.store.people_schema import account_steps, accounts, sign_ins
from houseway.store.schema import attempts as refused_attempts
from houseway.table.table import Clock

MINUTE, HOUR, DAY = 60, 3600, 86400
IDLE_SECONDS = 30 * MINUTE  # an unused session ends
LONGEST_SECONDS = 12 * HOUR  # … and every session ends after a shift
TOUCH_SECONDS = MINUTE  # precision of the time when a session was last used
GUEST_SECONDS = 2 * IDLE_SECONDS  # a guest who was quiet for this long is gone for good
CLEAN_SECONDS = DAY  # … and the sign-in is deleted after this time, when its cookie is useless
CLEANED_AT_ONCE = 500
LONGEST_ABOUT = 500
LONGEST_SECRET = 100
KEPT_SECONDS = 0.5  # how long a sign-in is cached: other processes see a revocation this much later
MOST_KEPT = 10_000  # cached sign-ins
MOST_PRESENTED = 100  # invalid sessions and tokens recorded in one minute
SERVICE = "houseway"  # the service itself, in the record of account changes
SESSION, TOKEN = "session", "token"
_PREFIX = {SESSION: "hws_", TOKEN: "hwt_"}  # marks a secret, so that a leaked one can be recognized


def new_secret(kind: str) -> str:
    """The secret of a new session or token."""
    return _PREFIX[kind] + secrets.token_urlsafe(32)  # 256 bits


def digest_of(secret: str) -> str:
    """The digest of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A cached sign-in."""

    principal: Principal
    since: int
    until: int
    stale_at: float


class SignIns:
    """The sign-ins of a database. Listeners in `revoked` are called with the id of every sign-in as soon as it ends."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database, self.clock = database, clock
        self.revoked: list[Callable[[str], None]] = []
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._changes = 0  # number of times that this process ended sign-ins
        self._minute, self._presented_now, self._lock_presented = 0, set[str](), threading.Lock()

    def add(
        self, connection: Connection, text: str, kind: str, account: str, scopes: list[str] | None, until: int
    ) -> str:
        """Store a new sign-in, and return its id."""
        now, sign_in = self.clock(), f"sig-{secrets.token_hex(8)}"
        row = {"id": sign_in, "digest": digest_of(text), "account": account, "kind": kind, "created_at": now}
        stored = None if scopes is None else json.dumps(scopes)
        connection.execute(insert(sign_ins).values({**row, "used_at": now, "expires_at": until, "scopes": stored}))
        return sign_in

    def find(self, text: str, kind: str) -> Principal | None:
        """The account of a session or token; None, after recording the attempt, if the secret is unknown or has ended."""
        if not text.startswith(_PREFIX[kind]) or len(text) > LONGEST_SECRET or not text.isascii():
            self._presented(text[: 2 * LONGEST_SECRET], f"forged-{kind}", f"a text that is not a {kind}")
            return None
        now, digest = self.clock(), digest_of(text)
        kept = self._kept.get((kind, digest))
        if kept is not None and kept.since <= now < kept.until and time.monotonic() < kept.stale_at:
            return kept.principal
        changes, of = self._changes, sign_ins.c
        query = select(sign_ins, accounts.c.name, accounts.c.roles, accounts.c.holder, accounts.c.revoked_at)
        with self.database.read() as connection:
            row = connection.execute(
                query.join(accounts, of.account == accounts.c.id).where(of.digest == digest, of.kind == kind)
            ).one_or_none()
        if row is None:
            self._presented(text, f"forged-{kind}", f"a {kind} that was never issued")
            return None
        if _over(row, now):
            self._presented(text, f"ended-{kind}", f"the {kind} {row.id}, which has ended", row.account)
            return None
        if now - row.used_at >= TOUCH_SECONDS:
            with self.database.write() as connection:
                connection.execute(update(sign_ins).where(of.id == row.id, of.used_at < now).values(used_at=now))
        scopes = None if row.scopes is None else frozenset(json.loads(row.scopes))
        roles = tuple(json.loads(row.roles))
        devices = self._devices(row.holder) if Office.MANUFACTURER in roles else frozenset()
        principal = Principal(row.account, row.name, roles, row.holder, scopes, row.id, devices)
        if changes == self._changes:  # no sign-in ended during the query
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            until = min(row.expires_at, row.used_at + TOUCH_SECONDS)
            self._kept[kind, digest] = _Kept(principal, now, until, time.monotonic() + KEPT_SECONDS)
        return principal

    def _devices(self, manufacturer: str) -> frozenset[tuple[str, str]]:
        with self.database.read() as connection:
            return devices_of(connection, manufacturer)

    def owner(self, sign_in: str) -> str | None:
        """The account of a sign-in."""
        with self.database.read() as connection:
            return connection.execute(select(sign_ins.c.account).where(sign_ins.c.id == sign_in)).scalar_one_or_none()

    def listed(self, account: str) -> list[dict[str, Any]]:
        """The sessions and tokens of an account that have not ended, without their secrets; the oldest first."""
        now, of = self.clock(), sign_ins.c
        query = select(sign_ins, accounts.c.revoked_at).join(accounts, of.account == accounts.c.id)
        with self.database.read() as connection:
            rows = connection.execute(query.where(of.account == account).order_by(of.created_at, of.kind, of.id)).all()
        return [
            {
                "id": row.id,
                "kind": row.kind,
                "scopes": None if row.scopes is None else json.loads(row.scopes),
                "created": clock_text(Moment(row.created_at)),
                "used": clock_text(Moment(row.used_at)),
                "expires": clock_text(Moment(row.expires_at)),
            }
            for row in rows
            if not _over(row, now)
        ]

    def over(self, ids: Collection[str]) -> set[str]:
        """The sign-ins among these that have ended, in this or another process."""
        now, of = self.clock(), sign_ins.c
        query = select(sign_ins, accounts.c.revoked_at).join(accounts, of.account == accounts.c.id)
        with self.database.read() as connection:
            rows = connection.execute(query.where(of.id.in_(list(ids)))).all()
        return set(ids) - {row.id for row in rows if not _over(row, now)}

    def end(self, connection: Connection, which: Any) -> list[str]:
        """End sign-ins and return their ids; the caller must call `tell` once this is durable."""
        of = sign_ins.c
        there = [row.id for row in connection.execute(select(of.id).where(which, of.ended_at.is_(None)))]
        connection.execute(update(sign_ins).where(which, of.ended_at.is_(None)).values(ended_at=self.clock()))
        return there

    def tell(self, ended: Iterable[str]) -> None:
        """Clear the cache, and call the listeners with the ended sign-ins."""
        self._changes += 1
        self._kept.clear()
        for sign_in in ended:
            for listener in list(self.revoked):
                listener(sign_in)

    # Guests

    def guests(self, connection: Connection) -> int:
        """The number of active guests."""
        now, of = self.clock(), sign_ins.c
        live = select(func.count()).where(of.account.startswith(GUEST), of.ended_at.is_(None), of.expires_at > now)
        return int(connection.execute(live.where(of.used_at > now - IDLE_SECONDS)).scalar_one())

    def clean_guests(self) -> int:
        """End the accounts of guests who are gone, and delete guests' sign-ins that ended a day ago; return how many ended.

        The append-only records stay: the account, which events name, and its steps.
        """
        now, of = self.clock(), sign_ins.c
        gone = or_(of.used_at <= now - GUEST_SECONDS, of.expires_at <= now, of.ended_at.is_not(None))
        query = select(of.account).join(accounts, of.account == accounts.c.id)
        query = query.where(of.account.startswith(GUEST), gone, accounts.c.revoked_at.is_(None))
        with self.database.write() as connection:
            found = sorted(connection.execute(query.limit(CLEANED_AT_ONCE)).scalars())
            ended = self.end(connection, of.account.in_(found)) if found else []
            if found:
                connection.execute(update(accounts).where(accounts.c.id.in_(found)).values(revoked_at=now))
                steps = [
                    {"account": each, "at": now, "by": SERVICE, "step": "expired", "about": "{}"} for each in found
                ]
                connection.execute(insert(account_steps), steps)
            old = of.account.startswith(GUEST) & (of.ended_at <= now - CLEAN_SECONDS)
            connection.execute(delete(sign_ins).where(old))
        if found:
            self.tell(ended)
        return len(found)

    # Attempts

    def attempts(self, kind: str, about: str, principal: Principal | None = None, table: str = "") -> None:
        """Record a refused attempt. `about` describes it without any secret; `table` is the table's id, if there is one."""
        actor, role = ("", "") if principal is None else (principal.account, ", ".join(principal.roles))
        row = {"at": self.clock(), "actor": actor[:60], "role": role[:40], "kind": kind[:60], "table_id": table[:60]}
        with self.database.write() as connection:
            connection.execute(insert(refused_attempts).values({**row, "about": visible(about)[:LONGEST_ABOUT]}))

    def _presented(self, text: str, kind: str, about: str, actor: str = "") -> None:
        """Record an invalid secret, each once a minute and at most MOST_PRESENTED a minute."""
        digest, minute = digest_of(text), self.clock() // MINUTE
        with self._lock_presented:
            if self._minute != minute:
                self._minute, self._presented_now = minute, set()
            if digest in self._presented_now or len(self._presented_now) >= MOST_PRESENTED:
                return
            self._presented_now.add(digest)
        self.attempts(kind, about, Principal(actor, "", ()) if actor else None)


def _over(row: Row[Any], now: int) -> bool:
    """Whether a sign-in has ended. Setting the clock back does not extend a session beyond its idle time."""
    idle = row.kind == SESSION and not row.used_at - IDLE_SECONDS < now < row.used_at + IDLE_SECONDS
    return bool(row.ended_at is not None or row.revoked_at is not None or row.expires_at <= now or idle)
