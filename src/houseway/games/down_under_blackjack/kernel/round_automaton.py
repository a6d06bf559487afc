"""A whole round of one seat as an automaton that reads the cards in the order of the deal: one step per card, no choices.

It is put together from the automata of the seat and of the dealer, and made as small as it can be. States below `ways` are
the beginning of a round after one that ended in that way; state `ways` is a hand that is split, which others play to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.games.down_under_blackjack.kernel.player_automaton import DOUBLE, HIT, SPLIT
from houseway.games.down_under_blackjack.mathematics.card_counts import KINDS

PLACES = 16  # for the kinds of a row, and for the dealer's counts
NO_DRAW, PAID = 0, 1  # the dealer's count if no hand is left; the ending of a Blackjack that was paid
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """The tables of the compiled loop, flat: see `Tables` in `rounds.py`."""

    told: Any
    dealer_first: Any
    dealer_after: Any
    drawing: int
    first: Any
    after: Any
    acts: Any
    states: int
    ends: Any
    settled: Any
    ways: int
    dealer_blackjack: int  # among the signals


def round_automaton(parts: Parts) -> NDArray[np.uint16]:
    """The next state, by state and kind of the next card: sixteen places per row, flat."""
    rows = _rows(_Steps(parts), parts.ways)
    fixed = parts.ways + 1
    class_of = _alike(rows, fixed)
    found = np.zeros((int(class_of.max()) + 1, PLACES), np.int64)
    found[class_of, : rows.shape[1]] = class_of[rows]
    assert (class_of[:fixed] == np.arange(fixed)).all() and len(found) <= 1 << 16
    return found.ravel().astype(np.uint16)


def _rows(step: Callable[[Key, int], Key], ways: int) -> NDArray[np.int64]:
    """All reachable states, the fixed ones first."""
    keys: list[Key] = [*(("ended", way) for way in range(ways)), ("split",)]
    number = {key: n for n, key in enumerate(keys)}
    rows = []
    for key in keys:  # it grows
        row = []
        for kind in KINDS:
            to = step(key, kind)
            if to not in number:
                number[to] = len(keys)
                keys.append(to)
            row.append(number[to])
        rows.append(row)
    return np.array(rows)


def _alike(rows: NDArray[np.int64], fixed: int) -> NDArray[np.int64]:
    """Merge states with the same future; the fixed ones stay separate and come first."""
    class_of, classes = np.minimum(np.arange(len(rows)), fixed), fixed + 1
    while True:
        found, first, new = np.unique(
            np.column_stack([class_of, class_of[rows]]), axis=0, return_index=True, return_inverse=True
        )
        class_of = np.argsort(np.argsort(first))[new.ravel()]  # numbered as they come up
        if len(found) == classes:
            return class_of
        classes = len(found)


class _Steps:
    """The round after one more card."""

    def __init__(self, parts: Parts) -> None:
        self.drawing, self.dealer_blackjack = parts.drawing, parts.dealer_blackjack
        self.told, self.dealer_first, self.ends = parts.told.tolist(), parts.dealer_first.tolist(), parts.ends.tolist()
        self.first, self.after, self.dealer_after, self.settled = (
            table.reshape(-1, PLACES).tolist()
            for table in (parts.first, parts.after, parts.dealer_after, parts.settled)
        )
        self.acts = parts.acts.reshape(-1, parts.states).tolist()

    def __call__(self, key: Key, kind: int) -> Key:
        match key:
            case ("ended", _):
                return ("one card", kind)
            case ("one card", one):
                return ("up card", one, kind)
            case ("up card", one, up):
                return ("two cards", self.first[one][kind], up)
            case ("two cards", state, up):
                return self._dealt(state, PLACES * up + kind)
            case ("hits", state, signal, dealer):
                return self._turn(self.after[state][kind], signal, dealer)
            case ("doubles", state, dealer):
                return self._stands(self.ends[2 * self.after[state][kind] + 1], dealer)
            case ("dealer", end, dealer):
                return self._dealers(end, self.dealer_after[dealer][kind])
        return key

    def _dealt(self, state: int, both: int) -> Key:
        if self.told[both] == self.dealer_blackjack:
            return ("ended", self.settled[self.ends[2 * state]][-1])
        return self._turn(state, self.told[both], self.dealer_first[both])

    def _turn(self, state: int, signal: int, dealer: int) -> Key:
        match self.acts[signal][state]:
            case act if act == HIT:
                return ("hits", state, signal, dealer)
            case act if act == DOUBLE:
                return ("doubles", state, dealer)
            case act if act == SPLIT:
                return ("split",)
        return self._stands(self.ends[2 * state], dealer)

    def _stands(self, end: int, dealer: int) -> Key:
        return ("ended", self.settled[PAID][NO_DRAW]) if end == PAID else self._dealers(end, dealer)

    def _dealers(self, end: int, dealer: int) -> Key:
        if dealer < self.drawing:
            return ("dealer", end, dealer)
        return ("ended", self.settled[end][dealer - self.drawing])
