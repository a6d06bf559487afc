"""Games without choices as tables: automata of each seat's wagers, joined while they stay small, driven by the same draws.

Only visits are counted, by [state, slot]. An automaton says what each visit decides, so the counts are a full record of every
wager.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.core import AnyGame, Wager
from houseway.core.kernel import Course, Sitting, Tally, alike
from houseway.law import Rules
from houseway.numerics.seeding import threshold
from houseway.odds.graph import SEAT
from houseway.simulate import loops
from houseway.simulate.seat_automaton import Machine

Array = np.ndarray[Any, Any]
JOINED_STATES = 64  # automata are joined while the joint automaton has at most this many states


class CompiledTables:
    """The compiled wagers of all seats, as arrays for the loops. `owned`: each automaton with the first seat that uses it."""

    def __init__(
        self, owned: tuple[tuple[int, Machine], ...], sitting: tuple[Sitting, ...], round_word: str = "round",
        marker: Machine | None = None,
    ) -> None:  # fmt: skip
        self.machines = machines = tuple(machine for _, machine in owned)
        self.owners = tuple(seat for seat, _ in owned)
        self.groups = alike(sitting)
        self.round_word, self.marker, self.seats = round_word, marker, len(sitting)
        first = machines[0]
        assert all((m.outcomes, m.weights) == (first.outcomes, first.weights) for m in machines)
        self.outcome_of = np.repeat(np.arange(len(first.weights)), first.weights)  # slot -> outcome
        self.slots = len(self.outcome_of)
        self.a_word = loops.draws_a_word(self.slots)
        self.least = np.uint64(threshold(self.slots**self.a_word))
        self.joints = _joined(machines)
        for joint in self.joints:
            joint.prepare(self.outcome_of)
        self.lasting = [n for n, machine in enumerate(machines) if machine.states_in_play > 1]
        self.single = not self.lasting
        self._followed: dict[int, tuple[Array, ...]] = {}
        self._flatten()

    def _flatten(self) -> None:
        """Put the rows of all automata that are played out into one array."""
        rows: list[tuple[int, ...]] = []
        self.first_row: list[int] = []
        over: list[bool] = []
        for n in self.lasting:
            machine, base = self.machines[n], len(rows)
            self.first_row.append(base)
            rows += [tuple(base + target for target in row) for row in machine.after]
            over += [state in machine.over for state in range(len(machine.after))]
        table = np.array(rows, np.int64).reshape(len(rows), len(self.machines[0].outcomes))
        self.flat: Array = table[:, self.outcome_of].ravel()
        self.over = np.array(over, np.bool_)

    @property
    def sizes(self) -> list[int]:
        """The number of counts in each part of the record: one part per joint automaton, then the play-out, by outcome."""
        outcomes = len(self.machines[0].outcomes)
        joints = [1] if self.single else [len(joint.rows) for joint in self.joints]
        return [size * outcomes for size in (*joints, len(self.over))]

    def play(self, words: Array, rounds: int) -> Array:
        """Play every round of a chunk, and count what the draws decide."""
        if self.single:
            return self._by_outcome(self._count(words, rounds))
        start, parts = words.copy(), []
        ends: Array = np.zeros((loops.TABLES, len(self.lasting)), np.int64)
        for joint in self.joints:
            words[:] = start
            visits, states = self._drive(joint, words, rounds)
            parts.append(self._by_outcome(visits))
            for at, n in enumerate(self.lasting):
                if n in joint.members:
                    machine, column = self.machines[n], joint.members.index(n)
                    for table, state in enumerate(states):
                        ends[table, at] = self.first_row[at] + machine.closing[joint.rows[state][column]]
        return np.concatenate([*parts, self._by_outcome(self._play_out(words, ends))])

    def _draws(self, words: Array) -> loops.Draws:
        return loops.Draws(words, self.slots, int(self.least), self.a_word)

    def _play_out(self, words: Array, ends: Array) -> Array:
        """Play the wagers left on each of the four tables to their end, with no new wagers; return the visits.

        `ends[table, automaton]` is a row of the flat table, whose rows are numbered through all automata.
        """
        visits: Array = np.zeros(len(self.flat), np.int64)
        for rows in ends:
            draws = self._draws(words)
            waiting = rows[~self.over[rows]]
            while len(waiting):
                at = waiting * self.slots + draws.next()
                visits[at] += 1  # each automaton has its own rows, so no index occurs twice
                waiting = self.flat[at]
                waiting = waiting[~self.over[waiting]]
        return visits

    def _count(self, words: Array, rounds: int) -> Array:
        """Count slots only, because one result decides everything."""
        slots, whole = np.uint64(self.slots), rounds - rounds % self.a_word
        counts: Array = np.zeros(self.slots, np.int64)
        if self.a_word == 8:
            pairs: Array = np.zeros((4, self.slots**2), np.uint32)
            loops.count(words, slots * slots, self.least, whole // 8, pairs)
            square = pairs.sum(axis=0, dtype=np.int64).reshape(self.slots, self.slots)
            counts += square.sum(axis=0) + square.sum(axis=1)
        elif self.a_word == 4:
            singles: Array = np.zeros((4, self.slots), np.uint32)
            loops.count(words, slots, self.least, whole // 4, singles)
            counts += singles.sum(axis=0, dtype=np.int64)
        else:
            drawn: Array = np.zeros(whole, np.int64)
            loops.fill(words, slots, self.least, self.a_word, drawn)
            counts += np.bincount(drawn, minlength=self.slots)
        draws = self._draws(words)
        for _ in range(rounds - whole):
            counts[draws.next()] += 1
        return counts

    def _drive(self, joint: Joint, words: Array, rounds: int) -> tuple[Array, list[int]]:
        slots, size = np.uint64(self.slots), len(joint.rows)
        states: Array = np.zeros(loops.TABLES, np.int64)
        counted: Array = np.zeros(len(joint.steps), np.uint32)
        if joint.paired:
            loops.drive_pairs(words, slots, self.least, rounds, joint.steps, states, counted)
            states //= self.slots
            cube = counted.reshape(size, self.slots, self.slots).astype(np.int64)
            visits = cube.sum(axis=2)
            np.add.at(visits, joint.by_slot, cube)  # the second step starts where the first one ended
            visits = visits.ravel()
        else:
            loops.drive(words, slots, self.least, rounds, joint.steps, states, counted)
            visits = counted.astype(np.int64)
        ended = [int(state) // self.slots for state in states]
        draws = self._draws(words)
        for n in range(rounds % 8):  # two for the first table, two for the second, and so on
            slot, state = draws.next(), ended[n // 2]
            visits[state * self.slots + slot] += 1
            ended[n // 2] = int(joint.by_slot[state, slot])
        return visits, ended

    def _by_outcome(self, visits: Array) -> Array:
        """Merge slots of the same outcome."""
        edges = np.concatenate([[0], np.cumsum(self.machines[0].weights)[:-1]])
        by_slot = visits.astype(np.int64).reshape(-1, self.slots)
        return np.add.reduceat(by_slot, edges, axis=1).ravel() if len(by_slot) else np.zeros(0, np.int64)

    def visits(self, counts: Array) -> list[Array]:
        """The visits of each single automaton, [state, outcome], including the play-out."""
        outcomes = len(self.machines[0].outcomes)
        *joint_counts, last = np.split(counts, np.cumsum(self.sizes)[:-1])
        found: list[Array] = [np.zeros((len(m.after), outcomes), np.int64) for m in self.machines]
        if self.single:
            for each in found:
                each[0] = joint_counts[0]
            return found
        for joint, part in zip(self.joints, joint_counts, strict=True):
            by_state = part.reshape(-1, outcomes)
            for column, n in enumerate(joint.members):
                np.add.at(found[n], [row[column] for row in joint.rows], by_state)
        for at, n in enumerate(self.lasting):
            rows = last.reshape(-1, outcomes)[self.first_row[at] : self.first_row[at] + len(self.machines[n].after)]
            found[n] += rows
        return found

    def tallies(self, counts: Array) -> tuple[Tally, ...]:
        """How often each wager ended in each way, in the order of the automata."""
        found: list[Tally] = []
        seats = {group[0]: len(group) for group in self.groups}
        for owner, machine, visits in zip(self.owners, self.machines, self.visits(counts), strict=True):
            values: list[dict[int, int]] = [{} for _ in machine.wagers]
            for state, outcome in zip(*np.nonzero(visits), strict=True):
                often = int(visits[state, outcome])
                for wager, net in machine.decided[state][outcome]:
                    values[wager][net] = values[wager].get(net, 0) + often
            rows = zip(machine.wagers, machine.stakes_cents, values, strict=True)
            for wager, stake, ends in rows:
                all_seats = {net: often * seats[owner] for net, often in sorted(ends.items())}
                found.append(Tally(wager, stake, all_seats, shared=seats[owner], sitting=owner))
        return tuple(found)

    def course(self, words: Array, rounds: int) -> Course:
        """The course of one table, with a group of wagers for each automaton of a seat."""
        drawn: Array = np.zeros(rounds, np.int64)
        loops.fill(words, np.uint64(self.slots), self.least, self.a_word, drawn)
        own = {group[0]: [n for n, seat in enumerate(self.owners) if seat == group[0]] for group in self.groups}
        nets = {seat: np.stack([self._follow(self.machines[n], drawn) for n in each]) for seat, each in own.items()}
        undecided = {
            seat: np.stack([self._undecided(self.machines[n], drawn) for n in each]) for seat, each in own.items()
        }
        if self.marker is None:
            begins: Array = np.zeros(rounds, np.bool_)
            begins[:1] = True
        else:
            begins = self._follow(self.marker, drawn) == 1
        first = {seat: group[0] for group in self.groups for seat in group}
        seats = range(self.seats)
        return Course(
            tuple(nets[first[seat]] for seat in seats), begins,
            () if self.single else tuple(undecided[first[seat]] for seat in seats),
        )  # fmt: skip

    def _follow(self, machine: Machine, drawn: Array) -> Array:
        """The net result of each draw under an automaton."""
        return self._along(machine, drawn, 0)

    def _undecided(self, machine: Machine, drawn: Array) -> Array:
        """For each draw, is any of the automaton's wagers undecided after it?"""
        return self._along(machine, drawn, 1) > 0

    def _along(self, machine: Machine, drawn: Array, which: int) -> Array:
        found: Array = np.zeros(len(drawn), np.int64)
        after, *values = self._by_slot(machine)
        loops.follow(drawn, after, values[which], found)
        return found

    def _by_slot(self, machine: Machine) -> tuple[Array, ...]:
        """For each state and slot: the next state, the gain, and the number of undecided wagers; computed once."""
        if id(machine) not in self._followed:
            gains = [[sum(net for _, net in decided) for decided in row] for row in machine.decided]
            left = [
                [len(set(on_layout) - {wager for wager, _ in decided}) for decided in row]
                for on_layout, row in zip(machine.on_layout, machine.decided, strict=True)
            ]
            tables = (np.array(each, np.int64)[:, self.outcome_of] for each in (machine.after, gains, left))
            self._followed[id(machine)] = tuple(tables)
        return self._followed[id(machine)]


