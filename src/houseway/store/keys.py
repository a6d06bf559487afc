"""The keys of a pit, which encrypt hidden values and sign checkpoints, in a file outside the database.

Only the file's owner can read it. The database alone reveals no face-down card, and is not enough to sign a checkpoint.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypedDict

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.core.plain import canonical_bytes
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.files import NEW, refuse_others, sync_folder

FORMAT = "houseway-keys/1"
KEY_BYTES, NONCE_BYTES = 32, 12


class _Record(TypedDict):
    houseway: str
    encrypt: str
    sign: str
    between: str


class WrongKeys(BadInput):
    """A value was encrypted with other keys, or changed."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys to encrypt hidden values in the database, to sign checkpoints, and to authenticate messages between processes."""

    encrypt: bytes
    sign: bytes
    between: bytes

    @classmethod
    def new(cls) -> Keys:
        """New random keys."""
        return cls(*(secrets.token_bytes(KEY_BYTES) for _ in range(3)))

    @property
    def private(self) -> Ed25519PrivateKey:
        """The key that signs checkpoints."""
        return Ed25519PrivateKey.from_private_bytes(self.sign)

    @property
    def public(self) -> str:
        """The public key for checkpoints, in hexadecimal."""
        return self.private.public_key().public_bytes_raw().hex()

    def hidden(self, data: bytes, about: str) -> bytes:
        """Encrypt data; `about` says what it is and where it belongs, so that it cannot be moved elsewhere."""
        nonce = _nonce()
        return nonce + _cipher(self.encrypt).encrypt(nonce, data, about.encode())

    def shown(self, data: bytes, about: str) -> bytes:
        """Decrypt data; raises WrongKeys if it was encrypted with other keys, changed, or belongs elsewhere."""
        try:
            return _cipher(self.encrypt).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], about.encode())
        except (InvalidTag, ValueError):
            raise WrongKeys(
                f"{about}: cannot be decrypted: the keys belong to another pit, or the record was changed"
            ) from None


@lru_cache(maxsize=4)
def _cipher(key: bytes) -> AESGCM:
    return AESGCM(key)


_nonces: SimpleQueue[bytes] = SimpleQueue()


def _nonce() -> bytes:
    """Random bytes for a single use, fetched for many nonces at once, because each system call yields to other threads."""
    while True:
        try:
            return _nonces.get_nowait()
        except Empty:
            many = secrets.token_bytes(NONCE_BYTES * 256)
            for at in range(NONCE_BYTES, len(many), NONCE_BYTES):
                _nonces.put(many[at : at + NONCE_BYTES])
            return many[:NONCE_BYTES]


def _forget_nonces() -> None:
    global _nonces  # noqa: PLW0603 - a forked process must not reuse its parent's
    _nonces = SimpleQueue()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_nonces)


def load_keys(path: Path, *, create: bool) -> Keys:
    """Read a key file, which must be private to its owner; with `create`, create it if it is missing."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        if not create:
            right = "give the key file that was made with the database"
            raise BadInput(f"{path}: the key file is missing; {right}") from None
        return _created(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from error
    with os.fdopen(descriptor, "rb") as file:
        refuse_others(path, file.fileno())
        text = file.read(4096).decode("utf-8", "replace")
    record = read_json(text, str(path))
    wrong = problem(_Record, record)
    if wrong is not None or record["houseway"] != FORMAT:
        raise BadInput(f"{path}: is not a key file in the format {FORMAT}")
    try:
        keys = [bytes.fromhex(record[name]) for name in ("encrypt", "sign", "between")]
    except ValueError:
        keys = []
    if [len(each) for each in keys] != [KEY_BYTES] * 3:
        raise BadInput(f"{path}: its keys are not {KEY_BYTES} bytes each; restore the file from a copy")
    return Keys(*keys)


def _created(path: Path) -> Keys:
    keys = Keys.new()
    record = {
        "houseway": FORMAT,
        "encrypt": keys.encrypt.hex(),
        "sign": keys.sign.hex(),
        "between": keys.between.hex(),
    }
    try:
        descriptor = os.open(path, NEW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(canonical_bytes(record) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except OSError as error:
        raise BadInput(f"{path}: the key file cannot be created ({error.strerror})") from error
    return keys
