"""A Casino War table brought by hand to any point of a round, for the tests of Chapter 651a."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chapters.harness import NO_MORE_BETS, Command, Watch, choose, complete, done, due, state, step, timed
from chapters.harness import report as irregularity
from houseway.core import Event, Procedure
from support import Bench, bench

FINAL, PROPOSED, COMMENT = "2012-final", "2011-proposed", "2011-comment"
EDITIONS = (FINAL, PROPOSED, COMMENT)
EARLIER = (PROPOSED, COMMENT)
DECIDING = ("opening", "shuffle", "cut", "load", "resume", "reshuffle", "change-cards")


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


def to_war(seat: int, **more: Any) -> Command:
    """War."""
    return choose(seat, "go-to-war", **more)


def surrender(seat: int) -> Command:
    """Half of the Initial Wager is given up."""
    return choose(seat, "surrender")


def report(letter: str, by: str = "dealer", /, **about: Any) -> Command:
    """An irregularity of 651a.11."""
    return irregularity(f"651a.11({letter})", by, **about)


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


def dealt_to(events: Sequence[Event]) -> list[tuple[str, str]]:
    """The destination of each card that left the shoe: (to, paragraph)."""
    return [(e.fields["place"], str(e.cites[0])) for e in events if e.event in ("result", "card-burned")]


def asked(table: Bench) -> list[tuple[str, str]]:
    """(paragraph, item) of each step that must be done now."""
    return [(str(each.cite), each.item) for each in table.table.steps()]


def at_war(edition: str = FINAL, *settings: str, procedure: str = "automatic") -> tuple[Bench, Watch]:
    """A table with its clock in the test's hands."""
    return timed("casino-war", f"edition={edition}", *settings, procedure=procedure)
