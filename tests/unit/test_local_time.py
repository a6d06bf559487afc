"""Moments by the clock of a table's time zone, whatever zone the machine is in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date

import pytest

from houseway.core import Moment
from houseway.equipment.dice import hours_after, months_after
from houseway.games import judged
from houseway.law.local_time import day_beginning_at, local_time
from houseway.records.lines import clock_text, moment_of


@pytest.fixture(params=["Asia/Tokyo", "America/Los_Angeles"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in another zone."""
    with monkeypatch.context() as changed:
        changed.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("machine")
def test_the_zone_of_the_machine_changes_nothing() -> None:
    moment = moment_of("2026-11-01T05:30:00Z")
    assert clock_text(moment) == "2026-11-01T05:30:00Z" and moment_of("2026-11-01T05:30:00") == moment
    assert local_time(moment, "America/New_York").isoformat() == "2026-11-01T01:30:00-04:00"
    assert day_beginning_at(6, moment, "America/New_York") == date(2026, 10, 31)
    assert months_after(moment, 1, "America/New_York") == moment_of("2026-12-01T06:30:00Z")


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-02-10T12:00:00-05:00", "2026-03-10T12:00:00-04:00"),
        ("2026-10-31T12:00:00-04:00", "2026-11-30T12:00:00-05:00"),
        ("2026-12-31T23:59:59-05:00", "2027-01-31T23:59:59-05:00"),
        ("2026-01-31T20:00:00-05:00", "2026-02-28T20:00:00-05:00"),
    ],
)
def test_a_month_ends_at_the_same_time_by_the_clock(start: str, end: str) -> None:
    assert months_after(moment_of(start), 1, "America/New_York") == moment_of(end)


def test_hours_are_those_that_pass() -> None:
    before = moment_of("2026-03-08T00:00:00-05:00")
    assert hours_after(before, 24) == Moment(before + 86_400) == moment_of("2026-03-09T01:00:00-04:00")


def test_a_gaming_day_has_23_24_or_25_hours() -> None:
    zone, first = "America/New_York", moment_of("2026-03-07T06:00:00-05:00")
    days = [day_beginning_at(6, first + hour * 3600, zone) for hour in range(24 * 365)]
    assert days == sorted(days)
    lengths = [days.count(day) for day in sorted(set(days))[:-1]]
    assert (lengths[0], lengths.count(23), lengths.count(25), set(lengths)) == (23, 1, 1, {23, 24, 25})


@pytest.mark.parametrize(
    ("zone", "problem", "malformed"),
    [
        ("America/New_Yrok", "is not an IANA time zone; did you mean America/New_York", False),
        ("localtime", "is not an IANA time zone", False),
        ("../etc/passwd", "is not an IANA time zone", False),
        ("EST5EDT4", "is not an IANA time zone", False),
        ("5", "is not the name of a time zone", True),
    ],
)
def test_a_zone_is_one_of_the_iana_names(zone: str, problem: str, malformed: bool) -> None:
    (finding,) = judged("sic-bo", [f"time_zone={zone}"])[0].findings
    assert (finding.field, finding.malformed, finding.cites) == ("time_zone", malformed, ("601a.2",))
    assert problem in finding.problem
