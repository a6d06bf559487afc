"""A seat for who learns to play: what is seen there as numbers, and what may be done, by number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from houseway.core.choice_data import for_the_most
from houseway.core.due import Asked
from houseway.core.facts import Choose
from houseway.law import Rules


@dataclass(frozen=True, slots=True)
class Agent:
    """How a game is played by somebody who knows only numbers; everything else at the table goes on by itself."""

    name: str  # in `houseway/NAME-v0`
    wager: str  # what is wagered each round
    choices: tuple[str, ...]  # what the agent is asked; other questions are answered as the game's first strategy does
    actions: int
    most: tuple[int, ...]  # the highest number that each thing seen can be; the lowest is 0
    seen: Callable[[Rules, Any], tuple[int, ...]]  # of a state in which the agent is asked
    choose: Callable[[Rules, Any, Asked, int], Choose]  # an action as an answer, lawful or not


def choosing_agent(
    name: str,
    wager: str,
    choices: tuple[str, ...],
    most: tuple[int, ...],
    seen: Callable[[Rules, Any], tuple[int, ...]],
) -> Agent:
    """An agent whose actions are the choices themselves, each for as much as may be put on it."""

    def choose(rules: Rules, state: Any, asked: Asked, action: int) -> Choose:
        return for_the_most(asked, choices[action])

    return Agent(name, wager, choices, len(choices), most, seen, choose)
