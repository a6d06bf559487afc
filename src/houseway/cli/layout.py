"""`houseway layout`: the felt of a game to scale, as a schematic or a picture, and what the law requires on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Settings, What, answered, console, print_json, say
from houseway.cli.papers import Size, check_paper

if TYPE_CHECKING:
    from houseway.core.felt import Felt
    from houseway.law import Rules

Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write FILE.pdf (the schematic), or FILE.svg or .png (the felt alone)."),
]
LogoFile = Annotated[
    Path | None,
    typer.Option("--logo", metavar="FILE", help="The holder's logo instead of the name: a PNG or SVG file."),
]
InkSaving = Annotated[bool, typer.Option("--ink-saving", help="For .svg and .png: dark lines on white.")]


@answered
def layout(
    what: What,
    settings: Settings = None,
    out: Out = None,
    logo: LogoFile = None,
    ink_saving: InkSaving = False,
    paper: Size = "letter",
    as_json: AsJson = False,
) -> None:
    """Draw the layout to scale, and check it against every paragraph about it.

    The PDF is a schematic to file: the felt with its dimensions, in color and in outline, the wheels, the checklist.

    Examples: houseway layout craps; houseway layout roulette --set five_adjacent=true --out roulette.pdf;
    houseway layout sic-bo.toml --logo logo.svg --out felt.png
    """
    from houseway.documents.layout_paper import felt_of_rules, layout_json, layout_pdf, picture_of
    from houseway.documents.logo import read_logo
    from houseway.documents.typeset import SET_FORMS, write_files
    from houseway.games import load

    check_paper(out, paper, SET_FORMS)
    picture = read_logo(logo, "--logo") if logo is not None else None
    game, rules = load(what, settings or ())
    felt = felt_of_rules(game, rules, picture)
    found = layout_json(game, rules, felt)
    if out is not None:
        form = out.suffix.lower().removeprefix(".")
        made = layout_pdf(game, rules, paper, felt) if form == "pdf" else picture_of(felt, form, ink_saving)
        for path in write_files({out: made}, "--out"):
            say(f"houseway: wrote {path}")
    if as_json:
        print_json(found)
    elif out is None:
        _print(felt, rules)
    if found["problems"]:
        for problem in found["problems"]:
            say(f"houseway: {problem}")
        raise typer.Exit(1)


def _print(felt: Felt, rules: Rules) -> None:
    """The checklist, and what --out would write."""
    from rich.padding import Padding
    from rich.text import Text

    from houseway.core.felt import missing
    from houseway.documents.dimensions import measured
    from houseway.documents.layout_paper import shown_by
    from houseway.documents.paper_facts import standing_of

    out = console()
    out.print(Text(f"{felt.title}: the layout of {felt.holder}", style="bold"))
    out.print(Text(f"{measured(felt.width)} by {measured(felt.height)}, {len(felt.bettings)} places for chips"))
    out.print(Text(standing_of(rules)))
    absent = missing(felt)
    for each in felt.required:
        mark = "no " if each in absent else "yes"
        line = Text(f"{mark} ", style="bold red" if each in absent else "green")
        line.append(f"{each.what} ({', '.join(each.cites)})", style="default")
        out.print(line)
        out.print(Padding(Text(shown_by(each, felt), style="dim"), (0, 0, 0, 4), expand=False))
    for size in felt.measures:
        by = ", ".join(size.cites) or "customary, ours"
        out.print(Text(f"{size.what}: {measured(size.size)} ({by})"))
    out.print(Text("Add --out FILE.pdf for the schematic, .svg or .png for the felt alone."))
