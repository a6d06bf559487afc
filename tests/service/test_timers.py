"""Timers with a clock in the test's hands: each announcement once, however the clock jumps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest

from chapters.harness import NO_MORE_BETS, Watch, moment, step, timed
from houseway.service.table_view import Seen
from houseway.service.timers import Timer, Timers
from support import Bench, law

NOON = moment("2026-07-01 16:00:00")  # at the table
HOUR = 3600


@dataclass
class Stand:
    """A table with its clock, and the timers that watch it."""

    bench: Bench
    watch: Watch
    timers: Timers

    @property
    def seen(self) -> Seen:
        table = self.bench.table
        standing = SimpleNamespace(position=table.position, at=table._latest)
        here: Any = SimpleNamespace(id="t1", game=self.bench.game, rules=self.bench.rules, session=1, standing=standing)
        return cast(Seen, here)

    def at(self, now: int) -> list[tuple[str, str, int]]:
        """The announcements at a moment: the deadline, its state, the seconds left."""
        self.watch.now = now
        return [told(each) for each in self.timers.look([self.seen])]


def told(timer: Timer) -> tuple[str, str, int]:
    return timer.deadline.what, timer.state, timer.as_json()["seconds"]


def stand(game: str = "pai-gow") -> Stand:
    bench, watch = timed(game, start=NOON)
    return Stand(bench, watch, Timers(watch))


@law("621a.3(e)", "621a.5(c)")
def test_a_deadline_is_announced_half_an_hour_and_five_minutes_before_and_when_it_has_passed() -> None:
    here, due = stand(), NOON + 12 * HOUR
    assert here.at(due - 1801) == []
    assert here.at(due - 1800) == [("tiles", "near", 1800)]
    assert here.at(due - 1799) == here.at(due - 301) == []
    assert here.at(due - 300) == [("tiles", "near", 300)]
    assert here.at(due) == []  # still lawful
    assert here.at(due + 1) == [("tiles", "passed", -1)]
    assert here.at(due + HOUR) == []
    assert here.at(due + 12 * HOUR - 1800) == [("dice", "near", 1800)]


@law("621a.3(e)")
def test_a_clock_that_is_put_back_announces_nothing_twice() -> None:
    here, due = stand(), NOON + 12 * HOUR
    assert here.at(due - 200) == [("tiles", "near", 200)]
    for now in (due - 5 * HOUR, due - 1800, due - 300, due - 200, NOON - 24 * HOUR):
        assert here.at(now) == []
    assert here.at(due + 1) == [("tiles", "passed", -1)]


@law("621a.3(e)", "621a.5(c)")
def test_a_clock_that_is_put_forward_announces_what_is_due_once() -> None:
    here = stand()
    assert here.at(NOON + 48 * HOUR) == [("tiles", "passed", -36 * HOUR), ("dice", "passed", -24 * HOUR)]
    assert here.at(NOON + 49 * HOUR) == here.at(NOON) == here.at(NOON + 48 * HOUR) == []


@law("621a.3(e)")
def test_what_has_passed_is_refused_by_the_game_and_a_change_begins_the_next_time() -> None:
    here, due = stand(), NOON + 12 * HOUR
    assert here.at(due + 1) == [("tiles", "passed", -1)]
    (passed,) = [each for each in here.timers.of(here.seen) if each.state == "passed"]
    wager = next(iter(here.bench.game.law.catalogue(here.bench.rules)))
    here.bench.do({"do": "wager", "seat": 1, "id": wager, "cents": 1000})
    reason, because = here.bench.refusal(NO_MORE_BETS)
    assert (reason, [str(cite) for cite in because]) == (passed.deadline.says, passed.as_json()["cites"])
    assert passed.as_json()["procedure"] == "change-tiles" and passed.says.startswith("The tiles have been in use")
    here.bench.do(step("621a.3(e)", "floorperson"))
    assert here.at(due + 2) == []
    again = {each.deadline.what: each for each in here.timers.of(here.seen)}
    assert again["tiles"].deadline.at == due + 1 + 12 * HOUR and again["tiles"].state == "running"
    assert ("tiles", "near", 300) in here.at(due + 1 + 12 * HOUR - 300)


@law("685a.2(d)")
def test_the_time_is_told_by_the_table_s_own_clock() -> None:
    here = stand("down-under-blackjack")
    first = here.timers.of(here.seen)[0]
    assert first.deadline.what == "card-reader"
    assert (
        first.says
        == "The card reader: due by 05:59:59 on July 2, by the table's clock; the procedure is inspect-reader."
    )
    assert first.as_json()["due"] == "2026-07-02T09:59:59Z"


def test_a_closed_table_has_no_timers() -> None:
    here = stand("casino-war")
    assert [each.deadline.what for each in here.timers.of(here.seen)] == ["cards"]
    here.bench.do({"do": "close", "by": "floorperson"})
    assert here.timers.of(here.seen) == []


@law("621a.3(e)")
def test_the_task_tells_its_listeners_and_ends_when_it_is_told_to() -> None:
    here = stand()
    heard: list[Timer] = []
    here.timers.listeners.append(heard.append)
    here.watch.now = NOON + 12 * HOUR - 60

    async def tables() -> list[Seen]:
        return [here.seen]

    async def main() -> None:
        stop = asyncio.Event()
        task = asyncio.create_task(here.timers.keep(stop, tables, 0.001))
        while not heard:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        stop.set()
        await asyncio.wait_for(task, 5)

    asyncio.run(main())
    assert [told(each) for each in heard] == [("tiles", "near", 60)]


@pytest.mark.parametrize("ahead", [(), (60,), (60, 3600, 600)])
def test_how_long_before_is_a_setting(ahead: tuple[int, ...]) -> None:
    here = stand()
    here.timers = Timers(here.watch, ahead)
    due, heard = NOON + 12 * HOUR, []
    for now in range(due - 2 * HOUR, due + 60, 30):
        heard += [left for _, _, left in here.at(now)]
    assert heard == [*sorted(ahead, reverse=True), -30]
