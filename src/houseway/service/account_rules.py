"""Validation of account names, passwords and roles."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from houseway.law import BadInput
from houseway.law.inputs import visible
from houseway.service.access import EVERY_ROLE, NO_HOLDER, Office

SHORTEST_PASSWORD, LONGEST_PASSWORD = 12, 200
LONGEST_NAME = 60


def normal(password: str) -> str:
    """A password in the normal form that is hashed."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace").decode()


def name_key(name: str) -> str:
    """A name in the form used for comparison: case-folded and normalized, and no longer than its database column."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name[:LONGEST_NAME]).casefold())
    return folded.encode("utf-8", "replace").decode().replace("\x00", "?")[:120]


def proper_name(name: str) -> str:
    """A name in the form that is stored; raises BadInput if it is not valid."""
    name = unicodedata.normalize("NFKC", name).strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f'name: "{visible(name[:80])}" is not a name; write 1 to {LONGEST_NAME} printable characters')
    return name


def proper_password(password: str, name: str) -> str:
    """A password in the form that is hashed; raises BadInput, whose text never contains the password."""
    written = normal(password)
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD or len(written) > 2 * LONGEST_PASSWORD:
        many = "few" if len(password) < SHORTEST_PASSWORD else "many"
        raise BadInput(
            f"password: it has too {many} characters; it must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        )
    if name_key(written[:LONGEST_NAME]) == name_key(name):
        raise BadInput("password: it is the name of the account; choose another")
    return written


def proper_roles(roles: Iterable[str], holder: str, *, new: bool = True) -> tuple[str, ...]:
    """Roles that may be combined for an account of this holder; raises BadInput if they may not.

    `new`: the account is being created, so its holder can still be chosen.
    """
    wanted = tuple(dict.fromkeys(roles))
    for role in wanted:
        if role not in EVERY_ROLE:
            raise BadInput(f'roles: "{visible(role)}" is not a role; there are {", ".join(EVERY_ROLE)}')
    if not wanted:
        raise BadInput(f"roles: an account needs at least one; there are {', '.join(EVERY_ROLE)}")
    if len(holder) > LONGEST_NAME or not holder.isprintable():
        raise BadInput(f"holder: is not a name; write at most {LONGEST_NAME} printable characters")
    needs = [role for role in wanted if role not in NO_HOLDER]
    board = [role for role in wanted if role in NO_HOLDER and role not in ("player", Office.ADMINISTRATOR)]
    if needs and not holder:
        if not new:
            raise BadInput(
                f"roles: {needs[0]} needs a holder, and this account has no holder; create an account with one"
            )
        raise BadInput(f"holder: {needs[0]} belongs to a certificate holder or manufacturer; name it")
    if board and holder:
        if not new:
            why = f"this account belongs to {visible(holder)}, and an office of the Board belongs to no holder"
            raise BadInput(f"roles: {why}; create another account")
        raise BadInput(f"holder: {board[0]} is an office of the Board and belongs to no holder; leave it out")
    return tuple(str(role) for role in wanted)