class Joint:
    """Several automata as one, whose states are tuples of theirs."""

    def __init__(self, members: list[int], rows: list[tuple[int, ...]], after: Array) -> None:
        self.members, self.rows, self.after = members, rows, after
        self.by_slot, self.steps, self.paired = after, after, False

    def prepare(self, outcome_of: Array) -> None:
        """The layout for the loops: by slot, with states multiplied by the row width; small automata take two steps at a time."""
        size, slots = len(self.rows), len(outcome_of)
        self.by_slot = self.after[:, outcome_of]
        self.paired = size <= loops.PAIRED_STATES
        width = slots**2 if self.paired else slots
        table = self.by_slot[self.by_slot] if self.paired else self.by_slot
        self.steps = (table.ravel() * width).astype(np.uint16 if size * width <= 1 << 16 else np.uint32)


def _product(machines: list[Machine], most: int) -> tuple[list[tuple[int, ...]], Array] | None:
    """All joint states that are reachable from the start, or None if there are more than `most`."""
    order = {(0,) * len(machines): 0}
    rows: list[list[int]] = []
    waiting = list(order)
    for state in waiting:
        targets = zip(*(machine.after[s] for machine, s in zip(machines, state, strict=True)), strict=True)
        row = []
        for target in targets:
            if target not in order:
                order[target] = len(order)
                waiting.append(target)
            row.append(order[target])
        rows.append(row)
        if len(order) > most:
            return None
    return list(order), np.array(rows, np.int64)


