"""The lines of a journal: one event each, as canonical JSON, chained by hash.

Each line's hash covers the previous hash and every byte of its own content. Changing a byte, or moving, dropping or inserting a
line, breaks the chain there. Each record has exactly one valid spelling.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NotRequired, TypedDict

import orjson

from houseway.core import EVERYBODY, Event, Moment, Move
from houseway.core.plain import canonical, canonical_bytes
from houseway.core.secret import keyed_hash
from houseway.core.shapes import fields_of, problem
from houseway.law import BadInput, cites

FORMAT = "houseway-journal/2"
GENESIS = hashlib.sha256(FORMAT.encode()).hexdigest()
STARTED, SEALED = "journal-started", "journal-sealed"
LONGEST_LINE = 4_000_000  # bytes


class HeaderRecord(TypedDict):
    """The first line: game, rules and software."""

    event: str
    format: str
    software: str
    game: str
    edition: str
    edition_digest: str
    submission: dict[str, Any]
    submission_digest: str
    table: NotRequired[str]  # in a pit: the table's id
    session: NotRequired[int]  # in a pit: the number of the session


class SealRecord(TypedDict):
    """The last line; nothing may follow it."""

    event: str
    events: int


class EventRecord(TypedDict):
    """An event; `sealed` replaces `fields` that not everybody may see."""

    seq: int
    event: str
    cites: list[str]
    at: str
    round: int
    batch: tuple[int, int]
    fields: NotRequired[dict[str, Any]]
    sealed: NotRequired[str]
    moves: NotRequired[list[tuple[str, str, int]]]
    command: NotRequired[dict[str, Any]]
    patch: NotRequired[list[Any]]
    to: NotRequired[str]
    actor: NotRequired[str]
    role: NotRequired[str]


EVENT_PARTS = {name: hint for name, (hint, _) in fields_of(EventRecord).items()}
COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")


def chained(previous: str, record: Mapping[str, Any]) -> tuple[bytes, str]:
    """The line of a record after a given hash, and its own hash."""
    first = canonical_bytes({name: value for name, value in record.items() if name < "hash"})[:-1]
    rest = canonical_bytes({name: value for name, value in record.items() if name > "hash"})[1:]
    before, after = b"," if len(first) > 1 else b"", b"," if len(rest) > 1 else b""
    digest = hashlib.sha256(b"%b\n%b%b%b" % (previous.encode(), first, before and after, rest)).hexdigest()
    return b'%b%b"hash":"%b"%b%b\n' % (first, before, digest.encode(), after, rest), digest


def mark_of(key: bytes, body: str) -> str:
    """The house's mark of a record as canonical JSON; making or checking it needs the key of the house file.

    It covers only the record, which includes its number, so a forged line does not invalidate later marks.
    """
    return hmac.digest(key, body.encode(), "sha256").hex()


def marked_lines(previous: str, key: bytes, records: Iterable[Mapping[str, Any]]) -> list[tuple[bytes, str]]:
    """The lines of records after a given hash, each with the house's mark, and the hash of each.

    The bytes are the same as from `chained` with `mark_of`, which the tests compare with. For speed, each record is serialized
    only once, in two pieces.
    """
    lines, head = [], previous
    for record in records:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        for name, value in record.items():
            assert not "hash" <= name <= "mark", "these names are for the line"
            (before if name < "hash" else after)[name] = value
        first = canonical_bytes(before)[1:-1] + (b"," if before else b"")
        rest = (b"," if after else b"") + canonical_bytes(after)[1:]
        body = b"{%b%b" % (first, rest[1:]) if after else b"{%b}" % first[:-1]
        marked = b'"mark":"%b"%b' % (keyed_hash(key, body).encode(), rest)
        head = hashlib.sha256(b"%b\n{%b%b" % (head.encode(), first, marked)).hexdigest()
        lines.append((b'{%b"hash":"%b",%b\n' % (first, head.encode(), marked), head))
    return lines


def digest_of(previous: str, body: str) -> str:
    """The hash of a line: of the previous hash and its record as canonical JSON, without its own hash."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def record_of(event: Event) -> dict[str, Any]:
    """The record of an event for a journal."""
    record: dict[str, Any] = {
        "seq": event.seq,
        "event": event.event,
        "cites": list(event.cites),
        "at": clock_text(event.at),
        "round": event.round,
        "batch": list(event.batch),
        **({"sealed": event.sealed} if event.sealed else {"fields": dict(event.fields)}),
    }
    if event.moves:
        record["moves"] = [[move.source, move.target, move.cents] for move in event.moves]
    if event.command is not None:
        record["command"] = dict(event.command)
        record["patch"] = list(event.patch)
    if event.to != EVERYBODY:
        record["to"] = event.to
    if event.actor:
        record["actor"], record["role"] = event.actor, event.role
    return record


