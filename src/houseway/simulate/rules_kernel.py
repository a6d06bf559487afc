"""Play rounds by the chapter's own functions: slow, but it works for every game whose choices have named strategies.

A game with a kernel of its own, or one that a table of results can hold, is played much faster. Here the rules themselves
deal, settle and ask; the streams are numbered like those of every kernel, so that seed and rounds fix every digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from houseway.core import (
    AnyGame,
    Chance,
    Choices,
    Choose,
    Fact,
    Outcome,
    Policy,
    Refusal,
    Step,
    Wager,
    Wagers,
    Who,
    seat_account,
)
from houseway.core.driver import Answers, Driver, never
from houseway.core.kernel import Course, Sitting, Tally, alike
from houseway.law import BadInput, Rules
from houseway.numerics.sources import Drawing, SeededSource, Source
from houseway.simulate.request import RefusedWager

NOTE = "played by the chapter's own functions, round by round: {} has no kernel, so a million rounds take minutes"
SLOTS = 8191  # for the different net results of a wager: a prime, so that few results in cents share a slot
BASE = 1 << 31  # cents: added to each net result, so that no count is below nothing
LOW = 1 << 32  # a sum of squares is kept in two halves


class RulesTable:
    """A live table where each seat plays its `Sitting`."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], source: Source) -> None:
        self.game, self.rules, self.sitting = game, rules, sitting
        self.drawing, self.driver = Drawing(source), Driver(game, rules, game.law.open(rules))
        self.policies: dict[Who, Policy | None] = {
            seat_account(seat): game.walk.policy(rules, each.strategy)
            for seat, each in enumerate(sitting, 1)
            if each.strategy is not None
        }
        self.nets = [0] * len(sitting)  # of the round, by seat
        self.settled: dict[tuple[int, str], int] = {}  # of the round: seat (from 0) and wager -> net cents
        self.staked: dict[tuple[int, str], int] = {}  # the same for the wagers that were on the layout
        self.refused: dict[tuple[int, str], Refusal] = {}  # wagers of the round that were not taken, and why
        self.begins, self.another = (
            False,
            True,
        )  # does a new series (a shoe) begin with the round, and with the next one?
        self.made = self.dealt = False  # have the wagers been made, and has anything been dealt after them?

    def round(self) -> None:
        """Play from one betting window to the next."""
        self.nets = [0] * len(self.sitting)
        self.settled, self.staked, self.refused = {}, {}, {}
        self.made = self.dealt = False
        self.begins, self.another = self.another, False
        for step in self.driver.until(never, Answers(self._draw, self._choose, self._wagers)):
            self._add(step)
            self.another |= self.dealt and self._series_begins(step.state)
            if step.fills is not None:
                self.drawing.refill(step.fills)

    def _series_begins(self, state: Any) -> bool:
        parts = self.game.simulate
        return parts is not None and parts.series_begins(self.rules, state)

    def _add(self, step: Step[Any]) -> None:
        for move in (*step.moves, *(move for settled in step.settled for move in settled.moves)):
            for place in range(len(self.nets)):
                mine = seat_account(place + 1)
                self.nets[place] += move.cents * ((move.target == mine) - (move.source == mine))
        for each in step.settled:
            key = each.seat - 1, each.wager
            self.settled[key] = self.settled.get(key, 0) + each.returned_cents - each.cents
            self.staked[key] = self.staked.get(key, 0) + each.cents

    def _draw(self, due: Chance, state: Any) -> Outcome:
        self.dealt = self.made
        return self.drawing.answer(due)

    def _choose(self, due: Choices, state: Any) -> Choose:
        asked = due.open[0]
        policy = self.policies.get(asked.who, next(iter(self.policies.values())))  # the game answers for the house
        assert policy is not None
        return policy(self.game, self.rules, state, asked)

    def _wagers(self, due: Wagers, state: Any) -> Iterable[Fact] | None:
        """No wagers in a window within the round; the seats' wagers in the first window; the next window ends the round."""
        if due.within or (self.made and not self.dealt):
            return ()
        if self.dealt:
            return None
        self.made = True
        return self._taken()

    def _taken(self) -> Iterator[Fact]:
        """The seats' wagers that can be made now, including those that need another one first."""
        waiting = [
            Wager(seat, wager, cents) for seat, each in enumerate(self.sitting, 1) for wager, cents in each.bets.items()
        ]
        while waiting:
            before, self.refused = waiting, {}
            waiting = []
            for fact in before:
                refusal = self.driver.refusal(fact)
                if refusal is None:
                    yield fact
                else:
                    waiting.append(fact)
                    self.refused[fact.seat - 1, fact.id] = refusal
            if len(waiting) == len(before):
                return


