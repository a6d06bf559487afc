"""Checks of a Craps or Mini-Craps Rules Submission that a list of choices cannot express."""

from __future__ import annotations

import re
from fractions import Fraction

from houseway.games.craps.state import LINE_BETS
from houseway.games.craps.wagers import KINDS
from houseway.law import Citation, Edition, Finding
from houseway.law.errors import nearest
from houseway.law.inputs import quoted, shown

Checked = tuple[object, tuple[Finding, ...]]
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
    return tuple(value), tuple(findings)


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


def check_stickperson(value: object, edition: Edition) -> Checked:
    """Only Mini-Craps may do without a stickperson."""
    cite = Citation("623a.7(a)")
    if not isinstance(value, bool):
        return value, (Finding("stickperson", value, f"{shown(value)} is not true or false", (cite,), malformed=True),)
    if not value:
        problem = "at Craps a stickperson controls the dice; only Mini-Craps may do without one"
        return value, (Finding("stickperson", value, problem, (cite,)),)
    return value, ()
