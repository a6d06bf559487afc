"""`houseway report`: what the tables of a pit or a journal won, day by day, beside what they should have won, and the tax."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Floats, answered, console, print_json, refuse_float, say
from houseway.cli.databases import opened
from houseway.cli.long_work import showing
from houseway.law import BadInput
from houseway.law.errors import BadArgument, nearest
from houseway.law.inputs import refuse_unwritable, visible
from houseway.money import dollars

if TYPE_CHECKING:
    from datetime import date

    from houseway.law.tax import TaxSettings
    from houseway.service.expected_win import Expectation
    from houseway.service.reports import Report, ReportRequest
    from houseway.service.revenue import TableDay
    from houseway.store.database import Database

Source = Annotated[
    str, typer.Argument(metavar="DATABASE|JOURNAL", help="sqlite:///pit.db, postgresql://…, or a journal's file.")
]
Day = Annotated[str | None, typer.Option("--day", metavar="DATE", help="Only this gaming day, like 2026-11-17.")]
TableName = Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Only this table of the pit.")]
Holder = Annotated[
    str | None, typer.Option("--holder", metavar="NAME", help="Only the tables of this certificate holder.")
]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write a line for each session and day to a new file.")
]
Commenced = Annotated[
    str | None,
    typer.Option("--commenced", metavar="DATE", help="When the holder's table games commenced: compute the tax."),
]
LocalRate = Annotated[
    str | None, typer.Option("--local-share", metavar="PERCENT", help="The local share; needs --local-source.")
]
LocalSource = Annotated[
    str, typer.Option("--local-source", metavar="TEXT", help="Where the rate of the local share is from.")
]
LossDay = Annotated[
    str, typer.Option("--loss-day", metavar="HOW", help="no-tax, or carried: a loss lowers the tax of later days.")
]
DayBegins = Annotated[
    int | None,
    typer.Option("--day-begins", min=0, max=23, help="Hour of the gaming day, if a submission has none (default 6)."),
]
Strategy = Annotated[str, typer.Option("--strategy", metavar="NAME", help="How players choose, for the expected win.")]
OutsideGames = Annotated[
    bool, typer.Option("--outside-games", help="Also run games from HOUSEWAY_GAMES, which is somebody else's code.")
]
Practice = Annotated[bool, typer.Option("--practice", help="Count practice tables as if they were real.")]


@answered
def report(
    source: Source,
    day: Day = None,
    table: TableName = None,
    holder: Holder = None,
    csv: Csv = None,
    commenced: Commenced = None,
    local_share: LocalRate = None,
    local_source: LocalSource = "",
    loss_day: LossDay = "no-tax",
    day_begins: DayBegins = None,
    strategy: Strategy = "",
    practice: Practice = False,
    outside_games: OutsideGames = False,
    as_json: AsJson = False,
    floats: Floats = False,
) -> None:
    """Report inventory, fills, credits, drop, tips, win and hold of each table and gaming day, beside its expected win.

    Gross table game revenue by table, game and day; with the day of commencement also the tax of 14% or 12%; where you
    give a rate and its source, the local share.

    Examples: houseway report table.jsonl --practice; houseway report sqlite:///pit.db --day 2026-11-17 --csv day.csv;
    houseway report sqlite:///pit.db --holder parx --commenced 2010-07-18 --json --float
    """
    from houseway.core.progress import stage
    from houseway.service.reports import ReportRequest

    if csv is None:
        refuse_float(floats, as_json)
    else:
        refuse_unwritable(csv, "--csv")
    asked = ReportRequest(_day("--day", day), table, holder, practice, day_begins, strategy, outside_games)
    settings = _settings(commenced, local_share, local_source, loss_day)
    with showing(as_json), stage("adding up the journals"):
        found = _found(source, asked, settings)
    missing = next((each.missing for each in found.taxes if each.missing), "")
    if settings is not None and missing:
        raise BadInput(f"--commenced: {missing}")
    if csv is not None:
        _write(csv, found.csv(floats))
    if as_json:
        print_json(found.as_json(), floats)
    elif csv is not None:
        print(f"{csv}: a line for each session and gaming day, {len(found.days)} in all.")
        for line in found.problems:
            say(f"  {visible(line)}")
    else:
        _print(found)


def _day(option: str, text: str | None) -> date | None:
    from houseway.law.dates import read_day

    try:
        return None if text is None else read_day(text)
    except BadArgument as error:
        raise BadInput(error.told_as(option)) from None


def _settings(commenced: str | None, rate: str | None, source: str, loss_day: str) -> TaxSettings | None:
    from houseway.law.tax import LocalShare, TaxSettings, read_percent

    began = _day("--commenced", commenced)
    if began is None:
        if rate is not None or source or loss_day != "no-tax":
            raise BadInput("the tax needs the day on which the holder's table games commenced; add --commenced DATE")
        return None
    if source and rate is None:
        raise BadInput("--local-source: there is no rate; add --local-share PERCENT")
    try:
        share = None if rate is None else read_percent(rate)
    except BadArgument as error:
        raise BadInput(error.told_as("--local-share")) from None
    return TaxSettings(began, loss_day, None if share is None else LocalShare(share, source))


def _found(source: str, asked: ReportRequest, settings: TaxSettings | None) -> Report:
    from houseway.service.reports import holders, journal_report, pit_report
    from houseway.store.database import is_address

    if not is_address(source):
        for name in ("table", "holder"):
            if getattr(asked, name) is not None:
                raise BadInput(f"--{name}: a journal holds one table; leave it out")
        return journal_report(Path(source), asked, settings)
    with opened(source) as database:
        known = holders(database)
        if asked.holder is not None and asked.holder not in known:
            there_are = nearest(asked.holder, known) if known else "it has no tables yet"
            raise BadInput(f'--holder: "{visible(asked.holder)}" has no table in this pit; {there_are}')
        if settings is None:
            return pit_report(database, asked, _stored(database, asked))
        there = known if asked.holder is None else [asked.holder]
        if len(there) > 1:
            raise BadInput(f"--commenced: the pit has {len(there)} holders; choose one with --holder")
        return pit_report(database, asked, {there[0]: settings} if there else {})


def _stored(database: Database, asked: ReportRequest) -> dict[str, TaxSettings]:
    """The terms that the pit keeps for its holders."""
    from houseway.service.tax_terms import terms_of

    return {holder: terms for holder, terms in terms_of(database).items() if asked.holder in (None, holder)}


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"--csv {visible(str(path))}: is there already; name a new file") from None
    except OSError as error:
        raise BadInput(f"--csv {visible(str(path))}: cannot be written ({error.strerror})") from error


def _print(found: Report) -> None:
    from rich.text import Text

    out = console()
    for each in found.days:
        out.print(Text(_title(each), style="bold"))
        if _idle(each):
            out.print(Text(f"  nobody played; inventory {dollars(each.closing_inventory)}", style="dim"))
            continue
        for line in _lines(each):
            out.print(Text(f"  {line}", style="red" if line.startswith(FLAGS) else ""))
        out.print(Text(f"  {_line(each.expected)}", style=STYLES.get(each.expected.line, "")))
        for reason, stakes in sorted(each.expected.left_out.items()):
            out.print(Text(f"  Left out of it: {reason}: {dollars(stakes)} staked.", style="dim"))
    if not found.days:
        out.print("No table was open.")
    for line in _totals(found):
        out.print(Text(line, style="" if line.startswith("  ") else "bold"))
    if not found.practice and any(each.practice for each in found.days):
        out.print(Text("\nPractice tables are not counted as revenue; --practice includes them.", style="yellow"))
    for line in found.terms:
        out.print(Text(f"  {line}", style="dim"))
    for line in found.problems:
        out.print(Text(f"  {visible(line)}", style="red"))


def _totals(found: Report) -> Iterator[str]:
    """Revenue by game and day, and the tax."""
    from houseway.law.tax import in_words

    for group in ("table", "game", "day"):
        totals = found.totals(group)
        if group == "table" and len(totals) == len(found.counted):
            continue  # each table had one session: it stands above
        if totals:
            yield f"\nGross table game revenue by {group}"
        for each in totals:
            of = each.table if group == "table" else each.game
            name = " ".join(filter(None, (str(each.day), _holder(each), of)))
            yield f"  {visible(name)}: {dollars(each.win)}, {_holds(each)}"
    if found.taxes:
        yield "\nTax"
    for owed in found.taxes:
        yield f"  {in_words(owed)}"


FLAGS = ("DROP SHORT", "DROP OVER", "SLIPS REPEATED", "INVENTORY DIFFERS")
STYLES = {"above": "red", "below": "red"}


def _title(each: TableDay) -> str:
    session = f" session {each.session}" if each.session else ""
    marks = [mark for mark, true in (("for practice", each.practice), ("still open", not each.closed)) if true]
    marked = f" ({', '.join(marks)})" if marks else ""
    owner = f" of {_holder(each)}" if _holder(each) else ""
    return visible(f"{each.day}  {each.table}{session}{owner}: {each.game} under {each.edition}{marked}")


def _holder(each: TableDay) -> str:
    """The certificate holder; a service without one calls it "practice", which is not shown here."""
    return "" if each.holder == "practice" else each.holder


def _idle(each: TableDay) -> bool:
    """Did nothing move at the table?"""
    moved = (each.rounds, each.drop, each.brought, each.fills, each.automatic_fills, each.credits, each.corrections)
    return not any((*moved, each.handle, each.counted, each.count_difference, each.opening_difference))


def _lines(each: TableDay) -> Iterator[str]:
    """The figures in the order in which they are counted."""
    own = f" and {dollars(each.automatic_fills)} without a slip (it could not pay)" if each.automatic_fills else ""
    yield f"inventory {dollars(each.opening_inventory)} at the start, {dollars(each.closing_inventory)} at the end"
    yield f"fills {dollars(each.fills)}{own}, credits {dollars(each.credits)}, vigorish {dollars(each.vigorish)}"
    chips = f"chips brought {dollars(each.brought)}, taken away {dollars(each.taken_away)}"
    yield f"drop {dollars(each.drop)}, tips {dollars(each.tips)}, {chips}"
    if each.opening_difference:
        off = each.opening_difference
        told = (
            f"{dollars(abs(off))} {'more' if off > 0 else 'less'} than the table was closed with before, without a slip"
        )
        yield f"{FLAGS[3]}: opened with {told}"
    if each.counted or each.count_difference:
        off = each.count_difference
        flag = f"{FLAGS[off > 0]}: " if off else ""
        told = f"{dollars(abs(off))} {'more' if off > 0 else 'less'} than recorded" if off else "as recorded"
        yield f"{flag}drop boxes counted: {dollars(each.counted)}, {told}"
    if each.later_counted or each.later_count_difference:
        off = each.later_count_difference
        flag = f"{FLAGS[off > 0]}: " if off else ""
        yield f"{flag}counted after the closing: {dollars(each.later_counted)}, {dollars(off)} off what was recorded"
    if each.later_to_players:
        yield f"corrected after the closing: {dollars(each.later_to_players)} to players, no part of the win"
    if each.corrections:
        yield f"corrections {each.corrections}, {dollars(each.corrected_to_players)} to players"
    if each.repeated_slips:
        yield f"{FLAGS[2]}: slips used more than once: {visible(', '.join(each.repeated_slips))}"
    yield f"win {dollars(each.win)} on {dollars(each.handle)} staked: {_holds(each)}"


def _holds(each: TableDay) -> str:
    return f"{_percent(each.hold_by_drop)} of the drop, {_percent(each.hold_by_handle)} of the stakes"


def _percent(value: Fraction | None) -> str:
    from houseway.odds import percent

    return "–" if value is None else percent(value, 2)


def _line(found: Expectation) -> str:
    """The expected win beside the actual one."""
    if not found.wagers:
        return "expected win: no wager with a fixed edge was decided"
    from houseway.law.tax import half_up
    from houseway.service.expected_win import CONFIDENCE

    named = ", ".join(f"{wager} as {strategy}" for wager, strategy in found.strategies.items())
    about = f" ({'rounded; ' if found.rounded else ''}{named})" if named or found.rounded else ""
    count = f"{found.wagers} wager{'' if found.wagers == 1 else 's'}"
    verdict = {"in-line": "in line", "above": "OUT OF LINE, above", "below": "OUT OF LINE, below"}[found.line]
    expected = (
        f"expected win {dollars(half_up(found.expected))} ± {dollars(found.band)} ({CONFIDENCE}) of {count}{about}"
    )
    return f"{expected}; actual win {dollars(found.actual)}: {verdict}"
