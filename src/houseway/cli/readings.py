"""`houseway readings`: the value of a chapter's open questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Floats, Settings, What, answered, console, print_json, refuse_float, say
from houseway.cli.long_work import showing
from houseway.law.inputs import refuse_unwritable

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console

    from houseway.questions.claims import ClaimTable
    from houseway.questions.readings import Answers, Interval, Question
    from houseway.questions.readings_report import ReadingsReport

Names = Annotated[list[str] | None, typer.Argument(metavar="[READING]...", help="Only these open questions, by name.")]
Chart = Annotated[str | None, typer.Option("--chart", metavar="FILE", help="Draw the intervals: .svg, .png or .html.")]
Whole = Annotated[
    bool, typer.Option("--whole", help="Price all combinations of answers for every wager, however long it takes.")
]
NEVER_ASKED = "Not used in any odds under this submission: they govern procedures, irregularities or other options"
GROUPED = 3  # ids that are listed before the rest are counted


@answered
def readings(
    what: What,
    names: Names = None,
    settings: Settings = None,
    chart: Chart = None,
    whole: Whole = False,
    as_json: AsJson = False,
    floats: Floats = False,
) -> None:
    """Show the value of a chapter's open questions: which answers change what is paid, whom they favor, and by how much.

    Every wager is priced under each other answer by itself, and at the extremes of all answers together. A reading is
    priced only for wagers whose figures depend on it. Figures are house edges per unit staked.

    Examples: houseway readings sic-bo; houseway readings craps lay_vigorish; houseway readings down-under-blackjack
    --chart intervals.svg; houseway readings casino-war --set edition=2011-comment --json
    """
    from houseway.games import load
    from houseway.questions.readings_report import readings_report, refuse_unknown

    refuse_float(floats, as_json)
    if chart is not None:
        from houseway.simulate.files import judge_plot

        judge_plot(Path(chart), "--chart")
        refuse_unwritable(Path(chart), "--chart")
    game, rules = load(what, settings or ())
    refuse_unknown(rules, names or ())
    with showing(as_json):
        found = readings_report(game, rules, whole)
    found = found.only(names) if names else found
    if chart is not None:
        _draw(found, Path(chart))
    if as_json:
        print_json(found.as_json(), floats)
    else:
        _print(found)


def _draw(found: ReadingsReport, path: Path) -> None:
    from houseway.documents.typeset import write_files
    from houseway.questions.reading_chart import chart, left_out
    from houseway.simulate.files import as_chart

    write_files({path: as_chart(chart(found), path.suffix)}, "--chart")
    rows = left_out(found)
    say(f"houseway: wrote {path}" + (f": {rows}; --json has all of them" if rows else ""))


def _print(found: ReadingsReport) -> None:
    from rich.text import Text

    out = console()
    several = [each for each in found.questions if len(each.answers) > 1]
    moving = [each for each in several if each.moves]
    moved = "none moves" if not moving else "1 moves" if len(moving) == 1 else f"{len(moving)} move"
    out.print(Text(f"{found.title}, {found.edition}: the value of the open questions", style="bold"))
    out.print(
        Text(
            f"{_count(len(found.questions), 'open question')}, {len(several)} of them with more than one answer. "
            f"Alone, {moved} the odds of a wager under this submission."
        )
    )
    rounded = {each.row for each in found.intervals if each.rounded}
    if rounded:
        out.print(Text("Figures marked ≈ are rounded; the others are exact.", style="dim"))
    _questions(out, moving, {each.row for each in found.intervals if each.rounded})
    _intervals(out, found)
    for claim in found.claims:
        _claim(out, claim)
    _unmoved(out, [each for each in found.questions if not each.moves])


def _questions(out: Console, moving: list[Question], rounded: set[object]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from houseway.odds import percent
    from houseway.questions.readings_report import favors

    if moving:
        out.print(Text("\nEach answer alone", style="bold"))
    for each in moving:
        out.print(Text(f"\n{each.name}, § {each.cite}", style="bold cyan"))
        out.print(Padding(Text(each.question), (0, 0, 0, 2)))
        meanings = dict(each.answers)
        out.print(Padding(Text(f"As submitted: {each.chosen}. {meanings[each.chosen]}", style="dim"), (0, 0, 0, 2)))
        for other in each.alternatives:
            out.print(Padding(Text(f"{other.answer}: {meanings[other.answer]}"), (0, 0, 0, 2)))
            groups: dict[str, list[str]] = {}
            for change in other.changes:
                mark = "≈ " if change.row in rounded else ""
                if change.edge is None:
                    text = "not offered"
                elif change.change is None:
                    text = f"offered, house edge {mark}{percent(change.edge)}"
                else:
                    was = change.edge - change.change
                    sign = "+" if change.change > 0 else ""
                    text = (
                        f"{mark}{percent(was)} becomes {percent(change.edge)} ({sign}{percent(change.change)}), "
                        f"for the {favors(change.change)}"
                    )
                groups.setdefault(text, []).append(change.row.label)
            for text, labels in groups.items():
                out.print(Padding(Text(f"{_listed(labels)}: {text}"), (0, 0, 0, 4)))
            if not other.lawful:
                out.print(Padding(Text("This submission is not lawful with it."), (0, 0, 0, 4)))
            elif not other.changes:
                out.print(Padding(Text("No wager's odds change."), (0, 0, 0, 4)))


def _intervals(out: Console, found: ReadingsReport) -> None:
    """The extremes of the wagers that some reading moves."""
    from rich.padding import Padding
    from rich.text import Text

    moved = [each for each in found.intervals if each.moved]
    out.print(Text("\nThe house edge over all answers", style="bold"))
    if not moved:
        out.print(f"No reading moves the odds of any of {_count(len(found.intervals), 'row')}.")
    groups: dict[tuple[str, str, str, str], list[str]] = {}
    for each in moved:
        groups.setdefault(_interval(each), []).append(each.row.label)
    for (line, low, high, more), labels in groups.items():
        out.print(Text(_listed(labels), style="bold"))
        for text in filter(None, (line, low, high, more)):
            out.print(Padding(Text(text), (0, 0, 0, 2)))
    if moved and len(moved) < len(found.intervals):
        out.print(f"The other {_count(len(found.intervals) - len(moved), 'row')} of the odds sheet do not move.")
    partly = [each for each in found.intervals if not each.complete]
    if partly:
        text = (
            f"Not all combinations were priced for {_listed([each.row.label for each in partly])}: each answer alone, and all "
            "combinations of the readings that move the wager alone. --whole prices all of them."
        )
        out.print(Text(text, style="dim"))


def _interval(each: Interval) -> tuple[str, str, str, str]:
    from houseway.odds import percent

    mark = "≈ " if each.rounded else ""
    now = "not offered as submitted" if each.edge is None else f"{mark}{percent(each.edge)} as submitted"
    line = f"{mark}{percent(each.lowest)} to {percent(each.highest)}; {now}"
    low = "" if not each.lowest_with else f"lowest with {_answers(each.lowest_with)}"
    high = "" if not each.highest_with else f"highest with {_answers(each.highest_with)}"
    return line, low, high, "not offered under every reading" if each.not_always else ""


def _claim(out: Console, table: ClaimTable) -> None:
    """A stated hold beside the figures of all readings and choices."""
    from rich.table import Table
    from rich.text import Text

    from houseway.odds import percent

    claim = table.claim
    stated = f"{percent(claim.low, 2)} to {percent(claim.high, 2)}"
    out.print(Text(f"\n{claim.wager}: the Board's hold of {stated}", style="bold"))
    out.print(Text(f"Source: {claim.source}. Marked *: rounds into that range."))
    letters = {name: chr(ord("a") + number) for number, name in enumerate(table.readings)}
    changed = {name: answer for row in table.rows for name, answer in row.changed}
    for name, letter in letters.items():
        out.print(Text(f"  {letter}  {name} = {changed.get(name, '')}", style="dim"))
    shown = Table(box=None, pad_edge=False, header_style="dim")
    shown.add_column("changed")
    for choice in table.choices:
        shown.add_column(f"{choice} {claim.by}", justify="right")
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in table.rows:
        cells = tuple(_cell(table, hold) for hold in row.holds)
        alike.setdefault(cells, []).append("".join(letters[name] for name, _ in row.changed) or "none")
    for cells, names in alike.items():
        shown.add_row(", ".join(sorted(names, key=lambda each: (each != "none", len(each), each))), *cells)
    out.print(shown)
    out.print(Text(f"{table.inside_count} of {table.figures} figures round into {stated}."))


def _cell(table: ClaimTable, hold: Fraction | None) -> str:
    from houseway.odds import percent

    if hold is None:
        return "not offered "
    return percent(hold) + ("*" if table.inside(hold) else " ")


def _unmoved(out: Console, unmoved: list[Question]) -> None:
    """The questions that move nothing, and why."""
    from rich.padding import Padding
    from rich.text import Text

    asked = [each for each in unmoved if len(each.answers) > 1 and each.asked_by]
    never = [each for each in unmoved if len(each.answers) > 1 and not each.asked_by]
    single = [each for each in unmoved if len(each.answers) == 1]
    groups = {
        "Used in pricing, but without effect when changed alone": asked,
        NEVER_ASKED: never,
        "With one answer only": single,
    }
    for head, questions in groups.items():
        if questions:
            out.print(Text(f"\n{head}", style="bold"))
            listed = ", ".join(f"{each.name} (§\u00a0{each.cite})" for each in questions)
            out.print(Padding(Text(listed), (0, 0, 0, 2)))


def _answers(answers: Answers) -> str:
    return ", ".join(f"{name} = {answer}" for name, answer in answers)


def _listed(labels: list[str]) -> str:
    if len(labels) <= GROUPED + 1:
        return "; ".join(labels)
    return f"{'; '.join(labels[:GROUPED])} and {len(labels) - GROUPED} more"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
