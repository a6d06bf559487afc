"""Whole rounds of every game as commands, made once by a table alone; the same seed gives the same results at a hosted table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from typing import Any

import houseway
from houseway.core import AnyGame, Asked, Chance, Choices, Choose, Role, Wager, Wagers
from houseway.core.due import Procedure
from houseway.games import load
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.service.hosted import Expected, Hosted, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.table import Table, ticking

SEED, CHIPS_CENTS, SEATS = "benchmark", 1_000_000_000, 2
NOW = 1_760_000_000
ANYWHERE = Expected()
Command = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Script:
    """The commands of a table: `opening` up to the first wager, then whole rounds."""

    game: AnyGame
    rules: Rules
    opening: tuple[Command, ...]
    rounds: tuple[Command, ...]


def _at_once(game: AnyGame, rules: Rules, wager: str) -> bool:
    before = next(iter(game.walk.setups(rules, wager).values()))
    return game.law.made_by(wager) is None and all(isinstance(fact, Wager) for fact in before)


@cache
def script(name: str, commands: int, seed: str = SEED, seats: int = SEATS) -> Script:
    """About this many commands of whole rounds: two wagers of each seat, no more bets, results, choices, settlement."""
    game, rules = load(name)
    table = Table(game, rules, SeededSource(seed), clock=ticking(NOW))
    opening: list[Command] = [{"do": "open"}]
    opening += [{"do": "buy-in", "seat": seat, "cents": CHIPS_CENTS} for seat in range(1, seats + 1)]
    for command in opening:
        table.do(command)
    stake = max(rules.min_cents, 500)
    catalogue = game.law.catalogue(rules)
    first = list(islice((wager for wager in catalogue if _at_once(game, rules, wager)), 2))
    bets: list[Command] = [
        {"do": "wager", "seat": seat, "id": wager, "cents": -(-stake // (unit := catalogue[wager].unit_cents)) * unit}
        for seat in range(1, seats + 1)
        for wager in first
    ]  # fmt: skip
    made: list[Command] = []
    placed = False  # in the current window
    while len(made) < commands or not isinstance(table.due, Wagers):
        due = table.due
        match due:
            case Wagers() if not placed:
                chosen, placed = bets, True
            case Wagers():
                chosen, placed = [{"do": "no-more-bets"}], False
            case Chance():
                chosen = [{"do": "draw"}]
            case Choices():
                chosen = [_choice(game, rules, table, due.open[0])]
            case Procedure():
                step = table.steps()[0]
                chosen = [{"do": "step", "cite": step.cite, "by": str(step.by)}]
            case _:
                raise AssertionError(f"{name}: {due}")
        for command in chosen:
            table.do(command)
            made.append(command)
    return Script(game, rules, tuple(opening), tuple(made))


def _choice(game: AnyGame, rules: Rules, table: Table, asked: Asked) -> Command:
    named = [name for wager in game.law.catalogue(rules) for name in game.walk.strategies(rules, wager)]
    policy = game.walk.policy(rules, named[0]) if named else None
    option = asked.options[0]
    answer = policy(game, rules, table.state, asked) if policy else None
    answer = answer or Choose(asked.who, option.choice, option.high_cents)
    who = {"by": str(asked.who)} if isinstance(asked.who, Role) else {"seat": asked.who.number}
    return {"do": "choose", **who, "choice": answer.choice, "cents": answer.cents, **answer.data}


def alone(given: Script, seed: str = SEED) -> Table:
    """A table without a recorder, with the opening done."""
    table = Table(given.game, given.rules, SeededSource(seed), clock=ticking(NOW))
    for command in given.opening:
        table.do(command)
    return table


PLAYER, DEALER = Sender("anna", "player"), Sender("dan", "dealer")


def sender(command: Command) -> Sender:
    """The sender of a command."""
    return PLAYER if command["do"] in ("wager", "buy-in") or "seat" in command else DEALER


async def hosted(pit: Pit, table_id: str, given: Script, seed: str = SEED) -> Hosted:
    """A table of the pit, with the opening done."""
    table = await pit.open_table(table_id, given.game, given.rules, "Parx", "seeded", seed)
    for number, command in enumerate(given.opening):
        await pit.command(table_id, ReceivedCommand(command, f"open-{number}", "d"), sender(command), ANYWHERE)
    return table


Received = tuple[ReceivedCommand, Sender]


def received(commands: tuple[Command, ...], keys: str = "") -> list[Received]:
    """The commands as they are received, with an id each."""
    return [
        (ReceivedCommand(command, f"{keys}{number}", "d" * 64), sender(command))
        for number, command in enumerate(commands)
    ]


async def play(pit: Pit, table_id: str, commands: list[Received]) -> None:
    """Send commands one after the other, each when the one before is answered."""
    for given, of in commands:
        await pit.command(table_id, given, of, ANYWHERE)


async def play_together(pit: Pit, table_id: str, commands: list[Received]) -> None:
    """The same, but wagers that follow each other are sent at once, as players do in an open window."""
    for wagers, part in groupby(commands, lambda each: each[0].command["do"] == "wager"):
        if wagers:
            await asyncio.gather(*(pit.command(table_id, given, of, ANYWHERE) for given, of in part))
        else:
            for given, of in part:
                await pit.command(table_id, given, of, ANYWHERE)


def games() -> tuple[str, ...]:
    """All games."""
    return tuple(houseway.game_ids())
