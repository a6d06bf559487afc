"""Whole rounds by the game's own chance and choice nodes: every one of them, or one drawn; from a shoe of any cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Due,
    Fact,
    NoMoreBets,
    Result,
    Step,
    Wager,
    Wagers,
    refuse,
)
from houseway.equipment.cards import DECK
from houseway.equipment.shoe import unseen_faces
from houseway.games import load
from houseway.games.down_under_blackjack.law.points import POINTS
from houseway.games.down_under_blackjack.law.state import State
from houseway.law import Rules
from houseway.odds.graph import MINE, ready

STAKE = 1000
MOST_CARDS = 40  # more than one box and the dealer can use
Policy = Callable[[AnyGame, Rules, Any, Asked], Choose]
Law = dict[int, float]  # cents that the seat has gained -> chance


@lru_cache(maxsize=32)
def opened(*settings: str) -> tuple[AnyGame, Rules, State]:
    """A table whose cards are ready, shuffled after every round."""
    game, rules = load("down-under-blackjack", ["shuffler=continuous", *settings])
    return game, rules, ready(game, rules)


def stripped(state: State, shoe: tuple[int, ...]) -> State:
    """The same table with only so many cards of each value in the shoe, aces first; suits do not matter here."""
    first = {value: next(card for card in DECK if POINTS[card] == value) for value in range(1, 11)}
    unseen = tuple(shoe[POINTS[card] - 1] if card == first[POINTS[card]] else 0 for card in DECK)
    return replace(state, cards=replace(state.cards, shoe=replace(state.cards.shoe, unseen=unseen)))


def gained(step: Step[Any]) -> int:
    """The cents that the seat gains by a step."""
    moves = (*step.moves, *(move for settled in step.settled for move in settled.moves))
    return sum(move.cents * ((move.target == MINE) - (move.source == MINE)) for move in moves)


class Rounds:
    """One Bet Wager from its placing to the end of the round; all amounts are cents that the seat gains."""

    def __init__(self, shoe: tuple[int, ...] | None, *settings: str, policy: Policy | None = None) -> None:
        self.game, self.rules, begin = opened(*settings)
        state = begin if shoe is None else stripped(begin, shoe)
        self.begin, paid = self.after(state, Wager(1, "bet", STAKE))
        self.begin, more = self.after(self.begin, NoMoreBets())
        assert (paid, more) == (-STAKE, 0)
        self.policy, self.deck = policy, unseen_faces(self.begin.cards.shoe)
        self.worths: dict[Any, float] = {}
        self.laws: dict[Any, Law] = {}

    def after(self, state: State, fact: Fact) -> tuple[State, int]:
        """The state after a lawful fact, and the seat's gain."""
        refusal = refuse(self.game, self.rules, state, fact)
        assert refusal is None, (fact, refusal)
        step = self.game.law.advance(self.rules, state, fact)
        return step.state, gained(step)

    def drawn(self, state: State, due: Chance) -> Iterator[tuple[float, State, int]]:
        """Every outcome of chance: its probability, and the state after it."""
        outcomes = due.outcomes()
        total = sum(outcomes.values())
        assert total > 0, "the shoe is too small: no card is left to be dealt"
        for outcome, weight in outcomes.items():
            yield weight / total, *self.after(state, Result(outcome))

    def chosen(self, state: State, due: Due) -> list[Choose]:
        """The seat's possible choices, each for the highest amount; or the choice of the policy."""
        assert isinstance(due, Choices), due
        (asked,) = due.open
        if self.policy is not None:
            return [self.policy(self.game, self.rules, state, asked)]
        return [Choose(asked.who, option.choice, option.high_cents) for option in asked.options]

    def best(self) -> float:
        """The worth of the Bet under best play with every card seen, in Bet Wagers."""
        return (self._best(self.begin) - STAKE) / STAKE

    def _best(self, state: State) -> float:
        due = self.game.law.due(self.rules, state)
        if isinstance(due, Wagers):
            return 0.0
        key = self.game.law.key(self.rules, state)
        if key not in self.worths:
            if isinstance(due, Chance):
                found = sum(share * (gain + self._best(then)) for share, then, gain in self.drawn(state, due))
            else:
                assert isinstance(due, Choices)
                answers = (self.after(state, answer) for answer in self.chosen(state, due))
                found = max(gain + self._best(then) for then, gain in answers)
            self.worths[key] = found
        return self.worths[key]

    def law(self) -> Law:
        """The chance of every net result, where the policy answers."""
        return {net - STAKE: chance for net, chance in self._law(self.begin).items()}

    def _law(self, state: State) -> Law:
        due = self.game.law.due(self.rules, state)
        if isinstance(due, Wagers):
            return {0: 1.0}
        key = self.game.law.key(self.rules, state)
        if key not in self.laws:
            if isinstance(due, Chance):
                branches = list(self.drawn(state, due))
            else:
                assert isinstance(due, Choices)
                (answer,) = self.chosen(state, due)
                branches = [(1.0, *self.after(state, answer))]
            found: Law = {}
            for share, then, gain in branches:
                for net, chance in self._law(then).items():
                    found[gain + net] = found.get(gain + net, 0.0) + share * chance
            self.laws[key] = found
        return self.laws[key]

    def play(self, random: Random) -> int:
        """Play one round from a stack in a random order; return the seat's win or loss. A slot keeps its card."""
        stack, slots = iter(random.sample(self.deck, MOST_CARDS)), dict[str, str]()
        state, net = self.begin, -STAKE
        while not isinstance(due := self.game.law.due(self.rules, state), Wagers):
            if isinstance(due, Chance):
                (slot,) = due.slots
                face = slots[slot] if slot in slots else slots.setdefault(slot, next(stack))
                step = self.game.law.advance(self.rules, state, Result(face if due.read is None else due.read(face)))
                state, net = step.state, net + gained(step)
            else:
                assert isinstance(due, Choices)
                (answer,) = self.chosen(state, due)
                state, gain = self.after(state, answer)
                net += gain
        return net
