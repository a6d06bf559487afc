"""Days of the calendar: read strictly, as YYYY-MM-DD."""

from __future__ import annotations

import re
from datetime import date, datetime

from houseway.law.errors import BadArgument, shown

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
DAY = "on"  # the argument that names a day


def read_day(given: str | date, argument: str = DAY) -> date:
    """A day, from a text like 2012-05-19 or from a `datetime.date`; everything else is refused, naming the argument."""
    if isinstance(given, date) and not isinstance(given, datetime):
        return given
    if not isinstance(given, str) or _FORM.fullmatch(given) is None:
        raise BadArgument(argument, f": {shown(given)} is not a day like 2012-05-19", "2012-05-19")
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise BadArgument(argument, f": {given} is no day of the calendar", "2012-05-19") from None
