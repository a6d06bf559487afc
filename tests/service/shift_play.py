"""Tables with money that comes and goes, and their events as a report reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from contract.play import carry_out, next_command, palette_of
from houseway.core import AnyGame, Event, Moment
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.numerics.sources import SeededSource
from houseway.service.expected_win import Worths
from houseway.service.revenue import SessionFold, TableDay, table_days
from houseway.table import Table
from houseway.table.table import EPOCH

Command = dict[str, Any]
SLIPS = ("F-1", "F-2", "C-1")
NEW_YORK = ZoneInfo("America/New_York")


class Clock:
    """A clock that a test sets; it ticks a second a command."""

    def __init__(self, start: int = EPOCH) -> None:
        self.now = start

    def __call__(self) -> Moment:
        self.now += 1
        return Moment(self.now)


def table_of(
    name: str, *settings: str, seed: str = "shift", clock: Clock | None = None, inventory: int | None = 10_000_000
) -> Table:
    """A table that has been opened, unless it has no inventory yet."""
    game, rules = load(name, settings)
    table = Table(game, rules, SeededSource(seed), clock=clock or Clock())
    if inventory is not None:
        table.open(inventory_cents=inventory)
    return table


def batches(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each command."""
    batch: list[Event] = []
    for event in events:
        batch.append(event)
        if event.batch[0] == event.batch[1]:
            yield batch
            batch = []
    assert not batch


def folded(
    game: AnyGame, rules: Rules, events: Iterable[Event], worths: Worths | None = None, hour: int | None = None
) -> list[TableDay]:
    """The days of a session."""
    return list(table_days(SessionFold(game, rules, "T1", 1, "Parx", hour, worths), batches(events)))


def day_of(table: Table) -> TableDay:
    """The only day of a session."""
    (day,) = folded(table.game, table.rules, table.events)
    return day


def shift_command(rng: Random) -> Command:
    """Chips between cage, table and tip box, some of it refused."""
    cents, by = rng.choice((1, 500, 20_000, 30_000_000)), rng.choice(("floorperson", "pit-manager", "dealer"))
    return rng.choice(
        [
            {"do": "fill", "cents": cents, "slip": rng.choice(SLIPS), "by": by},
            {"do": "credit", "cents": cents, "slip": rng.choice(SLIPS), "by": by},
            {"do": "tip", "seat": rng.randint(1, 3), "cents": cents},
            {"do": "count-drop", "cents": cents, "by": by},
            {"do": "cash-out", "seat": rng.randint(1, 3), "cents": cents},
            {"do": "chips-in", "seat": rng.randint(1, 3), "cents": cents},
        ]
    )


def correction(rng: Random, table: Table) -> Command:
    """A correction, some of them refused."""
    places = ["inventory", "seat:1", "seat:2", "seat:3"]
    source, target = rng.sample(places, 2)
    return correct(
        source,
        target,
        rng.choice((100, 700, 5_000_000)),
        corrects=rng.randint(1, len(table.events) + 1),
        confirmer=rng.choice(("u-ben", "u-ben", "u-ann")),
    )


def correct(source: str, target: str, cents: int, corrects: int = 1, **more: str) -> Command:
    """A correction that ann proposed and ben confirmed."""
    record = {
        "do": "correct",
        "taken_from": source,
        "given_to": target,
        "cents": cents,
        "corrects": corrects,
        "why": "the dealer paid too little",
        "proposer": "u-ann",
        "proposed_by": "floorperson",
        "confirmer": "u-ben",
        "confirmed_by": "pit-manager",
    }
    return {**record, **more}


def random_session(table: Table, seed: str, commands: int, clock: Clock | None = None) -> None:
    """Play, with fills, credits, tips, counts and corrections in between; the clock jumps now and then."""
    rng = Random(seed)
    palette = palette_of(table.game, table.rules, rng)
    for _ in range(commands):
        draw = rng.random()
        with suppress(BadInput):
            if draw < 0.2:
                table.do(shift_command(rng))
            elif draw < 0.27:
                table.correct(correction(rng, table))
            else:
                carry_out(table, next_command(table, rng, palette))
        if clock is not None and rng.random() < 0.1:
            clock.now += rng.randint(0, 12) * 3600


def at(*clock: int, zone: ZoneInfo = NEW_YORK, fold: int = 0) -> int:
    """Seconds of a time on a clock."""
    return int(datetime(*clock, tzinfo=zone, fold=fold).timestamp())  # type: ignore[arg-type, misc]


def spun(table: Table, wager: str, cents: int, pocket: str) -> None:
    """Play a spin of Roulette with one wager."""
    table.wager(1, wager, cents)
    table.no_more_bets()
    table.result(pocket=pocket)


def a_roulette_shift() -> Table:
    """$2,000 bought, $100 lost on red, $350 won on 17, $20 tipped, $500 carried away, one fill, one credit, a short count."""
    table = table_of("roulette", inventory=1_000_000)
    table.buy_in(1, 200_000)
    table.do({"do": "fill", "cents": 300_000, "slip": "F-1"})
    table.do({"do": "credit", "cents": 50_000, "slip": "C-1"})
    spun(table, "red", 10_000, "2")
    spun(table, "straight:17", 1_000, "17")
    table.do({"do": "tip", "seat": 1, "cents": 2_000})
    table.do({"do": "count-drop", "cents": 199_000})
    table.cash_out(1, 50_000)
    table.close()
    return table
