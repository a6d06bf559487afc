"""Accounts: passwords, sign-ins, tokens, lock-out, and the first administrator.

Passwords are stored as Argon2id hashes, everything that is sent as a secret later on (session ids, tokens, the first secret) as
a SHA-256 digest of 256 random bits. Failed sign-ins are counted in the database, so that a restart does not forget them.
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

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.law import BadInput
from houseway.law.inputs import visible
from houseway.law.roles import Role
from houseway.service.access import (
    GUEST,
    MANAGE_ACCOUNTS,
    NO_HOLDER,
    SCOPES,
    Forbidden,
    Hidden,
    Office,
    Principal,
    may,
)
from houseway.service.account_rules import (
    LONGEST_NAME,
    LONGEST_PASSWORD,
    name_key,
    normal,
    proper_name,
    proper_password,
    proper_roles,
)
from houseway.service.tries import LOCK_SECONDS, TooManyTries, Tries, account_key, unknown_key
from houseway.store.database import Database
from houseway.store.people_schema import account_steps, accounts, first_secrets, sign_ins
from houseway.store.schema import attempts as refused_attempts
from houseway.table import wall_clock
from houseway.table.table import Clock

MINUTE, HOUR, DAY = 60, 3600, 86400
IDLE_SECONDS = 30 * MINUTE  # a session that nobody uses ends
LONGEST_SECONDS = 12 * HOUR  # … and every session ends after a shift
TOKEN_SECONDS = 366 * DAY  # the longest life of a token
FIRST_SECONDS = HOUR  # how long the link for the first administrator works
TOUCH_SECONDS = MINUTE  # how exactly it is kept when a session was last used
LONGEST_ABOUT = 500
LONGEST_SECRET = 100
KEPT_SECONDS = 0.5  # so much later than here, other processes learn of a revocation
MOST_KEPT = 10_000  # sign-ins that are kept in memory for so long
MOST_PRESENTED = 100  # invalid sessions and tokens that are recorded in one minute
MOST_GUESTS = 200  # who play at once
NO_PASSWORD = "none"  # no hash: nothing verifies against it
SERVICE = "houseway"  # who does what nobody in particular does
SESSION, TOKEN = "session", "token"
_PREFIX = {SESSION: "hws_", TOKEN: "hwt_"}  # tells what a secret is, so that one found somewhere can be revoked


class SignInRefused(Exception):  # noqa: N818 - says what happened, as its siblings in access.py do
    """Name or password is wrong; it never says which."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A sign-in that was looked up a moment ago."""

    principal: Principal
    since: int
    until: int
    stale_at: float


@dataclass(frozen=True, slots=True)
class AccountStep:
    """One step of an account's life."""

    at: int
    by: str
    step: str
    about: str


