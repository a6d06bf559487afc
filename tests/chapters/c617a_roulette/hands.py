"""A Roulette table brought by hand to any point of the round, for the tests of Chapter 617a."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chapters.harness import NO_MORE_BETS, Command, done, procedure_of, usual
from chapters.harness import settled as rows
from houseway.core import Event
from houseway.games import load
from houseway.law import Rules
from support import Bench, bench

WHEELS = ("double-zero", "single-zero", "double-zero-as-single-zero")
AS_SINGLE = "wheel=double-zero-as-single-zero"
EDITIONS = ("2011-proposed", "2011-comment")
ABOVE = ("pit-manager", "shift-manager", "table-games-manager")
RED = {"1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"}
NUMBERS = [str(number) for number in range(1, 37)]
EVEN_MONEY = ("red", "black", "odd", "even", "1-18", "19-36")
SPIN = {"do": "step", "cite": "617a.5(a)", "by": "dealer", "direction": "opposite"}
AGAIN = {"do": "step", "cite": "617a.5(b)", "by": "dealer"}  # no more bets, announced for a ball that is spun again


def rules_of(*settings: str) -> Rules:
    """The rules under some settings."""
    return load("roulette", settings)[1]


def roulette(*settings: str, procedure: str = "automatic") -> Bench:
    """A table under some settings."""
    return bench("roulette", *settings, procedure=procedure)


def wager(name: str, cents: int = 500, seat: int = 1, **more: Any) -> Command:
    """Chips on a wager."""
    return {"do": "wager", "seat": seat, "id": name, "cents": cents, **more}


def result(pocket: str, **more: Any) -> Command:
    """The ball at rest."""
    return {"do": "result", "pocket": pocket, **more}


def opening(*settings: str) -> list[Command]:
    """The whole inspection before a table is opened, as it usually goes."""
    return inspection(roulette(*settings, procedure="by-hand"))


def inspection(table: Bench) -> list[Command]:
    """The same of a table that waits for it."""
    return [usual(table, each) for each in procedure_of(table, "opening")]


def opened(*settings: str) -> Bench:
    """A table that completes nothing by itself, inspected and open."""
    table = roulette(*settings, procedure="by-hand")
    done(table, *inspection(table))
    return table


def rotating(*settings: str) -> Bench:
    """By hand: $5 on red (seat 1), $7 on 17 (seat 2), the ball in the track, no more bets announced."""
    table = opened(*settings)
    done(table, wager("red"), wager("straight:17", 700, seat=2), SPIN, NO_MORE_BETS)
    return table


def settled(events: Sequence[Event]) -> list[tuple[int, str, str, int]]:
    """Seat, wager, result and what came back, in the order of settlement."""
    return [row[:4] for row in rows(events)]
