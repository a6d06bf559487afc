"""A Casino War table brought by hand to any point of a round, for the tests of Chapter 651a."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.core import Due, Event, Moment, Procedure
from houseway.games import load
from houseway.law import ProcedureStep
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from houseway.table.table import EPOCH
from support import Bench, bench

Command = dict[str, Any]
Row = tuple[int, str, str, int, tuple[str, ...]]

FINAL, PROPOSED, COMMENT = "2012-final", "2011-proposed", "2011-comment"
EDITIONS = (FINAL, PROPOSED, COMMENT)
EARLIER = (PROPOSED, COMMENT)
DECIDING = ("opening", "shuffle", "cut", "load", "resume", "reshuffle", "change-cards")
NO_MORE_BETS: Command = {"do": "no-more-bets"}
HOUR = 3600


def war(edition: str = FINAL, *settings: str, procedure: str = "automatic") -> Bench:
    """A table under an edition, with $1,000 in front of seats 1 to 3."""
    return bench("casino-war", f"edition={edition}", *settings, procedure=procedure)


def wager(seat: int, cents: int = 1000, wager: str = "initial", **more: Any) -> Command:
    """Chips on a betting area."""
    return {"do": "wager", "seat": seat, "id": wager, "cents": cents, **more}


def tie(seat: int, cents: int = 200, **more: Any) -> Command:
    """A Tie Wager."""
    return wager(seat, cents, "tie", **more)


def cards(*dealt: str) -> Command:
    """Cards as they leave the shoe."""
    return {"do": "result", "cards": list(dealt)}


def choose(seat: int, choice: str, **more: Any) -> Command:
    """The answer of a player with a tie hand."""
    return {"do": "choose", "seat": seat, "choice": choice, **more}


def to_war(seat: int, **more: Any) -> Command:
    """War."""
    return choose(seat, "go-to-war", **more)


def surrender(seat: int) -> Command:
    """Half of the Initial Wager is given up."""
    return choose(seat, "surrender")


def step(cite: str, by: str = "dealer", /, **data: Any) -> Command:
    """One step of a procedure."""
    return {"do": "step", "cite": cite, "by": by, **data}


def report(letter: str, by: str = "dealer", /, **about: Any) -> Command:
    """An irregularity of 651a.11."""
    return {"do": "irregularity", "cite": f"651a.11({letter})", "by": by, **about}


def due(table: Bench) -> Due:
    """What the table waits for just now."""
    return table.table.due


def state(table: Bench) -> Any:
    """The game's state."""
    return table.table.state


def done(table: Bench, *commands: Command) -> list[Event]:
    """Commands that are all lawful; their events."""
    events = table.do(*commands)
    refused = [event.seen_by("house") for event in events if event.event.endswith("-refused")]
    assert not refused, refused
    return events


def usual(table: Bench, each: ProcedureStep) -> Command:
    """A step as it usually goes."""
    data = table.game.law.normal_notes(table.rules, table.table.state, each)
    return step(each.cite, each.by, item=each.item, **data)


def complete(table: Bench, *names: str) -> list[Event]:
    """Every step of these procedures, as long as one of them is due."""
    events: list[Event] = []
    while isinstance(now := due(table), Procedure) and now.name in names:
        events += done(table, usual(table, table.table.steps()[0]))
    return events


def cut_stack(table: Bench, by: int | str, stop: int | None = None, **more: Any) -> list[Event]:
    """The cut by somebody; the cover card comes up after `stop` cards."""
    size = state(table).cards.shoe.size
    offer, cut, cover = table.table.steps()
    bottom = size // 4 if stop is None else size - stop
    return done(
        table,
        step(offer.cite, item="offer"),
        step(cut.cite, "dealer" if by == "dealer" else "player", item="cut", cut_by=by, cards_from_top=100, **more),
        step(cover.cite, item="cover", cards_from_bottom=bottom),
    )


def by_hand(edition: str = FINAL, *settings: str, until: str = "play", stop: int | None = None) -> Bench:
    """A table that completes nothing by itself, brought to its cut, its load, or its first round."""
    table = war(edition, *settings, procedure="by-hand")
    complete(table, "opening", "shuffle")
    if until == "cut":
        return table
    if isinstance(due(table), Procedure):
        cut_stack(table, 1, stop)
        complete(table, *(("load",) if until == "play" else ()))
    return table


def played(table: Bench, wagers: Sequence[Command], *dealt: str) -> list[Event]:
    """A round up to the cards that are given."""
    return done(table, *wagers, NO_MORE_BETS, cards(*dealt))


def tied(edition: str = FINAL, *settings: str, seats: Sequence[int] = (1,), cents: int = 1000) -> Bench:
    """These seats have a 7, and so has the dealer: they are to choose."""
    table = war(edition, *settings)
    burn = [] if "shuffler=continuous" in settings else ["?"]
    played(table, [wager(seat, cents) for seat in seats], *burn, *["7H", "7D", "7S", "7C"][: len(seats)], "7C")
    return table


def settled(events: Sequence[Event]) -> list[Row]:
    """Seat, wager, result, what came back, and why, in the order of settlement."""
    return [
        (e.fields["seat"], e.fields["wager"], e.fields["result"], e.fields["returned_cents"], e.cites)
        for e in events
        if e.event == "wager-settled"
    ]


def the(events: Sequence[Event], name: str) -> Event:
    """The one event of this name."""
    (found,) = [event for event in events if event.event == name]
    return found


def of(events: Sequence[Event], name: str) -> list[Event]:
    """The events of this name."""
    return [event for event in events if event.event == name]


def dealt_to(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Where each card went that left the shoe: (to, paragraph)."""
    return [(e.fields["place"], str(e.cites[0])) for e in events if e.event in ("result", "card-burned")]


def asked(table: Bench) -> list[tuple[str, str]]:
    """(paragraph, item) of each step that must be done now."""
    return [(str(each.cite), each.item) for each in table.table.steps()]


@dataclass
class Watch:
    """A clock that stands where a test puts it."""

    now: int = EPOCH

    def __call__(self) -> Moment:
        return Moment(self.now)


def timed(edition: str = FINAL, *settings: str, procedure: str = "automatic") -> tuple[Bench, Watch]:
    """A table with its clock in the test's hands."""
    watch = Watch()
    game, rules = load("casino-war", [f"edition={edition}", *settings])
    table = Table(game, rules, SeededSource("tests"), clock=watch)
    table.open(procedure)
    table.buy_in(1, 100_000)
    return Bench(game, rules, table), watch
