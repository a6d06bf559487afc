"""`houseway mistakes`: what each irregularity and dealer's error is worth after the chapter's remedy."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Floats, Settings, What, answered, console, print_json, refuse_float
from houseway.cli.long_work import showing

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.law import Citation
    from houseway.questions.mispaid_lines import Mispaid
    from houseway.questions.mistakes import Mistake, Mistakes

Wagers = Annotated[
    list[str] | None, typer.Argument(metavar="[WAGER]...", help="Only these wagers, by id or kind; one of each kind.")
]
Rounds = Annotated[
    int, typer.Option("--rounds", min=50, max=10**6, help="Rounds to play where there are too many positions to walk.")
]
STAKE = 1000  # cents: figures are for a wager of $10
MISPAID = 12  # lines that are shown


@answered
def mistakes(
    what: What,
    wagers: Wagers = None,
    settings: Settings = None,
    rounds: Rounds = 400,
    as_json: AsJson = False,
    floats: Floats = False,
) -> None:
    """Show the value of each mistake and who gains: every irregularity and dealer's error that the chapter names.

    A figure is the value of the wager after the chapter's remedy less its value without the error, averaged over the positions
    that the default strategy reaches: exact, or from played rounds with a standard error. Mispaid lines follow.

    Examples: houseway mistakes sic-bo; houseway mistakes craps pass; houseway mistakes down-under-blackjack --rounds 5000;
    houseway mistakes casino-war --json
    """
    from houseway.games import load
    from houseway.questions.mistakes import mistakes as work_out

    refuse_float(floats, as_json)
    game, rules = load(what, settings or ())
    with showing(as_json):
        found = work_out(game, rules, wagers or (), rounds)
    if as_json:
        print_json(found.as_json(), floats)
    else:
        _print(found)


def _print(found: Mistakes) -> None:
    from rich.text import Text

    out = console()
    out.print(Text(f"{found.title}, {found.edition}: the value of a mistake", style="bold"))
    how = "Cents that the player gains (+) or loses (-) by it, for a wager of $10, after the chapter's remedy: the average "
    how += "over the positions that the default strategy reaches, and the range of single positions."
    out.print(Text(how))
    if found.rounds:
        more = f"± is the standard error of an average over {found.rounds:,} played rounds (--rounds plays more)."
        out.print(Text(more, style="dim"))
    ranked = found.ranked()
    moving = [item for item in ranked if not all(each.unchanged for each in item[1])]
    for cite, rows in moving:
        _mistake(out, cite, rows)
    still = [(cite, rows[0].says) for cite, rows in ranked if all(each.unchanged for each in rows)]
    if still:
        out.print(Text("\nThe remedy leaves every wager's value unchanged", style="bold"))
        _paragraphs(out, still)
    if found.left_out:
        out.print(Text(f"\nToo many positions to walk: {', '.join(found.left_out)}.", style="dim"))
    if found.not_priced:
        out.print(Text("\nNot priced", style="bold"))
        _paragraphs(out, [(each.cite, f"{each.says} {_sentence(each.why)}") for each in found.not_priced])
    _mispaid(out, found.mispaid)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _paragraphs(out: Console, listed: list[tuple[Citation, str]]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for cite, says in listed:
        out.print(Padding(Text(f"§ {cite}  ", style="cyan").append(says, "default"), (0, 0, 0, 2)))


def _mistake(out: Console, cite: Citation, rows: list[Mistake]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out.print(Text(f"\n§ {cite}", style="bold cyan"))
    out.print(Padding(Text(rows[0].says), (0, 0, 0, 2)))
    groups: dict[tuple[str, str], list[str]] = {}
    for each in sorted(rows, key=lambda one: -abs(one.average)):
        about = ", ".join(filter(None, (each.noted, each.answer)))
        figures = f"{cents(each.average)}"
        figures += "" if each.error is None else f" ± {cents(each.error)[1:]}"
        if each.lowest != each.highest:
            figures += f"  ({cents(each.lowest)} to {cents(each.highest)})"
        groups.setdefault((figures, about), []).append(each.wager)
    for (figures, about), wagers in groups.items():
        text = f"{figures}  {', '.join(wagers)}" + (f"  [{about}]" if about else "")
        out.print(Padding(Text(text), (0, 0, 0, 4)))


def _mispaid(out: Console, lines: tuple[Mispaid, ...]) -> None:
    from rich.table import Table
    from rich.text import Text

    if not lines:
        return
    out.print(Text("\nA mispaid line", style="bold"))
    out.print(Text("A winner paid by the next odds of the table: cents for $10 on a winner, and for $10 wagered."))
    most = sorted(lines, key=lambda each: (each.per_wager is None, -abs(each.per_wager or each.per_winner)))
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("line", "pays", "paid"):
        table.add_column(heading, overflow="fold")
    for heading in ("a winner", "a wager"):
        table.add_column(heading, justify="right")
    for each in most[:MISPAID]:
        wager = "" if each.per_wager is None else cents(each.per_wager)
        table.add_row(each.line, each.odds, each.paid, cents(each.per_winner), wager)
    out.print(table)
    if len(most) > MISPAID:
        out.print(Text(f"{len(most) - MISPAID} more with --json.", style="dim"))


def cents(value: Fraction) -> str:
    """A gain per unit as signed cents for $10, to a tenth."""
    tenths = round(abs(value) * STAKE * 10)
    sign = "-" if value < 0 and tenths else "+"
    return f"{sign}{tenths // 10:,}.{tenths % 10}"
