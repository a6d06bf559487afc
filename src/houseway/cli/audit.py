"""`houseway audit`: check that a journal, a database or an export is undamaged, and decide every command again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import (
    KeyOption,
    KeysOption,
    SessionOption,
    TableOption,
    checkpoint_file,
    count,
    is_address,
    opened,
    read_key,
    read_keys,
)
from houseway.cli.long_work import showing
from houseway.cli.replay import HouseArgument, refuse_missing
from houseway.cli.widths import print_folded
from houseway.law import BadInput
from houseway.law.inputs import visible

if TYPE_CHECKING:
    from houseway.records import Audit
    from houseway.records.checkpoint_comparison import Witness
    from houseway.store.audit_findings import PitAudit, SessionAudit

What = Annotated[
    str,
    typer.Argument(metavar="JOURNAL|DATABASE|DIR", help="A table's journal, a pit's database, or an exported folder."),
]
Head = Annotated[str | None, typer.Option("--head", metavar="HASH", help="Hash of the last line, kept elsewhere.")]
KeptOption = Annotated[
    list[Path] | None,
    typer.Option("--checkpoint", metavar="FILE", help="A checkpoint that somebody else kept; repeatable."),
]
OutsideGames = Annotated[
    bool, typer.Option("--outside-games", help="Also run games from HOUSEWAY_GAMES, which is somebody else's code.")
]
MOST_SHOWN = 40


@answered
def audit(
    journal: What,
    head: Head = None,
    house: HouseArgument = None,
    outside_games: OutsideGames = False,
    table: TableOption = None,
    session: SessionOption = None,
    keys: KeysOption = None,
    checkpoints: KeptOption = None,
    key: KeyOption = None,
    as_json: AsJson = False,
) -> None:
    """Check chains, seals and checkpoints, and decide every command again under its recorded rules.

    Of a database, also compare with the journals: columns, postings, heads, ids of commands, secrets, snapshots, appendixes,
    the submissions of sessions, and proposed corrections. Nothing in a database proves its other records, which are not verified:
    accounts, sign-ins, steps of submissions, approvals, credentials, devices, tax terms, refused attempts.

    Exit code 0: whole. 1: tampered, torn, decided differently, not verifiable without the house file or keys, not sealed, or not
    proven to its end by a checkpoint (then missing final events cannot be detected). 2: its game is not loaded.

    Examples: houseway audit table.jsonl; houseway audit table.jsonl --head HASH --house table.jsonl.house;
    houseway audit sqlite:///pit.db --keys pit.keys --checkpoint monday.checkpoint
    """
    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", head):
        right = "give all 64 digits, as printed when the journal was sealed or by audit"
        raise BadInput(f'--head "{visible(head)}": is not a hash; {right}')
    if is_address(journal) or Path(journal).is_dir():
        if head is not None or house is not None:
            raise BadInput("--head and --house: are for journal files; give --keys and --checkpoint")
        asked = _asked(table, session, keys, key, checkpoints or [], outside_games)
        _audit_pit(journal, asked, as_json)
    else:
        _audit_file(Path(journal), head, house, outside_games, (table, session), checkpoints or [], key, as_json)


def _asked(
    table: str | None, session: int | None, keys: Path | None, key: str | None, kept: list[Path], outside: bool
) -> Any:
    from houseway.store.audit_findings import AuditRequest, KeptCheckpoint

    if session is not None and table is None:
        raise BadInput("--session: belongs to one table; name the table with --table")
    known = tuple(KeptCheckpoint(str(path), checkpoint_file(path)) for path in kept)
    return AuditRequest(table, session, read_keys(keys), read_key(key), known, outside)


def _audit_pit(name: str, asked: Any, as_json: bool) -> None:
    from houseway.core.progress import stage
    from houseway.store.database_audit import audit_database, audit_folder

    with showing(as_json), stage("deciding every command again"):
        if is_address(name):
            with opened(name) as database:
                found = audit_database(database, asked)
        else:
            found = audit_folder(Path(name), asked)
    note = _note(found, asked.keys is not None, folder=not is_address(name))
    if as_json:
        print_json({**found.as_json(), "note": note})
    else:
        _tell_pit(found, note)
    if not found.whole:
        raise typer.Exit(1)


def _note(found: PitAudit, has_keys: bool, folder: bool) -> str:
    """What was not verified, and what to give for it; empty if everything was."""
    if folder:
        hidden = any(each.status == "unverified" for each in found.sessions)
        right = "Hidden values cannot be verified without house files, which are in an export with --keys FILE."
        return right if hidden else ""
    unchecked = "hidden values, marks and the content of snapshots"
    right = f"Not verified without the pit's keys: {unchecked}; name the keys with --keys FILE."
    return "" if has_keys else right


def _tell_pit(found: PitAudit, note: str) -> None:
    lines = sum(each.lines for each in found.sessions)
    proof = f"{count(found.checkpoints, 'stored checkpoint')}, {found.kept} kept elsewhere"
    print_folded(
        f"{visible(found.name)}: {found.status}. {count(len(found.sessions), 'session')}, {count(lines, 'line')}; {proof}."
    )
    # The status of a session stands for its lines with hidden values
    shown = [each for each in found.findings if each.kind != "unverified" or not each.line]
    shown.sort(key=lambda each: each.kind == "unverified")
    for finding in shown[:MOST_SHOWN]:
        print_folded(f"  {finding.kind}: {visible(str(finding))}")
    if len(shown) > MOST_SHOWN or any(each.more for each in found.sessions):
        more = len(shown) - min(len(shown), MOST_SHOWN) + sum(each.more for each in found.sessions)
        print_folded(f"  and {more} more: --json lists up to 1,000 of each session")
    told = [each for each in found.sessions if each.status != "whole"] or found.sessions
    for each in told[:MOST_SHOWN]:
        print_folded(f"  {visible(each.table)} session {each.session}: {_session_words(each, bool(found.kept))}")
    if len(told) > MOST_SHOWN:
        print_folded(f"  and {len(told) - MOST_SHOWN} more sessions")
    if not found.checkpoints and not found.kept:
        print_folded(
            "  No checkpoint: a missing end of a journal, or a journal that was wholly recomputed, cannot be detected."
        )
    if note:
        print_folded(f"  {note}")
    print_folded(f"  pit {found.pit}, public key {found.key}")


def _session_words(found: SessionAudit, kept: bool) -> str:
    words = [found.status, count(found.events, "event"), count(found.rounds, "round")]
    if found.practice:
        words.append("practice")
    words.append("sealed" if found.sealed else "open" if found.events else "not opened yet")
    by = "checkpoint kept elsewhere" if kept else "checkpoint"
    if not found.tail:
        words.append("proven to its last line")
    elif not found.proven:
        words.append(f"not proven: no {by} has it")
    else:
        words.append(f"tail not proven: {count(found.tail, 'line')} after the last {by}")
    return ", ".join(words)


def _audit_file(
    journal: Path,
    head: str | None,
    house: Path | None,
    outside: bool,
    named: tuple[str | None, int | None],
    kept: list[Path],
    key: str | None,
    as_json: bool,
) -> None:
    from houseway.core.progress import stage
    from houseway.records import audit_journal

    if not kept and (named != (None, None) or key is not None):
        raise BadInput("--table, --session and --key: are for databases, or for a journal with --checkpoint")
    refuse_missing(journal)
    with showing(as_json), stage("deciding every command of the journal again"):
        found = audit_journal(journal, head, house, outside)
        witness = _witness(journal, named, kept, read_key(key)) if kept else None
    if witness is not None:
        found = _held_against(found, witness)
    if as_json:
        proven = {} if witness is None else {"proven_lines": witness.proven, "tail_not_proven": witness.tail}
        print_json({**found.as_json(), **proven})
    else:
        _tell(journal, found)
    if not found.whole:
        raise typer.Exit(1)


def _witness(journal: Path, named: tuple[str | None, int | None], kept: list[Path], key: str | None) -> Witness:
    """Compare a journal file with checkpoints; its first line names its table and session, or the caller does."""
    from houseway.records import header_of
    from houseway.records.checkpoint_comparison import CheckpointClaim, witnessed
    from houseway.records.journal_reader import Flaw

    header = header_of(journal)
    said_of = ("", 0) if header is None else (header.get("table", ""), header.get("session", 0))
    table, session = said_of[0] or named[0], said_of[1] or named[1] or 1
    if table is None:
        raise BadInput(f"{journal}: does not name its table; name it with --table, as the checkpoint does")
    said, flaws = [], []
    for path in kept:
        checkpoint = checkpoint_file(path)
        entry = checkpoint.of(table, session)
        if not checkpoint.genuine(key):
            flaws.append(Flaw(1, f"{path}: its signature is not genuine, or was made with another key", "tampered"))
        elif entry is not None:
            said.append(CheckpointClaim(entry.size, entry.root, entry.head, str(path), kept=True))
    with journal.open("rb") as file:
        found = witnessed(file, said, kept_only=True)
    found.flaws[:0] = flaws
    return found


def _held_against(found: Audit, witness: Witness) -> Audit:
    from dataclasses import replace

    flaws = tuple(sorted((*found.flaws, *witness.flaws), key=lambda flaw: flaw.line))
    if witness.flaws:
        note = "It does not extend a checkpoint that somebody kept."
        return replace(found, status="tampered", flaws=flaws, note=note)
    if found.status not in ("whole", "unsealed"):
        return found
    if not witness.proven:
        return replace(found, status="unproven", note="Not proven: no checkpoint has it.")
    if witness.tail:
        note = f"Tail not proven: {count(witness.tail, 'line')} after the last checkpoint."
        return replace(found, status="unproven", note=note)
    return replace(found, status="whole", note="A checkpoint proves it to its last line.")


def _tell(journal: Path, found: Audit) -> None:
    events, commands, rounds = (
        count(found.events, "event"),
        count(found.commands, "command"),
        count(found.rounds, "round"),
    )
    print_folded(f"{visible(str(journal))}: {found.status}. {events} of {commands}, {rounds} decided again.")
    for flaw in found.flaws[:MOST_SHOWN]:
        print_folded(f"  {flaw.kind}: {visible(str(flaw))}")
    if len(found.flaws) > MOST_SHOWN:
        print_folded(f"  and {len(found.flaws) - MOST_SHOWN} more: --json lists them")
    if found.practice:
        from houseway.table.event_words import practice_words

        guessed = " Anyone who guesses the seed can predict the results." if found.seeded else ""
        print_folded(f"  {practice_words(found.seeded, len(found.outstanding), found.practice)}{guessed}")
    seals = found.seals
    if seals.drawn or seals.entered or seals.unsealed:
        under = f"{count(seals.drawn, found.piece)} drawn under {count(len(seals.seals), 'seal')}"
        print_folded(f"  {under}, {seals.entered} entered by hand without one, {seals.unsealed} drawn without one.")
    if found.note:
        print_folded(f"  {found.note}" + (" Name it with --house FILE." if found.status == "unverified" else ""))
    print_folded(f"  head {found.head}")
