"""Print a comparison of two sides of a game: the texts, the values, and what it does to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cli.common import console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from houseway.compare import Comparison
    from houseway.compare.round_results import DifferingRounds
    from houseway.odds.traces import Record


def print_comparison(found: Comparison) -> None:
    """Print a comparison in three parts."""
    from rich.text import Text

    out = console()
    chapter = found.rules[0].chapter.outline.chapter
    out.print(Text(f"{found.title}, 58 Pa. Code Chapter {chapter}: {' and '.join(found.names)}", style="bold"))
    for name, edition, says in zip(found.names, found.editions, _sides(found), strict=True):
        out.print(Text(f"  {name}: {says}", style="yellow" if edition.redraft else "dim"))
    for notice in found.notices:
        out.print(Text(notice, style="bold yellow"))
    out.print(Text("\nCan a player's result differ?", style="bold"))
    out.print(Text(found.answer, style="yellow" if found.player_differs else "green"))
    _texts(out, found)
    _values(out, found)
    _effects(out, found)


def _sides(found: Comparison) -> list[str]:
    """Each side of the comparison in words."""
    if found.specs is not None:
        return [spec.says for spec in found.specs]
    return [f"{edition.title} ({edition.status}, {edition.published})" for edition in found.editions]


def _columns(found: Comparison, *before: str, wide: int = 4) -> Table:
    """A table with both editions side by side, each in half of the remaining width."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True, header_style="dim", show_edge=False)
    for heading in before:
        table.add_column(heading, style="bold", ratio=2, overflow="fold")
    for name in found.names:
        table.add_column(name, ratio=wide, overflow="fold")
    return table


def _head(out: Console, text: str, more: str = "") -> None:
    from rich.text import Text

    out.print(Text(f"\n{text}", style="bold").append(f"  {more}" if more else "", style="not bold dim"))


def _texts(out: Console, found: Comparison) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from houseway.compare.sentences import OTHER_WORDS, unchanged_line

    _head(out, "1. What the texts change", f"({unchanged_line(found.unchanged, found.same_words)})")
    if not found.texts:
        out.print("Nothing.")
    for change in found.texts:
        out.print(Text(f"\n{change.kind.capitalize()}", style="bold cyan"))
        table = _columns(found)
        was, now = (
            "\n".join(f"§ {p.cite}  {p.says}" for p in side) or "(no such paragraph)"
            for side in (change.was, change.now)
        )
        table.add_row(Text(was), Text(now))
        out.print(Padding(table, (0, 0, 0, 2)))
        if change.says:
            out.print(Padding(Text(change.says, style="italic"), (0, 0, 0, 2)))
    if found.reworded:
        out.print(Text(f"\n{OTHER_WORDS}", style="bold cyan"))
    for each in found.reworded:
        cites = ", ".join(f"§ {cite}" for cite in each.cites)
        out.print(Padding(Text(f"{cites}  {each.says}"), (0, 0, 0, 2)))


def _values(out: Console, found: Comparison) -> None:
    from rich.text import Text

    _head(out, "2. What values change")
    if not found.values:
        out.print("Nothing: every value, payout, option, step and reading is the same.")
        return
    table = _columns(found, "")
    for change in found.values:
        was, now = ("none" if side is None else f"{side[0]} (§\u00a0{side[1]})" for side in (change.was, change.now))
        table.add_row(Text(f"{change.group} {change.key}"), Text(was), Text(now))
    out.print(table)


def _effects(out: Console, found: Comparison) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from houseway.compare.rounds import RAISE_LIMIT
    from houseway.compare.sentences import (
        HOW_COMPARED,
        alike,
        alike_line,
        equal_line,
        looked_at,
        not_compared,
        other_settings,
        worth_line,
    )

    _head(out, "3. What it does")
    for note in found.settings:
        out.print(Text(note, style="dim"))
    out.print(Text(worth_line(found.odds_changes)))
    _worths(out, found)
    if equal_line(found.odds_changes):
        out.print(Text(equal_line(found.odds_changes), style="dim"))
    out.print(Text("\nRound by round").append(f"  {HOW_COMPARED}", style="dim"))
    for walk in found.rounds.walked:
        out.print(Padding(Text(looked_at(walk)), (0, 0, 0, 2)))
    for line in (*other_settings(found.variants, found.variants_left), *not_compared(found.rounds)):
        told = line.replace(RAISE_LIMIT, f"{RAISE_LIMIT}: --most")
        out.print(Padding(Text(told, style="dim"), (0, 0, 0, 2)))
    for note_ in found.rounds.notes:
        cites = ", ".join(f"§ {cite}" for cite in note_.cites)
        out.print(Padding(Text(f"{note_.says}  [{cites}]", style="yellow"), (0, 0, 0, 2)))
    for each, others in alike(found.rounds.found):
        _round(out, found, each)
        if others:
            out.print(Padding(Text(alike_line(others)), (0, 0, 0, 2)))


def _worths(out: Console, found: Comparison) -> None:
    from rich.table import Table
    from rich.text import Text

    from houseway.compare.sentences import PART_OF_A_ROUND, figure, named_together
    from houseway.compare.value_changes import grouped
    from houseway.odds import percent

    differing = [worth for worth in found.odds_changes if worth.differs]
    if not differing:
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("wager", style="bold")
    for heading in ("figure", *found.names, "change"):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    for group in grouped(differing):
        worth, head = group[0], named_together(group)
        for name in ("win", "push", "lose", "expected", "variance"):
            was, now = (None if row is None else getattr(row, name) for row in (worth.was, worth.now))
            change = worth.difference(name)
            if was == now and not (name == "expected" and change is None):
                continue
            shown = ["not offered" if value is None else figure(value) for value in (was, now)]
            more = "" if change is None else figure(change, signed=True)
            if name == "expected" and change:
                more += f" ({'+' if change > 0 else ''}{percent(change)})"
            table.add_row(head, name, *shown, more)
            head = ""
    out.print(table)
    if any(worth.within for worth in differing):
        out.print(Text(PART_OF_A_ROUND, style="dim"))


def _round(out: Console, found: Comparison, each: DifferingRounds) -> None:
    """One example, moment by moment, with the money of both editions side by side."""
    from rich.padding import Padding
    from rich.text import Text

    from houseway.compare.sentences import HEADS, gained, likely, round_head, verdicts

    out.print(Text(f"\n{HEADS[each.unlike]}", style="bold cyan").append(f": {each.wagers}, {likely(each)}", "not bold"))
    ends = verdicts(each, found.names)
    if ends:
        out.print(Padding(Text(f"{ends[0].upper()}{ends[1:]}.", style="italic"), (0, 0, 0, 2)))
    out.print(Padding(Text(f"{round_head(each)}:", style="dim"), (0, 0, 0, 2)))
    table = _columns(found, "", wide=3)
    for moment in each.example.shown():
        style = "dim" if moment.alike else ""
        sides = ("\n".join(map(_record, side)) for side in moment.records)
        table.add_row(Text(moment.says), *(Text(side, style=style) for side in sides))
    table.add_row(Text("in the end"), *(Text(gained(each.example, at), style="bold") for at in (0, 1)))
    out.print(Padding(table, (0, 0, 0, 2)))


def _record(record: Record) -> str:
    from houseway.compare.examples import decided_by, recorded

    cites = ", ".join(f"§\u00a0{cite}" for cite in decided_by(record))
    return recorded(record) + (f"  [{cites}]" if cites else "")
