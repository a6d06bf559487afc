"""Checks of a Pai Gow Rules Submission that a list of choices cannot express."""

from __future__ import annotations

from houseway.games.pai_gow.law.deliveries import ALTERNATIVES
from houseway.law import Citation, Edition, Finding
from houseway.law.errors import nearest
from houseway.law.inputs import quoted, shown

Checked = tuple[object, tuple[Finding, ...]]


def check_deliveries(value: object, edition: Edition) -> Checked:
    """Check the offered deliveries of 621a.9, each listed once; an empty list offers none."""
    del edition
    cite = Citation("621a.9")
    if not isinstance(value, list | tuple) or len(value) > 100 or not all(isinstance(each, str) for each in value):
        problem = f'{shown(value)} is not a list of deliveries; write for example ["jung-quat", "chee-yee"], or []'
        return value, (Finding("deliveries", value, problem, (cite,), malformed=True),)
    findings = [
        Finding(
            "deliveries", each, f"{quoted(each)} is not a delivery of 621a.9; {nearest(each, ALTERNATIVES)}", (cite,)
        )
        for each in value
        if each not in ALTERNATIVES
    ]
    findings += [
        Finding("deliveries", each, f"{quoted(each)} is listed twice; list it once", (cite,))
        for each in dict.fromkeys(value)
        if value.count(each) > 1
    ]
    return tuple(value), tuple(findings)
