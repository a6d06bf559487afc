"""Gymnasium environments for games in which a player chooses: an episode is one decision or more, the reward the net result.

They run on the rules of the chapter themselves, one fact after the other: what an agent learns here holds at the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.core import Chance, Choices, Choose, Done, Fact, NoMoreBets, Procedure, Result, Wager, Wagers, refuse
from houseway.equipment.cards import HEIGHT, RANKS
from houseway.equipment.randomness import SeededSource
from houseway.games import load
from houseway.odds.graph import MINE, SEAT
from houseway.simulate import agents
from houseway.simulate.submitted import least_cents

Observation = np.ndarray[Any, np.dtype[np.int64]]


class ChoiceEnvironment(gymnasium.Env[Observation, np.int64], ABC):
    """A seat with one wager at a table of its own; rounds in which nothing is asked of it go by between episodes.

    A game's environment says which wager is made, which choices there are, and what of the state a player sees as numbers.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's own name and form
    game_id: ClassVar[str]
    wager: ClassVar[str]
    choices: ClassVar[tuple[str, ...]]

    def __init__(self, settings: tuple[str, ...] = (), render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.game, self.rules = load(self.game_id, settings)
        self.stake_cents = least_cents(self.game, self.rules, self.wager)
        self.action_space = spaces.Discrete(len(self.choices))
        self.observation_space = self.seen_space()
        self.source, self.state = SeededSource(0), self.game.open(self.rules)
        self.net_cents = 0

    @abstractmethod
    def seen_space(self) -> spaces.Space[Observation]:
        """The form of what is seen."""

    @abstractmethod
    def seen(self) -> Observation:
        """What the player sees now."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """On to the next time that the seat is asked; with a seed, at a table that has just been opened."""
        super().reset(seed=seed)
        del options
        if seed is not None or not self.source.position:
            self.source = SeededSource(int(self.np_random.integers(1 << 62)))
            self.state = self.game.open(self.rules)
        rounds = 0
        while True:
            self.net_cents = 0
            if self._on(begin=True):
                return self.seen(), {"rounds_between": rounds, "stake_cents": self.stake_cents}
            rounds += 1

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose; the reward comes when the round is over, in units of the wager."""
        due = self.game.due(self.rules, self.state)
        assert isinstance(due, Choices), "the round is over: call reset"
        option = next(each for each in due.open[0].options if each.choice == self.choices[int(action)])
        self._take(Choose(due.open[0].who, option.choice, option.high_cents))
        asked = self._on(begin=False)
        reward = 0.0 if asked else self.net_cents / self.stake_cents
        return self.seen(), reward, not asked, False, {"net_cents": self.net_cents}

    def render(self) -> str:
        """What the seat may see, as text."""
        return str(dict(self.game.view(self.rules, self.state, MINE)))

    def _on(self, begin: bool) -> bool:
        """Until the seat is asked, or the round is over; is it asked?"""
        while True:
            due = self.game.due(self.rules, self.state)
            if isinstance(due, Choices):
                return True
            if isinstance(due, Wagers) and not due.within:
                if not begin:
                    return False
                begin = False
                self._take(Wager(SEAT, self.wager, self.stake_cents))
                self._take(NoMoreBets())
            elif isinstance(due, Chance):
                self._take(Result(self.source.answer(due)))
            else:
                self._take(Done(due.name) if isinstance(due, Procedure) else NoMoreBets())

    def _take(self, fact: Fact) -> None:
        assert (refusal := refuse(self.game, self.rules, self.state, fact)) is None, refusal
        step = self.game.advance(self.rules, self.state, fact)
        moves = (*step.moves, *(move for settled in step.settled for move in settled.moves))
        self.net_cents += sum(move.cents * ((move.target == MINE) - (move.source == MINE)) for move in moves)
        self.state = step.state
        if step.fills is not None:
            self.source.refill(step.fills)


class CasinoWarEnvironment(ChoiceEnvironment):
    """A tie hand: War or surrender? Seen are the rank of the tie and how many cards of each rank nobody has seen yet."""

    game_id, wager, choices = "casino-war", "initial", ("go-to-war", "surrender")

    def seen_space(self) -> spaces.Space[Observation]:
        """The rank, 0 for a two; then thirteen counts."""
        most = 4 * int(self.rules.option("decks"))
        return spaces.Box(0, np.array([len(RANKS) - 1, *[most] * len(RANKS)]), dtype=np.int64)

    def seen(self) -> Observation:
        """After the round, with no card on the table, the rank is 0."""
        unseen = np.array(self.state.cards.shoe.unseen, np.int64).reshape(-1, len(RANKS)).sum(axis=0)
        tie = HEIGHT[self.state.dealer[0]] if self.state.dealer else 0
        return np.array([tie, *unseen], np.int64)


def register() -> None:
    """Make them known: `gymnasium.make("houseway/CasinoWar-v0")`. Gymnasium calls this by itself where we are installed."""
    if "houseway/CasinoWar-v0" not in gymnasium.registry:
        gymnasium.register("houseway/CasinoWar-v0", entry_point=f"{__name__}:CasinoWarEnvironment")
    agents.register()
