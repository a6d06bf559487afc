"""Values that only some may see: in records they are replaced by a salted commitment that can be opened later.

In memory such values are complete, in a wrapper that marks them as hidden: a card that was entered by hand and is face down, a
part of a game's state, data that came with a player's choice. Code that writes records for others puts a commitment in their
place (`houseway.records.hidden_values`); the value and its salt go to a file that only the house can read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from houseway.core.plain import canonical_bytes

CONCEALED, SALT = "concealed", "salt"
SEALED = "sealed"  # a commitment in place of a value that is not known here


def commitment_to(value: Any, salt: str) -> str:
    """SHA-256 of {"salt":"…","value":…} as canonical JSON: it reveals nothing about the value and fits no other value."""
    return "sha256:" + hashlib.sha256(canonical_bytes({"salt": salt, "value": value})).hexdigest()


def derived_salt(key: bytes, *about: int | str) -> str:
    """256 bits that cannot be guessed without the key, different for each subject."""
    return keyed_hash(key, "/".join(map(str, about)).encode())


def keyed_hash(key: bytes, data: bytes) -> str:
    """HMAC-SHA-256, without releasing the interpreter's lock as `hmac` does: that costs time while another thread writes."""
    within, around = _padded(key)
    within, around = within.copy(), around.copy()
    within.update(data)
    around.update(within.digest())
    return str(around.hexdigest())


@lru_cache(maxsize=1024)
def _padded(key: bytes) -> tuple[Any, Any]:
    """The two hashes of HMAC-SHA-256 after their padded keys."""
    block = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    return hashlib.sha256(bytes(byte ^ 0x36 for byte in block)), hashlib.sha256(bytes(byte ^ 0x5C for byte in block))


def conceal(value: Any, salt: str) -> Any:
    """A plain value, marked as hidden; with an empty salt it is not hidden."""
    return {CONCEALED: value, SALT: salt} if salt else value


def is_concealed(value: Any) -> bool:
    """Is it marked as hidden?"""
    return isinstance(value, Mapping) and value.keys() == {CONCEALED, SALT}


def is_sealed(value: Any) -> bool:
    """Is it a commitment in place of a value?"""
    return isinstance(value, Mapping) and value.keys() == {SEALED}


def disclosed(value: Any) -> Any:
    """The value without the wrapper."""
    return value[CONCEALED] if is_concealed(value) else value


def opening(value: Any) -> dict[str, str] | None:
    """The values that prove a revealed face against its commitment; None if it was never hidden."""
    if not is_concealed(value):
        return None
    return {"commitment": commitment_to(value[CONCEALED], value[SALT]), "salt": value[SALT]}
