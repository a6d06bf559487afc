"""The files of one session outside a database: its journal, its house file, and FILE.pit with the pit's other records."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NotRequired, TypedDict, cast

import orjson

from houseway.core import Moment
from houseway.core.plain import canonical_bytes
from houseway.core.secret import keyed_hash
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json, visible
from houseway.records.files import NEW, refuse_others
from houseway.records.house_file import house_entries
from houseway.records.lines import (
    FORMAT,
    GENESIS,
    LONGEST_LINE,
    SEALED,
    STARTED,
    HeaderRecord,
    moment_of,
    parsed,
)
from houseway.records.merkle import Peaks, leaf_hash

PIT_FORMAT = "houseway-session/1"
AT_ONCE = 5000  # lines
LONGEST_ROW = 80_000_000  # characters of a line of FILE.pit; snapshots are the longest


class About(TypedDict):
    """The first line of FILE.pit: facts about a session that its journal lacks."""

    houseway: str
    table: str
    session: int
    game: str
    holder: str
    table_created_at: int
    created_at: int
    source: str
    seed: str | None


class CommandRow(TypedDict):
    """The id that a client gave to a command."""

    key: str
    actor: str
    digest: str
    first: int
    last: int


class SnapshotRow(TypedDict):
    """An encrypted snapshot."""

    size: int
    head: str
    digest: str
    body: str


class PitRow(TypedDict):
    """Any other line of FILE.pit: it has one of these fields."""

    command: NotRequired[CommandRow]
    snapshot: NotRequired[SnapshotRow]
    secrets: NotRequired[list[int]]  # the first event of a command, and the number of secrets that it hid


def pit_path(journal: Path) -> Path:
    """The path of a journal's FILE.pit."""
    return journal.with_name(journal.name + ".pit")


def new_file(path: Path, private: bool) -> BinaryIO:
    """Open a new file for writing; never overwrites a file."""
    try:
        return os.fdopen(os.open(path, NEW, 0o600 if private else 0o644), "wb")
    except FileExistsError:
        raise BadInput(f"{path}: already exists; name another file or folder") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be created ({error.strerror})") from error


def write_lines(path: Path, private: bool, lines: Iterable[bytes]) -> None:
    """Write a new file durably."""
    with new_file(path, private) as file:
        for line in lines:
            file.write(line)
        file.flush()
        os.fsync(file.fileno())


def opened_file(path: Path, private: bool = False) -> BinaryIO:
    """Open a file for reading; with `private`, it must be private to its owner."""
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from error
    if private:
        try:
            refuse_others(path, file.fileno())
        except BaseException:
            file.close()
            raise
    return file


@dataclass(slots=True)
class JournalRow:
    """One parsed line of a journal: its record without hash and mark, and the values of its database columns."""

    number: int  # from 0
    line: bytes
    record: dict[str, Any]
    previous: str
    hash: str
    actor: str
    role: str
    first: int  # number of the first event of its command


@dataclass(slots=True)
class Checked:
    """A journal that was checked to its end: no line is changed, missing or incomplete."""

    path: Path
    header: HeaderRecord
    key: bytes = b""
    size: int = 0
    head: str = GENESIS
    peaks: Peaks = field(default_factory=Peaks)
    round: int = 0
    first_at: int = 0
    at: int = 0
    sealed: bool = False
    source: str = ""
    digest: str = ""  # of all bytes
    about: About | None = None

    @property
    def house(self) -> Path:
        """The house file beside it."""
        return self.path.with_name(self.path.name + ".house")


def journal_rows(path: Path, verified: bool = False, key: bytes = b"") -> Iterator[JournalRow]:
    """The lines of a journal; raises BadInput at the first bad line. `verified`: the bytes were checked before."""
    previous, actor, role, first, expected = GENESIS, "", "", 0, (1, 0)
    with opened_file(path) as file:
        number = -1
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            where = f"{path}: line {number + 1}"
            record = _read(where, line, verified)
            given, mark = str(record.pop("hash", "")), record.pop("mark", None)
            if not verified:
                hashed, marked = _covered(line, record, given, mark)
                if hashlib.sha256(b"%b\n%b" % (previous.encode(), hashed)).hexdigest() != given:
                    raise BadInput(f"{where}: its hash does not match; audit the journal, and import an unchanged one")
                if key and mark != keyed_hash(key, marked):
                    raise BadInput(f"{where}: its mark does not match the key of the house file; give the right one")
                expected = _in_order(where, number, record, expected)
            if record.get("batch", (0,))[0] == 1:
                actor, role, first = str(record.get("actor", "")), str(record.get("role", "")), number
            elif record["event"] in (STARTED, SEALED):
                actor, role, first = "", "", number
            yield JournalRow(number, line, record, previous, given, actor, role, first)
            previous = given
        if not verified and expected[0] > 1:
            raise BadInput(f"{path}: line {number + 1}: its last command is incomplete; continue the table first")


