"""A bare kernel of ordinary six-deck blackjack, and peers: what Down Under Blackjack's kernel is set beside.

The bare kernel deals whole shoes with a cover card to one seat that plays by basic strategy (the best chart of ordinary
blackjack: no light, no rule about 22), splits pairs once and doubles on any two cards; it keeps one total and no record.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.games import load
from houseway.games.down_under_blackjack.kernel.payouts import dealer_of
from houseway.games.down_under_blackjack.kernel.player_automaton import DOUBLE, FACES, HIT, SPLIT, Builder, acts_of
from houseway.games.down_under_blackjack.kernel.rounds import KINDS as PLACES
from houseway.games.down_under_blackjack.law.points import player_total
from houseway.games.down_under_blackjack.mathematics.answer_sheet import choose
from houseway.games.down_under_blackjack.mathematics.card_counts import KINDS, full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import charted
from houseway.games.down_under_blackjack.mathematics.player_hands import hands_under
from houseway.games.down_under_blackjack.mathematics.terms import ORDINARY
from houseway.numerics.compiled import compiled
from houseway.numerics.shuffling import shuffle_on
from houseway.numerics.streams import stream
from houseway.simulate.chunks import CHUNK
from rows import Row, Work
from simulation import product

U0, U1, U2, U3, U4 = (np.uint64(n) for n in range(5))
PEER_ROUNDS = 20_000
MARGIN = 60  # cards behind the cover card that one round may need
DECKS, NATURAL = 6, 255  # the dealer's Blackjack, among the states of the dealer's hand


@compiled
def hand(deck: Any, at: Any, state: Any, row: Any, acts: Any, after: Any, ends: Any) -> Any:
    """Draws as the chart says; where it is settled."""
    act = acts[row + state]
    while act == HIT:
        state = np.uint64(after[(state << U4) + np.uint64(deck[at])])
        at += U1
        act = acts[row + state]
    if act == DOUBLE:
        state = np.uint64(after[(state << U4) + np.uint64(deck[at])])
        at += U1
    return at, np.uint64(ends[(state << U1) + np.uint64(act == DOUBLE)]), act


@compiled
def blackjack(
    words: Any, deck: Any, rounds: int, stop: int, first: Any, split: Any, after: Any, acts: Any, states: int, ends: Any,
    natural: int, dealer_first: Any, dealer_after: Any, drawing: int, worth: Any,
) -> Any:  # fmt: skip
    """One seat, one total, in half wagers."""
    at, past, count, draws, mine_natural = (
        np.uint64(stop + 1), np.uint64(stop), np.uint64(states), np.uint64(drawing), np.uint64(natural)
    )  # fmt: skip
    total = np.int64(0)
    for _ in range(rounds):
        if at > past:
            size, end = np.uint64(len(deck)), np.uint64(stop + MARGIN)
            a, b, c, d, _ready = shuffle_on(words[0], words[1], words[2], words[3], deck, size, np.uint64(0), end)
            words[0], words[1], words[2], words[3] = a, b, c, d
            at = U1
        one, up = np.uint64(deck[at]), np.uint64(deck[at + U1])
        state = np.uint64(first[(one << U4) + np.uint64(deck[at + U2])])
        dealer = np.uint64(dealer_first[(up << U4) + np.uint64(deck[at + U3])])
        at += U4
        if state == mine_natural or dealer == NATURAL:
            total += (0 if dealer == NATURAL else 3) if state == mine_natural else -2
            continue
        row = up * count
        at, mine, act = hand(deck, at, state, row, acts, after, ends)
        other = U0
        if act == SPLIT:
            at, mine, _act = hand(
                deck, at + U1, np.uint64(split[(one << U4) + np.uint64(deck[at])]), row, acts, after, ends
            )
            at, other, _act = hand(
                deck, at + U1, np.uint64(split[(one << U4) + np.uint64(deck[at])]), row, acts, after, ends
            )
        while dealer < draws:
            dealer = np.uint64(dealer_after[(dealer << U4) + np.uint64(deck[at])])
            at += U1
        total += np.int64(worth[(mine << U4) + dealer - draws]) + np.int64(worth[(other << U4) + dealer - draws])
    return total


@dataclass(frozen=True, slots=True)
class Bare:
    """The tables of ordinary blackjack, ready to be dealt with."""

    tables: tuple[Any, ...]
    deck: Any
    stop: int

    def play(self, words: Any, rounds: int) -> int:
        """Half wagers won or lost in so many rounds."""
        found: int = blackjack(words, self.deck.copy(), rounds, self.stop, *self.tables)
        return found


def bare() -> Bare:
    """Six decks, a quarter of them behind the cover card; basic strategy is worked out, not typed."""
    _, rules = load("down-under-blackjack")  # the dealer draws to 16 and stands on all 17s
    _, chart = charted(full_shoe(DECKS), ORDINARY)
    here = chart.position
    chosen = choose(here, np.arange(len(here.signals)), chart.answers)
    plan = Builder(rules, hands_under(ORDINARY), acts_of(here.hands, chosen)).plan(insures=False)
    dealer = dealer_of(rules, FACES)
    drawing = len(dealer.after)
    first = np.array(dealer.first)
    first[0, 9] = first[9, 0] = NATURAL
    ends, worth = [], [[0] * PLACES]
    for cards, _ in (plan.samples[n] for n in plan.sample):
        total = player_total(rules, cards)
        for wagers in (1, 2):
            ends.append(len(worth))
            worth.append(
                [2 * wagers * _sign(total, count) for count in dealer.counts] + [0] * (PLACES - len(dealer.counts))
            )
    deck = np.repeat(np.arange(len(KINDS)), full_shoe(DECKS)).astype(np.uint8)
    tables = (
        _wide(plan.first, np.uint8), _wide(plan.split, np.uint8), _wide(plan.after, np.uint8),
        plan.acts.astype(np.uint8).ravel(), len(plan.after), np.array(ends, np.uint8), int(plan.first[0, 9]),
        _wide(first, np.uint8), _wide(np.array(dealer.after), np.uint8), drawing, np.array(worth, np.int8).ravel(),
    )  # fmt: skip
    return Bare(tables, deck, len(deck) - len(deck) // rules.number("cover_parts"))


def _sign(mine: int, dealers: int) -> int:
    if mine > 21:
        return -1
    return 1 if dealers > 21 else int(np.sign(mine - dealers))


def _wide(table: Any, kind: Any) -> Any:
    """A table with sixteen places a row, flat."""
    wide = np.zeros((len(table), PLACES), kind)
    wide[:, : table.shape[1]] = table
    return wide.ravel()


def bare_work(kernel: object) -> Work:
    """The bare kernel over a chunk; it needs nothing of the product's."""
    del kernel
    made = bare()
    return Work(CHUNK, lambda: made.play(stream("bench", 0), CHUNK))


