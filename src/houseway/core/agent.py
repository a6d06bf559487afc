"""How a learning agent sees and acts: observations as numbers, actions by number."""

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
    """One seat for a learning agent; everything else at the table runs by itself."""

    name: str  # in `houseway/NAME-v0`
    wager: str  # the wager of each round
    choices: tuple[str, ...]  # the choices that the agent makes; the game's first strategy makes the others
    actions: int
    most: tuple[int, ...]  # the highest value of each observed number; the lowest is 0
    seen: Callable[[Rules, Any], tuple[int, ...]]  # the observation in a state where the agent must choose
    choose: Callable[[Rules, Any, Asked, int], Choose]  # the choice for an action, lawful or not


def choosing_agent(
    name: str,
    wager: str,
    choices: tuple[str, ...],
    most: tuple[int, ...],
    seen: Callable[[Rules, Any], tuple[int, ...]],
) -> Agent:
    """An agent whose actions are the choices themselves, each for the highest allowed amount."""

    def choose(rules: Rules, state: Any, asked: Asked, action: int) -> Choose:
        return for_the_most(asked, choices[action])

    return Agent(name, wager, choices, len(choices), most, seen, choose)
