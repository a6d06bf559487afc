"""The fiscal side of `houseway diff`: its options and its display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import console
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.questions.fiscal import Fiscal, Volumes

Handles = Annotated[
    list[str] | None,
    typer.Option(
        "--handle",
        metavar="[WAGER=]DOLLARS[/day|/year|/round]",
        help="What is wagered at a table, in all or on one wager (repeatable): revenue and tax on both sides.",
    ),
]
RoundsPerDay = Annotated[
    int | None,
    typer.Option(
        "--rounds-per-day", metavar="N", help="Rounds per day at a table; --handle is then the amount per round."
    ),
]
Tables = Annotated[int | None, typer.Option("--tables", metavar="N", help="Number of such tables; by default one.")]
Cost = Annotated[
    str | None,
    typer.Option(
        "--cost", metavar="DOLLARS", help="One-time cost of the change: after how many days it pays for itself."
    ),
]
Strategy = Annotated[
    str | None, typer.Option("--strategy", metavar="NAME", help="How players play, for --handle; by default the first.")
]


@dataclass(frozen=True)
class FiscalRequest:
    """The fiscal options as they were given."""

    handles: tuple[str, ...]
    rounds: int | None
    tables: int | None
    cost: str | None
    strategy: str | None

    def refuse_alone(self) -> None:
        """Refuse options that mean nothing without a handle."""
        others = {
            "--rounds-per-day": self.rounds,
            "--tables": self.tables,
            "--cost": self.cost,
            "--strategy": self.strategy,
        }
        given = [name for name, value in others.items() if value is not None]
        if given and not self.handles:
            raise BadInput(f"{given[0]} is about revenue; add what is wagered, for example --handle 50000/day")

    def volumes(self) -> Volumes | None:
        """The handle, if one is given; read before anything is compared, so a typing error costs no time."""
        from houseway.questions.fiscal import COST, Volumes, read_dollars, read_handles

        if not self.handles:
            return None
        cost = None if self.cost is None else read_dollars(self.cost, COST)
        handles = read_handles(self.handles, self.rounds)
        tables = 1 if self.tables is None else self.tables
        return Volumes(handles, self.rounds, tables, self.strategy, cost)


def print_fiscal(found: Fiscal, names: tuple[str, str]) -> None:
    """Print revenue, tax, the difference, and the savings at which a change pays for itself."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from houseway.law.tax import half_up
    from houseway.money import dollars
    from houseway.odds import percent
    from houseway.questions.fiscal_page import lines, signed_dollars

    out = console()
    out.print(Text("\n4. What it is worth a year", style="bold"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", style="bold")
    for name in (*names, "change"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, (was, now) in lines(found):
        table.add_row(name, dollars(half_up(was)), dollars(half_up(now)), signed_dollars(now - was))
    out.print(table)
    for wager in found.wagers if len(found.wagers) <= 8 else ():
        edges = ["not offered" if edge is None else percent(edge) for edge in wager.edges]
        text = f"{wager.name}: {dollars(half_up(wager.handle))} a day at {edges[0]}, then {edges[1]}"
        out.print(Padding(Text(text, style="dim"), (0, 0, 0, 2)))
    for taxed in found.taxed:
        out.print(Text(f"After tax at {taxed.rate.rate * 100}%: {found.pays(taxed)}."))
    if found.pace not in (None, 1):
        _print_pace(found)
    for text in found.assumptions:
        out.print(Padding(Text(text, style="dim"), (0, 0, 0, 2)))


def _print_pace(found: Fiscal) -> None:
    import math

    from rich.text import Text

    from houseway.odds import percent

    assert found.pace is not None
    rounds = found.volumes.rounds
    more = abs(found.pace - 1)
    pace = f"{percent(more)} {'more' if found.pace > 1 else 'fewer'} rounds"
    if rounds is not None:
        pace += f" ({math.ceil(rounds * found.pace):,} a day in place of {rounds:,})"
    console().print(Text(f"It holds the same with {pace}."))
