"""`houseway strategy`: best play where a game leaves a choice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Floats, Settings, What, answered, console, print_json, refuse_float, say
from houseway.cli.long_work import showing
from houseway.cli.widths import filled
from houseway.law import BadInput
from houseway.law.inputs import quoted, refuse_strange

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from houseway.core.advice import Advice, Cell, Grid

About = Annotated[
    list[str] | None,
    typer.Argument(metavar="[KEY=VALUE]...", help="One situation, in the game's own words: hand=8,8 up=6 hole=small."),
]
Card = Annotated[
    Path | None, typer.Option("--card", metavar="FILE", help="Write a printable card: FILE.svg, .png or .pdf.")
]
COLORS = {
    "stay": "black on bright_red",
    "take": "black on bright_green",
    "raise": "black on bright_yellow",
    "part": "black on bright_cyan",
    "best": "bold",
    "inside": "bold green",
    "quiet": "dim",
}


@answered
def strategy(
    what: What,
    about: About = None,
    settings: Settings = None,
    as_json: AsJson = False,
    card: Card = None,
    floats: Floats = False,
) -> None:
    """Show best play and a pocket chart, or the value of each choice in one situation.

    Situations of Down Under Blackjack: hand=8,8 up=6 hole=small (medium, large, a light's color; left out if not read),
    seen=K,5 (other cards that are gone), split=yes (the hand came from a split), exact=yes (price a split with the second hand
    seeing the first; slow). hold (alone): the Board's claimed hold and the computed one.

    Topics of Pai Gow: hand=6-6,1-5,1-4,5-6 (one hand), exceptions, bank, each by itself; stake=6 (in dollars) with any of them.

    Examples: houseway strategy down-under-blackjack; houseway strategy down-under-blackjack hand=8,8 up=6 hole=small;
    houseway strategy down-under-blackjack --set decks=8 --card chart.pdf; houseway strategy down-under-blackjack hold
    """
    from houseway.documents.strategy_card import check_card
    from houseway.games import load
    from houseway.odds.advice import advice_of

    refuse_float(floats, as_json)
    if card is not None:
        check_card(card, "--card")
    game, rules = load(what, settings or ())
    with showing(as_json) as progress:
        found = advice_of(game, rules, _situation(about or []), progress)
    if card is not None:
        from houseway.documents.strategy_card import write_card

        for path in write_card(found, card, "--card"):
            say(f"houseway: wrote {path}")
    if as_json:
        under = {"game": game.id, "edition": rules.edition.id, "submission": rules.digest}
        print_json({**under, **found.as_json()}, floats)
    elif card is None:
        print_advice(found)


def _situation(words: list[str]) -> dict[str, str]:
    """The situation by key, from words such as hand=8,8; a word alone is a key without a value."""
    about: dict[str, str] = {}
    for word in words:
        refuse_strange(word, "a situation")
        key, _, value = word.partition("=")
        if not key or key in about:
            raise BadInput(
                f"{quoted(word)}: {'is given twice' if key else 'has no key'}; write for example hand=8,8 up=6"
            )
        about[key] = value
    return about


def print_advice(advice: Advice) -> None:
    """Print advice: tables with short codes, and notes."""
    from rich.text import Text

    out = console()
    out.print(Text(advice.title, style="bold"))
    for line in advice.summary:
        out.print(Text(line))
    if advice.legend:
        legend = Text()
        for cell, meaning in advice.legend:
            legend.append_text(_cell(cell)).append(f" {meaning}   ")
        out.print(Text("\n").append_text(legend))
    for section in advice.sections:
        out.print(Text(f"\n{section.title}", style="bold"))
        for grid in section.grids:
            out.print(_table(grid))
        for note in section.notes:
            out.print(Text(_hanging(note, out.width), style="dim" if section.grids else ""))


def _hanging(note: str, width: int) -> str:
    """A note with a hanging indent, so that one sees where the next one begins."""
    lead = note[: len(note) - len(note.lstrip())]
    return filled(note.strip(), width, lead, f"{lead}    ")


def _table(grid: Grid) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(grid.corner, min_width=11)  # long labels wrap before a figure is cut
    for column in grid.columns:
        table.add_column(column, justify="right", no_wrap=True, min_width=2)
    for line in grid.lines:
        table.add_row(line.label, *(_cell(cell) for cell in line.cells))
    return table


def _cell(cell: Cell) -> Text:
    from rich.text import Text

    return Text(cell.code, style=COLORS.get(cell.style, ""))
