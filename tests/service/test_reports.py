"""Revenue reports on pits and journals: tables and days, tax terms, the printed report, spreadsheets, and wrong calls."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import load
from houseway.law import BadInput
from houseway.law.tax import TaxSettings
from houseway.service.hosted import Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.service.reports import Report, ReportRequest, journal_report, pit_report
from houseway.service.revenue import AMOUNTS
from houseway.service.tax_terms import set_terms, terms_of
from houseway.store.database import open_database
from houseway.store.keys import Keys
from houseway.store.shifts_schema import tax_settings
from service.shift_play import Clock, a_roulette_shift, at, day_of, table_of
from support import law

# Reports


@pytest.fixture
def pit_of_two(tmp_path: Path) -> str:
    """A pit with two tables of two holders."""
    address = f"sqlite:///{tmp_path}/pit.db"

    async def play() -> None:
        database = open_database(address)
        clock = Clock(at(2026, 7, 4, 20))
        pit = Pit.open(database, Keys.new(), clock=clock)
        floor, player = Sender("flo", "floorperson"), Sender("pat", "player")
        for table_id, holder in (("R1", "Parx"), ("S1", "Sands")):
            game, rules = load("roulette" if table_id == "R1" else "sic-bo", [])
            await pit.open_table(table_id, game, rules, holder)
            wager = "red" if table_id == "R1" else "small"
            script: list[tuple[dict[str, Any], Sender]] = [
                ({"do": "open"}, floor),
                ({"do": "buy-in", "seat": 1, "cents": 100_000}, player),
                ({"do": "fill", "cents": 5_000, "slip": "F-1"}, floor),
                ({"do": "wager", "seat": 1, "id": wager, "cents": 500}, player),
                ({"do": "no-more-bets"}, Sender("dee", "dealer")),
                ({"do": "draw"}, Sender("dee", "dealer")),
            ]
            for number, (command, sender) in enumerate(script):
                await pit.command(table_id, ReceivedCommand(command, f"{number}", "d"), sender, Expected())
        clock.now = at(2026, 7, 5, 20)
        await pit.command(
            "R1", ReceivedCommand({"do": "buy-in", "seat": 2, "cents": 700}, "x", "d"), player, Expected()
        )
        pit.close()
        database.close()

    asyncio.run(play())
    return address


def test_a_pits_report_has_every_table_and_day(pit_of_two: str) -> None:
    database = open_database(pit_of_two, create=False)
    found = pit_report(database, ReportRequest(practice=True))
    assert [(each.holder, each.table, each.day.isoformat()) for each in found.days] == [
        ("Parx", "R1", "2026-07-04"), ("Parx", "R1", "2026-07-05"), ("Sands", "S1", "2026-07-04"),
    ]  # fmt: skip
    assert all(abs(each.win) == 500 for each in found.days if each.rounds)
    assert [each.drop for each in found.totals("day")] == [100_000, 700, 100_000]
    assert [each.game for each in found.totals("game")] == ["roulette", "roulette", "sic-bo"]
    one = pit_report(database, ReportRequest(day=date(2026, 7, 5), practice=True))
    assert [(each.table, each.drop, each.opening_inventory) for each in one.days] == [
        ("R1", 700, found.days[0].closing_inventory)
    ]
    assert [each.table for each in pit_report(database, ReportRequest(holder="Sands")).days] == ["S1"]
    assert pit_report(database).totals("day") == ()  # approvals are outstanding: practice tables are no revenue
    with pytest.raises(BadInput, match='"R2" is not a table of this pit; there are R1, S1'):
        pit_report(database, ReportRequest(table="R2"))
    database.close()


@law("601a.2")
def test_terms_of_the_tax_are_kept_with_who_set_them(pit_of_two: str) -> None:
    database = open_database(pit_of_two)
    for year in (2009, 2010):
        set_terms(database, "Parx", TaxSettings(date(year, 7, 18)), Sender("cat", "compliance"), 5)
    assert terms_of(database) == {"Parx": TaxSettings(date(2010, 7, 18))}
    found = pit_report(database, ReportRequest(practice=True), terms_of(database))
    assert [(each.holder, each.day.isoformat(), str(each.rate)) for each in found.taxes] == [
        ("Parx", "2026-07-04", "3/25"), ("Parx", "2026-07-05", "3/25"),
    ]  # fmt: skip
    database.close()


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["report", *words])


def test_a_holder_without_a_table_here_is_refused_with_those_that_there_are(pit_of_two: str) -> None:
    for more in ((), ("--commenced", "2010-07-18"), ("--json",)):
        found = run(pit_of_two, "--holder", "nobody", *more)
        told = " ".join(found.output.split())
        assert (found.exit_code, "has no table in this pit; there are Parx, Sands" in told) == (
            2,
            True,
        )
    assert run(pit_of_two, "--holder", "Sands").exit_code == 0
    told = " ".join(run(pit_of_two, "--commenced", "2010-07-18", "--local-share", "200").output.split())
    assert "--local-share: 200 is not between 0 and 100; write for example --local-share 2" in told


def journal(tmp_path: Path) -> Path:
    from houseway.records.desk import open_desk

    game, rules = load("roulette", [])
    desk = open_desk(game, rules, tmp_path / "table.jsonl", 1)
    desk.table.open()
    desk.table.buy_in(1, 100_000)
    for _ in range(40):
        desk.table.wager(1, "red", 1_000)
        desk.table.deal()
    desk.finish()
    desk.close()
    return tmp_path / "table.jsonl"


def test_the_report_of_a_journal_reads_well(tmp_path: Path) -> None:
    path = journal(tmp_path)
    found = run(str(path), "--practice", "--commenced", "2011-01-01", "--local-share", "2", "--local-source", "Act 1")
    assert found.exit_code == 0, found.output
    for words in (
        "drop $1,000.00",
        "of 40 wagers",
        "in line",
        "Gross table game revenue by day",
        "item 19",
        "2% (Act 1)",
    ):
        assert words in found.output, words
    assert "Practice tables are not counted as revenue" in run(str(path)).output
    document = json.loads(run(str(path), "--json").output)
    assert document["sessions"][0]["handle_cents"] == 40_000
    assert document["by_day"] == []


def test_a_short_count_and_a_repeated_slip_stand_out_in_the_report(tmp_path: Path) -> None:
    from houseway.records.desk import open_desk

    game, rules = load("roulette", [])
    desk = open_desk(game, rules, tmp_path / "table.jsonl", 1)
    desk.table.open()
    desk.table.buy_in(1, 20_000)
    for _ in range(2):
        desk.table.do({"do": "fill", "cents": 100, "slip": "F-1"})
    desk.table.do({"do": "count-drop", "cents": 19_000})
    desk.finish()
    desk.close()
    told = run(str(tmp_path / "table.jsonl")).output
    assert "DROP SHORT: drop boxes counted: $190.00, $10.00 less than recorded" in told
    assert "SLIPS REPEATED: slips used more than once: F-1" in told


def test_the_spreadsheet_has_a_line_for_each_session_and_day(tmp_path: Path) -> None:
    path, out = journal(tmp_path), tmp_path / "day.csv"
    assert run(str(path), "--csv", str(out)).exit_code == 0
    (row,) = csv.DictReader(io.StringIO(out.read_text()))
    day = journal_report(path).days[0]
    assert {name: int(row[f"{name}_cents"]) for name in AMOUNTS} == {name: getattr(day, name) for name in AMOUNTS}
    assert (row["win_cents"], row["expected_line"]) == (str(day.win), "in-line")
    again = run(str(path), "--csv", str(out))
    assert again.exit_code == 2
    assert "is there already; name a new file" in again.output


def test_the_spreadsheet_has_words_for_yes_and_no_and_decimals_if_asked(tmp_path: Path) -> None:
    path, out = journal(tmp_path), tmp_path / "day.csv"
    found = run(str(path), "--csv", str(out), "--float")
    assert found.exit_code == 0 and len(found.output.splitlines()) == 1, found.output  # the file has the rest
    (row,) = csv.DictReader(io.StringIO(out.read_text()))
    day = journal_report(path).days[0]
    assert (row["practice"], row["closed"]) == ("true", "true")
    assert day.hold_by_handle is not None and float(row["hold_by_handle"]) == float(day.hold_by_handle)
    document = json.loads(run(str(path), "--json", "--float").output)
    assert document["sessions"][0]["hold_by_handle_float"] == float(day.hold_by_handle)
    assert run(str(path), "--float").exit_code == 2


def test_kept_terms_that_cannot_be_read_or_do_not_fit_a_day_cost_only_that_tax(pit_of_two: str) -> None:
    database = open_database(pit_of_two, create=False)
    good, sender = TaxSettings(date(2010, 7, 18)), Sender("cat", "compliance")
    set_terms(database, "Parx", replace(good, commenced=date(2099, 1, 1)), sender, 1)
    found = pit_report(database, ReportRequest(practice=True), terms_of(database))
    assert found.days and found.taxes
    for each in found.taxes:
        assert (each.tax, each.rate) == (None, None) and "is before the holder's table game operations" in each.missing
    with database.write() as connection:
        row = {"holder": "Parx", "at": 2, "actor": "x", "role": "", "commenced": "soon", "loss_day": "no-tax"}
        row |= {"local_rate": "", "local_source": ""}
        connection.execute(tax_settings.insert().values(row))
    found = pit_report(database, ReportRequest(practice=True), terms_of(database))
    assert all("cannot be read" in each.missing for each in found.taxes) and found.taxes
    assert "not computed" in found.terms[0] and json.dumps(found.as_json())
    told = run(pit_of_two, "--practice")
    assert told.exit_code == 0 and "no tax computed" in " ".join(told.output.split())
    database.close()


def test_a_session_without_play_takes_two_lines_and_tables_with_several_have_a_total() -> None:
    idle, played = day_of(table_of("sic-bo")), day_of(a_roulette_shift())
    from houseway.cli.report import _idle, _title, _totals

    assert _idle(idle) and not _idle(played)
    assert _title(replace(idle, holder="practice")).count("practice") == 1
    several = Report((played, replace(played, session=2)), practice=True)
    told = list(_totals(several))
    assert "by table" in told[0] and "-$500.00" in told[1]


def test_a_name_that_a_spreadsheet_would_compute_is_quoted() -> None:
    day = day_of(table_of("sic-bo"))
    text = Report((replace(day, table="=1+1"),)).csv()
    assert "'=1+1" in text


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--day", "yesterday"], "--day"),
        (["--local-share", "2", "--commenced", "2011-01-01"], "the rate has no source"),
        (["--local-share", "2"], "add --commenced DATE"),
        (["--local-share", "150", "--local-source", "x", "--commenced", "2011-01-01"], "is not between 0 and 100"),
        (["--local-share", "lots", "--local-source", "x", "--commenced", "2011-01-01"], "is not a percentage"),
        (["--commenced", "2020-01-01", "--practice"], "is before the holder's table game operations commenced"),
        (["--commenced", "2011-01-01", "--loss-day", "ignored"], "loss day"),
        (["--table", "R1"], "a journal holds one table"),
    ],
)
def test_a_call_that_makes_no_sense_says_what_would(tmp_path: Path, words: list[str], problem: str) -> None:
    found = run(str(journal(tmp_path)), *words)
    assert found.exit_code == 2
    assert problem in found.output


def test_a_changed_journal_is_reported_as_not_proven(tmp_path: Path) -> None:
    path = journal(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"returned_cents":2000', b'"returned_cents":9000', 1))
    assert "its figures are not proven: audit it" in " ".join(run(str(path)).output.split())
