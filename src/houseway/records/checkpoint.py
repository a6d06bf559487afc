"""Signed checkpoints: the number of lines of each journal of a pit, and the root of the tree over them.

A hash chain alone does not reveal that its end was cut off, or that it was computed anew. A checkpoint that is kept elsewhere
does: a journal that does not extend it was changed. One Ed25519 signature covers all tables of the pit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NotRequired, TypedDict

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.core import Moment
from houseway.core.plain import canonical_bytes
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.lines import clock_text, moment_of
from houseway.records.merkle import HASH_BYTES

FORMAT = "houseway-checkpoint/1"
HEX = re.compile("(?:[0-9a-f]{2})+")


class _Entry(TypedDict):
    table: str
    session: int
    size: int
    root: str
    head: str
    snapshot: NotRequired[dict[str, Any]]
    appendix: NotRequired[dict[str, Any]]


class _Record(TypedDict):
    houseway: str
    pit: str
    at: str
    tables: list[_Entry]
    key: str
    signature: str


@dataclass(frozen=True, slots=True)
class TreeHead:
    """One journal at the time of a checkpoint: the number of its lines, the root over them, and the hash of the last line.

    `snapshot` has the number of lines before a snapshot, and its digest; a snapshot is encrypted, so its digest reveals nothing
    about face-down cards. `appendix` has the number of entries after the seal, and the hash of the last one.
    """

    table: str
    session: int
    size: int
    root: str
    head: str
    snapshot: tuple[int, str] | None = None
    appendix: tuple[int, str] | None = None

    def as_json(self) -> dict[str, Any]:
        """The entry in a checkpoint as plain values."""
        entry: dict[str, Any] = {
            "table": self.table,
            "session": self.session,
            "size": self.size,
            "root": self.root,
            "head": self.head,
        }
        if self.snapshot is not None:
            entry["snapshot"] = {"size": self.snapshot[0], "digest": self.snapshot[1]}
        if self.appendix is not None:
            entry["appendix"] = {"entries": self.appendix[0], "hash": self.appendix[1]}
        return entry


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The signed state of all journals of a pit at one time."""

    pit: str
    at: Moment
    tables: tuple[TreeHead, ...]
    key: str = ""  # of the signer, in hexadecimal
    signature: str = ""

    def _body(self) -> dict[str, Any]:
        tables = [each.as_json() for each in self.tables]
        return {"houseway": FORMAT, "pit": self.pit, "at": clock_text(self.at), "tables": tables, "key": self.key}

    def signed(self, private: Ed25519PrivateKey) -> Checkpoint:
        """The checkpoint with a signature."""
        named = replace(self, key=private.public_key().public_bytes_raw().hex())
        return replace(named, signature=private.sign(canonical_bytes(named._body())).hex())

    def text(self) -> str:
        """The checkpoint as one line of canonical JSON."""
        return canonical_bytes({**self._body(), "signature": self.signature}).decode() + "\n"

    def genuine(self, key: str | None = None) -> bool:
        """Whether the signature is valid and, if `key` is given, made with that key."""
        if (key is not None and key != self.key) or not HEX.fullmatch(self.signature):
            return False
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            public.verify(bytes.fromhex(self.signature), canonical_bytes(self._body()))
        except (InvalidSignature, ValueError):
            return False
        return True

    def of(self, table: str, session: int) -> TreeHead | None:
        """The entry for one journal; None if there is none."""
        return next((each for each in self.tables if (each.table, each.session) == (table, session)), None)


def read_checkpoint(text: str, name: str = "the checkpoint") -> Checkpoint:
    """Read a checkpoint; raises BadInput if it is not one. This does not check the signature."""
    record = read_json(text, name)
    wrong = problem(_Record, record)
    if wrong is not None:
        raise BadInput(f"{name}: is not a checkpoint ({wrong}); give a file written by houseway checkpoint")
    assert isinstance(record, dict)
    if record["houseway"] != FORMAT:
        raise BadInput(f"{name}: is not a checkpoint of the form {FORMAT}")
    heads = tuple(_head(name, each) for each in record["tables"])
    try:
        at = moment_of(record["at"])
    except (ValueError, OverflowError):
        raise BadInput(f"{name}: at: is not a time") from None
    if record["at"] != clock_text(at):  # another spelling of the same time was not signed
        raise BadInput(f"{name}: at: {record['at']!r} is not written like {clock_text(at)}")
    return Checkpoint(record["pit"], at, heads, record["key"], record["signature"])


def recorded_checkpoint(text: str, name: str = "the checkpoint") -> Checkpoint:
    """Read a checkpoint that a pit recorded; raises BadInput if any byte differs from what was written."""
    found = read_checkpoint(text, name)
    if found.text() != text:
        raise BadInput(f"{name}: is not written as it was signed")
    return found


def _head(name: str, entry: Mapping[str, Any]) -> TreeHead:
    for part in ("root", "head"):
        if not HEX.fullmatch(entry[part]) or len(entry[part]) != 2 * HASH_BYTES:
            raise BadInput(f"{name}: {part}: is not a hash")
    snapshot = entry.get("snapshot")
    if snapshot is not None and problem(_Snapshot, snapshot) is not None:
        raise BadInput(f"{name}: snapshot: {problem(_Snapshot, snapshot)}")
    kept = None if snapshot is None else (snapshot["size"], snapshot["digest"])
    appendix = entry.get("appendix")
    if appendix is not None and problem(_Appendix, appendix) is not None:
        raise BadInput(f"{name}: appendix: {problem(_Appendix, appendix)}")
    added = None if appendix is None else (appendix["entries"], appendix["hash"])
    return TreeHead(entry["table"], entry["session"], entry["size"], entry["root"], entry["head"], kept, added)


class _Snapshot(TypedDict):
    size: int
    digest: str


class _Appendix(TypedDict):
    entries: int
    hash: str


def heads_of(heads: Iterable[TreeHead]) -> Sequence[TreeHead]:
    """Tree heads in the order of a checkpoint; for each journal, only the last one given."""
    last = {(head.table, head.session): head for head in heads}
    return [last[each] for each in sorted(last)]
