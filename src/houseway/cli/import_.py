"""`houseway import`: journals and exported pits into a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import DatabaseArgument, KeysNeeded, count, opened
from houseway.cli.long_work import showing
from houseway.law import BadInput

Given = Annotated[
    Path, typer.Argument(metavar="FILE|DIR", help="A journal with its FILE.house, or an exported folder.")
]


@answered
def import_(
    path: Given,
    database: DatabaseArgument,
    keys: KeysNeeded,
    table: Annotated[
        str | None, typer.Option("--table", metavar="ID", help="For a journal that names no table.")
    ] = None,
    session: Annotated[
        int | None, typer.Option("--session", metavar="N", min=1, help="For a journal that names no session.")
    ] = None,
    holder: Annotated[str | None, typer.Option("--holder", metavar="NAME", help="Who runs the table.")] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="The seed of a practice table that is still open.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Import journals. Everything is checked before anything is written, and what is there already is refused.

    Checked are chains, marks, order, secrets and checkpoints; audit decides everything again. Missing databases and key files are
    made.

    Examples: houseway import table.jsonl sqlite:///pit.db --keys pit.keys --table roulette-1 --holder Parx;
    houseway import pit/ postgresql://localhost/pit --keys pit.keys
    """
    from houseway.cli.databases import is_address
    from houseway.core.progress import stage

    if is_address(str(path)):
        raise BadInput(f"{path}: is a database; export it first with: houseway export {path} --out DIR/ --keys FILE")
    if not path.exists():
        raise BadInput(f"{path}: there is no such journal or folder")
    with opened(database, create=True) as pit, showing(as_json), stage("importing"):
        from houseway.store.keys import load_keys
        from houseway.store.transfer import Named, import_path
        from houseway.table import wall_clock

        known = load_keys(keys, create=path.is_file())
        moved = import_path(pit, known, path, Named(table, session, holder, seed), wall_clock())
    if as_json:
        named = [{"table": each, "session": number} for each, number in moved.sessions]
        print_json({"sessions": named, "lines": moved.lines, "checkpoints": moved.checkpoints, "notes": moved.notes})
        return
    print(f"{database}: {count(len(moved.sessions), 'session')}, {count(moved.lines, 'line')} imported.")
    for note in moved.notes:
        print(f"  {note}")
    if not moved.checkpoints:
        print(f"  No checkpoint proves it here yet: houseway checkpoint {database} --keys {keys} --out FILE")
