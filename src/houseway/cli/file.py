"""`houseway file`: all papers of one or more tables in one archive."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import AsJson, Settings, answered, print_json, say
from houseway.cli.long_work import showing
from houseway.cli.papers import Size, check_paper, of_one_holder

Whats = Annotated[
    list[str], typer.Argument(metavar="GAME|FILE...", help="Games, or submissions' TOML files: one folder each.")
]
Zip = Annotated[Path | None, typer.Option("--out", metavar="FILE.zip", help="The archive to write.")]


@answered
def file(
    whats: Whats, settings: Settings = None, out: Zip = None, size: Size = "letter", as_json: AsJson = False
) -> None:
    """Make a filing: submission, controls, rules and all other papers, with a manifest of digests.

    Made again, it has the same bytes.

    Examples: houseway file craps.toml --out filing.zip; houseway file *.toml --out filing.zip; houseway verify filing.zip
    """
    from houseway.documents.filing import filing, names_of, refuse_superseded
    from houseway.documents.typeset import write_files
    from houseway.games import load

    check_paper(out, size, ("zip",))
    tables = [load(what, settings or ()) for what in whats]
    of_one_holder(tables)
    refuse_superseded(tables)
    listed = [
        {
            "game": game.id,
            "edition": rules.edition.id,
            "submission": rules.digest,
            "files": list(names_of(game, rules)),
        }
        for game, rules in tables
    ]
    if as_json and out is None:
        print_json({"written": None, "tables": listed})
        return
    if out is None:
        for game, rules in tables:
            print(f"{game.id}/  {rules.edition.id}, {rules.digest}")
            for name in names_of(game, rules):
                print(f"  {name}")
        print("Nothing was written; add --out filing.zip")
        return
    with showing(as_json):
        made = filing(tables, size)
    for path in write_files({out: made}, "--out"):
        say(f"houseway: wrote {path}")
    if as_json:
        print_json({"written": str(out), "digest": f"sha256:{sha256(made).hexdigest()}", "tables": listed})
