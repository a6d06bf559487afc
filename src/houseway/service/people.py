"""Accounts: passwords, lock-out, the first administrator, and making sessions and tokens (`sign_ins.py`).

Passwords are stored as Argon2id hashes. The one-time secret for the first administrator has 256 random bits and is stored as a
SHA-256 digest. Failed sign-ins are counted in the database, so the counts survive a restart.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from houseway.law import BadInput
from houseway.law.errors import one_of
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
from houseway.service.failed_sign_ins import LOCK_SECONDS, TooManyTries, Tries, account_key, unknown_key
from houseway.service.sign_ins import (
    DAY,
    HOUR,
    LONGEST_SECONDS,
    MINUTE,
    SERVICE,
    SESSION,
    TOKEN,
    SignIns,
    digest_of,
    new_secret,
)
from houseway.service.submissions import HOW_ENTERED
from houseway.store.approvals_schema import holders
from houseway.store.database import Database
from houseway.store.people_schema import account_steps, accounts, first_secrets, sign_ins
from houseway.store.schema import tables
from houseway.table import wall_clock
from houseway.table.table import Clock

TOKEN_SECONDS = 366 * DAY  # the longest life of a token
FIRST_SECONDS = HOUR  # how long the link for the first administrator works
MOST_GUESTS = 200  # at the same time
NO_PASSWORD = "none"  # not a hash: no password matches it


class SignInRefused(Exception):  # noqa: N818 - named like the errors in access.py
    """The name or the password is wrong; the message never says which."""


@dataclass(frozen=True, slots=True)
class AccountStep:
    """One recorded change of an account."""

    at: int
    by: str
    step: str
    about: str


class People:
    """The accounts of a database. Listeners in `revoked` are called with the id of every sign-in as soon as it ends."""

    def __init__(self, database: Database, clock: Clock = wall_clock, hasher: PasswordHasher | None = None) -> None:
        self.database, self.clock = database, clock
        self.hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._tries, self._sign_ins = Tries(database, clock), SignIns(database, clock)
        self.revoked: list[Callable[[str], None]] = self._sign_ins.revoked
        self._nobody = self.hasher.hash(secrets.token_hex(16))  # checked for unknown names, so that they take as long

    # The first administrator

    def first_link(self) -> str | None:
        """A new one-time secret for creating the administrator; None if there already is an administrator."""
        secret, now = secrets.token_urlsafe(32), self.clock()
        with self.database.write() as connection:
            if _has_administrator(connection):
                return None
            row = {"digest": digest_of(secret), "created_at": now, "expires_at": now + FIRST_SECONDS}
            connection.execute(insert(first_secrets).values(row))
        return secret

    def create_first(self, secret: str, name: str, password: str) -> Principal:
        """Create the administrator. The secret works once, for an hour, and only while there is no administrator."""
        name = proper_name(name)
        stored, now = self.hasher.hash(proper_password(password, name)), self.clock()
        of = first_secrets.c
        with self.database.write() as connection:
            known = select(of.digest).where(of.used_at.is_(None), of.expires_at > now).order_by(of.digest)
            unused = connection.execute(known.with_for_update()).scalars().all()  # simultaneous requests take turns
            has_one = _has_administrator(connection)
            if digest_of(secret) in unused and not has_one:
                connection.execute(update(first_secrets).where(of.used_at.is_(None)).values(used_at=now))
                return self._created(connection, SERVICE, name, stored, (str(Office.ADMINISTRATOR),), "")
        self.attempts("first-secret", "a secret for the first administrator that is unknown, used or too old")
        if has_one:
            raise SignInRefused(
                "this link does not work: there already is an administrator; sign in, or ask them for an account"
            )
        why = "it was not copied completely, was already used, or has expired"
        raise SignInRefused(f"this link does not work: {why}; start the service again for a new one")

    # Accounts

    def create(
        self,
        by: Principal,
        name: str,
        password: str,
        roles: Iterable[str],
        holder: str = "",
    ) -> Principal:
        """Create an account, as an administrator; a holder's administrator may create accounts only for that holder.

        The holder must have been entered, or have a table here. A manufacturer need not exist before its first account.
        """
        name, roles = proper_name(name), proper_roles(roles, holder)
        self._refuse_others(by, holder, f"create an account with the roles {', '.join(roles)}")
        if by.holder and any(role in NO_HOLDER and role != "player" for role in roles):
            self._forbid(by, "create an account for the Board or another administrator")
        stored = self.hasher.hash(proper_password(password, name))
        try:
            with self.database.write() as connection:
                if holder and Office.MANUFACTURER not in roles:
                    _refuse_unknown_holder(connection, holder)
                return self._created(connection, by.account, name, stored, roles, holder)
        except IntegrityError:
            raise BadInput(f'name: there already is an account "{visible(name)}"; choose another name') from None

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
        """Begin a session for a guest at practice tables; return its secret and its principal."""
        with self.database.write() as connection:
            if self._sign_ins.guests(connection) >= MOST_GUESTS:
                raise TooManyTries(MINUTE)
            name, token = f"Guest {secrets.token_hex(4)}", new_secret(SESSION)
            made = self._created(connection, SERVICE, name, NO_PASSWORD, (str(Role.PLAYER),), "", GUEST)
            until = self.clock() + LONGEST_SECONDS
            sign_in = self._sign_ins.add(connection, token, SESSION, made.account, None, until)
        return token, replace(made, sign_in=sign_in)

    def clean_guests(self) -> int:
        """End the accounts of guests who are gone; return how many."""
        return self._sign_ins.clean_guests()

    def find(self, account: str) -> Principal | None:
        """An account by its id, even if it was revoked; None if there is none. The principal is not signed in."""
        with self.database.read() as connection:
            row = connection.execute(select(accounts).where(accounts.c.id == account)).one_or_none()
        return None if row is None else _principal(row)

    def all(self, by: Principal) -> list[tuple[Principal, bool]]:
        """All accounts that an administrator manages, each with whether it was revoked; guests are left out."""
        self._refuse_others(by, by.holder, "list accounts")
        query = select(accounts).where(accounts.c.id.not_like(f"{GUEST}%")).order_by(accounts.c.name_key)
        with self.database.read() as connection:
            rows = connection.execute(query if not by.holder else query.where(accounts.c.holder == by.holder)).all()
        return [(_principal(row), row.revoked_at is not None) for row in rows]

    def steps(self, by: Principal, account: str) -> list[AccountStep]:
        """The recorded changes of an account, in order."""
        if by.account != account:
            self._managed(by, account, "see the history of an account")
        query = select(account_steps).where(account_steps.c.account == account).order_by(account_steps.c.number)
        with self.database.read() as connection:
            return [AccountStep(row.at, row.by, row.step, row.about) for row in connection.execute(query)]

    def change_roles(self, by: Principal, account: str, roles: Iterable[str]) -> Principal:
        """Change the roles of an account. Its sessions and tokens end, so that none keeps the old roles."""
        there = self._managed(by, account, "change the roles of an account")
        roles = proper_roles(roles, there.holder, new=False)
        if by.holder and any(role in NO_HOLDER and role != "player" for role in roles):
            self._forbid(by, "give an account a role of the Board or of an administrator")
        with self.database.write() as connection:
            self._keep_an_administrator(connection, there, roles)
            connection.execute(update(accounts).where(accounts.c.id == account).values(roles=json.dumps(roles)))
            about = {"roles": list(roles), "before": list(there.roles)}
            self._step(connection, account, by.account, "roles-changed", about)
            ended = self._sign_ins.end(connection, sign_ins.c.account == account)
        self._sign_ins.tell(ended)
        return Principal(account, there.name, roles, there.holder)

    def change_password(self, principal: Principal, old: str, new: str, address: str = "") -> None:
        """Change the principal's own password. All other sessions of the account end; its tokens stay valid."""
        self._refuse_token(principal, "change the password")
        row = self._checked(principal.name, old, address)
        stored = self.hasher.hash(proper_password(new, principal.name))
        of = sign_ins.c
        with self.database.write() as connection:
            connection.execute(update(accounts).where(accounts.c.id == row.id).values(password=stored))
            self._step(connection, row.id, principal.account, "password-changed", {})
            ended = self._sign_ins.end(
                connection, (of.account == row.id) & (of.kind == SESSION) & (of.id != principal.sign_in)
            )
        self._sign_ins.tell(ended)

    def set_password(self, by: Principal, account: str, new: str) -> None:
        """Set the password of an account, as an administrator. Its sessions and tokens end, and it is unlocked."""
        there = self._managed(by, account, "set the password of an account")
        stored = self.hasher.hash(proper_password(new, there.name))
        with self.database.write() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=stored))
            self._tries.forget(connection, account_key(account))
            self._step(connection, account, by.account, "password-set", {})
            ended = self._sign_ins.end(connection, sign_ins.c.account == account)
        self._sign_ins.tell(ended)

    def unlock(self, by: Principal, account: str) -> None:
        """Let a locked account sign in again."""
        self._managed(by, account, "unlock an account")
        with self.database.write() as connection:
            self._tries.forget(connection, account_key(account))
            self._step(connection, account, by.account, "unlocked", {})

    def revoke(self, by: Principal, *, account: str = "", sign_in: str = "") -> None:
        """Revoke an account with all its sessions and tokens, or one session or token: your own, or any as an administrator."""
        if account:
            self._revoke_account(by, self._managed(by, account, "revoke an account"))
            return
        owner = self._sign_ins.owner(sign_in)
        if owner is None:
            raise Hidden("there is no such sign-in")
        if sign_in != by.sign_in:
            self._refuse_token(by, "end another sign-in")
        if owner != by.account:
            self._refuse_others(by, self._known(owner).holder, "end somebody else's sign-in")
        with self.database.write() as connection:
            ended = self._sign_ins.end(connection, sign_ins.c.id == sign_in)
            if ended:
                self._step(connection, owner, by.account, "sign-in-revoked", {"sign_in": sign_in})
        self._sign_ins.tell(ended)

    def sign_ins_of(self, by: Principal, account: str = "") -> list[dict[str, Any]]:
        """The sessions and tokens that have not ended: your own, or those of another account as an administrator."""
        self._refuse_token(by, "list sign-ins")
        if account and account != by.account:
            self._managed(by, account, "list the sign-ins of an account")
        found = self._sign_ins.listed(account or by.account)
        return [{**each, "current": each["id"] == by.sign_in} for each in found]

    def _revoke_account(self, by: Principal, there: Principal) -> None:
        with self.database.write() as connection:
            self._keep_an_administrator(connection, there, ())
            of, now = accounts.c, self.clock()
            done = connection.execute(
                update(accounts).where(of.id == there.account, of.revoked_at.is_(None)).values(revoked_at=now)
            )
            if done.rowcount:
                self._step(connection, there.account, by.account, "revoked", {})
            ended = self._sign_ins.end(connection, sign_ins.c.account == there.account)
        self._sign_ins.tell(ended)

    # Signing in

    def sign_in(self, name: str, password: str, address: str) -> tuple[str, Principal]:
        """Begin a session; return its secret, which is shown only here, and its principal.

        Raises SignInRefused or TooManyTries.
        """
        row = self._checked(name, password, address)
        token, principal = new_secret(SESSION), _principal(row)
        now = self.clock()
        with self.database.write() as connection:
            sign_in = self._sign_ins.add(connection, token, SESSION, row.id, None, now + LONGEST_SECONDS)
            if self.hasher.check_needs_rehash(row.password):
                stored = self.hasher.hash(normal(password))
                connection.execute(update(accounts).where(accounts.c.id == row.id).values(password=stored))
        return token, replace(principal, sign_in=sign_in)

    def _checked(self, name: str, password: str, address: str) -> Row[Any]:
        """The account with this name and password. A try counts before it is checked, so a burst gets no additional tries."""
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
        """The account of a session; None if the session is unknown, ended, idle for too long or too old."""
        return self._sign_ins.find(token, SESSION)

    def token(self, text: str) -> Principal | None:
        """The account of an API token; None if the token is unknown, revoked or expired."""
        return self._sign_ins.find(text, TOKEN)

    def ended(self, ids: Collection[str]) -> set[str]:
        """The sign-ins among these that have ended, in this or another process; their sockets must be closed."""
        return self._sign_ins.over(ids)

    def sign_out(self, token: str) -> None:
        """End a session."""
        with self.database.write() as connection:
            ended = self._sign_ins.end(
                connection, (sign_ins.c.digest == digest_of(token)) & (sign_ins.c.kind == SESSION)
            )
        self._sign_ins.tell(ended)

    # Tokens

    def make_token(self, principal: Principal, scopes: Iterable[str], expires_at: int) -> str:
        """Make an API token, which is shown only here. It may do what both its scopes and the account's roles allow."""
        return self.new_token(principal, scopes, expires_at)[0]

    def new_token(self, principal: Principal, scopes: Iterable[str], expires_at: int) -> tuple[str, str]:
        """Make an API token as `make_token` does, and return it with the id by which it is listed and revoked."""
        wanted, now = sorted(set(scopes)), self.clock()
        self._refuse_token(principal, "make a token")
        for scope in wanted:
            if scope not in SCOPES:
                raise BadInput(f'scopes: "{visible(scope)}" is not a scope; there are {", ".join(SCOPES)}')
        if not wanted:
            raise BadInput(f"scopes: a token needs at least one; there are {', '.join(SCOPES)}")
        if not now < expires_at <= now + TOKEN_SECONDS:
            raise BadInput(f"expires_at: {expires_at} is not within the next {TOKEN_SECONDS // DAY} days")
        token = new_secret(TOKEN)
        with self.database.write() as connection:
            sign_in = self._sign_ins.add(connection, token, TOKEN, principal.account, wanted, expires_at)
            about = {"sign_in": sign_in, "scopes": wanted, "expires_at": expires_at}
            self._step(connection, principal.account, principal.account, "token-made", about)
        return token, sign_in

    # Attempts

    def attempts(self, kind: str, about: str, principal: Principal | None = None, table: str = "") -> None:
        """Record a refused attempt. `about` describes it without any secret; `table` is the table's id, if there is one."""
        self._sign_ins.attempts(kind, about, principal, table)

    # Common

    def _known(self, account: str) -> Principal:
        there = self.find(account)
        if there is None:
            raise Hidden("there is no such account")
        return there

    def _managed(self, by: Principal, account: str, what: str) -> Principal:
        """An account that `by` manages as an administrator. Others learn neither its name nor whether it exists."""
        if not may(by, MANAGE_ACCOUNTS):
            self._forbid(by, what, account)
        there = self._known(account)
        if by.holder not in ("", there.holder):
            self._forbid(by, what, account)
        return there

    def _refuse_others(self, by: Principal, holder: str, what: str) -> None:
        """Raise Forbidden unless `by` is an administrator of this holder or of all holders."""
        if not may(by, MANAGE_ACCOUNTS) or by.holder not in ("", holder):
            self._forbid(by, what)

    def _refuse_token(self, principal: Principal, what: str) -> None:
        if principal.scopes is not None:
            self.attempts("scope", f"{what} with a token", principal)
            raise Forbidden(f"A token cannot {what}", "sign in to do this", kind="scope")

    def _forbid(self, by: Principal, what: str, account: str = "") -> NoReturn:
        self.attempts("wrong-role", f"{what}: {account[:60]}" if account else what, by)
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


def _principal(row: Row[Any]) -> Principal:
    return Principal(row.id, row.name, tuple(json.loads(row.roles)), row.holder)


def _refuse_unknown_holder(connection: Connection, holder: str) -> None:
    known = set(connection.execute(union(select(holders.c.id), select(tables.c.holder))).scalars())
    if holder not in known:
        there = f"there are {one_of(sorted(known))}" if known else "there are none yet"
        raise BadInput(f'holder: there is no certificate holder "{visible(holder)}"; {there}; {HOW_ENTERED}')


def _administrators(connection: Connection) -> list[Row[Any]]:
    rows = connection.execute(select(accounts).where(accounts.c.revoked_at.is_(None))).all()
    return [row for row in rows if Office.ADMINISTRATOR in json.loads(row.roles)]


def _has_administrator(connection: Connection) -> bool:
    return bool(_administrators(connection))
