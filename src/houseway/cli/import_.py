"""`houseway import`: journals and exported pits into a database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.databases import DatabaseArgument, KeysNeeded, count, is_address, is_sqlite, needed_packages, opened
from houseway.cli.long_work import showing
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.store.keys import Keys

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
    holder: Annotated[
        str | None, typer.Option("--holder", metavar="ID", help="The certificate holder of the table, such as parx.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="The seed of a practice table that is still open.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Import journals. Everything is checked before anything is written; records that already exist are refused.

    It checks chains, marks, order, secrets and checkpoints; audit decides everything again. A missing database is created, and
    for a journal also its key file. An exported pit keeps its own keys: give its key file. If anything is refused, nothing is
    written.

    Examples: houseway import table.jsonl sqlite:///pit.db --keys pit.keys --table roulette-1 --holder parx;
    houseway import pit/ postgresql://localhost/pit --keys pit.keys
    """
    from houseway.core.progress import stage

    if is_address(str(path)):
        raise BadInput(f"{path}: is a database; export it first with: houseway export {path} --out DIR/ --keys FILE")
    if not path.exists():
        raise BadInput(f"{path}: there is no such journal or folder")
    if is_sqlite(path):
        right = f"houseway export sqlite:///{path} --out DIR/ --keys FILE"
        raise BadInput(f"{path}: is a database; export it first with: {right}")
    if holder is not None:
        from houseway.service.submissions import HOLDER, not_an_id

        if not HOLDER.fullmatch(holder):
            raise BadInput(f"--holder: {not_an_id(holder)}")
    with _made(database, path, keys) as known, opened(database, create=True) as pit, showing(as_json):
        from houseway.store.importing import Named, import_path
        from houseway.table import wall_clock

        with stage("importing"):
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


@contextmanager
def _made(database: str, path: Path, keys: Path) -> Iterator[Keys]:
    """The keys to import with, made for a journal into a new database; what was made is removed if nothing is imported."""
    needed_packages(database)
    from houseway.store.database import sqlite_path
    from houseway.store.keys import load_keys
    from houseway.store.manifests import refuse_public
    from houseway.store.new_pit import has_pit

    if path.is_dir():
        refuse_public(path)
    new = not has_pit(database)
    if new and path.is_dir() and not keys.exists():
        raise BadInput(f"{keys}: the key file is missing; an exported pit keeps its keys: give its key file")
    file = sqlite_path(database)
    parts = [] if file is None else [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))]
    absent = [each for each in (keys, *parts) if not each.exists()]
    try:
        yield load_keys(keys, create=new)
    except BaseException:
        if new and not has_pit(database):
            for each in absent:
                each.unlink(missing_ok=True)
        raise
