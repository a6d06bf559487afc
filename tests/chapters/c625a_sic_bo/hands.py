"""A Sic Bo table brought by hand to any point of the round, for the tests of Chapter 625a."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chapters.harness import NO_MORE_BETS, Command, Watch, done, moment, timed
from chapters.harness import floor_step as step
from chapters.harness import report as irregularity
from support import Bench, bench

SHAKERS = ("manual", "automated")
PHASES = ("opening", "betting", "shaken", "thrown", "lit", "paid")
SMALL = {"do": "wager", "seat": 1, "id": "small", "cents": 500}
BIG = {"do": "wager", "seat": 2, "id": "big", "cents": 700}


RESULT: Command = {"do": "result", "dice": [1, 2, 3]}
LIT_BY_1_2_3 = [
    "total-value:6", "two-dice-combination:1-2", "two-dice-combination:1-3", "two-dice-combination:2-3", "small",
    "one-of-a-kind:1", "one-of-a-kind:2", "one-of-a-kind:3",
]  # fmt: skip
DEVICE, AUTOMATED = "electrical-device", "automated-shaker"


def report(cite: str, by: str = "dealer", **about: Any) -> Command:
    """An irregularity, with a floorperson at hand where 625a.7(b) wants one."""
    if cite == "625a.7(b)" and by == "dealer":
        about = {"present": "floorperson", **about}
    return irregularity(cite, by, **about)


SETTLE, CLEAR = step("625a.5(e)", "dealer"), step("625a.5(f)", "dealer")
EMPTIED, MARKED = step("625a.7(d)", "dealer", item="remove-dice"), step("625a.7(d)", "dealer", item="cover-or-sign")
THREE_DICE, TOSSES = step("625a.2(a)", dice=3), step("625a.5(a)(2)", operations=3, verified=True)


def fixed(device: str, by: str = "floorperson") -> Command:
    """A device is put back into use."""
    return {"do": "repaired", "device": device, "by": by}


def opening(shaker: str) -> list[Command]:
    """The floorperson's whole inspection before a table is opened."""
    always = ["625a.1(a)", "625a.1(b)", "625a.1(c)(1)", "625a.1(c)(2)", "625a.1(c)(3)"]
    always += ["625a.1(d)(1)(i)", "625a.1(d)(1)(ii)"]
    own = "625a.1(d)(1)(iii)" if shaker == "manual" else "625a.1(d)(2)(ii)"
    steps = [step(cite) for cite in (*always, own, "625a.2(b)")]
    steps += [THREE_DICE, step("625a.5(a)(1)", values=[1, 2, 3], verified=True)]
    return steps + ([TOSSES] if shaker == "automated" else [])


def shake(shaker: str, by: str = "dealer") -> Command:
    """The dealer mixes the dice."""
    return step("625a.5(b)(1)", by, shakes=3) if shaker == "manual" else step("625a.5(b)(2)", by)


def by_hand(shaker: str = "manual", *settings: str) -> Bench:
    """A table that completes nothing by itself."""
    return bench("sic-bo", f"shaker={shaker}", *settings, procedure="by-hand")


def brought_to(phase: str, shaker: str = "manual", dice: Sequence[int] = (1, 2, 3), *settings: str) -> Bench:
    """By hand up to a phase; from the betting on there lie $5 on small (seat 1) and $7 on big (seat 2)."""
    table = by_hand(shaker, *settings)
    stages: dict[str, list[Command]] = {
        "opening": [],
        "betting": [*opening(shaker), SMALL, BIG],
        "shaken": [shake(shaker)],
        "thrown": [NO_MORE_BETS],
        "lit": [{"do": "result", "dice": list(dice)}],
        "paid": [SETTLE],
    }
    for name in PHASES[: PHASES.index(phase) + 1]:
        done(table, *stages[name])
    return table


def at(
    start: str, shaker: str = "manual", procedure: str = "automatic", settings: Sequence[str] = ()
) -> tuple[Bench, Watch]:
    """A table opened at a time, with its clock in the test's hands."""
    return timed("sic-bo", f"shaker={shaker}", *settings, start=moment(start), procedure=procedure)
