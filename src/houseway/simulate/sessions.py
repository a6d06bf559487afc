"""Sessions: what players take home after so many rounds, with progressions, a bankroll and stopping rules of their own.

Stakes change from wager to wager, so rounds are followed one after the other here: compiled, but slower than counting.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from houseway.core import AnyGame
from houseway.core.kernel import Kernel
from houseway.equipment.streams import stream
from houseway.law import BadInput, Rules
from houseway.law.errors import one_of
from houseway.simulate import kernels
from houseway.simulate.submitted import read_bets

BLOCK = 1 << 18  # rounds that are held in memory at a time
MOST_VALUES = 4096  # different results that a distribution tells apart; beyond, they are rounded to coarser steps
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
KEYS = {"name", "bets", "progression", "most", "bankroll_cents", "stop_loss_cents", "stop_win_cents"}


@dataclass(frozen=True, slots=True)
class Player:
    """What a player wagers, and when the player stops; 0: no limit.

    `progression`: how the stake follows from the results of the wagers before; `most`: the highest multiple of the first stake.
    """

    name: str
    bets: Mapping[str, int]
    progression: str = "flat"
    most: int = 1
    bankroll_cents: int = 0
    stop_loss_cents: int = 0
    stop_win_cents: int = 0


@dataclass(slots=True)
class Spread:
    """A distribution in whole cents, rounded down to `grain`; sums are exact."""

    values: dict[int, int] = field(default_factory=dict)
    grain: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, found: Any) -> None:
        """More values, in an array."""
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
        """The value that so many percent of all do not exceed."""
        seen = 0
        for value, times in sorted(self.values.items()):
            seen += times
            if seen * 100 >= percent * self.count:
                return value
        raise AssertionError("nothing was added")


@dataclass(slots=True)
class Sessions:
    """What all sessions of one player came to."""

    player: Player
    rounds: int  # a session
    results: Spread = field(default_factory=Spread)
    drawdowns: Spread = field(default_factory=Spread)
    played: int = 0  # rounds until the player stopped
    ruined: int = 0
    won: int = 0
    lost: int = 0

    def add(self, results: Any, drawdowns: Any, played: Any, ruined: Any) -> None:
        """Some more sessions."""
        self.results.add(results)
        self.drawdowns.add(drawdowns)
        self.played += int(played.sum())
        self.ruined += int(ruined.sum())
        self.won += int((results > 0).sum())
        self.lost += int((results < 0).sum())

    def as_json(self, rounds_per_hour: int) -> dict[str, Any]:
        """As it stands in `houseway simulate --json`."""
        count = self.results.count
        return {
            "player": self.player.name,
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
            "rounds_played": self.played / count,
            "rounds_per_hour": rounds_per_hour,
            "hold_per_hour_cents": -self.results.total / self.played * rounds_per_hour if self.played else None,
        }


def play_sessions(
    kernel: Kernel, player: Player, rules: Rules, rounds: int, session: int, seed: str, threads: int = 0
) -> Sessions:
    """So many rounds, cut into sessions; blocks of sessions have streams of their own, as chunks have."""
    found = Sessions(player, session)
    each = max(1, BLOCK // session)
    count = rounds // session
    most = min(player.most, *(max(1, rules.max_cents // cents) for cents in player.bets.values()))

    stake = sum(player.bets.values())

    def block(number: int) -> tuple[Any, ...]:
        sessions = min(each, count - number * each)
        nets = kernel.nets(stream(f"{seed}\0sessions", number), sessions * session)
        results, drawdowns, played, ruined = (np.zeros(sessions, np.int64) for _ in range(4))
        kernels.follow_sessions(
            nets, session, kernels.PROGRESSIONS.index(player.progression), most, stake, player.bankroll_cents,
            player.stop_loss_cents, player.stop_win_cents, results, drawdowns, played, ruined,
        )  # fmt: skip
        return results, drawdowns, played, ruined

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        blocks = range(-(-count // each))
        for start in range(0, len(blocks), 64):  # memory does not grow with the rounds
            for part in pool.map(block, blocks[start : start + 64]):
                found.add(*part)
    return found


def read_players(game: AnyGame, rules: Rules, path: Path) -> list[Player]:
    """`[[player]]` tables in a TOML file."""
    try:
        data = tomllib.loads(path.read_text())
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise BadInput(f"{path}: is not TOML ({error})") from None
    listed = data.get("player")
    if not isinstance(listed, list) or not listed or data.keys() != {"player"}:
        raise BadInput(f"{path}: has no players; write [[player]] with name and bets, for each of them")
    if len(listed) > rules.boxes:
        raise BadInput(f"{path}: {len(listed)} players at a table with {rules.boxes} boxes")
    return [_player(game, rules, f"{path}: player {n}", each) for n, each in enumerate(listed, 1)]


def _player(game: AnyGame, rules: Rules, where: str, given: Any) -> Player:
    strange = sorted(set(given) - KEYS)
    if strange:
        raise BadInput(f"{where}: {strange[0]} is no key of a player; there are {one_of(sorted(KEYS))}")
    bets, progression = given.get("bets"), given.get("progression", "flat")
    if not isinstance(bets, dict) or not bets:
        right = f'write for example bets = {{ "{next(iter(game.catalogue(rules)))}" = 1000 }}, in cents'
        raise BadInput(f"{where}: bets: {bets!r} is not a table of amounts; {right}")
    if progression not in kernels.PROGRESSIONS:
        raise BadInput(f"{where}: progression: {progression!r} is not one of {one_of(kernels.PROGRESSIONS)}")
    numbers = {key: given.get(key, 0) for key in ("bankroll_cents", "stop_loss_cents", "stop_win_cents")}
    numbers["most"] = given.get("most", 1 if progression == "flat" else 1 << 20)
    for key, value in numbers.items():
        if type(value) is not int or value < 0 or value > 10**15:
            raise BadInput(f"{where}: {key}: {value!r} is not a whole number from 0 to 10^15")
    made = read_bets(game, rules, [f"{wager}={cents}" for wager, cents in bets.items()])
    return Player(str(given.get("name", where.rpartition(": ")[2])), made, progression, **numbers)
