"""What the house alone may read of a recorded table: the key of its salts, and what its commitments hide.

It lies beside the journal as FILE.house, readable by its owner only. A secret is on disk before the journal names its
commitment, so that no commitment can be without its secret; it stays there, so that an audit can open everything later.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Self

from houseway.core.plain import canonical
from houseway.core.secret import commitment_to
from houseway.equipment.seal import commitment
from houseway.law import BadInput
from houseway.records.lines import LONGEST_LINE
from houseway.records.sealing import Secret
from houseway.table.table import OrderSecret

FORMAT = "houseway-house/1"
MOST_BYTES = 4_000_000_000


def house_path(journal: Path) -> Path:
    """Where the house file of a journal lies."""
    return journal.with_name(journal.name + ".house")


class HouseFile:
    """The secrets of one journal, appended one after the other."""

    def __init__(self, path: Path, descriptor: int, key: bytes, size: int) -> None:
        self.path, self.key = path, key
        self._file, self._size = descriptor, size

    @classmethod
    def create(cls, path: Path, key: bytes) -> Self:
        """A new one: never through a link, never over a file that is there, for its owner alone."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            descriptor = os.open(path, flags, 0o600)
        except FileExistsError as error:
            right = "it may hold the secrets of another table: move it away, or name another journal"
            raise BadInput(f"{path}: is there already; {right}") from error
        except OSError as error:
            raise BadInput(f"{path}: cannot be made ({error.strerror})") from error
        os.fchmod(descriptor, 0o600)
        file = cls(path, descriptor, key, 0)
        file._write([{"house": FORMAT, "key": key.hex()}])
        return file

    @classmethod
    def resume(cls, path: Path) -> Self:
        """One that is there: it must be its owner's alone, or somebody else may know what it hides."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            why = "is missing" if isinstance(error, FileNotFoundError) else f"cannot be opened ({error.strerror})"
            right = "a table that keeps secrets cannot be continued without it"
            raise BadInput(f"{path}: {why}; {right}") from error
        try:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or about.st_mode & 0o077:
                right = "make it yours alone (chmod 600), if you are sure that nobody else has read it"
                raise BadInput(f"{path}: is not a file of yours alone, so that its secrets may be known; {right}")
            key, size = _key_and_size(path)
        except BaseException:
            os.close(descriptor)
            raise
        file = cls(path, descriptor, key, size)
        os.ftruncate(descriptor, size)  # what was cut off in the middle was never named by the journal
        return file

    def keep(self, secrets: Iterable[Secret], orders: Iterable[OrderSecret] = ()) -> None:
        """On disk when this returns."""
        entries: list[dict[str, Any]] = [
            {"order": each.commitment, "fill": each.fill, "salt": each.salt, "faces": list(each.faces)}
            for each in orders
        ]
        entries += [{"sealed": each.commitment, "salt": each.salt, "value": each.value} for each in secrets]
        if entries:
            self._write(entries)

    def _write(self, entries: list[dict[str, Any]]) -> None:
        data = b"".join((canonical(entry) + "\n").encode() for entry in entries)
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._size + written)
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise BadInput(f"{self.path}: could not be written ({error.strerror}); nothing has changed") from error
        self._size += len(data)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


class HouseSecrets:
    """Everything that a house file opens, for an audit or a restart; entries that do not fit their commitment do not count."""

    def __init__(self, secrets: dict[str, Secret], orders: dict[str, OrderSecret]) -> None:
        self._secrets, self._orders = secrets, orders

    def find(self, commitment: str) -> Secret | None:
        """What a commitment in a record hides."""
        return self._secrets.get(commitment)

    def order(self, commitment: str) -> OrderSecret | None:
        """The order that a seal hides."""
        return self._orders.get(commitment)

    def add(self, secret: Secret) -> None:
        """One more, where it fits its commitment."""
        if commitment_to(secret.value, secret.salt) == secret.commitment:
            self._secrets[secret.commitment] = secret


def no_secrets() -> HouseSecrets:
    """Of somebody who has no house file."""
    return HouseSecrets({}, {})


def read_house(path: Path) -> HouseSecrets:
    """Read a house file; BadInput where it is none."""
    secrets, orders = no_secrets(), {}
    for number, entry, _ in _entries(path):
        if number == 1:
            continue
        if entry.keys() == {"sealed", "salt", "value"}:
            secrets.add(Secret(str(entry["sealed"]), str(entry["salt"]), entry["value"]))
        elif entry.keys() == {"order", "fill", "salt", "faces"} and isinstance(entry["faces"], list):
            order = OrderSecret(str(entry["order"]), str(entry["fill"]), str(entry["salt"]), tuple(entry["faces"]))
            if commitment(order.salt, order.faces) == order.commitment:
                orders[order.commitment] = order
    return HouseSecrets(secrets._secrets, orders)


def _key_and_size(path: Path) -> tuple[bytes, int]:
    key, size = b"", 0
    for number, entry, end in _entries(path):
        if number == 1:
            key = bytes.fromhex(entry["key"])
        size = end
    return key, size


def _entries(path: Path) -> Iterator[tuple[int, dict[str, Any], int]]:
    """Each whole line with its number and where it ends; a torn tail ends them."""
    end = 0
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); give the FILE.house of the journal") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadInput(f"{path}: is not a file; give the FILE.house of the journal")
    with os.fdopen(descriptor, "rb") as file:
        for number in range(1, 1 << 62):
            line = file.readline(LONGEST_LINE)
            entry = _entry(line)
            if number == 1 and (entry is None or entry.get("house") != FORMAT or not _is_key(entry.get("key"))):
                raise BadInput(f"{path}: is not a house file; its first line names {FORMAT}")
            if entry is None:
                return
            end += len(line)
            yield number, entry, end


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _is_key(text: object) -> bool:
    return isinstance(text, str) and len(text) == 64 and all(digit in "0123456789abcdef" for digit in text)
