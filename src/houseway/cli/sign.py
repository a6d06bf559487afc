"""`houseway sign`: the signs that a submission needs at its table, ready to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Settings, What, answered, console, print_json, say
from houseway.cli.papers import Size, check_paper

if TYPE_CHECKING:
    from houseway.core.sign import Sign

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Write FILE.pdf, a sign on each page; or .svg, .png, a file for each sign."
    ),
]
Only = Annotated[str | None, typer.Option("--only", metavar="KIND", help="One kind of sign: limits, payout-odds, …")]


@answered
def sign(
    what: What,
    settings: Settings = None,
    out: Out = None,
    only: Only = None,
    paper: Size = "letter",
    as_json: AsJson = False,
) -> None:
    """Make the signs that the chapter requires at this table: limits, payout odds, notices, a device out of order.

    A sign that this submission does not need is not made; without --out the verb says which are needed and why.

    Examples: houseway sign craps; houseway sign roulette --set wheel=double-zero-as-single-zero --out signs.pdf;
    houseway sign roulette --only limits --out limits.pdf
    """
    from houseway.documents.sign_sheet import needed_signs, signs_json, signs_set
    from houseway.documents.typeset import SET_FORMS, page_names, write_files
    from houseway.games import load

    check_paper(out, paper, SET_FORMS)
    game, rules = load(what, settings or ())
    found = needed_signs(game, rules, only)
    listed = [each for each in game.present.signs(rules) if only in (None, each.kind)]
    if out is not None and found:
        pages = signs_set(found, game, rules, out.suffix.lower().removeprefix("."), paper)
        for path in write_files(dict(zip(page_names(out, len(pages)), pages, strict=True)), "--out"):
            say(f"houseway: wrote {path}")
    if as_json:
        print_json(signs_json(game, rules))
    elif out is None:
        _print(game.title, listed)
    else:
        for each in listed:
            if not each.needed:
                say(f"houseway: no sign {each.kind}: {each.why} ({', '.join(each.cites)})")
    if out is not None and not found:
        say(f"houseway: wrote nothing; {game.title} needs no {'such ' if only else ''}sign under this submission")
        raise typer.Exit(1)


def _print(title: str, signs: list[Sign]) -> None:
    """Each sign with its words, and those that are not needed with the reason."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    if not signs:
        out.print(Text(f"{title}: the chapter requires no sign."))
    for each in signs:
        cites = ", ".join(each.cites)
        if not each.needed:
            out.print(Text(f"{each.kind}: not needed, {each.why} ({cites})", style="dim"))
            continue
        out.print(Text(f"{each.kind}: {each.title} ({cites}), {each.where}", style="bold"))
        for line in (*(f"{label}: {figure}" for label, figure in each.rows), *each.lines):
            out.print(Padding(Text(line), (0, 0, 0, 4), expand=False))
    if any(each.needed for each in signs):
        out.print(Text("Add --out signs.pdf to print them."))
