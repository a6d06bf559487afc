"""Accounts on a database, with an administrator and a clock that the test sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from argon2 import PasswordHasher
from sqlalchemy import select

from houseway.core import Moment
from houseway.service.access import Principal
from houseway.service.people import People
from houseway.store.database import Database
from houseway.store.schema import attempts
from service.stores import enter_holder

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "a horse, a table, a die"
HERE, THERE = "192.0.2.1", "192.0.2.2"


@dataclass
class Now:
    """A clock that stands still until the test sets it."""

    at: int = 1_700_000_000

    def __call__(self) -> Moment:
        return Moment(self.at)


@dataclass
class Desk:
    """People on a database, with an administrator and a clock."""

    database: Database
    now: Now = field(default_factory=Now)

    def __post_init__(self) -> None:
        self.people = People(self.database, self.now, QUICK)
        secret = self.people.first_link()
        assert secret is not None
        self.admin = self.people.create_first(secret, "Root", PASSWORD)

    def account(self, name: str, *roles: str, holder: str = "") -> Principal:
        enter_holder(self.database, holder)
        return self.people.create(self.admin, name, PASSWORD, roles or ("player",), holder)

    def attempts(self) -> list[tuple[str, str, str]]:
        with self.database.read() as connection:
            rows = connection.execute(select(attempts).order_by(attempts.c.number))
            return [(row.kind, row.actor, row.about) for row in rows]

    def steps(self, account: str) -> list[tuple[str, str]]:
        return [(each.step, each.by) for each in self.people.steps(self.admin, account)]
