"""`houseway export`: sessions of a pit as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import (
    DatabaseArgument,
    KeysOption,
    SessionOption,
    TableOption,
    count,
    opened,
    read_keys,
)
from houseway.cli.long_work import showing

Out = Annotated[
    str, typer.Option("--out", metavar="FILE|DIR/", help="A new file for one session, or a new folder (ends with /).")
]


@answered
def export(
    database: DatabaseArgument,
    out: Out,
    table: TableOption = None,
    session: SessionOption = None,
    keys: KeysOption = None,
    as_json: AsJson = False,
) -> None:
    """Write journals of a pit to files, byte for byte as they are recorded, while tables run.

    With --keys, each FILE has its FILE.house (secrets) and FILE.pit (ids of commands, snapshots), and nothing is lost: import
    restores it. Without --keys only what anybody may see is written.

    Examples: houseway export sqlite:///pit.db --out pit/ --keys pit.keys; houseway export sqlite:///pit.db --table roulette-1
    --session 2 --out table.jsonl
    """
    from houseway.core.progress import stage
    from houseway.store.exporting import export_file, export_folder
    from houseway.store.manifests import is_folder

    known = read_keys(keys)
    with opened(database) as pit, showing(as_json), stage("writing journals"):
        moved = (export_folder if is_folder(out) else export_file)(pit, known, Path(out), table, session)
    if as_json:
        named = [{"table": each, "session": number} for each, number in moved.sessions]
        print_json({"out": out, "sessions": named, "lines": moved.lines, "checkpoints": moved.checkpoints})
        return
    print(f"{out}: {count(len(moved.sessions), 'session')}, {count(moved.lines, 'line')}.")
    if known is None:
        print(
            "  Without --keys the secrets, the ids of commands and the snapshots are left out: it cannot be imported."
        )
