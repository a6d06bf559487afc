"""Looks up the account that a dealer names when taking a player's cash or chips."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import or_, select

from houseway.law import BadInput
from houseway.law.inputs import visible
from houseway.law.roles import LADDER, Role
from houseway.service.access import Principal
from houseway.service.account_rules import name_key
from houseway.store.database import Database
from houseway.store.people_schema import accounts


def with_account(database: Database, principal: Principal, command: Mapping[str, Any]) -> dict[str, Any]:
    """A buy-in, with cash or chips, in which the named account is replaced by its id; raises BadInput if no player has that name.

    Only dealers and above learn anything about accounts: other senders' commands stay unchanged, and are refused by role later.
    """
    named = command.get("account")
    do = command.get("do")
    if do not in ("buy-in", "chips-in") or not isinstance(named, str) or not any(r in LADDER for r in principal.roles):
        return dict(command)
    of = accounts.c
    with database.read() as connection:
        rows = connection.execute(select(accounts).where(or_(of.id == named, of.name_key == name_key(named)))).all()
    found = [row for row in rows if row.revoked_at is None and Role.PLAYER in json.loads(row.roles)]
    if not found:
        right = "write the name that the player signs in with; a player without an account needs a table with entered results"
        raise BadInput(f'{do}: account: "{visible(named[:60])}" is not the account of a player; {right}')
    return {**command, "account": min(found, key=lambda row: row.id != named).id}