class RulesKernel:
    """Any game whose rounds decide all of their wagers, with as many seats as its table has."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.game, self.rules, self.sitting, self.round_word = game, rules, sitting, "round"
        self.note, self.warm_rounds = NOTE.format(game.id), 1
        self.groups = alike(sitting)
        self.group_of = {seat: n for n, group in enumerate(self.groups) for seat in group}
        self.wagers = [self._wagers(sitting[group[0]]) for group in self.groups]
        # of each wager of each group: how often each net result came up, their sum, then what was staked, in how many rounds,
        # and the squares of whole rounds
        self.places = {
            (n, wager): at
            for at, (n, wager) in enumerate((n, wager) for n, found in enumerate(self.wagers) for wager in found)
        }
        self.width = 2 * SLOTS + 4

    def _wagers(self, sitting: Sitting) -> list[str]:
        made = [wager for wager in self.game.law.catalogue(self.rules) if self.game.law.made_by(wager) is not None]
        return [*sitting.bets, *made]

    def _asked(self, seat: int) -> str | None:
        """The wager of a seat that its choices belong to: wagers made by choosing count with it."""
        bets = self.sitting[seat].bets
        return next((wager for wager in bets if self.game.walk.strategies(self.rules, wager)), None)

    def play(self, words: Any, rounds: int) -> Any:
        """A chunk begins with a table that has just been opened."""
        counts = np.zeros(len(self.places) * self.width, np.int64)
        rows = counts.reshape(len(self.places), self.width)
        found: dict[tuple[int, str, int], int] = {}
        for table in self._rounds(words, rounds):
            sums: dict[tuple[int, str], int] = {}
            for (seat, wager), net in self._nets(table).items():
                group = self.group_of[seat]
                found[group, wager, net] = found.get((group, wager, net), 0) + 1
                rows[self.places[group, wager], -4] += table.staked[seat, wager]
                sums[group, wager] = sums.get((group, wager), 0) + net
            for key, net in sums.items():
                high, low = divmod(net * net, LOW)
                rows[self.places[key], -3:] += (1, high, low)
        for (group, wager, net), often in found.items():
            row, slot = rows[self.places[group, wager]], net % SLOTS
            if row[slot]:
                raise BadInput(f"{wager}: two results share a slot at this stake; wager less, or a rounder amount")
            row[slot], row[SLOTS + slot] = often, often * (net + BASE)
        return counts

    def _rounds(self, words: Any, rounds: int) -> Iterator[RulesTable]:
        """A table after each of its rounds."""
        seed = np.asarray(words, np.uint64).astype("<u8").tobytes().hex()
        table = RulesTable(self.game, self.rules, self.sitting, SeededSource(seed))
        for _ in range(rounds):
            table.round()
            for (seat, wager), refusal in table.refused.items():
                raise RefusedWager(
                    wager, refusal, self.sitting[seat].name and f'player "{self.sitting[seat].name}": bets'
                )
            if self.game.law.placed(table.driver.state):
                raise BadInput(f"{self.game.id}: its wagers last longer than a round, so it needs its own kernel")
            yield table

    def _nets(self, table: RulesTable) -> dict[tuple[int, str], int]:
        """The net result of each wager of each seat; wagers made by choosing also count with the wager that led to them."""
        nets = dict(table.settled)
        for (seat, wager), net in table.settled.items():
            first = self._asked(seat)
            if first is not None and self.game.law.made_by(wager) is not None:
                nets[seat, first] += net
        return nets

    def course(self, words: Any, rounds: int) -> Course:
        """The course of a seat's results; each round decides all its wagers."""
        nets = np.zeros((len(self.sitting), 1, rounds), np.int64)
        begins = np.zeros(rounds, np.bool_)
        for n, table in enumerate(self._rounds(words, rounds)):
            nets[:, 0, n] = table.nets
            begins[n] = table.begins
        return Course(tuple(nets), begins)

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """Tallies by group and wager; wagers made by choosing also have their own rows, if they came up."""
        rows = counts.reshape(len(self.places), self.width)
        return tuple(
            self._tally(n, wager, rows[at])
            for (n, wager), at in self.places.items()
            if wager in self.sitting[self.groups[n][0]].bets or rows[at, -3]
        )

    def _tally(self, n: int, wager: str, row: Any) -> Tally:
        group = self.groups[n]
        (slots,) = np.nonzero(row[:SLOTS])
        values: dict[int, int] = {}
        for slot in slots:
            often, total = int(row[slot]), int(row[SLOTS + slot])
            net, rest = divmod(total - often * BASE, often)
            assert not rest and net % SLOTS == slot, "chunks have two results in one slot"
            values[net] = often
        values = dict(sorted(values.items()))
        stake = self.sitting[group[0]].bets.get(wager) or int(row[-4]) // sum(
            values.values()
        )  # on average, if it varies
        if len(group) == 1:
            return Tally(wager, stake, values, sitting=group[0])
        rounds, high, low = (int(number) for number in row[-3:])
        return Tally(wager, stake, values, high * LOW + low, rounds, sitting=group[0])
