"""Receipts: short proofs that a round is in a pit's journal, and that a journal extends an earlier one; no journal is needed.

A receipt has the public form of the round's lines (hidden values are commitments; a line with figures of the house is only a
hash), the lines before and after the round, the journal's first line, an RFC 6962 inclusion proof for each line, and the signed
checkpoint whose root they lead to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict, cast

from houseway.core import WITHHELD, Role
from houseway.core.plain import canonical_bytes
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.checkpoint import HEX, Checkpoint, TreeHead, read_checkpoint
from houseway.records.lines import SEALED, STARTED, clock_text, digest_of, event_of, parsed
from houseway.records.merkle import HASH_BYTES, extends, included, leaf_hash
from houseway.records.recorded_table import named_rules
from houseway.table.event_words import tell
from houseway.table.house_figures import for_reader

FORMAT = "houseway-receipt/2"
READ = ("houseway-receipt/1", FORMAT)  # version 1 gave every line in full
LARGEST = 64_000_000  # characters


class ProvenLine(TypedDict):
    """One line, or its hash as `leaf`; its number in the journal (the first line is 0), and the hashes to the root."""

    index: int
    line: NotRequired[str]
    leaf: NotRequired[str]
    proof: list[str]


class Extension(TypedDict):
    """The hashes that show that the journal extends that of an earlier checkpoint."""

    checkpoint: dict[str, Any]
    size: int
    proof: list[str]


class Receipt(TypedDict):
    """A receipt as a JSON document."""

    houseway: str
    table: str
    session: int
    checkpoint: dict[str, Any]
    round: NotRequired[int]
    lines: NotRequired[list[ProvenLine]]
    since: NotRequired[Extension]


@dataclass(slots=True)
class ReceiptCheck:
    """The result of checking a receipt. `problems`: why it proves nothing, in order."""

    receipt: Receipt
    checkpoint: Checkpoint
    entry: TreeHead | None = None
    events: list[dict[str, Any]] = field(default_factory=list)  # of the round
    complete: bool = False  # the round is complete: its neighboring lines belong to other rounds
    since: Checkpoint | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether everything in the receipt is proven."""
        return not self.problems

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain values."""
        said, entry = self.receipt, self.entry
        return {
            "proven": self.proven,
            "table": said["table"],
            "session": said["session"],
            "round": said.get("round"),
            "complete": self.complete,
            "events": self.events,
            "pit": self.checkpoint.pit,
            "signed_at": clock_text(self.checkpoint.at),
            "key": self.checkpoint.key,
            "size": None if entry is None else entry.size,
            "root": None if entry is None else entry.root,
            "extends": None if self.since is None else said["since"]["size"],
            "problems": self.problems,
        }


def in_words(found: ReceiptCheck) -> list[str]:
    """The proven round in public sentences with citations."""
    header = parsed((found.receipt["lines"][0].get("line", "") + "\n").encode())
    game, rules = named_rules(header, outside=False)
    told = []
    for record in found.events:
        if record["event"] == WITHHELD:
            told.append("(A line with figures that are for the house alone: its hash is proven.)")
            continue
        event = event_of(record)
        cites = ", ".join(f"§ {cite}" for cite in event.cites)
        told.append(tell(game, rules, event, Role.PLAYER) + (f"  [{cites}]" if cites and not event.sealed else ""))
    return told


def shown_line(line: str) -> dict[str, str]:
    """The form of a line in a receipt: a line with figures for the house alone is given as its hash.

    The hash reveals nothing about them: every line has the house's mark, which nobody can guess.
    """
    record = parsed(line.encode() + b"\n")
    if record["event"] in (STARTED, SEALED):
        return {"line": line}
    event = event_of({name: value for name, value in record.items() if name not in ("hash", "mark")})
    if for_reader(event, Role.PLAYER) is event:
        return {"line": line}
    return {"leaf": leaf_hash(line.encode() + b"\n").hex()}


def receipt_text(receipt: Receipt) -> str:
    """A receipt as one line of canonical JSON."""
    return canonical_bytes(receipt).decode() + "\n"


def read_receipt(text: str, name: str = "the receipt") -> Receipt:
    """Read a receipt; raises BadInput if it is not one. This does not check the proofs."""
    record = read_json(text, name, LARGEST)
    wrong = problem(Receipt, record)
    if wrong is not None:
        raise BadInput(f"{name}: is not a receipt ({wrong}); give a file written by houseway receipt")
    if record["houseway"] not in READ:
        raise BadInput(f"{name}: is not a receipt of the form {FORMAT}")
    if any(("line" in each) == ("leaf" in each) for each in record.get("lines", [])):
        raise BadInput(f"{name}: is not a receipt (lines: each has either a line or its hash)")
    return cast(Receipt, record)


def as_record(checkpoint: Checkpoint) -> dict[str, Any]:
    """A checkpoint as part of another document."""
    record: dict[str, Any] = read_json(checkpoint.text(), "the checkpoint", LARGEST)
    return record


def verify_receipt(
    receipt: Receipt, kept: Checkpoint | None = None, key: str | None = None, name: str = "the receipt"
) -> ReceiptCheck:
    """Check a receipt: signature, inclusion, hash chain and completeness; with `kept`, also that both belong to one journal."""
    signed = read_checkpoint(canonical_bytes(receipt["checkpoint"]).decode(), name)
    found = ReceiptCheck(receipt, signed)
    if key is not None and signed.key != key:
        found.problems.append(f"its checkpoint was signed with the key {signed.key}, not with {key}")
    if not signed.genuine():
        found.problems.append("the signature of its checkpoint is not genuine")
    found.entry = signed.of(receipt["table"], receipt["session"])
    if found.entry is None:
        found.problems.append(f"its checkpoint does not name {receipt['table']} session {receipt['session']}")
        return found
    if "round" in receipt:
        _check_round(receipt, found, found.entry)
    if "since" in receipt:
        _check_extension(receipt, receipt["since"], found, found.entry, name)
    if kept is not None:
        _check_kept(found, found.entry, kept)
    if "round" not in receipt and "since" not in receipt:
        found.problems.append("it has neither a round nor an earlier checkpoint, so it proves nothing")
    return found


def _hashes(proof: list[str]) -> list[bytes] | None:
    right = all(HEX.fullmatch(each) and len(each) == 2 * HASH_BYTES for each in proof)
    return [bytes.fromhex(each) for each in proof] if right else None


def _check_round(receipt: Receipt, found: ReceiptCheck, entry: TreeHead) -> None:
    records = _proven_lines(receipt, found, entry)
    if found.problems:
        return
    number, first = receipt["round"], records.get(0)
    table, session = receipt["table"], receipt["session"]
    named = first is not None and (first.get("table", table), first.get("session", session)) == (table, session)
    if first is None or first.get("event") != STARTED or not named:
        found.problems.append("its first line is not that of this table and session")
        return
    places = [place for place, each in records.items() if each.get("round") == number and each.get("event") != SEALED]
    if not places and number == 0 and _is_withheld(records, 1):
        places = [1]  # nothing but the opening itself
    if not places:
        found.problems.append(f"it has no line of round {number}")
        return
    start, end = places[0], places[-1]
    while _is_withheld(records, start - 1):
        start -= 1
    while _is_withheld(records, end + 1):
        end += 1
    found.events = [records[place] for place in range(start, end + 1) if place in records]
    if len(found.events) != end + 1 - start:
        found.problems.append("lines of the round are missing between its first and its last")
    elif start - 1 not in records:
        found.problems.append("the line before the round is missing, so its start is not proven")
    found.complete = not found.problems and end + 1 in records


def _is_withheld(records: Mapping[int, Mapping[str, Any]], place: int) -> bool:
    """Whether only the hash of a line is given, so that it may belong to any round."""
    return place in records and records[place].get("event") == WITHHELD


def _proven_lines(receipt: Receipt, found: ReceiptCheck, entry: TreeHead) -> dict[int, dict[str, Any]]:
    """The records by line number; adds a problem if a line is not in the tree or does not follow from the line before it."""
    records: dict[int, dict[str, Any]] = {}
    previous: tuple[int, str] | None = None
    root = bytes.fromhex(entry.root)
    for each in receipt.get("lines", []):
        place = each["index"]
        where, line, proof = f"line {place + 1}", each.get("line"), _hashes(each["proof"])
        leaf = leaf_hash((line + "\n").encode()) if line is not None else (_hashes([each["leaf"]]) or [b""])[0]
        if proof is None or not included(leaf, place, entry.size, proof, root):
            found.problems.append(f"{where} is not in the log that the checkpoint was signed for")
            continue
        if records and place <= max(records):
            found.problems.append(f"{where} is not in its order")
        if line is None:
            records[place], previous = {"event": WITHHELD, "seq": place, "leaf": leaf.hex()}, None
            continue
        try:
            record = parsed((line + "\n").encode())
        except ValueError as error:
            found.problems.append(f"{where} {error}")
            continue
        given = str(record.pop("hash", ""))
        follows = previous is not None and previous[0] + 1 == place
        if follows and previous is not None and digest_of(previous[1], canonical_bytes(record).decode()) != given:
            found.problems.append(f"{where} does not follow from the line before it")
        previous = (place, given)
        record.pop("mark", None)
        records[place] = record
    if not records:
        found.problems.append("it has no lines")
    return records


def _check_extension(receipt: Receipt, since: Extension, found: ReceiptCheck, entry: TreeHead, name: str) -> None:
    earlier = read_checkpoint(canonical_bytes(since["checkpoint"]).decode(), name)
    said = earlier.of(receipt["table"], receipt["session"])
    proof = _hashes(since["proof"])
    if not earlier.genuine(found.checkpoint.key) or earlier.pit != found.checkpoint.pit:
        found.problems.append("the earlier checkpoint is of another pit, or its signature is not genuine")
    elif said is None or said.size != since["size"] or proof is None:
        found.problems.append("the earlier checkpoint does not say what the proof is about")
    elif not extends(said.size, entry.size, bytes.fromhex(said.root), bytes.fromhex(entry.root), proof):
        found.problems.append(f"the log does not extend the earlier one of {said.size} lines")
    else:
        found.since = earlier


def _check_kept(found: ReceiptCheck, entry: TreeHead, kept: Checkpoint) -> None:
    """Compare with a checkpoint that was kept elsewhere: both must be of the same journal."""
    if kept.pit != found.checkpoint.pit or kept.key != found.checkpoint.key or not kept.genuine():
        found.problems.append("the checkpoint that was kept is of another pit or key, or its signature is not genuine")
        return
    said = kept.of(entry.table, entry.session)
    if said is None:
        found.problems.append("the checkpoint that was kept does not name this session; give a later one")
    elif said.size == entry.size:
        if said.root != entry.root:
            found.problems.append("its log is not that of the checkpoint that was kept")
    elif found.since is None or found.since.of(entry.table, entry.session) != said:
        found.problems.append(
            f"the checkpoint that was kept has {said.size} lines and this one {entry.size}; "
            "ask for a receipt that was made since that checkpoint"
        )
