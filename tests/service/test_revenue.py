"""What tables won: figures by hand, identities over random sessions, gaming days by the table's own clock, reports."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import replace
from datetime import date, datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from contract.play import by_edition
from houseway.cli import app
from houseway.core import AnyGame
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.law.tax import TaxSettings
from houseway.numerics.sources import SeededSource
from houseway.service.expected_win import Worths
from houseway.service.hosted import Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.service.reports import Report, ReportRequest, journal_report, pit_report
from houseway.service.revenue import AMOUNTS, SessionFold, total
from houseway.service.tax_terms import set_terms, terms_of
from houseway.store.database import open_database
from houseway.store.keys import Keys
from houseway.store.shifts_schema import tax_settings
from houseway.table import Table
from service.shift_play import Clock, batches, correct, day_of, folded, random_session, table_of
from support import law

NEW_YORK = ZoneInfo("America/New_York")


def at(*clock: int, zone: ZoneInfo = NEW_YORK, fold: int = 0) -> int:
    """Seconds of a time on a clock."""
    return int(datetime(*clock, tzinfo=zone, fold=fold).timestamp())  # type: ignore[arg-type, misc]


# By hand


def spun(table: Table, wager: str, cents: int, pocket: str) -> None:
    table.wager(1, wager, cents)
    table.no_more_bets()
    table.result(pocket=pocket)


def a_roulette_shift() -> Table:
    """$2,000 bought, $100 lost on red, $350 won on 17, $20 tipped, $500 carried away, one fill, one credit, a short count."""
    table = table_of("roulette", inventory=1_000_000)
    table.buy_in(1, 200_000)
    table.do({"do": "fill", "cents": 300_000, "slip": "F-1"})
    table.do({"do": "credit", "cents": 50_000, "slip": "C-1"})
    spun(table, "red", 10_000, "2")
    spun(table, "straight:17", 1_000, "17")
    table.do({"do": "tip", "seat": 1, "cents": 2_000})
    table.do({"do": "count-drop", "cents": 199_000})
    table.cash_out(1, 50_000)
    table.close()
    return table


def test_the_figures_of_a_shift_by_hand() -> None:
    day = day_of(a_roulette_shift())
    assert (day.opening_inventory, day.closing_inventory) == (
        1_000_000,
        1_000_000 - 200_000 + 300_000 - 50_000 - 25_000,
    )
    assert (day.fills, day.automatic_fills, day.credits) == (300_000, 0, 50_000)
    assert (day.drop, day.counted, day.count_difference) == (200_000, 199_000, -1_000)
    assert (day.tips, day.taken_away, day.seats_change) == (2_000, 50_000, 200_000 + 25_000 - 2_000 - 50_000)
    assert (day.handle, day.win, day.players_lost) == (11_000, -25_000, -25_000)
    assert day.as_json()["hold_by_drop"] == "-1/8"
    assert (day.rounds, day.closed, day.practice) == (2, True, True)


def test_chips_that_walk_change_nothing_in_the_win() -> None:
    """Whether a winner keeps the chips, takes them away or tips them, the table lost the same."""
    wins = []
    for after in ([], [{"do": "cash-out", "seat": 1, "cents": 100_000}], [{"do": "tip", "seat": 1, "cents": 100_000}]):
        table = table_of("roulette")
        table.buy_in(1, 200_000)
        spun(table, "straight:17", 1_000, "17")
        for command in after:
            table.do(command)
        wins.append(day_of(table).win)
    assert wins == [-35_000] * 3


def test_chips_from_an_earlier_session_are_not_dropped_again_and_are_won_where_they_are_lost() -> None:
    table = table_of("roulette", inventory=1_000_000)
    brought, *_ = table.do({"do": "chips-in", "seat": 1, "cents": 30_000})
    assert (brought.event, dict(brought.fields)) == ("chips-brought", {"seat": 1, "cents": 30_000})
    spun(table, "red", 10_000, "2")
    day = day_of(table)
    assert (day.drop, day.brought, day.seats_change) == (0, 30_000, 20_000)
    assert (day.win, day.players_lost) == (10_000, 10_000)
    assert day.hold_by_drop is None and sum(table.position.accounts.values()) == 0


def test_an_opening_that_differs_from_the_closing_before_is_recorded_and_is_no_win() -> None:
    table = table_of("roulette", inventory=None)
    (opened, *_) = table.do({"do": "open", "inventory_cents": 900_000, "last_closing_cents": 1_000_000})
    assert (opened.fields["last_closing_cents"], opened.fields["difference_cents"]) == (1_000_000, -100_000)
    day = day_of(table)
    assert (day.opening_difference, day.win, day.players_lost) == (-100_000, 0, 0)


def test_a_fill_by_itself_counts_as_a_fill() -> None:
    table = table_of("sic-bo", inventory=0)
    table.buy_in(1, 10_000)
    day = day_of(table)
    assert (day.automatic_fills, day.fills, day.win) == (10_000, 0, 0)


def test_a_correction_is_in_the_win() -> None:
    table = table_of("sic-bo")
    table.buy_in(1, 10_000)
    table.correct(correct("inventory", "seat:1", 700))
    table.correct(correct("seat:1", "seat:2", 300))
    day = day_of(table)
    assert (day.win, day.corrections, day.corrected_to_players) == (-700, 2, 700)


def test_vigorish_is_in_the_win() -> None:
    table = table_of("craps")
    table.buy_in(1, 100_000)
    random_session(table, "vigorish", 400)
    day = day_of(table)
    assert day.win == day.players_lost
    assert day.vigorish == table.accounts.get("vigorish", 0)


def test_a_slip_that_is_used_twice_is_named() -> None:
    table = table_of("sic-bo")
    for slip in ("F-1", "F-2", "F-1"):
        table.do({"do": "fill", "cents": 100, "slip": slip})
    table.do({"do": "credit", "cents": 100, "slip": "F-2"})  # a credit slip has its own numbers
    assert day_of(table).repeated_slips == ("F-1",)


def test_a_round_with_several_results_is_one_round() -> None:
    """A War has a result for each deal (651a.9); a round that only takes wagers has none."""
    for seed in range(40):
        table = table_of("casino-war", seed=f"war-{seed}")
        table.buy_in(1, 100_000)
        for _ in range(3):
            table.wager(1, "initial", 1_000)
            table.deal()
        results = [event for event in table.events if event.event == "result"]
        assert day_of(table).rounds == len({event.round for event in results})
        if len(results) > 3:
            break
    else:
        raise AssertionError("no seed has more results than rounds")


def test_wagers_of_a_round_that_is_void_are_no_handle() -> None:
    table = table_of("sic-bo")
    table.buy_in(1, 10_000)
    table.wager(1, "small", 500)
    table.no_more_bets()
    voided = table.do({"do": "irregularity", "cite": "625a.7(a)", "by": "dealer"})
    assert any(event.event.endswith("-voided") for event in voided)
    day = day_of(table)
    assert day.handle == (0 if "wager-settled" in {e.event for e in voided} else day.handle)
    assert day.win == day.players_lost == 0


# Identities


BUILT_IN = [each for each in by_edition() if each.values[0].id in games()]


@cache
def worths_of(game: AnyGame, rules: Rules) -> Worths:
    """Found once for all examples."""
    return Worths(game, rules)


@pytest.mark.parametrize(("game", "rules"), BUILT_IN)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_win_is_what_the_players_lost(game: AnyGame, rules: Rules, seed: int) -> None:
    clock = Clock()
    table = Table(game, rules, SeededSource(str(seed)), clock=clock)
    table.open(inventory_cents=seed % 3 * 1_000_000)
    for seat in (1, 2):
        table.buy_in(seat, 500_000)
    random_session(table, str(seed), 60, clock)
    worths = worths_of(game, rules)
    days = folded(game, rules, table.events, worths)
    for day in days:
        assert day.win == day.players_lost, day
    assert [day.day for day in days] == sorted({day.day for day in days})
    for before, after in pairwise(days):
        assert before.closing_inventory == after.opening_inventory
        assert before.last_seq + 1 == after.first_seq
    accounts = table.accounts
    assert days[-1].closing_inventory == accounts["inventory"]
    whole = total(days)
    assert whole is not None
    assert whole.drop == accounts.get("drop", 0) + accounts.get("count-room", 0)
    assert whole.tips == accounts.get("tips", 0)
    assert whole.vigorish == accounts.get("vigorish", 0)
    one_day = total(folded(game, rules, table.events, worths, hour=0))
    assert one_day is not None
    assert (one_day.win, one_day.handle, one_day.expected.expected) == (
        whole.win,
        whole.handle,
        whole.expected.expected,
    )


# Gaming days


def days_of(*times: int, zone: str = "America/New_York", hour: int | None = None) -> list[tuple[str, int]]:
    """A buy-in of a dollar at each time: the days, and what was dropped on each."""
    clock = Clock(times[0] - 60)
    table = table_of("roulette", f"time_zone={zone}", clock=clock)
    for moment in times:
        clock.now = moment - 1
        table.buy_in(1, 100)
    found = folded(table.game, table.rules, table.events, hour=hour)
    return [(day.day.isoformat(), day.drop) for day in found if day.drop]


def test_a_gaming_day_begins_at_six_by_the_tables_own_clock() -> None:
    evening, night, dawn = at(2026, 7, 4, 23), at(2026, 7, 5, 5, 59, 59), at(2026, 7, 5, 6)
    assert days_of(evening, night, dawn) == [("2026-07-04", 200), ("2026-07-05", 100)]
    assert days_of(evening, night, dawn, hour=0) == [("2026-07-04", 100), ("2026-07-05", 200)]
    assert days_of(evening, night, dawn, zone="America/Los_Angeles") == [("2026-07-04", 300)]
    assert days_of(evening, night, dawn, zone="Asia/Tokyo") == [("2026-07-05", 300)]


def test_the_change_of_the_clock_makes_days_of_23_and_25_hours() -> None:
    """In 2026 clocks in Pennsylvania go forward on March 8 and back on November 1, both at two."""
    spring = [at(2026, 3, 7, 6), at(2026, 3, 8, 5, 59, 59), at(2026, 3, 8, 6)]
    autumn = [
        at(2026, 10, 31, 6),
        at(2026, 11, 1, 1, 30),
        at(2026, 11, 1, 1, 30, fold=1),
        at(2026, 11, 1, 5, 59, 59),
        at(2026, 11, 1, 6),
    ]
    assert (spring[2] - spring[0], autumn[4] - autumn[0]) == (23 * 3600, 25 * 3600)
    assert days_of(*spring) == [("2026-03-07", 200), ("2026-03-08", 100)]
    assert days_of(*autumn) == [("2026-10-31", 400), ("2026-11-01", 100)]


def test_a_submission_that_has_a_gaming_day_is_held_to_it() -> None:
    game, rules = load("down-under-blackjack", ["gaming_day_hour=3"])
    fold = SessionFold(game, rules, day_begins=12)
    assert fold._hour == 3


def test_a_session_over_two_days_is_counted_on_each() -> None:
    clock = Clock(at(2026, 7, 4, 20))
    table = table_of("roulette", clock=clock, inventory=1_000_000)
    table.buy_in(1, 200_000)
    spun(table, "red", 10_000, "2")
    clock.now = at(2026, 7, 5, 7)
    spun(table, "red", 10_000, "2")
    table.close()
    first, second = folded(table.game, table.rules, table.events)
    assert (first.win, first.drop, first.closing_inventory, first.closed) == (10_000, 200_000, 810_000, False)
    assert (second.win, second.drop, second.opening_inventory, second.closed) == (10_000, 0, 810_000, True)
    assert second.hold_by_drop is None
    assert second.as_json()["hold_by_handle"] == "1"


def test_the_fold_keeps_no_history() -> None:
    """A long session needs no more places than a short one."""
    table = table_of("sic-bo")
    table.buy_in(1, 9_000_000)
    sizes = []
    for number in range(300):
        table.wager(1, "small", 100)
        table.no_more_bets()
        table.draw()
        if number in (20, 299):
            fold = SessionFold(table.game, table.rules)
            for batch in batches(table.events):
                fold.take(batch)
            sizes.append(len(fold._accounts) + len(fold._wagers._stakes))
    assert sizes[0] == sizes[1] <= 6


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
    assert "Practice tables are no revenue" in run(str(path)).output
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
        (["--local-share", "150", "--local-source", "x", "--commenced", "2011-01-01"], "is not a share"),
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
