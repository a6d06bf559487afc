"""The state of a Sic Bo table."""

from __future__ import annotations

from enum import StrEnum

from houseway.core import (
    Placed,
)
from houseway.core.frozen import frozen, replace
from houseway.equipment.dice import ElectricalDevice, Shaker

DEVICE, AUTOMATED = "electrical-device", "automated-shaker"


class Phase(StrEnum):
    """The next step of a round."""

    OPENING = "opening"
    BETTING = "betting"
    THROWN = "thrown"
    LIT = "lit"
    PAID = "paid"


@frozen
class State:
    """A Sic Bo table between and during rounds."""

    phase: Phase
    shaker: Shaker
    device: ElectricalDevice = ElectricalDevice()
    placed: tuple[Placed, ...] = ()


def between_rounds(state: State) -> State:
    """The state in which wagers may be made again and the dice have not been shaken yet."""
    return replace(state, phase=Phase.BETTING, shaker=state.shaker.rest())


def tossed(state: State) -> bool:
    """Has an automated shaker tossed the dice of this round? (A manual one keeps them hidden until it is uncovered.)"""
    return state.phase is Phase.BETTING and state.shaker.kind == "automated" and state.shaker.shaken
