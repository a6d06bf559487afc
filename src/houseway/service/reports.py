"""Revenue reports on a pit or a journal: table days, totals, taxes, and CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from sqlalchemy import select

from houseway.core import INVENTORY, AnyGame
from houseway.law import BadInput, Rules
from houseway.law.errors import nearest
from houseway.law.inputs import visible
from houseway.law.tax import TaxDay, TaxSettings, says, taxes
from houseway.records.journal_reader import JournalLines, JournalReader
from houseway.records.recorded_table import header_of, rules_of
from houseway.service.expected_win import Worths
from houseway.service.revenue import AMOUNTS, SessionFold, TableDay, table_days, total
from houseway.store.appendix import COUNT, AppendixEntry, entries
from houseway.store.database import Database
from houseway.store.schema import heads, sessions, tables
from houseway.store.session_lines import SessionLines

FRACTION = re.compile(r"-?[0-9]+/[0-9]+")
ALL = ""  # instead of a name: a total over all
A_DAY = 86_400
GROUPS: Mapping[str, Callable[[TableDay], tuple[Any, ...]]] = {
    "table": lambda each: (each.holder, each.table, each.game, each.day),
    "game": lambda each: (each.holder, each.game, each.day),
    "day": lambda each: (each.holder, each.day),
}


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The scope of a report; None means everything. `practice`: count practice tables like others."""

    day: date | None = None
    table: str | None = None
    holder: str | None = None
    practice: bool = False
    day_begins: int | None = None  # hour, for tables whose submission has none
    strategy: str = ""  # for wagers with choices; the game's first otherwise
    outside: bool = False  # also run games from HOUSEWAY_GAMES, which are third-party code


EVERYTHING = ReportRequest()


@dataclass(frozen=True, slots=True)
class Report:
    """The days of each session of each table, with taxes, terms and problems."""

    days: tuple[TableDay, ...]
    taxes: tuple[TaxDay, ...] = ()
    terms: tuple[str, ...] = ()  # of the taxes, in words
    problems: tuple[str, ...] = ()
    practice: bool = False  # practice tables are counted

    @property
    def counted(self) -> tuple[TableDay, ...]:
        """The days that count as revenue; practice tables count only if asked for."""
        return tuple(each for each in self.days if self.practice or not each.practice)

    def totals(self, group: str) -> tuple[TableDay, ...]:
        """Totals by `table`, `game` or `day`, each for one gaming day of one holder."""
        key, found = GROUPS[group], dict[tuple[Any, ...], list[TableDay]]()
        for each in self.counted:
            found.setdefault(key(each), []).append(each)
        blank: dict[str, Any] = {"session": 0, "first_seq": 0, "last_seq": 0}
        if group != "table":
            blank |= {"table": ALL, "edition": ALL}
        if group == "day":
            blank["game"] = ALL
        return tuple(added for _, days in sorted(found.items()) if (added := total(days, **blank)) is not None)

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "sessions": [each.as_json() for each in self.days],
            **{f"by_{group}": [_summary(each, group) for each in self.totals(group)] for group in GROUPS},
            "taxes": [each.as_json() for each in self.taxes],
            "tax_terms": list(self.terms),
            "problems": list(self.problems),
        }

    def csv(self, decimals: bool = False) -> str:
        """CSV with one line per session of a table on a gaming day; amounts in cents, fractions exact or as `decimals`."""
        out = io.StringIO()
        columns = (
            *ABOUT,
            *(f"{name}_cents" for name in (*AMOUNTS, "win")),
            "hold_by_drop",
            "hold_by_handle",
            *EXPECTED,
        )
        writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for each in self.days:
            row = each.as_json()
            row |= {f"expected_{name}": value for name, value in row.pop("expected").items()}
            writer.writerow({name: _cell(value, decimals) for name, value in row.items()})
        return out.getvalue()


ABOUT = ("holder", "table", "session", "game", "edition", "day", "practice", "closed", "rounds", "corrections")
EXPECTED = tuple(
    f"expected_{name}" for name in ("wagers", "stakes_cents", "expected_cents", "actual_cents", "band_cents", "line")
)


