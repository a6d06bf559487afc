"""Checks of a Craps or Mini-Craps Rules Submission that a list of choices cannot express."""

from __future__ import annotations

import re
from fractions import Fraction

from houseway.games.craps.roll import POINTS
from houseway.games.craps.state import LINE_BETS
from houseway.games.craps.wagers import KINDS
from houseway.law import Citation, Edition, Finding
from houseway.law.errors import nearest
from houseway.law.inputs import quoted, shown

Checked = tuple[object, tuple[Finding, ...]]
MOST_TIMES = 10  # 623a.6(e)
MULTIPLE = re.compile(r"\d{1,3}(\.\d{1,6})?")
PERCENT = re.compile(r"(\d{1,3}(\.\d{1,6})?|\d{1,6}/[1-9]\d{0,5})%")
KNOWN = tuple(
    dict.fromkeys(
        name
        for kind in KINDS
        for name in (kind.id.partition(":")[0], kind.id, *(f"{kind.id}:{choice}" for choice in kind.choices))
    )
)


def check_wagers(value: object, edition: Edition) -> Checked:
    """Check the offered wagers, each by its id, or by its kind for all choices of that kind."""
    cite = Citation("623a.3(a)")
    if not isinstance(value, list | tuple) or len(value) > 500 or not all(isinstance(each, str) for each in value):
        problem = f'{shown(value)} is not a list of wagers; write for example ["pass", "dont-pass", "field"]'
        return value, (Finding("wagers", value, problem, (cite,), malformed=True),)
    findings = [
        Finding("wagers", each, f"{quoted(each)} is not a wager of this chapter; {nearest(each, KNOWN)}", (cite,))
        for each in value
        if each not in KNOWN
    ]
    if not any(each in value for each in LINE_BETS):
        problem = "neither pass nor dont-pass is offered, and a shooter must make one of them"
        findings.append(Finding("wagers", value, problem, (Citation("623a.8(a)"),)))
    findings += [
        Finding("wagers", value, _not_in_addition(each), (Citation("623a.3(a)(41)"),))
        for each in ("buy", *(f"buy:{point}" for point in POINTS))
        if each in value and not _placed_as_well(each, value)
    ]
    return tuple(value), tuple(findings)


def _placed_as_well(wager: str, offered: list[str] | tuple[str, ...]) -> bool:
    """623a.3(a)(41): Buy Bets are offered in addition to Place Bets to Win; (42) lets Lay Bets stand in lieu of the others."""
    points = POINTS if wager == "buy" else (int(wager.removeprefix("buy:")),)
    return "place-to-win" in offered or all(f"place-to-win:{point}" in offered for point in points)


def _not_in_addition(wager: str) -> str:
    return f"{wager} is offered in addition to Place Bets to Win, not in lieu of them; add {wager.replace('buy', 'place-to-win')}"


def check_rate(value: object, edition: Edition) -> Checked:
    """Check an exact percentage of at most 5: "5%", "2.5%", "5/2%"."""
    most = edition.values["vigorish_percent_max"]
    if not isinstance(value, str) or PERCENT.fullmatch(value) is None:
        problem = f'{shown(value)} is not a percentage; write it like "{most.value}%" or "5/2%"'
        return value, (Finding("vigorish.rate", value, problem, (most.cite,), malformed=not isinstance(value, str)),)
    assert isinstance(most.value, int)
    if Fraction(value.removesuffix("%")) > most.value:
        problem = f"{value} is above {most.value}%, the most that may be charged"
        return value, (Finding("vigorish.rate", value, problem, (most.cite,)),)
    return value, ()


def check_multiple(value: object, edition: Edition) -> Checked:
    """How many times the line wager: 10, "2.5", or "3-4-5" for the points 4 and 10, 5 and 9, 6 and 8."""
    cite = Citation("623a.6(e)")
    given = str(value) if isinstance(value, str) or type(value) is int else ""
    parts = given.split("-") if value != "" else []
    if len(parts) not in (1, 3) or not all(MULTIPLE.fullmatch(part) for part in parts):
        problem = f'{shown(value)} is not a multiple; write 10, "2.5", or by point "3-4-5"'
        return value, (Finding("odds.multiple", value, problem, (cite,), malformed=True),)
    if not all(1 <= Fraction(part) <= MOST_TIMES for part in parts):
        return value, (Finding("odds.multiple", value, f"{given} is not from 1 to {MOST_TIMES}", (cite,)),)
    return value, ()


def check_stickperson(value: object, edition: Edition) -> Checked:
    """Only Mini-Craps may do without a stickperson."""
    cite = Citation("623a.7(a)")
    if not isinstance(value, bool):
        return value, (Finding("stickperson", value, f"{shown(value)} is not true or false", (cite,), malformed=True),)
    if not value:
        problem = "at Craps a stickperson controls the dice; only Mini-Craps may do without one"
        return value, (Finding("stickperson", value, problem, (cite,)),)
    return value, ()
