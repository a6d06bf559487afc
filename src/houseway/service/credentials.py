"""Credentials and training of dealers: the games that each may deal, and the period.

The chapters name credential numbers (617a.2(e)) and leave training to the holder. A dealer without a valid credential, or
without training in the game, gets a warning; the holder decides whether that dealer may work.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import insert, select

from houseway.games import games
from houseway.law import BadInput
from houseway.law.dates import read_day
from houseway.law.errors import nearest
from houseway.law.inputs import visible
from houseway.service.access import MANAGE_CREDENTIALS, QUESTION_RULES, Forbidden, Hidden, Principal, may, role_for
from houseway.store.approvals_schema import credential_steps, credentials
from houseway.store.database import Database
from houseway.store.people_schema import accounts
from houseway.table import wall_clock
from houseway.table.table import Clock

CREDENTIAL, TRAINING = "credential", "training"


@dataclass(frozen=True, slots=True)
class CredentialEntry:
    """A credential, or training in one game; `ended_on`: the day on which it was revoked, or empty."""

    number: int
    account: str
    kind: str
    game: str
    credential: str
    valid_from: str
    valid_to: str
    ended_on: str = ""

    def counts(self, day: date) -> bool:
        """Whether the entry is valid on a day."""
        text = day.isoformat()
        ended = (self.valid_to and text > self.valid_to) or (self.ended_on and text >= self.ended_on)
        return self.valid_from <= text and not ended

    def as_json(self) -> dict[str, Any]:
        """The entry as plain values."""
        return {
            "number": self.number,
            "account": self.account,
            "kind": self.kind,
            "game": self.game or None,
            "credential": self.credential,
            "valid_from": self.valid_from,
            "valid_to": self.valid_to or None,
            "revoked_on": self.ended_on or None,
        }


class Credentials:
    """The credentials and training of all accounts."""

    def __init__(self, database: Database, clock: Clock = wall_clock) -> None:
        self.database, self._clock = database, clock

    def enter(
        self,
        by: Principal,
        account: str,
        kind: str,
        credential: str,
        valid_from: str,
        valid_to: str = "",
        game: str = "",
    ) -> CredentialEntry:
        """Enter a credential, or training in a game."""
        self._allowed(by, account)
        if kind not in (CREDENTIAL, TRAINING):
            raise BadInput(f'kind: "{visible(kind)}" is not a kind; write {CREDENTIAL} or {TRAINING}')
        known = games(outside=False)
        if (kind == TRAINING) != bool(game) or (game and game not in known):
            if kind != TRAINING:
                raise BadInput(f"game: goes with {TRAINING}, not with a {CREDENTIAL}; leave it out")
            wrong = f'there is no game "{visible(game)}"' if game else "is missing, and training is for one game"
            raise BadInput(f"game: {wrong}; {nearest(game, known)}")
        if not credential.strip() or len(credential) > 60 or not credential.isprintable():
            raise BadInput(
                "credential: is not a number that a credential can have; write at most 60 printable characters"
            )
        begins = read_day(valid_from, "valid_from").isoformat()
        ends = read_day(valid_to, "valid_to").isoformat() if valid_to else ""
        if ends and ends < begins:
            raise BadInput(f"valid_to: {ends} is before valid_from, {begins}; write a later day")
        values = {"account": account, "kind": kind, "game": game, "credential": credential}
        with self.database.write() as connection:
            made = connection.execute(
                insert(credentials).values(**values, valid_from=begins, valid_to=ends, **self._who(by))
            )
            number = made.inserted_primary_key[0] if made.inserted_primary_key is not None else 0
        return next(each for each in self.of(account) if each.number == number)

    def revoke(self, by: Principal, number: int, note: str, effective_on: str) -> None:
        """Revoke an entry as of a day; it stays on record."""
        with self.database.read() as connection:
            account = connection.execute(
                select(credentials.c.account).where(credentials.c.number == number)
            ).scalar_one_or_none()
        if account is None:
            raise Hidden(f"there is no credential {number}")
        self._allowed(by, account)
        if not note.strip():
            raise BadInput("note: is missing; say why the entry is revoked")
        day = read_day(effective_on, "effective_on").isoformat()
        values = {"entry": number, "step": "revoked", "note": note, "effective_on": day}
        with self.database.write() as connection:
            connection.execute(insert(credential_steps).values(**values, **self._who(by)))

    def listed(self, by: Principal, account: str) -> list[CredentialEntry]:
        """The entries of an account, for the account itself, its managers and the Board."""
        if account != by.account and not may(by, QUESTION_RULES):
            self._allowed(by, account)
        return self.of(account)

    def of(self, account: str, known_at: int | None = None) -> list[CredentialEntry]:
        """All entries of an account, or only those on record at a given time."""
        query = select(credentials).where(credentials.c.account == account).order_by(credentials.c.number)
        ends = select(credential_steps.c.entry, credential_steps.c.effective_on)
        if known_at is not None:
            query, ends = query.where(credentials.c.at <= known_at), ends.where(credential_steps.c.at <= known_at)
        with self.database.read() as connection:
            rows = connection.execute(query).all()
            ended = {row.entry: row.effective_on for row in connection.execute(ends)} if rows else {}
        return [
            CredentialEntry(
                row.number, row.account, row.kind, row.game, row.credential, row.valid_from, row.valid_to,
                ended.get(row.number, ""),
            )
            for row in rows
        ]  # fmt: skip

    def lacking(self, account: str, game: str, day: date, known_at: int | None = None) -> tuple[str, ...]:
        """The credentials that a dealer of a game lacks on a day, in words; empty if there are none."""
        valid = [each for each in self.of(account, known_at) if each.counts(day)]
        found = []
        if not any(each.kind == CREDENTIAL for each in valid):
            found.append("no valid credential is on record")
        if not any(each.kind == TRAINING and each.game == game for each in valid):
            found.append(f"no valid training in {game} is on record")
        return tuple(found)

    def _who(self, by: Principal) -> dict[str, Any]:
        return {"by": by.account, "role": role_for(by, MANAGE_CREDENTIALS), "at": self._clock()}

    def _allowed(self, by: Principal, account: str) -> None:
        with self.database.read() as connection:
            holder = connection.execute(select(accounts.c.holder).where(accounts.c.id == account)).scalar_one_or_none()
        if holder is None:
            raise Hidden(f"there is no account {visible(account)}")
        if account == by.account:
            raise Forbidden(
                "You cannot enter your own credentials", "another person must enter them", kind="same-person"
            )
        if not may(by, MANAGE_CREDENTIALS, holder):
            raise Forbidden(
                "You cannot manage these credentials", "this is for the holder's managers and compliance office"
            )
