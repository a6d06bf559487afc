"""Down Under Blackjack: our simulator, bare C kernels of ordinary six-deck blackjack, and peers.

The bare kernels deal whole shoes to one seat that plays basic strategy and splits to four hands; they keep one total.
"""

from __future__ import annotations

import random
from typing import Any

import limits_c
from houseway.simulate.chunks import CHUNK
from rows import Row, UnavailableError, Work
from simulation import product

PEER_ROUNDS = 20_000


# Peers: one deck or infinite decks, no splits, and a player who draws to 16


def open_spiel_driven() -> Work:
    """OpenSpiel's game through its Python binding, one call per card and per choice."""
    try:
        import pyspiel
    except ImportError:
        raise UnavailableError("OpenSpiel is not installed") from None
    game, chance = pyspiel.load_game("blackjack"), random.Random(1)

    def play() -> None:
        for _ in range(PEER_ROUNDS):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.legal_actions()))  # cards are equally likely
                else:
                    state.apply_action(int(state.get_best_player_total(0) >= 17))

    return Work(PEER_ROUNDS, play)


def open_spiel_inside() -> Work:
    """The same game inside its C++ core, one call per round, played by a random bot."""
    try:
        import pyspiel
    except ImportError:
        raise UnavailableError("OpenSpiel is not installed") from None
    start, bot = pyspiel.load_game("blackjack").new_initial_state(), pyspiel.make_uniform_random_bot(0, 1)

    def play() -> None:
        for seed in range(PEER_ROUNDS):
            pyspiel.evaluate_bots(start.clone(), [bot], seed)

    return Work(PEER_ROUNDS, play)


def gymnasium_blackjack() -> Work:
    """Gymnasium's Blackjack-v1, without the wrappers around it."""
    try:
        import gymnasium
    except ImportError:
        raise UnavailableError("Gymnasium is not installed") from None
    table: Any = gymnasium.make("Blackjack-v1").unwrapped

    def play() -> None:
        for _ in range(PEER_ROUNDS // 10):
            (total, _, _), _ = table.reset()
            over = False
            while not over:
                (total, _, _), _, over, _, _ = table.step(int(total < 17))

    return Work(PEER_ROUNDS // 10, play)


PEERS = {
    "OpenSpiel": open_spiel_driven,
    "OpenSpiel inside its core": open_spiel_inside,
    "Gymnasium": gymnasium_blackjack,
}
LIMITS = {"C, lazy shuffle": limits_c.blackjack_lazy, "C, whole shuffle": limits_c.blackjack_full}
ROWS = (
    Row(
        "Down Under Blackjack, six decks, best chart",
        lambda: product("down-under-blackjack", {"bet": 1000}, rounds=CHUNK),
        LIMITS,
        PEERS,
        bare_least=0.9,
        peer_least={"OpenSpiel": 50, "OpenSpiel inside its core": 50, "Gymnasium": 500},
    ),
    Row(
        "Down Under Blackjack, with Match-the-Dealer",
        lambda: product("down-under-blackjack", None, rounds=CHUNK),
        LIMITS,
        bare_least=0.9,
    ),
)
