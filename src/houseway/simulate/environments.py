"""A Gymnasium environment for every game that has an `Agent`: an episode is one round.

It runs on the rules of the chapter. An action that they refuse changes nothing; the info says why it was refused.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.core import Asked, Choices, Choose, Step, Wager
from houseway.core.agent import Agent
from houseway.core.driver import Answers, Driver, one_round
from houseway.games import games, load
from houseway.numerics.sources import Drawing, SeededSource
from houseway.odds.graph import MINE, SEAT
from houseway.simulate.request import least_cents

Observation = np.ndarray[Any, np.dtype[np.int64]]


def agents() -> dict[str, Agent]:
    """The agents of all games that have one, by game id."""
    return {name: game.learn for name, game in games().items() if game.learn is not None}


class SeatEnvironment(gymnasium.Env[Observation, np.int64]):
    """One seat with one wager, alone at a table; `action_mask` in the info says which actions are lawful now."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's own name and form

    def __init__(self, game_id: str, settings: tuple[str, ...] = (), render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.game, self.rules = load(game_id, settings)
        self.agent = agents()[game_id]
        self.stake_cents = least_cents(self.game, self.rules, self.agent.wager)
        self.action_space = spaces.Discrete(self.agent.actions)
        self.observation_space = spaces.Box(0, np.array(self.agent.most), dtype=np.int64)
        self.others = self.game.walk.policy(self.rules, self.game.walk.strategies(self.rules, self.agent.wager)[0])
        self.drawing = Drawing(SeededSource(0))
        self.driver = Driver(self.game, self.rules, self.game.law.open(self.rules))
        self.wagers = one_round()  # of the current round
        self.asked: Asked | None = None
        self.seen = np.zeros(len(self.agent.most), np.int64)
        self.net_cents = self.rounds_between = self.cents_between = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Play to the next choice of the seat; with a seed, at a newly opened table.

        Rounds without a choice are played automatically: the info has their number and their net result.
        """
        super().reset(seed=seed)
        del options
        if seed is not None or not self.drawing.source.position:
            self.drawing = Drawing(SeededSource(int(self.np_random.integers(1 << 62))))
            self.driver = Driver(self.game, self.rules, self.game.law.open(self.rules))
        self.rounds_between, self.cents_between = 0, 0
        while True:
            self.net_cents = 0
            self.wagers = one_round(Wager(SEAT, self.agent.wager, self.stake_cents))
            self._on()
            if self.asked is not None:
                return self.seen.copy(), self._info()
            self.rounds_between += 1
            self.cents_between += self.net_cents

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a choice; the reward comes when the round is over, in units of the wager."""
        assert self.asked is not None, "the round is over: call reset"
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action; use a whole number from 0 to {self.agent.actions - 1}")
        fact = self.agent.choose(self.rules, self.driver.state, self.asked, int(action))
        refusal = self.driver.refusal(fact)
        if refusal is not None:
            return self.seen.copy(), 0.0, False, False, {**self._info(), "refused": refusal.reason}
        self._gained(self.driver.advance(fact))
        self._on()
        over = self.asked is None
        return self.seen.copy(), self.net_cents / self.stake_cents if over else 0.0, over, False, self._info()

    def render(self) -> str:
        """The seat's view, as text."""
        return str(dict(self.game.law.view(self.rules, self.driver.state, MINE)))

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The actions that are lawful now; none when the round is over."""
        return np.array([self._lawful(action) for action in range(self.agent.actions)], np.bool_)

    def _lawful(self, action: int) -> bool:
        if self.asked is None:
            return False
        fact = self.agent.choose(self.rules, self.driver.state, self.asked, action)
        return self.driver.refusal(fact) is None

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "net_cents": self.net_cents,
            "stake_cents": self.stake_cents,
            "rounds_between": self.rounds_between,
            "cents_between": self.cents_between,
        }

    def _on(self) -> None:
        """Play until the seat must choose or the round is over; the game's first strategy makes all other choices."""
        answers = Answers(lambda due, _: self.drawing.answer(due), self._other_choice, self.wagers)
        for step in self.driver.until(lambda due, _: self._mine(due) is not None, answers):
            self._gained(step)
        self.asked = self._mine(self.driver.due)
        if self.asked is not None:
            self.seen = np.array(self.agent.seen(self.rules, self.driver.state), np.int64)

    def _mine(self, due: Any) -> Asked | None:
        """The agent's question now."""
        open_now = due.open if isinstance(due, Choices) else ()
        options = ((asked, {option.choice for option in asked.options}) for asked in open_now if asked.who == MINE)
        return next((asked for asked, choices in options if choices & set(self.agent.choices)), None)

    def _other_choice(self, due: Choices, state: Any) -> Choose:
        assert self.others is not None
        return self.others(self.game, self.rules, state, due.open[0])

    def _gained(self, step: Step[Any]) -> None:
        """Add the seat's gain from a step; after a shuffle, draw the new order."""
        moves = (*step.moves, *(move for settled in step.settled for move in settled.moves))
        self.net_cents += sum(move.cents * ((move.target == MINE) - (move.source == MINE)) for move in moves)
        if step.fills is not None:
            self.drawing.refill(step.fills)


def register() -> None:
    """Register the environments: `gymnasium.make("houseway/PaiGow-v0")` and so on."""
    for game_id, agent in agents().items():
        if f"houseway/{agent.name}-v0" not in gymnasium.registry:
            entry = f"{__name__}:SeatEnvironment"
            gymnasium.register(f"houseway/{agent.name}-v0", entry_point=entry, kwargs={"game_id": game_id})
