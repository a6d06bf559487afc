"""Down Under Blackjack tables brought to any point of a round, for the tests of Chapter 685a."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from chapters.harness import NO_MORE_BETS, Command, done, due, procedure_of, settled, usual
from chapters.harness import report as irregularity
from houseway.core import Chance, Choices, Event
from support import Bench, bench

GAME = "down-under-blackjack"
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
    """The light of the card reader, entered as a result."""
    return {"do": "result", "light": color}


def choose(text: str, **more: Any) -> Command:
    """An answer: `1 hit` of seat 1, `dealer continue` of the dealer."""
    who, choice = text.split()
    answers: Command = {"by": who} if who == "dealer" else {"seat": int(who)}
    return {"do": "choose", **answers, "choice": choice, **more}


def report(letter: str, by: str = "dealer", /, **about: Any) -> Command:
    """An irregularity of 685a.12."""
    return irregularity(f"685a.12({letter})", by, **about)


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
    """The only settlement of such a wager: result, amount returned, and reasons."""
    (found,) = [row for row in settled(events) if row[:2] == (seat, wager)]
    return found[2:]


def awaited(table: Bench) -> Chance:
    """The chance that the table waits for."""
    now = due(table)
    assert isinstance(now, Chance), now
    return now


def options(table: Bench) -> dict[str, tuple[str, ...]]:
    """The open choices by seat or role."""
    now = due(table)
    assert isinstance(now, Choices), now
    return {each.who: tuple(option.choice for option in each.options) for each in now.open}


def steps_of(table: Bench, name: str) -> list[tuple[str, str, str]]:
    """The steps of a procedure as this table asks for them: citation, item, who."""
    return [(each.cite, each.item, each.by) for each in procedure_of(table, name)]


def up_to(table: Bench, cite: str) -> Bench:
    """The procedure that is due, as it usually goes, until a step of this paragraph is the next one."""
    while (each := table.table.steps()[0]).cite != cite:
        done(table, usual(table, each))
    return table
