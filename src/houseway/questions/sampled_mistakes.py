"""The value of a mistake from seeded rounds: the same cards or tiles are played with and without the report.

If a wager has too many positions to walk, rounds are played by the rules with the default strategy. In each round, every
report is made once, in a random position among those where it is lawful, and the round is finished twice from the same order
of the cards: with the report and without it. The mean difference has a standard error.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Fact,
    Fill,
    Outcome,
    Step,
    Stopped,
    Wager,
    Wagers,
    seat_account,
)
from houseway.core.driver import BY_ITSELF, AnswerRefused, Answers, Driver, never
from houseway.core.progress import working_on
from houseway.law import Rules
from houseway.numerics.sources import Drawing, SeededSource
from houseway.odds.graph import SEAT, Policy
from houseway.questions.trial_reports import Reporter, TrialReport
from houseway.questions.walked_mistakes import going_on

MINE = seat_account(SEAT)
NO_REPORT = -1
WARM_ROUNDS = 500  # played first, to learn which choices rounds without irregularities offer


@dataclass(frozen=True, slots=True)
class Sample:
    """One report in one round: the answer to its question, the seat's gain from it, and the result without it, per unit."""

    form: TrialReport
    answer: str
    gain: Fraction
    without: Fraction


@dataclass(frozen=True, slots=True)
class SampledPosition:
    """A position of a round, with its random source and the seat's money so far."""

    state: Any
    drawing: Drawing
    cents: int


class RoundPlayer:
    """Plays rounds of one seat's wager by the rules, each from a newly opened table."""

    def __init__(self, game: AnyGame, rules: Rules, wager: str, policy: Policy | None, seed: str) -> None:
        self.game, self.rules, self.wager, self.policy = game, rules, wager, policy
        self.stake = game.law.catalogue(rules)[wager].unit_cents * 10
        self.drawing = Drawing(SeededSource(seed))
        self.driver = Driver(game, rules, game.law.open(rules))
        self.fills: list[Fill] = []  # what is shuffled when the table opens
        for step in self.driver.until(lambda due, _: isinstance(due, Wagers), BY_ITSELF):
            self.fills += [] if step.fills is None else [step.fills]
        self.opened = self.driver.state
        self.cents, self.made = 0, False
        self.usual: set[str] = set()  # choices that rounds without irregularities offer
        self.raised: list[str] = []  # the answers to other questions
        self.pick = NO_REPORT
        self.options = 1  # the number of answers to try for the question that was raised

    def play(self) -> list[SampledPosition]:
        """Play one round without a report; return its positions from the wager to the end."""
        self.driver = Driver(self.game, self.rules, self.opened)
        for fill in self.fills:
            self.drawing.refill(fill)
        self.cents, self.made, self.pick = 0, False, NO_REPORT
        halts: list[SampledPosition] = []
        for step in self._steps():
            self._add(step)
            if self._has_wager(self.driver.state):
                halts.append(SampledPosition(self.driver.state, _copied(self.drawing), self.cents))
        return halts

    def again(self, halt: SampledPosition, fact: Fact, pick: int) -> int:
        """The seat's money at the end if this report is made in this position."""
        driver, drawing = self.driver, self.drawing
        self.driver, self.drawing = Driver(self.game, self.rules, halt.state), _copied(halt.drawing)
        self.cents, self.made, self.pick, self.raised, self.options = halt.cents, True, pick, [], 1
        try:
            self._add(self.driver.advance(fact))
            for step in self._steps():
                self._add(step)
            return self.cents
        finally:
            self.driver, self.drawing = driver, drawing

    def _steps(self) -> Iterator[Step[Any]]:
        answers = Answers(self._draw, self._choose, self._wagers)

        def answered(driver: Driver[Any]) -> Iterable[Fact] | None:
            return going_on(driver) if isinstance(driver.due, Stopped) else answers(driver)

        yield from self.driver.until(never, answered)

    def _add(self, step: Step[Any]) -> None:
        for move in (*step.moves, *(move for settled in step.settled for move in settled.moves)):
            self.cents += move.cents * ((move.target == MINE) - (move.source == MINE))
        if step.fills is not None:
            self.drawing.refill(step.fills)

    def _has_wager(self, state: Any) -> bool:
        return any(each.seat == SEAT for each in self.game.law.placed(state))

    def _draw(self, due: Chance, state: Any) -> Outcome:
        return self.drawing.answer(due)

    def _choose(self, due: Choices, state: Any) -> Choose:
        asked = due.open[0]
        names = {option.choice for option in asked.options}
        if self.pick == NO_REPORT:
            self.usual |= names
        elif names - self.usual:
            return self._unusual(state, asked)
        return self._by_strategy(state, asked)

    def _by_strategy(self, state: Any, asked: Asked) -> Choose:
        assert self.policy is not None, "a game with choices has a strategy"
        return self.policy(self.game, self.rules, state, asked)

    def _unusual(self, state: Any, asked: Asked) -> Choose:
        """Answer a question that only an irregularity raises: as the strategy would, or with an option that only it offers."""
        who = "player" if asked.who == MINE else str(asked.who)
        new = [option for option in asked.options if option.choice not in self.usual]
        self.options = 2
        if len(new) < len(asked.options) and not self.pick:
            self.raised.append(f"{who}: as usual")
            return self._by_strategy(state, asked)
        option = new[-1 if self.pick else 0]
        self.raised.append(f"{who}: {option.choice}")
        return Choose(asked.who, option.choice, option.low_cents)

    def _wagers(self, due: Wagers, state: Any) -> Iterable[Fact] | None:
        """Make the seat's wager in the first betting window; a later window in which the seat has no wager ends the round."""
        if self.made:
            return () if due.within or self._has_wager(state) else None
        self.made = True
        return (Wager(SEAT, self.wager, self.stake),)