# Peers: one deck or endless decks, no splits, and somebody who draws to 16


def open_spiel_driven() -> Work | None:
    """OpenSpiel's game through its Python binding, a call a card and a choice."""
    try:
        import pyspiel
    except ImportError:
        return None
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


def open_spiel_inside() -> Work | None:
    """The same game played inside its C++ core, a call a round, by a bot that chooses at random."""
    try:
        import pyspiel
    except ImportError:
        return None
    start, bot = pyspiel.load_game("blackjack").new_initial_state(), pyspiel.make_uniform_random_bot(0, 1)

    def play() -> None:
        for seed in range(PEER_ROUNDS):
            pyspiel.evaluate_bots(start.clone(), [bot], seed)

    return Work(PEER_ROUNDS, play)


def gymnasium_blackjack() -> Work | None:
    """Gymnasium's Blackjack-v1, without the wrappers around it."""
    try:
        import gymnasium
    except ImportError:
        return None
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
ROWS = (
    Row(
        "Down Under Blackjack, six decks, best chart",
        lambda: product("down-under-blackjack", {"bet": 1000}, rounds=CHUNK),
        bare_work,
        PEERS,
        peer_least={"OpenSpiel": 50, "OpenSpiel inside its core": 50, "Gymnasium": 500},
    ),
    Row(
        "Down Under Blackjack, with Match-the-Dealer",
        lambda: product("down-under-blackjack", None, rounds=CHUNK),
        bare_work,
    ),
)
