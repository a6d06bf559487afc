"""The same shoes dealt to the kernel and to the rules of the chapter: every settlement compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.core import AnyGame, Chance, Choices, Choose, Done, NoMoreBets, Procedure, Result, Wager, Wagers, refuse
from houseway.equipment.cards import FACE_DOWN, RANKS, SUITS
from houseway.equipment.streams import stream
from houseway.games import load
from houseway.games.casino_war.kernel import WarKernel
from houseway.law import Rules
from houseway.odds.graph import ready

BETS = {"initial": 1000, "tie": 500, "tie-on-war": 300}
SETTINGS = [
    (1, "go-to-war", ()),
    (3, "go-to-war", ("decks=8",)),
    (7, "go-to-war", ("edition=2011-comment", "boxes=7")),
    (2, "go-to-war", ("edition=2011-proposed",)),
    (4, "surrender", ("shuffler=batch", "decks=7")),
    (2, "go-to-war", ("shuffler=continuous",)),
]


class Side:
    """The rules, fed with the ranks that the kernel dealt."""

    def __init__(self, game: AnyGame, rules: Rules, seats: int, strategy: str) -> None:
        self.game, self.rules, self.seats, self.strategy = game, rules, seats, strategy
        self.state = ready(game, rules)
        self.used: Counter[int] = Counter()

    def shuffled(self) -> bool:
        """Carry out what the cards need; was the shoe made anew?"""
        anew = False
        while isinstance(due := self.game.due(self.rules, self.state), Procedure):
            self._take(Done(due.name))
            anew = True
        return anew

    def play(self, ranks: Iterator[int]) -> Counter[tuple[int, str]]:
        """One round: what each box won or lost by each wager."""
        nets: Counter[tuple[int, str]] = Counter()
        for seat in range(1, self.seats + 1):
            self._take(Wager(seat, "initial", BETS["initial"]))
            self._take(Wager(seat, "tie", BETS["tie"]))
        self._take(NoMoreBets())
        while True:
            due = self.game.due(self.rules, self.state)
            if isinstance(due, Procedure) or (isinstance(due, Wagers) and not due.within):
                return nets
            for fact in self._answers(due, ranks):
                for each in self._take(fact).settled:
                    nets[each.seat, each.wager] += each.returned_cents - each.cents

    def _answers(self, due: Any, ranks: Iterator[int]) -> Iterator[Any]:
        match due:
            case Chance(read=None):
                rank = next(ranks)
                yield Result(f"{RANKS[rank]}{SUITS[self.used[rank] % 4]}")
                self.used[rank] += 1
            case Chance():
                yield Result(FACE_DOWN)
            case Choices(open=asked):
                for each in asked:
                    war = self.strategy == "go-to-war"
                    more = {"tie_on_war_cents": BETS["tie-on-war"]} if war else {}
                    yield Choose(each.who, self.strategy, BETS["initial"] if war else 0, more)
            case _:
                yield NoMoreBets()

    def _take(self, fact: Any) -> Any:
        assert refuse(self.game, self.rules, self.state, fact) is None, fact
        step = self.game.advance(self.rules, self.state, fact)
        self.state = step.state
        return step


def compare(seats: int, strategy: str, settings: tuple[str, ...], rounds: int, chunk: int) -> Counter[str]:
    """Every settlement of so many rounds, and when each new shoe began."""
    game, rules = load("casino-war", settings)
    kernel = game.kernel(rules, BETS, seats, strategy)
    assert isinstance(kernel, WarKernel)
    ways, dealt = kernel.trace(stream("same shoes", chunk), rounds)
    side, seen = Side(game, rules, seats, strategy), Counter[str]()
    continuous = rules.option("shuffler") == "continuous"
    for n in range(rounds):
        new = bool(dealt[n, -1])
        if n:
            assert side.shuffled() == (new and not continuous), f"round {n}: the shoe is changed at another time"
        if new:
            side.used.clear()
        ranks = [int(rank) for rank in dealt[n, :-1] if rank >= 0]
        left = iter(ranks)
        nets = side.play(left)
        assert next(left, None) is None, f"round {n}: the rules took fewer cards"
        for seat in range(seats):
            expected = dict(kernel.nets_cents[ways[n, seat]])
            expected["initial"] -= expected.get("war", 0)  # the kernel keeps it with the wager that led to it
            found = {wager: cents for (box, wager), cents in nets.items() if box == seat + 1}
            assert {k: v for k, v in expected.items() if v} == {k: v for k, v in found.items() if v}, (n, seat)
            seen[f"way {ways[n, seat]}"] += 1
        seen["shoes"] += new
    return seen


@pytest.mark.parametrize(("seats", "strategy", "settings"), SETTINGS)
def test_the_same_shoes(seats: int, strategy: str, settings: tuple[str, ...]) -> None:
    seen = compare(seats, strategy, settings, 1500, 0)
    possible = {f"way {way}" for way in ((0, 1, 3, 4, 5) if strategy == "go-to-war" else (0, 1, 2))}
    assert possible | {"shoes"} == seen.keys(), "not every way to end a round came up"
    assert seen["shoes"] > 10


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_the_same_shoes_over_millions_of_rounds(part: int) -> None:
    seats, strategy, settings = SETTINGS[part % len(SETTINGS)]
    assert sum(compare(seats, strategy, settings, 100_000, part + 1).values()) > 100_000


def test_counts_are_those_of_the_trace() -> None:
    game, rules = load("casino-war")
    for seats in (1, 5):
        kernel = game.kernel(rules, BETS, seats, "go-to-war")
        assert isinstance(kernel, WarKernel)
        counts = kernel.play(stream("1", 0), 20_000)
        ways, _ = kernel.trace(stream("1", 0), 20_000)
        assert [int((ways == way).sum()) for way in range(6)] == counts[:6].tolist()
        nets = [sum(int(kernel.nets_cents[way]["initial"]) for way in row) for row in ways]
        tally = kernel.tallies(counts)[0]
        assert sum(value * often for value, often in tally.values.items()) == sum(nets)
        if seats > 1:
            assert tally.squares == sum(net * net for net in nets)