class People:
    """The accounts of a database. Listeners in `revoked` are told the id of every sign-in that ends, at once."""

    def __init__(self, database: Database, clock: Clock = wall_clock, hasher: PasswordHasher | None = None) -> None:
        self.database, self.clock = database, clock
        self.hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self.revoked: list[Callable[[str], None]] = []
        self._tries = Tries(database, clock)
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._changes = 0  # how often sign-ins were ended here
        self._minute, self._presented_now, self._lock_presented = 0, set[str](), threading.Lock()
        self._nobody = self.hasher.hash(secrets.token_hex(16))  # verified for unknown names, so that they take as long

    # The first administrator

    def first_link(self) -> str | None:
        """A new one-time secret to create the administrator with; None if there is one."""
        secret, now = secrets.token_urlsafe(32), self.clock()
        with self.database.write() as connection:
            if _has_administrator(connection):
                return None
            row = {"digest": _digest(secret), "created_at": now, "expires_at": now + FIRST_SECONDS}
            connection.execute(insert(first_secrets).values(row))
        return secret

    def create_first(self, secret: str, name: str, password: str) -> Principal:
        """Create the administrator. The secret works once, for an hour, and only while there is no administrator."""
        name = proper_name(name)
        stored, now = self.hasher.hash(proper_password(password, name)), self.clock()
        of = first_secrets.c
        with self.database.write() as connection:
            known = select(of.digest).where(of.used_at.is_(None), of.expires_at > now).order_by(of.digest)
            unused = connection.execute(known.with_for_update()).scalars().all()  # two who come at once take turns
            if _digest(secret) in unused and not _has_administrator(connection):
                connection.execute(update(first_secrets).where(of.used_at.is_(None)).values(used_at=now))
                return self._created(connection, SERVICE, name, stored, (str(Office.ADMINISTRATOR),), "")
        self.attempts("first-secret", "a secret for the first administrator that is unknown, used or too old")
        raise SignInRefused("this link does not work: it was used or is too old; start the service again for a new one")

    # Accounts

    def create(self, by: Principal, name: str, password: str, roles: Iterable[str], holder: str = "") -> Principal:
        """Create an account; only an administrator may, and one of a holder only for that holder."""
        name, roles = proper_name(name), proper_roles(roles, holder)
        self._refuse_others(by, holder, f"create an account with the roles {', '.join(roles)}")
        if by.holder and any(role in NO_HOLDER and role != "player" for role in roles):
            self._forbid(by, "create an account of the Board's side or another administrator")
        stored = self.hasher.hash(proper_password(password, name))
        try:
            with self.database.write() as connection:
                return self._created(connection, by.account, name, stored, roles, holder)
        except IntegrityError:
            raise BadInput(f'name: there is an account "{visible(name)}" already; choose another name') from None

    def _created(
        self,
        connection: Connection,
        by: str,
        name: str,
        stored: str,
        roles: tuple[str, ...],
        holder: str,
        kind: str = "acc-",
    ) -> Principal:
        account, now = f"{kind}{secrets.token_hex(8)}", self.clock()
        row = {"id": account, "name": name, "name_key": name_key(name), "holder": holder, "roles": json.dumps(roles)}
        connection.execute(insert(accounts).values({**row, "password": stored, "created_at": now}))
        self._step(connection, account, by, "created", {"name": name, "roles": list(roles), "holder": holder})
        return Principal(account, name, roles, holder)

    def guest(self) -> tuple[str, Principal]:
        """A session for somebody without an account, who plays at practice tables: its id, and who it is."""
        now, of = self.clock(), sign_ins.c
        with self.database.write() as connection:
            live = select(func.count()).where(of.account.startswith(GUEST), of.ended_at.is_(None), of.expires_at > now)
            if connection.execute(live.where(of.used_at > now - IDLE_SECONDS)).scalar_one() >= MOST_GUESTS:
                raise TooManyTries(MINUTE)
            name, token = f"Guest {secrets.token_hex(4)}", _new(SESSION)
            made = self._created(connection, SERVICE, name, NO_PASSWORD, (str(Role.PLAYER),), "", GUEST)
            sign_in = self._signed_in(connection, token, SESSION, made.account, None, now + LONGEST_SECONDS)
        return token, _with(made, None, sign_in)

    def find(self, account: str) -> Principal | None:
        """An account by its id, also one that was revoked; it is not signed in."""
        with self.database.read() as connection:
            row = connection.execute(select(accounts).where(accounts.c.id == account)).one_or_none()
        return None if row is None else _principal(row)

    def all(self, by: Principal) -> list[tuple[Principal, bool]]:
        """All accounts that an administrator manages, each with whether it was revoked; guests are not among them."""
        self._refuse_others(by, by.holder, "list accounts")
        query = select(accounts).where(accounts.c.id.not_like(f"{GUEST}%")).order_by(accounts.c.name_key)
        with self.database.read() as connection:
            rows = connection.execute(query if not by.holder else query.where(accounts.c.holder == by.holder)).all()
        return [(_principal(row), row.revoked_at is not None) for row in rows]

    def steps(self, by: Principal, account: str) -> list[AccountStep]:
        """What happened to an account, in order."""
        if by.account != account:
            self._refuse_others(by, self._known(account).holder, "see what happened to an account")
        query = select(account_steps).where(account_steps.c.account == account).order_by(account_steps.c.number)
        with self.database.read() as connection:
            return [AccountStep(row.at, row.by, row.step, row.about) for row in connection.execute(query)]

    def change_roles(self, by: Principal, account: str, roles: Iterable[str]) -> Principal:
        """Give an account other roles. Its sign-ins and tokens end, so that none keeps what it had."""
        there = self._known(account)
        roles = proper_roles(roles, there.holder)
        self._refuse_others(by, there.holder, f"change the roles of {there.name}")
        if by.holder and any(role in NO_HOLDER and role != "player" for role in roles):
            self._forbid(by, "give an account a role of the Board's side or of an administrator")
        with self.database.write() as connection:
            self._keep_an_administrator(connection, there, roles)
            connection.execute(update(accounts).where(accounts.c.id == account).values(roles=json.dumps(roles)))
            about = {"roles": list(roles), "before": list(there.roles)}
            self._step(connection, account, by.account, "roles-changed", about)
            ended = self._end(connection, sign_ins.c.account == account)
        self._tell(ended)
        return Principal(account, there.name, roles, there.holder)

    def change_password(self, principal: Principal, old: str, new: str, address: str = "") -> None:
        """Change one's own password. All other sessions of the account end; tokens stay."""
        self._refuse_token(principal, "change the password")
        row = self._checked(principal.name, old, address)
        stored = self.hasher.hash(proper_password(new, principal.name))
        of = sign_ins.c
        with self.database.write() as connection:
            connection.execute(update(accounts).where(accounts.c.id == row.id).values(password=stored))
            self._step(connection, row.id, principal.account, "password-changed", {})
            ended = self._end(connection, (of.account == row.id) & (of.kind == SESSION) & (of.id != principal.sign_in))
        self._tell(ended)

    def set_password(self, by: Principal, account: str, new: str) -> None:
        """An administrator gives an account a new password: its sign-ins and tokens end, and it is no longer locked."""
        there = self._known(account)
        self._refuse_others(by, there.holder, f"set the password of {there.name}")
        stored = self.hasher.hash(proper_password(new, there.name))
        with self.database.write() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=stored))
            self._tries.forget(connection, account_key(account))
            self._step(connection, account, by.account, "password-set", {})
            ended = self._end(connection, sign_ins.c.account == account)
        self._tell(ended)

    def unlock(self, by: Principal, account: str) -> None:
        """Let an account sign in again that failed too often."""
        there = self._known(account)
        self._refuse_others(by, there.holder, f"unlock {there.name}")
        with self.database.write() as connection:
            self._tries.forget(connection, account_key(account))
            self._step(connection, account, by.account, "unlocked", {})

    def revoke(self, by: Principal, *, account: str = "", sign_in: str = "") -> None:
        """End an account for good, with all its sign-ins and tokens; or one sign-in or token (one's own, or as administrator)."""
        if account:
            self._revoke_account(by, self._known(account))
            return
        with self.database.read() as connection:
            owner = connection.execute(select(sign_ins.c.account).where(sign_ins.c.id == sign_in)).scalar_one_or_none()
        if owner is None:
            raise Hidden("there is no such sign-in")
        if owner != by.account:
            self._refuse_others(by, self._known(owner).holder, "end somebody else's sign-in")
        with self.database.write() as connection:
            ended = self._end(connection, sign_ins.c.id == sign_in)
            if ended:
                self._step(connection, owner, by.account, "sign-in-revoked", {"sign_in": sign_in})
        self._tell(ended)

    def _revoke_account(self, by: Principal, there: Principal) -> None:
        self._refuse_others(by, there.holder, f"revoke {there.name}")
        with self.database.write() as connection:
            self._keep_an_administrator(connection, there, ())
            of, now = accounts.c, self.clock()
            done = connection.execute(
                update(accounts).where(of.id == there.account, of.revoked_at.is_(None)).values(revoked_at=now)
            )
            if done.rowcount:
                self._step(connection, there.account, by.account, "revoked", {})
            ended = self._end(connection, sign_ins.c.account == there.account)
        self._tell(ended)

    # Signing in

    def sign_in(self, name: str, password: str, address: str) -> tuple[str, Principal]:
        """A new session: its id, which is shown only here, and who it is. SignInRefused or TooManyTries."""
        row = self._checked(name, password, address)
        token, principal = _new(SESSION), _principal(row)
        now = self.clock()
        with self.database.write() as connection:
            sign_in = self._signed_in(connection, token, SESSION, row.id, None, now + LONGEST_SECONDS)
            if self.hasher.check_needs_rehash(row.password):
                stored = self.hasher.hash(normal(password))
                connection.execute(update(accounts).where(accounts.c.id == row.id).values(password=stored))
        return token, _with(principal, None, sign_in)

    def _checked(self, name: str, password: str, address: str) -> Row[Any]:
        """The account of a name and its password. A try counts before it is checked, so that no burst gets more of them."""
        known = len(name) <= LONGEST_NAME and len(password) <= LONGEST_PASSWORD
        with self.database.write() as connection:
            row = connection.execute(select(accounts).where(accounts.c.name_key == name_key(name))).one_or_none()
            mine = unknown_key(name_key(name)) if row is None else account_key(row.id)
            wait = self._tries.take(connection, mine, address)
        who = "an unknown name" if row is None else f"the account {row.id}"
        if wait:
            self.attempts("sign-in-locked", f"a sign-in with {who} from {address}, which has failed too often")
            raise TooManyTries(wait)
        right = self._verifies(self._nobody if row is None else row.password, password if known else "")
        if row is None or not right or not known or row.revoked_at is not None:
            self.attempts("sign-in", f"a wrong password or name: {who} from {address}")
            with self.database.write() as connection:
                if self._tries.failed(connection, mine, address) and row is not None:
                    about = {"seconds": LOCK_SECONDS, "address": address}
                    self._step(connection, row.id, SERVICE, "locked", about)
            raise SignInRefused("name or password is wrong")
        with self.database.write() as connection:
            self._tries.succeeded(connection, mine, address)
        return row

    def _verifies(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, normal(password))
        except (VerificationError, InvalidHashError):
            return False

    def session(self, token: str) -> Principal | None:
        """Who a session id belongs to; None if it is unknown, ended, idle too long or too old."""
        return self._found(token, SESSION)

    def token(self, text: str) -> Principal | None:
        """Who an API token belongs to; None if it is unknown, revoked or expired."""
        return self._found(text, TOKEN)

    def _found(self, text: str, kind: str) -> Principal | None:
        if not text.startswith(_PREFIX[kind]) or len(text) > LONGEST_SECRET or not text.isascii():
            self._presented(text[: 2 * LONGEST_SECRET], f"forged-{kind}", f"no {kind}, but something else")
            return None
        now, digest = self.clock(), _digest(text)
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
            self._presented(text, f"forged-{kind}", f"a {kind} that was never given out")
            return None
        if _over(row, now):
            self._presented(text, f"ended-{kind}", f"the {kind} {row.id}, which is over", row.account)
            return None
        if now - row.used_at >= TOUCH_SECONDS:
            with self.database.write() as connection:
                connection.execute(update(sign_ins).where(of.id == row.id, of.used_at < now).values(used_at=now))
        scopes = None if row.scopes is None else frozenset(json.loads(row.scopes))
        principal = Principal(row.account, row.name, tuple(json.loads(row.roles)), row.holder, scopes, row.id)
        if changes == self._changes:  # nothing ended while we looked
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            until = min(row.expires_at, row.used_at + TOUCH_SECONDS)
            self._kept[kind, digest] = _Kept(principal, now, until, time.monotonic() + KEPT_SECONDS)
        return principal

    def _presented(self, text: str, kind: str, about: str, actor: str = "") -> None:
        """Record a secret that is not valid: each one once, and not more of them a minute than anybody would read."""
        digest, minute = _digest(text), self.clock() // MINUTE
        with self._lock_presented:
            if self._minute != minute:
                self._minute, self._presented_now = minute, set()
            if digest in self._presented_now or len(self._presented_now) >= MOST_PRESENTED:
                return
            self._presented_now.add(digest)
        self.attempts(kind, about, Principal(actor, "", ()) if actor else None)

    def ended(self, ids: Collection[str]) -> set[str]:
        """Which of these sign-ins are over, by another process too: for whoever keeps sockets open."""
        now, of = self.clock(), sign_ins.c
        query = select(sign_ins, accounts.c.revoked_at).join(accounts, of.account == accounts.c.id)
        with self.database.read() as connection:
            rows = connection.execute(query.where(of.id.in_(list(ids)))).all()
        return set(ids) - {row.id for row in rows if not _over(row, now)}

    def sign_out(self, token: str) -> None:
        """End a session."""
        with self.database.write() as connection:
            ended = self._end(connection, (sign_ins.c.digest == _digest(token)) & (sign_ins.c.kind == SESSION))
        self._tell(ended)

    # Tokens

    def make_token(self, principal: Principal, scopes: Iterable[str], expires_at: int) -> str:
        """A new API token, which is shown only here; it may do what both its scopes and the account's roles allow."""
        wanted, now = sorted(set(scopes)), self.clock()
        self._refuse_token(principal, "make a token")
        for scope in wanted:
            if scope not in SCOPES:
                raise BadInput(f'scopes: "{visible(scope)}" is not a scope; there are {", ".join(SCOPES)}')
        if not wanted:
            raise BadInput(f"scopes: a token needs at least one; there are {', '.join(SCOPES)}")
        if not now < expires_at <= now + TOKEN_SECONDS:
            raise BadInput(f"expires_at: {expires_at} is not within the next {TOKEN_SECONDS // DAY} days")
        token = _new(TOKEN)
        with self.database.write() as connection:
            sign_in = self._signed_in(connection, token, TOKEN, principal.account, wanted, expires_at)
            about = {"sign_in": sign_in, "scopes": wanted, "expires_at": expires_at}
            self._step(connection, principal.account, principal.account, "token-made", about)
        return token

    def _signed_in(
        self, connection: Connection, text: str, kind: str, account: str, scopes: list[str] | None, until: int
    ) -> str:
        now, sign_in = self.clock(), f"sig-{secrets.token_hex(8)}"
        row = {"id": sign_in, "digest": _digest(text), "account": account, "kind": kind, "created_at": now}
        stored = None if scopes is None else json.dumps(scopes)
        connection.execute(insert(sign_ins).values({**row, "used_at": now, "expires_at": until, "scopes": stored}))
        return sign_in

    # Attempts

    def attempts(self, kind: str, about: str, principal: Principal | None = None) -> None:
        """Record an attempt that was refused. `about` says what was tried, without any secret."""
        actor, role = ("", "") if principal is None else (principal.account, ", ".join(principal.roles))
        row = {"at": self.clock(), "actor": actor[:60], "role": role[:40], "kind": kind[:60]}
        with self.database.write() as connection:
            connection.execute(insert(refused_attempts).values({**row, "about": visible(about)[:LONGEST_ABOUT]}))

    # Common

    def _known(self, account: str) -> Principal:
        there = self.find(account)
        if there is None:
            raise Hidden("there is no such account")
        return there

    def _refuse_others(self, by: Principal, holder: str, what: str) -> None:
        """Only an administrator manages accounts: one of no holder all of them, one of a holder its own."""
        if not may(by, MANAGE_ACCOUNTS) or by.holder not in ("", holder):
            self._forbid(by, what)

    def _refuse_token(self, principal: Principal, what: str) -> None:
        if principal.scopes is not None:
            self.attempts("scope", f"{what} with a token", principal)
            raise Forbidden(f"A token cannot {what}", "sign in to do this", kind="scope")

    def _forbid(self, by: Principal, what: str) -> None:
        self.attempts("wrong-role", what, by)
        raise Forbidden(f"Your account cannot {what}", "this is for an administrator")

    def _keep_an_administrator(self, connection: Connection, there: Principal, roles: tuple[str, ...]) -> None:
        if Office.ADMINISTRATOR not in there.roles or Office.ADMINISTRATOR in roles:
            return
        others = [each for each in _administrators(connection) if each.id != there.account and not each.holder]
        if not others and not there.holder:
            raise BadInput(f"{there.name} is the last administrator; create another one first")

    def _step(self, connection: Connection, account: str, by: str, step: str, about: dict[str, Any]) -> None:
        row = {"account": account, "at": self.clock(), "by": by, "step": step}
        connection.execute(insert(account_steps).values({**row, "about": json.dumps(about, sort_keys=True)}))

    def _end(self, connection: Connection, which: Any) -> list[str]:
        of = sign_ins.c
        there = [row.id for row in connection.execute(select(of.id).where(which, of.ended_at.is_(None)))]
        connection.execute(update(sign_ins).where(which, of.ended_at.is_(None)).values(ended_at=self.clock()))
        return there

    def _tell(self, ended: Iterable[str]) -> None:
        self._changes += 1
        self._kept.clear()
        for sign_in in ended:
            for listener in list(self.revoked):
                listener(sign_in)


def _new(kind: str) -> str:
    return _PREFIX[kind] + secrets.token_urlsafe(32)  # 256 bits


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _over(row: Row[Any], now: int) -> bool:
    """Is a sign-in over? A clock that was set back does not make it last longer than its idle time."""
    idle = row.kind == SESSION and not row.used_at - IDLE_SECONDS < now < row.used_at + IDLE_SECONDS
    return bool(row.ended_at is not None or row.revoked_at is not None or row.expires_at <= now or idle)


def _principal(row: Row[Any]) -> Principal:
    return Principal(row.id, row.name, tuple(json.loads(row.roles)), row.holder)


def _with(principal: Principal, scopes: frozenset[str] | None, sign_in: str) -> Principal:
    return Principal(principal.account, principal.name, principal.roles, principal.holder, scopes, sign_in)


def _administrators(connection: Connection) -> list[Row[Any]]:
    rows = connection.execute(select(accounts).where(accounts.c.revoked_at.is_(None))).all()
    return [row for row in rows if Office.ADMINISTRATOR in json.loads(row.roles)]


def _has_administrator(connection: Connection) -> bool:
    return bool(_administrators(connection))
