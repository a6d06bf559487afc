"""Sessions: what players take home after a number of rounds, each with a progression, a bankroll and stopping rules.

Stakes change from wager to wager, so rounds are played one after the other: compiled, but slower than counting.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from houseway.core.kernel import Course, Kernel, Sitting
from houseway.law import Rules
from houseway.numerics.seeding import stream
from houseway.simulate.progression import PROGRESSIONS

BLOCK = 1 << 16  # rounds held in memory at a time, or one session if that is longer
MOST_SESSION = 10**6  # rounds
MOST_VALUES = 4096  # distinct results in a distribution; with more, they are rounded to coarser steps
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
SESSION = "session"
AT_A_TIME = 64  # blocks
ALL_DECIDED = np.zeros((0, 0), np.bool_)
Followed = Callable[[int], None]  # called with the number of rounds played


@dataclass(frozen=True, slots=True)
class Player:
    """A player's wagers and stopping rules; 0: no limit.

    `progression`: how the stake depends on earlier results; `most`: the highest multiple of the first stake. `stop_per`: what the
    limits apply to, a session, or one shooter or shoe, after which the player sits out until the next one.
    """

    name: str
    bets: Mapping[str, int]
    progression: str = "flat"
    most: int = 1
    bankroll_cents: int = 0
    stop_loss_cents: int = 0
    stop_win_cents: int = 0
    stop_per: str = SESSION
    strategy: str | None = None
    seats: int = 1

    def sitting(self, named: bool) -> tuple[Sitting, ...]:
        """The player's seats at the table."""
        return (Sitting(self.bets, self.strategy, self.name if named else ""),) * self.seats


@dataclass(slots=True)
class Spread:
    """A distribution in whole cents, rounded down to `grain`; sums are exact."""

    values: dict[int, int] = field(default_factory=dict)
    grain: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, found: Any) -> None:
        """Add an array of values."""
        self.count += len(found)
        self.total += int(found.sum())
        distinct, often = np.unique(found, return_counts=True)
        for value, times in zip(distinct.tolist(), often.tolist(), strict=True):
            self.squares += value * value * times
            step = value // self.grain * self.grain
            self.values[step] = self.values.get(step, 0) + times
        while len(self.values) > MOST_VALUES:
            self.grain *= 2
            coarser: dict[int, int] = {}
            for value, times in self.values.items():
                step = value // self.grain * self.grain
                coarser[step] = coarser.get(step, 0) + times
            self.values = coarser

    def as_json(self) -> dict[str, Any]:
        """Mean, deviation and quantiles."""
        mean = self.total / self.count
        deviation = math.sqrt(max(0.0, self.squares / self.count - mean * mean))
        quantiles = {str(percent): self.quantile(percent) for percent in QUANTILES}
        return {"mean": mean, "deviation": deviation, "quantiles": quantiles}

    def quantile(self, percent: int) -> int:
        """The value that this percentage of all values do not exceed."""
        seen = 0
        for value, times in sorted(self.values.items()):
            seen += times
            if seen * 100 >= percent * self.count:
                return value
        raise AssertionError("nothing was added")


@dataclass(slots=True)
class Sessions:
    """The results of all sessions of one player, at the player's first seat."""

    player: Player
    rounds: int  # per session
    results: Spread = field(default_factory=Spread)
    drawdowns: Spread = field(default_factory=Spread)
    played: int = 0  # rounds that the player did not sit out
    ruined: int = 0
    won: int = 0
    lost: int = 0
    below_nothing: int = 0  # ended below zero: wagers were added mid-round that the bankroll did not cover

    def add(self, results: Any, drawdowns: Any, played: Any, ruined: Any) -> None:
        """Add some sessions."""
        self.results.add(results)
        self.drawdowns.add(drawdowns)
        self.played += int(played.sum())
        self.ruined += int(ruined.sum())
        self.won += int((results > 0).sum())
        self.lost += int((results < 0).sum())
        if self.player.bankroll_cents:
            self.below_nothing += int((results < -self.player.bankroll_cents).sum())

    def hold_per_hour(self, rounds_per_hour: int) -> float:
        """The house's win from a seat in an hour of play, in cents."""
        return -self.results.total / self.played * rounds_per_hour

    def as_json(self, rounds_per_hour: int) -> dict[str, Any]:
        """The sessions as plain values."""
        count, hold = self.results.count, self.hold_per_hour(rounds_per_hour)
        return {
            "player": self.player.name,
            "seats": self.player.seats,
            "progression": self.player.progression,
            "sessions": count,
            "rounds": self.rounds,
            "win": self.won,
            "even": count - self.won - self.lost,
            "lose": self.lost,
            "result_cents": self.results.as_json(),
            "drawdown_cents": self.drawdowns.as_json(),
            "bankroll_cents": self.player.bankroll_cents,
            "ruined": self.ruined,
            "risk_of_ruin": self.ruined / count if self.player.bankroll_cents else None,
            "below_nothing": self.below_nothing,
            "rounds_played": self.played / count,
            "rounds_per_hour": rounds_per_hour,
            "hold_per_hour_cents": hold,
            "seats_hold_per_hour_cents": hold * self.player.seats,
        }


def play_sessions(
    kernel: Kernel, found: Sequence[Sessions], rules: Rules, rounds: int, seed: str, threads: int = 0,
    followed: Followed | None = None,
) -> None:  # fmt: skip
    """Play this many rounds at one table, divided into sessions, and add them to each player's results.

    Each block of sessions has its own random stream, as each chunk has.
    """
    players, session = [each.player for each in found], found[0].rounds
    each, count = max(1, BLOCK // session), rounds // session
    first = [sum(player.seats for player in players[:n]) for n in range(len(players))]

    def block(number: int) -> list[tuple[Any, ...]]:
        sessions = min(each, count - number * each)
        course = kernel.course(stream(f"{seed}\0sessions", number), sessions * session)
        return [
            _follow(course, seat, player, rules, session, sessions) for seat, player in zip(first, players, strict=True)
        ]

    def add(parts: list[tuple[Any, ...]]) -> None:
        for player_sessions, part in zip(found, parts, strict=True):
            player_sessions.add(*part)

    # A separate thread adds them up. Ctrl-C does not reach it, so a block is never half added.
    with ThreadPoolExecutor(1) as adder, ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        blocks = range(-(-count // each))
        for start in range(0, len(blocks), AT_A_TIME):  # memory does not grow with the rounds
            for number, parts in enumerate(pool.map(block, blocks[start : start + AT_A_TIME]), start + 1):
                adder.submit(add, parts).result()
                if followed is not None:
                    followed(min(count, number * each) * session)


def _follow(
    course: Course, seat: int, player: Player, rules: Rules, session: int, sessions: int
) -> tuple[Any, Any, Any, Any]:
    """The sessions of one player in a course of rounds."""
    most = min(player.most, *(max(1, rules.max_cents // cents) for cents in player.bets.values()))
    results, drawdowns, played, ruined = (np.zeros(sessions, np.int64) for _ in range(4))
    from houseway.simulate import loops  # loads the compiler, which describing a player does not need

    loops.follow_sessions(
        course.nets[seat], course.undecided[seat] if course.undecided else ALL_DECIDED, course.begins, session,
        PROGRESSIONS.index(player.progression), most, sum(player.bets.values()), player.bankroll_cents,
        player.stop_loss_cents, player.stop_win_cents, player.stop_per != SESSION, results, drawdowns, played, ruined,
    )  # fmt: skip
    return results, drawdowns, played, ruined
