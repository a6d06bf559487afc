"""What only some may see: kept apart in a record, as a salted commitment that can be opened later.

In memory such values are whole, in a wrapper that says that they are hidden: a face that was entered by hand and lies face
down, a part of a game's state, what a player said with a choice. Whatever writes a record for others puts a commitment in their
place (`houseway.records.sealing`); the value and its salt go where only the house can read them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from houseway.core.plain import canonical_bytes

CONCEALED, SALT = "concealed", "salt"
SEALED = "sealed"  # a commitment in place of a value that is not known here


def commitment_to(value: Any, salt: str) -> str:
    """SHA-256 of {"salt":"…","value":…} as canonical JSON: tells nothing of the value, and fits no other."""
    return "sha256:" + hashlib.sha256(canonical_bytes({"salt": salt, "value": value})).hexdigest()


def derived_salt(key: bytes, *about: int | str) -> str:
    """256 bits that nobody can guess without the key, different for everything that they are about."""
    return hmac.new(key, "/".join(map(str, about)).encode(), hashlib.sha256).hexdigest()


def conceal(value: Any, salt: str) -> Any:
    """A plain value, marked as hidden; without a salt there is nothing to hide."""
    return {CONCEALED: value, SALT: salt} if salt else value


def is_concealed(value: Any) -> bool:
    """Is it marked as hidden?"""
    return isinstance(value, Mapping) and value.keys() == {CONCEALED, SALT}


def is_sealed(value: Any) -> bool:
    """Is it a commitment in place of a value?"""
    return isinstance(value, Mapping) and value.keys() == {SEALED}


def disclosed(value: Any) -> Any:
    """The value itself."""
    return value[CONCEALED] if is_concealed(value) else value


def opening(value: Any) -> dict[str, str] | None:
    """What anybody needs to check that a face that is shown now is the one that was committed to; None: it was never hidden."""
    if not is_concealed(value):
        return None
    return {"commitment": commitment_to(value[CONCEALED], value[SALT]), "salt": value[SALT]}
