"""The inner loops: count draws by outcome, and drive automata by draws. They know slots and states, but no game.

A *slot* is one of the equally likely results (38 pockets, 36 throws). One random word gives eight draws if there are few slots,
four if there are more; the n-th draw of a chunk is the same in every kernel. When driving automata, the eight draws of a word
go to four tables, two each: a single table would stall on its own dependency chain. Array indices are unsigned where speed
matters, so negative indices do not exist.

Users wait for compilation. So only code that runs millions of times is compiled, it receives its arrays instead of allocating
them, and the few draws at the end of a chunk run in plain Python (`Draws`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled, inlined
from houseway.numerics.streams import WORD, turn, wide
from houseway.simulate.progression import PROGRESSIONS

EIGHT_UP_TO, FOUR_UP_TO = 64, 4096  # most slots; with more, words would be rejected too often
TABLES = 4
PAIRED_STATES = 12  # automata up to this size are stepped two draws at a time


def draws_a_word(slots: int) -> int:
    """The number of draws per word."""
    return 8 if slots <= EIGHT_UP_TO else 4 if slots <= FOUR_UP_TO else 1


class Draws:
    """The same draws as in the loops, in plain Python, starting at the word where a loop stopped."""

    def __init__(self, words: Any, slots: int, least: int, a_word: int) -> None:
        self.words, self.slots, self.least, self.a_word = words, slots, least, a_word
        self.waiting: list[int] = []

    def next(self) -> int:
        """The next draw; each word is used up before the next one."""
        while not self.waiting:
            fraction, *self.words[:] = turn(*self.words)
            found = []
            for _ in range(self.a_word):
                slot, fraction = divmod(int(fraction) * self.slots, WORD)
                found.append(slot)
            if fraction >= self.least:
                self.waiting = found[::-1]
        return self.waiting.pop()


@inlined
def draw_four(a: Any, b: Any, c: Any, d: Any, bound: Any, least: Any) -> Any:
    """Four draws below a bound from one word, and the words of the stream after it."""
    while True:
        word, a, b, c, d = turn(a, b, c, d)
        i, word = wide(word, bound)
        j, word = wide(word, bound)
        k, word = wide(word, bound)
        m, word = wide(word, bound)
        if word >= least:
            return i, j, k, m, a, b, c, d


@compiled
def count(words: Any, bound: Any, least: Any, turns: int, counts: Any) -> None:
    """Count four draws per word in the four rows of `counts`: by slot, or by pair of slots (first * slots + second)."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    first, second, third, fourth = counts[0], counts[1], counts[2], counts[3]
    for _ in range(turns):
        i, j, k, m, a, b, c, d = draw_four(a, b, c, d, bound, least)
        first[i] += np.uint32(1)
        second[j] += np.uint32(1)
        third[k] += np.uint32(1)
        fourth[m] += np.uint32(1)
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def fill(words: Any, slots: Any, least: Any, a_word: int, drawn: Any) -> None:
    """Write the draws one by one, the same as in the other kernels; each word is used up before the next one."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    start = 0
    while start < len(drawn):
        word, a, b, c, d = turn(a, b, c, d)
        for n in range(a_word):
            at, word = wide(word, slots)
            if start + n < len(drawn):
                drawn[start + n] = at
        if word >= least:
            start += a_word
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def drive_pairs(words: Any, slots: Any, least: Any, rounds: int, after: Any, states: Any, visits: Any) -> None:
    """Drive four tables, two draws at a time, and count visits: `after[state * pairs + pair]` is the next state times pairs."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    bound = slots * slots
    s, t, u, v = np.uint64(states[0]), np.uint64(states[1]), np.uint64(states[2]), np.uint64(states[3])
    for _ in range(rounds // 8):
        i, j, k, m, a, b, c, d = draw_four(a, b, c, d, bound, least)
        at, bt, ct, dt = s + i, t + j, u + k, v + m
        visits[at] += np.uint32(1)
        visits[bt] += np.uint32(1)
        visits[ct] += np.uint32(1)
        visits[dt] += np.uint32(1)
        s, t, u, v = np.uint64(after[at]), np.uint64(after[bt]), np.uint64(after[ct]), np.uint64(after[dt])
    states[0], states[1], states[2], states[3] = s, t, u, v
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def drive(words: Any, slots: Any, least: Any, rounds: int, after: Any, states: Any, visits: Any) -> None:
    """The same, one draw at a time, for larger automata: `after[state * slots + slot]` is the next state times slots."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    s, t, u, v = np.uint64(states[0]), np.uint64(states[1]), np.uint64(states[2]), np.uint64(states[3])
    for _ in range(rounds // 8):
        while True:
            word, a, b, c, d = turn(a, b, c, d)
            i, word = wide(word, slots)
            ii, word = wide(word, slots)
            j, word = wide(word, slots)
            jj, word = wide(word, slots)
            k, word = wide(word, slots)
            kk, word = wide(word, slots)
            m, word = wide(word, slots)
            mm, word = wide(word, slots)
            if word >= least:
                break
        at, bt, ct, dt = s + i, t + j, u + k, v + m
        visits[at] += np.uint32(1)
        visits[bt] += np.uint32(1)
        visits[ct] += np.uint32(1)
        visits[dt] += np.uint32(1)
        at, bt = np.uint64(after[at]) + ii, np.uint64(after[bt]) + jj
        ct, dt = np.uint64(after[ct]) + kk, np.uint64(after[dt]) + mm
        visits[at] += np.uint32(1)
        visits[bt] += np.uint32(1)
        visits[ct] += np.uint32(1)
        visits[dt] += np.uint32(1)
        s, t, u, v = np.uint64(after[at]), np.uint64(after[bt]), np.uint64(after[ct]), np.uint64(after[dt])
    states[0], states[1], states[2], states[3] = s, t, u, v
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def follow(drawn: Any, after: Any, gains: Any, nets: Any) -> None:
    """Drive one automaton along a series of draws; write the net result of each, in cents."""
    state = 0
    for n in range(len(drawn)):
        nets[n] = gains[state, drawn[n]]
        state = after[state, drawn[n]]


FLAT, MARTINGALE, PAROLI, DALEMBERT, FIBONACCI = range(len(PROGRESSIONS))


@compiled
def next_multiple(progression: int, multiple: int, before: int, won: bool, most: int) -> Any:
    """The stake after a win or loss, in multiples of the first one; `before`: the previous multiple, or the winning streak."""
    if progression == MARTINGALE:  # double after each loss, back to the first stake after a win
        multiple = 1 if won else 2 * multiple
    elif progression == PAROLI:  # double after a win, up to three in a row
        before = before + 1 if won and before < 2 else 0
        multiple = 2 * multiple if before > 0 else 1
    elif progression == DALEMBERT:  # one unit more after a loss, one less after a win
        multiple = max(1, multiple - 1) if won else multiple + 1
    elif progression == FIBONACCI:  # one step forward after a loss, two back after a win
        for _ in range(2 if won else 1):
            multiple, before = (max(1, before), max(0, multiple - before)) if won else (multiple + before, multiple)
    return min(multiple, most), before


@compiled
def add_up(
    nets: Any, undecided: Any, at: int, out: bool, left_undecided: Any, progression: int, most: int, stake: int, bankroll: int,
    bank: int, multiple: Any, before: Any,
) -> int:  # fmt: skip
    """Add a round's result to the bankroll (with `out`, only from wagers that were left undecided), and update the stakes."""
    for group in range(nets.shape[0]):
        if out and not left_undecided[group]:
            continue
        net = nets[group, at]
        if net != 0:
            bank += net * multiple[group]
            multiple[group], before[group] = next_multiple(progression, multiple[group], before[group], net > 0, most)
            if bankroll > 0:
                multiple[group] = min(multiple[group], max(1, (bankroll + bank) // stake))
        if out:
            left_undecided[group] = undecided[group, at]
    return bank


@compiled
def follow_sessions(
    nets: Any, undecided: Any, begins: Any, session: int, progression: int, most: int, stake: int, bankroll: int,
    stop_loss: int, stop_win: int, by_series: bool, results: Any, drawdowns: Any, played: Any, ruined: Any,
) -> None:  # fmt: skip
    """Play session after session: the net result, the maximum drawdown, the rounds played, and whether the player was ruined.

    A player never stakes more than the bankroll, and is ruined when it no longer covers the first stakes. A player who stops
    makes no more wagers, and undecided ones are played out. `by_series`: the player stops only until the next shooter or shoe,
    and then starts again with the first stake.
    """
    groups = nets.shape[0]
    multiple, before = np.ones(groups, np.int64), np.zeros(groups, np.int64)
    left_undecided = np.zeros(groups, np.bool_)
    for number in range(len(results)):
        multiple[:], before[:] = 1, 0
        bank, peak, fall, rounds, since = 0, 0, 0, 0, 0
        out, broke = False, False
        for at in range(number * session, (number + 1) * session):
            if by_series and begins[at] and not broke:
                if out:
                    multiple[:], before[:] = 1, 0
                since, out = bank, False
            if out and not left_undecided.any():
                if broke or not by_series:
                    break
                continue
            rounds += not out
            bank = add_up(
                nets, undecided, at, out, left_undecided, progression, most, stake, bankroll, bank, multiple, before
            )
            peak = max(peak, bank)
            fall = max(fall, peak - bank)
            if not out:
                broke = bankroll > 0 and bankroll + bank < stake
                gained = bank - since
                out = broke or (stop_loss > 0 and gained <= -stop_loss) or (stop_win > 0 and gained >= stop_win)
                for group in range(groups):
                    left_undecided[group] = out and undecided.shape[0] > 0 and undecided[group, at]
        results[number], drawdowns[number], played[number] = bank, fall, rounds
        ruined[number] = broke and bankroll + bank < stake
