"""Moments in a table's own time zone. The zone of the machine is never used."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from houseway.law.errors import nearest, shown

DEFAULT_ZONE = "America/New_York"  # Pennsylvania's


@cache
def _known() -> frozenset[str]:
    """The zones that mean the same on every machine: without the names of the machine's own."""
    return frozenset(available_timezones()) - {"localtime", "posixrules", "Factory"}


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def zone_problem(value: object) -> str:
    """The problem with the name of a time zone; empty if there is such a zone."""
    if value == DEFAULT_ZONE:
        return ""
    if not isinstance(value, str):
        return f'{shown(value)} is not the name of a time zone; write for example "{DEFAULT_ZONE}"'
    return "" if value in _known() else f"{shown(value)} is not an IANA time zone; {nearest(value, sorted(_known()))}"


def local_time(moment: int, zone: str) -> datetime:
    """The date and time that a clock in this zone shows at a moment (seconds since 1970, UTC)."""
    return datetime.fromtimestamp(moment, _zone(zone))


def day_beginning_at(hour: int, moment: int, zone: str) -> date:
    """The day that a moment lies in, where each day begins when the clock in this zone reaches `hour`."""
    clock = local_time(moment, zone)
    return clock.date() if clock.hour >= hour else clock.date() - timedelta(days=1)


def last_second_of_day(hour: int, moment: int, zone: str) -> int:
    """The last second of the day that a moment lies in, where each day begins when the clock in this zone reaches `hour`.

    If the clock skips that hour in spring, the day begins at the skip; if it occurs twice in fall, the first one counts.
    """
    following = day_beginning_at(hour, moment, zone) + timedelta(days=1)
    return int(datetime(following.year, following.month, following.day, hour, tzinfo=_zone(zone)).timestamp()) - 1