def _cell(value: Any, decimals: bool) -> Any:
    """A value for spreadsheets; text that looks like a formula is escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if decimals and isinstance(value, str) and FRACTION.fullmatch(value):
        return str(float(Fraction(value)))
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "@", "\t", "\r") else value


def _summary(each: TableDay, group: str) -> dict[str, Any]:
    named = {"table": ("holder", "table", "game", "day"), "game": ("holder", "game", "day"), "day": ("holder", "day")}[
        group
    ]
    shown = each.as_json()
    without = ("session", "first_seq", "last_seq", "edition", "practice", "closed", "table", "game", "holder", "day")
    return {**{name: shown[name] for name in named}, **{k: v for k, v in shown.items() if k not in without}}


@dataclass(frozen=True, slots=True)
class _Session:
    """A journal with the table, session and holder it belongs to."""

    lines: Path | JournalLines
    table: str
    session: int
    holder: str
    later: tuple[AppendixEntry, ...] = ()  # the appendix


def journal_report(path: Path, asked: ReportRequest = EVERYTHING, settings: TaxSettings | None = None) -> Report:
    """The report on one journal; its submission names the holder."""
    header = header_of(path)
    table = header.get("table", path.name) if header is not None else path.name
    session = header.get("session", 0) if header is not None else 0
    holder = str(header["submission"].get("holder", "")) if header is not None else ""
    return _report([_Session(path, table, session, holder)], asked, {holder: settings} if settings else {})


def pit_report(
    database: Database, asked: ReportRequest = EVERYTHING, settings: Mapping[str, TaxSettings] | None = None
) -> Report:
    """The report on the tables of a pit; `settings` has the tax terms by holder."""
    found = list(_sessions(database, asked, every=any(each.loss_day != "no-tax" for each in (settings or {}).values())))
    if not found and asked.table is not None:
        query = select(tables.c.id).where(*(() if asked.holder is None else (tables.c.holder == asked.holder,)))
        with database.read() as connection:
            known = list(connection.execute(query).scalars())  # of the holder only: a holder learns nothing of others
        if asked.table not in known:
            whose = "this pit" if asked.holder is None else asked.holder
            right = nearest(asked.table, known) if known else "there are none yet"
            raise BadInput(f'"{visible(asked.table)}" is not a table of {visible(whose)}; {right}')
    return _report(found, asked, settings or {})


def holders(database: Database) -> list[str]:
    """The certificate holders whose tables are in this pit."""
    with database.read() as connection:
        return list(connection.execute(select(tables.c.holder).distinct().order_by(tables.c.holder)).scalars())


def holder_of(database: Database, table_id: str) -> str:
    """The certificate holder of a table; raises BadInput if there is no such table."""
    with database.read() as connection:
        found = connection.execute(select(tables.c.holder).where(tables.c.id == table_id)).scalar_one_or_none()
    if found is None:
        raise BadInput(f'"{table_id}" is not a table of this pit')
    return str(found)


def _sessions(database: Database, asked: ReportRequest, every: bool) -> Iterator[_Session]:
    """The sessions that may have events on the day, with a margin of a day because their time zones are not known here."""
    of = sessions.c
    query = select(of.table_id, of.session, tables.c.holder)
    query = query.join(tables, tables.c.id == of.table_id)
    query = query.join(heads, (heads.c.table_id == of.table_id) & (heads.c.session == of.session))
    if asked.table is not None:
        query = query.where(of.table_id == asked.table)
    if asked.holder is not None:
        query = query.where(tables.c.holder == asked.holder)
    if asked.day is not None and not every:
        noon = (asked.day - date(1970, 1, 1)) // timedelta(days=1) * A_DAY
        query = query.where(heads.c.at >= noon - A_DAY, of.created_at < noon + 3 * A_DAY)
    with database.read() as connection:
        rows = connection.execute(query.order_by(tables.c.holder, of.table_id, of.session)).all()
    for row in rows:
        lines, later = SessionLines(database, row.table_id, row.session), entries(database, row.table_id, row.session)
        yield _Session(lines, row.table_id, row.session, row.holder, tuple(later))


def _report(found: Iterable[_Session], asked: ReportRequest, settings: Mapping[str, TaxSettings]) -> Report:
    days: list[TableDay] = []
    problems: list[str] = []
    worths: dict[str, Worths] = {}
    for each in found:
        named = f"{each.table} session {each.session}" if each.session else each.table
        try:
            game, rules = rules_of(header_of(each.lines), asked.outside)
        except BadInput as error:
            problems.append(f"{named}: {error}; it is not in this report")
            continue
        known = worths.setdefault(rules.digest, Worths(game, rules, _strategy(game, rules, asked.strategy)))
        reading = JournalReader(each.lines)
        fold = SessionFold(game, rules, each.table, each.session, each.holder, asked.day_begins, known)
        days += with_appendix(list(table_days(fold, reading.batches())), each.later)
        flaws = [flaw for flaw in reading.flaws if flaw.kind != "torn"]
        if flaws:
            problems.append(f"{named}: {flaws[0]}; its figures are not proven: audit it")
    report = Report(tuple(days), practice=asked.practice)
    owed, terms = _taxes(report, settings)
    kept = tuple(each for each in days if asked.day in (None, each.day))
    owed = tuple(each for each in owed if asked.day in (None, each.day))
    return Report(kept, owed, terms, tuple(problems), asked.practice)


def with_appendix(days: list[TableDay], later: Iterable[AppendixEntry]) -> list[TableDay]:
    """The days of a session, with the appendix entries in the separate `later_` figures of the last day.

    The last count of the drop box is the one that counts: it is the same box.
    """
    if not days:
        return days
    last = days[-1]
    for each in later:
        about = each.about
        if each.kind == COUNT:
            more = {"later_counted": about["counted_cents"], "later_count_difference": about["difference_cents"]}
        else:
            sign = 1 if about["taken_from"] == INVENTORY else -1
            more = {"later_to_players": last.later_to_players + sign * about["cents"]}
        last = replace(last, **more)
    return [*days[:-1], last]


def _strategy(game: AnyGame, rules: Rules, strategy: str) -> str:
    """The strategy if the game has it, otherwise empty: the games of a pit have different strategies."""
    named = {name for wager in game.law.catalogue(rules) for name in game.walk.strategies(rules, wager)}
    return strategy if strategy in named else ""


def _taxes(report: Report, settings: Mapping[str, TaxSettings]) -> tuple[tuple[TaxDay, ...], tuple[str, ...]]:
    owed: list[TaxDay] = []
    terms: list[str] = []
    for holder, chosen in settings.items():
        revenue = [(each.day, each.win) for each in report.totals("day") if each.holder == holder]
        owed += taxes(holder, revenue, chosen)
        terms += [f"{holder}: {line}" if holder else line for line in says(chosen)]
    return tuple(owed), tuple(terms)
