"""`houseway checkpoint`: sign what a pit has recorded, for somebody else to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import DatabaseArgument, KeysNeeded, count, opened, read_keys
from houseway.cli.long_work import showing

Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the checkpoint; a new file.")]


@answered
def checkpoint(database: DatabaseArgument, keys: KeysNeeded, out: Out, as_json: AsJson = False) -> None:
    """Sign how many lines each journal of a pit has, and the root of the tree over them.

    Give the file to somebody who cannot write to the database. With it, audit finds a tail that was cut off, a chain that was
    computed anew, and an old backup. Before signing, every journal is read and must extend the last checkpoint.

    Example: houseway checkpoint sqlite:///pit.db --keys pit.keys --out today.checkpoint
    """
    from houseway.core.progress import stage
    from houseway.store.checkpoints import sign_checkpoint
    from houseway.store.session_files import write_lines
    from houseway.table import wall_clock

    known = read_keys(keys)
    assert known is not None
    refuse_existing(out)
    with opened(database) as pit, showing(as_json), stage("reading every journal"):
        signed = sign_checkpoint(pit, known, wall_clock())
    write_lines(out, False, [signed.text().encode()])
    lines = sum(each.size for each in signed.tables)
    if as_json:
        print_json(
            {"pit": signed.pit, "key": signed.key, "sessions": len(signed.tables), "lines": lines, "out": str(out)}
        )
        return
    print(
        f"{out}: a checkpoint of {count(len(signed.tables), 'session')}, {count(lines, 'line')}, is signed and stored."
    )
    print(f"  pit {signed.pit}")
    print(f"  public key {signed.key}")


def refuse_existing(path: Path) -> None:
    """Refuse to write over a file, before any work is done."""
    from houseway.law import BadInput

    if path.exists() or path.is_symlink():
        raise BadInput(f"{path}: already exists; name another file")