def _joined(machines: tuple[Machine, ...]) -> list[Joint]:
    """Follow automata with equal transitions once, and join the others one by one while the joint automaton stays small."""
    alike: dict[object, list[int]] = {}
    for n, machine in enumerate(machines):
        alike.setdefault(machine.after[: machine.states_in_play], []).append(n)
    bundles: list[tuple[list[list[int]], list[tuple[int, ...]], Array]] = []
    for members in sorted(alike.values(), key=lambda members: machines[members[0]].states_in_play):
        for at, (gathered, _, _) in enumerate(bundles):
            chosen = [*gathered, members]
            product = _product([machines[each[0]] for each in chosen], JOINED_STATES)
            if product is not None:
                bundles[at] = (chosen, *product)
                break
        else:
            alone = _product([machines[members[0]]], 10**9)
            assert alone is not None
            bundles.append(([members], *alone))
    return [
        Joint(
            [n for members in gathered for n in members],
            [tuple(s for s, members in zip(state, gathered, strict=True) for _ in members) for state in rows],
            after,
        )
        for gathered, rows, after in bundles
    ]


def grouped(game: AnyGame, rules: Rules, bets: Mapping[str, int]) -> list[dict[str, int]]:
    """Group wagers with the wager of the same seat that they depend on; every other wager is its own group."""
    leans: dict[str, str] = {}
    for wager in bets:
        for facts in game.walk.setups(rules, wager).values():
            own = [fact.id for fact in facts if isinstance(fact, Wager) and fact.seat == SEAT]
            for other in own:
                if other in bets and other != wager:
                    leans[wager] = other
    groups: dict[str, dict[str, int]] = {wager: {wager: cents} for wager, cents in bets.items() if wager not in leans}
    for wager, other in leans.items():
        groups[other][wager] = bets[wager]
    return list(groups.values())
