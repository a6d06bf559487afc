"""A whole round of any game as commands, each with its sender, and the decisions of a table without a service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from houseway.core import AnyGame, Chance, Choices, Choose, Event, Role, Wager, Wagers, refuse
from houseway.core.due import Procedure
from houseway.games import load
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from houseway.table.table import ticking

MOST = 300


@dataclass(frozen=True, slots=True)
class Sent:
    """A command, the role of its sender, and the table's position before it."""

    command: Mapping[str, Any]
    role: str
    round: int
    phase: str
    seq: int
    events: tuple[Event, ...]

    @property
    def expect(self) -> dict[str, Any]:
        """The `expect` field that its sender gives."""
        return {"round": self.round, "phase": self.phase} if self.role == "player" else {"seq": self.seq}


class Alone:
    """A table without a service, which remembers every command."""

    def __init__(self, name: str, seed: str = "a seed") -> None:
        self.game, self.rules = load(name)
        self.table = Table(self.game, self.rules, SeededSource(seed), clock=ticking())
        self.sent: list[Sent] = []
        self.seq = 0

    def do(self, command: Mapping[str, Any], role: str) -> None:
        """Carry out a command."""
        number, phase, seq = self.table.round, self.phase, self.seq
        events = self.table.do(command)
        self.seq = events[-1].seq
        self.sent.append(Sent(command, role, number, phase, seq, events))

    @property
    def phase(self) -> str:
        """The phase of the table, in the service's word."""
        from houseway.service.hosted import PHASES

        return "unopened" if self.table.state is None else PHASES[type(self.table.due)]


def _at_once(game: AnyGame, rules: Rules, wager: str) -> bool:
    before = next(iter(game.walk.setups(rules, wager).values()))
    return game.law.made_by(wager) is None and all(isinstance(fact, Wager) for fact in before)


@cache
def whole_round(name: str, seed: str = "a seed", seats: int = 2) -> tuple[Sent, ...]:
    """Open, buy in, wager, deal, choose, settle."""
    alone = Alone(name, seed)
    game, rules, table = alone.game, alone.rules, alone.table
    alone.do({"do": "open"}, "floorperson")
    stake = max(rules.min_cents, 500)
    for seat in range(1, seats + 1):
        alone.do({"do": "buy-in", "seat": seat, "cents": 60 * stake}, "player")
    first = [wager for wager in game.law.catalogue(rules) if _at_once(game, rules, wager)]
    for seat in range(1, seats + 1):
        for wager in first[:: max(1, len(first) // 4)]:
            unit = game.law.catalogue(rules)[wager].unit_cents
            alone.do({"do": "wager", "seat": seat, "id": wager, "cents": -(-stake // unit) * unit}, "player")
    for _ in range(MOST):
        due = table.due
        if any(_settles(each) for each in alone.sent) and isinstance(due, Wagers | Procedure):
            break
        match due:
            case Chance():
                alone.do({"do": "draw"}, "dealer")
            case Choices():
                _choose(alone, due)
            case Wagers():
                alone.do({"do": "no-more-bets"}, "dealer")
            case _:
                raise AssertionError(f"{name}: {due}")
    assert any(_settles(each) for each in alone.sent), name
    return tuple(alone.sent)


def _settles(sent: Sent) -> bool:
    return any(event.event == "wager-settled" for event in sent.events)


def _choose(alone: Alone, due: Choices) -> None:
    game, rules = alone.game, alone.rules
    named = [name for wager in game.law.catalogue(rules) for name in game.walk.strategies(rules, wager)]
    policy = game.walk.policy(rules, named[0]) if named else None
    asked = due.open[0]
    option = asked.options[0]
    answer = Choose(asked.who, option.choice, option.high_cents)
    if policy and refuse(game, rules, alone.table.state, answer):  # only a strategy knows what else to say
        answer = policy(game, rules, alone.table.state, asked) or answer
    more = {"choice": answer.choice, "cents": answer.cents, **answer.data}
    if isinstance(asked.who, Role):
        alone.do({"do": "choose", "by": str(asked.who), **more}, str(asked.who))
    else:
        alone.do({"do": "choose", "seat": asked.who.number, **more}, "player")
