"""The win of tables: figures by hand, identities over random sessions, and gaming days by the table's own clock."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.play import by_edition
from houseway.core import AnyGame
from houseway.games import games, load
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.service.expected_win import Worths
from houseway.service.revenue import SessionFold, total
from houseway.table import Table
from service.shift_play import (
    Clock,
    a_roulette_shift,
    at,
    batches,
    correct,
    day_of,
    folded,
    random_session,
    spun,
    table_of,
)

# By hand


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
    """A buy-in of a dollar at each time: the days, and the drop of each."""
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
