"""Print three texts: the outcome of each proposal, paragraph by paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cli.common import console

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from houseway.compare.three_texts import ProposedValue, ThreeTexts

STYLES = {"adopted": "green", "changed": "yellow", "refused": "red"}


def print_three(found: ThreeTexts) -> None:
    """Print the table of proposals, the values, and the changes of the third text that nobody proposed."""
    from rich.text import Text

    from houseway.compare.three_sentences import MEANINGS, later_says, proposed_says, unasked_line

    out = console()
    out.print(Text(f"{found.title}, 58 Pa. Code Chapter {found.chapter}: {', '.join(found.names)}", style="bold"))
    for edition in found.editions:
        out.print(Text(f"  {edition.id}: {edition.title} ({edition.status}, {edition.published})", style="dim"))
    out.print(Text("\nWhat became of each proposal?", style="bold"))
    out.print(Text(found.answer))
    out.print(Text(MEANINGS, style="dim"))
    if found.proposals:
        table = _table("§", f"{found.names[1]} asks", "", found.names[2])
        for each in found.proposals:
            cites = "\n".join(each.cites)
            table.add_row(Text(cites), Text(proposed_says(each)), _became(each.became), Text(later_says(each, found)))
        out.print(table)
    if found.values:
        out.print(Text("\nThe values, by themselves", style="bold"))
        table = _table("", found.names[0], found.names[1], found.names[2])
        for value in found.values:
            table.add_row(Text(f"{value.group} {value.key}"), *(_side(value, at) for at in (0, 1, 2)))
        out.print(table)
    if found.unasked:
        out.print(Text(f"\n{unasked_line(found)}", style="dim"))


def _table(*headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True, header_style="dim", show_edge=False)
    for n, heading in enumerate(headings):
        narrow = not heading
        table.add_column(
            heading,
            style="bold" if n == 0 else "",
            ratio=None if narrow or n == 0 else 3,
            overflow="fold",
            no_wrap=False,
        )
    return table


def _became(became: str) -> Text:
    from rich.text import Text

    return Text(became, style=STYLES[became])


def _side(value: ProposedValue, at: int) -> Text:
    from rich.text import Text

    side = value.sides[at]
    said = "none" if side is None else f"{side[0]} (§\u00a0{side[1]})"
    return Text(f"{value.became}: {said}", style=STYLES[value.became]) if at == 2 else Text(said)
