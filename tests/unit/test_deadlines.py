"""Deadlines: each is exactly the second from which the chapter refuses."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.harness import NO_MORE_BETS, moment, step, timed
from houseway.core import Deadline
from houseway.games import games, load
from houseway.law.local_time import day_beginning_at, last_second_of_day, local_time
from support import Bench, cites, law

SUMMER, SPRING, FALL = (
    "2026-07-01 16:00:00",
    "2026-03-07 17:00:00",
    "2026-10-31 16:00:00",
)  # the clock changes that night
TILES, READER = step("621a.3(e)", "floorperson"), step("685a.2(d)", "floorperson")
CASES = [
    ("sic-bo", (), "dice", "625a.2(b)", "replace-dice", None),
    ("sic-bo", ("shaker=automated",), "dice", "625a.2(b)", "replace-dice", None),
    ("sic-bo", ("shaker=automated", "reading.month=30-days"), "dice", "625a.2(b)", "replace-dice", None),
    ("pai-gow", (), "tiles", "621a.3(e)", "change-tiles", None),
    ("pai-gow", (), "dice", "621a.5(c)", "replace-dice", TILES),
    ("casino-war", (), "cards", "651a.3(d)", "change-cards", None),
    ("down-under-blackjack", (), "cards", "685a.3(c)", "change-cards", READER),
    ("down-under-blackjack", (), "card-reader", "685a.2(d)", "inspect-reader", None),
    ("down-under-blackjack", ("gaming_day_hour=2",), "card-reader", "685a.2(d)", "inspect-reader", None),
    ("down-under-blackjack", ("gaming_day_hour=1",), "card-reader", "685a.2(d)", "inspect-reader", None),
]


def of(table: Bench) -> dict[str, Deadline]:
    return {each.what: each for each in table.game.law.deadlines(table.rules, table.table.state)}


def refused(table: Bench, found: Deadline) -> bool:
    """A wager is made and the betting closed: was anything refused for this deadline, by its paragraphs and in its words?"""
    name = next(iter(table.game.law.catalogue(table.rules)))
    events = table.do({"do": "wager", "seat": 1, "id": name, "cents": 1000}, NO_MORE_BETS)
    told = [event for event in events if event.fields.get("reason") == found.says]
    assert all(event.cites == found.cites for event in told)
    return bool(told)


@law("625a.2(b)", "621a.3(e)", "621a.5(c)", "651a.3(d)", "685a.3(c)", "685a.2(d)")
@pytest.mark.parametrize("start", [SUMMER, SPRING, FALL])
@pytest.mark.parametrize(("game", "settings", "what", "cite", "procedure", "other"), CASES)
def test_a_deadline_is_the_last_second_before_the_refusal(
    game: str, settings: tuple[str, ...], what: str, cite: str, procedure: str, other: dict[str, Any] | None, start: str
) -> None:
    for late in (0, 1):
        table, watch = timed(game, *settings, start=moment(start))
        found = of(table)[what]
        assert (found.cites, found.procedure) == (cites(cite), procedure)
        assert table.rules.procedure(procedure).steps
        watch.now = found.at + late
        if other is not None:
            table.do(other)
        assert found.passed(watch.now) is bool(late)
        assert refused(table, found) is bool(late), (late, found)


@law("625a.2(b)", "651a.3(d)", "685a.2(d)")
def test_hours_pass_as_they_pass_and_days_and_months_go_by_the_clock_on_the_wall() -> None:
    def lasts(game: str, what: str, start: str, *settings: str) -> int:
        table, watch = timed(game, *settings, start=moment(start))
        return of(table)[what].at - watch.now

    day = 24 * 3600
    for start in (SUMMER, SPRING, FALL):
        assert lasts("sic-bo", "dice", start) == lasts("casino-war", "cards", start) == day
    month = [lasts("sic-bo", "dice", start, "shaker=automated") for start in (SUMMER, SPRING, FALL)]
    assert month == [31 * day, 31 * day - 3600, 30 * day + 3600]  # from October 31 to November 30
    # opened at noon; the gaming day begins at six
    ends = [
        lasts("down-under-blackjack", "card-reader", start, "gaming_day_hour=6") for start in (SUMMER, SPRING, FALL)
    ]
    assert ends == [18 * 3600 - 1, 17 * 3600 - 1, 19 * 3600 - 1]


@law("685a.2(d)")
@pytest.mark.parametrize("zone", ["America/New_York", "America/Los_Angeles", "Europe/London", "Australia/Lord_Howe"])
@pytest.mark.parametrize("hour", range(24))
def test_the_last_second_of_a_gaming_day_is_followed_by_the_next_one(zone: str, hour: int) -> None:
    for start in ("2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-10-31", "2026-12-31"):
        for later in range(0, 49, 3):
            now = moment(f"{start} 00:00:00") + later * 3600
            last = last_second_of_day(hour, now, zone)
            here, there = (day_beginning_at(hour, each, zone) for each in (last, last + 1))
            assert last >= now and here == day_beginning_at(hour, now, zone) and (there - here).days == 1
            assert local_time(last + 1, zone).date() == there


@law("685a.2(d)", "621a.3(e)")
def test_a_met_deadline_gives_place_to_the_next_one() -> None:
    table, watch = timed("pai-gow", start=moment(SUMMER))
    before = of(table)
    watch.now += 3600
    table.do(TILES)
    assert of(table)["tiles"].at == before["tiles"].at + 3600 and of(table)["dice"] == before["dice"]
    reader, watch = timed("down-under-blackjack", start=moment(SUMMER))
    was = of(reader)
    watch.now = was["card-reader"].at + 1
    reader.do(READER)
    now = of(reader)
    assert now["card-reader"].at - was["card-reader"].at == 24 * 3600 and now["cards"] == was["cards"]


def test_a_table_that_is_not_open_and_games_without_a_clock_have_no_deadline() -> None:
    for game in games().values():
        rules = load(game.id)[1]
        assert game.law.deadlines(rules, game.law.open(rules)) == ()
    for name in ("roulette", "big-six", "craps", "mini-craps"):
        assert of(timed(name)[0]) == {}