def event_of(record: Mapping[str, Any], body: str = "") -> Event:
    """The event of a record; raises ValueError if our writer would not have written it.

    `body`: the record's canonical JSON, if already known.
    """
    wrong = problem(EventRecord, record)
    if wrong is not None:
        raise ValueError(wrong)
    try:
        event = Event(
            record["seq"],
            record["event"],
            cites(*record["cites"]),
            moment_of(record["at"]),
            record["round"],
            (record["batch"][0], record["batch"][1]),
            record.get("fields", {}),
            tuple(Move(source, target, cents) for source, target, cents in record.get("moves", ())),
            record.get("command"),
            tuple(record.get("patch", ())),
            record.get("to", EVERYBODY),
            record.get("sealed", ""),
            record.get("actor", ""),
            record.get("role", ""),
        )
    except (AssertionError, BadInput, OverflowError) as error:
        raise ValueError(str(error)) from error
    if canonical_bytes(record_of(event)).decode() != (body or canonical(record)):
        raise ValueError("it is not in canonical form")
    if (event.to != EVERYBODY) != bool(event.sealed):
        raise ValueError("public events must be shown, and others sealed")
    if event.sealed and not COMMITMENT.fullmatch(event.sealed):
        raise ValueError("sealed: is not a commitment")
    return event


def salvaged(record: Mapping[str, Any], seq: int, batch: tuple[int, int]) -> Event:
    """The readable parts of a damaged event record."""

    def part(name: str, instead: Any) -> Any:
        value = record.get(name, instead)
        return value if problem(EVENT_PARTS[name], value) is None else instead

    try:
        at = moment_of(part("at", ""))
    except (ValueError, OverflowError):
        at = Moment(0)
    place, count = part("batch", batch)
    moves = tuple(Move(*move) for move in part("moves", []) if move[0] != move[1] and move[2] > 0)
    command = part("command", {})
    return Event(
        part("seq", seq), part("event", "?"), (), at, part("round", 0), (place, count), {}, moves,
        command or None, tuple(part("patch", [])), EVERYBODY,
    )  # fmt: skip


@lru_cache(maxsize=64)
def clock_text(moment: Moment) -> str:
    """A moment as RFC 3339 text in UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@lru_cache(maxsize=64)
def moment_of(text: str) -> Moment:
    """The moment of an RFC 3339 text; without a time zone, it is read as UTC, never as local time."""
    moment = datetime.fromisoformat(text)
    return Moment(int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()))


class _Float(float):
    """A float in a line that our writer did not write; orjson does not know this type, so `json` serializes it."""


def parsed(line: bytes) -> dict[str, Any]:
    """The record of a line; raises ValueError if our writer did not write it."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"is longer than {LONGEST_LINE} bytes")
    record = _as_written(line)
    if record is not None:
        return record
    try:
        record = json.loads(line, parse_float=_Float, parse_constant=_Float)
    except (ValueError, RecursionError) as error:  # also numbers with too many digits
        raise ValueError("is not JSON") from error
    if not isinstance(record, dict):
        raise ValueError("is not a record")
    try:
        same = canonical_bytes(record) + b"\n" == line
    except (ValueError, RecursionError) as error:
        raise ValueError("is not valid Unicode text") from error
    if not same:
        raise ValueError("is not in canonical form: a byte was changed")
    return record


def _as_written(line: bytes) -> dict[str, Any] | None:
    """The record of a line if serializing it again gives the same bytes, as for almost every line; otherwise None."""
    try:
        record = orjson.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) and canonical_bytes(record) + b"\n" == line else None
