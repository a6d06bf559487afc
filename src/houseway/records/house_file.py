"""The house file of a recorded table: the key of its salts, and the values behind its commitments.

The file is FILE.house next to the journal, readable only by its owner. A secret is on disk before the journal has its
commitment, so every commitment has its secret. Secrets are never removed, so that an audit can check everything later.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Self

from houseway.core.order_seal import commitment as order_commitment
from houseway.core.plain import canonical_bytes
from houseway.core.secret import commitment_to
from houseway.law import BadInput
from houseway.records.files import (
    NEW,
    THERE,
    HeldFile,
    put_aside,
    put_torn_aside,
    refuse_others,
    sync_folder,
    torn_path,
)
from houseway.records.hidden_values import Secret
from houseway.records.lines import LONGEST_LINE, parsed
from houseway.table.table import OrderSecret

FORMAT = "houseway-house/1"


def house_path(journal: Path) -> Path:
    """The path of a journal's house file."""
    return journal.with_name(journal.name + ".house")


class HouseFile:
    """The secrets of one journal, in an append-only file."""

    def __init__(self, file: HeldFile, key: bytes) -> None:
        self.path, self.key, self._file = file.path, key, file

    @classmethod
    def create(cls, path: Path, key: bytes) -> Self:
        """Create a house file, readable only by its owner; never through a link, never over an existing file."""
        try:
            descriptor = os.open(path, NEW, 0o600)
        except FileExistsError as error:
            right = "it may hold the secrets of another table; move it away, or name another journal"
            raise BadInput(f"{path}: already exists; {right}") from error
        except OSError as error:
            raise BadInput(f"{path}: cannot be created ({error.strerror})") from error
        file = cls(HeldFile(path, descriptor), key)
        try:
            os.fchmod(descriptor, 0o600)
            file._write([{"house": FORMAT, "key": key.hex()}])
            sync_folder(path.parent)
        except BaseException:
            path.unlink(missing_ok=True)
            file.close()
            raise
        return file

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Open an existing house file, which must be private to its owner."""
        descriptor = _owned(path)
        try:
            key, size = _key_and_size(path)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(HeldFile(path, descriptor, size), key)

    @classmethod
    def start_over(cls, path: Path, key: bytes) -> Self:
        """Start again for a journal whose first line was lost: move its old secrets aside."""
        if path.is_symlink() or path.exists():
            descriptor = _owned(path)
            try:
                put_aside(torn_path(path), os.pread(descriptor, os.fstat(descriptor).st_size, 0))
                path.unlink()
            finally:
                os.close(descriptor)
        return cls.create(path, key)

    def cut_torn(self) -> None:
        """Move an incomplete last line aside; the journal never used it."""
        put_torn_aside(self._file)

    def check(self) -> None:
        """Raise RecordLost if the file was changed, so that no secret is written to a file that is gone."""
        self._file.check()

    def keep(self, secrets: Iterable[Secret], orders: Iterable[OrderSecret] = ()) -> None:
        """Write secrets to disk and sync."""
        entries = secret_entries(secrets, orders)
        if entries:
            self._write(entries)

    def _write(self, entries: list[dict[str, Any]]) -> None:
        self._file.append(b"".join(canonical_bytes(entry) + b"\n" for entry in entries))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _owned(path: Path) -> int:
    """Open a house file that is private to its owner."""
    try:
        descriptor = os.open(path, THERE)
    except OSError as error:
        why = "is missing" if isinstance(error, FileNotFoundError) else f"cannot be opened ({error.strerror})"
        raise BadInput(f"{path}: {why}; a table that keeps secrets cannot be continued without it") from error
    try:
        refuse_others(path, descriptor)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def secret_entries(secrets: Iterable[Secret], orders: Iterable[OrderSecret]) -> list[dict[str, Any]]:
    """The secrets and sealed orders of a house, as plain records."""
    entries: list[dict[str, Any]] = [
        {"order": each.commitment, "fill": each.fill, "salt": each.salt, "faces": list(each.faces)} for each in orders
    ]
    return entries + [{"sealed": each.commitment, "salt": each.salt, "value": each.value} for each in secrets]


class HouseSecrets:
    """All secrets of a house file, for an audit or a restart; entries that do not fit their commitment are ignored."""

    def __init__(self, secrets: dict[str, Secret], orders: dict[str, OrderSecret], key: bytes = b"") -> None:
        self._secrets, self._orders, self.key = secrets, orders, key
        self.flaws: list[str] = []  # lines that no table writes

    def find(self, commitment: str) -> Secret | None:
        """The secret behind a commitment."""
        return self._secrets.get(commitment)

    def order(self, commitment: str) -> OrderSecret | None:
        """The order behind a seal."""
        return self._orders.get(commitment)

    def take(self, entry: dict[str, Any]) -> bool:
        """Add an entry made by `secret_entries` if it matches its commitment; return whether it does."""
        if entry.keys() == {"sealed", "salt", "value"}:
            return self.add(Secret(str(entry["sealed"]), str(entry["salt"]), entry["value"]))
        if entry.keys() != {"order", "fill", "salt", "faces"} or not isinstance(entry["faces"], list):
            return False
        order = OrderSecret(str(entry["order"]), str(entry["fill"]), str(entry["salt"]), tuple(entry["faces"]))
        fits = order_commitment(order.salt, order.faces) == order.commitment
        if fits:
            self._orders[order.commitment] = order
        return fits

    def add(self, secret: Secret) -> bool:
        """Add a secret if it matches its commitment; return whether it does."""
        fits = commitment_to(secret.value, secret.salt) == secret.commitment
        if fits:
            self._secrets[secret.commitment] = secret
        return fits


def no_secrets() -> HouseSecrets:
    """The secrets of a reader without a house file: none."""
    return HouseSecrets({}, {})


def read_house(path: Path) -> HouseSecrets:
    """Read a house file; raise BadInput if it is not one."""
    found = no_secrets()
    end = 0
    for number, entry, end in _entries(path):  # noqa: B007 - where the last whole line ends
        if number == 1:
            found.key = bytes.fromhex(entry["key"])
        elif not found.take(entry):
            found.flaws.append(f"line {number} does not fit its commitment, or is not a secret of a table")
    if path.stat().st_size > end:
        found.flaws.append("its end is torn or damaged")
    return found


def house_entries(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every line of a house file with its number, beginning with the key; raises BadInput at a line that no table writes."""
    number = end = 0
    for number, entry, end in _entries(path):  # noqa: B007 - where the last whole line ends
        if number > 1 and not no_secrets().take(entry):
            raise BadInput(f"{path}: line {number}: does not fit its commitment, or is not a secret of a table")
        yield number, entry
    if path.stat().st_size > end:
        raise BadInput(f"{path}: line {number + 1}: is torn or damaged; restore the file from a copy")


def _key_and_size(path: Path) -> tuple[bytes, int]:
    """The key, and the end of the last complete line."""
    key, size, number = b"", 0, 0
    for number, entry, end in _entries(path):
        if number == 1:
            key = bytes.fromhex(entry["key"])
        size = end
    with path.open("rb") as file:
        file.seek(size)
        rest = file.read(LONGEST_LINE + 1)
    if b"\n" in rest or len(rest) > LONGEST_LINE:
        raise BadInput(f"{path}: line {number + 1} is damaged and is not the last line; restore the file from a copy")
    return key, size


def _entries(path: Path) -> Iterator[tuple[int, dict[str, Any], int]]:
    """Each complete line with its number and end; stops at a line that no table writes."""
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
            line = file.readline(LONGEST_LINE + 1)
            try:
                entry = parsed(line) if line.endswith(b"\n") else None
            except ValueError:
                entry = None
            if number == 1 and (entry is None or entry.get("house") != FORMAT or not _is_key(entry.get("key"))):
                raise BadInput(f"{path}: is not a house file; its first line names {FORMAT}")
            if entry is None:
                return
            end += len(line)
            yield number, entry, end


def _is_key(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None
