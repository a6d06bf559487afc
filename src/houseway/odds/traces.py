"""The money of a round as a sequence of records, and how two such sequences differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from houseway.core import Step, seat_of
from houseway.law import Citation


@dataclass(frozen=True, slots=True)
class MovedMoney:
    """Money that went from one account to another. Moves are equal whatever their citations."""

    source: str
    target: str
    cents: int
    because: tuple[Citation, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class SettledWager:
    """A wager that was decided; its money follows as moves."""

    seat: int
    wager: str
    cents: int
    result: str
    because: tuple[Citation, ...] = field(default=(), compare=False)


Record = MovedMoney | SettledWager
Trace = tuple[Record, ...]
Owed = frozenset[tuple[Record, int]]  # positive counts: only in the first trace; negative: only in the second


class Unlike(IntEnum):
    """How much two rounds with the same facts differ, the largest difference last."""

    SAME = 0  # the same money through the same accounts, at the same moments, in the same order
    ORDER = 1  # at the same moments in a different order
    MOMENT = 2  # the same, but some of it earlier or later in the round
    PLACE = 3  # through different accounts or with different verdicts, to the same end
    GAIN = 4  # a seat ends with a different amount
    UNSHARED = 5  # the round is possible in only one of the two


def trace_of(step: Step[Any]) -> Trace:
    """The money that a step moved and the wagers it decided, in order."""
    if not step.moves and not step.settled:
        return ()
    found: list[Record] = [MovedMoney(move.source, move.target, move.cents) for move in step.moves]
    for settled in step.settled:
        found.append(SettledWager(settled.seat, settled.wager, settled.cents, settled.result.value, settled.because))
        found += [MovedMoney(move.source, move.target, move.cents, settled.because) for move in settled.moves]
    return tuple(found)


def owed_after(owed: Owed, one: Trace, other: Trace) -> Owed:
    """The moves that only one side has made so far, after two more traces."""
    if one == other:
        return owed
    left: Counter[Record] = Counter(dict(owed))
    left.update(one)
    left.subtract(other)
    return frozenset((record, count) for record, count in left.items() if count)


def level_after(level: Unlike, one: Trace, other: Trace) -> Unlike:
    """Has money moved in a different order, or at a different moment, so far?"""
    if one == other:
        return level
    return max(level, Unlike.ORDER if Counter(one) == Counter(other) else Unlike.MOMENT)


def at_the_end(owed: Owed, level: Unlike) -> Unlike:
    """How much two finished rounds differ."""
    if any(seats_gain(owed).values()):
        return Unlike.GAIN
    return Unlike.PLACE if owed else level


def seats_gain(owed: Owed) -> dict[str, int]:
    """How many cents more each seat gained on the first side than on the second."""
    more: dict[str, int] = {}
    for record, count in owed:
        if isinstance(record, MovedMoney):
            for account, sign in ((record.target, 1), (record.source, -1)):
                if seat_of(account) is not None:
                    more[account] = more.get(account, 0) + sign * count * record.cents
    return more


def gains(trace: Iterable[Record]) -> dict[str, int]:
    """The gain of each seat that took part, in cents."""
    return seats_gain(frozenset(Counter(trace).items()))
