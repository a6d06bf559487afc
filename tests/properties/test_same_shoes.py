"""A differential run: the same shoes, wagers and choices played under two editions of Casino War, every purse compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from houseway.core import (
    AnyGame,
    Chance,
    Choices,
    Choose,
    Done,
    Fact,
    NoMoreBets,
    Outcome,
    Procedure,
    Result,
    Step,
    Wager,
    Wagers,
    refuse,
)
from houseway.equipment.cards import DECK
from houseway.games import load
from houseway.law import Rules
from houseway.odds.graph import ready

SEATS = (1, 2, 3)
Purses = dict[str, int]


class Side:
    """One edition's table, without the table around it: facts in, money out."""

    def __init__(self, edition: str) -> None:
        self.game: AnyGame
        self.rules: Rules
        self.game, self.rules = load("casino-war", [f"edition={edition}", "boxes=7"])
        self.state = ready(self.game, self.rules)
        self.purses: Counter[str] = Counter()

    def take(self, fact: Fact) -> Step[Any]:
        """A fact that this side's rules allow."""
        assert refuse(self.game, self.rules, self.state, fact) is None, fact
        step = self.game.law.advance(self.rules, self.state, fact)
        for move in (*step.moves, *(move for settled in step.settled for move in settled.moves)):
            self.purses[move.source] -= move.cents
            self.purses[move.target] += move.cents
        self.state = step.state
        return step

    @property
    def due(self) -> Any:
        """The next act of this side."""
        return self.game.law.due(self.rules, self.state)


def play(sides: tuple[Side, Side], rounds: int, seed: str) -> Iterator[tuple[Purses, Purses, bool]]:
    """Rounds from the same shoes: what every seat has won under each, and whether a War was tied in it."""
    rng = Random(seed)
    shoe: list[str] = []
    for _ in range(rounds):
        if any(isinstance(side.due, Procedure) for side in sides):
            for side in sides:
                while isinstance(due := side.due, Procedure):
                    side.take(Done(due.name))
            shoe = []
        if not shoe:
            shoe = list(DECK * 6)
            rng.shuffle(shoe)
        before = [Counter(side.purses) for side in sides]
        tied = _round(sides, rng, shoe)
        gains = [_gains(side.purses, was) for side, was in zip(sides, before, strict=True)]
        yield gains[0], gains[1], tied


def _gains(now: Counter[str], was: Counter[str]) -> Purses:
    return {f"seat:{seat}": now[f"seat:{seat}"] - was[f"seat:{seat}"] for seat in SEATS}


def _round(sides: tuple[Side, Side], rng: Random, shoe: list[str]) -> bool:
    """One round with random wagers and choices; was a War a tie?"""
    for seat in SEATS:
        cents = 2 * rng.randint(1, 50)
        facts: list[Fact] = [Wager(seat, "initial", cents)]
        facts += [Wager(seat, "tie", rng.randint(1, 50))] if rng.random() < 0.5 else []
        for side in sides:
            for fact in facts:
                side.take(fact)
    for side in sides:
        side.take(NoMoreBets())
    tied = False
    while not isinstance(due := sides[0].due, Wagers | Procedure) or (isinstance(due, Wagers) and due.within):
        answers = list(_answers(due, rng, shoe))
        for fact in answers:
            for side in sides:
                step = side.take(fact)
                tied = tied or any(s.wager == "war" and _paid_tie(s) for s in step.settled)
    return tied


def _paid_tie(settled: Any) -> bool:
    return "651a.9(g)(3)" in settled.because


def _answers(due: Any, rng: Random, shoe: list[str]) -> Iterator[Fact]:
    if isinstance(due, Chance):
        face: Outcome = shoe.pop()
        yield Result(due.read(face) if due.read is not None else face)
    elif isinstance(due, Choices):
        for asked in due.open:
            option = rng.choice(asked.options)
            more = {"tie_on_war_cents": 100} if option.choice == "go-to-war" and rng.random() < 0.5 else {}
            yield Choose(asked.who, option.choice, option.high_cents, more)
    else:
        yield NoMoreBets()


def compare(rounds: int, seed: str) -> Counter[str]:
    """The numbers of equal rounds under the proposed and the final text, and under the final text and the comment."""
    found: Counter[str] = Counter()
    for one, two, _ in play((Side("2011-proposed"), Side("2012-final")), rounds, seed):
        found["proposed, final: " + ("same" if one == two else "other")] += 1
    for one, two, tied in play((Side("2011-comment"), Side("2012-final")), rounds, seed):
        found[f"comment, final, War {'tied' if tied else 'not tied'}: " + ("same" if one == two else "other")] += 1
    return found


def check(found: Counter[str], rounds: int) -> None:
    """Every purse is the same in every round under the proposed and the final text; the comment pays more on a War tie."""
    assert found["proposed, final: same"] == rounds
    assert found["comment, final, War tied: other"] > 0
    assert found["comment, final, War tied: same"] == found["comment, final, War not tied: other"] == 0


def test_the_same_shoes_under_two_editions() -> None:
    check(compare(300, "ci"), 300)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_millions_of_rounds_under_two_editions(part: int) -> None:
    """Twenty parts of 100,000 rounds: two million against the final text from each side."""
    check(compare(100_000, f"nightly {part}"), 100_000)