def _read(where: str, line: bytes, verified: bool) -> dict[str, Any]:
    if not line.endswith(b"\n"):
        raise BadInput(f"{where}: is cut off, or longer than {LONGEST_LINE} bytes")
    try:
        record: Any = orjson.loads(line)
        if verified:
            return cast(dict[str, Any], record)
        if not isinstance(record, dict) or canonical_bytes(record) + b"\n" != line:
            record = parsed(line)
    except ValueError as error:
        why = "is not JSON" if isinstance(error, orjson.JSONDecodeError) else str(error)
        raise BadInput(f"{where}: {why}") from None
    if not isinstance(record.get("event"), str):
        raise BadInput(f"{where}: is not an event")
    return cast(dict[str, Any], record)


def _covered(line: bytes, record: Mapping[str, Any], given: str, mark: Any) -> tuple[bytes, bytes]:
    """The bytes that a line's hash covers, and those that its mark covers.

    If the line is in canonical form, both are cut out of it; otherwise, the record is serialized again.
    """
    hash_text, mark_text = f'"hash":"{given}",'.encode(), f'"mark":"{mark}"'.encode()
    before, found, after = line.partition(hash_text + mark_text)
    if found and hash_text + mark_text not in after:
        rest = after[:-1]
        unmarked = before + rest[1:] if rest.startswith(b",") else before.removesuffix(b",") + rest
        return before + mark_text + rest, unmarked
    unmarked = canonical_bytes(record)
    return unmarked if mark is None else canonical_bytes({**record, "mark": mark}), unmarked


def _in_order(where: str, number: int, record: Mapping[str, Any], expected: tuple[int, int]) -> tuple[int, int]:
    """Check a line's number, and its place in its command; return the place that must follow."""
    event = record["event"]
    if (number == 0) != (event == STARTED):
        raise BadInput(f"{where}: only the first line of a journal is {STARTED}")
    if number == 0:
        wrong = problem(HeaderRecord, dict(record))
        if wrong is not None or record["format"] != FORMAT:
            raise BadInput(
                f"{where}: is not the first line of a journal in the format {FORMAT}" + (f" ({wrong})" if wrong else "")
            )
        return expected
    if expected == (0, 0):
        raise BadInput(f"{where}: comes after the seal")
    if event == SEALED:
        if record.get("events") != number - 1 or expected[0] != 1:
            raise BadInput(f"{where}: does not seal the {number - 1} events before it")
        return 0, 0
    try:
        place, count = record["batch"]
        right = record["seq"] == number and place == expected[0] and (place == 1 or count == expected[1])
        moment_of(record["at"])
        int(record["round"])
        for source, target, cents in record.get("moves", ()):
            right = right and isinstance(source, str) and isinstance(target, str) and source != target and cents > 0
    except (KeyError, TypeError, ValueError, OverflowError):
        right = False
    if not right:
        raise BadInput(f"{where}: is not the event that must follow, number {number} and part {expected[0]}")
    return (1, 0) if place == count else (place + 1, count)


def check_journal(path: Path, house: bool, roots: Mapping[int, str] = MappingProxyType({})) -> Checked:
    """Read a journal to its end and check its hash chain, marks, order and house file; raises BadInput at the first bad line.

    `roots` has the roots in checkpoints, by number of lines.
    """
    key, beside, hidden = b"", path.with_name(path.name + ".house"), 0
    if house:
        if not beside.exists():
            right = "it holds the key and the secrets of the table; put it beside the journal"
            raise BadInput(f"{beside}: is missing; {right}")
        for number, entry in house_entries(beside):
            hidden = number - 1
            key = bytes.fromhex(entry["key"]) if number == 1 else key
    found, digest, leaves = None, hashlib.sha256(), []
    for row in journal_rows(path, key=key):
        if found is None:
            found = Checked(path, HeaderRecord(**row.record), key)  # type: ignore[typeddict-item]
        digest.update(row.line)
        leaves.append(leaf_hash(row.line))
        if len(leaves) == AT_ONCE or row.number + 1 in roots:
            found.peaks, leaves = found.peaks.extended(leaves), []
            if roots.get(row.number + 1, found.peaks.root.hex()) != found.peaks.root.hex():
                raise BadInput(
                    f"{path}: line {row.number + 1}: does not extend the checkpoint of {row.number + 1} lines"
                )
        found.size, found.head = row.number + 1, row.hash
        _follow(found, row.record)
    if found is None:
        raise BadInput(f"{path}: is empty; give a journal")
    found.peaks, found.digest = found.peaks.extended(leaves), digest.hexdigest()
    if max(roots, default=0) > found.size:
        raise BadInput(f"{path}: has {found.size} lines, but a checkpoint has {max(roots)}: its end was cut off")
    found.about = check_beside(path, found.header.get("table"), found.header.get("session"), found.size, hidden)
    return found


