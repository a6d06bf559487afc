"""The audit of hidden values that needs no keys: each commitment in a journal has its secret in the database.

Only the keys show whether a secret is the right one. Without them, an audit counts the commitments that the journal never opens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select

from houseway.core.secret import SEALED
from houseway.store.database import Database
from houseway.store.schema import secrets

MOST_COUNTED = 10_000  # so that the memory of an audit has a limit
AT_ONCE = 500  # commitments in a query
COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")


class HiddenValues:
    """The commitments in the journal of one session."""

    def __init__(self, state: Database, table: str, session: int) -> None:
        self._state, self._table, self._session = state, table, session
        self._named: dict[str, int] = {}  # not looked for yet; each with the first event that names it
        self._closed: set[bytes] = set()  # not opened to everybody

    def take(self, record: Mapping[str, Any], seq: int) -> None:
        """Add the commitments of a line, and remove the one that it opens."""
        for commitment in _commitments(record):
            self._named.setdefault(commitment, seq)
            if len(self._closed) < MOST_COUNTED:
                self._closed.add(bytes.fromhex(commitment[7:]))
        if (opened := _opened(record)) is not None:
            self._closed.discard(bytes.fromhex(opened[7:]))

    def without_secret(self) -> Iterator[tuple[int, str]]:
        """Events since the last call with commitments that have no row in `secrets`, and the problem of each."""
        of, every = secrets.c, list(self._named)
        lost: dict[int, int] = {}  # by event
        for start in range(0, len(every), AT_ONCE):
            part = every[start : start + AT_ONCE]
            query = select(of.commitment).where(of.table_id == self._table, of.session == self._session)
            with self._state.read() as connection:
                there = set(connection.execute(query.where(of.commitment.in_(part))).scalars())
            for commitment in part:
                if commitment not in there:
                    lost[self._named[commitment]] = lost.get(self._named[commitment], 0) + 1
        self._named.clear()
        for seq, count in sorted(lost.items()):
            yield seq, ("a hidden value has" if count == 1 else f"{count} hidden values have") + " no row in secrets"

    def unverified(self) -> str:
        """What an audit without keys leaves unverified; empty if the journal opens all of its hidden values."""
        count = len(self._closed)
        if not count:
            return ""
        many = f"{count:,} or more" if count >= MOST_COUNTED else f"{count:,}"
        values = "hidden value" if count == 1 else "hidden values"
        return f"has {many} {values}, which cannot be verified without the pit's keys"


def _commitments(record: Mapping[str, Any]) -> Iterator[str]:
    """The commitments in a line, each of which has a secret."""
    named: list[Any] = [record.get("sealed")]
    if record.get("event") == "shoe-sealed" and isinstance(fields := record.get("fields"), dict):
        named.append(fields.get("commitment"))
    left: list[Any] = [record.get("command"), record.get("patch")]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            if each.keys() == {SEALED}:
                named.append(each[SEALED])
            left += each.values()
        elif isinstance(each, list):
            left += each
    for commitment in named:
        if isinstance(commitment, str) and COMMITMENT.fullmatch(commitment):
            yield commitment


def _opened(record: Mapping[str, Any]) -> str | None:
    """The commitment that a line opens to everybody: of an order that is revealed, or of a face that was entered by hand."""
    fields = record.get("fields")
    if not isinstance(fields, dict):
        return None
    opened = fields if record.get("event") == "shoe-revealed" else fields.get("opened")
    commitment = opened.get("commitment") if isinstance(opened, dict) else None
    return commitment if isinstance(commitment, str) and COMMITMENT.fullmatch(commitment) else None
