"""How fast it plays: the product beside bare kernels and beside a peer, as ratios of processor time taken in one run on one core.

Run: make bench-simulation (the peer, crapssim, comes with the extra `bench`; without it that column is left out)
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import limits
import numpy as np

from houseway.equipment.streams import stream
from houseway.games import load
from houseway.games.casino_war.kernel import WarKernel
from houseway.simulate.playing import CHUNK, chunk_player, run
from houseway.simulate.prepare import prepare
from houseway.simulate.submitted import seated
from houseway.simulate.tables import Tables

RUNS = 7
TABLED = 32 * CHUNK  # rounds of games that need only nanoseconds for one
PEER_ROLLS = 20_000
FIVE_ROULETTE = {"red": 1000, "straight:17": 500, "dozen:1": 1000, "column:2": 1000, "odd": 1000}
FIVE_SIC_BO = {"small": 1000, "big": 1000, "three-of-a-kind:1": 500, "total-value:9": 500, "one-of-a-kind:6": 500}
PASS = {"pass": 1000, "odds:pass": 2000}
WAR = {"initial": 1000}


def rate(rounds: int, work: Callable[[], object], runs: int = RUNS) -> float:
    """Rounds a second of processor time, at the best of a few runs."""
    work()
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return rounds / best


def product(game: str, bets: dict[str, int] | None, seats: int = 1) -> tuple[float, Any]:
    """The engine as the verb runs it, on one thread: chunks, counts, and the record of every wager."""
    found, rules = load(game)
    if bets is None:
        from houseway.simulate.submitted import read_bets

        bets = read_bets(found, rules, ())
    strategy = "go-to-war" if game == "casino-war" else None
    kernel, _ = prepare(found, rules, seated(bets, seats, strategy))
    rounds = TABLED if game != "casino-war" else CHUNK
    play = chunk_player(kernel, "bench")
    return rate(rounds, lambda: kernel.tallies(run(play, rounds, threads=1).counts)), kernel


def worth_of(kernel: Tables) -> Any:
    """What all wagers together bring, by state and slot, of the joint automaton."""
    joint = kernel.joints[0]
    worth = np.zeros((len(joint.rows), kernel.slots), np.int64)
    for number, row in enumerate(joint.rows):
        for state, machine in zip(row, (kernel.machines[n] for n in joint.members), strict=True):
            gains = [sum(net for _, net in decided) for decided in machine.decided[state]]
            worth[number] += np.array(gains, np.int64)[kernel.outcome_of]
    return worth


def bare_counted(kernel: Tables) -> float:
    """One-result games: pairs of draws for few slots, single ones for more."""
    worth, slots = worth_of(kernel)[0], np.uint64(kernel.slots)
    if kernel.a_word == 8:
        pairs = (worth[:, None] + worth[None, :]).ravel().astype(np.int32)
        return rate(TABLED, lambda: limits.roulette(stream("bench", 0), slots, kernel.least, TABLED, pairs))
    small = worth.astype(np.int32)
    return rate(TABLED, lambda: limits.sic_bo(stream("bench", 0), slots, kernel.least, TABLED, small))


def bare_craps(kernel: Tables) -> float:
    """Two rolls at a time."""
    joint, worth, slots = kernel.joints[0], worth_of(kernel), np.uint64(kernel.slots)
    twice = (worth[:, :, None] + worth[joint.by_slot]).ravel().astype(np.int32)
    return rate(TABLED, lambda: limits.craps(stream("bench", 0), slots, kernel.least, TABLED, joint.steps, twice))


def bare_war(kernel: WarKernel) -> float:
    """Initial Wagers, always to War."""
    return rate(
        CHUNK,
        lambda: limits.casino_war(stream("bench", 0), kernel.fresh.copy(), CHUNK, kernel.seats, kernel.stop),
    )


def peer(every: bool) -> float | None:
    """crapssim with the same wagers, made whenever they are not there; None where it is not installed."""
    try:
        from crapssim import bet
        from crapssim.strategy import odds, tools
        from crapssim.strategy.single_bet import BetPassLine
        from crapssim.table import Table
    except ImportError:
        return None
    plan = BetPassLine(10) + odds.PassLineOddsMultiplier(2)
    if every:
        numbers = (4, 5, 6, 8, 9, 10)
        bets = [
            bet.DontPass(10),
            bet.Come(10),
            bet.DontCome(10),
            bet.Field(5),
            bet.Any7(5),
            bet.AnyCraps(5),
            bet.Two(5),
        ]
        bets += [bet.Three(5), bet.Yo(5), bet.Boxcars(5), bet.CAndE(5), bet.Horn(5), bet.World(5), bet.Fire(5)]
        bets += [kind(n, 60) for kind in (bet.Place, bet.Buy, bet.Lay) for n in numbers]
        bets += [bet.HardWay(n, 5) for n in (4, 6, 8, 10)]
        bets += [bet.Hop((a, b), 5) for a in range(1, 7) for b in range(a, 7)]
        for each in bets:
            plan = plan + tools.AddIfNotBet(each)

    rolls = PEER_ROLLS // (50 if every else 1)

    def roll() -> None:
        table = Table(seed=1)
        table.add_player(bankroll=1e12, strategy=plan)
        table.run(max_rolls=rolls, verbose=False)

    return rate(rolls, roll, runs=3)


def line(name: str, speed: float, bare: float | None, other: float | None) -> None:
    """One row of the table."""
    beside = "" if bare is None else f"{speed / bare:.2f} of {bare / 1e6:,.0f}"
    peers = "" if other is None else f"{speed / other:,.0f} times {other / 1e3:,.1f} thousand"
    print(f"| {name} | {speed / 1e6:,.0f} | {beside} | {peers} |", flush=True)


def cores() -> None:
    """Two threads beside one, by the clock; says how busy the machine was, since that decides."""
    found, rules = load("roulette")
    kernel, _ = prepare(found, rules, seated(FIVE_ROULETTE))
    play = chunk_player(kernel, "bench")
    taken = {n: min(run(play, 400 * CHUNK, threads=n).seconds for _ in range(3)) for n in (1, 2)}
    print(
        f"\ntwo threads: {taken[1] / taken[2]:.2f} times one (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)"
    )


def main() -> None:
    """Print the table."""
    print("| round, one core | million a second | beside the bare kernel (million) | beside crapssim |")
    print("| --- | --- | --- | --- |")
    for name, game, bets in (
        ("Roulette, five wagers", "roulette", FIVE_ROULETTE),
        ("Roulette, every wager", "roulette", None),
        ("Sic Bo, five wagers", "sic-bo", FIVE_SIC_BO),
        ("Big Six, all seven wagers", "big-six", None),
    ):
        speed, kernel = product(game, bets)
        line(name, speed, bare_counted(kernel), None)
    speed, kernel = product("craps", PASS)
    line("Craps, Pass with double odds", speed, bare_craps(kernel), peer(False))
    speed, kernel = product("craps", None)
    line("Craps, every kind of wager", speed, None, peer(True))
    for seats in (1, 7):
        speed, kernel = product("casino-war", WAR, seats)
        line(f"Casino War, six decks, {seats} seat{'s' if seats > 1 else ''}", speed, bare_war(kernel), None)
    cores()


if __name__ == "__main__":
    main()