def _follow(found: Checked, record: Mapping[str, Any]) -> None:
    if record["event"] == SEALED:
        found.sealed = True
    elif record["event"] != STARTED:
        found.round, found.at = record["round"], moment_of(record["at"])
        found.first_at = found.first_at or found.at
        if record["event"] == "table-opened" and not found.source:
            found.source = str(record.get("fields", {}).get("source", ""))


def pit_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of FILE.pit, with their numbers."""
    with opened_file(path, private=True) as file:
        for number, line in enumerate(file, 1):
            record = read_json(line.decode("utf-8", "replace"), f"{path}: line {number}", LONGEST_ROW)
            wrong = problem(About if number == 1 else PitRow, record)
            if wrong is not None or (number == 1 and record["houseway"] != PIT_FORMAT):
                raise BadInput(
                    f"{path}: line {number}: is not in the format {PIT_FORMAT}" + (f" ({wrong})" if wrong else "")
                )
            yield number, record


def check_beside(
    journal: Path, table: str | None, session: int | None, size: int, hidden: int | None = None
) -> About | None:
    """Check the FILE.pit of a journal and return its first line; None if it is missing. Raises BadInput at a bad line."""
    path, about, secrets = pit_path(journal), cast(About | None, None), 0
    if not path.exists():
        return None
    for number, record in pit_lines(path):
        where = f"{path}: line {number}"
        if number == 1:
            about = cast(About, record)
            if (table or about["table"], session or about["session"]) != (about["table"], about["session"]):
                raise BadInput(f"{where}: is about {about['table']} session {about['session']}, but the journal is not")
        elif "secrets" in record:
            secrets += record["secrets"][-1]
        elif "command" in record:
            if not 1 <= record["command"]["first"] <= record["command"]["last"] < size:
                raise BadInput(f"{where}: names events that the journal does not have")
        elif "snapshot" in record:
            body = bytes.fromhex(record["snapshot"]["body"])
            if "sha256:" + hashlib.sha256(body).hexdigest() != record["snapshot"]["digest"]:
                raise BadInput(f"{where}: the snapshot does not match its digest")
    if about is None:
        raise BadInput(f"{path}: is empty")
    if hidden is not None and secrets != hidden:
        raise BadInput(f"{path}: names {secrets} secrets, but the house file has {hidden}")
    return about


def house_rows(found: Checked) -> Iterator[tuple[int, int, str, dict[str, Any]]]:
    """Each secret: the first event of the command that hid it, its number within the command, its commitment and its entry."""
    entries = [entry for number, entry in house_entries(found.house) if number > 1]
    named = [str(entry.get("order", entry.get("sealed"))) for entry in entries]
    if (beside := pit_path(found.path)).exists():
        runs = [each["secrets"] for _, each in pit_lines(beside) if "secrets" in each]
        seqs = [seq for seq, count in runs for _ in range(count)]
    else:
        seqs = _hidden_at(found.path, named)
    last = number = -1
    for seq, commitment, entry in zip(seqs, named, entries, strict=True):
        number = number + 1 if seq == last else 0
        last = seq
        yield seq, number, commitment, entry


def _hidden_at(path: Path, named: list[str]) -> list[int]:
    """The first event of the command that hid each secret, found by its commitment in the journal."""
    wanted, places = set(named), dict[str, list[int]]()
    for row in journal_rows(path, verified=True) if wanted else ():
        if b'"sha256:' in row.line:
            for text in row.line.decode().split('"sha256:')[1:]:
                commitment = "sha256:" + text[:64]
                known = places.setdefault(commitment, []) if commitment in wanted else None
                if known is not None and (not known or known[-1] != row.first):
                    known.append(row.first)
    seqs, now, used = list[int](), 0, dict[str, int]()
    for commitment in named:
        after = used.get(commitment, -1)
        now = next((seq for seq in places.get(commitment, ()) if seq >= now and seq > after), now)
        used[commitment] = now
        seqs.append(now)
    return seqs


def event_rows(found: Checked, table: str, session: int, created_at: int) -> Iterator[tuple[list[Any], list[Any]]]:
    """The rows of events and postings, in blocks; raises BadInput if the file changed since it was checked."""
    events: list[Any] = []
    postings: list[Any] = []
    digest, at, number = hashlib.sha256(), Moment(created_at), 0
    for row in journal_rows(found.path, verified=True):
        digest.update(row.line)
        record = row.record
        if record["event"] not in (STARTED, SEALED):
            at, number = moment_of(record["at"]), record["round"]
        where = (table, session, row.number)
        events.append((*where, number, record["event"], row.actor, row.role, at, row.previous, row.hash, row.line))
        for place, (source, target, cents) in enumerate(record.get("moves", ())):
            postings.append((*where, place, source, target, cents))
        if len(events) == AT_ONCE:
            yield events, postings
            events, postings = [], []
    if digest.hexdigest() != found.digest:
        raise BadInput(f"{found.path}: was changed while it was imported; import it again")
    yield events, postings


def named_in(path: Path) -> str:
    """A table's name derived from the file name, for a journal without one."""
    return visible(path.name.partition(".")[0])[:60] or "table"
