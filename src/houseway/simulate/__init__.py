"""Draw it: rounds by the billion, every wager recorded, the exact figure beside the simulated one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from houseway.core import AnyGame
from houseway.equipment.streams import stream
from houseway.law import Rules
from houseway.simulate.figures import Figures, figures
from houseway.simulate.playing import Heard, Played, Progress, chunk_player, run
from houseway.simulate.prepare import Told, prepare
from houseway.simulate.sessions import Player, Sessions, play_sessions
from houseway.simulate.submitted import Asked, RefusedWager

WARM = 1001  # rounds

__all__ = ["Asked", "Figures", "Played", "RefusedWager", "Simulation", "simulate", "with_sessions"]


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was asked, what was played, and what each wager came to."""

    game: AnyGame
    rules: Rules
    asked: Asked
    played: Played
    wagers: tuple[Figures, ...]
    trail: tuple[tuple[int, tuple[Figures, ...]], ...]  # the figures after some of the rounds, on the way
    round_word: str
    sessions: tuple[Sessions, ...] = ()
    rounds_per_hour: int = 60

    def as_json(self) -> dict[str, Any]:
        """As `houseway simulate --json` prints it."""
        return {
            "game": self.rules.game,
            "edition": self.rules.edition.id,
            "submission": self.rules.digest,
            "seed": self.asked.seed,
            "seats": self.asked.seats,
            "strategy": self.asked.strategy,
            "round": self.round_word,
            "rounds": self.played.rounds,
            "seconds": self.played.seconds,
            "rounds_per_second": self.played.rounds_per_second,
            "wagers": [each.as_json() for each in self.wagers],
            **({"sessions": [each.as_json(self.rounds_per_hour) for each in self.sessions]} if self.sessions else {}),
        }


def simulate(
    game: AnyGame, rules: Rules, asked: Asked, threads: int = 0, checkpoint: Any = None, heard: Heard | None = None,
    told: Told | None = None, cluster: Any = None,
) -> Simulation:  # fmt: skip
    """Play what was asked; `checkpoint` goes on from a file, `cluster` plays the chunks elsewhere."""
    kernel, exact = prepare(game, rules, asked.bets, asked.seats, asked.strategy, told)
    kernel.play(stream("warm", 0), WARM)  # machine code is made, or read from disk, before the clock starts
    progress = checkpoint.resume(asked.rounds) if checkpoint is not None else Progress()
    kept = checkpoint.keep if checkpoint is not None else None
    play, pool = chunk_player(kernel, asked.seed), None
    if cluster is not None:
        play, pool, threads = cluster.player(game, rules, asked), cluster, cluster.workers()
    try:
        played = run(play, asked.rounds, threads, progress, heard, kept, pool)
    finally:
        if checkpoint is not None:
            checkpoint.write(progress)
    order = {wager: n for n, wager in enumerate(game.catalogue(rules))}

    def rows(counts: Any) -> tuple[Figures, ...]:
        found = [figures(tally, exact) for tally in kernel.tallies(counts)]
        return tuple(sorted(found, key=lambda row: order[row.id]))

    trail = tuple((at, rows(counts)) for at, counts in played.trail)
    return Simulation(game, rules, asked, played, rows(played.counts), trail, kernel.round_word)


def with_sessions(
    done: Simulation, players: list[Player], session: int, rounds_per_hour: int, threads: int = 0
) -> Simulation:
    """The same rounds once more as sessions of each player: all of them see the same results, whatever they wager."""
    game, rules, asked = done.game, done.rules, done.asked
    found = []
    for player in players:
        kernel, _ = prepare(game, rules, player.bets, 1, asked.strategy)
        found.append(play_sessions(kernel, player, rules, asked.rounds, session, asked.seed, threads))
    return replace(done, sessions=tuple(found), rounds_per_hour=rounds_per_hour)
