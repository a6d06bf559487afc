"""Receipts: a short proof that a round is in a pit's log, and that a log extends an earlier one, checked without the log.

A receipt has the lines of the round as everybody may see them (what is hidden is a commitment), the lines before and after it,
the first line of the journal, an RFC 6962 inclusion proof for each, and the signed checkpoint whose root they lead to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict, cast

from houseway.core import Role
from houseway.core.plain import canonical_bytes
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.checkpoint import HEX, Checkpoint, TreeHead, read_checkpoint
from houseway.records.claims import named_rules
from houseway.records.lines import SEALED, STARTED, clock_text, digest_of, event_of, parsed
from houseway.records.merkle import HASH_BYTES, extends, included, leaf_hash
from houseway.table.words import tell

FORMAT = "houseway-receipt/1"
LARGEST = 64_000_000  # characters


class ProvenLine(TypedDict):
    """One line, its place in the journal (the first line is 0), and the hashes from it to the root."""

    index: int
    line: str
    proof: list[str]


class Extension(TypedDict):
    """The hashes that show that the journal extends the one of an earlier checkpoint."""

    checkpoint: dict[str, Any]
    size: int
    proof: list[str]


class Receipt(TypedDict):
    """A receipt as it is written."""

    houseway: str
    table: str
    session: int
    checkpoint: dict[str, Any]
    round: NotRequired[int]
    lines: NotRequired[list[ProvenLine]]
    since: NotRequired[Extension]


@dataclass(slots=True)
class Verdict:
    """What a receipt proves. `problems`: why it proves nothing; the first one first."""

    receipt: Receipt
    checkpoint: Checkpoint
    entry: TreeHead | None = None
    events: list[dict[str, Any]] = field(default_factory=list)  # of the round
    complete: bool = False  # the round is whole: the lines before and after it are of others
    since: Checkpoint | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether everything that it says is proven."""
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


def in_words(found: Verdict) -> list[str]:
    """The proven round in sentences with their citations, as everybody may read them."""
    header = parsed((found.receipt["lines"][0]["line"] + "\n").encode())
    game, rules = named_rules(header, outside=False)
    told = []
    for record in found.events:
        event = event_of(record)
        cites = ", ".join(f"§ {cite}" for cite in event.cites)
        told.append(tell(game, rules, event, Role.PLAYER) + (f"  [{cites}]" if cites and not event.sealed else ""))
    return told


def receipt_text(receipt: Receipt) -> str:
    """A receipt as one line of canonical JSON."""
    return canonical_bytes(receipt).decode() + "\n"


def read_receipt(text: str, name: str = "the receipt") -> Receipt:
    """Read a receipt; BadInput if it is none. Whether it proves something is another question."""
    record = read_json(text, name, LARGEST)
    wrong = problem(Receipt, record)
    if wrong is not None:
        raise BadInput(f"{name}: is not a receipt ({wrong}); give a file written by houseway receipt")
    if record["houseway"] != FORMAT:
        raise BadInput(f"{name}: is not a receipt of the form {FORMAT}")
    return cast(Receipt, record)


def as_record(checkpoint: Checkpoint) -> dict[str, Any]:
    """A checkpoint as part of another document."""
    record: dict[str, Any] = read_json(checkpoint.text(), "the checkpoint", LARGEST)
    return record


def verify_receipt(
    receipt: Receipt, kept: Checkpoint | None = None, key: str | None = None, name: str = "the receipt"
) -> Verdict:
    """Check a receipt: signature, place in the tree, chain, that the round is whole; with `kept`, that both have one log."""
    signed = read_checkpoint(canonical_bytes(receipt["checkpoint"]).decode(), name)
    found = Verdict(receipt, signed)
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


def _check_round(receipt: Receipt, found: Verdict, entry: TreeHead) -> None:
    records = _proven_lines(receipt, found, entry)
    if found.problems:
        return
    number, (first, *rest) = receipt["round"], records
    named = (first[1].get("table", receipt["table"]), first[1].get("session", receipt["session"]))
    if first[0] != 0 or first[1].get("event") != STARTED or named != (receipt["table"], receipt["session"]):
        found.problems.append("its first line is not that of this table and session")
        return
    of_round = [each for _, each in rest if each.get("round") == number and each["event"] != SEALED]
    places = [index for index, each in rest if each.get("round") == number and each["event"] != SEALED]
    if not of_round:
        found.problems.append(f"it has no line of round {number}")
        return
    found.events = of_round
    before, after = places[0] - 1, places[-1] + 1
    known = {index for index, _ in records}
    if places != list(range(places[0], after)):
        found.problems.append("lines of the round are missing between its first and its last")
    elif before not in known:
        found.problems.append("the line before the round is missing, so its start is not proven")
    found.complete = not found.problems and after in known


def _proven_lines(receipt: Receipt, found: Verdict, entry: TreeHead) -> list[tuple[int, dict[str, Any]]]:
    """Each line with its record; problems if one is not in the tree, or does not follow from the one before it."""
    records: list[tuple[int, dict[str, Any]]] = []
    previous: tuple[int, str] | None = None
    root = bytes.fromhex(entry.root)
    for each in receipt.get("lines", []):
        where, line = f"line {each['index'] + 1}", (each["line"] + "\n").encode()
        proof = _hashes(each["proof"])
        if proof is None or not included(leaf_hash(line), each["index"], entry.size, proof, root):
            found.problems.append(f"{where} is not in the log that the checkpoint was signed for")
            continue
        try:
            record = parsed(line)
        except ValueError as error:
            found.problems.append(f"{where} {error}")
            continue
        given = str(record.pop("hash", ""))
        follows = previous is None or previous[0] + 1 != each["index"]
        if not follows and previous is not None:
            follows = digest_of(previous[1], canonical_bytes(record).decode()) == given
        if not follows:
            found.problems.append(f"{where} does not follow from the line before it")
        if previous is not None and each["index"] <= previous[0]:
            found.problems.append(f"{where} is not in its order")
        previous = (each["index"], given)
        record.pop("mark", None)
        records.append((each["index"], record))
    if not records:
        found.problems.append("it has no lines")
    return records


def _check_extension(receipt: Receipt, since: Extension, found: Verdict, entry: TreeHead, name: str) -> None:
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


def _check_kept(found: Verdict, entry: TreeHead, kept: Checkpoint) -> None:
    """Compare with a checkpoint that somebody kept: both must be of one log."""
    if kept.pit != found.checkpoint.pit or kept.key != found.checkpoint.key or not kept.genuine():
        found.problems.append("the checkpoint that was kept is of another pit or key, or its signature is not genuine")
        return
    said = kept.of(entry.table, entry.session)
    if said is None:
        found.problems.append("the checkpoint that was kept does not name this session; give a later one")
    elif said.size == entry.size:
        if said.root != entry.root:
            found.problems.append("its log is another one than that of the checkpoint that was kept")
    elif found.since is None or found.since.of(entry.table, entry.session) != said:
        found.problems.append(
            f"the checkpoint that was kept has {said.size} lines and this one {entry.size}; "
            "ask for a receipt that was made since that checkpoint"
        )
