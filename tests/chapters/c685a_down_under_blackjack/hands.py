"""Down Under Blackjack tables brought to any point of a round, for the tests of Chapter 685a."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from houseway.core import Chance, Choices, Due, Event
from support import Bench, bench

Command = dict[str, Any]
Row = tuple[int, str, str, int, tuple[str, ...]]
GAME = "down-under-blackjack"
NO_MORE_BETS: Command = {"do": "no-more-bets"}
BETS = {1: 1000}


def felt(*settings: str, procedure: str = "automatic") -> Bench:
    """A table under some settings, with $1,000 in front of seats 1 to 3."""
    return bench(GAME, *settings, procedure=procedure)


def wager(seat: int, cents: int = 1000, wager: str = "bet", **more: Any) -> Command:
    """Chips on a betting area."""
    return {"do": "wager", "seat": seat, "id": wager, "cents": cents, **more}


def match(seat: int, cents: int = 500) -> Command:
    """A Match-the-Dealer Wager."""
    return wager(seat, cents, "match-the-dealer")


def cards(text: str) -> Command:
    """Cards as they leave the shoe: `? 7H KD`."""
    return {"do": "result", "cards": text.split()}


def light(color: str) -> Command:
    """What the reader shows."""
    return {"do": "result", "light": color}


def choose(text: str, **more: Any) -> Command:
    """An answer: `1 hit` of seat 1, `dealer continue` of the dealer."""
    who, choice = text.split()
    answers: Command = {"by": who} if who == "dealer" else {"seat": int(who)}
    return {"do": "choose", **answers, "choice": choice, **more}


def report(letter: str, by: str = "dealer", /, **about: Any) -> Command:
    """An irregularity of 685a.12."""
    return {"do": "irregularity", "cite": f"685a.12({letter})", "by": by, **about}


def step(cite: str, by: str = "dealer", /, **data: Any) -> Command:
    """One step of a procedure."""
    return {"do": "step", "cite": cite, "by": by, **data}


def done(table: Bench, *commands: Command) -> list[Event]:
    """Commands that are all lawful; their events."""
    events = table.do(*commands)
    refused = [event.seen_by("house") for event in events if event.event.endswith("-refused")]
    assert not refused, refused
    return events


def dealt(
    text: str, *settings: str, bets: dict[int, int] = BETS, also: Iterable[Command] = ()
) -> tuple[Bench, list[Event]]:
    """A round in which these cards leave the shoe behind the burned one; and the events since the betting ended."""
    table = felt(*settings)
    done(table, *(wager(seat, cents) for seat, cents in bets.items()), *also, NO_MORE_BETS)
    return table, done(table, cards(f"? {text}"))


def played(
    text: str, *answers: str, settings: Sequence[str] = (), bets: dict[int, int] = BETS, also: Iterable[Command] = ()
) -> tuple[Bench, list[Event]]:
    """The same, with answers one after the other."""
    table, events = dealt(text, *settings, bets=bets, also=also)
    return table, [*events, *done(table, *(choose(answer) for answer in answers))]


def ended(events: Sequence[Event], wager: str = "bet", seat: int = 1) -> tuple[str, int, tuple[str, ...]]:
    """How the one such wager ended: result, what came back, and why."""
    (found,) = [row for row in settled(events) if row[:2] == (seat, wager)]
    return found[2:]


def settled(events: Sequence[Event]) -> list[Row]:
    """Seat, wager, result, what came back, and why, in the order of settlement."""
    return [
        (e.fields["seat"], e.fields["wager"], e.fields["result"], e.fields["returned_cents"], tuple(e.cites))
        for e in events
        if e.event == "wager-settled"
    ]


def of(events: Sequence[Event], name: str) -> list[Event]:
    """The events of one name."""
    return [event for event in events if event.event == name]


def due(table: Bench) -> Due:
    """What the table waits for just now."""
    return table.table.due


def awaited(table: Bench) -> Chance:
    """The chance that the table waits for."""
    now = due(table)
    assert isinstance(now, Chance), now
    return now


def options(table: Bench) -> dict[str, tuple[str, ...]]:
    """Who is asked, and what each may answer."""
    now = due(table)
    assert isinstance(now, Choices), now
    return {each.who: tuple(option.choice for option in each.options) for each in now.open}


def state(table: Bench) -> Any:
    """The game's state."""
    return table.table.state


def steps_of(table: Bench, name: str) -> list[tuple[str, str, str]]:
    """The steps of a procedure as this table asks for them: citation, item, who."""
    found = table.rules.procedure(name).steps_for(table.game.law.settings(table.rules, state(table)), table.rules.cites)
    return [(each.cite, each.item, each.by) for each in found]


def complete(table: Bench, *names: str) -> list[Event]:
    """Every step of these procedures, as long as one of them is due, as it usually goes."""
    events: list[Event] = []
    while getattr(due(table), "name", "") in names:
        each = table.table.steps()[0]
        data = table.game.law.normal_notes(table.rules, state(table), each)
        events += done(table, step(each.cite, each.by, item=each.item, **data))
    return events


def up_to(table: Bench, cite: str) -> Bench:
    """The procedure that is due, as it usually goes, until a step of this paragraph is the next one."""
    while (each := table.table.steps()[0]).cite != cite:
        data = table.game.law.normal_notes(table.rules, state(table), each)
        done(table, step(each.cite, each.by, item=each.item, **data))
    return table
