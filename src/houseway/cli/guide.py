"""`houseway guide`: the gaming guide for patrons."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.common import AsJson, Settings, answered
from houseway.cli.long_work import showing
from houseway.cli.papers import Out, Size, check_paper, of_one_holder, put

Whats = Annotated[list[str], typer.Argument(metavar="GAME|FILE...", help="One game, or all that a holder offers.")]


@answered
def guide(
    whats: Whats, settings: Settings = None, out: Out = None, size: Size = "letter", as_json: AsJson = False
) -> None:
    """Write the gaming guide: how to play, every wager, what it pays and costs on average, with worked examples.

    Examples: houseway guide roulette --out guide.pdf; houseway guide *.toml --out guide.html
    """
    from houseway.documents.guide import guide as guide_paper
    from houseway.games import load

    check_paper(out, size)
    tables = [load(what, settings or ()) for what in whats]
    of_one_holder(tables)
    with showing(as_json):
        paper = guide_paper(tables)
    put(paper, out, size, tables[0][1] if as_json else None)
