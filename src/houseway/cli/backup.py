"""`houseway backup`: a copy of a pit while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import DatabaseArgument, KeysOption, count, opened, read_keys
from houseway.cli.long_work import showing

Out = Annotated[Path, typer.Option("--out", metavar="FILE|DIR", help="A new file; a new folder for PostgreSQL.")]


@answered
def backup(database: DatabaseArgument, out: Out, keys: KeysOption = None, as_json: AsJson = False) -> None:
    """Copy a running pit as it is at one moment, and check the copy.

    An SQLite database is copied to a file that can be used in its place. A PostgreSQL database is written as an export, which
    needs --keys and is restored with import. The key file is not in a backup: keep it elsewhere.

    Examples: houseway backup sqlite:///pit.db --out pit-monday.db; houseway backup postgresql://localhost/pit --out monday --keys
    pit.keys
    """
    from houseway.core.progress import stage

    known = read_keys(keys)
    with opened(database) as pit, showing(as_json), stage("copying the database"):
        from houseway.store.backups import backed_up

        made = backed_up(pit, out, known)
    if as_json:
        print_json({"out": str(out), "sessions": made.sessions, "lines": made.lines, "form": made.form})
        return
    print(f"{out}: {count(made.sessions, 'session')}, {count(made.lines, 'line')}, copied and checked.")
    print(f"  To restore it, {made.restore}")
