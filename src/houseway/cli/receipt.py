"""`houseway receipt`: a short proof that a round is in a pit's log, and its check without the log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import KeyOption, SessionOption, checkpoint_file, count, opened, read_key
from houseway.cli.long_work import showing
from houseway.law import BadInput
from houseway.law.inputs import visible

if TYPE_CHECKING:
    from houseway.records.receipts import ReceiptCheck

Database = Annotated[str | None, typer.Argument(metavar="DATABASE", help="The pit's database.")]
Table = Annotated[str | None, typer.Argument(metavar="TABLE", help="The table.")]
Round = Annotated[int | None, typer.Argument(metavar="ROUND", min=0, help="The round; 0 is the opening.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the receipt there, not to the terminal.")
]
Since = Annotated[
    Path | None, typer.Option("--since", metavar="FILE", help="Also prove that the log extends this checkpoint.")
]
Verify = Annotated[
    Path | None, typer.Option("--verify", metavar="FILE", help="Check this receipt, without a database.")
]
Kept = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="With --verify: a checkpoint that you kept.")
]
RECEIPT_CHARACTERS = 64_000_000


@answered
def receipt(
    database: Database = None,
    table: Table = None,
    round_number: Round = None,
    session: SessionOption = None,
    since: Since = None,
    out: Out = None,
    verify: Verify = None,
    kept: Kept = None,
    key: KeyOption = None,
    as_json: AsJson = False,
) -> None:
    """Prove that a round is in the log of a pit: its lines as everybody may see them, and the signed checkpoint they lead to.

    Exit code 0: written, or proven. 1: the receipt is not valid.

    Examples: houseway receipt sqlite:///pit.db roulette-1 12 --out round12.receipt; houseway receipt --verify round12.receipt
    --key HEX; houseway receipt sqlite:///pit.db roulette-1 --since yesterday.checkpoint
    """
    if verify is not None:
        if database is not None or since is not None or out is not None:
            raise BadInput("--verify: needs no database; leave out everything but --checkpoint and --key")
        _verify(verify, kept, read_key(key), as_json)
        return
    if database is None or table is None or (round_number is None and since is None):
        raise BadInput("give DATABASE TABLE ROUND, or DATABASE TABLE --since FILE, or --verify FILE")
    if kept is not None or key is not None:
        raise BadInput("--checkpoint and --key: are for checking a receipt; add --verify FILE")
    _write(database, table, round_number, session, since, out, as_json)


def _write(
    address: str,
    table: str,
    number: int | None,
    session: int | None,
    since: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    from houseway.cli.checkpoint import refuse_existing
    from houseway.core.progress import stage
    from houseway.records.receipts import receipt_text
    from houseway.store.receipts import make_receipt
    from houseway.store.session_files import write_lines

    earlier = None if since is None else checkpoint_file(since)
    if out is not None:
        refuse_existing(out)
    with opened(address) as pit, showing(as_json), stage("reading the journal"):
        made = make_receipt(pit, table, session, number, earlier)
    if out is None:
        sys.stdout.write(receipt_text(made))
        return
    write_lines(out, False, [receipt_text(made).encode()])
    if as_json:
        print_json({"out": str(out), "table": table, "session": made["session"], "round": number})
    else:
        what = f"round {number} of {table}" if number is not None else table
        print(f"{out}: a receipt for {what}, session {made['session']}. Check it with: houseway receipt --verify {out}")


def _verify(path: Path, kept: Path | None, key: str | None, as_json: bool) -> None:
    from houseway.law.inputs import read_text
    from houseway.records.receipts import read_receipt, verify_receipt

    given = read_receipt(read_text(path, "a receipt", RECEIPT_CHARACTERS, pipe=True), str(path))
    found = verify_receipt(given, None if kept is None else checkpoint_file(kept), key, str(path))
    if as_json:
        print_json(found.as_json())
    else:
        _tell(path, found, kept, key)
    if not found.proven:
        raise typer.Exit(1)


def _tell(path: Path, found: ReceiptCheck, kept: Path | None, key: str | None) -> None:
    from houseway.records.lines import clock_text

    said, entry = found.receipt, found.entry
    print(f"{path}: {'proven' if found.proven else 'not proven'}.")
    for problem in found.problems:
        print(f"  {problem}")
    if found.proven and entry is not None:
        if "round" in said:
            whole = "whole" if found.complete else "so far: more of it may have followed"
            round_ = f"round {said['round']} of {said['table']}, session {said['session']}"
            print(f"  {round_}: {count(len(found.events), 'event')}, {whole}, in a log of {count(entry.size, 'line')}.")
            for line in _round_words(found):
                print(f"    {line}")
        if found.since is not None:
            print(f"  The log extends that of {count(said['since']['size'], 'line')}, which was signed earlier.")
    print(f"  under the checkpoint of {clock_text(found.checkpoint.at)}, signed by {found.checkpoint.key}")
    if kept is not None and found.proven:
        print(f"  agrees with the checkpoint that you kept, {visible(str(kept))}: both come from the same log.")
    if key is None:
        print("  Compare this key with the one that the house has made public, or give it with --key.")


def _round_words(found: ReceiptCheck) -> list[str]:
    """The round in sentences, or why it cannot be shown."""
    from houseway.records.receipts import in_words

    try:
        return in_words(found)
    except BadInput as error:
        return [f"(It cannot be shown in words here: {visible(str(error))})"]
