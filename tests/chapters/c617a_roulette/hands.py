"""A Roulette table brought by hand to any point of the round, for the tests of Chapter 617a."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.core import Event
from houseway.games import load
from houseway.law import Rules
from support import Bench, bench

Command = dict[str, Any]

WHEELS = ("double-zero", "single-zero", "double-zero-as-single-zero")
AS_SINGLE = "wheel=double-zero-as-single-zero"
EDITIONS = ("2011-proposed", "2011-comment")
ABOVE = ("pit-manager", "shift-manager", "table-games-manager")
RED = {"1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"}
NUMBERS = [str(number) for number in range(1, 37)]
EVEN_MONEY = ("red", "black", "odd", "even", "1-18", "19-36")
SPIN = {"do": "step", "cite": "617a.5(a)", "by": "dealer", "direction": "opposite"}
NO_MORE_BETS = {"do": "no-more-bets"}


def rules_of(*settings: str) -> Rules:
    """The rules under some settings."""
    return load("roulette", settings)[1]


def roulette(*settings: str, procedure: str = "automatic") -> Bench:
    """A table under some settings."""
    return bench("roulette", *settings, procedure=procedure)


def wager(name: str, cents: int = 500, seat: int = 1, **more: Any) -> Command:
    """Chips on a wager."""
    return {"do": "wager", "seat": seat, "id": name, "cents": cents, **more}


def step(cite: str, by: str = "floorperson", **data: Any) -> Command:
    """One step of a procedure."""
    return {"do": "step", "cite": cite, "by": by, **data}


def report(cite: str, by: str = "dealer", **about: Any) -> Command:
    """An irregularity."""
    return {"do": "irregularity", "cite": cite, "by": by, **about}


def result(pocket: str, **more: Any) -> Command:
    """The ball at rest."""
    return {"do": "result", "pocket": pocket, **more}


def opening(*settings: str) -> list[Command]:
    """The whole inspection before a table is opened, as it usually goes."""
    game, rules = load("roulette", settings)
    state = game.law.open(rules)
    text = rules.procedure("opening")
    return [
        step(each.cite, each.by, item=each.item, **game.law.normal_notes(rules, state, each))
        for each in text.steps_for(game.law.settings(rules, state), rules.cites)
    ]


def opened(*settings: str) -> Bench:
    """A table that completes nothing by itself, inspected and open."""
    table = roulette(*settings, procedure="by-hand")
    lawful(table, *opening(*settings))
    return table


def rotating(*settings: str) -> Bench:
    """By hand: $5 on red (seat 1), $7 on 17 (seat 2), the ball in the track, no more bets announced."""
    table = opened(*settings)
    lawful(table, wager("red"), wager("straight:17", 700, seat=2), SPIN, NO_MORE_BETS)
    return table


def lawful(table: Bench, *commands: Command) -> list[Event]:
    """Commands none of which is refused."""
    events = table.do(*commands)
    refused = [event.seen_by("house") for event in events if event.event.endswith("-refused")]
    assert not refused, refused
    return events


def settled(events: Sequence[Event]) -> list[tuple[int, str, str, int]]:
    """Seat, wager, result and what came back, in the order of settlement."""
    return [
        (e.fields["seat"], e.fields["wager"], e.fields["result"], e.fields["returned_cents"])
        for e in events
        if e.event == "wager-settled"
    ]


def the(events: Sequence[Event], name: str) -> Event:
    """The one event of this name."""
    (found,) = [event for event in events if event.event == name]
    return found