def _copied(drawing: Drawing) -> Drawing:
    other = Drawing(copy.copy(drawing.source))
    other.slots = drawing.slots.copy()
    return other


def sampled(
    game: AnyGame, rules: Rules, wager: str, listed: tuple[TrialReport, ...], reporter: Reporter, rounds: int, seed: str
) -> list[Sample]:
    """Make each report once in each round where it is lawful."""
    strategies = [each for each in game.walk.strategies(rules, wager) if game.walk.policy(rules, each) is not None]
    policy = game.walk.policy(rules, strategies[0]) if strategies else None
    table = RoundPlayer(game, rules, wager, policy, seed)
    for _ in range(WARM_ROUNDS):
        table.play()
    found: list[Sample] = []
    for number in range(1, rounds + 1):
        halts = table.play()
        end = table.cents
        if not number % 20:
            working_on(f"{wager}: {number:,} of {rounds:,} rounds")
        for form in listed:  # all forms of a paragraph use the same positions
            chosen = SeededSource(f"{seed}: {form.cite} in round {number}")
            found += _tried(table, form, halts, end, reporter, chosen)
    return found


def _tried(
    table: RoundPlayer,
    form: TrialReport,
    halts: list[SampledPosition],
    end: int,
    reporter: Reporter,
    chosen: SeededSource,
) -> Iterator[Sample]:
    """Make the report in one position of the round, with each answer to the question that it raises."""
    numbers: list[Any] = list(range(len(halts)))
    for place in chosen.arranged(numbers):
        halt: SampledPosition = halts[place]  # type: ignore[call-overload]
        fact = reporter.lawful(Driver(table.game, table.rules, halt.state), form)
        if fact is None:
            continue
        pick, options = 0, 1
        while pick < options:
            try:
                cents = table.again(halt, fact, pick)
            except AnswerRefused as refused:
                reporter.stuck[form.cite] = f"one player alone cannot go on after it: {refused.refusal.reason}"
                return
            options = table.options
            answer = "; ".join(dict.fromkeys(table.raised))
            yield Sample(form, answer, Fraction(cents - end, table.stake), Fraction(end, table.stake))
            pick += 1
        return
