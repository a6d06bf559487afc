"""A harness for the tests of every chapter: commands, default procedures, results, and a clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from houseway.core import Chance, Due, Event, Moment, Procedure
from houseway.games import judged, load
from houseway.law import ProcedureStep
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from houseway.table.table import EPOCH
from support import Bench, cites

Command = dict[str, Any]
Row = tuple[int, str, str, int, tuple[str, ...]]

ABOVE = ("floorperson", "pit-manager", "shift-manager", "table-games-manager")
OTHERS = ("boxperson", "player", "stickperson", "surveillance", "security", "gaming-laboratory")
NO_MORE_BETS: Command = {"do": "no-more-bets"}
HOUR = 3600


def said(role: str) -> str:
    """A role as people say it."""
    department = "member of " if role in ("maintenance", "security", "surveillance") else ""
    return f"a {department}{role.replace('-', ' ')}"


# Commands


def step(cite: str, by: str = "dealer", /, **data: Any) -> Command:
    """One step of a procedure."""
    return {"do": "step", "cite": cite, "by": by, **data}


def floor_step(cite: str, by: str = "floorperson", /, **data: Any) -> Command:
    """One step of a procedure, by the floorperson where nobody else is named."""
    return step(cite, by, **data)


def report(cite: str, by: str = "dealer", /, **about: Any) -> Command:
    """An irregularity."""
    return {"do": "irregularity", "cite": cite, "by": by, **about}


def choose(seat: int, choice: str, **more: Any) -> Command:
    """A seat's answer."""
    return {"do": "choose", "seat": seat, "choice": choice, **more}


# Settings


def approved_as(game: str, number: str, *settings: str) -> list[str]:
    """Settings that name every approval they need by this number."""
    needed = judged(game, settings)[0].conditions
    named = [(each.approval, {"by": each.approval.by, "number": number, "date": "2011-05-31"}) for each in needed]
    return [*settings, *(f"{each.field}.{name}={value}" for each, parts in named for name, value in parts.items())]


# At the table


def lawful(events: Sequence[Event]) -> list[Event]:
    """The events of commands none of which was refused."""
    refused = [event.seen_by("house") for event in events if event.event.endswith("-refused")]
    assert not refused, refused
    return list(events)


def done(table: Bench, *commands: Command) -> list[Event]:
    """Commands that are all lawful; their events."""
    return lawful(table.do(*commands))


def due(table: Bench) -> Due:
    """The next act that the table waits for."""
    return table.table.due


def state(table: Bench) -> Any:
    """The game's state."""
    return table.table.state


def usual(table: Bench, each: ProcedureStep) -> Command:
    """A step as it usually goes."""
    data = table.game.law.normal_notes(table.rules, table.table.state, each)
    return step(each.cite, each.by, item=each.item, **data)


def complete(table: Bench, *names: str) -> list[Event]:
    """Every step of these procedures, as long as one of them is due, as it usually goes."""
    events: list[Event] = []
    while isinstance(now := due(table), Procedure) and now.name in names:
        events += done(table, usual(table, table.table.steps()[0]))
    return events


def procedure_of(table: Bench, name: str) -> tuple[ProcedureStep, ...]:
    """The steps of a procedure as this table asks for them."""
    settings = table.game.law.settings(table.rules, table.table.state)
    return tuple(table.rules.procedure(name).steps_for(settings, table.rules.cites))


def closes_the_betting(table: Bench, wager: Command, cite: str) -> None:
    """The dealer's announcement, under its paragraph, is the end of the betting: chance is next, and no wager is taken."""
    (event,) = table.do(NO_MORE_BETS)
    assert (event.event, event.fields["text"], event.cites) == ("no-more-bets", "No more bets.", cites(cite))
    assert isinstance(due(table), Chance)
    reason, because = table.refusal(wager)
    assert "no more bets are taken" in reason and because == cites(cite)


def only_the_dealer_announces(table: Bench, role: str, cite: str) -> None:
    """Said by anybody else, it is refused."""
    reason, because = table.refusal({**NO_MORE_BETS, "by": role})
    assert reason == f'"no more bets" is announced by the dealer, not by {said(role)}' and because == cites(cite)


# What came of it


def settled(events: Sequence[Event]) -> list[Row]:
    """Seat, wager, result, what came back, and why, in the order of settlement."""
    return [
        (e.fields["seat"], e.fields["wager"], e.fields["result"], e.fields["returned_cents"], e.cites)
        for e in of(events, "wager-settled")
    ]


def names(events: Sequence[Event]) -> list[str]:
    """The names of events."""
    return [event.event for event in events]


def of(events: Sequence[Event], name: str) -> list[Event]:
    """The events of this name."""
    return [event for event in events if event.event == name]


def the(events: Sequence[Event], name: str) -> Event:
    """The one event of this name."""
    found = of(events, name)
    assert len(found) == 1, names(events)
    return found[0]


# Time


def moment(text: str) -> int:
    """Seconds since 1970 of a time in UTC, written as 2011-06-11 09:00:00."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@dataclass
class Watch:
    """A clock that stands where a test puts it."""

    now: int = EPOCH

    def __call__(self) -> Moment:
        return Moment(self.now)


def timed(game: str, *settings: str, start: int = EPOCH, procedure: str = "automatic") -> tuple[Bench, Watch]:
    """A table opened at a time, with its clock in the test's hands and chips before seats 1 and 2."""
    watch = Watch(start)
    its, rules = load(game, settings)
    table = Table(its, rules, SeededSource("tests"), clock=watch)
    table.open(procedure)
    for seat in (1, 2):
        table.buy_in(seat, 100_000)
    return Bench(its, rules, table), watch
