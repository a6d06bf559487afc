"""The loop that drives a game: apply everything automatic until somebody must decide.

Walks, comparisons, simulations, kernels and tables all drive their games with `Driver.until`. Each says where to stop and who
answers what is due, and collects what it needs (money, settlements, events) from the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from houseway.core.due import Chance, Choices, Due, Procedure, Wagers, awaited
from houseway.core.facts import Choose, Done, Fact, NoMoreBets, Outcome, Result
from houseway.core.game import Game
from houseway.core.judging import refuse
from houseway.core.step import Refusal, Step
from houseway.law import Rules

S = TypeVar("S")
MOST_STEPS = 10_000  # between two results


class AnswerRefused(AssertionError):  # noqa: N818 - a fact about an answer
    """An answer that the rules refuse: a bug in the code that answers, or in the game."""

    def __init__(self, game_id: str, fact: Fact, refusal: Refusal) -> None:
        super().__init__(f"{game_id}: {fact} is refused: {refusal.reason} ({', '.join(refusal.cites)})")
        self.fact, self.refusal = fact, refusal


class NeverDecided(AssertionError):  # noqa: N818 - a fact about a game
    """Raised when a game never reaches a result."""


class Driver(Generic[S]):
    """A game, its rules, and a current state that advances; `due` is what the game waits for there."""

    __slots__ = ("_due", "_due_in", "game", "rules", "state")

    def __init__(self, game: Game[S], rules: Rules, state: S, due: Due | None = None) -> None:
        """`due`: what the game waits for, if the caller already knows."""
        self.game, self.rules, self.state = game, rules, state
        self._due, self._due_in = due, state

    @property
    def due(self) -> Due:
        """The game's `due`; computed once for each state."""
        if self._due is None or self._due_in is not self.state:
            self._due_in, self._due = self.state, self.game.law.due(self.rules, self.state)
        return self._due

    def refusal(self, fact: Fact) -> Refusal | None:
        """Why a fact would be unlawful now, or None."""
        return refuse(self.game, self.rules, self.state, fact, self.due)

    def advance(self, fact: Fact) -> Step[S]:
        """Apply a fact that has been judged lawful."""
        step = self.game.law.advance(self.rules, self.state, fact)
        self.state = step.state
        return step

    def play(self, fact: Fact) -> Step[S]:
        """Apply a fact that must be lawful; raise AnswerRefused if it is not."""
        refusal = self.refusal(fact)
        if refusal is not None:
            raise AnswerRefused(self.game.id, fact, refusal)
        return self.advance(fact)

    def until(
        self, stop: Callable[[Due, S], bool], answers: Callable[[Driver[S]], Iterable[Fact] | None]
    ) -> Iterator[Step[S]]:
        """Play the answers, step by step, until `stop` returns true or `answers` returns None.

        `answers` may yield its facts one by one: each is applied before the next is requested. If it applies facts itself, as a
        table does in order to record them, it returns an empty tuple.
        """
        left = MOST_STEPS
        while stop is never or not stop(self.due, self.state):
            due = self.due
            if not left:
                raise NeverDecided(f"{self.game.id} took {MOST_STEPS:,} steps without a result: {awaited(due)}")
            left = MOST_STEPS if isinstance(due, Chance) else left - 1
            facts = answers(self)
            if facts is None:
                return
            for fact in facts:
                yield self.play(fact)


def never(due: Due, state: Any) -> bool:
    """Stop only when nobody answers."""
    return False


def no_wagers(due: Wagers, state: Any) -> tuple[Fact, ...]:
    """Make no wagers."""
    return ()


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to whatever is due: it completes procedures and closes betting windows.

    `chance` returns an outcome and `choices` a choice; if they are missing or return None, the drive stops. `wagers` returns the
    wagers for a betting window, or None to stop there; it is called once for each window. After that, other seats make the
    wagers that the game needs (`Walk.supporting_wagers`), the procedures that the window needs are completed, and it closes.
    """

    chance: Callable[[Chance, Any], Outcome | None] | None = None
    choices: Callable[[Choices, Any], Choose | None] | None = None
    wagers: Callable[[Wagers, Any], Iterable[Fact] | None] = no_wagers

    def __call__(self, driver: Driver[Any]) -> Iterable[Fact] | None:
        """The facts that answer the next act, or None if nobody answers; a game that has stopped is an error."""
        due = driver.due
        match due:
            case Procedure(name=name):
                return (Done(name),)
            case Wagers():
                wagers = self.wagers(due, driver.state)
                return None if wagers is None else _window(driver, wagers)
            case Chance():
                outcome = None if self.chance is None else self.chance(due, driver.state)
                return None if outcome is None else (Result(outcome),)
            case Choices():
                choice = None if self.choices is None else self.choices(due, driver.state)
                return None if choice is None else (choice,)
        raise AssertionError(f"{driver.game.id} cannot be driven further: {awaited(due)}")


BY_ITSELF = Answers()  # nobody decides anything: only automatic steps


def one_round(*wagers: Fact) -> Callable[[Wagers, Any], Iterable[Fact] | None]:
    """For `Answers.wagers`: make these wagers in the first window between rounds, and stop the drive at the next one."""
    rounds = iter([wagers])
    return lambda due, _: () if due.within else next(rounds, None)


def _window(driver: Driver[Any], wagers: Iterable[Fact]) -> Iterator[Fact]:
    """Everything in a betting window, from the first wager to its closing, as long as it stays open."""
    yield from wagers
    done: set[str] = set()
    while _takes_wagers(driver):
        yield from driver.game.walk.supporting_wagers(driver.rules, driver.state)
        due = driver.due
        if not isinstance(due, Wagers):
            return
        if not due.needs or due.needs[0] in done:  # if its procedure did not meet a need, NoMoreBets will be refused
            yield NoMoreBets()
            return
        done.add(due.needs[0])
        yield Done(due.needs[0])


def _takes_wagers(driver: Driver[Any]) -> bool:
    return isinstance(driver.due, Wagers)
