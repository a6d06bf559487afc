"""Rounds worked by the engine: a wager is made at a live table with a seeded source, and what follows is told.

Nothing is typed in: seeds are tried in order until a round ends as wanted, so that the same rules give the same example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from houseway.core import AnyGame, Chance, Event, Policy, Wagers, seat_of
from houseway.core.due import Choices
from houseway.core.who import seat_account
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from houseway.table.words import tell

SEAT = 1
SEAL = re.compile(r" \(seal \d+\)")  # which sealed order a card is of: for a dispute, not for a guide
MOST_SEEDS = 200
MOST_STEPS = 60
TOLD = ("wager-placed", "result", "shooter", "card-burned", "chosen", "wager-settled", "illuminated", "point-set")


@dataclass(frozen=True, slots=True)
class Line:
    """What happened, in a sentence, and why."""

    says: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """One round with one wager: how it ended, and its lines."""

    wager: str
    stake_cents: int
    returned_cents: int
    result: str
    lines: tuple[Line, ...]


def worked(game: AnyGame, rules: Rules, wager: str, result: str) -> Worked | None:
    """The first seeded round in which this wager ends so ("won", "lost"); None if it is not among the first seeds."""
    stake = stake_of(game, rules, wager)
    for seed in range(1, MOST_SEEDS + 1):
        events = played(game, rules, wager, stake, seed)
        if events is None:
            return None
        ended = next((each for each in events if each.event == "wager-settled" and each.fields["wager"] == wager), None)
        if ended is not None and ended.fields["result"] == result:
            lines = tuple(_lines(game, rules, events))
            return Worked(wager, stake, int(ended.fields["returned_cents"]), result, lines)
    return None


def stake_of(game: AnyGame, rules: Rules, wager: str) -> int:
    """Ten dollars, or the nearest amount above that this wager takes."""
    (low, _), (high, _) = game.law.limits(rules, wager)
    unit = game.law.catalogue(rules)[wager].unit_cents
    wanted = max(low, min(1_000, high))
    return -(-wanted // unit) * unit


def played(game: AnyGame, rules: Rules, wager: str, stake: int, seed: int) -> list[Event] | None:
    """The events of a round with this wager alone; None if it cannot be made as a round begins, or is not decided by itself."""
    table = Table(game, rules, SeededSource(f"guide {seed}"))
    table.open("automatic")
    table.buy_in(SEAT, 100 * stake)
    events = list(table.wager(SEAT, wager, stake))
    if events[-1].event != "wager-placed":
        return None
    policy = _policy(game, rules, wager)
    for _ in range(MOST_STEPS):
        if any(each.event == "wager-settled" and each.fields["wager"] == wager for each in events):
            return events
        due = table.due
        match due:
            case Wagers():
                events += table.do({"do": "no-more-bets"})
            case Chance():
                events += table.draw()
            case Choices(open=asked):
                box = seat_of(asked[0].who)
                who = {"seat": box.number} if box is not None else {"by": str(asked[0].who)}
                choice = asked[0].options[0].choice
                data: dict[str, object] = {}
                if policy is not None and asked[0].who == seat_account(SEAT):
                    chosen = policy(game, rules, table.state, asked[0])
                    choice, data = chosen.choice, dict(chosen.data)
                events += table.do({"do": "choose", **who, "choice": choice, **data})
            case _:
                return None
    return None


def _policy(game: AnyGame, rules: Rules, wager: str) -> Policy | None:
    """How the player chooses: by the first strategy with a name that answers choices."""
    for strategy in game.walk.strategies(rules, wager):
        found = game.walk.policy(rules, strategy)
        if found is not None:
            return found
    return None


def _lines(game: AnyGame, rules: Rules, events: list[Event]) -> Iterator[Line]:
    for event in events:
        if event.event in TOLD:
            yield Line(SEAL.sub("", tell(game, rules, event)), tuple(map(str, event.cites)))
